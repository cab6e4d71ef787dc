"""One mail taken apart: every place in it where an armoured block may stand, as candidate texts.

A `Text` holds the words in one or more wrappings; its `readings` unwrap them, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from typing import Literal, TypeAlias

from pbem.model.errors import Refused
from pbem.model.records import frozen, mutable
from pbem.post.charsets import header_text, to_text
from pbem.post.flowed import unflow
from pbem.post.mailbox import kind_of
from pbem.post.unquote import even_out, html_readings, readings

MOST_PARTS = 200
DEEPEST_MAIL = 8
DEEPEST_PART = 30
MOST_TYPES = 200  # the parser's work grows with parts times lines
MOST_LINES = 50_000
LONGEST_HEADERS = 50_000

Wrapping: TypeAlias = Literal["plain", "flowed", "delsp", "html"]
Mail: TypeAlias = "Message[str, str]"

# What the standard library is known to raise on hostile mails.
STUMBLES = (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError)

READ_AS_TEXT = (".pbem", ".txt", ".asc", ".yaml", ".yml", ".md")
READ_AS_HTML = (".html", ".htm")
MARK = b"-BEGIN PBEM "
ENCRYPTED = b"-----BEGIN PGP MESSAGE-----"
NAME = "PBEM"
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>", re.ASCII)


@frozen
class Text:
    """One candidate: where it stood, and its wordings, of which a later one only says the same in HTML."""

    where: str
    wordings: tuple[tuple[Wrapping, str], ...]
    inline: bool = False

    def readings(self) -> Iterator[str]:
        """The text in all the forms it may have, the likeliest first."""
        for wrapping, words in self.wordings:
            if wrapping == "html":
                yield from html_readings(words)
            elif wrapping != "plain":
                yield even_out(unflow(words, delete_space=wrapping == "delsp"))
            yield from readings(words)

    @property
    def plain(self) -> str:
        """The likeliest form."""
        return next(self.readings())


@mutable
class Parts:
    """What a mail is made of: candidate texts, and the names of what is not read."""

    texts: list[Text] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    count: int = 0


def parse(source: bytes) -> Mail:
    """The mail as the standard parser sees it; refused where the parser would take for ever."""
    if max(source.count(b"\n"), source.count(b"\r")) > MOST_LINES:
        raise Refused(f"over {MOST_LINES} lines", "send the .pbem file alone")
    if source.lower().count(b"content-type") > MOST_TYPES:
        raise Refused(f"over {MOST_TYPES} parts", "send the .pbem file alone")
    try:
        return BytesParser().parsebytes(source)
    except STUMBLES as error:
        raise Refused("the mail cannot be taken apart", "send the .pbem file alone") from error


def take_apart(mail: Mail) -> Parts:
    """All candidate texts of a mail, nested mails included."""
    parts = Parts()
    _walk(mail, parts, "", mails=1, depth=1)
    return parts


def _walk(mail: Mail, parts: Parts, place: str, *, mails: int, depth: int) -> None:
    """One part and all within it, in order."""
    parts.count += 1
    if parts.count > MOST_PARTS:
        raise Refused(f"over {MOST_PARTS} parts", "send the .pbem file alone")
    if mails > DEEPEST_MAIL or depth > DEEPEST_PART:
        raise Refused("mails within mails too deep", "send the .pbem file alone")
    kind = mail.get_content_type()
    if mail.is_multipart() and not (kind.startswith("message/") and _is_encoded(mail)):
        first = len(parts.texts)
        within = f"{place}forwarded, " if kind == "message/rfc822" else place
        for part in _inside(mail):
            _walk(part, parts, within, mails=mails + (kind == "message/rfc822"), depth=depth + 1)
        if kind == "multipart/alternative":
            parts.texts[first:] = _joined(parts.texts[first:])
    else:
        _read_bytes(_payload(mail), mail, parts, place, mails, depth)


def _is_encoded(mail: Mail) -> bool:
    """Some programs put an attached mail into base64, which the standard forbids and the parser overlooks."""
    return str(mail.get("Content-Transfer-Encoding", "")).strip().lower() in ("base64", "quoted-printable")


def _inside(mail: Mail) -> list[Mail]:
    """The parts of a mail of several.  Never ask a leaf: there the parser may stumble over its character set."""
    inside = mail.get_payload() if mail.is_multipart() else []
    return [part for part in inside if isinstance(part, Message)]


def _payload(mail: Mail) -> bytes:
    """The bytes of a leaf, its transfer encoding undone."""
    if mail.is_multipart():  # an attached mail in base64, parsed as if it were none
        encoded = b"".join(_payload(part) for part in _inside(mail))
        leaf = Message()
        leaf["Content-Transfer-Encoding"] = str(mail.get("Content-Transfer-Encoding", ""))
        leaf.set_payload(encoded.decode("ascii", "surrogateescape"))
        mail = leaf
    try:
        undone = mail.get_payload(decode=True)
    except STUMBLES:
        undone = None
    return undone if isinstance(undone, bytes) else b""


def _read_bytes(source: bytes, mail: Mail, parts: Parts, place: str, mails: int, depth: int) -> None:
    """A leaf into a candidate, a nested mail, or a name among what is passed over."""
    kind, name = mail.get_content_type(), _file_name(mail)
    attached = bool(name) or _asked(mail.get_content_disposition) == "attachment"
    where = place + (f"attachment {name}" if name else "attachment" if attached else kind)
    if ENCRYPTED in source:
        parts.passed_over.append(f"{name or kind}, which is encrypted")
    if kind.startswith("message/") or (attached and kind_of(source) == "mail"):
        _walk(parse(source), parts, f"{where}, ", mails=mails + 1, depth=depth + 1)
    elif (wrapping := _wrapping(mail, kind, name, source)) is not None:
        words = to_text(source, _asked(mail.get_content_charset))
        if attached and wrapping == "html" and NAME not in words:  # a page of a report, and not a short one
            parts.passed_over.append(name or kind)
            return
        parts.texts.append(Text(where, ((wrapping, words),), inline=not attached))
    else:
        parts.passed_over.append(name or kind)


def _wrapping(mail: Mail, kind: str, name: str, source: bytes) -> Wrapping | None:
    """How the words of a leaf are wrapped; None for pictures and such, unless they hold a block."""
    if kind == "text/html" or name.lower().endswith(READ_AS_HTML):
        return "html"
    if kind == "text/plain" and _asked(mail.get_param, "format").lower() == "flowed":
        return "delsp" if _asked(mail.get_param, "delsp").lower() == "yes" else "flowed"
    as_text = kind.startswith("text/") or name.lower().endswith(READ_AS_TEXT) or MARK in source
    return "plain" if as_text and kind_of(source) not in ("zip", "outlook") else None


def _file_name(mail: Mail) -> str:
    """The name of an attachment, harmless and without folders; for display and to know its kind."""
    name = header_text(_asked(mail.get_filename), limit=100)
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _asked(question: Callable[..., object], *about: str) -> str:
    """What the standard library says of a part, or nothing where it stumbles."""
    try:
        return str(question(*about) or "")
    except STUMBLES:
        return ""


def _joined(texts: list[Text]) -> list[Text]:
    """The inline texts of an alternative as one candidate, plain text first; attachments stay as they are."""
    inline = [text for text in texts if text.inline]
    if len(inline) < 2:
        return texts
    wordings = sorted((w for text in inline for w in text.wordings), key=lambda w: w[0] == "html")
    return [Text(inline[0].where, tuple(wordings), inline=True), *(t for t in texts if not t.inline)]


def display_headers(source: bytes) -> tuple[str, str, str, str]:
    """Subject, sender, date and id as a mail claims them, even if the rest of it cannot be read."""
    try:
        mail = BytesHeaderParser().parsebytes(source[:LONGEST_HEADERS])
    except STUMBLES:
        return "", "", "", ""
    raw: dict[str, str] = {}
    for name, value in mail.raw_items():
        raw.setdefault(name.lower(), str(value))
    subject, sender, date = (header_text(raw.get(name, "")) for name in ("subject", "from", "date"))
    number = MESSAGE_ID.search(raw.get("message-id", ""))
    return subject, sender, date, number[0] if number else ""
