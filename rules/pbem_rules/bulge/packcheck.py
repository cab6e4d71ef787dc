"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something."""

from __future__ import annotations

from pbem.kit.inspection import Inspection
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import DifferentialColumns
from pbem_rules.bulge.board import ENTRY_EDGES, MEUSE, RANKS, WEATHERS, WEST_WALL, CounterData, Counters, Tables

MAP, UNITS, TABLES = "map.yaml", "units.yaml", "tables.yaml"
RESULTS = ("Ae", "Ar", "Ct", "Ex", "Dr", "De")
"""12.2 What the rules can carry out."""
NO_TERRAIN = ("river", "road")
BESIDE = ("town", "city", WEST_WALL)
"""Words of the terrain chart that are no terrain in a hex, and those of them that may stand beside one."""
HIGHEST = 6


def inspect(look: Inspection) -> None:
    the_map, counters, tables = look.take(HexMap, MAP), look.take(Counters, UNITS), look.take(Tables, TABLES)
    terrains = look.terrains(TABLES, MAP, (("costs",), ("defence",)), tables.costs, NO_TERRAIN, BESIDE)
    look.hex_map(MAP, the_map, terrains, RANKS)
    look.rivers(MAP, the_map, MEUSE)
    _exits(look, the_map)
    _tables(look, tables)
    for name, counter in counters.units.items():
        _counter(look, name, counter, the_map, len(tables.turns))
    stand = [(("units", name, "at"), one.at) for name, one in counters.units.items() if one.at]
    look.stacks(UNITS, look.hexes(UNITS, the_map, stand), 1, "8.0")


def _exits(look: Inspection, the_map: HexMap) -> None:
    """2.3.1, 3.1, 14.0"""
    look.exits(MAP, the_map, the_map.edges)
    for edges in ENTRY_EDGES.values():
        there = [exit for exit in the_map.exits.values() if exit.edge in edges]
        look.unless(bool(there), MAP, ("exits",), f"no road leads off the map in the {' or the '.join(edges)}")
    valued = any(exit.worth is not None for exit in the_map.exits.values())
    look.unless(valued, MAP, ("exits",), "no exit has a worth, so no German unit may leave (3.1)")


def _tables(look: Inspection, tables: Tables) -> None:
    for names in (("allowance",), ("limits",), ("markers",), ("markers", "german"), ("markers", "allied")):
        look.same_names(TABLES, *names)
    look.same_names(TABLES, "variable")
    for name in ("primary", "secondary"):
        look.table(TABLES, (name,), tables.crt(name), RESULTS, DifferentialColumns)
    same = tables.primary.columns == tables.secondary.columns
    look.unless(same, TABLES, ("secondary", "columns"), "the two combat results tables have other columns")
    _turns(look, tables)


def _turns(look: Inspection, tables: Tables) -> None:
    """6.0, 7.0 A line for each game-turn, with the air points of each weather that it may have."""
    look.numbered(TABLES, ("turns",), tables.turns)
    for turn, line in tables.turns.items():
        for weather in line.air:
            look.known(TABLES, ("turns", str(turn), "air", weather), weather, WEATHERS, "weather")
        may_be = ("overcast",) if turn == 1 else tables.variable
        for weather in may_be:
            wanted = weather in line.air
            look.unless(wanted, TABLES, ("turns", str(turn), "air"), f'air: "{weather}" is missing')
    highest = [*tables.variable.values()]
    rising = highest == sorted(set(highest))
    look.unless(rising, TABLES, ("variable",), "the numbers of the variable weather must rise")
    most = HIGHEST + max((line.modifier for line in tables.turns.values()), default=0)
    enough = max(highest, default=0) >= most
    look.unless(enough, TABLES, ("variable",), f"no weather for a modified die of {most}")


def _counter(look: Inspection, name: str, counter: CounterData, the_map: HexMap, turns: int) -> None:
    """2.3.1 On the map from the start, by an arrival code, or out of the air."""
    here = ("units", name)
    if counter.at:
        look.unless(not counter.turn and not counter.edge, UNITS, here, f"{name} is on the map and has an arrival code")
        standable = not the_map.grid.contains(counter.at) or not the_map.place(counter.at).impassable
        look.unless(standable, UNITS, (*here, "at"), f"{counter.at} is impassable")
    elif counter.edge:
        look.between(UNITS, (*here, "turn"), counter.turn, 1, turns)
        look.known(UNITS, (*here, "edge"), counter.edge, ENTRY_EDGES[counter.side], f"edge of the {counter.side} side")
    else:
        look.unless(counter.drops, UNITS, here, f"{name} has no hex and no edge", "say at, or turn and edge")
    if counter.edge and counter.edge in the_map.edges:
        roads = any(exit.edge == counter.edge for exit in the_map.exits.values())
        look.unless(roads, UNITS, (*here, "edge"), f"no road leads off the map in the {counter.edge}")
