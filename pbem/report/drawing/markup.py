"""How drawings write SVG: short numbers, escaped text, relative paths.

One map is drawn again and again as its game goes on, so what was written once is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from pbem.model.picture import Point
from pbem.report.clean import clean


@lru_cache(maxsize=65_536)
def num(value: float) -> str:
    """A number with one decimal at most, the same on every machine."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


@lru_cache(maxsize=4096)
def said(text: str) -> str:
    """Text made fit to stand between tags or in an attribute."""
    return escape(clean(text), quote=True)


def title(text: str) -> str:
    """What is told to who points at it, and to a screen reader."""
    return f"<title>{said(text)}</title>" if text else ""


def path_through(points: Sequence[Point], *, closed: bool = False) -> str:
    """Straight lines from point to point."""
    at = rounded(points[0])
    return f"M{xy(at)}{steps(at, points[1:])}{'z' if closed else ''}"


@lru_cache(maxsize=4096)
def polygon(points: tuple[Point, ...]) -> str:
    """A closed outline; equal outlines give equal steps, which packs well."""
    return path_through(points, closed=True)


def polygons(outlines: Iterable[Sequence[Point]]) -> str:
    """Closed outlines one after the other, each begun from where the one before it began."""
    parts: list[str] = []
    at: Point | None = None
    for outline in outlines:
        start = rounded(outline[0])
        parts.append(f"M{xy(start)}" if at is None else f"m{_pair(start[0] - at[0], start[1] - at[1])}")
        parts.append(f"{steps(start, outline[1:])}z")
        at = start
    return "".join(parts)


def _pair(x: float, y: float) -> str:
    across, down = num(x), num(y)
    return f"{across}{joint(down)}{down}"


def steps(at: Point, points: Iterable[Point]) -> str:
    """Straight lines in relative steps from a rounded point on."""
    written, last = [], ""
    for point in points:
        to = rounded(point)
        wide, high = num(to[0] - at[0]), num(to[1] - at[1])
        sign, said = ("v", high) if wide == "0" else ("h", wide) if high == "0" else ("l", f"{wide}{joint(high)}{high}")
        written.append(f"{sign if sign != last else joint(said)}{said}")
        at, last = to, sign
    return "".join(written)


def joint(number: str) -> str:
    """What must stand between a number and the one before it: a minus is enough."""
    return "" if number.startswith("-") else " "


def rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def group(name: str, parts: Iterable[str], extra: str = "") -> list[str]:
    """The parts in a group of this class; nothing if there are none."""
    inside = list(parts)
    return [f'<g class="pm-{name}"{extra}>', *inside, "</g>"] if inside else []
