"""4. The sequence of play."""

from __future__ import annotations

from pbem.ruleset import BOX, Position, Setup
from pbem_rules.ford.board import SIDES, the_map, the_scenario, the_units
from pbem_rules.ford.s05_march import march
from pbem_rules.ford.s06_combat import combat
from pbem_rules.ford.s09_secrets import plot
from pbem_rules.ford.s10_cards import dawn
from pbem_rules.ford.s11_victory import dusk
from pbem_rules.ford.table import Ford, HiddenPiles, Secrets, Unit

STEPS = {"plot": plot, "dawn": dawn, "march": march, "combat": combat, "dusk": dusk}


def turn(table: Ford) -> str:
    """A part of a sheet serves one of these."""
    return f"turn {table.turn} {table.stage}"


def set_up(setup: Setup) -> Position:
    """1.2, 4.1 The position before the plot."""
    scenario, units = the_scenario(setup.scenario), the_units()
    counters = {
        name: Unit(name, data.side, data.kind, scenario.at.get(name, ""), scenario.arrivals.get(name, 0))
        for name, data in units.units.items()
    }
    turns = setup.options.get("turns", "as printed")
    table = Ford(
        scenario=setup.scenario,
        options=dict(sorted(setup.options.items())),
        turns=scenario.turns if turns == "as printed" else int(turns),
        units=counters,
        towns={name: town.owner for name, town in the_map().towns.items()},
        cup=list(units.cup),
        hands=dict.fromkeys(SIDES, 0),
        discards={side: [] for side in SIDES},
    )
    for name, town in the_map().towns.items():
        table.towns[name] = next((u.side for u in counters.values() if u.hex == town.hex), town.owner)
    box = HiddenPiles({side: list(cards) for side, cards in units.cards.items()})
    return Position(table, {**{side: Secrets() for side in SIDES}, BOX: box})
