"""Strangers' text made harmless for a terminal, a subject line or a log.

What a mail says of itself (subject, sender, file names) is shown, never believed.  Before it is shown, all
that could move the cursor, colour, retitle, turn the writing direction or hide letters is taken out.
"""

from __future__ import annotations

import re
import unicodedata

TERMINAL_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)"  # titles, links
    r"|\x1b[ -/]*[0-~]"  # all other escapes
)
LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
UNSHOWN = {"Cc", "Cf", "Cs", "Co"}  # controls, direction and zero-width marks, halves of letters, private use


def printable(text: str, limit: int = 0) -> str:
    """The text on one line, without anything that acts instead of being read; cut at `limit` letters."""
    one_line = " ".join(printable_lines(text).split())
    return one_line if not limit or len(one_line) <= limit else one_line[: max(limit - 3, 0)] + "..."


def printable_lines(text: str) -> str:
    """The same for a text of several lines: line breaks become LF, tabs and odd blanks become blanks."""
    without_sequences = TERMINAL_SEQUENCE.sub("", LINE_BREAK.sub("\n", text))
    return "".join(_shown(letter) for letter in without_sequences)


def _shown(letter: str) -> str:
    """One letter as it may be shown, or nothing."""
    if letter == "\n" or " " <= letter <= "~":
        return letter
    if letter == "\t" or unicodedata.category(letter) == "Zs":
        return " "
    return "" if unicodedata.category(letter) in UNSHOWN else letter
