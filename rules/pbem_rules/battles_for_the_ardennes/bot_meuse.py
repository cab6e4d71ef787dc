"""What the veterans see of the Meuse: who may cross it where, who guards its bridges, what counts beyond it."""

from __future__ import annotations

from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of
from pbem_rules.battles_for_the_ardennes.s11_supply import net_of
from pbem_rules.battles_for_the_ardennes.s17_victory import tanks_beyond
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, bridged, units_of

MEUSE, A_DRIVE = "beyond the Meuse", 10
"""The errand of those who are to cross it, and from how far they are looked for."""
A_TURN = 4
"""From so far a bridge is crossed in a game-turn."""


def crossings(table: BattlesTable, contact: Contact) -> dict[str, tuple[str, ...]]:
    """The far bank at the bridges over the Meuse that no Ally holds, where tanks beyond it count."""
    here, far = table.here, table.here.beyond_meuse
    free = [bank for near, bank in meuse_bridges(table) if not is_allied(contact, near, bank)]
    heads = {hex for bank in free for hex in here.grid.within(bank, 1) if hex in far}
    return {MEUSE: tuple(sorted(heads))} if heads else {}


def is_allied(contact: Contact, near: str, bank: str) -> bool:
    """Whether an Ally stands at either end of a bridge."""
    return "allied" in (contact.holder(near), contact.holder(bank))


def bridgeheads(table: BattlesTable) -> dict[str, tuple[str, ...]]:
    """The far bank at every bridge over the Meuse that German tanks in supply may come to, an errand each."""
    tanks = [unit.hex for unit in units_of(table, "german") if unit.mechanized and not unit.out_of_supply]
    return {
        f"{MEUSE} at {bank}": (bank,)
        for near, bank in meuse_bridges(table)
        if any(table.here.distance(near, tank) <= A_DRIVE for tank in tanks)
    }


def meuse_bridges(table: BattlesTable) -> list[tuple[str, str]]:
    """The two banks at every bridge that stands; none where nothing counts beyond."""
    if not table.form.victory.beyond_meuse:
        return []
    far = table.here.beyond_meuse
    wet = sorted(table.here.meuse - far)
    return [(hex, way.to) for hex in wet for way in table.here.sides[hex] if way.to in far and bridged(table, way)]


def beyond(table: BattlesTable) -> dict[str, int]:
    """What German units count that stand beyond the Meuse."""
    each = table.form.victory.beyond_meuse
    return {unit.id: each for unit in tanks_beyond(table)} if each else {}


def within_reach(table: BattlesTable) -> int:
    """What German tanks would count that supply reaches, beyond the Meuse or before a bridge that no Ally holds."""
    contact, far = contact_of(table), table.here.beyond_meuse
    heads = [near for near, bank in meuse_bridges(table) if not is_allied(contact, near, bank)]
    if not heads:
        return 0
    net = net_of(table, "german", contact)
    tanks = [unit for unit in units_of(table, "german") if unit.mechanized and not unit.guns and unit.hex in net]
    near = [u for u in tanks if u.hex in far or min(table.here.distance(u.hex, head) for head in heads) <= A_TURN]
    return table.form.victory.beyond_meuse * len(near)
