"""What players are told when they ask is what their sheets may order: one code answers both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_games import staff_game

from pbem.engine.run import fold
from pbem.engine.spec import Setup
from pbem.model.position import Position, View
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.board import the_map
from pbem_rules.bulge.s10_fares import Mover, allowance, fare, points_text
from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.s10_ways import path_of
from pbem_rules.bulge.s12_combat import cannot_attack
from pbem_rules.bulge.s14_supply import supplied
from pbem_rules.bulge.sheets import AttackLine, MoveLine
from pbem_rules.bulge.table import Bulge, due_units, lay_of, next_to, units_of

LOOKS = 4
"""How many hexes are tried for each unit, those told and those not told."""


@pytest.fixture(scope="module")
def tables() -> list[Bulge]:
    """How things stand before each movement of a game."""
    return [*before_movement(5)]


def before_movement(seed: int) -> Iterator[Bulge]:
    position = Position(RULESET.set_up(Setup(scenario="historical")).table)
    for stretch in staff_game(seed).stretches:
        position = fold(position, stretch.told.entries)
        if stretch.step == "before":
            yield position.table


def some(names: list[str]) -> list[str]:
    return names[:: max(1, len(names) // LOOKS)]


def test_moves_are_told_where_a_line_may_go_and_at_its_cost(tables):
    tried = 0
    for table in tables:
        for unit in [*units_of(table, table.side)[::4], *due_units(table, table.side)[-2:]]:
            told = RULESET.queries["moves"](View(table.side, table), unit.id).data["hexes"]
            lines = {hex: MoveLine(unit=unit.id, way=f"to {hex}") for hex in the_map().grid.all() if hex != unit.hex}
            for hex in some(sorted(told)):
                mover = Mover(table, lay_of(table), unit, allowance(table, unit))
                assert cannot_move(table, table.side, lines[hex]) is None, f"{unit.id} to {hex}"
                path = path_of(mover, lines[hex].route)
                assert points_text(fare(mover, unit.hex, path)[-1].fifths) == told[hex], f"{unit.id} to {hex}"
                tried += 1
            for hex in some(sorted(lines.keys() - told.keys())):
                assert cannot_move(table, table.side, lines[hex]), f"{unit.id} to {hex}"
    assert tried > 100


def test_odds_are_told_of_the_attacks_that_a_line_may_order(tables):
    priced, refused = 0, 0
    for table in tables:
        for unit in units_of(table, table.side):
            for foe in next_to(table, unit):
                for crt in ("", "primary", "secondary"):
                    told = RULESET.queries["odds"](View(table.side, table), foe.hex, (unit.id,), {"crt": crt})
                    wrong = cannot_attack(table, table.side, AttackLine(attack=foe.hex, with_=(unit.id,), crt=crt))
                    assert ("wrong" in told.data) == (wrong is not None)
                    priced, refused = priced + (wrong is None), refused + (wrong is not None)
    assert priced > 50
    assert refused > 10


def test_supply_is_told_as_it_is_judged(tables):
    for table in tables:
        for side in RULESET.sides:
            for unit in units_of(table, side):
                told = RULESET.queries["supply"](View(side, table), unit.id)
                assert told.data["supplied"] == supplied(table, unit)


def test_bound_british_are_told_what_their_lines_may_do(place):
    """With no German near the Meuse, and with one two hexes off it: 53 comes from the west, GD from the north."""
    for at in ({"1SS": "0501", "2": "0304"}, {"1SS": "0921", "2": "0304"}):
        table = place(at, side="allied", turn=9, weather="clear")
        for name in ("53", "GD"):
            table.units[name].lost = False
            told = RULESET.queries["moves"](View("allied", table), name).data["hexes"]
            assert told
            for hex in the_map().grid.all()[::5]:
                refused = cannot_move(table, "allied", MoveLine(unit=name, way=f"to {hex}"))
                assert (hex in told) == (refused is None), f"{name} to {hex}"
