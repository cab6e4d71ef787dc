"""Maps of named spaces: which touch which, by what kind of border, and how many steps apart they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from pbem.model.errors import RulesBug
from pbem.model.records import frozen


@frozen
class Border:
    """Two spaces that touch, and what is to be known of their border: {"river": "meuse", "road": "yes"}."""

    one: str
    other: str
    traits: Mapping[str, str] = field(default_factory=dict)


class AreaGraph:
    """Spaces and borders.  A border holds both ways.  Constant: make it once, next to the map's data."""

    def __init__(self, spaces: Iterable[str], borders: Iterable[Border]) -> None:
        self._borders: dict[str, dict[str, Border]] = {space: {} for space in sorted(spaces)}
        for border in borders:
            if fault := self._fault(border):
                raise RulesBug(f"border {border.one} - {border.other}: {fault}")
            self._borders[border.one][border.other] = border
            self._borders[border.other][border.one] = border
        self._neighbours = {space: tuple(sorted(others)) for space, others in self._borders.items()}

    def _fault(self, border: Border) -> str:
        for space in (border.one, border.other):
            if space not in self._borders:
                return f"there is no space {space}"
        if border.one == border.other:
            return "a space does not touch itself"
        return "given twice" if border.other in self._borders[border.one] else ""

    def contains(self, space: str) -> bool:
        """Is this the name of a space?"""
        return space in self._borders

    def all(self) -> tuple[str, ...]:
        """All spaces, sorted."""
        return tuple(self._borders)

    def borders(self) -> tuple[Border, ...]:
        """All borders, each once, sorted by the names of their spaces."""
        once = {tuple(sorted((b.one, b.other))): b for others in self._borders.values() for b in others.values()}
        return tuple(once[pair] for pair in sorted(once))

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces that touch this one, sorted."""
        try:
            return self._neighbours[space]
        except KeyError:
            raise RulesBug(f"{space} is not a space of the map") from None

    def adjacent(self, one: str, other: str) -> bool:
        """Do two spaces touch?"""
        return other in self.neighbours(one)

    def border(self, one: str, other: str) -> Border:
        """The border of two spaces that touch."""
        if not self.adjacent(one, other):
            raise RulesBug(f"{one} and {other} do not touch")
        return self._borders[one][other]

    def within(self, space: str, steps: int) -> tuple[str, ...]:
        """The spaces at most so many steps away, the space itself among them, sorted."""
        return tuple(sorted(name for name, far in self._distances(space).items() if far <= steps))

    def distance(self, start: str, end: str) -> int | None:
        """Steps from space to space, or None if no way leads there."""
        self.neighbours(end)
        return self._distances(start).get(end)

    def _distances(self, start: str) -> dict[str, int]:
        self.neighbours(start)
        far, edge = {start: 0}, [start]
        for here in edge:
            for there in self._neighbours[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    edge.append(there)
        return far
