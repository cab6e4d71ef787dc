"""What may reach a reader's eye: text without controls, hidden characters or changes of direction.

Names and notes come out of mails.  The sets below are written out, not asked of Python's Unicode tables,
because those differ between versions of Python and reports must come out the same everywhere.
"""

from __future__ import annotations

import re

REPLACEMENT = "�"

_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f\xad"  # controls, escape among them; soft hyphen
    "\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"  # joiner, marks of number and direction
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # fillers and vowels without a glyph
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line ends, embeddings, isolates
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\uffff"  # halves, private, none
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bcaf\U0001d173-\U0001d17a"
    "\U0001fffe\U0001ffff\U0002fffe-\U0002ffff\U000e0000-\U0010ffff"
    "]"
)
_BLANKS = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_MARK = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
_TOWERS = re.compile(f"([{_MARK}]{{3}})[{_MARK}]+")
_NO_WIDTH = re.compile(f"[{_MARK}]")
_TWO_WIDE = (
    "[\u1100-\u115e\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6"
    "\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001faff\U00020000-\U0003fffd]"
)


def clean(text: str) -> str:
    """One line of text that shows all it contains; line ends become blanks."""
    if text.isascii() and text.isprintable():
        return text
    text = re.sub(r"\r\n|[\n\r]", " ", text)
    text = _HIDDEN.sub(REPLACEMENT, _BLANKS.sub(" ", text))
    return _TOWERS.sub(r"\1", text)


def clean_lines(text: str) -> list[str]:
    """The lines of a longer text, each clean and without blanks at its end; tabs are four blanks."""
    lines = re.split(r"\r\n|[\n\r]", text.replace("\t", "    "))
    while lines and not lines[-1].strip():
        lines.pop()
    return [clean(line).rstrip() for line in lines]


def display_width(text: str) -> int:
    """How many columns clean text takes in a terminal."""
    if text.isascii():
        return len(text)
    return len(text) - len(_NO_WIDTH.findall(text)) + len(re.findall(_TWO_WIDE, text))
