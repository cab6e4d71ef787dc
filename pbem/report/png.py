"""A drawing as PNG, through typst: the same picture as in the PDF, without another library."""

from __future__ import annotations

import re

from pbem.report.typst import compiled, string

WIDEST = 4000.0  # in pixels


def png(svg: str, *, scale: float = 1.0) -> bytes:
    """The drawing as it is by day, `scale` pixels for each of its units."""
    size = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', svg)
    width, height = (float(side) for side in size.groups()) if size else (1000.0, 1000.0)
    scale = min(scale, WIDEST / max(width, height))
    page = f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)\n"
    picture = f'#image(bytes({string(svg)}), format: "svg", width: {width}pt)'
    return compiled(page + picture, "png", ppi=72 * scale)
