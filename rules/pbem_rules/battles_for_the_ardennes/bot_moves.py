"""Where the bot's units go: first those that strike, then each other one to the best hex in reach, or in a column.

Stacks are kept as they will be, so that the lines are lawful one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.craft.moods import EVEN, Mood
from pbem.kit.paths import Reach
from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.board import the_charts
from pbem_rules.battles_for_the_ardennes.bot_dashes import dashes
from pbem_rules.battles_for_the_ardennes.bot_hunts import plan_hunts
from pbem_rules.battles_for_the_ardennes.bot_meuse import MEUSE
from pbem_rules.battles_for_the_ardennes.bot_plans import NOWHERE, counting_towns, is_last, plan_of_view, stakes
from pbem_rules.battles_for_the_ardennes.bot_strikes import Strike, plan_strikes
from pbem_rules.battles_for_the_ardennes.bot_temper import NEUTRAL, Temper
from pbem_rules.battles_for_the_ardennes.bot_views import Outlook1944, in_mood, look_out, settle_down, troop_of
from pbem_rules.battles_for_the_ardennes.s05_movement import (
    UnitMove,
    cannot_move_at_all,
    destinations,
    exit_edges,
    march_of,
    move_of,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import has_room
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, entries, entry_cost, plan_entry, waiting
from pbem_rules.battles_for_the_ardennes.sheets import ArrivalOrder, MoveOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

FAR = 5
"""So far from every enemy units march in columns."""
CLOSE, HURRY = 2, 4
"""So near to an enemy nobody marches in a column; nearer than `FAR` only those who come so much farther."""
STURDY = 5
"""Allied units of less do not go beside an enemy alone."""
NEAR = 6
"""So near to an enemy a town wants a guard."""
CUT_OFF, IN_REACH = 60, 12
"""What speaks against places without supply, and beside enemies, for those who wait before the Meuse."""


def bot_moves(view: View, mood: Mood = EVEN, temper: Temper = NEUTRAL) -> list[MoveOrder]:
    """Who strikes goes first; of the others, who is nearest to the enemy."""
    return Muster1944(view, temper).lines(mood)


class Muster1944:
    """What is worked out once for the movement of a phase, whatever the mood."""

    def __init__(self, view: View, temper: Temper) -> None:
        table: BattlesTable = view.table
        self.table, self.seen = table, look_out(view, EVEN, temper)
        self.towns = counting_towns(table, plan_of_view(view))
        self.stakes = stakes(table) if temper.hunts else {}
        self.dashing = is_last(table) and bool(self.stakes)
        self.posted = guards(self.seen, self.towns)
        self.able = [
            unit
            for unit in units_of(table, view.side)
            if (self.dashing or unit.id not in self.posted) and cannot_move_at_all(table, unit) is None
        ]
        self.reaches = {unit.id: destinations(move_of(table, unit, self.seen.contact)) for unit in self.able}

    def lines(self, mood: Mood) -> list[MoveOrder]:
        seen, table, reaches = in_mood(self.seen, mood), self.table, self.reaches
        free = [unit for unit in self.able if unit.id not in self.posted]
        lines = [line for unit in free if (line := leaving(seen, unit, reaches[unit.id])) is not None]
        gone = {line.unit for line in lines}
        for name in sorted(gone):
            settle_down(seen, table.units[name], "", march=False)
        sent = dashes(seen, self.stakes, without(reaches, gone), self.posted) if self.dashing else {}
        left = without(reaches, {*gone, *sent, *self.posted, *self.waiting()})
        sent |= {unit.id: unit.hex for one in self.struck(seen, left) for unit in one.units}
        lines += [MoveOrder(unit=name, way=f"to {hex}") for name, hex in sent.items() if hex != table.units[name].hex]
        rest = [unit for unit in free if unit.id not in sent and unit.id not in gone]
        rest.sort(key=lambda unit: (seen.fronts.get(unit.hex, NOWHERE), unit.id))
        for unit in rest:
            way, end = best_way(seen, unit, reaches[unit.id])
            if way:
                lines.append(MoveOrder(unit=unit.id, way=way))
                settle_down(seen, unit, end, march=way.startswith("march"))
        return lines

    def waiting(self) -> set[str]:
        """Who fights no more, since he is to cross the Meuse in the last game-turn."""
        if self.table.turn != self.table.form.length.last - 1:
            return set()
        return {unit.id for unit in self.able if self.seen.sent.get(troop_of(unit)) == MEUSE}

    def struck(self, seen: Outlook1944, reaches: dict[str, Reach[str]]) -> list[Strike]:
        """Who goes against whom: by what a battle promises, or by its column."""
        return plan_hunts(seen, reaches, self.stakes) if seen.temper.hunts else plan_strikes(seen, reaches)


def guards(seen: Outlook1944, towns: frozenset[str]) -> set[str]:
    """One unit or more, the weakest on foot, stay in every town that counts while enemies are near."""
    found = set()
    for hex in sorted(towns):
        if seen.fronts.get(hex, NOWHERE) <= NEAR and seen.contact.holder(hex) == seen.side:
            there = [unit for unit in seen.contact.stacks[hex] if not unit.guns and not unit.face.bracketed]
            found |= {
                name for *_, name in sorted((u.mechanized, u.face.strength, u.id) for u in there)[: seen.temper.guards]
            }
    return found


def without(reaches: Mapping[str, Reach[str]], gone: set[str]) -> dict[str, Reach[str]]:
    return {name: reach for name, reach in reaches.items() if name not in gone}


def leaving(seen: Outlook1944, unit: BattleUnit, reach: Reach[str]) -> MoveOrder | None:
    """Off the map, where leaving counts: supplied tanks that reach an edge with a point to spare."""
    table = seen.table
    if unit.side != "german" or not unit.mechanized or unit.guns or unit.out_of_supply:
        return None
    for edge in exit_edges(table):
        if edge not in seen.errands:
            continue
        last = [hex for hex in reach.places() if hex in seen.errands[edge] and reach.cost(hex) < unit.allowance]
        free = [hex for hex in last if hex == unit.hex or hex not in seen.contact.zone["allied"]]
        if free:
            _, hex = min((reach.cost(one), one) for one in free)
            return MoveOrder(unit=unit.id, way=f"exit {edge}" if hex == unit.hex else f"to {hex}, exit {edge}")
    return None


def best_way(seen: Outlook1944, unit: BattleUnit, reach: Reach[str]) -> tuple[str, str]:
    """The words of its move and where it ends; nothing if it stays."""
    near = seen.fronts.get(unit.hex, NOWHERE)
    end = best_end(seen, unit, reach, march=False) if near <= FAR else ""
    if near > CLOSE:
        column = march_of(seen.table, unit, seen.contact)
        found = best_end(seen, unit, destinations(column), march=True) if column is not None else ""
        if found and found != unit.hex and (not end or pays(seen, unit, found, end)):
            return f"march, to {found}", found
    end = end or best_end(seen, unit, reach, march=False)
    return (f"to {end}", end) if end and end != unit.hex else ("", "")


def pays(seen: Outlook1944, unit: BattleUnit, end: str, other: str) -> bool:
    """Whether a column that is near enemies comes so much farther, and not too near to them."""
    way = seen.way_from(unit)
    return seen.fronts.get(end, NOWHERE) > CLOSE and way.get(end, NOWHERE) + HURRY <= way.get(other, NOWHERE)


def best_end(seen: Outlook1944, unit: BattleUnit, reach: Reach[str], *, march: bool) -> str:
    """The best of the hexes in reach, that where it stands among them."""
    places = [hex for hex in reach.places() if has_room(unit, hex, seen.contact, march=march)]
    value = german_value if seen.side == "german" else allied_value

    risks = seen.risks

    def liked(hex: str) -> tuple[int, bool, str]:
        found = value(seen, unit, hex, march=march) + seen.mood.about(unit.id, hex)
        return found + (risks.liking(unit, hex) if risks is not None else 0), hex == unit.hex, hex

    return max(places, key=liked, default="")


def german_value(seen: Outlook1944, unit: BattleUnit, hex: str, *, march: bool) -> int:
    """Nearer to the errand; beside enemies to hold them; guns within range, never in front."""
    near = seen.fronts.get(hex, NOWHERE)
    value = -seen.temper.spearhead * seen.way_from(unit).get(hex, NOWHERE)
    if unit.guns:
        return value - 60 * (near < 2) + 20 * (seen.before(unit).get(hex, NOWHERE) <= unit.face.range)
    if seen.sent.get(troop_of(unit)) == MEUSE:
        return value - CUT_OFF * (not seen.supplied(hex)) - IN_REACH * (near == 1)
    return value + 2 * (seen.table.here.ground[hex] in ("town", "city")) + (near == 1)


def allied_value(seen: Outlook1944, unit: BattleUnit, hex: str, *, march: bool) -> int:
    """In the town that it is sent to, or as near as there is room; in good ground, the guns never in front."""
    near, way = seen.fronts.get(hex, NOWHERE), seen.way_from(unit).get(hex, NOWHERE)
    if unit.guns:
        return -way - 40 * (near < 2) + 10 * (near <= unit.face.range)
    value = 4 * the_charts().shelter.get(seen.table.here.ground[hex], 0) - 2 * (1 + seen.temper.keeps) * way
    alone = not [other for other in seen.contact.stacks.get(hex, ()) if other.id != unit.id]
    exposed = near == 1 and hex != unit.hex and alone and unit.face.strength < STURDY
    return value + 12 * (way == 0) - 6 * exposed + 2 * (hex == unit.hex)


# Reinforcements


def bot_arrivals(view: View, temper: Temper = NEUTRAL) -> list[ArrivalOrder]:
    """On the map, and by march as far as it goes toward what is wanted."""
    table: BattlesTable = view.table
    seen = look_out(view, EVEN, temper)
    lines = []
    for unit in waiting(table, view.side):
        if unit.edge == DROP:
            continue
        for hex in reversed(entries(table, unit, seen.contact)):
            line, end = come_in(seen, unit, hex)
            if line is not None:
                lines.append(line)
                settle_down(seen, unit, end, march="march" in line.way)
                break
    return lines


def come_in(seen: Outlook1944, unit: BattleUnit, hex: str) -> tuple[ArrivalOrder | None, str]:
    """By march if the hex has a road, else to the hex alone."""
    table = seen.table
    if hex in table.here.roads and not any(other.hex == hex for other in seen.contact.stacks.get(hex, ())):
        move = plan_entry(table, ArrivalOrder(unit=unit.id, way=f"enter {hex}, march"), seen.contact)
        if isinstance(move, UnitMove):
            end = best_end(seen, unit, destinations(move), march=True)
            if end:
                way = f"enter {hex}, march" + (f", to {end}" if end != hex else "")
                return ArrivalOrder(unit=unit.id, way=way), end
    if seen.temper.onward:
        return go_on(seen, unit, hex)
    line = ArrivalOrder(unit=unit.id, way=f"enter {hex}")
    found = plan_entry(table, line, seen.contact)
    return (line, hex) if isinstance(found, UnitMove) else (None, "")


def go_on(seen: Outlook1944, unit: BattleUnit, hex: str) -> tuple[ArrivalOrder | None, str]:
    """Onto the map and as far as its allowance goes, also past those who fill the hex of entry."""
    journey = UnitMove(seen.table, unit, seen.contact, hex, unit.allowance, enters=True)
    journey.step(hex, entry_cost(seen.table, unit, hex))
    end = best_end(seen, unit, destinations(journey), march=False)
    if not end or journey.spent > journey.budget:
        return None, ""
    return ArrivalOrder(unit=unit.id, way=f"enter {hex}" + (f", to {end}" if end != hex else "")), end
