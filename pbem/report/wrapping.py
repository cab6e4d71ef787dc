"""Clean text put into lines of a given width."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.report.clean import display_width

NARROWEST = 8


def wrap(text: str, width: int) -> list[str]:
    """Text broken at blanks; runs of blanks stay where no line ends; a word too long is cut."""
    width = max(width, NARROWEST)
    lines, line = [], ""
    for gap, word in re.findall(r"( *)([^ ]+)", text):
        if line and display_width(line + gap + word) <= width:
            line += gap + word
            continue
        if line:
            lines.append(line)
        while display_width(word) > width:
            cut = _longest_start(word, width)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line] if line else lines


def _longest_start(word: str, width: int) -> int:
    """How many characters of a word fit into the width: one at least."""
    cut = min(len(word), width)
    while cut > 1 and display_width(word[:cut]) > width:
        cut -= 1
    return cut


def fill(items: Sequence[str], width: int, gap: str) -> list[str]:
    """Items one after the other, broken between them; one too long for a line is wrapped."""
    lines: list[str] = []
    for item in items:
        if lines and display_width(lines[-1] + gap + item) <= width:
            lines[-1] += gap + item
        else:
            lines += wrap(item, width)
    return lines


def hung(lead: str, body: Sequence[str]) -> list[str]:
    """The body with the lead before its first line and blanks as wide before all others."""
    if not body:
        return [lead]
    blank = " " * display_width(lead)
    return [lead + body[0], *(blank + line for line in body[1:])]


def indented(lines: Sequence[str], margin: int) -> list[str]:
    """The lines moved to the right."""
    return [" " * margin + line for line in lines]
