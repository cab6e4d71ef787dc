"""Events that the staff plays, each with what it is worth to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from pbem_rules.enemy_action_ardennes.aid_events import drop_zone, waiting_for
from pbem_rules.enemy_action_ardennes.board import apart, the_charts, the_map, the_scenario, within
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, distance
from pbem_rules.enemy_action_ardennes.bot_moves import free_moves, tasked
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, price_of
from pbem_rules.enemy_action_ardennes.phrases import POSITION, REPAIR
from pbem_rules.enemy_action_ardennes.s05_cards import events_of
from pbem_rules.enemy_action_ardennes.s06_commands import is_surprise
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_have_position, cannot_work
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, steps_of, units_in

AGENTS = 60
"""What a card out of the Allied hand is worth."""
DROP = 50
A_DAY = 25
"""What a day is worth by which a step comes earlier or later."""
CLOUDS, FROST = 60, 50
RECOVERED, FLOWN_IN = 9, 14
POSITION_WORTH = 30
COLUMN = 14
"""What a bridge is worth for each unit that waits for it."""
ENOUGH_TO_WAIT = 4

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
    found = []
    for hexside in table.blown:
        if cannot_work(table, side, f"{REPAIR} {hexside}") is None:
            near, far = hexside.split("-")
            waits = sum(
                min(distance(unit, unit.hex, hex) for hex in (near, far)) <= ENOUGH_TO_WAIT and not unit.on_foot
                for unit in on_map(table, side)
            )
            if waits and side == "german":
                found.append((f"{REPAIR} {hexside}", waits * COLUMN))
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


# Allied


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


def alarm(table: EnemyAction, side: str, aims: Aims, play: str) -> Iterator[Offer]:
    """Three units to where they are wanted most."""
    units = [unit for unit in on_map(table, side) if not unit.dispersed and unit.hex not in aims.sway.near["german"]]
    found = []
    for unit in units:
        tasks = tasked(table, side, aims, [unit], still=False, fights=False)
        _, moves, worth = free_moves(tasks, [unit])
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
    "Engineers": positions,
    "Raise the Alarm": alarm,
}
