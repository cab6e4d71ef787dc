"""WWII Commander, Battle of the Bulge: an area game of December 1944 for two players."""

from __future__ import annotations

from pathlib import Path

from pbem.craft.pieces import clearing
from pbem.ruleset import Option, PartSpec, Ruleset, Scenario
from pbem_rules.wwii_commander.board import DATA, SCENARIOS, SIDES, ground, names, spellings, the_scenario
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
from pbem_rules.wwii_commander.table import Commander
from pbem_rules.wwii_commander.wording import WORDING
from pbem_rules.wwii_commander.worth import worth

OPTIONS = (
    Option("start of day", ("together", "in turn"), "4.3",
           "both sides choose at once, or the side with the initiative first"),
    Option("strategic move", ("up to three", "exactly three"), "7.3", "how many spaces a strategic move has"),
    Option("emptied space", ("after a retreat", "always", "never"), "6.0",
           "whether attackers who are all lost take the space that the defenders have left or lost"),
    Option("breakthrough", ("all eliminated", "also after a retreat"), "8.10",
           "what must have become of the defenders"),
)  # fmt: skip

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
    scenarios=tuple(Scenario(name, the_scenario(name).title, the_scenario(name).words) for name in SCENARIOS),
    options=OPTIONS,
    parts=(
        PartSpec("turns", TurnLine, cannot_play, echo_turn, ahead=True),
        PartSpec("day", DayLine, cannot_wish, echo_day, serves="next turn", single=True),
    ),
    topics=TOPICS,
    conditions=CONDITIONS,
    mentions=quiet,
    propose=propose,
    bots={"staff": staff},
    value=worth,
    queries=QUERIES,
    wording=WORDING,
    names=names,
    spellings=spellings,
    place="space",
    ground=ground,
    clear=clearing(space="", fate="lost"),
    shelf=DATA,
)
