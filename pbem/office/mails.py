"""What is to be sent: mails before they have an address, kept as they went out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.book.documents import JSON_KINDS
from pbem.book.layout import GameFolder
from pbem.book.shown import shown
from pbem.book.writing import PRIVATE, write_file
from pbem.model.canonical import parse_canonical
from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.seal.armour import armour
from pbem.seal.box import Box
from pbem.seal.envelope import Envelope

EMPTY_LINES = re.compile(r"\n{2,}")
"""Where comments stood.  They are kept in what is signed, so that line numbers are the writer's own."""


@frozen
class Mail:
    """A mail to one seat or several.  `name` is that of its file in `sent/`."""

    to: tuple[str, ...]
    subject: str
    text: str
    name: str


def block(envelope: Envelope, readable: str | None = None) -> str:
    """An envelope as text; a sheet shows what it says above it."""
    if readable is None and envelope.header.type in ("orders", "standing") and not envelope.sealed:
        readable = EMPTY_LINES.sub("\n", envelope.body.decode("utf-8"))
    try:
        return armour(envelope.encode(), readable=readable)
    except Refused:
        return armour(envelope.encode())


def box_block(box: Box) -> str:
    return armour(box.encode(), kind="BOX")


def readable_of(envelope: Envelope) -> str:
    """What stands above an open document, if anybody writes it there."""
    if envelope.header.type in JSON_KINDS:
        return shown(parse_canonical(envelope.body))
    return envelope.body.decode("utf-8")


def mail(to: Iterable[str], label: str, title: str, words: str, blocks: Sequence[str], name: str) -> Mail:
    """A mail: some words, then the blocks."""
    text = "\n".join([words.rstrip() + "\n", *blocks])
    return Mail(tuple(to), printable(f"{label} {title}"), text, name)


def keep(folder: GameFolder, mails: Iterable[Mail]) -> tuple[Mail, ...]:
    """The mails on the disk, before anybody sees them."""
    made = tuple(mails)
    for one in made:
        head = f"To: {', '.join(one.to)}\nSubject: {one.subject}\n\n"
        write_file(folder.sent / f"{one.name}.txt", (head + one.text).encode("utf-8"), PRIVATE)
    return made
