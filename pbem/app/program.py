"""By which program games were played: a digest of all the code that bots and rules are made of."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pbem
from pbem.engine.spec import RulesetSpec

ROOMS = ("craft", "engine", "kit", "model", "play", "ruleset")
"""What a game between bots runs through, beside its ruleset."""


def program_of(spec: RulesetSpec) -> str:
    """Short, since it tells versions apart and proves nothing; the same wherever the same files are installed."""
    here = Path(pbem.__file__).parent
    found = sha256()
    for place in [*(here / room for room in ROOMS), Path(spec.folder)]:
        for path in sorted(place.rglob("*.py"), key=lambda path: path.relative_to(place).as_posix()):
            found.update(path.relative_to(place).as_posix().encode() + b"\0")
            found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]
