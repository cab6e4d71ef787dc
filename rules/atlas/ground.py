"""Terrain: what kind of ground covers most of a hex, by the game's own measure."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, ConfigDict

from rules.atlas.gazetteer import Degrees, Gazetteer
from rules.atlas.plane import ROW, Plane, Spot


class Measure(BaseModel):
    """A terrain of the game, and what share of a hex (in hundredths) must be which ground for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    terrain: str
    share: int
    of: tuple[str, ...]


# Nineteen points of a hex: the middle, and two rings.
POINTS = tuple(
    Spot((2 * along + across % 2) * 0.105, across * 0.21 * ROW)
    for across in range(-2, 3)
    for along in range(-2, 3)
    if abs(2 * along + across % 2) <= 4 - abs(across)
)


class Survey:
    """Asks the gazetteer for the ground under each hex."""

    def __init__(self, gazetteer: Gazetteer, plane: Plane) -> None:
        self._plane = plane
        self._outlines = [(ground, polygon, _frame(polygon)) for ground, polygon in gazetteer.grounds]

    def shares(self, hex: str) -> Counter[str]:
        """How many of a hundred parts of the hex are which ground."""
        centre = self._plane.centre(hex)
        spots = [Spot(centre.x + x, centre.y + y) for x, y in POINTS]
        found = Counter(self.ground(self._plane.degrees(spot)) for spot in spots)
        return Counter({ground: 100 * number // len(spots) for ground, number in sorted(found.items())})

    def terrain(self, hex: str, measures: tuple[Measure, ...], default: str) -> str:
        """The first terrain whose measure the hex fills."""
        shares = self.shares(hex)
        for measure in measures:
            if sum(shares[ground] for ground in measure.of) >= measure.share:
                return measure.terrain
        return default

    def ground(self, at: Degrees) -> str:
        for ground, polygon, (south, west, north, east) in self._outlines:
            if south <= at[0] <= north and west <= at[1] <= east and _inside(at, polygon):
                return ground
        return "broken"


def _frame(polygon: tuple[Degrees, ...]) -> tuple[float, float, float, float]:
    lats, lons = [lat for lat, _ in polygon], [lon for _, lon in polygon]
    return min(lats), min(lons), max(lats), max(lons)


def _inside(at: Degrees, polygon: tuple[Degrees, ...]) -> bool:
    lat, lon = at
    inside = False
    for (south, west), (north, east) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (south > lat) != (north > lat) and lon < west + (lat - south) * (east - west) / (north - south):
            inside = not inside
    return inside
