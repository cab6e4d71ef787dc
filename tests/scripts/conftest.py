"""A command line that is run in this process, in a fresh folder with a home of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from .runner import Ended


@pytest.fixture
def pbem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Callable[[list[str]], Ended]]:
    """A script may turn the clock on: for itself."""
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

    with patch.dict(os.environ):
        yield run
