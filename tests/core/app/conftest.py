"""Whole games by mail: the folk of tests/core/app play them, and the disk need not be waited for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[2]
for folder in ("", "app", "book"):
    if str(TESTS / "core" / folder) not in sys.path:
        sys.path.insert(0, str(TESTS / "core" / folder))


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from browsing import launched

    with launched() as chromium:
        yield chromium


@pytest.fixture
def at(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page from disk; at the end nothing may have gone wrong or out to the network."""
    from browsing import Reader, new_page

    readers = []

    def opened(text: str, **more: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        settings = {"viewport": {"width": 1440, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"]}
        at_once = {"reduced_motion": "reduce"}  # it scrolls without a way between
        reader = Reader(new_page(browser, **{**settings, **at_once, **more}))
        readers.append(reader)
        reader.page.goto(file.as_uri())
        return reader

    yield opened
    for reader in readers:
        reader.page.context.close()
        assert reader.troubles == []
