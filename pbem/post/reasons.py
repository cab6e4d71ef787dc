"""Why a mail was kept but not counted: a closed list, each reason with what it needs to be said.

Every reason knows its `title` (for the subject line), its `why` and what to `do`.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from pbem.model.records import frozen
from pbem.post.letters import LARGEST_LETTER, Letter, size_said
from pbem.post.moments import day, moment

SEND_PLAIN = "send plain text or attach the .pbem file"
SEND_ALONE = "send the .pbem file alone"


@frozen(kw_only=True)
class OldHead:
    """Written after an older head than the book's."""

    exchange: int
    saw: str
    head: str
    reported: datetime

    @property
    def title(self) -> str:
        return f"written for exchange {self.exchange}"

    @property
    def why(self) -> str:
        return f"it saw {self.saw}; the book is at {self.head}"

    @property
    def do(self) -> str:
        return f"pbem receive the report of {day(self.reported)}, pbem draft, sign again"


@frozen
class OtherKey:
    """The signature is good, but not by the key of this seat."""

    title = "signed by another key"
    why = "the charter names another key for this seat"
    do = "sign again with the key you entered with; a new key comes by pbem rekey"


@frozen
class ReadableDiffers:
    """The readable text is not what was signed: who changed it, a program on the way or a hand, nobody can tell."""

    line: int

    @property
    def title(self) -> str:
        return f"the readable text differs, line {self.line}"

    @property
    def why(self) -> str:
        return f"line {self.line} of the readable text says something else than the signed block below it"

    do = "send the .pbem file; or, if the text is what you want, mend the sheet and pbem sign it again"


@frozen
class TwoSheets:
    """A second document under a revision that is taken: the first counts."""

    revision: int
    free: int

    @property
    def title(self) -> str:
        return f"revision {self.revision} is in already, and says something else"

    why = "of two documents with one revision the first that came in counts"

    @property
    def do(self) -> str:
        return f"pbem receive your own sent mail, then pbem sign again: revision {self.free} is free"


@frozen
class Closed:
    """The exchange was closed before the mail came."""

    at: datetime

    @property
    def title(self) -> str:
        return f"closed {moment(self.at)}"

    why = "the mail came after the close, whatever its own date says"
    do = "wait for the report, pbem receive it, then write for the next exchange"


@frozen(kw_only=True)
class NotDue:
    """Orders of a seat that owes none."""

    seat: str
    waiting_for: str

    @property
    def title(self) -> str:
        return f"{self.seat} is not due"

    @property
    def why(self) -> str:
        return f"the exchange waits for {self.waiting_for}"

    do = "nothing now; plans for your next turn stand under ahead: in a sheet"


@frozen
class NoBlock:
    """Nothing signed in the mail; `passed_over` names attachments that were not read."""

    passed_over: tuple[str, ...] = ()
    title = "no block found"
    do = SEND_PLAIN

    @property
    def why(self) -> str:
        unread = f"; not read: {', '.join(self.passed_over[:5])}" if self.passed_over else ""
        return f"no line -----BEGIN PBEM ENVELOPE----- in it{unread}"


@frozen
class Damaged:
    """A block that came through incomplete or changed."""

    damage: str
    title = "the block is damaged"
    do = SEND_PLAIN

    @property
    def why(self) -> str:
        return self.damage


@frozen
class TooBig:
    """A letter over the limit."""

    limit: int = LARGEST_LETTER
    why = "a mail of that size is not opened"
    do = SEND_ALONE

    @property
    def title(self) -> str:
        return f"over {size_said(self.limit)}"


@frozen
class Unreadable:
    """A letter that cannot be taken apart."""

    refused: str
    title = "it cannot be read"
    do = SEND_PLAIN

    @property
    def why(self) -> str:
        return self.refused


Reason: TypeAlias = (
    OldHead | OtherKey | ReadableDiffers | TwoSheets | Closed | NotDue | NoBlock | Damaged | TooBig | Unreadable
)


def why_nothing_was_read(letter: Letter, limit: int = LARGEST_LETTER) -> Reason | None:
    """The reason to send a letter back before anybody decodes anything.

    None if it holds a whole envelope, or nothing that is damaged: a box may come alone, after its envelope.
    """
    if letter.refused:
        too_big = letter.refused == TooBig(limit).title
        return TooBig(limit) if too_big else Unreadable(letter.refused)
    if any(block.whole and block.kind == "ENVELOPE" for block in letter.blocks):
        return None
    damaged = [block for block in letter.blocks if not block.whole]
    if damaged:
        return Damaged(damaged[0].damage)
    return None if letter.blocks else NoBlock(letter.passed_over)
