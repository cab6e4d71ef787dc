"""The Ford: the teaching game, invented, complete.  A new ruleset begins as a copy of this package."""

from __future__ import annotations

from pbem.craft.pieces import clearing
from pbem.craft.sayings import echoed
from pbem.ruleset import BOX, Option, PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.ford.board import SCENARIOS, the_scenario
from pbem_rules.ford.bot import imagine, propose, quiet
from pbem_rules.ford.bot_steady import steady
from pbem_rules.ford.bot_veteran import ideas, veteran
from pbem_rules.ford.echoes import echo_arrival, echo_attack, echo_march, echo_plot
from pbem_rules.ford.events import MineFound, ObjectiveShown
from pbem_rules.ford.s05_march import cannot_arrive, cannot_march
from pbem_rules.ford.s06_combat import cannot_attack, vain_in_attack
from pbem_rules.ford.s11_victory import ending
from pbem_rules.ford.sheets import ArrivalLine, AttackLine, DiscardLine, MarchLine, PlotLine
from pbem_rules.ford.standing import CONDITIONS
from pbem_rules.ford.table import Ford, HiddenPiles, Secrets

RULESET = Ruleset(
    name="ford",
    title="The Ford",
    mark="FO",
    version="1",
    table=Ford,
    secrets={"blue": Secrets, "red": Secrets, BOX: HiddenPiles},
    first="plot",
    ending=ending,
    scenarios=tuple(Scenario(name, the_scenario(name).title, the_scenario(name).words) for name in SCENARIOS),
    options=(Option("turns", ("as printed", "4", "6", "8"), "1.2", "how many turns the game lasts"),),
    parts=(
        PartSpec("plot", PlotLine, single=True, echo=echo_plot, beforehand=True),
        PartSpec("arrive", ArrivalLine, cannot_arrive, echo_arrival),
        PartSpec("march", MarchLine, cannot_march, echo_march, ahead=True),
        PartSpec("combat", AttackLine, cannot_attack, echo_attack, vain=vain_in_attack),
        PartSpec(
            "discard", DiscardLine, echo=echoed("discard {card} at the next dawn"), serves="next turn", window=True
        ),
    ),
    conditions=CONDITIONS,
    mentions=quiet,
    imagine=imagine,
    reveals=(MineFound, ObjectiveShown),
    propose=propose,
    bots={"steady": steady, "veteran": veteran},
    mentor="veteran",
    ideas=ideas,
    clear=clearing(hex="", arrives=0),
    **rooms_of(__name__),
)
