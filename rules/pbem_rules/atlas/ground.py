"""Terrain: what kind of ground covers most of a hex, by the game's own measure."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from pydantic import BaseModel, ConfigDict

from pbem_rules.atlas.gazetteer import Degrees, Gazetteer
from pbem_rules.atlas.plane import ROW, Plane, Spot


class Measure(BaseModel):
    """A terrain of the game, and what share of a hex (in hundredths) must be which ground for it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

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


FIELDS = 1.3  # kilometres around a place of the hills: its fields
WILD = 2.8  # kilometres from the next place: nothing but woods
KM_NORTH, KM_EAST = 111.2, 71.3  # of a degree, here


class Survey:
    """Asks the gazetteer for the ground under each hex.

    Its outlines of hill country are coarse.  Within them villages lie in clearings and the woods begin
    where the fields of one village end and those of the next have not begun: so do they here.
    """

    def __init__(self, gazetteer: Gazetteer, plane: Plane) -> None:
        self._plane = plane
        self._places: dict[tuple[int, int], list[Degrees]] = {}
        for town in gazetteer.towns.values():
            self._places.setdefault(_cell((town.lat, town.lon)), []).append((town.lat, town.lon))
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
        """What kind of ground a point lies on."""
        ground = self._outlined(at)
        if ground != "broken":
            return ground
        far = self._to_next_place(at)
        return "clear" if far < FIELDS else "woods" if far > WILD else "broken"

    def _to_next_place(self, at: Degrees) -> float:
        """Kilometres to the nearest town or village, if it is near."""
        row, column = _cell(at)
        near = [
            place
            for r in (row - 1, row, row + 1)
            for c in (column - 1, column, column + 1)
            for place in self._places.get((r, c), ())
        ]
        return min((_km(at, place) for place in near), default=WILD + 1)

    def _outlined(self, at: Degrees) -> str:
        for ground, polygon, (south, west, north, east) in self._outlines:
            if south <= at[0] <= north and west <= at[1] <= east and _inside(at, polygon):
                return ground
        return "broken"


def _cell(at: Degrees) -> tuple[int, int]:
    """A square of the country, about five kilometres wide."""
    return int(at[0] * KM_NORTH / 5), int(at[1] * KM_EAST / 5)


def _km(a: Degrees, b: Degrees) -> float:
    north, east = (a[0] - b[0]) * KM_NORTH, (a[1] - b[1]) * KM_EAST
    return sqrt(north * north + east * east)


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
