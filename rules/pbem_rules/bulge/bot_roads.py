"""The roads by which German units could leave the map, for the bot that has to block them."""

from __future__ import annotations

from pbem_rules.bulge.board import beside, designated, road_ways
from pbem_rules.bulge.s10_fares import fifths_of_a_point
from pbem_rules.bulge.table import Unit

EXITS_WATCHED = 3
"""How many exits of each German unit are watched, the dearest and nearest first."""
A_DAY = 5
"""Points of a move: who has so many left to the exit leaves tomorrow."""
LATER = 4
"""By how much less a way counts that takes longer."""


class Routes:
    """The ways out that German units still have, with the Allied units where they will stand.

    Whenever one more unit is put in their way they look for others.
    """

    def __init__(self, germans: list[Unit]) -> None:
        self._units = [unit for unit in germans if unit.mechanized]
        self._blocked: set[str] = set()
        self._gains: dict[str, int] | None = None

    def block(self, hex: str) -> None:
        """9.1 A unit stands here: nothing passes its zone."""
        self._blocked.update(beside(hex))
        self._gains = None

    def gain(self, hex: str) -> int:
        """What a unit here would block that is still open."""
        if self._gains is None:
            self._gains = {}
            for open_, value in self._open().items():
                for near in beside(open_):
                    self._gains[near] = max(value, self._gains.get(near, 0))
        return self._gains.get(hex, 0)

    def _open(self) -> dict[str, int]:
        """For every road hex what leaves the map through it."""
        through: dict[str, int] = {}
        outs = {exit: self._roads_to(exit) for exit in designated() if exit not in self._blocked}
        for unit in self._units:
            ways_out = {exit: way_out(unit.hex, onward) for exit, onward in outs.items()}
            ranked = sorted((worth(unit, exit, way), exit) for exit, way in ways_out.items() if way)
            for value, exit in ranked[-EXITS_WATCHED:]:
                for hex in ways_out[exit]:
                    through[hex] = through.get(hex, 0) + value
        return through

    def _roads_to(self, exit: str) -> dict[str, str]:
        """For every road hex the next one on the shortest open way to an exit; the exit itself leads nowhere."""
        onward = {exit: ""}
        edge = [exit]
        for hex in edge:  # the list grows
            for way in road_ways()[hex]:
                if way.to not in onward:
                    onward[way.to] = hex
                    if way.to not in self._blocked:
                        edge.append(way.to)
        return onward


def way_out(hex: str, onward: dict[str, str]) -> tuple[str, ...]:
    """The road hexes from here, or from the nearest road hex next door, to an exit."""
    start = next((near for near in beside(hex) if near in onward), "")
    found = []
    while start:
        found.append(start)
        start = onward[start]
    return tuple(found)


def worth(unit: Unit, exit: str, way: tuple[str, ...]) -> int:
    """3.1 What the unit would bring there, as far as it is near."""
    points = unit.cf * designated()[exit]
    return points if len(way) <= A_DAY * fifths_of_a_point() else points // LATER
