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


def who_kills(number: int) -> int:
    """The first is slow and kills its process, always."""
    if number == 0:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


_at_work: list[int] = []


def beside(number: int) -> tuple[int, int]:
    """In which process it was done, and how much else was being done there at the time."""
    _at_work.append(number)
    time.sleep(0.05)
    others = len(_at_work) - 1
    _at_work.remove(number)
    return os.getpid(), others


def crash(number: int) -> int:
    raise KeyError(f"no {number}")
