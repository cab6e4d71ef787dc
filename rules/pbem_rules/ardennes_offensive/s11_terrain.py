"""11. Terrain: what it costs, and what it does in combat.  Case 11.0 and its errata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.kit.ondemand import OnDemand
from pbem_rules.ardennes_offensive.board import DATA, HexsideWay, LiveMap, cost, limit, the_map, the_tables
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

WALLS = ("west wall", "cleared west wall")


class MarchStep(NamedTuple):
    """From a hex to the next: what it costs, and what it costs if its bridge is interdicted."""

    to: str
    name: str
    points: int
    why: str
    cut: int
    why_cut: str


def ways_from(hex: str, unit: Unit) -> tuple[MarchStep, ...]:
    """5.1B The ways out of a hex for a unit in standard mode."""
    return ways_over(the_map(), hex, unit.side, mechanized=unit.mechanized)


def ways_over(here: LiveMap, hex: str, side: str, *, mechanized: bool) -> tuple[MarchStep, ...]:
    return _ways(here, side, mechanized)[hex] if hex in here.neighbours else ()


@DATA.cached
def _ways(here: LiveMap, side: str, mechanized: bool) -> Mapping[str, tuple[MarchStep, ...]]:
    country = OnDemand[str, tuple[str, ...]](lambda hex: (here.terrain_of(hex), *_beside(here, hex, side)))

    def out_of(hex: str) -> tuple[MarchStep, ...]:
        sides = (way for way in here.sides[hex] if way.to in here.live and way.to not in here.impassable)
        return tuple(_way(between, country[between.to], mechanized) for between in sides)

    return OnDemand(out_of)


def _way(between: HexsideWay, country: tuple[str, ...], mechanized: bool) -> MarchStep:
    """5.1D Costs add up.  13.2B Over an interdicted bridge there is no road, only the river."""
    water = (between.water,) if between.water else ()
    ground = ("road",) if between.road else country
    open_ = ground if between.bridge else ground + water
    cut = country + water if between.bridge else open_
    return MarchStep(between.to, between.name, *_price(open_, mechanized), *_price(cut, mechanized))


def _beside(here: LiveMap, hex: str, side: str) -> tuple[str, ...]:
    """11.0 What costs more than the terrain: the West Wall for an Ally, and whatever else the chart prices."""
    words = (word for word in here.file.place(hex).features if word in the_tables().costs)
    return tuple(word for word in words if side == "allied" or word not in WALLS)


@DATA.cached
def _price(words: tuple[str, ...], mechanized: bool) -> tuple[int, str]:
    """What some features cost together, and what they are."""
    return sum(cost(word, mechanized=mechanized) for word in words), ", ".join(words)


def multiplier(table: Ardennes, unit: Unit, *, attacking: bool) -> int:
    """11.0 The West Wall, and 4.2 the first game-turn: the better of the two, never above three (R-21)."""
    if unit.side == "allied":
        return 1
    wall = the_map().wall_at(unit.hex)
    by_wall = the_tables().west_wall[wall][1 if attacking else 0] if wall else 1
    return max(by_wall, limit("first turn")) if table.turn == 1 else by_wall


def is_safe(unit: Unit) -> bool:
    """11.0 Ar and Dr do nothing to units in a town, nor to Germans in the West Wall, cleared or not."""
    return unit.hex in the_map().town_hexes or (unit.side == "german" and bool(the_map().wall_at(unit.hex)))
