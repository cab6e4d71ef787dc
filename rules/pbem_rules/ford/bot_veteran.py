"""The veteran: plans its attacks before it marches, masses for them, has guns and cards, and guards what it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Order, Part, Pick, View, frozen
from pbem_rules.ford.board import DATA, FOE, limit, the_map, the_tables
from pbem_rules.ford.bot import guns_for, propose
from pbem_rules.ford.bot_steady import distance_to, in_a_mood, steady
from pbem_rules.ford.bot_temper import VETERAN, Temper
from pbem_rules.ford.s05_march import cannot_march, destinations
from pbem_rules.ford.s06_combat import cannot_attack, ground_shift, odds_of, targets
from pbem_rules.ford.s07_retreats import open_ways
from pbem_rules.ford.sheets import AttackLine, MarchLine
from pbem_rules.ford.table import Ford, Unit, units_in, units_of, ways_out

MOODY, BOLD = 12, 2
"""How far moods go: three hexes for a march, what a town is worth for an attack."""

Places = Mapping[str, str]
"""Where units will stand."""


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Lines for the march and for combat, a card where it is asked for one; else what the steady one does."""
    if decision.kind == "part" and "again" not in decision.facts and decision.topic in LINES:
        return Part(decision.topic, LINES[decision.topic](view, VETERAN[view.side], EVEN))
    if decision.topic in ("powder", "rope", "cards"):
        return best_card(decision)
    return steady(view, decision, chooser)


def ideas(view: View, decision: Decision) -> Idea | None:
    """Its lines in another mood, or the steady bot's; elsewhere what anybody might write."""
    if "again" in decision.facts:
        return None
    return partial(in_some_mood if decision.topic in LINES else propose, view, decision)


