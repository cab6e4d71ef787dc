"""What a page lets a player compose beyond one line for one unit: orders made of cards.

An order made of a card holds lists of its own, such as moves and attacks; choices whose `into` names one of them are
written into the order that is open on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from pbem.model.records import frozen


@frozen(kw_only=True)
class CardUse:
    """One way to use a card: how the order begins that says so, and who may be given something to do in it."""

    words: str
    """What the button says: `activate I SS`."""
    line: str
    """The order as it begins: `play: 53 as activate I SS`, or words alone: `pass`.  `[UNIT]` stands for the unit that
    is chosen, who alone may then appear in the order."""
    lists: tuple[str, ...] = ()
    """Which lists of the order may be filled: move, attacks."""
    units: tuple[str, ...] = ()
    """Who may appear in them; empty: all."""
    around: str = ""
    """The field of the order that holds a place: first that, then only those of `units` who are near it."""
    apart: tuple[str, ...] = ()
    """Marks that two orders in a row must not share, such as the corps that it activates."""
    ahead: bool = False
    """It can only be planned."""
    barred: str = ""
    """Why it cannot be used now; empty: it can."""


@frozen(kw_only=True)
class CardFace:
    """A card as it is shown: its number and name, what it is, its uses, and what else stands on it."""

    id: str
    name: str
    kind: str = ""
    uses: tuple[CardUse, ...] = ()
    notes: tuple[str, ...] = ()
    held: bool = True
    """It lies in the hand; else it may come, and can only be planned."""
    planned: str = ""
    """What an order must say besides, if it is planned: `if: hand has 53`."""


@frozen(kw_only=True)
class HandOfCards:
    """The cards of a side, and the part of the sheet whose orders are made of them."""

    part: str
    cards: tuple[CardFace, ...]
    now: int = 1
    """So many orders the part takes now; further ones are planned ahead."""
    case: str = ""
    """The rule by which orders in a row must be apart."""
    notes: tuple[str, ...] = ()
    """How many cards are left, and the like."""
    near: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Who is near each place, for uses that are about all around one."""
