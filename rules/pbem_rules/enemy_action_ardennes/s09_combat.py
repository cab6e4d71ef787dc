"""9. Combat: declaring, tactics, chits, hits, retreats, advances.  Cases 9.1 to 9.6 and 9.9."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.craft.chits import draw_chits, set_chits_aside
from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.enemy_action_ardennes.board import FOE, around
from pbem_rules.enemy_action_ardennes.events_field import (
    AttackDeclared,
    CombatResolved,
    Dispersed,
    RegimentEliminated,
    RegimentRetreated,
    StepGone,
)
from pbem_rules.enemy_action_ardennes.events_works import PositionLost
from pbem_rules.enemy_action_ardennes.s07_movement import settle_stacks
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering
from pbem_rules.enemy_action_ardennes.s09_advance import advance
from pbem_rules.enemy_action_ardennes.s09_chits import (
    Engagement,
    adjusted,
    attack_strength,
    defence_strength,
    is_blue,
    least_draw,
    most_draw,
    outcome,
    reckoning,
    sheltered,
    total,
)
from pbem_rules.enemy_action_ardennes.s09_retreats import (
    NONE_LOST,
    Trail,
    WayOut,
    can_escape,
    can_retreat,
    can_retreat_two,
    is_deadly,
    partings,
    retreats,
    way_named,
)
from pbem_rules.enemy_action_ardennes.s09_tactics import (
    attackers_tactics,
    cannot_come_along,
    cannot_support,
    defenders_of,
    defenders_tactics,
    facts_of,
)
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, by_name, holder, steps_of, units_in

STAND, ONE, TWO = "stand", "retreat 1", "retreat 2"
STEPS, DISPERSE = "steps", "disperse"


def combats(table: EnemyAction, umpire: Umpire, lines: Orders, attacks: Sequence[AssaultOrder]) -> None:
    """9.0 One after the other, in the order of the sheet."""
    for written in attacks:
        line = lines.meant(written)
        if not isinstance(line, AssaultOrder):
            continue
        if problem := cannot_attack(table, table.side, line):
            lines.refuse(*problem, line=line)
        else:
            combat(table, umpire.within(line.attack), lines, supported(table, umpire, lines, line))


def supported(table: EnemyAction, umpire: Umpire, lines: Orders, line: AssaultOrder) -> AssaultOrder:
    """9.2, 9.23 The line with those of its tactics that are possible; the others are told to its owner."""
    hand, units, good = umpire.secret(table.side).hand, by_name(table, line.with_), list[str]()
    for said in line.tactics:
        if problem := cannot_support(table, table.side, hand, units, said, good):
            lines.refuse(*problem, line=line)
        else:
            good.append(said)
    if problem := cannot_come_along(table, table.side, line.bonus):
        lines.refuse(*problem, line=line)
    return line.model_copy(update={"tactics": tuple(good), "bonus": "" if problem else line.bonus})


def cannot_attack(table: EnemyAction, side: str, line: AssaultOrder) -> Cannot | None:
    """9.1 Why an attack is not allowed."""
    if holder(table, line.attack) != FOE[side]:
        return "9.1", f"no enemy in {line.attack}"
    if all(unit.id in table.attacked or unit.id in table.fled for unit in units_in(table, line.attack)):
        return "9.1", f"the units in {line.attack} were attacked already in this activation"
    if len(set(line.with_)) != len(line.with_):
        return "9.1", "a unit is named twice"
    for name in line.with_:
        if problem := cannot_take_part(table, side, name, line.attack):
            return problem
    units = by_name(table, line.with_)
    if len(units) == 1 and units[0].bracketed:
        return "2.21", f"{units[0].id} has a bracketed strength and may not attack by itself"
    return None


def cannot_take_part(table: EnemyAction, side: str, name: str, target: str) -> Cannot | None:
    """9.1, 9.9, 10.22, 10.41 Who may not attack this hex."""
    unit = table.units.get(name)
    if unit is None or unit.side != side or not unit.hex:
        return "9.1", f"{name} is no unit of yours on the map"
    if name not in table.active:
        return "9.1", f"{name} is not active in this impulse"
    if name in table.passive:
        return "6.3", f"{name} was activated by itself and may not attack"
    if name in table.fought:
        return "9.1", f"{name} has attacked already"
    if target not in around(unit.hex):
        return "9.1", f"{name} in {unit.hex} is not next to {target}"
    if unit.dispersed:
        return "9.9", f"{name} is dispersed"
    if unit.cut_off:
        return "10.22", f"{name} is {unit.supply if unit.isolated else 'out of supply'} and may not attack"
    if unit.no_fuel:
        return "10.41", f"{name} is out of fuel"
    return None


def combat(table: EnemyAction, umpire: Umpire, lines: Orders, line: AssaultOrder) -> None:
    """9. The sequence of one combat."""
    defenders = defenders_of(table, line.attack)
    fight = Engagement(table, line.attack, line.with_, tuple(unit.id for unit in defenders))
    umpire.do("9.1", AttackDeclared(fight.target, fight.attackers, fight.defenders))
    leave_positions(table, umpire, fight)
    dispersed = all(unit.dispersed for unit in fight.defending)
    fight = attackers_tactics(table, umpire, fight, lines, line)
    leave_positions(table, umpire, fight)  # whom a tactic has brought in may be the last of its hex
    if not dispersed:
        fight = defenders_tactics(table, umpire, fight)
    hits, losses = draw(table, umpire, fight, line)
    from_hexes = {unit.id: unit.hex for unit in fight.attacking}
    paces = take_hits(table, umpire.within("defence"), fight, hits)
    take_losses(table, umpire.within("attack"), fight, line, losses, from_hexes)
    set_chits_aside(table, umpire, "9.41")
    advance(table, umpire.within("advance"), fight, line, paces)
    settle_stacks(table, umpire)


def leave_positions(table: EnemyAction, umpire: Umpire, fight: Engagement) -> None:
    """12.34 A position whose units all go over to the attack is gone."""
    for hex in sorted({unit.hex for unit in fight.attacking}):
        if hex in table.improved and all(unit.id in table.fought for unit in units_in(table, hex)):
            umpire.do("12.34", PositionLost(hex))


# 9.3 The draw


def draw(table: EnemyAction, umpire: Umpire, fight: Engagement, line: AssaultOrder) -> tuple[int, int]:
    """9.3 The least there must be, then as many as the attacker says, up to the most."""
    least, most, before = least_draw(fight), most_draw(fight), tuple(table.cup)
    chits = draw_chits(table, umpire, "9.3", least, is_blue, "9.41")
    if most > least:
        hits, losses = outcome(fight, chits)
        totals = [str(number) for number in range(least, most + 1)]
        said = wanted_total(line.draw, least, most, hits)
        pick = umpire.ask(
            "9.3", fight.side, "draw", f"{fight.target}: D{hits} A{losses} after {least}, how many in all?", totals,
            said=said, otherwise=totals[0],
            facts={
                **facts_of(fight), "hits": hits, "losses": losses, "steps": least, "most": most, "ours": fight.ours,
                "theirs": fight.theirs,
            },
        )  # fmt: skip
        chits = draw_chits(table, umpire, "9.3", int(pick), is_blue, "9.41")
    return resolve(umpire, fight, chits, (least, most), before)


def wanted_total(words: str, least: int, most: int, hits: int) -> str | None:
    """`5 unless D3`: so many, or no more than must be if it is enough already."""
    if not words:
        return None
    if words in ("minimum", "maximum"):
        return str(least if words == "minimum" else most)
    number, _, enough = words.partition(" unless D")
    return str(least if enough and hits >= int(enough) else max(least, min(int(number), most)))


def resolve(
    umpire: Umpire, fight: Engagement, chits: Sequence[str], span: tuple[int, int], before: Sequence[str]
) -> tuple[int, int]:
    """9.5 The totals, adjusted."""
    final = reckoning(replace(fight, drawn=len(chits)))
    hits, losses = adjusted(fight, *total(fight, chits))
    cup = Counter(final.worth(chit) for chit in before)
    umpire.do(
        "9.5",
        CombatResolved(
            fight.target, fight.attackers, fight.defenders, attack_strength(fight), defence_strength(fight), *span,
             tuple(chits), tuple(final.effect(chit) for chit in chits), hits, losses,
            tuple(sorted(final.holds)), tuple((*worth, count) for worth, count in sorted(cup.items())),
        ),
    )  # fmt: skip
    return hits, losses


# 9.5 to 9.7 The defender's hits


def take_hits(table: EnemyAction, umpire: Umpire, fight: Engagement, hits: int) -> tuple[int, Trail]:
    """9.5 The defender stands, or falls back one hex or two; the rest in steps.  How far, and by which ways."""
    raw, _ = total(fight, table.drawn)
    dug_in = fight.target in table.improved
    if dug_in and raw > 0:
        umpire.do("12.34", PositionLost(fight.target))
    if not hits:
        return 0, frozenset()
    side, units = FOE[fight.side], fight.defending
    options = [STAND]
    if can_retreat(units) and can_escape(table, fight.target, worn(units, hits - 1), 1):
        options.append(ONE)
    fit = hits >= 2 and can_retreat_two(units_in(table, fight.target))
    if fit and can_escape(table, fight.target, worn(units, hits - 2), 2):
        options.append(TWO)
    usual = usual_stand(fight, hits, options, sheltered=sheltered(fight) or dug_in)
    pick = umpire.ask(
        "9.5", side, "hits", f"{fight.target}: D{hits} on {', '.join(fight.defenders)}", options, otherwise=usual,
        facts={
            "target": fight.target, "hits": hits, "steps": steps_of(units), "units": fight.defenders,
            "sheltered": "yes" if sheltered(fight) or dug_in else "no",
        },
    )  # fmt: skip
    paces = {STAND: 0, ONE: 1, TWO: 2}[pick]
    lost = lose_steps(table, umpire, side, fight.defenders, hits - paces, {}, "")
    left = [unit for unit in by_name(table, fight.defenders) if unit.hex]
    ways = fall_back(table, umpire, fight, left, paces, lost) if left and paces else []
    if not left or paces:
        finish_fugitives(table, umpire, fight)
    return (paces, frozenset(way.path[0] for way in ways)) if any(unit.hex for unit in left) else (2, frozenset())


def usual_stand(fight: Engagement, hits: int, options: Sequence[str], *, sheltered: bool) -> str:
    """What silence means: in a town or a position steps, unless all would die; elsewhere back, then steps."""
    dying = hits >= steps_of(fight.defending)
    if sheltered and not dying:
        return STAND
    return options[-1] if dying or ONE not in options else ONE


def fall_back(
    table: EnemyAction, umpire: Umpire, fight: Engagement, units: Sequence[Regiment], paces: int, lost: dict[str, int]
) -> list[WayOut]:
    """9.7, 9.73 All together, by the best way or one of several; apart where no hex has room for all."""
    ways = retreats(table, fight.target, units, paces, lost)
    if ways:
        return [take_way(table, umpire, fight, units, ways, lost)]
    taken: list[WayOut] = []
    left = sorted(units, key=most_steps, reverse=True)
    while left and (ways := partings(table, fight.target, left, paces)):
        taken.append(take_way(table, umpire.within(left[0].id), fight, [left.pop(0)], ways, lost))
    return taken


def take_way(
    table: EnemyAction, umpire: Umpire, fight: Engagement, units: Sequence[Regiment], ways: Sequence[WayOut],
    lost: dict[str, int],
) -> WayOut:  # fmt: skip
    """9.7, 9.75 Out of the hex by one of these ways; two hexes disperse, and a bad way costs a step (9.61: evenly)."""
    names, side = tuple(unit.id for unit in units), units[0].side
    deadly = tuple(str(way) for way in ways if is_deadly(way, units, lost))
    spares = {"deadly": deadly} if 0 < len(deadly) < len(ways) else {}
    pick = umpire.ask(
        "9.7", side, "retreat", f"{', '.join(names)} from {fight.target}: where to?", [str(way) for way in ways],
        otherwise=str(ways[0]), facts={"from": fight.target, "units": names, **spares},
    )  # fmt: skip
    way = way_named(ways, pick)
    for unit in units:
        umpire.do("9.7", RegimentRetreated(unit.id, way.path))
        for hex in way.path:
            after_entering(table, umpire, unit, hex)
    if len(way.path) > 1:
        umpire.do("9.75", Dispersed(names))
    if way.price:
        lose_steps(table, umpire.within("price"), side, names, way.price, {}, "", lost)
    return way


def finish_fugitives(table: EnemyAction, umpire: Umpire, fight: Engagement) -> None:
    """9.74 Who had fallen back into this hex before is lost when it falls."""
    for unit in units_in(table, fight.target):
        if unit.side == FOE[fight.side] and unit.id not in fight.defenders and unit.id in table.fled:
            umpire.do("9.74", RegimentEliminated(unit.id))


# 9.5, 9.6 The attacker's hits


def take_losses(
    table: EnemyAction, umpire: Umpire, fight: Engagement, line: AssaultOrder, losses: int, hexes: dict[str, str]
) -> None:
    """9.5 The first in steps; the next two by dispersing all, or in steps like the rest."""
    if not losses:
        return
    pay = losses
    if losses > 1:
        said = line.losses if line.losses in (STEPS, DISPERSE) else None
        pick = umpire.ask(
            "9.5", fight.side, "losses", f"{fight.target}: A{losses}: disperse for {min(losses - 1, 2)} of them?",
            [STEPS, DISPERSE], said=said, otherwise=default_way(fight, losses, hexes),
            facts={"target": fight.target, "losses": losses, "units": fight.attackers},
        )  # fmt: skip
        if pick == DISPERSE:
            pay = losses - min(losses - 1, 2)
    if pay < losses:
        umpire.do("9.9", Dispersed(fight.attackers))
    lose_steps(table, umpire, fight.side, fight.attackers, pay, hexes, line.losses)


def default_way(fight: Engagement, losses: int, hexes: dict[str, str]) -> str:
    """Steps, unless a unit would die of them."""
    tolls = even_tolls(fight.attacking, losses, hexes)
    return DISPERSE if any(tolls[unit.id] >= unit.steps for unit in fight.attacking) else STEPS


def even_tolls(units: Sequence[Regiment], count: int, hexes: dict[str, str]) -> dict[str, int]:
    """9.61 How many steps each unit loses, taken evenly from who has most."""
    tolls = dict.fromkeys((unit.id for unit in units), 0)
    for _ in range(min(count, steps_of(units))):
        able = evenly([unit for unit in units if tolls[unit.id] < unit.steps], tolls, hexes)
        left = {unit.id: (unit.steps - tolls[unit.id], most_steps(unit)) for unit in able}
        tolls[max(left, key=left.__getitem__)] += 1
    return tolls


def worn(units: Sequence[Regiment], count: int) -> list[Regiment]:
    """9.5 What is left of a stack after so many lost steps: it may find room where the whole did not."""
    tolls = even_tolls(units, count, {})
    left = [replace(unit, steps=unit.steps - tolls[unit.id]) for unit in units]
    return [unit for unit in left if unit.steps > 0] or list(units)


def lose_steps(
    table: EnemyAction, umpire: Umpire, side: str, names: Sequence[str], count: int, hexes: dict[str, str], said: str,
    before: Mapping[str, int] = NONE_LOST,
) -> dict[str, int]:  # fmt: skip
    """9.6, 9.61 One step after the other, evenly: each unit once, and each hex once, before any a second time.

    `before` are steps lost earlier in this combat; what all have lost in the end comes back.
    """
    lost = dict(before)
    for number in range(1, count + 1):
        units = [unit for unit in by_name(table, names) if unit.hex]
        if count - number + 1 >= steps_of(units):
            for unit in units:
                for _ in range(unit.steps):
                    umpire.do("9.6", StepGone(unit.id))
            return lost
        able = evenly(units, lost, hexes)
        pick = umpire.within(f"step {number}").ask(
            "9.6", side, "losses", "who loses a step?", [unit.id for unit in able],
            said=named_first(said, able), otherwise=max(able, key=most_steps).id, facts={"units": tuple(names)},
        )  # fmt: skip
        lost[pick] = lost.get(pick, 0) + 1
        umpire.do("9.6", StepGone(pick))
    return lost


def most_steps(unit: Regiment) -> tuple[int, int, str]:
    """Who has most to give, the weaker of equals."""
    return unit.steps, -unit.strength, unit.id


def named_first(words: str, able: Sequence[Regiment]) -> list[str] | None:
    """`5.3F first`: the units that a line names, in their order."""
    ids = [unit.id for unit in able]
    named = [found for found in re.split(r",\s*", words.replace(" first", "")) if found in ids]
    return named or None


def evenly(units: Sequence[Regiment], lost: dict[str, int], hexes: dict[str, str]) -> list[Regiment]:
    """9.61 Those who are next."""
    fewest = min(lost.get(unit.id, 0) for unit in units)
    able = [unit for unit in units if lost.get(unit.id, 0) == fewest]
    if not hexes:
        return able
    tolls = dict.fromkeys(hexes.values(), 0)
    for name, count in lost.items():
        tolls[hexes[name]] = tolls.get(hexes[name], 0) + count
    spared = [unit for unit in able if not tolls[hexes.get(unit.id, unit.hex)]]
    return spared or able
