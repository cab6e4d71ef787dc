"""Ground laid over a map for a written case: what a hex holds, what lies on a hexside, where roads leave.

    blank: [3 around 1307]                       nothing but the map's usual terrain, nothing on any hexside
    hexes: {1307: "forest, town Brook", 1406-1409: clear}
    sides: {1307-1308: river Our, 2001-2008: road, 1307 1407 1508: secondary road}
    exits: {1410: "east, worth 2", 0101: none}

A hex or hexside that is named holds exactly what is said of it.  Areas, edges and German ground are given as in a
map file.  Other maps take changes in the words of their own file.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeVar

from pydantic import ValidationError

from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import HexMap
from pbem.kit.mapgrid import expanded, is_stretch
from pbem.model.errors import Refused
from pbem.model.formwork import Form
from pbem.model.names import did_you_mean

Plain = dict[str, Any]
Model = TypeVar("Model", bound=Form)

NONE = "none"
WORDS = ("blank", "hexes", "sides", "exits", "areas", "edges", "german")
RIVERS = {"major river": "major", "river": "river", "stream": "stream"}
ROADS = {"main road": "main", "road": "main", "secondary road": "secondary"}
CROSSINGS = ("bridge", "ford")
NAMED = ("town", "city", "village")
WALLS = {"west wall": "intact", "cleared west wall": "cleared"}


def hex_ground(map: HexMap, ground: Mapping[str, Any]) -> HexMap:
    """A map of hexes with this ground laid over it; its terrains are those that the map knows."""
    for word in ground:
        if word not in WORDS:
            raise Refused(f"ground: no {word!r} can be laid", did_you_mean(word, WORDS))
    laid = _Laid(map)
    laid.blank(ground.get("blank", ()))
    for names, words in _pairs(ground, "hexes"):
        for hex in hexes_named(names, map.grid):
            laid.put(hex, words)
    for names, words in _pairs(ground, "sides"):
        for side in _sides_named(names, map.grid):
            laid.lay(side, words)
    for hex, words in _pairs(ground, "exits"):
        laid.lead_out(hex, words)
    more = {word: laid.beside(word, ground[word]) for word in ("areas", "edges") if word in ground}
    return laid.made(more | {word: ground[word] for word in ("german",) if word in ground})


def with_changes(value: Model, changes: Mapping[str, Any]) -> Model:
    """A data file's value with changes in its own words; `none` takes a name out."""
    plain = value.model_dump(by_alias=True)
    _change(plain, changes, "ground")
    try:
        return type(value).model_validate(plain)
    except ValidationError as error:
        fault = error.errors()[0]
        raise Refused(f"ground: {'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}") from error


def _change(plain: Plain, changes: Mapping[str, Any], path: str) -> None:
    for name, change in changes.items():
        where = f"{path}: {name}" if path == "ground" else f"{path}.{name}"
        if change == NONE and name in plain and isinstance(plain[name], dict):
            del plain[name]
        elif isinstance(change, Mapping) and isinstance(plain.get(name), dict):
            _change(plain[name], change, where)
        elif name in plain or all(isinstance(known, dict) for known in plain.values()):
            plain[name] = change
        else:
            raise Refused(f"{where}: there is no {name!r} here", did_you_mean(name, plain))


def hexes_named(names: str, grid: HexGrid) -> tuple[str, ...]:
    """One hex, a stretch (`1406-1409`), or all that lie near one (`3 around 1307`)."""
    far, around, middle = names.partition(" around ")
    if around:
        if not far.isdecimal():
            raise Refused(f"ground: {names!r} is not understood", "write it so: 3 around 1307")
        return grid.within(_known(middle, grid), int(far))
    for hex in names.split("-"):
        _known(hex, grid)
    if not is_stretch(names):
        raise Refused(f"ground: {names} is no stretch of one row or column")
    return tuple(grid.proper(hex) for hex in expanded([names], grid))


def _sides_named(names: str, grid: HexGrid) -> tuple[str, ...]:
    """The hexsides between two neighbours, along a stretch, or along a chain of hexes."""
    chain = names.split()
    if len(chain) == 1:
        ends = chain[0].split("-")
        near = len(ends) == 2 and all(map(grid.contains, ends)) and grid.adjacent(*ends)
        chain = ends if near else list(hexes_named(chain[0], grid))
    for one, other in pairwise(chain):
        if not grid.adjacent(_known(one, grid), _known(other, grid)):
            raise Refused(f"ground: {one} and {other} share no hexside")
    if len(chain) < 2:
        raise Refused(f"ground: {names} is no hexside", "write it so: 1307-1308")
    return tuple(grid.hexside(one, other) for one, other in pairwise(chain))


def _known(hex: str, grid: HexGrid) -> str:
    if not grid.contains(hex):
        raise Refused(f"ground: {hex} is no hex of the map")
    return grid.proper(hex)


def _pairs(ground: Mapping[str, Any], word: str) -> list[tuple[str, str]]:
    said = ground.get(word) or {}
    if not isinstance(said, Mapping) or not all(isinstance(words, str) for words in said.values()):
        raise Refused(f"ground: {word} holds names and what lies there", f"write it so: {word}: {{1307: ...}}")
    return list(said.items())


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


