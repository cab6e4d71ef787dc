"""9. Combat: who attacks what, strengths, columns, one die.  With 10.2 combined attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.ruleset import Cannot, Orders, Umpire, frozen
from pbem_rules.battles_for_the_ardennes.battle_events import AmmunitionSpent, AttackResolved
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts
from pbem_rules.battles_for_the_ardennes.events import AirSupported
from pbem_rules.battles_for_the_ardennes.s04_phases import close_player_turn
from pbem_rules.battles_for_the_ardennes.s07_zones import stacks_of
from pbem_rules.battles_for_the_ardennes.s09_results import carry_out
from pbem_rules.battles_for_the_ardennes.s10_artillery import (
    adjacent,
    ask_fpf,
    barrage_strength,
    cannot_barrage,
    protective_fire,
)
from pbem_rules.battles_for_the_ardennes.s14_air import cannot_support
from pbem_rules.battles_for_the_ardennes.s16_intensive import (
    Points,
    able,
    cannot_intensify,
    points_said,
    roll_points,
    said_points,
    state,
)
from pbem_rules.battles_for_the_ardennes.s16_saturation import Salvo, break_down, declare_salvos, fire_salvos, fpf_of
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder
from pbem_rules.battles_for_the_ardennes.table import (
    BattlesTable,
    BattleUnit,
    bridged,
    has_position,
    holder,
    units_in,
)

NOTHING: Points = {}


def combat(table: BattlesTable, umpire: Umpire) -> str | None:
    """9.0 The attacks of the sheet in their order; nobody must attack."""
    lines = umpire.orders("base.combat", table.side, "combat")
    for line in lines.lawful(cannot_attack, table):
        battle(table, umpire.within(table.here.spelled(line.attack)), lines, line)
    return close_player_turn(table, umpire)


# Who may attack


def cannot_attack(table: BattlesTable, side: str, line: AttackOrder) -> Cannot | None:
    """9.0 Why an attack is not allowed."""
    target = table.here.spelled(line.attack)
    if not target:
        return "base.combat", f"{line.attack} is not on the maps in play"
    if holder(table, target) != FOE[side]:
        return "base.combat", f"no enemy in {target}"
    if target in table.gave:
        return "base.combat", f"{target} has been attacked already"
    if not line.with_ and not line.barrage:
        return "base.combat", f"nobody attacks {target}"
    for name in line.with_:
        unit = table.units.get(name)
        if unit is None or unit.side != side or not unit.hex:
            return "base.combat", f"{name} is no unit of the {side} side on the map"
        if problem := cannot_take_part(table, unit, target):
            return problem
    named = [*line.with_, *(barrage.unit for barrage in line.batteries_of)]
    if len(set(named)) < len(named):
        return "base.combat", "a unit is named twice"
    return cannot_barrage(table, side, line) or cannot_lead(table, line) or cannot_add(table, side, line, target)


def vain_in_attack(table: BattlesTable, side: str, line: AttackOrder) -> Iterator[Cannot]:
    """9.5, 9.7 Losses and advances of units that are not in the attack, or that do not advance."""
    named = (*line.with_, *(barrage.unit for barrage in line.batteries_of))
    for name in line.losses:
        if name not in named:
            yield "base.steps", f"{name} is not in this attack and loses nothing", f"one of {', '.join(named)}"
    target = table.here.spelled(line.attack)
    for name, hexes in (line.advance or {}).items():
        if name not in line.with_:
            yield "base.combat", f"{name} is not in this attack and does not advance", f"of {', '.join(line.with_)}"
        elif hexes and table.here.spelled(hexes[0]) != target:
            yield "base.combat", f"{name} advances into {target} first, not into {hexes[0]}", f"advance {name} {target}"


def cannot_take_part(table: BattlesTable, unit: BattleUnit, target: str) -> Cannot | None:
    """9.0, 11.4, 16.67 Why a unit cannot attack."""
    if unit.guns:
        return "base.artillery", f"{unit.id} is artillery", f"write barrage: [{unit.id}]"
    if unit.id in table.fought:
        return "base.combat", f"{unit.id} has attacked already"
    if unit.march:
        return "base.movement", f"{unit.id} is in march mode and cannot attack"
    if unit.out_of_supply:
        return "base.supply", f"{unit.id} is out of supply and cannot attack"
    if unit.dry_guns:
        return "16.67", f"{unit.id} is out of ammunition and cannot attack"
    if unit.fatigued:
        return "base.movement", f"{unit.id} is fatigued and cannot attack"
    if any(unit.id in work.engineers and unit.hex in bridge.split("-") for bridge, work in table.works.items()):
        return "base.bridges", f"{unit.id} is building a bridge"
    if target not in table.here.neighbours[unit.hex]:
        return "base.combat", f"{unit.id} in {unit.hex} is not next to {target}"
    way = table.here.between(unit.hex, target)
    if way.water == "major" and not bridged(table, way):
        return "base.combat", f"{unit.id} cannot attack over the Meuse without a bridge"
    return None


def cannot_lead(table: BattlesTable, line: AttackOrder) -> Cannot | None:
    """1.5 Units with a strength in brackets attack only with others of their stack."""
    units = [table.units[name] for name in line.with_]
    for unit in units:
        led = [other for other in units if other.hex == unit.hex and not other.face.bracketed]
        if unit.face.bracketed and not led:
            return "base.combat", f"{unit.id} does not attack by itself", "only with another unit of its hex"
    return None


def cannot_add(table: BattlesTable, side: str, line: AttackOrder, target: str) -> Cannot | None:
    """14.0, 16.6 What else the line wants, and its own limit."""
    if line.support and (problem := cannot_support(table, line.support)):
        return problem
    for name, words in line.intensive.items():
        unit = table.units.get(name)
        if unit is None or name not in line.with_:
            return "16.62", f"{name} takes no part in this attack"
        numbers = [points_said(words, 0), points_said(words, 1), points_said(words, 99)]
        if problem := cannot_intensify(table, unit, max(numbers)):
            return problem
    columns = the_charts().columns
    if line.min and not columns.at_least(plain_odds(table, line), line.min):
        return "sheet", f"{target} is {plain_odds(table, line)}, the line wants {line.min}"
    return None


# Strengths


@frozen
class Muster:
    """A side's strength in a battle, and how it came about."""

    strength: int
    words: tuple[str, ...]


