"""Record the golden games anew: python tests/games/record.py SYSTEM [SCENARIO ...] [SEED ...] [every-option]

Do this only when the game was meant to change, and say in the commit why it did.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.engine.spec import RulesetSpec
from pbem.office.rulesets import ruleset
from pbem.play.golden import record

SEEDS = (3, 11)


def every_option(spec: RulesetSpec) -> dict[str, str]:
    """A charter with all options together: of each the first choice that is not the usual one."""
    return {option.name: next(c for c in option.choices if c != option.default) for option in spec.options}


def main(system: str, *words: str) -> None:
    spec, folder = ruleset(system), Path(__file__).parent / system.replace("-", "_")
    folder.mkdir(exist_ok=True)
    scenarios = [one.name for one in spec.scenarios if one.name in words] or [one.name for one in spec.scenarios]
    options, mark = (every_option(spec), "every-option-") if "every-option" in words else (None, "")
    for scenario in scenarios:
        for seed in [int(word) for word in words if word.isdecimal()] or SEEDS:
            path = folder / f"{scenario}-{mark}{seed}.json"
            path.write_bytes(record(spec, scenario, seed, options))
            sys.stderr.write(f"{path}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
