"""What the page offers for a click, within the order that a card has begun: moves, attacks, positions, arrivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.kit.paths import Path
from pbem.ruleset import View
from pbem.ruleset.telling import Choice
from pbem_rules.enemy_action_ardennes.aid_events import drop_zone
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    HEYDTE,
    apart,
    around,
    limit,
    terrain_of,
    the_charts,
    the_map,
    within,
)
from pbem_rules.enemy_action_ardennes.echoes import river_words
from pbem_rules.enemy_action_ardennes.forethought import morning, reactions
from pbem_rules.enemy_action_ardennes.phrases import KAMPFGRUPPE
from pbem_rules.enemy_action_ardennes.s05_cards import events_of
from pbem_rules.enemy_action_ardennes.s06_commands import is_surprise
from pbem_rules.enemy_action_ardennes.s06_impulses import PART
from pbem_rules.enemy_action_ardennes.s07_movement import cannot_exit, course_of, destinations
from pbem_rules.enemy_action_ardennes.s07_steps import most_hexes
from pbem_rules.enemy_action_ardennes.s09_chits import (
    Engagement,
    attack_strength,
    defence_strength,
    least_draw,
    most_draw,
)
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_hold_position
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible
from pbem_rules.enemy_action_ardennes.sheets import RegimentMove
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, Sway, in_box, is_barred, on_map, sway_of

ALARM = "Raise the Alarm"
MOVE, ATTACKS, DIG, DEPLOYS, REPLACES, HEX = "move[]", "attacks[]", "dig[]", "deploy[]", "replace[]", "hex"


def choices(view: View) -> tuple[Choice, ...]:
    """All that a card could set going: it is the same for every card, and the card says for whom."""
    if view.own is None:
        return ()
    table, side, hand = view.table, view.side, tuple(view.own.hand)
    return (*offered(table, side, hand), *reactions(table, side, hand), *morning(table, side, hand))


def offered(table: EnemyAction, side: str, hand: Sequence[str]) -> Iterator[Choice]:
    sway = sway_of(table)
    for unit in on_map(table, side):
        yield from deeds(table, unit, sway)
    if is_surprise(table):
        return
    if any(ALARM in events_of(table, side, card) for card in hand):
        yield from alarmed(table, side, sway)
    yield from reserves(table, side)
    yield from gains(table, side)
    yield from aims(table, side)


def deeds(table: EnemyAction, unit: Regiment, sway: Sway) -> Iterator[Choice]:
    """7., 9.1, 12.31 Where a unit can go, whom it can attack from there, and that it builds a position."""
    yield from assaults(table, unit, unit.hex, sway)
    if not (unit.dispersed or unit.cut_off or cannot_hold_position(table, unit.hex)):
        yield Choice(PART, unit.id, unit.hex, unit.id, "builds a position, neither moves nor attacks", into=DIG)
    if not is_surprise(table):
        yield from goes(table, unit, sway)


def goes(table: EnemyAction, unit: Regiment, sway: Sway) -> Iterator[Choice]:
    """7.0, 7.5, 7.8 Every hex that it reaches, by itself or strategically, and the way off the map."""
    for hex, (way, strategic) in destinations(table, unit, sway).items():
        if way.steps:
            note = f"{way.cost} of {unit.data.allowance}" if not strategic else f"{way.cost}, strategic"
            yield Choice(PART, unit.id, hex, written(unit, way, strategic), note, into=MOVE)
            if not strategic:
                yield from assaults(table, unit, hex, sway)
        if not strategic and hex in the_map().exits and leaves(table, unit, hex, sway):
            path = f"to {hex} exit" if way.steps else "exit"
            yield Choice(PART, unit.id, hex, f"{unit.id}: {path}", "off the map", into=MOVE)


def written(unit: Regiment, way: Path[str], strategic: bool) -> str:
    """7.0 The goal alone; of a way around to a hex that touches, which would be read as one step, all hexes."""
    around_it = len(way.places) > 1 and way.places[-1] in around(unit.hex)
    hexes = " ".join(way.places) if around_it else way.places[-1]
    return f"{unit.id}: {'strategic' if strategic else 'to'} {hexes}"


def leaves(table: EnemyAction, unit: Regiment, hex: str, sway: Sway) -> bool:
    line = RegimentMove(unit=unit.id, path=(hex,) if hex != unit.hex else (), exit=True)
    course = course_of(table, unit, line, sway=sway)
    return course is not None and cannot_exit(table, unit, course, sway) is None


def assaults(table: EnemyAction, unit: Regiment, hex: str, sway: Sway) -> Iterator[Choice]:
    """9.1 Each enemy next to a hex; the words are of this unit alone."""
    if unit.dispersed or unit.cut_off or unit.no_fuel:
        return
    for goal in around(hex):
        if sway.held.get(goal) == FOE[unit.side]:
            defenders = tuple(foe.id for foe in defenders_of(table, goal))
            fight = Engagement(table, goal, (unit.id,), defenders, at={unit.id: hex})
            note = (
                f"{attack_strength(fight)} : {defence_strength(fight)}, alone, "
                f"draws {least_draw(fight)} to {most_draw(fight)}{river_words(fight)}"
            )
            yield Choice(PART, unit.id, goal, f"{{attack: {goal}, with: [UNIT]}}", note, "attack", hex, into=ATTACKS)


# What only some cards bring


def alarmed(table: EnemyAction, side: str, sway: Sway) -> Iterator[Choice]:
    """4.13, aid Where units on foot come to on the 16th by Raise the Alarm, and by nothing else."""
    hurried = replace(table, hurried=True)
    for unit in on_map(table, side):
        if most_hexes(table, unit) < most_hexes(hurried, unit) and not unit.dispersed:
            near = destinations(table, unit, sway)
            for hex, (way, strategic) in destinations(hurried, unit, sway).items():
                if hex not in near and not strategic:
                    note = f"{way.cost} of {unit.data.allowance}, by {ALARM} alone"
                    yield Choice(PART, unit.id, hex, written(unit, way, strategic), note, into=MOVE)


def reserves(table: EnemyAction, side: str) -> Iterator[Choice]:
    """11.1 Where what waits may be placed."""
    placing = Placing(table, side)
    for unit in in_box(table, side, "reserve"):
        for hex in placing.hexes([unit]):
            yield Choice(PART, unit.id, hex, f"{unit.id}: {hex}", "from the reserve", into=DEPLOYS)


def gains(table: EnemyAction, side: str) -> Iterator[Choice]:
    """13.1 Who may gain a step."""
    for corps in sorted({unit.corps for unit in on_map(table, side)}):
        for unit in eligible(table, side, corps):
            yield Choice(PART, unit.id, unit.hex, unit.id, "gains a step", into=REPLACES)


def aims(table: EnemyAction, side: str) -> Iterator[Choice]:
    """6.4, aid Hexes that a Kampfgruppe, a drop or a flight needs."""
    if side == "allied":
        for unit in on_map(table, side):
            if not unit.supplied:
                yield Choice(PART, unit.id, unit.hex, unit.hex, "supplied from the air", into=HEX)
        return
    able = [unit.hex for unit in on_map(table, side) if not is_barred(table, side, unit.corps)]
    for hex in sorted({hex for start in able for hex in within(start, limit("command radius"))}):
        yield Choice(PART, KAMPFGRUPPE, hex, hex, "its marker", into=HEX)
    if table.units[HEYDTE].box == "VDH":
        charts = the_charts()
        for hex in the_map().grid.all():
            near_enough = apart(hex, charts.heydte.near) <= limit("heydte reach")
            if near_enough and terrain_of(hex) in ("woods", "forest") and drop_zone(table, hex):
                yield Choice(PART, HEYDTE, hex, hex, "the drop", into=HEX)
