"""The geography: towns, rivers, roads, ground and lines of the Ardennes in 1944, in degrees, latitude first."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from pbem.kit.data import open_pack

FOLDER = Path(__file__).parent / "data"

Degrees = tuple[float, float]  # latitude, longitude
Ground = Literal["clear", "broken", "rough", "forest", "moor", "gorge"]


class AtlasFact(BaseModel):
    """An entry of a geography file; what the atlas does not use is left unread."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def _places(points: Any) -> Any:
    """Points may carry the name of the place they stand for: [50.138, 4.825, Givet]."""
    return [point[:2] for point in points]


class MappedTown(AtlasFact):
    id: str
    name: str
    lat: float
    lon: float
    country: str
    size: Literal["city", "town", "village"]
    aliases: tuple[str, ...] = ()


class Junction(AtlasFact):
    id: str
    lat: float
    lon: float


class MappedRiver(AtlasFact):
    id: str
    name: str
    flows_into: str = ""
    points: tuple[Degrees, ...]

    _short = field_validator("points", mode="before")(_places)


class RoadEdge(AtlasFact):
    start: str = Field(alias="from")
    end: str = Field(alias="to")
    km: float
    via: tuple[Degrees, ...] = ()
    main: bool = Field(alias="class")

    _short = field_validator("via", mode="before")(_places)

    @field_validator("main", mode="before")
    @classmethod
    def _is_main(cls, said: str) -> bool:
        return said == "main"


class Region(AtlasFact):
    id: str
    ground: Ground = "broken"
    polygon: tuple[Degrees, ...]


class MappedLine(AtlasFact):
    id: str
    points: tuple[Degrees, ...]

    _short = field_validator("points", mode="before")(_places)


class NamedBridge(AtlasFact):
    name: str
    river: str
    lat: float
    lon: float
    kind: str
    town: str = ""


class RoadOverRiver(AtlasFact):
    """A place where a drawn road meets a drawn river; many in a valley are not there in life."""

    river: str
    start: str = Field(alias="from")
    end: str = Field(alias="to")
    valley: bool = False


class Towns(AtlasFact):
    towns: tuple[MappedTown, ...]


class Rivers(AtlasFact):
    rivers: tuple[MappedRiver, ...]


class MappedRoads(AtlasFact):
    junctions: tuple[Junction, ...]
    edges: tuple[RoadEdge, ...]


class Bridges(AtlasFact):
    named: tuple[NamedBridge, ...]
    crossings: tuple[RoadOverRiver, ...]


class MappedTerrain(AtlasFact):
    regions: tuple[Region, ...]
    forests: tuple[Region, ...]
    moors: tuple[Region, ...]
    gorges: tuple[Region, ...]


class Lines(AtlasFact):
    lines: tuple[MappedLine, ...]
    borders: tuple[MappedLine, ...]


class Gazetteer:
    """All of it, ready to be asked."""

    def __init__(
        self, towns: Towns, rivers: Rivers, roads: MappedRoads, bridges: Bridges, ground: MappedTerrain, lines: Lines
    ):
        self.towns = {town.id: town for town in towns.towns}
        self.rivers = {river.id: river for river in rivers.rivers}
        self.roads = roads
        self.bridges = bridges
        self.terrain = ground
        self.lines = {line.id: line for line in lines.lines}
        self.borders = lines.borders

    def at(self, node: str) -> Degrees:
        """Where a town or road junction lies."""
        found = self.towns.get(node) or self._junctions[node]
        return found.lat, found.lon

    @cached_property
    def _junctions(self) -> dict[str, Junction]:
        return {junction.id: junction for junction in self.roads.junctions}

    @cached_property
    def grounds(self) -> tuple[tuple[Ground, tuple[Degrees, ...]], ...]:
        """Outlines of ground, the one that counts first where they overlap."""
        terrain = self.terrain
        first: list[tuple[Ground, tuple[Degrees, ...]]] = [("gorge", one.polygon) for one in terrain.gorges]
        first += [("moor", one.polygon) for one in terrain.moors]
        first += [("forest", one.polygon) for one in terrain.forests]
        for ground in ("rough", "clear", "broken"):
            first += [(one.ground, one.polygon) for one in terrain.regions if one.ground == ground]
        return tuple(first)

    def course(self, river: str) -> tuple[Degrees, ...]:
        """A river from its source, and on down the rivers it flows into, to the sea."""
        points = self.rivers[river].points
        into = self.rivers[river].flows_into
        if into not in self.rivers:
            return points
        mouth = points[-1]
        below = self.course(into)
        step = min(range(len(below) - 1), key=lambda n: _off(mouth, below[n], below[n + 1]))
        return points + below[step + 1 :]


def _off(point: Degrees, start: Degrees, end: Degrees) -> float:
    """How far a point lies from a stretch, squared, with a degree of longitude shortened to its length here."""
    short = 0.64
    px, py = (point[1] - start[1]) * short, point[0] - start[0]
    dx, dy = (end[1] - start[1]) * short, end[0] - start[0]
    along = min(1.0, max(0.0, (px * dx + py * dy) / (dx * dx + dy * dy or 1.0)))
    return (px - along * dx) ** 2 + (py - along * dy) ** 2


@cache
def the_gazetteer() -> Gazetteer:
    """The geography as the data files have it, read once."""
    models: dict[str, type[AtlasFact]] = {
        "towns.yaml": Towns,
        "rivers.yaml": Rivers,
        "roads.yaml": MappedRoads,
        "bridges.yaml": Bridges,
        "terrain.yaml": MappedTerrain,
        "lines.yaml": Lines,
    }
    pack = open_pack(FOLDER, dict(models))
    return Gazetteer(
        pack.take(Towns, "towns.yaml"),
        pack.take(Rivers, "rivers.yaml"),
        pack.take(MappedRoads, "roads.yaml"),
        pack.take(Bridges, "bridges.yaml"),
        pack.take(MappedTerrain, "terrain.yaml"),
        pack.take(Lines, "lines.yaml"),
    )
