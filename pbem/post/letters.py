"""Letters out of bytes of any kind: a mail, an mbox, a .pbem file, text pasted from anywhere.

Reading never fails.  A letter that cannot be read says why, in one line, in `refused`.
"""

from __future__ import annotations

from dataclasses import field, replace

from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.post.charsets import to_text
from pbem.post.mailbox import Kind, kind_of, split_mbox
from pbem.post.mimeparts import Text, Wrapping, display_headers, parse, take_apart
from pbem.post.search import best_blocks, merge
from pbem.seal.blocks import WORD, Block

LARGEST_LETTER = 1_000_000
MOST_LETTERS = 10_000
MOST_BLOCKS = 200
PAGE_STARTS = ("<!doctype html", "<html", "<body", "<div", "<table")

UNREADABLE: dict[Kind, str] = {
    "zip": "a zip archive, which is not opened",
    "outlook": "an Outlook message file, save the mail as text or .eml",
    "binary": "neither mail nor text",
}


@frozen
class Letter:
    """One letter.  Subject, sender, date and id are its own claims: for display only, and harmless to show."""

    origin: str
    index: int
    subject: str = ""
    sender: str = ""
    date: str = ""
    message_id: str = ""
    texts: tuple[Text, ...] = ()
    blocks: tuple[Block, ...] = ()
    passed_over: tuple[str, ...] = ()
    refused: str = ""
    source: bytes = field(default=b"", repr=False)
    """The letter as it came, to be kept if it does not count."""

    @property
    def place(self) -> str:
        """The letter's name in messages: the file, and which letter of it if it holds several."""
        return f"{self.origin}, letter {self.index}" if self.index else self.origin


def letters(source: bytes, name: str, limit: int = LARGEST_LETTER) -> list[Letter]:
    """All letters in some bytes; `name` is what messages call them, `limit` the most bytes of one letter."""
    origin = printable(name, 200)
    if kind_of(source) != "mbox":
        return [letter(source, origin, limit=limit)]
    found = split_mbox(source)
    read = [letter(one, origin, index, limit) for index, one in enumerate(found[:MOST_LETTERS], start=1)]
    if len(found) > MOST_LETTERS:
        too_many = f"over {MOST_LETTERS} letters in one mailbox"
        read.append(Letter(origin, MOST_LETTERS + 1, refused=too_many, source=source))
    return read


def letter(source: bytes, origin: str, index: int = 0, limit: int = LARGEST_LETTER) -> Letter:
    """One letter out of the bytes of one mail or text."""
    kind = kind_of(source)
    is_mail = kind == "mail" or index > 0
    known = Letter(origin, index, *display_headers(source)) if is_mail else Letter(origin, index)
    known = replace(known, source=source)
    if len(source) > limit:
        return replace(known, refused=f"over {size_said(limit)}")
    if kind in UNREADABLE and not is_mail:
        return replace(known, refused=UNREADABLE[kind])
    try:
        return _mail(known, source) if is_mail else _pasted(known, source)
    except Refused as refusal:
        return replace(known, refused=refusal.message)


def size_said(limit: int) -> str:
    """A size as people say it."""
    return f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit} bytes"


def _pasted(known: Letter, source: bytes) -> Letter:
    """Text from a clipboard, a .pbem file, or a page saved by a browser."""
    words = to_text(source)
    wrapping: Wrapping = "html" if words.lstrip()[:200].lower().startswith(PAGE_STARTS) else "plain"
    return _searched(known, (Text("", ((wrapping, words),)),))


def _mail(known: Letter, source: bytes) -> Letter:
    """A mail; if its parts show no whole block, its bytes as they are too: it may have been copied badly."""
    parts = take_apart(parse(source))
    read = _searched(replace(known, passed_over=tuple(parts.passed_over)), tuple(parts.texts))
    if any(block.whole for block in read.blocks) or WORD.encode() not in source:
        return read
    raw = _searched(known, (Text("as pasted", (("plain", to_text(source)),)),))
    return raw if any(block.whole for block in raw.blocks) else read


def _searched(known: Letter, texts: tuple[Text, ...]) -> Letter:
    """The letter with its texts and the blocks in them: whole and damaged ones, each once, in order."""
    found = [
        replace(block, origin=f"{known.place}, {text.where}" if text.where else known.place)
        for text in texts
        for block in best_blocks(text.readings())
    ]
    return replace(known, texts=texts, blocks=tuple(merge(found)[:MOST_BLOCKS]))