def halved(number: int) -> int:
    return (number + 1) // 2


def attack_of(table: BattlesTable, units: Iterable[BattleUnit], target: str, gained: Points = NOTHING) -> Muster:
    """9.0, R-34, R-36 Each unit by itself: its points, then half over a river or a bridge."""
    total, words = 0, list[str]()
    for unit in units:
        strength = 0 if unit.face.bracketed else unit.face.strength + gained.get(unit.id, 0)
        told = f"{unit.id} {0 if unit.face.bracketed else unit.face.strength}" + plus(gained, unit)
        if crosses_halved(table, unit.hex, target):
            strength, told = halved(strength), f"{told} halved"
        total += strength
        words.append(told)
    return Muster(total, tuple(words))


def plus(gained: Points, unit: BattleUnit) -> str:
    return f"+{gained[unit.id]}" if gained.get(unit.id) else ""


def crosses_halved(table: BattlesTable, start: str, target: str) -> bool:
    """1.8 Over a bridge, a river or a ford."""
    way = table.here.between(start, target)
    return bool(way.water) and (way.water != "stream" or bridged(table, way))


def defence_of(table: BattlesTable, units: Iterable[BattleUnit], gained: Points = NOTHING) -> Muster:
    """9.0, 9.68, 16.67 Each unit by itself; those forced in during this phase add nothing."""
    total, words = 0, list[str]()
    for unit in units:
        if unit.id in table.shaken:
            words.append(f"{unit.id} 0 (9.68)")
            continue
        strength = fpf_of(unit) if unit.guns else unit.face.strength + gained.get(unit.id, 0)
        told = f"{unit.id} {strength if unit.guns else unit.face.strength}" + plus(gained, unit)
        if unit.march or (unit.dry_guns and not unit.guns):
            strength, told = halved(strength), f"{told} halved"
        total += strength
        words.append(told)
    return Muster(total, tuple(words))


