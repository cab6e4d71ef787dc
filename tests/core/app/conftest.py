"""Whole games by mail: the folk of tests/core/app play them, and the disk need not be waited for."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[2]
for folder in ("app", "book"):
    if str(TESTS / "core" / folder) not in sys.path:
        sys.path.insert(0, str(TESTS / "core" / folder))


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, where it and playwright are installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install 'pbem[dev]'")
    from browsing import ARGUMENTS, NAMES

    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=found, args=[*ARGUMENTS])
        yield chromium
        chromium.close()


@pytest.fixture
def at(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page from disk; at the end nothing may have gone wrong or out to the network."""
    from browsing import Reader

    readers = []

    def opened(text: str, **more: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        settings = {"viewport": {"width": 1440, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"]}
        reader = Reader(browser.new_context(**{**settings, **more}).new_page())
        readers.append(reader)
        reader.page.set_default_timeout(10_000)
        reader.page.goto(file.as_uri())
        return reader

    yield opened
    for reader in readers:
        reader.page.context.close()
        assert reader.troubles == []
