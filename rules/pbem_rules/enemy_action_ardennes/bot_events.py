"""Events that the staff plays, each with what it is worth to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from pbem_rules.enemy_action_ardennes.aid_events import drop_zone, waiting_for
from pbem_rules.enemy_action_ardennes.board import apart, around, the_charts, the_map, the_scenario, within
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, is_last_day
from pbem_rules.enemy_action_ardennes.bot_attacks import able
from pbem_rules.enemy_action_ardennes.bot_moves import free_moves, tasked
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, price_of
from pbem_rules.enemy_action_ardennes.bot_travel import distance
from pbem_rules.enemy_action_ardennes.phrases import BLOW, POSITION, REPAIR
from pbem_rules.enemy_action_ardennes.s05_cards import events_of
from pbem_rules.enemy_action_ardennes.s06_commands import is_surprise
from pbem_rules.enemy_action_ardennes.s10_supply import SupplyOfHexes
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_have_position, cannot_work
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, steps_of, units_in, worth_of

AGENTS = 60
"""What a card out of the Allied hand is worth."""
DROP = 50
A_DAY = 25
"""What a day is worth by which a step comes earlier or later."""
CLOUDS, FROST, TRAFFIC, FURY = 60, 50, 25, 30
RECOVERED, FLOWN_IN = 9, 14
POSITION_WORTH = 30
LATER_CARDS = 8
"""On the last day a bridge is worth less where fewer cards than these are left to use it."""
ENOUGH_TO_WAIT = 4
WORTH_BLOWING = 40
STACKS = 3
"""So many stacks are looked at that might withdraw."""

Offer: TypeAlias = "tuple[int, ImpulseLine]"
Offers: TypeAlias = "Callable[[EnemyAction, str, Aims, str], Iterator[Offer]]"


def events(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> list[Scheme]:
    """Every event that a card of the hand offers today and that has a use."""
    if is_surprise(table):
        return []
    found = []
    for card in sorted(hand, key=int):
        for name in events_of(table, side, card):
            for worth, line in OFFERS[name](table, side, aims, f"{card} as {name}") if name in OFFERS else ():
                found.append(Scheme(Fraction(worth) - price_of(card), line, (), (card,)))
    return found


# German


def bridges(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """12.21 The bridge for which most units wait."""
    card = play.split(" ")[0]
    for words, worth in bridges_wanted(table, side, aims)[:1]:
        yield worth, ImpulseLine(play=f"{card} as {words}")


def bridges_wanted(table: EnemyAction, side: str, aims: Aims) -> list[tuple[str, int]]:
    """The blown bridges that may be repaired now, with what they are worth; the dearest first."""
    if side != "german":
        return []
    found, supplied, blown = [], SupplyOfHexes(table, side, aims.sway), tuple(table.blown)
    cards = table.hands[side] + table.piles[side]
    after = min(cards, LATER_CARDS) if is_last_day(table) else LATER_CARDS
    vehicles = [unit for unit in on_map(table, side) if not unit.on_foot]
    for hexside in table.blown:
        ends = hexside.split("-")
        waits = sum(min(distance(unit, unit.hex, hex, blown) for hex in ends) <= ENOUGH_TO_WAIT for unit in vehicles)
        if waits and cannot_work(table, side, f"{REPAIR} {hexside}", supplied) is None:
            found.append((f"{REPAIR} {hexside}", waits * aims.temper.column * after // LATER_CARDS))
    return sorted(found, key=lambda bridge: (-bridge[1], bridge[0]))


def heydte(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """As near to the front as he may drop."""
    near = the_charts().heydte.near
    fronts = [unit.hex for unit in on_map(table, "german")]
    hexes = [
        hex
        for hex in sorted(within(near, the_charts().limits["heydte reach"]))
        if drop_zone(table, hex) and the_map().terrain_of(hex) in ("woods", "forest")
    ]
    if hexes:
        best = min(hexes, key=lambda hex: (min(apart(hex, front) for front in fronts), hex))
        yield DROP, ImpulseLine(play=play, hex=best)


def commandos(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    yield AGENTS * min(table.hands["allied"], 1), ImpulseLine(play=play)


def hesitation(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """The division that would come sooner."""
    for division in ("101", "82"):
        units = waiting_for(table, 18, division=division)
        yield A_DAY * len(units), ImpulseLine(play=play, of=division)


def crisis(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    if the_scenario(table.scenario).last > 22:
        yield A_DAY * len(waiting_for(table, 22, "British")) // 2, ImpulseLine(play=play)


def frost(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    yield FROST, ImpulseLine(play=play)


def traffic(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """Roadblocks are of no use to the Allies where the 5th Panzer Army is."""
    yield TRAFFIC, ImpulseLine(play=play)


def fury(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """Where more towns that count could be fallen upon than other hexes."""
    near = {hex for unit in able(on_map(table, side)) for hex in around(unit.hex) if aims.sway.enemy_in(side, hex)}
    towns = sum(bool(worth_of(table, hex)) for hex in near)
    yield FURY * (2 * towns - len(near)), ImpulseLine(play=play)


# Allied


def alert(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """The division that has most steps."""
    for division in sorted({table.units[name].division for name in waiting_for(table, 17)} - {""}):
        units = [table.units[name] for name in waiting_for(table, 17, division=division)]
        yield A_DAY * steps_of(units), ImpulseLine(play=play, of=division)


def withdrawal(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """Out of the enemy's zones, to where they are wanted more: those who are hardly missed, or cut off."""
    near = aims.sway.near["german"]
    units = [unit for unit in on_map(table, side) if unit.hex in near and not unit.dispersed and not unit.isolated]
    stacks = sorted(
        {unit.hex for unit in units}, key=lambda hex: (aims.approaches.missed(hex) if aims.approaches else 0, hex)
    )
    for hex in stacks[:STACKS]:
        tasks = tasked(table, side, aims.anew(), [unit for unit in units if unit.hex == hex], slips=True, fights=False)
        for reached in tasks.reached.values():
            for end in [end for end in reached if end in near and end != hex]:
                del reached[end]
        moves, worth = free_moves(tasks, tasks.units)
        if moves:
            yield int(worth), ImpulseLine(play=play, move=tuple(moves))


