"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pbem.craft.sayings import many
from pbem.kit.hexes import HexGrid
from pbem.kit.inspection import Inspection
from pbem.kit.mapfaults import Loc
from pbem.kit.odds import OddsColumns
from pbem_rules.ford.board import SCENARIOS, SIDES, Map, ScenarioData, Tables, Units

MAP, UNITS, TABLES = "map.yaml", "units.yaml", "tables.yaml"
RESULTS = ("A1", "AR", "-", "EX", "D1", "D2", "DL", "DE")
"""6.4 What the rules can carry out."""
CARDS = ("Powder", "Rope", "Steady", "Volley")
CHITS = ("fair", "fog", "rain")


def inspect(look: Inspection) -> None:
    tables, units = look.take(Tables, TABLES), look.take(Units, UNITS)
    look.same_names(TABLES, "costs")
    look.same_names(TABLES, "limits")
    look.table(TABLES, ("results",), tables.results, RESULTS, OddsColumns)
    _map(look, look.take(Map, MAP))
    _units(look, units)
    for name in SCENARIOS:
        _scenario(look, f"scenarios/{name}.yaml", units, tables.limits.get("stack", 0))


def _map(look: Inspection, the_map: Map) -> None:
    grid = the_map.hexes
    for part, hexes in (("wood", the_map.ground.wood), ("town", the_map.ground.town)):
        _on_map(look, grid, ((("ground", part, place), hex) for place, hex in enumerate(hexes)))
    for loc, hexes, what in (
        (("ground", "wood"), the_map.ground.wood, "hex"),
        (("ground", "town"), the_map.ground.town, "hex"),
        (("river",), the_map.river, "hexside"),
        (("road",), the_map.road, "hex"),
    ):
        look.once(MAP, loc, hexes, what)
    for name, town in the_map.towns.items():
        built = town.hex in the_map.ground.town
        look.unless(built, MAP, ("towns", name, "hex"), f"{town.hex} is no town in the ground")
    for place, hex in enumerate(the_map.ground.town):
        look.unless(hex not in the_map.ground.wood, MAP, ("ground", "town", place), f"{hex} is wood and town")
    _on_map(look, grid, ((("towns", name, "hex"), town.hex) for name, town in the_map.towns.items()))
    look.once(MAP, ("eastern",), the_map.eastern, "town")
    look.all_known(MAP, ("eastern",), the_map.eastern, the_map.towns, "town")
    look.unless(bool(the_map.eastern), MAP, ("eastern",), "no eastern town, so Blue has no objective (9.2)")
    _sides(look, grid, ((("river", place), side) for place, side in enumerate(the_map.river)))
    crossings = the_map.crossings
    _sides(look, grid, ((("crossings", name, "hexside"), one.hexside) for name, one in crossings.items()))
    for name, crossing in crossings.items():
        wet = crossing.hexside in the_map.river
        look.unless(wet, MAP, ("crossings", name, "hexside"), f"no river under {crossing.hexside}")
    the_bridge = "bridge" in crossings and crossings["bridge"].kind == "bridge"
    look.unless(the_bridge, MAP, ("crossings",), "there is no bridge by the name of bridge (9.4)")
    _road(look, grid, the_map.road)
    look.same_names(MAP, "sources")
    _on_map(look, grid, ((("sources", side), hex) for side, hex in the_map.sources.items()))


def _on_map(look: Inspection, grid: HexGrid, said: Iterable[tuple[Loc, str]]) -> None:
    for loc, hex in said:
        look.unless(grid.contains(hex), MAP, loc, f"{hex} is no hex of the map")


def _sides(look: Inspection, grid: HexGrid, said: Iterable[tuple[Loc, str]]) -> None:
    for loc, side in said:
        ends = side.split("-")
        if len(ends) != 2 or not all(map(grid.contains, ends)) or not grid.adjacent(*ends):
            look.fault(MAP, loc, f"{side} is no hexside of the map", "write it so: 0401-0501")
        else:
            proper = grid.hexside(*ends)
            look.unless(side == proper, MAP, loc, f"{side} is called {proper}", "the lower number comes first")


def _road(look: Inspection, grid: HexGrid, road: tuple[str, ...]) -> None:
    _on_map(look, grid, ((("road", place), hex) for place, hex in enumerate(road)))
    for place, (one, other) in enumerate(pairwise(road)):
        if grid.contains(one) and grid.contains(other):
            look.unless(grid.adjacent(one, other), MAP, ("road", place + 1), f"{one} and {other} share no hexside")


def _units(look: Inspection, units: Units) -> None:
    look.same_names(UNITS, "kinds")
    look.same_names(UNITS, "cards")
    for name, unit in units.units.items():
        look.known(UNITS, ("units", name, "kind"), unit.kind, units.kinds, "kind of unit")
    for name, kind in units.kinds.items():
        weaker = kind.reduced <= kind.full
        look.unless(weaker, UNITS, ("kinds", name, "reduced"), f"reduced it is stronger than full: {kind.reduced}")
    for side, cards in units.cards.items():
        look.once(UNITS, ("cards", side), cards, "card")
        _numbered(look, ("cards", side), cards, CARDS, "card")
        look.unless(
            len(cards) >= units.hand, UNITS, ("cards", side), f"{many(len(cards), 'card')} for a hand of {units.hand}"
        )
    look.once(UNITS, ("cup",), units.cup, "chit")
    _numbered(look, ("cup",), units.cup, CHITS, "chit")
    look.unless(bool(units.cup), UNITS, ("cup",), "no chit for the weather (4.2)")


def _numbered(look: Inspection, loc: Loc, said: Iterable[str], kinds: tuple[str, ...], what: str) -> None:
    """`Rope 1`: a kind and a number; one of a kind needs none."""
    for place, one in enumerate(said):
        look.known(UNITS, (*loc, place), one.rpartition(" ")[0] or one, kinds, what)


def _scenario(look: Inspection, file: str, units: Units, stack: int) -> None:
    scenario = look.take(ScenarioData, file)
    grid = look.take(Map, MAP).hexes
    for part, said in (("at", scenario.at), ("arrivals", scenario.arrivals)):
        for name in said:
            look.known(file, (part, name), name, units.units, "unit")
    for name in units.units:
        times = (name in scenario.at) + (name in scenario.arrivals)
        look.unless(times == 1, file, ("at",), f"{name} is named {times} times in at and arrivals", "name it once")
    for name, turn in scenario.arrivals.items():
        look.between(file, ("arrivals", name), turn, 1, scenario.turns)
    for side in SIDES:
        own = [name for name, unit in units.units.items() if unit.side == side and name in scenario.at]
        here = [(("at", name), scenario.at[name]) for name in own]
        for loc, hex in here:
            look.unless(grid.contains(hex), file, loc, f"{hex} is no hex of the map")
        look.stacks(file, here, stack, "2.3")
    holders: dict[str, str] = {}
    for name, hex in scenario.at.items():
        if name in units.units:
            side = holders.setdefault(hex, units.units[name].side)
            look.unless(side == units.units[name].side, file, ("at", name), f"both sides stand in {hex}")