def columns_for(table: BattlesTable, units: Sequence[BattleUnit], target: str) -> tuple[int, tuple[str, ...]]:
    """1.8 Columns to the left for what the defender has on his side, and why."""
    here, charts = table.here, the_charts()
    side = FOE[units[0].side] if units else holder(table, target)
    ground = here.ground[target]
    found = {ground: charts.shelter.get(ground, 0)}
    if side == "german" and target in here.walls and charts.shelter["west wall"] > found[ground]:
        found = {"west wall": charts.shelter["west wall"]}
    if has_position(table, target, side):
        found["position"] = charts.shelter["position"]
    ways = [here.between(unit.hex, target) for unit in units]
    if ways and all(way.water == "stream" and not bridged(table, way) for way in ways):
        found["stream"] = charts.shelter["stream"]
    return -sum(found.values()), tuple(f"{name} {number} left" for name, number in found.items() if number)


# Odds with 16.61, 16.64


def column_with(
    attack: int, defence: int, our_exempt: int, their_exempt: int, ours: int, theirs: int
) -> tuple[str, str]:
    """16.61, R-28 to R-30 The odds without intensive fire, and the column with it.

    Each side's points move the odds by one column at most; only those of units of strength one may move them farther.
    """
    columns = the_charts().columns
    place = columns.labels.index
    base = columns.of(attack, defence)
    right = capped(
        place(columns.of(attack + our_exempt, defence)) - place(base),
        place(columns.of(attack + ours, defence)) - place(base),
    )
    left = capped(
        place(base) - place(columns.of(attack, defence + their_exempt)),
        place(base) - place(columns.of(attack, defence + theirs)),
    )
    return base, columns.shifted(base, right - left)


def capped(exempt: int, all_: int) -> int:
    """R-30 max(e, min(t, 1))"""
    return max(exempt, min(all_, 1))


@frozen
class Sum:
    """Strengths, columns and how they came about, before the die."""

    attack: int
    defence: int
    odds: str
    shift: int
    column: str
    words: tuple[str, ...]


def reckon(
    table: BattlesTable,
    target: str,
    units: Sequence[BattleUnit],
    batteries: Sequence[BattleUnit],
    fire: Sequence[BattleUnit],
    salvos: Mapping[str, Salvo],
    gained: Points = NOTHING,
    support: int = 0,
) -> Sum:
    """9.0, 10.2 Everything that counts, the defender's fire with it."""
    defenders = units_in(table, target)
    guns = [barrage_strength(table, unit, target, salvos.get(unit.id)) for unit in batteries]
    barrage, (fpf, fire_words) = sum(strength for strength, _ in guns), protective_fire(fire)
    ours, theirs = attack_of(table, units, target), defence_of(table, defenders)
    ours_all, theirs_all = attack_of(table, units, target, gained), defence_of(table, defenders, gained)
    exempt = {name: points for name, points in gained.items() if table.units[name].face.strength == 1}
    odds, column = column_with(
        ours.strength + barrage,
        theirs.strength + fpf,
        attack_of(table, units, target, exempt).strength - ours.strength,
        defence_of(table, defenders, exempt).strength - theirs.strength,
        ours_all.strength - ours.strength,
        theirs_all.strength - theirs.strength,
    )
    left, why = columns_for(table, units, target)
    shift = left + support
    final = the_charts().columns.shifted(column, shift)
    against = (*theirs_all.words, *fire_words)
    intensive = (f"{odds} without intensive fire",) if odds != column else ()
    air = (f"air {support} right",) if support else ()
    words = (" + ".join((*ours_all.words, *(told for _, told in guns))), " + ".join(against), *intensive, *why, *air)
    attack, defence = ours_all.strength + barrage, theirs_all.strength + fpf
    return Sum(attack, defence, column, shift, final, tuple(word for word in words if word))


