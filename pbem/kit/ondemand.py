"""What can be worked out of a map at any time, worked out place by place, as it is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)
Value = TypeVar("Value")


class OnDemand(dict[Place, Value]):
    """A mapping of every place that its function knows.  It is asked by place; what it lists is what was asked."""

    def __init__(self, make: Callable[[Place], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, place: Place) -> Value:
        made = self[place] = self._make(place)
        return made
