"""Printed sheets as pixels: how far down each is filled."""

from __future__ import annotations

from pixels import Rows, pixels

from pbem.report.typst import compiled

FOOT = 277.0
"""Where the footer begins, in millimetres from the top of A4."""
FINE = 24.0


def rows_of(pdf: bytes, number: int) -> Rows:
    """A page of a PDF on white paper, two dozen points to an inch."""
    view = f'#set page(width: 210mm, height: 297mm, margin: 0pt)\n#image("it.pdf", page: {number}, width: 210mm)'
    return pixels(compiled(view, "png", ppi=FINE, files={"it.pdf": pdf}))


def filled(pdf: bytes, number: int) -> float:
    """The share of a page above its footer that lies above its lowest mark."""
    rows = rows_of(pdf, number)
    above = rows[: round(FOOT / 25.4 * FINE)]
    marked = [n for n, row in enumerate(above, 1) if min(map(min, row)) < 200]
    return max(marked, default=0) / len(above)


def pages(pdf: bytes) -> int:
    """How many pages there are: one more cannot be shown."""
    number = 1
    while shows(pdf, number + 1):
        number += 1
    return number


def shows(pdf: bytes, number: int) -> bool:
    try:
        rows_of(pdf, number)
    except Exception as refused:
        if "page" not in str(refused):
            raise
        return False
    return True