def clouds(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    yield CLOUDS, ImpulseLine(play=play)


def patton(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    if the_scenario(table.scenario).last > 20:
        yield A_DAY * len(waiting_for(table, 22, corps="III")), ImpulseLine(play=play)


def recovery(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    for corps in sorted({unit.corps for unit in on_map(table, side) if unit.dispersed}):
        units = [unit for unit in on_map(table, side) if unit.dispersed and unit.corps == corps]
        yield RECOVERED * steps_of(units), ImpulseLine(play=play, of=corps)


def supplies(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """10.3 The stack with most steps that is cut off."""
    hexes = sorted({unit.hex for unit in on_map(table, side) if unit.cut_off})
    for hex in hexes:
        yield FLOWN_IN * steps_of(units_in(table, hex)), ImpulseLine(play=play, hex=hex)


def positions(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """12.31 For the stack next to the enemy that has most to lose."""
    card = play.split(" ")[0]
    hexes = sorted({unit.hex for unit in on_map(table, side) if unit.hex in aims.sway.near["german"]})
    hexes = [hex for hex in hexes if cannot_have_position(table, side, hex) is None]
    if hexes:
        best = max(hexes, key=lambda hex: (steps_of(units_in(table, hex)), hex))
        yield POSITION_WORTH, ImpulseLine(play=f"{card} as {POSITION} {best}")


def demolitions(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """12.21 The bridge over which most would come."""
    if not aims.approaches:
        return
    card = play.split(" ")[0]
    worth, hexside = max((aims.approaches.crossing(each), each) for each in table.bridges)
    if worth > WORTH_BLOWING and cannot_work(table, side, f"{BLOW} {hexside}") is None:
        yield worth, ImpulseLine(play=f"{card} as {BLOW} {hexside}")


def engineers(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    yield from positions(table, side, aims, play)
    yield from demolitions(table, side, aims, play)


def alarm(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """Three units to where they are wanted most."""
    units = [unit for unit in on_map(table, side) if not unit.dispersed and unit.hex not in aims.sway.near["german"]]
    found, aims = [], aims.anew()
    for unit in units:
        tasks = tasked(table, side, aims, [unit], still=False, fights=False)
        moves, worth = free_moves(tasks, [unit])
        if moves:
            found.append((worth, moves[0]))
    found.sort(key=lambda each: (-each[0], each[1].unit))
    if found:
        best = found[: the_charts().limits["alarm units"]]
        yield int(sum(worth for worth, _ in best)), ImpulseLine(play=play, move=tuple(move for _, move in best))


OFFERS: dict[str, Offers] = {
    "Bridge Engineers": bridges,
    "von der Heydte": heydte,
    "Commandos": commandos,
    "Eisenhower Hesitates": hesitation,
    "Allied Command Crisis": crisis,
    "Ground Freeze": frost,
    "Break in the Clouds": clouds,
    "Patton on the Move": patton,
    "Recover": recovery,
    "Airpower": supplies,
    "Engineers": engineers,
    "Allies Alert": alert,
    "Withdrawal": withdrawal,
    "Manteuffel Directs Traffic": traffic,
    "Fury of Bastogne": fury,
    "Raise the Alarm": alarm,
}
