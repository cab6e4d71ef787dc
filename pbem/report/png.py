"""A drawing as PNG, through typst: the same picture as in the PDF, without another library; and drawings enlarged."""

from __future__ import annotations

import re

from pbem.report.drawing.markup import num
from pbem.report.typst import compiled
from pbem.report.typstmap import string

WIDEST = 4000.0  # in pixels
_SIZE = re.compile(r'width="([0-9.]+)" height="([0-9.]+)"')


def png(svg: str, *, scale: float = 1.0) -> bytes:
    """The drawing as it is by day, `scale` pixels for each of its units."""
    width, height = _size(svg)
    scale = min(scale, WIDEST / max(width, height))
    page = f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)\n"
    picture = f'#image(bytes({string(svg)}), format: "svg", width: {width}pt)'
    return compiled(page + picture, "png", ppi=72 * scale)


def enlarged(svg: str, scale: float) -> str:
    """The drawing so many times as large where nobody says how large it is to be."""
    width, height = _size(svg)
    return _SIZE.sub(f'width="{num(width * scale)}" height="{num(height * scale)}"', svg, count=1)


def _size(svg: str) -> tuple[float, float]:
    """Width and height as the drawing's first element says them."""
    said = _SIZE.search(svg)
    return (float(said[1]), float(said[2])) if said else (1000.0, 1000.0)
