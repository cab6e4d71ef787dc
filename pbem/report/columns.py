"""A table in letters: columns as wide as their cells; the widest of them broken where the page ends."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model.document import Align
from pbem.report.clean import display_width
from pbem.report.wrapping import NARROWEST, wrap

GAP = "  "


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[Align], width: int) -> list[str]:
    """The header, unless it is empty, and the rows."""
    if not heads:
        return []
    headed = [heads, *rows] if any(heads) else list(rows)
    widths = _widths(headed, len(aligns), width)
    lines: list[str] = []
    for row in headed:
        lines += _row_lines(row, widths, aligns)
    return lines


def _widths(rows: Sequence[Sequence[str]], columns: int, width: int) -> list[int]:
    """As wide as the longest cell; while the table is too wide, the widest column gives way that cuts no word."""
    widths = [min(width, max((display_width(row[n]) for row in rows), default=0)) for n in range(columns)]
    words = [max((display_width(word) for row in rows for word in row[n].split()), default=0) for n in range(columns)]
    room = width - len(GAP) * (columns - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        able = [n for n in range(columns) if widths[n] > max(words[n], NARROWEST)]
        widths[max(able or range(columns), key=lambda n: widths[n])] -= 1
    return widths


def _row_lines(row: Sequence[str], widths: Sequence[int], aligns: Sequence[Align]) -> list[str]:
    """One row, on as many lines as its tallest cell needs."""
    cells = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    height = max((len(cell) for cell in cells), default=1)
    lines = []
    for line in range(max(height, 1)):
        parts = [cell[line] if line < len(cell) else "" for cell in cells]
        lines.append(GAP.join(map(_padded, parts, widths, aligns)).rstrip())
    return lines


def _padded(text: str, width: int, align: Align) -> str:
    blanks = max(0, width - display_width(text))
    before = {"left": 0, "right": blanks, "centre": blanks // 2}[align]
    return " " * before + text + " " * (blanks - before)
