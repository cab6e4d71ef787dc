"""Record the golden games anew: python tests/games/record.py SYSTEM [SEED ...]

Do this only when the game was meant to change, and say in the commit why it did.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.office.rulesets import ruleset
from pbem.play.golden import record

SEEDS = (3, 11)


def main(system: str, *seeds: str) -> None:
    spec, folder = ruleset(system), Path(__file__).parent / system.replace("-", "_")
    folder.mkdir(exist_ok=True)
    for scenario in spec.scenarios:
        for seed in map(int, seeds or map(str, SEEDS)):
            path = folder / f"{scenario.name}-{seed}.json"
            path.write_bytes(record(spec, scenario.name, seed))
            sys.stderr.write(f"{path}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
