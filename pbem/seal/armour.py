"""Armour: an envelope or a box as text that survives mail, forums and copying.

    -----BEGIN PBEM TEXT-----
    what is signed, for people to read
    -----BEGIN PBEM ENVELOPE-----
    the envelope in base64, lines of 64
    -----END PBEM ENVELOPE-----

Only the base64 is believed.  The readable text is compared with the contents, so that nobody is misled by one
that was edited after signing.  MIME and HTML have been undone before; quote marks and white space are undone
here.  A mail may hold several blocks, since replies quote old ones; each stands alone.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest
from typing import Literal

from pbem.model.errors import Refused
from pbem.model.records import frozen

Kind = Literal["ENVELOPE", "BOX"]

WIDTH = 64
"""Characters of base64 in a line."""

HOW_TO_SEND = "send plain text or attach the .pbem file"
EDITED_HINT = "edit the sheet and sign it again"

_QUOTED = re.compile(r"^[ \t\u00a0]*(?:[>|][ \t\u00a0]*)+")
_DASH = "[-\u2010-\u2015\u2212]{2,}"
_MARK = re.compile(rf"\s*(?:- )?{_DASH} *(BEGIN|END) PBEM (TEXT|ENVELOPE|BOX) *{_DASH}\s*")
_TYPOGRAPHIC = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
    }
)
_DASHES = re.compile("-+")


@frozen
class Block:
    """One block as it was found: its base64 not yet decoded, and the readable text above it, if there is any.

    `line` is that of the opening mark in the text that was searched; `whole` says that the end was found.
    """

    kind: Kind
    line: int
    base64: str
    readable: str | None
    whole: bool

    def data(self) -> bytes:
        """The bytes of the block; Refused if the base64 is not exactly what an encoder writes."""
        if not self.whole:
            raise Refused(f"the block at line {self.line} has no end", HOW_TO_SEND)
        try:
            data = base64.b64decode(self.base64, validate=True)
        except (binascii.Error, ValueError) as error:
            raise Refused(f"the block at line {self.line} is damaged", HOW_TO_SEND) from error
        if base64.b64encode(data).decode("ascii") != self.base64:
            raise Refused(f"the block at line {self.line} is damaged", HOW_TO_SEND)
        return data

    def check_readable(self, contents: str) -> None:
        """Refuse readable text that says something else than the contents; a block without any is fine."""
        if self.readable is None:
            return
        if line := first_difference(contents, self.readable):
            raise Refused(f"edited after signing, line {line}", EDITED_HINT)


def armour(data: bytes, *, kind: Kind = "ENVELOPE", readable: str | None = None) -> str:
    """Text that carries these bytes, with the contents above them for people to read."""
    body = base64.b64encode(data).decode("ascii")
    lines = [body[at : at + WIDTH] for at in range(0, len(body), WIDTH)]
    block = "\n".join([_mark("BEGIN", kind), *lines, _mark("END", kind)]) + "\n"
    if readable is None:
        return block
    if any(_MARK.fullmatch(_unquoted(line)) for line in readable.splitlines()):
        raise Refused("the text holds a line that looks like the mark of a block", "take that line out")
    return f"{_mark('BEGIN', 'TEXT')}\n{readable.rstrip()}\n{block}"


def blocks(text: str) -> list[Block]:
    """All blocks in a text, in order, damaged ones among them."""
    sections = list(_sections(text))
    around = zip(sections, sections[1:], sections[2:], strict=False)
    return [_block(before, here, after) for before, here, after in around if here.opens_a_block]


def first_difference(contents: str, readable: str) -> int:
    """The line of `contents` from which `readable` says something else, counted from 1; 0 if nowhere.

    White space, quote marks and typographic signs say nothing: mail programs change them by themselves.
    """
    line = 1
    for ours, theirs in zip_longest(_signs(contents), _signs(readable), fillvalue=("", 0)):
        if ours[0] != theirs[0]:
            return ours[1] or line
        line = ours[1]
    return 0


@frozen
class _Section:
    """The lines after a mark.  The text before the first mark and after the last one are sections too."""

    verb: str
    noun: str
    line: int
    lines: list[str]

    @property
    def opens_a_block(self) -> bool:
        return self.verb == "BEGIN" and self.noun != "TEXT"


def _sections(text: str) -> Iterator[_Section]:
    """A text cut at its marks, quote marks taken off; an empty section stands at either end."""
    section = _Section("", "", 0, [])
    for number, quoted in enumerate(text.split("\n"), start=1):
        line = _unquoted(quoted)
        if mark := _MARK.fullmatch(line):
            yield section
            section = _Section(mark[1], mark[2], number, [])
        else:
            section.lines.append(line)
    yield section
    yield _Section("", "", 0, [])


def _block(before: _Section, here: _Section, after: _Section) -> Block:
    """The block a section opens: above it may stand its text, after it must stand its end."""
    shown = (before.verb, before.noun) == ("BEGIN", "TEXT")
    return Block(
        kind="BOX" if here.noun == "BOX" else "ENVELOPE",
        line=here.line,
        base64="".join("".join(here.lines).split()),
        readable="\n".join(before.lines) if shown else None,
        whole=(after.verb, after.noun) == ("END", here.noun),
    )


def _signs(text: str) -> Iterator[tuple[str, int]]:
    """The characters of a text that say something, each with its line."""
    for number, line in enumerate(unicodedata.normalize("NFC", text).split("\n"), start=1):
        plain = _DASHES.sub("-", _unquoted(line).translate(_TYPOGRAPHIC))
        for sign in "".join(plain.split()):
            yield sign, number


def _unquoted(line: str) -> str:
    return _QUOTED.sub("", line)


def _mark(verb: str, noun: str) -> str:
    return f"-----{verb} PBEM {noun}-----"
