"""What a kept pack costs in a process that has not read it yet: python bench/packs.py [--json] [TIMES]

Each system's pack is kept in a cache of its own, and read again by processes that do nothing else.  Told are the least
and the middle of the processor's milliseconds until it is known again, and until all its values are put together.
"""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

SYSTEMS = ("ford", "ardennes-offensive", "wwii-commander", "bulge", "battles-for-the-ardennes", "enemy-action-ardennes")
TIMES = 12
ONE = """
import gc, sys
from pathlib import Path
from time import process_time
from pbem.kit.keeper import use
from pbem.kit.kept import kept_pack
from pbem.office.cache import Cache
from pbem.office.rulesets import ruleset
cache = Cache(Path(sys.argv[2]))
use(lambda: cache)
folder = Path(ruleset(sys.argv[1]).folder)
shelf = next(
    vars(one)["DATA"] for one in list(sys.modules.values())
    if "DATA" in vars(one) and Path(getattr(one, "__file__", None) or "").parent == folder
)
gc.disable()
start = process_time()
pack = kept_pack(shelf.folder, shelf.models)
known = process_time()
for name in sorted(shelf.models):
    pack.take(object, name)
print(1000 * (known - start), 1000 * (process_time() - start))
"""


def read_once(system: str, cache: str) -> tuple[float, float]:
    """Milliseconds until the pack is known, and until all of it is there."""
    line = [sys.executable, "-c", ONE, system, cache]
    known, whole = subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()
    return float(known), float(whole)


def main(*words: str) -> None:
    times = next((int(word) for word in words if word.isdecimal()), TIMES)
    found: dict[str, list[tuple[float, float]]] = {system: [] for system in SYSTEMS}
    with TemporaryDirectory() as cache:
        for number in range(times + 1):
            for system in SYSTEMS:
                took = read_once(system, cache)
                if number:  # the first one keeps it
                    found[system].append(took)
    if "--json" in words:
        print(json.dumps(found, indent=1))
        return
    for system, costs in found.items():
        known, whole = zip(*costs, strict=True)
        told = f"known {min(known):5.2f} ({median(known):.2f})   all of it {min(whole):5.2f} ({median(whole):.2f}) ms"
        print(f"{system:26} {told}")


if __name__ == "__main__":
    main(*sys.argv[1:])
