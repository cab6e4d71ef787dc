"""The staff's reserves: where they are wanted most; replacements; and what the morning brings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.board import the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, aims_of, pull
from pbem_rules.enemy_action_ardennes.bot_events import bridges_wanted
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, price_of
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s05_cards import event_cards
from pbem_rules.enemy_action_ardennes.s06_commands import is_surprise
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, late_reserves, may_deploy
from pbem_rules.enemy_action_ardennes.s13_replacements import eligible, gain_is_elite
from pbem_rules.enemy_action_ardennes.sheets import BridgeLine, DayOrder, DeployLine, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment

ARRIVES = 22
"""What a step on the map is worth, beside where it stands."""
REGAINED = 30
MOST_TOGETHER = 3


def deployments(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> list[Scheme]:
    """All that a card brings, each division where it is wanted."""
    if is_surprise(table):
        return []
    placing, found = Placing(table, side), []
    cache: dict[str, list[str]] = {}
    for card in sorted(hand, key=int):
        groups = groups_for(card, may_deploy(table, side, card))
        lines, worth = placed(placing, aims.anew(), groups, cache)
        if lines:
            line = ImpulseLine(play=f"{card} as deploy", deploy=tuple(lines))
            found.append(Scheme(Fraction(worth) - price_of(card), line, (), (card,)))
    return found


def groups_for(card: str, waiting: Sequence[Regiment]) -> list[list[Regiment]]:
    """11.1 By divisions; a division's card brings its own, or one other unit of the corps."""
    data, groups = the_cards()[card], dict[str, list[Regiment]]()
    for unit in waiting:
        if data.kind != "division" or unit.division in data.divisions:
            groups.setdefault(unit.division or unit.id, []).append(unit)
    if not groups and waiting:
        return [[max(waiting, key=lambda unit: (unit.strength, unit.id))]]
    return [group[:MOST_TOGETHER] for group in groups.values()]


def placed(
    placing: Placing, aims: Aims, groups: list[list[Regiment]], cache: dict[str, list[str]]
) -> tuple[list[DeployLine], int]:
    """Each group in the hex where it is wanted most, none twice."""
    lines, worth, used = list[DeployLine](), 0, set[str]()
    for group in groups:
        key = " ".join(unit.id for unit in group)
        if key not in cache:
            cache[key] = placing.hexes(group)
        hexes = [hex for hex in cache[key] if hex not in used]
        if not hexes:
            continue
        wanted, steps = aims.of_new(group[0], hexes), sum(unit.steps for unit in group)
        felt, hex = max(
            (pull(hex, wanted, aims.temper.near) + aims.in_the_way(hex, steps) + aims.bars(group[0], hex), hex)
            for hex in hexes
        )
        used.add(hex)
        aims.sent(hex, steps)
        worth += felt + ARRIVES * steps
        lines += [DeployLine(unit=unit.id, hex=hex) for unit in group]
    return lines, worth


def replacements(table: EnemyAction, side: str, hand: Sequence[str]) -> list[Scheme]:
    """13.1 Lost steps back, if there is nothing better; first where a step adds most."""
    found = []
    for card in sorted(hand, key=int):
        data = the_cards()[card]
        units = eligible(table, side, data.corps) if data.replacements else []
        if units:
            units.sort(key=dearest_step)
            names = tuple(unit.id for unit in units[: data.replacements])
            line = ImpulseLine(play=f"{card} as replace", replace=names)
            found.append(Scheme(REGAINED * len(names) - price_of(card), line, (), (card,)))
    return found


def dearest_step(unit: Regiment) -> tuple[int, bool, str]:
    """Strength that comes back, an elite step before others."""
    return unit.strength - unit.data.strength[unit.worn - 1], not gain_is_elite(unit), unit.id


# The morning


def morning(view: View, temper: Temper) -> DayOrder:
    """Late reserves where they are wanted, bridges for the columns, air power over the roads."""
    table, side = view.table, view.side
    placing, aims, lines = Placing(table, side), aims_of(table, side, temper), list[DeployLine]()
    groups: dict[str, list[Regiment]] = {}
    for unit in late_reserves(table, side):
        groups.setdefault(unit.division or unit.id, []).append(unit)
    lines, _ = placed(placing, aims, [group[:MOST_TOGETHER] for group in groups.values()], {})
    every = [no for no, card in sorted(the_cards().items()) if card.side == side]
    flying = [no for no in every if the_cards()[no].kind == "none"] if side == "allied" else []
    work = "Bridge Engineers" if side == "german" else "Engineers"
    builders = [no for no in event_cards(table, side, every, work) if the_cards()[no].kind == "division"]
    wanted = bridges_wanted(table, side, aims)
    bridges = tuple(BridgeLine(card=card, work=words) for words, _ in wanted for card in builders)
    return DayOrder(reserves=tuple(lines), interdict=tuple(flying), bridges=bridges)
