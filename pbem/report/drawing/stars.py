"""Battle stars: each at a corner of its space where it covers neither a counter nor a number, and never a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.model.picture import Battle, Picture, Point
from pbem.model.records import frozen
from pbem.report.drawing.clearance import Box, Taken, around
from pbem.report.drawing.geometry import is_hex
from pbem.report.drawing.markup import group, said, title, xy
from pbem.report.drawing.yards import NO_YARDS, Yards

REACH = 16.0  # from a star's middle to its points
_CORNERS: tuple[Point, ...] = ((50, -30), (-50, -30), (50, 30), (-50, 30), (0, -58), (0, 58))
_BURST = "M0-16L4-8 11.3-11.3 8-4 16 0 8 4 11.3 11.3 4 8 0 16-4 8-11.3 11.3-8 4-16 0-8-4-11.3-11.3-4-8z"


@frozen
class Star:
    """A battle and where its star stands."""

    battle: Battle
    spot: Point

    @property
    def box(self) -> Box:
        return around(self.spot, REACH)


def placed(picture: Picture, full: Iterable[Box], yards: Yards = NO_YARDS) -> list[Star]:
    """A spot for each battle's star: of the corners of its space, or yard, the one where it covers least."""
    taken = Taken(full)
    areas = {space.centre: space.id for space in picture.spaces if not is_hex(space)}
    stars = []
    for battle in picture.battles:
        spots = _beside(yards.box(areas[battle.at])) if battle.at in areas else _corners(battle.at)
        spot = min(spots, key=lambda spot: taken.overlap(around(spot, REACH)))
        taken.take(around(spot, REACH))
        stars.append(Star(battle, spot))
    return stars


def _corners(at: Point) -> list[Point]:
    """Where the star of a battle may stand in a hex, best first."""
    return [(at[0] + x, at[1] + y) for x, y in _CORNERS]


def _beside(yard: Box) -> list[Point]:
    """Where it may stand around a yard, best first."""
    left, top, right, bottom = yard
    middle = (left + right) / 2
    rows = [(top - REACH, (middle, left, right)), (bottom + REACH, (middle, left, right))]
    levels = [top + (bottom - top) * share for share in (0.2, 0.5, 0.8)]
    sides = [(x, y) for y in levels for x in (right + REACH, left - REACH)]
    return [*((x, y) for y, across in rows for x in across), *sides]


def drawn(stars: Sequence[Star]) -> list[str]:
    return group("battles", [_star(star.battle, star.spot) for star in stars])


def _star(battle: Battle, spot: Point) -> str:
    told = title(": ".join(part for part in (f"Battle {battle.label}".strip(), battle.note) if part))
    return f'<g transform="translate({xy(spot)})">{told}{battle_sign(battle.label)}</g>'


def battle_sign(label: str) -> str:
    """The star alone, around (0, 0)."""
    text = f'<text class="pm-badge" y="4" font-size="11">{said(label)}</text>' if label else ""
    return f'<path class="pm-star" d="{_BURST}"/>{text}'
