"""Where the veteran does not like to stand: where the enemy can come in strength, or no supply; and what it grabs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pbem.kit.supply import SupplyFlow
from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.board import DATA, FOE, the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import stakes
from pbem_rules.battles_for_the_ardennes.bot_temper import Temper
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact
from pbem_rules.battles_for_the_ardennes.s11_supply import net_of
from pbem_rules.battles_for_the_ardennes.sector import Sector
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

NEAR, FARTHER = 2, 4
"""From so far an enemy comes with all his strength; and from so far with half of it."""
EVEN_ODDS, WORST = 8, 24
"""What of an enemy's strength, in quarters of the own, is no danger; and what is as bad as it can be."""


@mutable
class Risks:
    """What is worked out once for a movement phase."""

    table: BattlesTable
    side: str
    temper: Temper
    contact: Contact
    towns: Mapping[str, int]
    threats: Mapping[str, int]
    """What enemy strength can come beside a hex, in halves."""
    net: SupplyFlow | None = None
    _walls: dict[str, int] = field(default_factory=dict)

    def liking(self, unit: BattleUnit, hex: str) -> int:
        """What speaks for a hex beyond the way: a town for the taking; against it: danger, no supply."""
        temper, value = self.temper, 0
        friends = [one for one in self.contact.stacks.get(hex, ()) if one.id != unit.id]
        if hex in self.towns and not unit.guns and not friends and self.table.towns.get(hex) != self.side:
            value += temper.grab * self.towns[hex]
        if self.net is not None and hex not in self.net:
            value -= temper.cut
        if temper.danger and not unit.guns and hex in self.threats:
            own = sum(one.face.strength for one in friends if not one.guns) + unit.face.strength
            quarters = 2 * self.threats[hex] // max(1, own) - 4 * the_charts().shelter.get(
                self.table.here.ground[hex], 0
            )
            value -= temper.danger * max(0, min(WORST, quarters) - EVEN_ODDS) // 4
        return value


def risks_of(table: BattlesTable, side: str, temper: Temper, contact: Contact) -> Risks | None:
    """None: there is nothing that it shuns or grabs."""
    if not (temper.danger or temper.cut or temper.grab):
        return None
    net = net_of(table, side, contact) if temper.cut or (temper.crosses and side == "german") else None
    return Risks(table, side, temper, contact, stakes(table), threats(table, side) if temper.danger else {}, net)


def threats(table: BattlesTable, side: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in units_of(table, FOE[side]):
        if unit.guns or unit.out_of_supply:
            continue
        near, farther = around(table.here, unit.hex)
        for hex in near:
            found[hex] = found.get(hex, 0) + 2 * unit.face.strength
        if unit.mechanized:
            for hex in farther:
                found[hex] = found.get(hex, 0) + unit.face.strength
    return found


@DATA.cached
def around(here: Sector, hex: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hexes near to one, and those that are farther."""
    near = here.grid.within(hex, NEAR)
    return near, tuple(one for one in here.grid.within(hex, FARTHER) if one not in near)