def plain_odds(table: BattlesTable, line: AttackOrder) -> str:
    """The odds as they stand, before dice, intensive fire and protective fire."""
    return str(known_odds(table, line)["odds"])


def known_odds(table: BattlesTable, line: AttackOrder, fire: Sequence[BattleUnit] = ()) -> dict[str, str | int]:
    """What who is asked about an attack knows of it: both strengths without dice, their odds, where it goes."""
    target = table.here.spelled(line.attack)
    units, batteries = [table.units[name] for name in line.with_], battery_units(table, line)
    found = reckon(table, target, units, batteries, fire, {})
    return {"attack": found.attack, "defence": found.defence, "odds": found.odds, "target": target}


def battery_units(table: BattlesTable, line: AttackOrder) -> list[BattleUnit]:
    return [table.units[barrage.unit] for barrage in line.batteries_of]


# One battle


def battle(table: BattlesTable, umpire: Umpire, lines: Orders, line: AttackOrder) -> None:
    """9.0, 16.6, 16.7 In the order of the sequence: fire, figures, dice, strengths, the die, what it does."""
    target, foe = table.here.spelled(line.attack), FOE[table.side]
    units, batteries = [table.units[name] for name in line.with_], battery_units(table, line)
    defenders = units_in(table, target)
    if line.support:
        umpire.do("base.air", AirSupported(target))
    declare_salvos(umpire, line.batteries_of)
    fire = ask_fpf(table, umpire, foe, target, known_odds(table, line))
    stated = state_points(table, umpire, line, units, batteries, defenders, known_odds(table, line, fire))
    salvos = fire_salvos(table, umpire, target, line.batteries_of)
    gained = roll_points(table, umpire, stated)
    found = reckon(table, target, units, batteries, fire, salvos, gained, line.support)
    face = umpire.roll("base.combat", "die")
    result = the_charts().results.lookup(found.column, face)
    umpire.do(
        "base.combat",
        AttackResolved(
            target, line.with_, tuple(unit.id for unit in batteries), tuple(unit.id for unit in defenders),
            found.attack, found.defence, found.odds, found.shift, found.column, face, result, found.words,
        ),
    )  # fmt: skip
    carry_out(table, umpire, line, target, result, [*units, *adjacent(table, batteries, target)], defenders)
    break_down(table, umpire, salvos)
    failed = tuple(name for name in stated if gained[name] < stated[name] and table.units[name].hex)
    if failed:
        umpire.do("16.66", AmmunitionSpent(failed))


def state_points(
    table: BattlesTable,
    umpire: Umpire,
    line: AttackOrder,
    units: Sequence[BattleUnit],
    batteries: Sequence[BattleUnit],
    defenders: Sequence[BattleUnit],
    facts: Mapping[str, str | int],
) -> dict[str, int]:
    """16.62 The defender first; 16.73 against guns alone only where he stands beside one of them."""
    theirs: dict[str, int] = {}
    if units or adjacent(table, batteries, str(facts["target"])):
        able_there = able(table, defenders, defending=True)
        theirs = state(table, umpire, FOE[table.side], able_there, {**facts, "defender": 0})
    ours = state(
        table, umpire, table.side, able(table, units, defending=False), {**facts, "defender": sum(theirs.values())},
        said_points(line, theirs),
    )  # fmt: skip
    return {**theirs, **ours}


def targets(table: BattlesTable, unit: BattleUnit) -> list[str]:
    """9.0 The hexes that a unit could attack now."""
    return targets_among(table, stacks_of(table), unit)


def targets_among(table: BattlesTable, stacks: Mapping[str, Sequence[BattleUnit]], unit: BattleUnit) -> list[str]:
    """The same where many units are asked about."""
    if unit.guns or unit.id in table.fought:
        return []
    here, foe = table.here, FOE[unit.side]
    near = [hex for hex in here.neighbours[unit.hex] if hex in stacks and stacks[hex][0].side == foe]
    return [hex for hex in near if hex not in table.gave and cannot_take_part(table, unit, hex) is None]
