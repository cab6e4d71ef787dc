"""Work for `pbem.app.labour` to do in other processes: it must be importable there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def double_slowly(number: int) -> int:
    time.sleep(0.02)
    return 2 * number


def double_or_die(number: int) -> int:
    """Five kills its process, always."""
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def dies_once(folder: str, number: int) -> int:
    """Five kills its process the first time; every call is noted."""
    with (Path(folder) / "calls").open("a") as calls:
        calls.write(f"{number}\n")
    seen = Path(folder) / "seen"
    if number == 5 and not seen.exists():
        seen.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def rest(folder: str, number: int) -> int:
    """Takes its time; a file says that it has begun."""
    (Path(folder) / str(number)).touch()
    time.sleep(60)
    return number
