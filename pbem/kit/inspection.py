"""Looking through a pack of somebody's own: what one file says of another must be there.

Each game says in `inspect(look)` what to look at.  What the printed pack has is the pattern: names that the rules call
by are those of the printed pack, each of them and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.kit.data import Pack
from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import HexMap
from pbem.kit.mapfaults import Loc
from pbem.kit.mapgrid import expanded, is_stretch
from pbem.kit.tables import DiceThrown, ResultTable
from pbem.model.errors import RulesBug
from pbem.model.names import did_you_mean, nearest
from pbem.model.problem import Problem
from pbem.model.yamltext import Node, locate

Model = TypeVar("Model")
SIDES_OF_A_HEX = 6


class Inspection:
    """A pack, the printed one, and what was found wrong so far.

    Of the files that could not be read the printed ones stand in; nothing is told of them but that.
    """

    def __init__(self, pack: Pack, printed: Pack, unread: Collection[str] = ()) -> None:
        self.pack, self.printed, self._unread = pack, printed, unread
        self.problems: list[Problem] = []

    def faulty(self, name: str) -> bool:
        """Whether something in a file was found wrong, so that no more can be made of it."""
        return any(problem.where.file == name for problem in self.problems)

    def take(self, model: type[Model], name: str) -> Model:
        return self.pack.take(model, name)

    def fault(self, name: str, loc: Loc, message: str, hint: str = "") -> None:
        """A fault, told at the place to which these keys and indices lead."""
        if name in self._unread:
            return
        node = self.pack.data[name].node
        where = locate(node, loc, key=bool(loc) and isinstance(_node_at(node, loc), dict))
        self.problems.append(Problem(kind="invalid", case="data", message=message, hint=hint, where=where))

    def unless(self, holds: bool, name: str, loc: Loc, message: str, hint: str = "") -> None:
        if not holds:
            self.fault(name, loc, message, hint)

    def known(self, name: str, loc: Loc, said: str, names: Collection[str], what: str) -> bool:
        """Whether this is one of the names; else that is a fault: there is no such unit, no such hex."""
        if said in names:
            return True
        self.fault(name, loc, f'there is no {what} "{said}"', did_you_mean(said, names))
        return False

    def all_known(self, name: str, loc: Loc, said: Iterable[str], names: Collection[str], what: str) -> None:
        for place, one in enumerate(said):
            self.known(name, (*loc, place), one, names, what)

    def once(self, name: str, loc: Loc, said: Iterable[str], what: str) -> None:
        """Nothing stands twice in a list."""
        seen: set[str] = set()
        for place, one in enumerate(said):
            self.unless(one not in seen, name, (*loc, place), f"{what} {one} a second time")
            seen.add(one)

    def between(self, name: str, loc: Loc, value: int, least: int, most: int) -> None:
        if not least <= value <= most:
            self.fault(name, loc, f'"{loc[-1]}" is {value}, it lies between {least} and {most}')

    def same_names(self, name: str, *loc: str) -> None:
        """A mapping has the names that it has in the printed pack, each of them and no other."""
        here, wanted = (_names_at(pack.data[name].node, loc) for pack in (self.pack, self.printed))
        for one in here:
            if one not in wanted:
                self.fault_of_name(name, loc, one, did_you_mean(one, wanted))
        for one in wanted:
            self.unless(one in here, name, loc, f'{_place(loc)}"{one}" is missing')

    def fault_of_name(self, name: str, loc: Loc, one: str, hint: str) -> None:
        if name in self._unread:
            return
        node = self.pack.data[name].node
        where = locate(node, (*loc, one), key=True)
        message = f'{_place(loc)}"{one}" is not known here'
        self.problems.append(Problem(kind="invalid", case="data", message=message, hint=hint, where=where))

    def holds(self, name: str, loc: Loc, make: Callable[[], object]) -> None:
        """What the rules make of a value can be made of it."""
        try:
            make()
        except RulesBug as fault:
            self.fault(name, loc, str(fault))

    def same_members(self, name: str, loc: Loc, said: Collection[str], wanted: Collection[str], what: str) -> None:
        """A list that the rules know by heart: all of it, each once."""
        self.all_known(name, loc, said, wanted, what)
        self.once(name, loc, said, what)
        for one in wanted:
            self.unless(one in said, name, loc, f'{_place(loc)}"{one}" is missing')

    def numbered(self, name: str, loc: Loc, lines: Collection[int], first: int = 1) -> None:
        """A line for each number from the first on, none left out."""
        wanted = range(first, first + len(lines))
        for number in sorted(set(lines) - set(wanted)):
            self.fault(name, (*loc, str(number)), f"{_place(loc)}{number} comes after a gap")
        for number in sorted(set(wanted) - set(lines)):
            self.fault(name, loc, f"{_place(loc)}{number} is missing")

    # results tables

    def table(
        self, name: str, loc: Loc, table: ResultTable, results: Collection[str], columns: Callable[..., object]
    ) -> None:
        """A results table: columns in their order, results that the rules know, the dice that the rules throw."""
        self.holds(name, (*loc, "columns"), lambda: columns(table.columns))
        dice = table.dice
        self.unless(dice == DiceThrown(), name, (*loc, "dice"), f"{_place(loc)}the rules throw one die of six faces")
        for label, row in table.rows.items():
            self.all_known(name, (*loc, "rows", label), row, results, "result")

    # maps of hexes

    def terrains(
        self, name: str, map_name: str, charts: Sequence[Loc], costs: Iterable[str],
        others: Collection[str], more: Collection[str] = (),
    ) -> tuple[str, ...]:  # fmt: skip
        """The terrains of a chart: those of the printed one, and more if the map has them; `others` are none.

        Each stands in every one of the charts.  `more` may stand in any: what a hex holds beside its terrain.
        """
        here = self.take(HexMap, map_name)
        used = {here.default, *(word for place in here.hexes.values() for word in place.terrains)}
        for chart in charts:
            said, wanted = (_names_at(pack.data[name].node, chart) for pack in (self.pack, self.printed))
            for one in said:
                if one not in wanted and one not in used and one not in more:
                    self.fault_of_name(name, chart, one, did_you_mean(one, (*wanted, *more)))
            for one in (*wanted, *sorted(word for word in costs if word in used and word not in wanted)):
                self.unless(one in said, name, chart, f'{_place(chart)}"{one}" is missing')
        return tuple(word for word in costs if word not in others and word not in more)

    def hex_map(self, name: str, map: HexMap, terrains: Collection[str], ranked: Sequence[str] = ()) -> None:
        """A map of hexes: nothing on it that is not there, known terrains, the edges and areas that the rules name.

        A hex has one terrain, or several if the rules have `ranked` them: the one that ranks first is named first.
        """
        for fault in map.faults():
            self.fault(name, fault.loc, fault.message, fault.hint)
        self.known(name, ("default",), map.default, terrains, "terrain")
        for hex, place in map.hexes.items():
            for terrain in place.terrains:
                self.known(name, ("hexes", hex, "terrain"), terrain, terrains, "terrain")
            self._several(name, hex, place.terrains, ranked)
        for part in _names_at(self.printed.data[name].node, ()):
            self.unless(part in _names_at(self.pack.data[name].node, ()), name, (), f'"{part}" is missing')
        for part in ("edges", "areas"):
            self.same_names(name, part)
        self._front(name, map)
        for edge, spans in map.edges.items():
            self._rim(name, ("edges", edge), map, spans)

    def _several(self, name: str, hex: str, terrains: Sequence[str], ranked: Sequence[str]) -> None:
        """Several terrains in a hex, in the order in which the rules rank them; those they do not name come first."""
        loc, order = ("hexes", hex, "terrain"), {word: rank for rank, word in enumerate(ranked)}
        wanted = sorted(set(terrains), key=lambda word: (order.get(word, -1), terrains.index(word)))
        if len(terrains) > 1 and not ranked:
            self.fault(name, loc, f"{hex} has {len(terrains)} terrains, a hex of this game has one")
        elif list(terrains) != wanted:
            twice = len(wanted) < len(terrains)
            fault = "names a terrain twice" if twice else f"names {terrains[0]} before {wanted[0]}, which outranks it"
            self.fault(name, loc, f"{hex} {fault}", f"write [{', '.join(wanted)}]")

    def _front(self, name: str, map: HexMap) -> None:
        """The start line runs where German ground ends, and nowhere else."""
        grid, behind = map.grid, known_hexes(map.german, map.grid)
        line = {grid.hexside(hex, near) for hex in behind for near in grid.neighbours(hex) if near not in behind}
        for place, side in enumerate(map.front):
            ends = side.split("-")
            if len(ends) == 2 and all(grid.contains(hex) for hex in ends) and side not in line:
                self.fault(name, ("front", place), f"{side} does not lie between German ground and the rest")
        if lacking := sorted(line - set(map.front)):
            more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
            self.fault(name, ("front",), f"{lacking[0]}{more} lies between German ground and the rest: add it")

    def _rim(self, name: str, loc: Loc, map: HexMap, spans: Sequence[str]) -> None:
        for place, span in enumerate(spans):
            inner = [hex for hex in known_hexes((span,), map.grid) if len(map.grid.neighbours(hex)) == SIDES_OF_A_HEX]
            if inner:
                self.fault(name, (*loc, place), f"{inner[0]} is not on the edge of the map")

    def rivers(self, name: str, map: HexMap, *wanted: str) -> None:
        """The rivers that the rules speak of."""
        for river in wanted:
            if river not in map.rivers:
                self.fault(name, ("rivers",), f'rivers: "{river}" is missing', _misspelt(river, map.rivers))

    def exits(self, name: str, map: HexMap, edges: Mapping[str, Sequence[str]]) -> None:
        """Where roads leave the map: by an edge that there is, and from a hex that lies on it."""
        for hex, exit in map.exits.items():
            if not map.grid.contains(hex) or not self.known(name, ("exits", hex, "edge"), exit.edge, edges, "edge"):
                continue
            on_it = hex in known_hexes(edges[exit.edge], map.grid)
            self.unless(on_it, name, ("exits", hex), f"{hex} is not on the {exit.edge} edge of the map")

    def hexes(self, name: str, map: HexMap, said: Iterable[tuple[Loc, str]]) -> Iterator[tuple[Loc, str]]:
        """Those of some hexes that are on the map, in their proper numbers; the others are faults."""
        for loc, hex in said:
            if map.grid.contains(hex):
                yield loc, map.grid.proper(hex)
            else:
                self.fault(name, loc, f"{hex} is no hex of the map")

    def stacks(self, name: str, stand: Iterable[tuple[Loc, str]], most: int, case: str) -> None:
        """At most so many stand in one place when the game begins."""
        there: dict[str, int] = {}
        for loc, place in stand:
            there[place] = there.get(place, 0) + 1
            if there[place] > most:
                self.fault(name, loc, f"{place} holds {most}, this is number {there[place]} in it ({case})")


def known_hexes(spans: Iterable[str], grid: HexGrid) -> frozenset[str]:
    """The hexes of a list, as far as they can be read."""
    good = [span for span in spans if is_stretch(span) and all(map(grid.contains, span.split("-")))]
    return frozenset(map(grid.proper, expanded(good, grid)))


def _misspelt(wanted: str, names: Iterable[str]) -> str:
    found = nearest(wanted, names)
    return f"is it {found} that is meant?" if found else ""


def _place(loc: Loc) -> str:
    return f"{' '.join(map(str, loc))}: " if loc else ""


def _names_at(node: Node, loc: Loc) -> Mapping[str, Node]:
    found = _node_at(node, loc)
    return found if isinstance(found, dict) else {}


def _node_at(node: Node, loc: Loc) -> object:
    for part in loc:
        if isinstance(node.value, dict) and str(part) in node.value:
            node = node.value[str(part)]
        elif isinstance(node.value, list) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
        else:
            return None
    return node.value
