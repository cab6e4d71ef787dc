"""An invented field on the game's own grid: clear ground, one highway along row 20, and what a test adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pbem.engine.advance import Bookmark, Intake, Terms, advance
from pbem.engine.papers import Papers
from pbem.kit.data import Pack
from pbem.kit.mapdata import HexMap
from pbem.model.entry import Entry
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.model.sheet import Order, Part, Sheet, StandingOrder
from pbem.play.faces import LaidFaces
from pbem_rules.ardennes_offensive import RULESET, board
from pbem_rules.ardennes_offensive.sheets import AttackLine, MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

HIGHWAY = tuple(f"20{place:02}" for place in range(1, 43))
REAL = board.the_pack()
FILES = ("units.yaml", "tables.yaml", "victory.yaml", "set_up.yaml", "scenarios.yaml", "reinforcements.yaml")


def side_of(one: str, other: str) -> str:
    return "-".join(sorted((one, other)))


def sides_of(chain: Iterable[str]) -> list[str]:
    return [side_of(one, other) for one, other in pairwise(chain)]


def field(
    *,
    roads: Iterable[Iterable[str]] = (HIGHWAY,),
    rivers: Mapping[str, str] | None = None,
    bridges: Iterable[str] = (),
    rough: Iterable[str] = (),
    impassable: Iterable[str] = (),
    towns: Mapping[str, str] | None = None,
    wall: Mapping[str, str] | None = None,
    exits: Mapping[str, str] | None = None,
    german: int = 10,
) -> HexMap:
    """`rivers`: hexside to class, or to Meuse.  The German ground is all places up to `german`."""
    hexes: dict[str, dict[str, Any]] = {}
    for hex in rough:
        hexes.setdefault(hex, {})["terrain"] = "rough"
    for hex in impassable:
        hexes.setdefault(hex, {})["impassable"] = True
    for name, hex in (towns or {}).items():
        hexes.setdefault(hex, {})["town"] = name
    for hex, state in (wall or {}).items():
        hexes.setdefault(hex, {})["west-wall"] = state
    streams: dict[str, dict[str, Any]] = {}
    for side, kind in (rivers or {}).items():
        name = "Meuse" if kind == "Meuse" else f"{kind} water"
        found = streams.setdefault(name, {"class": "major" if kind == "Meuse" else kind, "sides": ()})
        found["sides"] = (*found["sides"], side)
    real = REAL.take(HexMap, "map.yaml")
    return HexMap.model_validate(
        {
            "title": "field",
            "grid": real.grid_form.model_dump(by_alias=True),
            "hexes": hexes,
            "rivers": streams,
            "bridges": {side: {"river": "water"} for side in bridges},
            "roads": {"main": tuple(dict.fromkeys(side for chain in roads for side in sides_of(chain)))},
            "exits": {hex: {"edge": edge} for hex, edge in (exits or {"2001": "east", "2041": "W"}).items()},
            "german": tuple(f"{row:02}01-{row:02}{german:02}" for row in range(1, 38)),
            "areas": dict(real.areas),
        }
    )


def pack_with(map: HexMap) -> Pack:
    values: dict[str, object] = {name: REAL.take(object, name) for name in FILES}
    return Pack({**values, "map.yaml": map}, {})


PLAIN = pack_with(field())


def table_with(units: Mapping[str, str | dict[str, Any]], **fields: Any) -> Ardennes:
    """A table with these units alone: each at its hex, or with the fields named."""
    placed = {}
    for name, said in units.items():
        more = {"hex": said} if isinstance(said, str) else said
        placed[name] = Unit(name, board.the_units().units[name].side, **more)
    plain: dict[str, Any] = {"turn": 2, "side": "german", "phase": "movement"} | fields
    return Ardennes("1", plain.pop("options", {}), placed, losses={"german": 0, "allied": 0}, **plain)


def go(unit: str, way: str) -> MoveLine:
    return MoveLine(unit=unit, way=way)


def hit(hexes: str, *units: str, **more: Any) -> AttackLine:
    return AttackLine.model_validate({"attack": hexes, "with": units, **more})


@dataclass(frozen=True)
class Played:
    """What came of a step."""

    table: Ardennes
    entries: tuple[Entry, ...]
    asked: tuple[Any, ...]

    def events(self, name: str) -> list[Any]:
        return [entry.event for entry in self.entries if type(entry.event).__name__ == name]

    def cases(self, name: str) -> list[str]:
        return [entry.case for entry in self.entries if type(entry.event).__name__ == name]

    def refused(self) -> list[str]:
        return [entry.case for entry in self.entries if type(entry.event).__name__ == "NotCarriedOut"]


def play(
    table: Ardennes,
    step: str,
    parts: Mapping[str, Iterable[Order]] | None = None,
    *,
    side: str = "",
    faces: Mapping[str, Iterable[int]] | None = None,
    standing: Mapping[str, Mapping[str, str]] | None = None,
    present: Iterable[str] = (),
    then: bool = False,
) -> Played:
    """One step from this table.  Sides that are not `present` are silent: their defaults answer."""
    mover = side or table.side
    sheet = Sheet(mover, parts={name: Part(name, tuple(lines)) for name, lines in (parts or {}).items()})
    papers = {
        owner: Papers(standing=tuple(StandingOrder(topic, wish) for topic, wish in orders.items()))
        for owner, orders in (standing or {}).items()
    }
    bookmark = Bookmark(step, RULESET.turn(table), Position(table), Told())
    absent = frozenset({"german", "allied"} - {*present})
    laid = LaidFaces({name: tuple(found) for name, found in (faces or {}).items()})
    intake = Intake({mover: sheet} if parts is not None else {}, absent)
    now = advance(Terms(RULESET), bookmark, papers, intake, laid, 1, last_step="" if then else step)
    entries = tuple(entry for stretch in now.stretches for entry in stretch.told.entries)
    return Played(now.position.table, entries, now.decisions)
