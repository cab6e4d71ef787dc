"""The servers, and games with a desk, for all tests of the desk."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "core" / "app"))

from servers import Dovecot, Relay, dovecot, has_dovecot, relay


@pytest.fixture(scope="session")
def imap() -> Iterator[Dovecot]:
    if not has_dovecot():
        if os.environ.get("PBEM_REQUIRE_DOVECOT"):
            pytest.fail("Dovecot is required and not installed: apt-get install dovecot-imapd")
        pytest.skip("Dovecot is not installed: apt-get install dovecot-imapd")
    with dovecot() as server:
        yield server


@pytest.fixture
def smtp() -> Iterator[Relay]:
    with relay() as server:
        yield server


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
