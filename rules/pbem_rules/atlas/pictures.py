"""The empty map of each game as a picture, also of games whose rules are not here."""

from __future__ import annotations

from pbem.kit.data import open_pack
from pbem.kit.mapdata import HexMap
from pbem.kit.mapgrid import MapForm
from pbem.kit.mappicture import LOOKS, picture_of, share
from pbem.ruleset.telling import picture as pic
from pbem_rules.atlas.areas import GraphForm
from pbem_rules.atlas.generating import AREA_GAMES, target

PACE = 110.0  # from one space to the next, on the plane of the shapes
SIZES = {"none": 1, "town": 2, "city": 4}


class ShapeLine(MapForm):
    kind: pic.LineKind
    name: str = ""
    points: tuple[pic.Point, ...]


class ShapeBridge(MapForm):
    at: pic.Point
    angle: float


class ShapesFile(MapForm):
    """The file the atlas writes for a map of areas."""

    outlines: dict[str, tuple[pic.Point, ...]]
    centres: dict[str, pic.Point]
    lines: tuple[ShapeLine, ...]
    bridges: tuple[ShapeBridge, ...]


def blank(game: str) -> pic.Picture:
    """The map of a game with nothing on it."""
    folder = target(game).parent
    if game in AREA_GAMES:
        return _of_areas(game)
    pack = open_pack(folder, {"map.yaml": HexMap})
    return picture_of(pack.take(HexMap, "map.yaml"), pack.shares_of("map.yaml"))


def _of_areas(game: str) -> pic.Picture:
    pack = open_pack(target(game).parent, {"map.yaml": GraphForm, "shapes.yaml": ShapesFile})
    graph, shapes = pack.take(GraphForm, "map.yaml"), pack.take(ShapesFile, "shapes.yaml")
    used = {space.terrain for space in graph.spaces.values()}
    return pic.Picture(
        title=graph.title,
        spaces=tuple(
            pic.Space(name, shapes.centres[name], shapes.outlines[name], terrain=space.terrain, name=name)
            for name, space in graph.spaces.items()
        ),
        pace=PACE,
        terrains=tuple(pic.Terrain(key, key, look) for key, look in LOOKS.items() if key in used),
        lines=tuple(pic.Line(line.kind, line.points, line.name) for line in shapes.lines),
        crossings=tuple(pic.Crossing("bridge", bridge.at, bridge.angle) for bridge in shapes.bridges),
        towns=tuple(
            pic.Town(name, shapes.centres[name], SIZES[space.settlement], name, worth=str(space.points or ""))
            for name, space in graph.spaces.items()
        ),
        rebuilt=share(pack.shares_of("map.yaml")),
    )
