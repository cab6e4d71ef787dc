"""Armoured blocks in a plain text: found through quote marks and rewrapping, their base64 judged strictly.

A block is whole when, quote marks and white space undone, nothing but canonical base64 stands between its
marks.  One that is not is given too, with its damage: its sender must be told.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Literal

from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.seal.quoting import quote_depth, without_quotes

Kind = Literal["ENVELOPE", "BOX"]

WORD = " PBEM "
"""Stands in every mark; where it does not stand there is no block."""
DASHES = "[-\u2010-\u2015\u2212]{2,12}"  # programs that beautify make long dashes of short ones
MARK = re.compile(rf"(?:- )?{DASHES} *(BEGIN|END) PBEM (TEXT|ENVELOPE|BOX) *{DASHES}")
HOW_TO_SEND = "send plain text or attach the .pbem file"
NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/=]")


@frozen
class Block:
    """One block: its base64 without breaks, the readable text above it if there is any, and where it stood.

    `line` is that of its opening mark in the text that was searched, `origin` the place of that text.
    """

    kind: Kind
    base64: str
    readable: str | None
    line: int
    damage: str = ""
    origin: str = ""

    @property
    def whole(self) -> bool:
        return not self.damage

    def data(self) -> bytes:
        """The bytes of the block; Refused if it is damaged."""
        if self.damage:
            raise Refused(f"the block at line {self.line} is damaged: {self.damage}", HOW_TO_SEND)
        return base64.b64decode(self.base64, validate=True)


def mark(verb: str, noun: str) -> str:
    """One line of armour that is neither text nor base64."""
    return f"-----{verb} PBEM {noun}-----"


def mark_in(line: str) -> tuple[str, str] | None:
    """Verb and noun of the mark that a line is, behind whatever quote marks; None if it is none."""
    met = MARK.fullmatch(quote_depth(line)[1]) if WORD in line else None
    return (met[1], met[2]) if met else None


def find_blocks(text: str) -> list[Block]:
    """All blocks of one text, in order, whole or damaged."""
    search = _Search(text.split("\n"))
    for at, line in enumerate(search.lines):
        if met := mark_in(line):
            search.meet(at, *met)
    search.finish()
    return search.found


class _Search:
    """A walk from mark to mark: `text_at` and `opened` are the lines of the marks that are still open."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[Block] = []
        self.text_at: int | None = None
        self.opened: int | None = None
        self.noun = ""

    def meet(self, at: int, verb: str, noun: str) -> None:
        """One mark: it opens a text, opens a block, or closes one."""
        if verb == "END":
            self._close(at, noun)
            return
        if self.opened is not None:
            self._add("", "another block begins before this one ends")
        if noun == "TEXT":
            self.text_at = at
        else:
            self.opened, self.noun = at, noun

    def finish(self) -> None:
        """The end of the text."""
        if self.opened is not None:
            self._add("", "the block has no end, the text was cut off")

    def _close(self, at: int, noun: str) -> None:
        if self.opened is None:
            self.found.append(Block(_kind(noun), "", None, at + 1, "the end of a block without its beginning"))
            self.text_at = None
        elif noun != self.noun:
            self._add("", "the marks of the block do not belong together")
        else:
            self._add(*_base64_of(self.lines[self.opened + 1 : at]))

    def _add(self, joined: str, damage: str) -> None:
        """The block that is open, finished."""
        assert self.opened is not None
        readable = None
        if self.text_at is not None:
            depth = quote_depth(self.lines[self.opened])[0]
            said = (without_quotes(line, depth) for line in self.lines[self.text_at + 1 : self.opened])
            readable = "\n".join(said).strip("\n")
        self.found.append(Block(_kind(self.noun), joined, readable, self.opened + 1, damage))
        self.text_at, self.opened = None, None


def _base64_of(lines: list[str]) -> tuple[str, str]:
    """The base64 in some lines, put together, and what is wrong with it."""
    pieces: list[str] = []
    for number, line in enumerate(lines, start=1):
        piece = "".join(quote_depth(line)[1].split())
        if NOT_BASE64.search(piece):
            return "", f"line {number} of the block is not base64"
        pieces.append(piece)
    joined = "".join(pieces)
    return joined, "" if _canonical(joined) else "letters of the block are missing or changed"


def _canonical(joined: str) -> bool:
    """Whether this is base64 exactly as a program writes it, padding and last bits included."""
    try:
        return bool(joined) and base64.b64encode(base64.b64decode(joined, validate=True)).decode() == joined
    except binascii.Error:
        return False


def _kind(noun: str) -> Kind:
    return "BOX" if noun == "BOX" else "ENVELOPE"
