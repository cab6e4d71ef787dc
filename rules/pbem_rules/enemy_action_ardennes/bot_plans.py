"""The staff's impulses: every card of the hand with what it could do now, and what it would leave for later."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import View, frozen
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    apart,
    army_area,
    around,
    built_in,
    date,
    the_cards,
    the_map,
    town_hexes,
)
from pbem_rules.enemy_action_ardennes.bot_attacks import attacks_of
from pbem_rules.enemy_action_ardennes.phrases import ACTIVATE
from pbem_rules.enemy_action_ardennes.s06_commands import cannot_play, formations_on, is_surprise
from pbem_rules.enemy_action_ardennes.s06_impulses import cannot_order, default_line
from pbem_rules.enemy_action_ardennes.s07_movement import destinations
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, may_deploy
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_hold_position
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible
from pbem_rules.enemy_action_ardennes.sheets import DeployLine, ImpulseLine, RegimentMove
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    Sway,
    holder,
    members,
    on_map,
    overstacked,
    sway_of,
    worth_of,
)

LOOKED_AT = 3
"""So many formations are planned in full, those that promise most at a glance."""
STEP_OF_DEPLOYMENT = 2
TENTHS, HALF_HEXES = 10, 2
"""A mood of ten counts a point for a plan or an attack, a hex for a move."""


@frozen(slots=False)
class Scheme:
    worth: Fraction
    line: ImpulseLine


def best_line(view: View, mood: Mood = EVEN) -> ImpulseLine:
    """The plan that is worth most; a card is dear if it could do something better tomorrow or for others."""
    table, side, hand = view.table, view.side, view.own.hand
    plans = [*activations(table, side, hand, mood), *deployments(table, side, hand), *replacements(table, side, hand)]
    plans = [plan for plan in plans if cannot_order(table, side, plan.line) is None]
    if not plans:
        return default_line(table, side, hand)
    return max(plans, key=lambda plan: (plan.worth + liking(mood, plan.line.play), plan.line.play)).line


def liking(mood: Mood, play: str) -> Fraction:
    return Fraction(mood.liking(play), TENTHS) if mood.spread else Fraction(0)


# Activations


def activations(table: EnemyAction, side: str, hand: list[str], mood: Mood) -> list[Scheme]:
    """The formations that promise most, planned in full."""
    found: list[tuple[Fraction, str, str]] = []
    for card in sorted(hand, key=int):
        for name in formations_on(table, side, card):
            line = ImpulseLine(play=f"{card} as {ACTIVATE} {name}")
            if cannot_play(table, side, line) is None:
                found.append((promise(table, side, name) - price_of(card) + liking(mood, line.play), card, name))
    sway = sway_of(table)
    best = sorted(found, reverse=True)[:LOOKED_AT]
    return [planned(table, side, card, name, sway, mood) for _, card, name in best]


def promise(table: EnemyAction, side: str, name: str) -> Fraction:
    """What its units could attack where they stand, and how many are idle."""
    units = members(table, side, name)
    _, worth = attacks_of(table, side, units, {})
    near = {hex for unit in on_map(table, FOE[side]) for hex in around(unit.hex)}
    idle = sum(unit.hex not in near and not unit.no_fuel for unit in units)
    return worth + Fraction(idle, 2 if side == "german" else 4)


def price_of(card: str) -> Fraction:
    """Cards that could command anybody are kept for later."""
    return Fraction({"army group": 2, "army": 1, "corps": 0, "division": 0, "none": 0}[the_cards()[card].kind])


def planned(table: EnemyAction, side: str, card: str, name: str, sway: Sway, mood: Mood) -> Scheme:
    """Who is free moves to where he is wanted, then all attack what is worth it; the rest digs in."""
    units = members(table, side, name)
    moves = [] if is_surprise(table) else moves_of(table, side, units, sway, mood)
    at = {move.unit: move.path[-1] for move in moves}
    attacks, worth = attacks_of(table, side, units, at, mood)
    gain = sum((Fraction(gained) for gained in progress(table, side, at)), Fraction(0))
    busy = {*at, *(name for order in attacks for name in order.with_)}
    line = ImpulseLine(
        play=f"{card} as {ACTIVATE} {name}",
        move=tuple(moves),
        attacks=attacks,
        dig=tuple(dug_in(table, [unit for unit in units if unit.id not in busy])),
    )
    return Scheme(worth + gain - price_of(card), line)


def dug_in(table: EnemyAction, units: list[Regiment]) -> Iterator[str]:
    """One for each hex."""
    hexes: list[str] = []
    for unit in units:
        free = cannot_hold_position(table, unit.hex) is None and not unit.dispersed and not unit.cut_off
        if free and unit.hex not in hexes:
            hexes.append(unit.hex)
            yield unit.id


# Moves


def moves_of(table: EnemyAction, side: str, units: list[Regiment], sway: Sway, mood: Mood) -> list[RegimentMove]:
    """Each unit that is not engaged to the hex that suits it best, within the stacking limits."""
    goals, found = goals_of(table, side), list[RegimentMove]()
    ends: dict[str, list[Regiment]] = {}
    for unit in units:
        engaged = unit.hex in sway.control[FOE[side]]
        if (engaged and side == "german") or unit.dispersed or unit.no_fuel or not goals or keeps(table, unit, sway):
            continue
        reached = destinations(table, unit, sway)
        free = [hex for hex in reached if has_room(table, hex, unit, ends)]
        if not free:
            continue
        to = min(free, key=partial(rank_and_name, table, unit, goals, sway, mood))
        if to != unit.hex and (
            mood.spread or rank(table, unit, to, goals, sway) < rank(table, unit, unit.hex, goals, sway)
        ):
            path, strategic = reached[to]
            found.append(RegimentMove(unit=unit.id, path=path.places, strategic=strategic))
            ends.setdefault(to, []).append(unit)
    return found


def keeps(table: EnemyAction, unit: Regiment, sway: Sway) -> bool:
    """The Allies hold their towns at the front."""
    if unit.side != "allied" or not built_in(unit.hex):
        return False
    return any(apart(unit.hex, foe.hex) <= 3 for foe in on_map(table, "german"))


def has_room(table: EnemyAction, hex: str, unit: Regiment, ends: dict[str, list[Regiment]]) -> bool:
    there = [each for each in table.units.values() if each.hex == hex and each.id != unit.id]
    return not overstacked([*there, *ends.get(hex, []), unit])


def goals_of(table: EnemyAction, side: str) -> dict[str, int]:
    """Towns to be taken, or to be held; each with its worth."""
    towns = [hex for hex in town_hexes() if table.owners[hex] == FOE[side]]
    if side == "german":
        return {hex: worth_of(table, hex) + 1 for hex in towns}
    foes = [unit.hex for unit in on_map(table, "german")]
    ours = [hex for hex in town_hexes() if table.owners[hex] == "allied" and worth_of(table, hex)]
    threatened = {hex: worth_of(table, hex) for hex in ours if any(apart(hex, foe) <= 5 for foe in foes)}
    return threatened or dict.fromkeys(towns, 1)


def rank(table: EnemyAction, unit: Regiment, hex: str, goals: dict[str, int], sway: Sway) -> tuple[int, int]:
    """How far it is to what is wanted, dear towns counting as nearer; a full town is no goal for others."""
    area = army_area(unit.army) if unit.side == "german" and table.day < date("boundaries lifted") else None
    near = [
        2 * apart(hex, goal) - worth
        for goal, worth in goals.items()
        if (area is None or goal in area) and (unit.side == "german" or hex == goal or not holder(table, goal))
    ]
    zone = hex in sway.control[FOE[unit.side]]
    return min(near, default=0), int(zone) if unit.side == "allied" else int(not the_map().on_road(hex))


def rank_and_name(
    table: EnemyAction, unit: Regiment, goals: dict[str, int], sway: Sway, mood: Mood, hex: str
) -> tuple[int, int, str]:
    far, bad = rank(table, unit, hex, goals, sway)
    return far - mood.about(unit.id, hex) * HALF_HEXES // TENTHS, bad, hex


def gap_and_name(foes: list[str], hex: str) -> tuple[int, str]:
    """How near the front a hex is."""
    return min(apart(hex, foe) for foe in foes), hex


def progress(table: EnemyAction, side: str, at: dict[str, str]) -> Iterator[int]:
    """What the moves are worth: towns entered, and each unit that comes on."""
    for hex in at.values():
        taken = built_in(hex) and table.owners[hex] == FOE[side]
        yield worth_of(table, hex) + 3 if taken else 1


# Reserves and replacements


def deployments(table: EnemyAction, side: str, hand: list[str]) -> list[Scheme]:
    """All that a card brings, as near to the front as may be."""
    if is_surprise(table):
        return []
    placing, found = Placing(table, side), []
    for card in sorted(hand, key=int):
        waiting = may_deploy(table, side, card)
        if not waiting:
            continue
        lines = placed(table, placing, card, waiting)
        steps = sum(table.units[line.unit].steps for line in lines)
        if lines:
            play = ImpulseLine(play=f"{card} as deploy", deploy=tuple(lines))
            found.append(Scheme(Fraction(steps * STEP_OF_DEPLOYMENT) - price_of(card), play))
    return found


def placed(table: EnemyAction, placing: Placing, card: str, waiting: list[Regiment]) -> list[DeployLine]:
    """The divisions of the card each in one hex; another division of the corps only by itself."""
    data = the_cards()[card]
    groups: dict[str, list[Regiment]] = {}
    for unit in waiting:
        if data.kind != "division" or unit.division in data.divisions:
            groups.setdefault(unit.division or unit.id, []).append(unit)
    if not groups and waiting:
        groups = {waiting[0].id: [waiting[0]]}
    foes = [unit.hex for unit in on_map(table, FOE[placing.side])]
    lines: list[DeployLine] = []
    used: set[str] = set()
    for group in groups.values():
        hexes = [hex for hex in placing.hexes(group[:3]) if hex not in used]
        if hexes:
            hex = min(hexes, key=partial(gap_and_name, foes))
            used.add(hex)
            lines += [DeployLine(unit=unit.id, hex=hex) for unit in group[:3]]
    return lines


def replacements(table: EnemyAction, side: str, hand: list[str]) -> list[Scheme]:
    """13.1 Lost steps back, if there is nothing better."""
    found = []
    for card in sorted(hand, key=int):
        data = the_cards()[card]
        units = eligible(table, side, data.corps) if data.replacements else []
        if units:
            names = tuple(unit.id for unit in units[: data.replacements])
            line = ImpulseLine(play=f"{card} as replace", replace=names)
            found.append(Scheme(Fraction(len(names) * STEP_OF_DEPLOYMENT), line))
    return found
