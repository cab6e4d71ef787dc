"""What of a drawing stays as it is while its game goes on: the ground, its grid and numbers, waters, ways, borders.

Of a printed map these are drawn once and kept, known by the map and by the code that draws.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pbem import VERSION
from pbem.kit.fingerprint import code_digest
from pbem.kit.keeper import keeper
from pbem.model.digest import digest, framed, unframed
from pbem.model.errors import Tampered
from pbem.model.picture import Picture
from pbem.report.drawing import ground, labels, lines

Parts = Mapping[str, list[str]]


def still(picture: Picture, page: Picture, prefix: str) -> Parts:
    """The parts of a picture that is fitted to its page: drawn, or as they were drawn before."""
    sheet, place = picture.sheet, keeper()
    if sheet is None or place is None:
        return _drawn(page, prefix)
    name = f"{sheet.name}-{prefix}"
    here = Path(__file__).parent
    stamp = digest("pbem/drawing/1", VERSION, code_digest([here, here.parent]), sheet.stamp)
    found = place.recall(name)
    parts = _read(found, stamp) if found is not None else None
    if parts is None:
        parts = _drawn(page, prefix)
        place.keep(name, framed(stamp, json.dumps(parts).encode()))
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


def _read(kept: bytes, stamp: bytes) -> Parts | None:
    try:
        (made, said), rest = unframed(kept, 2)
        parts: Parts | None = json.loads(said) if made == stamp and not rest else None
    except (Tampered, ValueError):
        return None
    return parts
