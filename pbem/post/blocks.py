"""Armoured blocks in a plain text: found through quote marks and rewrapping, their base64 judged strictly.

A block is whole when, quote marks and white space undone, nothing but canonical base64 stands between its
marks.  One that is not is given too, with its damage: its sender must be told.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable

from pbem.model.records import frozen
from pbem.post.unquote import quote_depth, without_quotes

WIDTH = 64
WORD = " PBEM "  # stands in every mark; where it does not stand there is no block

DASHES = "[-\u2010-\u2015\u2212]{2,12}"  # programs that beautify make long dashes of short ones
MARK = re.compile(rf"(?:- )?{DASHES} *(BEGIN|END) PBEM (TEXT|ENVELOPE|BOX) *{DASHES}")
CROWDED_MARK = re.compile(rf"{DASHES} *(?:BEGIN|END) PBEM (?:TEXT|ENVELOPE|BOX) *{DASHES}")
NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/=]")


@frozen
class Block:
    """One block: ENVELOPE or BOX, its base64 without breaks, the readable text above it, and where it stood.

    `line` is that of its opening mark in the reading it was found in.
    """

    kind: str
    base64: str
    readable: str | None
    line: int
    damage: str = ""
    origin: str = ""

    @property
    def whole(self) -> bool:
        return not self.damage

    @property
    def armoured(self) -> str:
        """The block written as it left its sender's program, for the package that decodes it."""
        text = [] if self.readable is None else [f"{mark('BEGIN', 'TEXT')}\n{self.readable}"]
        lines = [self.base64[at : at + WIDTH] for at in range(0, len(self.base64), WIDTH)]
        return "\n".join([*text, mark("BEGIN", self.kind), *lines, mark("END", self.kind), ""])


def mark(verb: str, noun: str) -> str:
    """One line of armour that is neither text nor base64."""
    return f"-----{verb} PBEM {noun}-----"


def find_blocks(text: str) -> list[Block]:
    """All blocks of one text, in order, whole or damaged."""
    search = _Search(text.split("\n"))
    for at, line in enumerate(search.lines):
        if WORD in line and (met := MARK.fullmatch(quote_depth(line)[1])):
            search.meet(at, met.group(1), met.group(2))
    search.finish()
    return search.found


def best_blocks(readings: Iterable[str]) -> list[Block]:
    """The blocks of the reading that gives most whole ones; the likelier reading wins a tie."""
    best: list[Block] = []
    crowded: list[str] = []
    for reading in readings:
        if WORD not in reading:
            continue
        found = find_blocks(reading)
        if not best or _worth(found) > _worth(best):
            best = found
        if best and _complete(best, reading):
            return best
        crowded.append(CROWDED_MARK.sub(r"\n\g<0>\n", reading))
    for reading in crowded:
        found = find_blocks(reading)
        if _worth(found)[:2] > _worth(best)[:2]:
            best = found
    return best


def merge(blocks: Iterable[Block]) -> list[Block]:
    """Each block once: told apart by base64 and by the words, not the white space, of the readable text."""
    kept: dict[tuple[str, str, str], Block] = {}
    for block in blocks:
        kept.setdefault((block.base64, "".join((block.readable or "").split()), block.damage), block)
    return list(kept.values())


def _worth(blocks: list[Block]) -> tuple[int, int, int]:
    """How good a reading is: many whole blocks, many readable texts, few damaged blocks."""
    whole = sum(block.whole for block in blocks)
    return whole, sum(block.readable is not None for block in blocks), whole - len(blocks)


def _complete(blocks: list[Block], reading: str) -> bool:
    """Whether no other reading can be better: all blocks are whole, no mark of a text was overlooked."""
    told = sum(block.readable is not None for block in blocks)
    return all(block.whole for block in blocks) and told == reading.count("BEGIN PBEM TEXT")


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
            self.found.append(Block(noun, "", None, at + 1, "the end of a block without its beginning"))
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
        self.found.append(Block(self.noun, joined, readable, self.opened + 1, damage))
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
