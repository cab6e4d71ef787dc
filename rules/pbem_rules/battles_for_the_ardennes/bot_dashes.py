"""What the veteran does in the last game-turn before anybody fights: empty towns, the far bank of the Meuse."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.kit.paths import Reach
from pbem_rules.battles_for_the_ardennes.bot_meuse import MEUSE
from pbem_rules.battles_for_the_ardennes.bot_plans import NOWHERE
from pbem_rules.battles_for_the_ardennes.bot_views import Outlook1944, settle_down
from pbem_rules.battles_for_the_ardennes.s07_zones import has_room
from pbem_rules.battles_for_the_ardennes.table import BattleUnit


def dashes(
    seen: Outlook1944, towns: Iterable[str], reaches: Mapping[str, Reach[str]], posted: Collection[str]
) -> dict[str, str]:
    """Who goes where, and is settled down there; guards leave their towns for the Meuse alone."""
    sent = across(seen, reaches)
    for hex in sorted(towns):
        if seen.table.towns.get(hex) != seen.side and hex not in seen.contact.stacks:
            able = [seen.table.units[name] for name, reach in reaches.items() if hex in reach.places()]
            free = [unit for unit in able if not unit.guns and unit.id not in sent and unit.id not in posted]
            if free:
                _, name = min((unit.face.strength, unit.id) for unit in free)
                sent[name] = hex
                settle_down(seen, seen.table.units[name], hex, march=False)
    return sent


def across(seen: Outlook1944, reaches: Mapping[str, Reach[str]]) -> dict[str, str]:
    """Tanks in supply that get over the Meuse, where that counts; as far from the enemy as they come."""
    sent: dict[str, str] = {}
    if MEUSE not in seen.ways:
        return sent
    far = seen.table.here.beyond_meuse
    for name, reach in reaches.items():
        unit = seen.table.units[name]
        if counts_beyond(unit):
            open_ = [hex for hex in reach.places() if hex in far and has_room(unit, hex, seen.contact)]
            if open_:
                _, sent[name] = max((seen.fronts.get(hex, NOWHERE), hex) for hex in open_)
                settle_down(seen, unit, sent[name], march=False)
    return sent


def counts_beyond(unit: BattleUnit) -> bool:
    return unit.mechanized and not unit.guns and not unit.out_of_supply
