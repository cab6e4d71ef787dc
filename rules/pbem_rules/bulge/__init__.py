"""Bulge: the battle for the Ardennes, 16 December 1944 to 2 January 1945.  Two players, eighteen days."""

from __future__ import annotations

from pathlib import Path

from pbem.craft.pieces import clearing
from pbem.ruleset import PartSpec, Ruleset, Scenario
from pbem_rules.bulge.board import DATA, SIDES, ground, names
from pbem_rules.bulge.bot import BOTS
from pbem_rules.bulge.conditions import CONDITIONS
from pbem_rules.bulge.echoes import echo_air, echo_attack, echo_interdict, echo_move, echo_resupply
from pbem_rules.bulge.events import ALL
from pbem_rules.bulge.proposals import propose
from pbem_rules.bulge.queries import QUERIES
from pbem_rules.bulge.s03_victory import ending
from pbem_rules.bulge.s07_air import cannot_fly, cannot_resupply
from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.s12_combat import cannot_attack
from pbem_rules.bulge.sequence import OPTIONS, STEPS, set_up, turn
from pbem_rules.bulge.sheets import AirLine, AttackLine, InterdictLine, MoveLine, ResupplyLine
from pbem_rules.bulge.standing import TOPICS
from pbem_rules.bulge.table import Bulge
from pbem_rules.bulge.wording import WORDING
from pbem_rules.bulge.worth import worth

BATTLE = "The battle from 16 December 1944 to 2 January 1945"

RULESET = Ruleset(
    name="bulge",
    title="Bulge",
    mark="BU",
    version="2",
    folder=str(Path(__file__).parent),
    sides=SIDES,
    table=Bulge,
    events=ALL,
    steps=STEPS,
    first="weather",
    turn=turn,
    ending=ending,
    set_up=set_up,
    scenarios=(
        Scenario("historical", "historical weather", f"{BATTLE}, in the weather there was."),
        Scenario("variable", "variable weather", f"{BATTLE}; from the second day on a die makes the weather."),
    ),
    options=OPTIONS,
    parts=(
        PartSpec("air", AirLine, cannot_fly, echo_air, serves="next turn", single=True),
        PartSpec("interdict", InterdictLine, echo=echo_interdict, serves="next turn", window=True),
        PartSpec("resupply", ResupplyLine, cannot_resupply, echo_resupply),
        PartSpec("before", AttackLine, cannot_attack, echo_attack),
        PartSpec("movement", MoveLine, cannot_move, echo_move),
        PartSpec("after", AttackLine, cannot_attack, echo_attack),
    ),
    topics=TOPICS,
    conditions=CONDITIONS,
    propose=propose,
    queries=QUERIES,
    bots=BOTS,
    value=worth,
    wording=WORDING,
    names=names,
    ground=ground,
    clear=clearing(hex="", lost=True),
    shelf=DATA,
)
