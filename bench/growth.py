"""Whether commands grow with the game: python bench/growth.py [TIMES]

The long game of long.py at its first and its last stand: `status`, `check`, `draft` and `receive` are run at the one
and at the other in turns, each round in the other order.  Shown are the least and the middle of each, and by how much
the last costs more than the first.  Where valgrind is installed, instructions are counted too, which no other work on
the machine disturbs; they leave out what the system does for a process.  A position that holds more counts with it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from long import STANDS, long_game
from startup import NOON, Command, commands_at, cost

WATCHED = ("status", "check", "draft", "receive orders")
TIMES = 15
COUNTER = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]


def pairs(games: Path) -> dict[str, list[Command]]:
    """Each command at the first stand and at the last."""
    ends = (STANDS[0], STANDS[-1])
    found = {number: commands_at(number, stand, games) for number, stand in long_game().items() if number in ends}
    named = {number: {one.name.split(": ")[1]: one for one in listed} for number, listed in found.items()}
    return {name: [named[number][name] for number in ends] for name in WATCHED}


def instructions(command: Command, environment: dict[str, str]) -> int:
    """How many instructions a run takes; 0 where nobody counts them."""
    if shutil.which(COUNTER[0]) is None:
        return 0
    command.before()
    own = {**environment, "PBEM_HOME": f"{environment['PBEM_HOME']}-{command.name.split(':')[0].replace(' ', '')}"}
    words = [*COUNTER, *command.line]
    run = subprocess.run(words, cwd=command.folder, env=own, capture_output=True, text=True, check=False)
    told = re.search(r"Collected : (\d+)", run.stderr)
    return int(told[1]) if told else 0


def main(words: list[str]) -> None:
    times = int(words[0]) if words else TIMES
    with TemporaryDirectory() as folder:
        games = Path(folder)
        environment = {**os.environ, "PBEM_HOME": str(games / "home"), "PBEM_CLOCK": NOON.isoformat()}
        environment |= {"PYTHONPYCACHEPREFIX": str(games / "compiled"), "PYTHONHASHSEED": "0"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, both in pairs(games).items():
            taken: list[list[float]] = [[], []]
            for number in range(times + 1):
                for place in (0, 1) if number % 2 else (1, 0):
                    seconds = cost(both[place], environment).seconds
                    if number:  # the first round compiles
                        taken[place].append(1000 * seconds)
            least, middle = [min(one) for one in taken], [median(one) for one in taken]
            counted = [instructions(one, environment) / 1_000_000 for one in both]
            told = f", instructions {counted[0]:.0f} and {counted[1]:.0f} million" if all(counted) else ""
            grown = f"  x{counted[1] / counted[0]:.2f}" if all(counted) else ""
            print(
                f"{name:15} least {least[0]:4.0f} {least[1]:4.0f} ms  x{least[1] / least[0]:.2f}"
                f"   middle {middle[0]:4.0f} {middle[1]:4.0f} ms  x{middle[1] / middle[0]:.2f}{told}{grown}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
