"""What a letter is, by its headers and its marks, before anybody judges what stands in it."""

from __future__ import annotations

from collections.abc import Iterable
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parseaddr
from typing import Literal

from pbem.model.errors import Refused, Tampered
from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.post.letters import letters
from pbem.seal.envelope import Envelope

Sort = Literal["delivery report", "automatic", "ours", "damaged", "nothing of ours"]
PRECEDENCES = ("bulk", "junk", "auto_reply", "list")
AUTOMATIC_HEADERS = ("x-autoreply", "x-autorespond", "x-auto-response-suppress")
DAEMONS = ("mailer-daemon", "postmaster")


@frozen
class Sorted:
    """A letter with what the desk needs to know of it."""

    sort: Sort
    sender: str
    message_id: str
    subject: str
    envelopes: tuple[Envelope, ...] = ()
    damage: str = ""
    automatic: bool = False
    """No answer goes to it, whatever it holds."""
    from_desk: bool = False
    """Another desk says that it has sent it."""

    def ids(self) -> set[bytes]:
        """What the game of one of its envelopes may be known by: the game's id, or the draft before there is one."""
        return {known for one in self.envelopes for known in (one.header.game, one.header.after, one.header.digest())}


def sort_letter(source: bytes, own: Iterable[str] = ()) -> Sorted:
    """Look at a letter; `own` are the desk's own addresses."""
    headers = BytesHeaderParser(policy=compat32).parsebytes(source[:65_536])
    said = {name.lower(): str(value) for name, value in reversed(headers.items())}
    sender = printable(parseaddr(said.get("from", ""))[1].lower(), 200)
    message_id = printable(said.get("message-id", "").strip(), 300)
    subject = printable(said.get("subject", ""), 200)
    automatic = _is_automatic(said, sender, {one.lower() for one in own})
    if _is_report(said, sender, headers.get_content_type()):
        return Sorted("delivery report", sender, message_id, subject, automatic=True)
    found, damage = _envelopes(source)
    sort: Sort = "ours" if found else "damaged" if damage else "automatic" if automatic else "nothing of ours"
    from_desk = "x-pbem" in said and sender not in {one.lower() for one in own}
    return Sorted(sort, sender, message_id, subject, tuple(found), damage, automatic, from_desk)


def _is_report(said: dict[str, str], sender: str, media: str) -> bool:
    empty_path = said.get("return-path", "").strip() == "<>"
    return media == "multipart/report" or (empty_path and sender.partition("@")[0] in DAEMONS)


def _is_automatic(said: dict[str, str], sender: str, own: set[str]) -> bool:
    submitted = said.get("auto-submitted", "no").split(";")[0].strip().lower()
    precedence = said.get("precedence", "").strip().lower()
    replies = any(name in said for name in AUTOMATIC_HEADERS[:2])
    return submitted != "no" or precedence in PRECEDENCES or replies or sender in own or not sender


def _envelopes(source: bytes) -> tuple[list[Envelope], str]:
    """The whole envelopes in a letter; and if there is none, what is damaged."""
    found: list[Envelope] = []
    damage = ""
    for letter in letters(source, "letter"):
        for block in letter.blocks:
            if not block.whole:
                damage = damage or block.damage
                continue
            try:
                if block.kind == "ENVELOPE":
                    found.append(Envelope.decode(block.data()))
            except (Refused, Tampered, ValueError) as error:
                damage = damage or printable(str(error), 200)
    return found, "" if found else damage
