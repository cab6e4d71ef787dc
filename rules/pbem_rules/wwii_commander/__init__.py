"""WWII Commander, Battle of the Bulge: an area game of December 1944 for two players."""

from __future__ import annotations

from pathlib import Path

from pbem.ruleset import Option, PartSpec, Ruleset, Scenario
from pbem_rules.wwii_commander.board import DATA, SCENARIOS, SIDES, ground, names, the_scenario
from pbem_rules.wwii_commander.bot import staff
from pbem_rules.wwii_commander.conditions import CONDITIONS
from pbem_rules.wwii_commander.echoing import echo_day, echo_turn
from pbem_rules.wwii_commander.events import ALL
from pbem_rules.wwii_commander.proposals import propose, quiet
from pbem_rules.wwii_commander.queries import QUERIES
from pbem_rules.wwii_commander.s04_lines import cannot_play, cannot_wish
from pbem_rules.wwii_commander.s12_victory import ending
from pbem_rules.wwii_commander.sequence import STEPS, set_up, turn_name
from pbem_rules.wwii_commander.sheets import DayLine, TurnLine
from pbem_rules.wwii_commander.standing import TOPICS
from pbem_rules.wwii_commander.table import Commander, clear
from pbem_rules.wwii_commander.wording import WORDING

RULESET = Ruleset(
    name="wwii-commander",
    title="WWII Commander: Battle of the Bulge",
    mark="WC",
    version="2",
    folder=str(Path(__file__).parent),
    sides=SIDES,
    table=Commander,
    events=ALL,
    steps=STEPS,
    first="surprise",
    turn=turn_name,
    ending=ending,
    set_up=set_up,
    scenarios=tuple(
        Scenario(name=name, title=the_scenario(name).title, words=the_scenario(name).words) for name in SCENARIOS
    ),
    options=(
        Option(
            name="start of day",
            choices=("together", "in turn"),
            default="together",
            case="4.3",
            words="both sides choose at once, or the side with the initiative first",
        ),
        Option(
            name="strategic move",
            choices=("up to three", "exactly three"),
            default="up to three",
            case="7.3",
            words="how many spaces a strategic move has",
        ),
        Option(
            name="emptied space",
            choices=("after a retreat", "always", "never"),
            default="after a retreat",
            case="6.0",
            words="whether attackers who are all lost take the space that the defenders have left or lost",
        ),
        Option(
            name="breakthrough",
            choices=("all eliminated", "also after a retreat"),
            default="all eliminated",
            case="8.10",
            words="what must have become of the defenders",
        ),
    ),
    parts=(
        PartSpec(name="turns", order=TurnLine, cannot=cannot_play, echo=echo_turn, ahead=True),
        PartSpec(name="day", order=DayLine, cannot=cannot_wish, echo=echo_day, serves="next turn", single=True),
    ),
    topics=TOPICS,
    conditions=CONDITIONS,
    mentions=quiet,
    propose=propose,
    bots={"staff": staff},
    queries=QUERIES,
    wording=WORDING,
    names=names,
    place="space",
    ground=ground,
    clear=clear,
    shelf=DATA,
)
