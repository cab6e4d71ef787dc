"""The Ford: the teaching game, invented, complete.  A new ruleset begins as a copy of this package."""

from __future__ import annotations

from pathlib import Path

from pbem.craft.pieces import clearing
from pbem.craft.sayings import echoed
from pbem.ruleset import BOX, Option, PartSpec, Ruleset, Scenario
from pbem_rules.ford.board import DATA, SCENARIOS, SIDES, ground, names, the_scenario
from pbem_rules.ford.bot import imagine, propose, quiet
from pbem_rules.ford.bot_steady import steady
from pbem_rules.ford.echoes import echo_arrival, echo_attack, echo_march, echo_plot
from pbem_rules.ford.events import ALL, MineFound, ObjectiveShown
from pbem_rules.ford.queries import QUERIES
from pbem_rules.ford.s05_march import cannot_arrive, cannot_march
from pbem_rules.ford.s06_combat import cannot_attack
from pbem_rules.ford.s11_victory import ending
from pbem_rules.ford.sequence import STEPS, set_up, turn
from pbem_rules.ford.sheets import ArrivalLine, AttackLine, DiscardLine, MarchLine, PlotLine
from pbem_rules.ford.standing import CONDITIONS, TOPICS
from pbem_rules.ford.table import Ford, HiddenPiles, Secrets
from pbem_rules.ford.wording import WORDING
from pbem_rules.ford.worth import worth

RULESET = Ruleset(
    name="ford",
    title="The Ford",
    mark="FO",
    version="1",
    folder=str(Path(__file__).parent),
    sides=SIDES,
    table=Ford,
    secrets={"blue": Secrets, "red": Secrets, BOX: HiddenPiles},
    events=ALL,
    steps=STEPS,
    first="plot",
    turn=turn,
    ending=ending,
    set_up=set_up,
    scenarios=tuple(Scenario(name, the_scenario(name).title, the_scenario(name).words) for name in SCENARIOS),
    options=(Option("turns", ("as printed", "4", "6", "8"), "1.2", "how many turns the game lasts"),),
    parts=(
        PartSpec("plot", PlotLine, single=True, echo=echo_plot, beforehand=True),
        PartSpec("arrive", ArrivalLine, cannot_arrive, echo_arrival),
        PartSpec("march", MarchLine, cannot_march, echo_march, ahead=True),
        PartSpec("combat", AttackLine, cannot_attack, echo_attack),
        PartSpec(
            "discard", DiscardLine, echo=echoed("discard {card} at the next dawn"), serves="next turn", window=True
        ),
    ),
    topics=TOPICS,
    conditions=CONDITIONS,
    mentions=quiet,
    imagine=imagine,
    reveals=(MineFound, ObjectiveShown),
    propose=propose,
    queries=QUERIES,
    wording=WORDING,
    bots={"steady": steady},
    value=worth,
    names=names,
    ground=ground,
    clear=clearing(hex="", arrives=0),
    shelf=DATA,
)
