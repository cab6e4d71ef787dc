"""The roads by which German units could leave the map, for the bot that has to block them."""

from __future__ import annotations

from functools import cache

from pbem_rules.bulge.board import DATA, around, designated, ways
from pbem_rules.bulge.table import Unit

EXITS_WATCHED = 2
"""How many exits of each German unit are watched, the best first."""
WORTH_OF_A_FACTOR = 3


@DATA.renews
@cache
def roads_to(exit: str) -> dict[str, str]:
    """For every road hex the next one on the shortest way to an exit; the exit itself leads nowhere."""
    onward = {exit: ""}
    edge = [exit]
    for hex in edge:  # the list grows
        for way in ways()[hex]:
            if way.road and way.to not in onward:
                onward[way.to] = hex
                edge.append(way.to)
    return onward


@DATA.renews
@cache
def way_out(hex: str, exit: str) -> tuple[str, ...]:
    """The road hexes from here, or from the nearest road hex next door, to an exit."""
    onward = roads_to(exit)
    start = next((near for near in (hex, *around(hex)) if near in onward), "")
    found = []
    while start:
        found.append(start)
        start = onward[start]
    return tuple(found)


class Routes:
    """The ways out that German units have, and which of them Allied units already block."""

    def __init__(self, germans: list[Unit]) -> None:
        self._through: dict[str, list[tuple[str, str]]] = {}
        self._weight: dict[tuple[str, str], int] = {}
        self._blocked: set[tuple[str, str]] = set()
        for unit in germans:
            if unit.mechanized:
                self._add(unit)

    def _add(self, unit: Unit) -> None:
        outs = {exit: way_out(unit.hex, exit) for exit in designated()}
        near = sorted((len(way) - 4 * designated()[exit], exit) for exit, way in outs.items() if way)
        for _, exit in near[:EXITS_WATCHED]:
            route = (unit.id, exit)
            self._weight[route] = unit.cf + WORTH_OF_A_FACTOR * designated()[exit]
            for hex in outs[exit]:
                self._through.setdefault(hex, []).append(route)

    def block(self, hex: str) -> None:
        """9.1 A unit stands here: nothing passes its zone."""
        for near in (hex, *around(hex)):
            self._blocked.update(self._through.get(near, ()))

    def gain(self, hex: str) -> int:
        """What a unit here would block that is still open."""
        stopped = {route for near in (hex, *around(hex)) for route in self._through.get(near, ())}
        return sum(self._weight[route] for route in sorted(stopped) if route not in self._blocked)
