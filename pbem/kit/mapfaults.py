"""What cannot be on a map: found one by one, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pbem.kit.mapgrid import is_stretch
from pbem.model.problem import Problem
from pbem.model.yamltext import Node, locate

if TYPE_CHECKING:
    from pbem.kit.mapdata import HexMap

Loc = tuple[str | int, ...]


class Fault(NamedTuple):
    """A fault, and the keys and indices that lead to it."""

    loc: Loc
    message: str
    hint: str = ""

    def problem(self, node: Node) -> Problem:
        """The fault as the user is told it, with the line of its file."""
        where = locate(node, self.loc, key=isinstance(self.loc[-1], str))
        return Problem(kind="invalid", case="data", message=self.message, hint=self.hint, where=where)


def faults_of(map: HexMap) -> tuple[Fault, ...]:
    """All faults, in the order of the file's parts."""
    return (*_hexes(map), *_sides(map), *_crossings(map), *_roads(map), *_stretches(map))


def _hexes(map: HexMap) -> Iterable[Fault]:
    for section, hexes in (("hexes", map.hexes), ("exits", map.exits)):
        for hex in hexes:
            if not map.grid.contains(hex):
                yield Fault((section, hex), f"{hex} is no hex of the map")
    named: dict[str, str] = {}
    for hex, place in map.hexes.items():
        if place.town and place.city:
            yield Fault(("hexes", hex), f"{hex} is the town {place.town} and the city {place.city}")
        if map.grid.contains(hex) and named.setdefault(map.grid.proper(hex), hex) != hex:
            yield Fault(("hexes", hex), f"{hex} is {named[map.grid.proper(hex)]}, which is there already")


def _sides(map: HexMap) -> Iterable[Fault]:
    seen: dict[tuple[str, str], Loc] = {}
    for loc, side in _listed_sides(map):
        if seen.setdefault((side, _list_of(loc)), loc) != loc:
            yield Fault(loc, f"{side} a second time")
        one, _, other = side.partition("-")
        if not (map.grid.contains(one) and map.grid.contains(other)):
            yield Fault(loc, f"{side} is no hexside of the map")
        elif not map.grid.adjacent(one, other):
            yield Fault(loc, f"{one} and {other} share no hexside")
        elif map.grid.hexside(one, other) != side:
            yield Fault(loc, f"{side} is called {map.grid.hexside(one, other)}", "the lower number comes first")


def _list_of(loc: Loc) -> str:
    """In which list a hexside stands: a river is one, all roads are one."""
    return f"{loc[0]} {loc[1]}" if loc[0] == "rivers" else str(loc[0])


def _listed_sides(map: HexMap) -> Iterable[tuple[Loc, str]]:
    for name, river in map.rivers.items():
        yield from ((("rivers", name, "sides", n), side) for n, side in enumerate(river.sides))
    yield from ((("bridges", side), side) for side in map.bridges)
    yield from ((("fords", side), side) for side in map.fords)
    yield from ((("roads", "main", n), side) for n, side in enumerate(map.roads.main))
    yield from ((("roads", "secondary", n), side) for n, side in enumerate(map.roads.secondary))
    yield from ((("front", n), side) for n, side in enumerate(map.front))


def _crossings(map: HexMap) -> Iterable[Fault]:
    """Bridges and fords lie on rivers, and on the river they name."""
    rivers: dict[str, set[str]] = {}
    for name, river in map.rivers.items():
        for side in river.sides:
            rivers.setdefault(side, set()).add(name)
    for section, crossings in (("bridges", map.bridges), ("fords", map.fords)):
        for side, crossing in crossings.items():
            if side not in rivers:
                yield Fault((section, side), f"no river under {side}")
            elif crossing.river not in rivers[side]:
                yield Fault((section, side), f"{side} is on the {min(rivers[side])}, not on the {crossing.river}")


def _roads(map: HexMap) -> Iterable[Fault]:
    """A road crosses a river by a bridge or ford, and enters no impassable hex."""
    wet = {side for river in map.rivers.values() for side in river.sides}
    for kind, sides in (("main", map.roads.main), ("secondary", map.roads.secondary)):
        for n, side in enumerate(sides):
            if side in wet and side not in map.bridges and side not in map.fords:
                yield Fault(("roads", kind, n), f"{side} crosses a river without bridge or ford")
            if shut := [hex for hex in side.split("-") if hex in map.hexes and map.hexes[hex].impassable]:
                yield Fault(("roads", kind, n), f"the road enters {shut[0]}, which is impassable")


def _stretches(map: HexMap) -> Iterable[Fault]:
    lists: list[tuple[Loc, tuple[str, ...]]] = [(("german",), map.german)]
    lists += [(("edges", name), hexes) for name, hexes in map.edges.items()]
    lists += [(("areas", name), hexes) for name, hexes in map.areas.items()]
    for loc, spans in lists:
        for n, span in enumerate(spans):
            if not is_stretch(span):
                yield Fault((*loc, n), f"{span} is no stretch of one row or column")
            elif strangers := [hex for hex in span.split("-") if not map.grid.contains(hex)]:
                yield Fault((*loc, n), f"{strangers[0]} is no hex of the map")
