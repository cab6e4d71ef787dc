"""Whole games on file, played again byte for byte, whatever the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.model.canonical import canonical, parse_canonical
from pbem.office.rulesets import ruleset
from pbem.play.golden import record, replayed

GAMES = sorted(Path(__file__).parent.glob("*/*.json"))
AGAIN = """
import sys
from pathlib import Path
from pbem.office.rulesets import ruleset
from pbem.play.golden import replayed
for name in sys.argv[2:]:
    golden = Path(name).read_bytes()
    if replayed(ruleset(sys.argv[1]), golden) != golden:
        sys.exit(f"{name} comes out otherwise")
"""


def system_of(path: Path) -> str:
    return path.parent.name.replace("_", "-")


@pytest.mark.parametrize("path", GAMES, ids=[f"{path.parent.name}-{path.stem}" for path in GAMES])
def test_a_game_on_file_comes_out_as_it_did(path: Path) -> None:
    golden = path.read_bytes()
    again = replayed(ruleset(system_of(path)), golden)
    told, found = parse_canonical(golden)["exchanges"], parse_canonical(again)["exchanges"]
    changed = [number for number, (old, new) in enumerate(zip(told, found, strict=True), 1) if old != new]
    assert not changed, (
        f"exchange {changed[0]} of {len(told)} comes out otherwise; was that meant? tests/games/record.py"
    )
    assert again == golden


@pytest.mark.parametrize("hash_seed", ["0", "1", "2"])
@pytest.mark.parametrize("system", sorted({system_of(path) for path in GAMES}))
def test_the_hash_seed_changes_nothing(system: str, hash_seed: str) -> None:
    games = [str(path) for path in GAMES if system_of(path) == system]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, system, *games], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_changed_input_changes_the_text() -> None:
    spec = ruleset("ford")
    golden = record(spec, "crossing", 1)
    game = parse_canonical(golden)
    game["seed"] += 1
    other = canonical(game)
    assert replayed(spec, golden) == golden
    assert replayed(spec, other) != other
