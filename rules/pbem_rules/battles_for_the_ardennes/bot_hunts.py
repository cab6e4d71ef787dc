"""How the veteran concentrates: against whom a battle promises most, from sides that leave him no way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.kit.paths import Reach
from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.bot_meuse import beyond
from pbem_rules.battles_for_the_ardennes.bot_plans import NOWHERE
from pbem_rules.battles_for_the_ardennes.bot_prospects import Prospects, closing
from pbem_rules.battles_for_the_ardennes.bot_strikes import (
    Places,
    Strike,
    guns_on,
    room_beside,
    who_can_reach,
)
from pbem_rules.battles_for_the_ardennes.bot_sums import Sums
from pbem_rules.battles_for_the_ardennes.bot_views import Outlook1944, settle_down
from pbem_rules.battles_for_the_ardennes.s09_combat import crosses_halved
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range
from pbem_rules.battles_for_the_ardennes.table import BattleUnit, units_of

A_LIKING = 6
"""What a point of liking weighs in what six dice promise."""
MOST = 9
"""So many units are thought of for one battle."""


@mutable
class Hunt:
    """The movement of a phase as far as it is planned."""

    seen: Outlook1944
    prospects: Prospects
    sums: Sums
    guns: list[BattleUnit]
    standing: dict[str, str]
    """Where those stand who do not move any more, or have been sent."""

    def best(self, target: str, able: Places) -> tuple[int, Strike | None]:
        """The force against a target that promises most for what it takes."""
        seen, temper = self.seen, self.seen.temper
        defenders = seen.contact.stacks[target]
        others = closing(seen.table, [hex for name, hex in sorted(self.standing.items()) if name not in able])
        liking = A_LIKING * seen.mood.about(target)
        force, found, most = list[BattleUnit](), None, temper.least - 1
        fire, support = guns_on(seen, target, self.guns)[:2], int(seen.table.air > 0)
        foes = batteries_in_range(seen.table, FOE[seen.side], target)
        ranked = sorted((-seen.table.units[name].face.strength, name) for name in able)
        for _, name in ranked[:MOST]:
            hex = self.place(name, able[name], target, force, others)
            if not hex:
                continue
            force.append(replace(seen.table.units[name], hex=hex))
            column = self.sums.column(target, defenders, force, fire, foes, support)
            zone = others | closing(seen.table, [unit.hex for unit in force])
            gain = self.prospects.gain(target, column, defenders, force, zone)
            gain += liking - temper.thrift * sum(unit.face.strength for unit in force)
            if gain > most:
                most, found = gain, Strike(target, list(force), column)
        near = min((way.get(target, NOWHERE) for way in seen.ways.values()), default=0)
        return most - temper.on_the_way * min(near, NOWHERE // 10), found

    def place(
        self, name: str, hexes: Sequence[str], target: str, force: list[BattleUnit], others: frozenset[str]
    ) -> str:
        """From where a unit closes most ways back, if there is room; not over water if it can be helped."""
        table, unit = self.seen.table, self.seen.table.units[name]
        shut = others | closing(table, [one.hex for one in force])
        around = [hex for hex in table.here.neighbours[target] if hex not in shut]
        ranked = []
        for hex in hexes:
            if hex != unit.hex and not room_beside(self.seen, unit, hex, force):
                continue
            closes = sum(one in closing(table, [hex]) for one in around)
            crowd = sum(one.hex == hex for one in force)
            ranked.append((crosses_halved(table, hex, target), -closes, crowd, hex != unit.hex, hex))
        return min(ranked)[-1] if ranked else ""


def plan_hunts(seen: Outlook1944, reaches: Mapping[str, Reach[str]], towns: Mapping[str, int]) -> list[Strike]:
    """One after the other what promises most; units that are sent are settled down where they will stand."""
    table = seen.table
    able = who_can_reach(seen, dict(reaches))
    guns = [unit for unit in units_of(table, seen.side) if unit.in_battery and unit.id not in table.fought]
    still = {u.id: u.hex for u in units_of(table, seen.side) if u.id not in reaches and not u.guns}
    hunt = Hunt(
        seen,
        Prospects(table, seen.side, seen.contact, seen.temper, towns, beyond(table)),
        Sums(table, seen.side),
        guns,
        still,
    )
    strikes: list[Strike] = []
    ranked = sorted((-gain, target) for target in able for gain, strike in [hunt.best(target, able[target])] if strike)
    for _, target in ranked:
        free = {name: at for name, at in able[target].items() if name not in hunt.standing}
        _, strike = hunt.best(target, free)
        if strike is None:
            continue
        strikes.append(strike)
        fire = [gun.id for gun in guns_on(seen, target, hunt.guns)][:2]
        hunt.guns = [gun for gun in hunt.guns if gun.id not in fire]
        for unit in strike.units:
            hunt.standing[unit.id] = unit.hex
            settle_down(seen, table.units[unit.id], unit.hex, march=False)
    return strikes
