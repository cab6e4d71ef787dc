"""What a round of the desk works with, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from email.utils import parseaddr
from pathlib import Path

from pbem.app.home import Home
from pbem.maildesk import taken
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.store import Store
from pbem.maildesk.taken import TakenGame
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.records import frozen, mutable
from pbem.wire.fetched import Mailbox
from pbem.wire.sending import Sender


@frozen
class MailDesk:
    """What a round works with.  The ways in and out are opened when they are needed."""

    home: Home
    config: DeskConfig
    store: Store
    clock: Callable[[], datetime]
    letters: Callable[[bool], Mailbox]
    """Open the mailbox; True: only to look."""
    mails: Callable[[], Sender]

    @property
    def folder(self) -> Path:
        return self.home.path / "desk"

    @property
    def own(self) -> tuple[str, ...]:
        return (parseaddr(self.config.desk.address)[1], *([self.config.desk.admin] if self.config.desk.admin else []))

    def pause(self, one: TakenGame, error: Tampered | RulesBug | Refused, done: Round, now: datetime) -> None:
        """This game rests until somebody has looked; all others go on."""
        why = f"{error.message}; {error.hint}" if isinstance(error, Refused) else str(error)
        done.broken = done.broken or isinstance(error, Tampered)
        one.paused = why
        taken.pause(one.folder, self.store, why)
        self.store.log(now, f"rests: {why}", one.name)


@mutable
class Round:
    """What came of one round."""

    taken: int = 0
    passed_over: int = 0
    sent: int = 0
    said: list[str] = field(default_factory=list)
    """What was done, a line each; of a dry run what would be."""
    wrong: list[str] = field(default_factory=list)
    """What needs a person."""
    fault: str = ""
    """Why a server could not be reached."""
    broken: bool = False
    """A book does not verify."""
