"""Documents in mails that are saved by hand, and times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

from pbem.model.errors import Refused
from pbem.post.letters import letters
from pbem.seal.envelope import Envelope

FORMS = ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d", "%d %b %Y", "%d %b")


def time_of(said: str, now: datetime) -> datetime:
    """A time as people write it; without an hour 20:00, without a year the next such day.  UTC."""
    for form in FORMS:
        try:
            read = datetime.strptime(said.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
        if "%H" not in form:
            read = read.replace(hour=20)
        if "%Y" not in form:
            read = read.replace(year=now.year)
            read = read if read >= now else read.replace(year=now.year + 1)
        return read
    raise Refused(f"{said!r} is no time", 'such as "2026-12-20 20:00" or "20 Dec"')


def draft_in(name: str, data: bytes) -> Envelope:
    """The draft of a charter that a mail holds."""
    if (found := _document(name, data, "draft")) is None:
        raise Refused(f"{name} holds no draft", "save the mail that offers the game, and name that file")
    return found


def offer_in(name: str, data: bytes) -> Envelope:
    """The keys that a substitute offers in a mail."""
    if (found := _document(name, data, "rekey")) is None:
        raise Refused(f"{name} holds no substitute's keys", "save the mail that offers them, and name that file")
    return found


def _document(name: str, data: bytes, kind: str) -> Envelope | None:
    for letter in letters(data, name):
        for block in letter.blocks:
            if block.whole and block.kind == "ENVELOPE":
                envelope = Envelope.decode(block.data())
                if envelope.header.type == kind:
                    return envelope
    return None
