"""What of a drawing stays as it is while its game goes on: the ground, its grid and numbers, waters, ways, borders.

Of a printed map these are drawn once and kept, known by the map and by the code that draws.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pbem.kit.keeper import keeper
from pbem.kit.witnesses import keep, recalled
from pbem.model.picture import Picture
from pbem.report.drawing import ground, labels, lines

Parts = Mapping[str, list[str]]


def still(picture: Picture, page: Picture, prefix: str) -> Parts:
    """The parts of a picture that is fitted to its page: drawn, or as they were drawn before."""
    sheet, place = picture.sheet, keeper()
    if sheet is None or place is None:
        return _drawn(page, prefix)
    name = f"{sheet.name}-{prefix}"
    found = recalled(place, name, sheet.stamp)
    parts = _read(found.body) if found is not None else None
    if parts is None:
        parts = _drawn(page, prefix)
        keep(place, name, sheet.stamp, (), json.dumps(parts).encode())
    return parts


def _drawn(page: Picture, prefix: str) -> Parts:
    return {
        "shapes": ground.shapes(page, prefix),
        "ground": ground.ground(page, prefix),
        "waters": lines.waters(page, prefix),
        "sides": lines.sides(page.edges),
        "borders": lines.borders(page, prefix),
        "ways": lines.ways(page, prefix),
        "numbers": labels.numbers(page),
        "area names": labels.area_names(page),
        "fronts": lines.fronts(page, prefix),
    }


def _read(kept: bytes) -> Parts | None:
    try:
        parts: Parts = json.loads(kept)
    except ValueError:
        return None
    return parts
