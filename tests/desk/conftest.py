"""The servers, for all tests of the desk."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
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
