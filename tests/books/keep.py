"""Write the books that this release keeps: `python tests/books/keep.py`, until the release is out, and never after.

Two books of the Ford that ended (one by agreement, undone once, opened; one by silence), and a running game with
everybody's secrets.  `tests/games/test_kept_books.py` audits them and plays on, in this release and in all later ones.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / place) for place in (".", "core", "core/app", "core/book")]

from folk import Folk  # noqa: E402
from sample_books import agreed_game, silent_game  # noqa: E402

from pbem import VERSION  # noqa: E402
from pbem_rules.ford import RULESET as FORD  # noqa: E402

WRITTEN_AGAIN = shutil.ignore_patterns("reports", "lock")


def running_game(root: Path) -> Folk:
    """Ford with a referee, three exchanges played."""
    folk = Folk(root, FORD, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    return folk


def keep(into: Path) -> None:
    plays: dict[str, Callable[[Path], Folk]] = {"agreed": agreed_game, "silent": silent_game, "running": running_game}
    for name, play in plays.items():
        with tempfile.TemporaryDirectory() as scratch:
            folk = play(Path(scratch))
            kept = folk.root / "blue" / "book" if name != "running" else folk.root
            shutil.copytree(kept, into / name / ("" if name == "running" else "book"), ignore=WRITTEN_AGAIN)


if __name__ == "__main__":
    os.fsync = lambda handle: None
    folder = TESTS / "books" / VERSION
    shutil.rmtree(folder, ignore_errors=True)
    keep(folder)
