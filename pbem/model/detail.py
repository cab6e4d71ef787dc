"""What an order that stands can say besides, in which field, and when a page offers it.

All that is said of an order holds for the order as it is composed so far: who takes part in it, and where they stand
by the orders before it and by its own moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from pbem.model.records import frozen


@frozen(kw_only=True)
class Extra:
    """One thing that a field of an order can say.  It is offered where all holds that is named here."""

    text: str
    """`[UNIT]` stands for each of those who take part, of `units` and `at` if any are named."""
    note: str = ""
    places: tuple[str, ...] = ()
    """Only in orders about one of these places."""
    units: tuple[str, ...] = ()
    """Only where one of these takes part."""
    at: tuple[str, ...] = ()
    """Only where one of those who take part, and of `units`, stands in one of these places; where it takes a unit,
    that one."""
    all_at: tuple[str, ...] = ()
    """Only where all who take part stand in these places."""
    company: tuple[str, ...] = ()
    """Only where exactly these take part."""
    least: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Only in orders about one of these places, and where the weights of their choices come to so much there."""
    having: str = ""
    """Only in orders that say something in this field."""
    takes: str = ""
    """The card or the unit that it takes: it is not offered while that is used for something else."""


@frozen(kw_only=True)
class Detail:
    """A field of an order that can be pressed once the order stands: tactics, least odds, losses, a condition."""

    part: str
    """The part of the sheet; `ahead` for plans alone."""
    field: str
    extras: tuple[Extra, ...]
    within: str = ""
    """The list in the order whose entries have the field; empty: the order itself."""
    several: bool = False
    """It takes a list, or a mapping where what it can say has a colon."""


def said(*words: str) -> tuple[Extra, ...]:
    """What a field can say in every order of its part."""
    return tuple(Extra(text=text) for text in words)
