"""Whatever stands in a book, undone, judged again, fallen silent, ended, opened: every look at every number answers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sample_books import GAMES

from looks import look_back  # isort: skip


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_number_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    look_back(GAMES[name](tmp_path))
