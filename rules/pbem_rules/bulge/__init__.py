"""Bulge: the battle for the Ardennes, 16 December 1944 to 2 January 1945.  Two players, eighteen days."""

from __future__ import annotations

from pbem.craft.pieces import clearing
from pbem.ruleset import PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.bulge.echoes import echo_air, echo_attack, echo_interdict, echo_move, echo_resupply
from pbem_rules.bulge.s03_victory import ending
from pbem_rules.bulge.s07_air import cannot_fly, cannot_resupply
from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.s12_combat import cannot_attack, vain_in_attack
from pbem_rules.bulge.sequence import OPTIONS
from pbem_rules.bulge.sheets import AirLine, AttackLine, InterdictLine, MoveLine, ResupplyLine
from pbem_rules.bulge.table import Bulge

BATTLE = "The battle from 16 December 1944 to 2 January 1945"

RULESET = Ruleset(
    name="bulge",
    title="Bulge",
    mark="BU",
    version="3",
    table=Bulge,
    first="weather",
    ending=ending,
    scenarios=(
        Scenario("historical", "historical weather", f"{BATTLE}, in the weather there was."),
        Scenario("variable", "variable weather", f"{BATTLE}; from the second day on a die makes the weather."),
    ),
    options=OPTIONS,
    parts=(
        PartSpec("air", AirLine, cannot_fly, echo_air, serves="next turn", single=True),
        PartSpec("interdict", InterdictLine, echo=echo_interdict, serves="next turn", window=True),
        PartSpec("resupply", ResupplyLine, cannot_resupply, echo_resupply),
        PartSpec("before", AttackLine, cannot_attack, echo_attack, vain=vain_in_attack),
        PartSpec("movement", MoveLine, cannot_move, echo_move),
        PartSpec("after", AttackLine, cannot_attack, echo_attack, vain=vain_in_attack),
    ),
    clear=clearing(hex="", lost=True),
    **rooms_of(__name__),
)
