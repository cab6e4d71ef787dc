"""Whole games by mail: the folk of tests/core/app play them, and the disk need not be waited for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
for folder in ("", "app", "book"):
    if str(TESTS / "core" / folder) not in sys.path:
        sys.path.insert(0, str(TESTS / "core" / folder))


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
