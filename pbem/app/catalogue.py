"""What `pbem games` says, as it was said before: a system is loaded only if something about it has changed since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pbem
from pbem.kit.fingerprint import code_digest, data_digest
from pbem.kit.keeper import keeper
from pbem.model.digest import digest
from pbem.office.offers import folder_of, installed

ROOMS = tuple(Path(pbem.__file__).parent / room for room in ("app", "craft", "engine", "kit", "model", "ruleset"))


def catalogue() -> list[dict[str, Any]]:
    """All systems; of one that cannot be used, why."""
    return [_entry(name) for name in installed()]


def _entry(name: str) -> dict[str, Any]:
    place = keeper()
    folder = folder_of(name) if place is not None else None
    if place is None or folder is None:
        return _loaded(name)
    code = code_digest([*ROOMS, folder])
    stamp = digest("pbem/games/1", pbem.VERSION, str(folder), code, data_digest(str(folder)))
    found = place.recall(f"games-{name}")
    if found is not None and found[: len(stamp)] == stamp:
        said: dict[str, Any] = json.loads(found[len(stamp) :])
        return said
    made = _loaded(name)
    if "broken" not in made:
        place.keep(f"games-{name}", stamp + json.dumps(made).encode())
    return made


def _loaded(name: str) -> dict[str, Any]:
    from pbem.app.games import described

    return described(name)
