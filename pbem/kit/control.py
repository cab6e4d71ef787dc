"""Zones of control: which hexes are under whose control, and by which units.

Worked out once from a position, then only looked at.  What negates control between two hexes (rivers,
terrain, the kind of unit) is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Exerter:
    """A unit that may exert control: whose it is, where it stands, and which it is."""

    side: str
    hex: str
    unit: str


class Zones:
    """Who controls what.  Made by `zones_of`."""

    def __init__(self, by_hex: dict[str, dict[str, tuple[Exerter, ...]]]) -> None:
        self._by_hex = by_hex

    def controllers(self, side: str, hex: str) -> tuple[Exerter, ...]:
        """The units of a side that exert control into a hex, sorted by hex and name."""
        return self._by_hex.get(hex, {}).get(side, ())

    def controls(self, side: str, hex: str) -> bool:
        """Is the hex in a zone of control of that side?"""
        return bool(self.controllers(side, hex))

    def enemies(self, side: str, hex: str) -> tuple[Exerter, ...]:
        """The units of all other sides that exert control into a hex, sorted."""
        zones = self._by_hex.get(hex, {})
        return tuple(exerter for other in sorted(zones) if other != side for exerter in zones[other])

    def contested(self, side: str, hex: str) -> bool:
        """Is the hex in a zone of control of an enemy of that side?"""
        return any(other != side for other in self._by_hex.get(hex, {}))

    def barred(self, side: str, hex: str, held: Collection[str]) -> bool:
        """The same where units of the side cancel it: `held` are the hexes in which they stand."""
        return hex not in held and self.contested(side, hex)

    def hexes(self, side: str) -> tuple[str, ...]:
        """Every hex in a zone of control of that side, sorted."""
        return tuple(sorted(hex for hex, zones in self._by_hex.items() if side in zones))


def zones_of(
    exerters: Iterable[Exerter],
    around: Callable[[str], Iterable[str]],
    reaches: Callable[[Exerter, str], bool],
) -> Zones:
    """The zones of control of all units that exert any.

    `around` gives the hexes a unit in a hex may control (the neighbours; where the rules say so, the hex
    itself); `reaches` says whether a unit really does.
    """
    found: dict[str, dict[str, list[Exerter]]] = {}
    for exerter in sorted(exerters):
        for hex in around(exerter.hex):
            if reaches(exerter, hex):
                found.setdefault(hex, {}).setdefault(exerter.side, []).append(exerter)
    return Zones({hex: {side: tuple(by) for side, by in sides.items()} for hex, sides in found.items()})