class _Laid:
    """The map's own words, while ground is laid over them."""

    def __init__(self, map: HexMap) -> None:
        self.map = map
        self.terrains = {map.default, *(word for place in map.hexes.values() for word in place.terrains)}
        self.hexes: Plain = {map.grid.proper(hex): place for hex, place in map.hexes.items()}
        self.sides = {name: set(river.sides) for name, river in map.rivers.items()}
        self.classes: dict[str, str] = {name: river.class_ for name, river in map.rivers.items()}
        self.crossings: dict[str, Plain] = {"bridge": dict(map.bridges), "ford": dict(map.fords)}
        self.roads = {"main": set(map.roads.main), "secondary": set(map.roads.secondary)}
        self.exits: Plain = dict(map.exits)

    def blank(self, said: Any) -> None:
        """Take everything away: from the whole map, or from these hexes and their sides."""
        grid = self.map.grid
        names = [said] if isinstance(said, str) else said
        hexes = grid.all() if said == "yes" else {hex for name in names for hex in hexes_named(name, grid)}
        for hex in hexes:
            self.hexes.pop(hex, None)
            self.exits.pop(hex, None)
        if said == "yes":
            self.clear(None)
        else:
            for side in {grid.hexside(hex, near) for hex in hexes for near in grid.neighbours(hex)}:
                self.clear(side)

    def clear(self, side: str | None) -> None:
        """Take everything from a hexside, or from all of them."""
        for lying in (*self.sides.values(), *self.roads.values()):
            lying -= lying if side is None else {side}
        for crossings in self.crossings.values():
            for crossed in list(crossings) if side is None else [side]:
                crossings.pop(crossed, None)

    def put(self, hex: str, words: str) -> None:
        """What a hex holds: its terrain or terrains, a town by name, the West Wall."""
        place: Plain = {}
        for word in _listed(words):
            kind, _, rest = word.partition(" ")
            if word in self.terrains:
                place["terrain"] = (*place.get("terrain", ()), word)
            elif word.lower() in WALLS:
                place["west-wall"] = WALLS[word.lower()]
            elif word == "impassable":
                place["impassable"] = True
            elif rest and kind in (*NAMED, "worth"):
                place[kind] = rest
            else:
                known = (*sorted(self.terrains), *WALLS, "impassable", "town NAME", "city NAME", "worth NUMBER")
                raise Refused(f"ground: {hex}: no {word!r} can be laid", did_you_mean(word, known))
        self.hexes[hex] = place

    def lay(self, side: str, words: str) -> None:
        """What lies on a hexside: a river, what crosses it, a road; none takes everything away."""
        self.clear(side)
        river = ""
        for word in sorted(_listed(words), key=lambda word: word in CROSSINGS):  # rivers come before what crosses them
            if found := next((kind for kind in RIVERS if f"{word} ".startswith(f"{kind} ")), ""):
                river = word.removeprefix(found).strip() or f"the {found}"
                self.classes.setdefault(river, RIVERS[found])
                self.sides.setdefault(river, set()).add(side)
            elif word in ROADS:
                self.roads[ROADS[word]].add(side)
            elif word in CROSSINGS:
                self.crossings[word][side] = {"river": river}
            elif word != NONE:
                known = (*RIVERS, *CROSSINGS, *ROADS, NONE)
                raise Refused(f"ground: {side}: no {word!r} can be laid", did_you_mean(word, known))

    def lead_out(self, hex: str, words: str) -> None:
        """A road that leaves the map here, by this edge; none: it does not."""
        proper = _known(hex, self.map.grid)
        edge, *more = _listed(words)
        if edge == NONE:
            self.exits.pop(proper, None)
            return
        self.exits[proper] = {"edge": edge}
        for word in more:
            kind, _, rest = word.partition(" ")
            if kind not in ("worth", "to") or not rest:
                raise Refused(f"ground: exit {hex}: {word!r} is not understood", "write it so: east, worth 2, to Huy")
            self.exits[proper][kind] = rest

    def beside(self, word: str, said: Any) -> Plain:
        """The edges or areas that are named, beside the others of the map, which stay what they are."""
        known: Plain = dict(getattr(self.map, word))
        if not isinstance(said, Mapping):
            raise Refused(f"ground: {word} holds names and their hexes", f"write it so: {word}: {{north: [0101-0105]}}")
        for name in said:
            if name not in known:
                raise Refused(f"ground: {word}: the map knows no {name!r}", did_you_mean(name, known))
        return known | dict(said)

    def made(self, more: Plain) -> HexMap:
        """The map that comes of it, without a fault."""
        here = self.map
        rivers = {
            name: {"class": self.classes[name], "sides": tuple(sorted(sides))} for name, sides in self.sides.items()
        }
        try:
            made = HexMap.model_validate(
                {
                    "title": here.title,
                    "grid": here.grid_form,
                    "default": here.default,
                    "hexes": self.hexes,
                    "rivers": rivers,
                    "bridges": self.crossings["bridge"],
                    "fords": self.crossings["ford"],
                    "roads": {kind: tuple(sorted(sides)) for kind, sides in self.roads.items()},
                    "exits": self.exits,
                    "front": here.front,
                    "german": here.german,
                    "edges": here.edges,
                    "areas": here.areas,
                    **more,
                }
            )
        except ValidationError as error:
            fault = error.errors()[0]
            raise Refused(f"ground: {'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}") from error
        vars(made)["grid"] = here.grid  # the same hexes: who touches whom need not be worked out again
        if faults := made.faults():
            raise Refused(f"ground: {faults[0].message}", faults[0].hint)
        return made
