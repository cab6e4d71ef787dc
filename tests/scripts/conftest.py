"""A command line that is run in this process, in a fresh folder with a home of its own."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partialmethod
from pathlib import Path
from unittest.mock import patch

import pytest

from .runner import Ended

NOON = "2026-03-02T12:00:00+00:00"


@pytest.fixture(autouse=True)
def same_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, dice and hands of a script are the same whenever it runs: what holds once holds."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from pbem.office.game import Game
    from pbem.seal.keys import Identity

    drawn = random.Random(request.node.name).randbytes
    monkeypatch.setattr(Game, "__init__", partialmethod(Game.__init__, entropy=drawn))
    monkeypatch.setattr(Identity, "generate", lambda: Identity(Ed25519PrivateKey.from_private_bytes(drawn(32))))
    monkeypatch.setattr(os, "urandom", drawn)
    monkeypatch.setenv("PBEM_CLOCK", NOON)


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
