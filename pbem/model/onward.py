"""How units move, and attack, from wherever their orders take them: by this the page finds the ways itself.

A table of what each unit can do from where it stands would not do.  Friends are in each other's way, and they are
where the orders written so far take them; so is the unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from pbem.model.records import frozen


@frozen(kw_only=True)
class Stride:
    """How units of one kind move: from place to place for points, or in road mode along roads."""

    steps: Mapping[str, Mapping[str, int]]
    """From each place to the next ones, and the points."""
    rate: int
    """Places along roads for a point."""
    change: int
    """What a change of mode costs."""
    toll: int
    """What it costs to join friends, and to leave them."""


@frozen(kw_only=True)
class Leg:
    """A part of the sheet in which units move."""

    part: str
    points: Mapping[str, int]
    """Who moves in it, and how far."""
    spent: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """What has been spent before, of those points."""


@frozen(kw_only=True)
class Strikes:
    """Attacks on enemies beside a unit, in the part that has them: each place by a line that units share."""

    part: str
    line: str
    """With `[PLACE]` and `[UNIT]` in it."""
    weights: Mapping[str, int]
    """Who can attack, and what he brings to it."""
    lift: int
    """So many times as much does it bring,"""
    lifts: Mapping[str, int]
    """or from some places so many times."""
    whole: int
    """Of a weight so much is a point of strength."""
    defences: Mapping[str, int]
    """By each place that can be attacked the strength that is met there."""
    columns: tuple[str, ...]
    """The odds that there are."""


@frozen(kw_only=True)
class Onward:
    """All that the page needs to know of movement."""

    legs: tuple[Leg, ...]
    """In their order."""
    strides: tuple[Stride, ...]
    second: tuple[str, ...] = ()
    """Who goes by the second stride."""
    strikes: Strikes | None = None
    """Attacks clear places before the legs that come after them: what leads through one waits until it is cleared."""

    roads: Mapping[str, tuple[str, ...]]
    """From each place to the next ones along a road."""
    broken: tuple[str, ...] = ()
    """Sides that a road cannot be followed over: `0501-0502`."""
    unfit: tuple[str, ...] = ()
    """Places that nobody enters in road mode."""
    room: int
    """How many friends stand in a place."""
    crowds: tuple[str, ...] = ()
    """Friends whom nobody joins."""
    foe: str
    eyes: Mapping[str, tuple[str, ...]]
    """By each place of the enemy those beside it, which he watches: unless another friend stands there, a unit that
    comes to one of them in a leg stops."""
    blind: tuple[str, ...] = ()
    """Places of the enemy that watch nothing."""
    bound: tuple[str, ...] = ()
    """Who may not cross `walls`."""
    walls: tuple[str, ...] = ()

    friends: tuple[str, ...] = ()
    """All of the side, wherever their orders take them."""
    columns: tuple[str, ...] = ()
    """Friends in road mode, as things stand."""
    gates: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The places at which units come, each with the first place on the map: itself, or the next one."""
    waits: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """At which of them friends wait who have no other order."""
    comes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Friends off the map, and where they come to stand unless somebody orders otherwise."""
    passed: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many have come on by a place already."""
    delay: int = 0
    """So many places along the road does a unit lose for each who came on by its place before it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts in which the page finds what there is to order by itself."""
        return (*(leg.part for leg in self.legs), *([self.strikes.part] if self.strikes else []))
