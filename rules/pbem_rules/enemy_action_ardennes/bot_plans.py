"""The staff's day: every card of the hand with what it could do now, and which impulse should come before which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import partial

from pbem.ruleset import View, frozen
from pbem_rules.enemy_action_ardennes.board import FOE, around, the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, aims_of, pull
from pbem_rules.enemy_action_ardennes.bot_attacks import able, quick_worth, targets_beside
from pbem_rules.enemy_action_ardennes.bot_breakout import SINGLE
from pbem_rules.enemy_action_ardennes.bot_events import events
from pbem_rules.enemy_action_ardennes.bot_helpers import with_helpers
from pbem_rules.enemy_action_ardennes.bot_keeping import counting, kept, sparing
from pbem_rules.enemy_action_ardennes.bot_moves import deeds_of, tasked
from pbem_rules.enemy_action_ardennes.bot_reserves import deployments, replacements
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, hopes_of, is_alone, price_of
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.phrases import ACTIVATE, KAMPFGRUPPE, UNIT
from pbem_rules.enemy_action_ardennes.s06_commands import (
    activated,
    cannot_play,
    command_of,
    formations_on,
    is_surprise,
)
from pbem_rules.enemy_action_ardennes.s06_impulses import cannot_order, default_line
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, on_map

CENTRES = 2
"""So many places are looked at for a Kampfgruppe."""
EVERY, MANY_CENTRES = 20, 12
"""And for the surprise, which is planned once."""
IDLE, DRAW = 12, 10
"""What a formation promises for each unit that could come on: so much, or this part of what draws it most."""
BARS = 40
"""What it costs a Kampfgruppe to bar a corps more."""


@frozen(slots=False)
class Outline:
    """A command that could be given, and what it promises at a glance."""

    promise: Fraction
    line: ImpulseLine
    units: list[Regiment]


def best_line(view: View, temper: Temper) -> ImpulseLine:
    """What the staff plays now."""
    return planned_day(view, 1, temper)[0]


def planned_day(view: View, count: int, temper: Temper) -> list[ImpulseLine]:
    """So many impulses in a row, each as if all before it had gone as planned; the last may be what silence does."""
    table, hand, lines = view.table, list(view.own.hand), list[ImpulseLine]()
    while len(lines) < count:
        found = schemes(table, view.side, hand, temper)
        if not found:
            lines.append(default_line(table, view.side, hand))
            return lines
        first = first_of(found, count - len(lines)) if is_surprise(table) else next_of(found, temper.later)
        scheme = with_helpers(table, view.side, hand, first)
        lines.append(scheme.line)
        hand = [card for card in hand if card not in scheme.cards]
        table = as_planned(table, view.side, scheme)
    return lines


def schemes(table: EnemyAction, side: str, hand: Sequence[str], temper: Temper) -> list[Scheme]:
    """All that the hand could do now, as far as it is worth a look."""
    aims = counting(table, side, hand, aims_of(table, side, temper))
    return schemes_of(table, side, hand, aims, likely(table, outlines(table, side, hand, aims), temper))


def schemes_of(
    table: EnemyAction, side: str, hand: Sequence[str], aims: Aims, planned: Sequence[Outline]
) -> list[Scheme]:
    """These commands in full, and all else that cards are good for."""
    found = [in_full(table, side, each, aims.spent(each.line.card, alone=is_alone(each.line))) for each in planned]
    found += [*deployments(table, side, hand, aims), *replacements(table, side, hand)]
    found += events(table, side, hand, aims)
    if aims.exodus.leader:
        found = [sparing(aims, plan) for plan in found]
    return [plan for plan in found if plan.worth > 0 and cannot_order(table, side, plan.line) is None]


def next_of(found: Sequence[Scheme], later: int) -> Scheme:
    """The impulse after which the next is worth most too: other cards for other corps, since 6.5 bars these."""
    ranked = sorted(found, key=worth_and_card, reverse=True)

    def with_next(plan: Scheme) -> tuple[Fraction, Fraction, str]:
        others = (other.worth for other in ranked if go_together(plan, other))
        return plan.worth + Fraction(later, 100) * next(others, Fraction(0)), plan.worth, plan.line.play

    return max(ranked, key=with_next)


def first_of(found: Sequence[Scheme], count: int) -> Scheme:
    """4.11 The dearest of so many surprise impulses that are worth most together."""
    ranked = sorted(found, key=worth_and_card, reverse=True)
    best: tuple[Fraction, Scheme] | None = None
    for plan in ranked:
        chosen, left = [plan], ranked
        while len(chosen) < count and (left := [other for other in left if go_together(chosen[-1], other)]):
            chosen.append(max(left, key=partial(with_another, left)))
        worth = sum((each.worth for each in chosen), Fraction(0))
        if best is None or worth > best[0]:
            best = worth, plan
    assert best is not None
    return best[1]


def with_another(left: Sequence[Scheme], plan: Scheme) -> tuple[Fraction, str]:
    """What an impulse is worth with the best that goes with it."""
    return plan.worth + max((each.worth for each in left if go_together(plan, each)), default=0), plan.line.play


def go_together(plan: Scheme, other: Scheme) -> bool:
    """6.5 Another card, for other corps."""
    return set(other.cards).isdisjoint(plan.cards) and set(other.corps).isdisjoint(plan.corps)


def worth_and_card(plan: Scheme) -> tuple[Fraction, str]:
    return plan.worth, plan.line.play


def as_planned(table: EnemyAction, side: str, scheme: Scheme) -> EnemyAction:
    """The table as it would be if all went well: units have moved, their corps is barred."""
    ends = {
        move.unit: "" if move.exit else (move.path or (table.units[move.unit].hex,))[-1] for move in scheme.line.move
    }
    ends |= {line.unit: line.hex for line in scheme.line.deploy if line.unit in table.units}
    later = copy(table)
    later.units = {
        name: replace(unit, hex=ends[name], box="" if ends[name] else "exited") if name in ends else unit
        for name, unit in table.units.items()
    }
    later.hands = {**table.hands, side: table.hands[side] - len(scheme.cards)}
    kept = table.barred.get(side, []) if is_surprise(table) else []
    later.barred = {**table.barred, side: sorted({*kept, *scheme.corps})}
    return later


# Activations


def outlines(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> list[list[Outline]]:
    """6.1 to 6.4 Formations, single units, Kampfgruppen: those that promise most come first."""
    groups = kampfgruppen(table, hand, aims) if side == "german" else []
    alone = single_units(table, side, hand, aims)
    return [most_promising(formations(table, side, hand, aims)), alone, most_promising(groups)]


def likely(table: EnemyAction, found: Sequence[Sequence[Outline]], temper: Temper) -> list[Outline]:
    """Those that are planned in full."""
    whole, alone, groups = found
    looked_at, centres = (EVERY, MANY_CENTRES) if is_surprise(table) else (temper.looked_at, CENTRES)
    return [*whole[:looked_at], *alone, *groups[:centres]]


def most_promising(found: list[Outline]) -> list[Outline]:
    return sorted(found, key=lambda each: (each.promise, each.line.play), reverse=True)


def formations(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> list[Outline]:
    """6.1, 6.2 Each formation by the cheapest card that commands it."""
    best: dict[str, Outline] = {}
    for card in sorted(hand, key=int):
        for name in formations_on(table, side, card):
            line = ImpulseLine(play=f"{card} as {ACTIVATE} {name}")
            if cannot_play(table, side, line):
                continue
            units = activated(table, side, command_of(table, side, line))
            each = Outline(promise(table, side, units, aims) - price_of(card), line, units)
            if name not in best or each.promise > best[name].promise:
                best[name] = each
    return list(best.values())


def promise(table: EnemyAction, side: str, units: Sequence[Regiment], aims: Aims) -> Fraction:
    """What its units could attack where they stand, and how many could come on."""
    left = able(units)
    targets = targets_beside(table, side, {unit.hex for unit in left}, aims.sway.held)
    worth = Fraction(0)
    for target in targets:
        beside = [unit for unit in left if target in around(unit.hex)]
        worth += quick_worth(table, side, beside, target, aims.way(target), aims.temper)
    if is_surprise(table):
        return worth
    worth += max((aims.next_march(unit) for unit in left), default=0)
    behind = [unit for unit in left if unit.hex not in aims.sway.near[FOE[side]]]
    return worth + sum(max(IDLE, pull(unit.hex, aims.of(unit), aims.temper.near) // DRAW) for unit in behind)


def kampfgruppen(table: EnemyAction, hand: Sequence[str], aims: Aims) -> list[Outline]:
    """6.4 Around the enemies that most could fall upon."""
    found = []
    cards = [card for card in sorted(hand, key=int) if the_cards()[card].kind in ("army", "army group")]
    near = targets_beside(table, "german", {unit.hex for unit in on_map(table, "german")}, aims.sway.held)
    for card in cards:
        outlines = []
        for hex in near:
            line = ImpulseLine(play=f"{card} as {KAMPFGRUPPE} {hex}")
            units = activated(table, "german", command_of(table, "german", line))
            if units and cannot_play(table, "german", line) is None:
                outlines.append(Outline(promise(table, "german", units, aims) - price_of(card), line, units))
        found += outlines
    return found


def single_units(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> list[Outline]:
    """6.3 The one that is drawn most, by the card that can do least else."""
    kinds = SINGLE if aims.exodus.leader else ("division",)
    cards = [card for card in hand if the_cards()[card].kind in kinds]
    if side in table.single or not cards or is_surprise(table):
        return []
    units = [unit for unit in able(on_map(table, side)) if unit.supplied]
    units.sort(
        key=lambda unit: (unit.id != aims.exodus.leader, -pull(unit.hex, aims.of(unit), aims.temper.near), unit.id)
    )
    callers = kept(table, side, aims.exodus) if len(cards) > 1 else ()
    idle = min(cards, key=lambda card: (card in callers, hopes_of(table, side, card), int(card)))
    lines = [(unit, ImpulseLine(play=f"{idle} as {UNIT} {unit.id}")) for unit in units[:CENTRES]]
    return [
        Outline(Fraction(pull(unit.hex, aims.of(unit), aims.temper.near), 4), line, [unit])
        for unit, line in lines
        if cannot_play(table, side, line) is None
    ]


def in_full(table: EnemyAction, side: str, outline: Outline, aims: Aims) -> Scheme:
    """Who attacks, who moves and who digs in."""
    tasks = tasked(table, side, aims, outline.units, still=is_surprise(table), fights=not is_alone(outline.line))
    deeds = deeds_of(tasks)
    line = outline.line.model_copy(update={"move": deeds.moves, "attacks": deeds.attacks, "dig": deeds.dig})
    rallied = sum(unit.dispersed for unit in outline.units) * IDLE
    corps = corps_in(outline.units)
    bars = 0 if is_surprise(table) else BARS * (len(corps) - 1)
    worth = deeds.worth + rallied - price_of(line.card) - bars
    return Scheme(worth, line, corps, (line.card,))


def corps_in(units: Iterable[Regiment]) -> tuple[str, ...]:
    return tuple(sorted({unit.corps for unit in units}))
