"""Armour: an envelope or a box as text that survives mail, forums and copying.

    -----BEGIN PBEM TEXT-----
    what is signed, for people to read
    -----BEGIN PBEM ENVELOPE-----
    the envelope in base64, lines of 64
    -----END PBEM ENVELOPE-----

Only the base64 is believed.  The readable text is compared with the contents, so that nobody is misled by one
that says something else.  MIME and HTML have been undone before; quote marks and white space are undone
here.  A mail may hold several blocks, since replies quote old ones; each stands alone.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest

from pbem.model.errors import Refused
from pbem.seal.blocks import Kind, mark, mark_in
from pbem.seal.sheettext import without_comments

WIDTH = 64
"""Characters of base64 in a line."""

_QUOTED = re.compile(r"^[ \t\u00a0]*(?:[>|][ \t\u00a0]*)+")
_TYPOGRAPHIC = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
    }
)
_DASHES = re.compile("-+")


def armour(data: bytes, *, kind: Kind = "ENVELOPE", readable: str | None = None) -> str:
    """Text that carries these bytes, with the contents above them for people to read."""
    body = base64.b64encode(data).decode("ascii")
    lines = [body[at : at + WIDTH] for at in range(0, len(body), WIDTH)]
    block = "\n".join([mark("BEGIN", kind), *lines, mark("END", kind)]) + "\n"
    if readable is None:
        return block
    if any(mark_in(" ".join(line.split())) for line in readable.splitlines()):
        raise Refused("the text holds a line that looks like the mark of a block", "take that line out")
    return f"{mark('BEGIN', 'TEXT')}\n{readable.rstrip()}\n{block}"


def unarmoured(text: bytes) -> bytes:
    """What a block carries that came through nobody's mail; ValueError if that cannot be read.

    Whether it is a block as it is written, armour() tells: so nothing is undone here.
    """
    return base64.b64decode(b"".join(text.split(b"\n")[1:-2]), validate=True)


def first_difference(contents: str, readable: str) -> int:
    """The line of `contents` from which `readable` says something else, counted from 1; 0 if nowhere.

    White space, quote marks, typographic signs and the comments of a sheet say nothing: mail programs and forums
    change them by themselves.  A comment that was broken in two lines is none any more; so a text is the same, too,
    if comments and all came through.
    """
    plain, shown = _without_quotes(contents), _without_quotes(readable)
    line = _differs(_bare(plain), _bare(shown))
    return line if line and _differs(plain, shown) else 0


def _differs(contents: str, readable: str) -> int:
    line = 1
    for ours, theirs in zip_longest(_signs(contents), _signs(readable), fillvalue=("", 0)):
        if ours[0] != theirs[0]:
            return ours[1] or line
        line = ours[1]
    return 0


def _without_quotes(text: str) -> str:
    return "\n".join(map(_unquoted, text.split("\n")))


def _bare(plain: str) -> str:
    """A text without comments; of what is no YAML any more, without lines that are all comment."""
    bare = without_comments(plain)
    if bare != plain:
        return bare
    return "\n".join("" if line.lstrip().startswith("#") else line for line in plain.split("\n"))


def _signs(text: str) -> Iterator[tuple[str, int]]:
    """The characters of a text that say something, each with its line."""
    for number, line in enumerate(unicodedata.normalize("NFC", text).split("\n"), start=1):
        plain = _DASHES.sub("-", line.translate(_TYPOGRAPHIC))
        for sign in "".join(plain.split()):
            yield sign, number


def _unquoted(line: str) -> str:
    return _QUOTED.sub("", line)
