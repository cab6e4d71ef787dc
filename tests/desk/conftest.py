"""The servers, and games with a desk, for all tests of the desk."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "core" / "app"))

from servers import Dovecot, Relay, dovecot, has_dovecot, has_postfix, postfix, relay

CLIENTS = ("neomutt", "s-nail", "swaks", "msmtp")


def wanted(there: bool, what: str, package: str) -> None:
    """Where it is missing the test is skipped, or fails if PBEM_REQUIRE_MAIL says that it must be there."""
    if there:
        return
    said = f"{what} is not there: apt-get install {package}"
    if os.environ.get("PBEM_REQUIRE_MAIL"):
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def imap_server() -> Iterator[Dovecot]:
    wanted(has_dovecot(), "Dovecot", "dovecot-imapd")
    with dovecot() as server:
        yield server


@pytest.fixture
def imap(imap_server: Dovecot) -> Dovecot:
    """A real server with nothing in its mailboxes: letters that a test leaves there are no other test's."""
    imap_server.empty()
    return imap_server


@pytest.fixture(scope="session")
def submission(imap_server: Dovecot) -> Iterator[int]:
    """The port of a real server that takes mails and delivers them into the mailboxes of the other."""
    wanted(has_postfix(), "Postfix, started by root,", "postfix")
    wanted(bool(imap_server.lmtp), "Dovecot's LMTP", "dovecot-lmtpd")
    for client in CLIENTS:
        wanted(shutil.which(client) is not None, client, client)
    with postfix(imap_server.lmtp) as port:
        yield port


@pytest.fixture
def smtp() -> Iterator[Relay]:
    with relay() as server:
        yield server


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
