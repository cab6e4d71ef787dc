"""Whether every seat's book is whole: by the audit, and by `examples/verify.py`, which knows no rules."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from typing import Any

from folk import Folk

from pbem.app.audits import audit

VERIFIER = Path(__file__).resolve().parents[3] / "examples" / "verify.py"


def is_whole(folk: Folk) -> bool:
    for seat, game in folk.seats.items():
        found = audit(folk.root / seat, rulesets=lambda name: folk.spec)
        assert found.ok, found.lines()
        by_script = verified(game.folder.book)
        assert not by_script.breaks
        assert by_script.head == game.course.head
    return True


def script_finds(book: Path) -> list[str]:
    """What `examples/verify.py` finds broken in a book."""
    return [f"{level}: {one}" for level, breaks in verified(book).breaks.items() for one in breaks]


def verified(book: Path) -> Any:
    return _script()["Book"](*_script()["found_in"](book))


@cache
def _script() -> dict[str, Any]:
    return runpy.run_path(str(VERIFIER))
