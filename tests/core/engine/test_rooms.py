"""What every ruleset has in modules of the same name is found there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.ruleset.rooms import rooms_of


def test_what_lies_in_a_room_under_its_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "roomy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "board.py").write_text("SIDES = ('blue', 'red')\nELSE = 1\n")
    (package / "sequence.py").write_text("STEPS = {}\ndef turn(table): return 'one'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = rooms_of("roomy")
    assert {role: found[role] for role in ("folder", "sides", "steps")} == {
        "folder": str(package), "sides": ("blue", "red"), "steps": {},
    }  # fmt: skip
    assert found["turn"](None) == "one"
    assert found.keys() == {"folder", "sides", "steps", "turn"}
    for name in [name for name in sys.modules if name.split(".")[0] == "roomy"]:
        del sys.modules[name]
