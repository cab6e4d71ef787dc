"""Everything that can happen, and how it is said.  Cards and chits bring their own events."""

from __future__ import annotations

from low_water.table import Table
from pbem.craft.cards import CARD_EVENTS
from pbem.craft.chits import CHIT_EVENTS
from pbem.ruleset import OnlyTold, event, events_in


@event(says="{side:name} rows to the {wreck}")
class Rowed:
    side: str
    wreck: str

    def apply(self, table: Table) -> None:
        table.boats[self.side] = self.wreck


@event(says="at work: {sides|nobody:in turn}")
class MayWork:
    """The crews that work this tide, in turn."""

    sides: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.works = list(self.sides)


@event(says="{card} of {side:name} is cut")
class Cut(OnlyTold):
    """A card that was played lifts nothing."""

    side: str
    card: str


@event(
    says="{side:name} raises {coins:coins} at the {wreck}: {chits|no chit}", counts="{side:name} raises {coins:coins}"
)
class Raised:
    side: str
    wreck: str
    chits: tuple[str, ...]
    coins: int

    def apply(self, table: Table) -> None:
        table.hold[self.side] += self.coins


@event(says="a squall swamps {side:name}: {chits}", counts="{side:name} is swamped")
class Swamped(OnlyTold):
    """Nothing is raised."""

    side: str
    chits: tuple[str, ...]


@event
class TideTurned:
    def apply(self, table: Table) -> None:
        table.works = []
        table.over = table.tide == table.tides
        table.tide += 0 if table.over else 1


ALL = (*events_in(__name__), *CARD_EVENTS, *CHIT_EVENTS)
