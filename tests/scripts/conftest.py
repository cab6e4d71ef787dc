"""A command line that is run in this process, in a fresh folder with a home of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .runner import Ended


@pytest.fixture
def pbem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[[list[str]], Ended]:
    from pbem.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NO_COLOR", "1")

    def run(args: list[str]) -> Ended:
        capfd.readouterr()
        try:
            main(args)
        except SystemExit as end:
            code = int(end.code or 0)
        said = capfd.readouterr()
        return Ended(code, said.out, said.err)

    return run
