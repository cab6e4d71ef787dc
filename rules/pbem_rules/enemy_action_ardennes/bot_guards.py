"""Guards: where Allied reserves bar the march of whoever would leave the map, and whose going opens a way.

Nobody marches to such a post: what he leaves for it would be missed more.  Only who stands on the soonest way, or
beside it, can make it longer; so few hexes are looked at closely.
"""

from __future__ import annotations

from dataclasses import field, replace

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import around
from pbem_rules.enemy_action_ardennes.bot_breakout import CHANCES, MOST_TIMES, is_near_an_exit, soonest, with_units
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment

FAR = 6
"""So far from every exit nobody is thought to bar a way."""
NOWHERE = ""

Hope = tuple[int, frozenset[str]]
"""How likely, in a hundred, somebody leaves the map; and the hexes of his way, with those beside it."""


@frozen(slots=False)
class Guards:
    """What the Germans may hope of a march off the map, with one Allied unit somewhere else."""

    table: EnemyAction
    known: dict[tuple[str, str, bool], Hope] = field(default_factory=dict)
    """As far as anybody has asked: from where a unit goes, to where, and whether it is strong enough alone."""

    def bars(self, unit: Regiment, hex: str) -> int:
        """How much less likely somebody leaves the map with a reserve in a hex; how much more, below nothing, once a
        unit has gone there from its post."""
        if hex == unit.hex or (unit.hex and not is_near_an_exit(self.table, unit.hex, FAR)):
            return 0
        now, near = self.hope(unit, unit.hex)
        gone = now
        if unit.hex:
            gone, near = self.hope(unit, NOWHERE)
            if gone == now:
                return 0
        then = self.hope(unit, hex)[0] if hex in near else gone
        return min(now - then, 0) if unit.hex else now - then

    def hope(self, unit: Regiment, hex: str) -> Hope:
        """The same with a unit in a hex, or nowhere."""
        stays = hex == unit.hex
        key = (NOWHERE, NOWHERE, True) if stays else (unit.hex, hex, not unit.dispersed and not unit.bracketed)
        if key not in self.known:
            self.known[key] = hope_of(self.table if stays else moved(self.table, unit, hex))
        return self.known[key]


def moved(table: EnemyAction, unit: Regiment, hex: str) -> EnemyAction:
    """The table with one unit somewhere else."""
    return with_units(table, {**table.units, unit.id: replace(unit, hex=hex)})


def hope_of(table: EnemyAction) -> Hope:
    """6.5 As far as the Germans have cards for it, between which they play others."""
    cards = table.hands["german"] + table.piles["german"]
    march = soonest(table, min(MOST_TIMES, (cards + 1) // 2))
    if march is None:
        return 0, frozenset()
    times, way, _ = march
    return CHANCES[times - 1], frozenset(near for hex in way for near in (hex, *around(hex)))
