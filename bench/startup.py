"""How long commands take to start, as ratios to `python -c pass`: python bench/startup.py [--json] [TIMES]"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

PBEM = [sys.executable, "-m", "pbem"]
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import click'": [sys.executable, "-c", "import click"],
    "python -c 'import pydantic'": [sys.executable, "-c", "import pydantic"],
    "pbem --version": [*PBEM, "--version"],
    "pbem --help": [*PBEM, "--help"],
    "pbem case --help": [*PBEM, "case", "--help"],
    "pbem selfplay --help": [*PBEM, "selfplay", "--help"],
    "pbem case (one file of Ford)": [*PBEM, "case", "tests/rules/ford/s07_retreats.yaml"],
    "pbem selfplay ford --games 1": [*PBEM, "selfplay", "ford", "--games", "1", "--json"],
}


def seconds(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, env=os.environ, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")
    return perf_counter() - start


def measured(times: int) -> dict[str, tuple[float, float]]:
    """For each command its median time in ms, and how often `python -c pass` fits into it.

    The commands take turns, so that a busy minute of the machine falls on all of them.
    """
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(times):
        for name, command in COMMANDS.items():
            found[name].append(seconds(command))
    bare = median(found["python -c pass"])
    return {name: (round(1000 * median(took)), round(median(took) / bare, 1)) for name, took in found.items()}


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    table = measured(numbers[0] if numbers else 9)
    if "--json" in sys.argv:
        print(json.dumps({name: ratio for name, (_, ratio) in table.items()}, indent=2))
    else:
        for name, (took, ratio) in table.items():
            print(f"{took:>6.0f} ms  {ratio:>5}  {name}")
