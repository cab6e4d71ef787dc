"""A game whose referee is a desk, and whose players have mailboxes: for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from folk import Folk

from pbem.app.home import Home, remember
from pbem.app.ordering import sign
from pbem.app.receiving import Received, receive
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.counter import MailDesk, Round
from pbem.maildesk.opening import OutFolder, mailbox, set_address, take_up
from pbem.maildesk.rounds import run_round
from pbem.maildesk.store import Store
from pbem.office.mails import Mail
from pbem.office.rulesets import ruleset
from pbem.post.compose import compose

DESK = "desk@example.org"


@dataclass
class Village:
    """The folk of one game, its desk, and the post between them."""

    folk: Folk
    settings: dict[str, Any] = field(default_factory=dict)
    letters: Callable[[bool], Any] | None = None
    """Another mailbox than the Maildir beside the desk's memory."""
    mails: Callable[[], Any] | None = None
    deliver: Callable[[bytes], None] | None = None
    """How a mail gets into the desk's mailbox."""
    read: set[Path] = field(default_factory=set)
    posted: int = 0

    @classmethod
    def found(cls, root: Path, system: str = "ford", mode: str = "referee", terms: Any = None, **more: Any) -> Village:
        village = cls(Folk(root, ruleset(system), mode, terms=terms or {}).found(), **more)
        home = Home(village.folk.home(village.seat))
        key = home.keys / "key"
        key.parent.mkdir(parents=True, exist_ok=True)
        key.write_bytes(village.folk.identity(village.seat).dump(""))
        remember(village.folk.seats[village.seat], key)
        desk = village.desk()
        village.game, _ = take_up(desk, root / village.seat, ())
        for seat in village.players:
            set_address(desk, village.game, seat, address(seat))
        desk.store.close()
        return village

    game: str = ""

    @property
    def seat(self) -> str:
        """Whose desk it is."""
        return "referee"

    @property
    def players(self) -> list[str]:
        return [seat for seat in self.folk.seats if seat != self.seat]

    def desk(self) -> MailDesk:
        home, config = Home(self.folk.home(self.seat)), DeskConfig(**{"desk": {"address": DESK}, **self.settings})
        return MailDesk(
            home, config, Store(home.path / "desk" / "state.sqlite3"), lambda: self.folk.now,
            self.letters or (lambda look_only: mailbox(home, config, look_only=look_only)),
            self.mails or (lambda: OutFolder(home.path / "desk" / "out")),
        )  # fmt: skip

    def round(self, **said: Any) -> Round:
        desk = self.desk()
        try:
            return run_round(desk, **said)
        finally:
            desk.store.close()
            self.folk.seats[self.seat].refresh()

    def post(self, mail: Mail, sender: str, **headers: str) -> bytes:
        """A player mails something to the desk."""
        self.posted += 1
        letter = compose(
            mail.subject, mail.text, sender=sender, to=(DESK,), date=self.folk.now,
            message_id=f"{self.posted}@example.org", headers=headers,
        )  # fmt: skip
        self.put(letter)
        return letter

    def put(self, letter: bytes) -> None:
        if self.deliver is not None:
            self.deliver(letter)
            return
        box = self.folk.home(self.seat) / "desk" / "in" / "new"
        box.mkdir(parents=True, exist_ok=True)
        (box / f"{self.posted}.{len(list(box.iterdir()))}.test").write_bytes(letter)

    def write(self, seat: str, *, final: bool = True) -> Mail:
        signed = sign(self.folk.seats[seat], self.folk.sheet_of(seat), final=final)
        assert signed.mail is not None
        return signed.mail

    def out(self) -> list[Any]:
        """The mails that the desk has sent since this was asked last."""
        found = [
            one for one in sorted((self.folk.home(self.seat) / "desk" / "out").glob("*.eml")) if one not in self.read
        ]
        self.read |= set(found)
        return [message_from_bytes(one.read_bytes(), policy=policy.default) for one in found]

    def fetch_mail(self, mails: list[Any] | None = None) -> list[Received]:
        """The players take in what the desk sent them."""
        got = []
        for mail in self.out() if mails is None else mails:
            seat = str(mail["To"]).partition("@")[0]
            if seat in self.folk.seats:
                got.append(receive(self.folk.seats[seat], [("mail", mail.as_bytes())], self.folk.now))
        return got

    def exchange(self) -> None:
        """Everybody due writes and mails; the desk does the rest."""
        for seat in [one for one in self.folk.writers() if one != self.seat]:
            self.post(self.write(seat), address(seat))
        self.round()
        self.folk.now += timedelta(hours=2)
        self.round()
        self.fetch_mail()


def address(seat: str) -> str:
    return f"{seat}@example.org"
