"""What a thinking player begins with: the veteran's sheet by other plans, then the same in other moods."""

from __future__ import annotations

from dataclasses import field

from pbem.craft.moods import EVEN, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Order, View, mutable
from pbem_rules.battles_for_the_ardennes.bot_assaults import Council, council_of
from pbem_rules.battles_for_the_ardennes.bot_moves import Muster1944
from pbem_rules.battles_for_the_ardennes.bot_temper import plans_of_temper

MOODY, COLUMNS = 24, 2
"""How far moods go: four hexes, some columns."""


@mutable
class Muse:
    """Sheets for one part; what a plan needs is worked out when it is first thought of."""

    view: View
    topic: str
    asked: int = 0
    musters: dict[int, Muster1944] = field(default_factory=dict)
    councils: dict[int, Council] = field(default_factory=dict)

    def __call__(self, chooser: Chooser) -> tuple[Order, ...]:
        """The next sheet: each other plan once as it is, then moods of the usual one."""
        self.asked += 1
        tempers = plans_of_temper(self.view.side)
        number = self.asked if self.asked < len(tempers) else 0
        if self.topic == "movement":
            muster = self.musters.get(number) or Muster1944(self.view, tempers[number])
            self.musters[number] = muster
            return tuple(muster.lines(EVEN if number else some_mood(chooser, MOODY, 0)))
        council = self.councils.get(number) or council_of(self.view.table, self.view.side, tempers[number])
        self.councils[number] = council
        return tuple(council.lines(EVEN if number else some_mood(chooser, COLUMNS, COLUMNS)))


def ideas(view: View, decision: Decision) -> Idea | None:
    """Moves and attacks; the rest is not thought about."""
    if "again" in decision.facts or decision.topic not in ("movement", "combat"):
        return None
    return Muse(view, decision.topic)
