"""A mailbox behind IMAP, by the package imapclient (the extra `desk`)."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, Literal

from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.wire.fault import WireFault, of_connecting, of_login
from pbem.wire.fetched import FIRST_LOOK, LARGEST, Fetched
from pbem.wire.password import Password

Security = Literal["tls", "starttls", "none"]
TIMEOUT = 60
BATCH = 50
"""Letters asked for at once."""


@frozen
class ImapServer:
    """Where the mailbox is, and which folders of it."""

    host: str
    port: int
    security: Security
    user: str
    secret: Password
    folder: str = "INBOX"
    taken: str = ""
    """Where letters go that were taken in; empty: they stay where they are."""


class ImapBox:
    """One open folder.  Letters stay unread as they were, until they are moved to `taken`."""

    def __init__(self, client: Any, server: ImapServer, validity: int) -> None:
        self._client, self._server, self.validity = client, server, validity

    @classmethod
    def open(cls, server: ImapServer, *, look_only: bool = False) -> ImapBox:
        """Log in and open the folder; `look_only` changes nothing there."""
        client = _connect(server)
        try:
            with _faults(server):
                found = client.select_folder(_as_the_server_says(client, server.folder), readonly=look_only)
        except WireFault as fault:
            _leave(client)
            raise WireFault("folder", f"there is no folder {server.folder} in the mailbox", fault.hint) from fault
        return cls(client, server, int(found[b"UIDVALIDITY"]))

    def since(self, uid: int) -> Iterator[Fetched]:
        with _faults(self._server):
            numbers = sorted(n for n in self._client.search(["UID", f"{uid}:*"]) if n >= uid)
        for at in range(0, len(numbers), BATCH):
            with _faults(self._server):
                yield from self._some(numbers[at : at + BATCH])

    def _some(self, numbers: list[int]) -> Iterator[Fetched]:
        known = self._client.fetch(numbers, ["RFC822.SIZE", "INTERNALDATE"])
        for uid in numbers:
            if uid not in known:  # gone since it was listed
                continue
            large = known[uid][b"RFC822.SIZE"] > LARGEST
            part = f"BODY.PEEK[]<0.{FIRST_LOOK}>" if large else "BODY.PEEK[]"
            found = self._client.fetch([uid], [part]).get(uid)
            if found is None:
                continue
            source = next(value for name, value in found.items() if name.startswith(b"BODY"))
            yield Fetched(uid, _utc(known[uid][b"INTERNALDATE"]), source, too_big=large)

    def take(self, uids: list[int]) -> None:
        if not uids or not self._server.taken:
            return
        with _faults(self._server):
            taken = _as_the_server_says(self._client, self._server.taken)
            if not self._client.folder_exists(taken):
                self._client.create_folder(taken)
            if self._client.has_capability("MOVE"):
                self._client.move(uids, taken)
                return
            self._client.copy(uids, taken)
            self._client.add_flags(uids, [rb"\Deleted"])
            self._client.uid_expunge(uids)

    def wait(self, seconds: float) -> bool:
        with _faults(self._server):
            if not self._client.has_capability("IDLE"):
                import time

                time.sleep(seconds)
                return True
            self._client.idle()
            try:
                return bool(self._client.idle_check(timeout=seconds))
            finally:
                self._client.idle_done()

    def close(self) -> None:
        _leave(self._client)


def _connect(server: ImapServer) -> Any:
    try:
        package = import_module("imapclient")
    except ImportError as error:
        raise Refused(
            "the package imapclient is not installed", "pip install 'pbem[desk]', or use a maildir"
        ) from error
    password = server.secret.ask()
    with _faults(server):
        tls = server.security == "tls"
        client = package.IMAPClient(server.host, server.port, ssl=tls, timeout=TIMEOUT, use_uid=True)
        client.normalise_times = False
        if server.security == "starttls":
            client.starttls(ssl.create_default_context())
    errors = (package.exceptions.LoginError, package.exceptions.IMAPClientError)
    try:
        if server.secret.token:
            client.oauth2_login(server.user, password)
        else:
            client.login(server.user, password)
    except errors as error:
        _leave(client)
        raise of_login(str(error), server.user) from error
    return client


@contextlib.contextmanager
def _faults(server: ImapServer) -> Iterator[None]:
    """What a server does wrong is told as a fault."""
    try:
        yield
    except (OSError, EOFError) as error:
        raise of_connecting(error, server.host, server.port) from error
    except import_module("imapclient").exceptions.IMAPClientError as error:
        raise WireFault("box", f"{server.host} answers: {str(error)[:200]}", "look at the mailbox") from error


def _as_the_server_says(client: Any, folder: str) -> str:
    """A folder inside a folder: each server has its own sign between the two, and perhaps a beginning for all."""
    listed = client.list_folders()
    sign = next((delimiter.decode() for _, delimiter, _ in listed if delimiter), "/")
    names = [name for _, _, name in listed]
    if folder in names or folder == "INBOX":
        return folder
    inside = len(names) > 1 and all(name == "INBOX" or name.startswith(f"INBOX{sign}") for name in names)
    return ("INBOX" + sign if inside else "") + folder.replace("/", sign)


def _leave(client: Any) -> None:
    with contextlib.suppress(Exception):
        client.logout()


def _utc(came: datetime) -> datetime:
    return came.astimezone(UTC) if came.tzinfo else came.replace(tzinfo=UTC)
