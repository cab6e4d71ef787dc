"""What the composer works with: the sheet it begins with, what it may offer, and who is in supply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from pbem.model.detail import Detail
from pbem.model.document import Inline
from pbem.model.hand import HandOfCards
from pbem.model.onward import Onward
from pbem.model.records import frozen
from pbem.model.wording import Choice, QueryAnswer


@frozen(kw_only=True)
class Workplace:
    """Everything on the page that is not report or map."""

    side: str
    sheet: str
    """The text of the sheet as it is handed over, usually a draft."""
    file: str
    """The name under which the sheet is saved."""
    game: str = ""
    exchange: int = 0
    """The one that the sheet is for, or would be if one were due."""
    present: tuple[Inline, ...] = ()
    """What is to be done now, where the map alone does not show it."""
    parts: tuple[str, ...] = ()
    """All parts that a sheet may have, in their order."""
    blocks: tuple[str, ...] = ()
    """Those of them that are one block, not a list of orders."""
    choices: tuple[Choice, ...] = ()
    onward: Onward | None = None
    either: tuple[tuple[str, str], ...] = ()
    """Parts of which a unit has orders in one only."""
    must: tuple[str, ...] = ()
    """Parts in which every unit beside an enemy attacks."""
    hand: HandOfCards | None = None
    """The cards that orders are made of."""
    details: tuple[Detail, ...] = ()
    """What orders that stand can say besides."""
    again: tuple[str, ...] = ()
    """The parts that are asked for again, and may stay as they were written."""
    topics: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What standing orders can be about, with the words that each topic knows."""
    walks: tuple[str, ...] = ()
    """The parts in which a unit's line may name its way hex by hex, where the page does not lead it on by itself."""
    conditions: tuple[str, ...] = ()
    """What orders can wait for, in words; `HEX`, `SPACE`, `UNIT` and `NUMBER` are chosen on the page."""
    in_force: tuple[tuple[str, str], ...] = ()
    """The standing orders of this seat as they are: the topic, with its places, and the words."""
    supply: Mapping[str, QueryAnswer] = field(default_factory=lambda: MappingProxyType({}))
    """What `pbem supply` says about each unit on the map, where the game has supply."""
