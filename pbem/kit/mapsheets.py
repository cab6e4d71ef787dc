"""Some sheets of a map of joined sheets, as a map of their own: every hex under its number there.

A scenario on one of four maps is played on that map: what lies on the others is not there, and a hex that two sheets
share goes by the number printed on the one that is in play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import HexMap, River, Roads
from pbem.kit.mapgrid import expanded
from pbem.model.errors import RulesBug

Value = TypeVar("Value")


def on_sheets(map: HexMap, letters: Collection[str]) -> HexMap:
    """The map with only these sheets of it."""
    form = map.grid_form.model_copy(update={"sheets": tuple(s for s in map.grid_form.sheets if s.letter in letters)})
    if not form.sheets:
        raise RulesBug(f"{map.title} has no sheet {', '.join(sorted(letters))}")
    grid = form.grid()
    spelled = {map.grid.proper(hex): hex for hex in grid.all()}

    def side(name: str) -> str:
        one, _, other = name.partition("-")
        return grid.hexside(spelled[one], spelled[other]) if one in spelled and other in spelled else ""

    same = {name: getattr(map, name) for name in HexMap.model_fields}  # a copy would keep what the whole has worked out
    return HexMap.model_construct(
        **{
            **same,
            "grid_form": form,
            "hexes": _renamed(map.hexes, lambda hex: spelled.get(map.grid.proper(hex), "")),
            "rivers": {
                name: River.model_validate({"class": river.class_, "sides": _sides(river.sides, side)})
                for name, river in map.rivers.items()
            },
            "bridges": _renamed(map.bridges, side),
            "fords": _renamed(map.fords, side),
            "roads": Roads(main=_sides(map.roads.main, side), secondary=_sides(map.roads.secondary, side)),
            "exits": _renamed(map.exits, lambda hex: spelled.get(map.grid.proper(hex), "")),
            "front": _sides(map.front, side),
            "german": _hexes(map.german, map.grid, spelled),
            "edges": {name: _hexes(spans, map.grid, spelled) for name, spans in map.edges.items()},
            "areas": {name: _hexes(spans, map.grid, spelled) for name, spans in map.areas.items()},
        }
    )


def spelled_on(hex: str, whole: HexGrid, grid: HexGrid) -> str:
    """The number of a hex on a grid of some of the whole's sheets, whichever of its numbers is written; or nothing."""
    if grid.contains(hex):
        return grid.proper(hex)
    if not whole.contains(hex):
        return ""
    return next((grid.proper(number) for number in whole.numbers(hex) if grid.contains(number)), "")


def _renamed(found: Mapping[str, Value], name: Callable[[str], str]) -> dict[str, Value]:
    return {new: value for old, value in found.items() if (new := name(old))}


def _sides(names: Iterable[str], side: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(new for name in names if (new := side(name)))


def _hexes(spans: Iterable[str], whole: HexGrid, spelled: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(spelled[hex] for one in expanded(spans, whole) if (hex := whole.proper(one)) in spelled)
