"""What READMEs tell of games between bots is what lies in bench/ledgers, played by the rules as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[3] / "bench" / "strength.py"


def test_tables_tell_the_games_that_lie_there() -> None:
    done = subprocess.run([sys.executable, str(PROGRAM), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