def in_some_mood(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    mood = some_mood(chooser, MOODY, BOLD)
    if not chooser.number(3):
        return in_a_mood(view, decision, mood, chooser)
    return LINES[decision.topic](view, VETERAN[view.side], mood)


def best_card(decision: Decision) -> str:
    """10.3 Any that is lawful; a volley before the other."""
    return max(decision.options, key=lambda option: (option.startswith("Volley"), option != decision.options[0]))


@DATA.renews
@lru_cache(maxsize=1024)
def mean_worth(column: str, temper: Temper, town: int, trapped: bool) -> int:
    """What an attack is worth over the six faces."""
    results = the_tables().results
    gone = 10 + temper.step if trapped else temper.ground
    worths = {
        "A1": -temper.step,
        "AR": -temper.back,
        "D1": gone + temper.town * town,
        "D2": gone + 1 + temper.town * town,
        "DL": gone + temper.step + temper.town * town,
        "DE": 10 + 2 * temper.step + temper.town * town,
    }
    return sum(worths.get(results.lookup(column, face), 0) for face in range(1, 7)) // 6


@frozen
class Weighing:
    """Weighs attacks of a side on one table."""

    view: View
    temper: Temper

    def worth(self, group: Sequence[Unit], goal: str, more: int = 0) -> int:
        """What an attack promises from where the units stand, by their odds and so many columns more."""
        table: Ford = self.view.table
        shift = ground_shift([*group], goal) + more
        column = the_tables().columns.shifted(odds_of(table, [*group], goal), shift)
        towns = the_map().towns.values()
        own = next((town.points for town in towns if town.hex == goal), 0)
        return mean_worth(column, self.temper, own, self.trapped(goal)) - self.temper.effort * len(group)

    def trapped(self, goal: str) -> bool:
        """7.3 Somebody there would surrender."""
        return not all(open_ways(self.view.table, unit, frozenset((goal,))) for unit in units_in(self.view.table, goal))

    def grown(self, able: Sequence[Unit], goal: str) -> tuple[int, tuple[Unit, ...]]:
        """The best group, unit by unit."""
        best, group = -1000, tuple[Unit, ...]()
        while len(group) < len(able):
            found = [(self.worth((*group, one), goal), one.id, one) for one in able if one not in group]
            worth, _, unit = max(found)
            if worth <= best:
                break
            best, group = worth, (*group, unit)
        return best, group


def attacks(view: View, temper: Temper, mood: Mood) -> tuple[Order, ...]:
    """The attacks that promise most, with guns in range, and with a card where that adds much."""
    table: Ford = view.table
    weighing, lines, used = Weighing(view, temper), list[Order](), set[str]()
    cards = [card for card in view.own.hand if card.startswith("Volley")]
    goals = {hex for unit in units_of(table, view.side) for hex in targets(table, unit)}
    while goals:
        found = []
        for goal in sorted(goals):
            free = [u for u in units_of(table, view.side) if u.id not in used and goal in targets(table, u)]
            worth, group = weighing.grown([u for u in free if u.kind != "guns"] or free, goal)
            found.append((worth + mood.liking(goal) + mood.bold, goal, group))
        worth, goal, group = max(found)
        if worth < temper.storm:
            break
        goals.discard(goal)
        names = tuple(unit.id for unit in group)
        more = weighing.worth(group, goal, 1) - weighing.worth(group, goal)
        card = cards.pop() if cards and more >= temper.volley else ""
        guns = guns_for(view, goal, {*used, *names})
        line = AttackLine(attack=goal, with_=names, guns=guns, card=card, then=f"advance {strongest(group)}")
        if cannot_attack(table, view.side, line) is None:
            lines.append(line)
            used |= {*names, *guns}
    return tuple(lines)


def strongest(group: Sequence[Unit]) -> str:
    return max(group, key=lambda unit: (unit.strength, unit.id)).id


def marches(view: View, temper: Temper, mood: Mood) -> tuple[Order, ...]:
    """First to the attacks that promise most, then towards towns; who guards a town stays."""
    table: Ford = view.table
    units = units_of(table, view.side)
    reach = {unit.id: [unit.hex, *sorted(destinations(table, unit))] for unit in units}
    places = dict(planned(view, temper, mood, units, reach))
    goals = [town.hex for name, town in sorted(the_map().towns.items()) if table.towns[name] == FOE[view.side]]
    for unit in units:
        if unit.id not in places:
            free = [hex for hex in reach[unit.id] if room(places, hex)]
            stays = not goals or not free or stands_guard(view, temper, unit, places)
            places[unit.id] = unit.hex if stays else min(free, key=partial(distance_to, goals, unit, mood))
    return tuple(in_turn(view, units, places))


def stands_guard(view: View, temper: Temper, unit: Unit, places: Places) -> bool:
    """Whether it is the one that keeps a town of its own from an enemy who is near."""
    table: Ford = view.table
    if not any(town.hex == unit.hex for town in the_map().towns.values()):
        return False
    if any(hex == unit.hex for name, hex in places.items() if name != unit.id):
        return False
    hexes = the_map().hexes
    return any(hexes.distance(foe.hex, unit.hex) <= temper.guard for foe in units_of(table, FOE[view.side]))


def planned(
    view: View, temper: Temper, mood: Mood, units: Sequence[Unit], reach: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """Where units go for attacks, the most promising first."""
    table: Ford = view.table
    weighing, places = Weighing(view, temper), dict[str, str]()
    goals = sorted({foe.hex for foe in units_of(table, FOE[view.side])})
    while goals:
        found = []
        for goal in goals:
            near = ways_out(table.bridge_down)[goal]
            able = [
                replace(unit, hex=hex)
                for unit in units
                if unit.id not in places and unit.kind != "guns"
                for hex in near
                if hex in reach[unit.id]
            ]
            worth, group = massed(weighing, able, goal, places)
            found.append((worth + mood.liking(goal) + mood.bold, goal, group))
        worth, goal, group = max(found)
        if worth < temper.storm:
            return
        goals.remove(goal)
        for unit in group:
            places[unit.id] = unit.hex
            yield unit.id, unit.hex


def massed(weighing: Weighing, able: Sequence[Unit], goal: str, places: Places) -> tuple[int, tuple[Unit, ...]]:
    """The best group, unit by unit, no more in a hex than may stand there."""
    best, group = -1000, tuple[Unit, ...]()
    while True:
        sent = {unit.id for unit in group}
        there = {**places, **{unit.id: unit.hex for unit in group}}
        free = [one for one in able if one.id not in sent and room(there, one.hex)]
        found = [(weighing.worth((*group, one), goal), one.id, one.hex, one) for one in free]
        if not found or max(found)[0] <= best:
            return best, group
        best, *_, unit = max(found)
        group = (*group, unit)


def room(places: Places, hex: str) -> bool:
    """3.2"""
    return [*places.values()].count(hex) < limit("stack")


def in_turn(view: View, units: Sequence[Unit], places: Places) -> Iterator[Order]:
    """The lines, those first whose hexes nobody stands in who goes on."""
    going = [unit for unit in units if places[unit.id] != unit.hex]
    left = {unit.id for unit in going}
    going.sort(key=lambda unit: any(other.hex == places[unit.id] and other.id in left for other in going))
    for unit in going:
        line = MarchLine(unit=unit.id, to=places[unit.id])
        if cannot_march(view.table, view.side, line) is None:
            yield line


LINES = {"march": marches, "combat": attacks}
