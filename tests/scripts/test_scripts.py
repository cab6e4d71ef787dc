"""Every script of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from .runner import Run, Script

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path, tmp_path: Path, pbem: Run) -> None:
    Script.read(path).run(tmp_path, pbem)
