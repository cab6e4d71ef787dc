"""Lines of a sheet as they were understood: what the card does, ways and costs, ratios, draws and chances."""

from __future__ import annotations

from dataclasses import replace

from pbem.craft.sayings import said_if
from pbem_rules.enemy_action_ardennes.board import around, passage, the_cards, title
from pbem_rules.enemy_action_ardennes.circumstances import all_in_words
from pbem_rules.enemy_action_ardennes.queries import chances_words, expected_words
from pbem_rules.enemy_action_ardennes.s06_commands import command_of
from pbem_rules.enemy_action_ardennes.s06_impulses import spoken
from pbem_rules.enemy_action_ardennes.s07_movement import course_of
from pbem_rules.enemy_action_ardennes.s09_chits import (
    ENGINEERS,
    Engagement,
    attack_strength,
    defence_strength,
    forecast,
    least_draw,
    most_draw,
    situations,
)
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.sheets import (
    PASS,
    WAIT,
    AssaultOrder,
    DayOrder,
    ImpulseLine,
    ReactLine,
    RegimentMove,
)
from pbem_rules.enemy_action_ardennes.table import EnemyAction


def echo_impulse(table: EnemyAction, line: ImpulseLine) -> str:
    """The card and what it does; each move with its cost, each attack with its chances."""
    if line.play in (PASS, WAIT):
        return "pass" if line.play == PASS else "wait: you will be asked"
    side = the_cards()[line.card].side
    command = command_of(table, side, line)
    parts = [f"{title(line.card)}: {spoken(command)}"]
    parts += [echo_move(table, move, slip=command.what == "Withdrawal") for move in line.move]
    parts += [echo_attack(table, attack) for attack in line.attacks]
    parts += [f"deploy {entry.unit} in {entry.hex}" for entry in line.deploy]
    parts += [f"{name} digs in" for name in line.dig]
    return "; ".join(parts) + said_if(line.if_)


def echo_move(table: EnemyAction, line: RegimentMove, *, slip: bool = False) -> str:
    """The hexes, and what they cost of the allowance."""
    unit = table.units.get(line.unit)
    course = course_of(table, unit, line, slip=slip) if unit is not None and unit.hex else None
    if unit is None or course is None:
        return f"{line.unit} to {' '.join(line.path)}"
    if not course.path:
        return f"{unit.id} {'leaves the map' if line.exit else 'holds'}"
    way = " strategic" if course.strategic else ""
    off = " and off the map" if line.exit else ""
    return f"{unit.id} {unit.hex} to {' '.join(course.path)}, {course.cost}{way}{off}"


def echo_attack(table: EnemyAction, line: AssaultOrder) -> str:
    """`0804 12 : 3, forest; draws 2 to 5: D 2.1 A 1.2 at 5, D1+ 89 % ...`, as things stand."""
    names = " ".join(line.with_)
    defenders = defenders_of(table, line.attack)
    at = {name: table.units[name].hex for name in line.with_ if name in table.units}
    if not defenders or len(at) < len(line.with_) or any(hex not in around(line.attack) for hex in at.values()):
        return f"attack {line.attack} with {names}"
    ours = tuple(said.partition(" as ")[2] for said in line.tactics)
    bonus = (line.bonus,) if line.bonus else ()
    fight = Engagement(table, line.attack, line.with_, tuple(unit.id for unit in defenders), (*ours, *bonus))
    return f"attack {line.attack} with {names} {fight_words(fight)}{river_words(fight)}"


def fight_words(fight: Engagement) -> str:
    """Strengths, ground, draw, and the chances at the most chits."""
    table = fight.table
    if any(tactic in ENGINEERS for tactic in fight.ours) and fight.target in table.improved:
        table = replace(table, improved=[hex for hex in table.improved if hex != fight.target])
        fight = replace(fight, table=table)
    least, most = least_draw(fight), min(most_draw(fight), len(table.cup) + len(table.aside))
    found = forecast(fight, most)[most]
    defenders = " ".join(fight.defenders)
    return (
        f"{attack_strength(fight)} : {defenders} {defence_strength(fight)}, {all_in_words(situations(fight))}; "
        f"draws {least} to {most}: {expected_words(found)} at {most}, "
        f"{chances_words(found, 0, 'D')}  {chances_words(found, 1, 'A')}"
    )


def river_words(fight: Engagement) -> str:
    """9.4 Who attacks over a river counts half."""
    wet = [unit for unit in fight.attacking if passage(fight.hex_of(unit), fight.target).river]
    whole = sum(unit.strength for unit in wet)
    return f"; over the river {whole} to {whole // 2}" if wet else ""


def echo_day(table: EnemyAction, line: DayOrder) -> str:
    """What the next morning brings, if it is possible then."""
    parts = [f"card {each.card}: {each.work}" for each in line.bridges]
    parts += [f"fuel for {each.formation} by {each.by}" for each in line.fuel]
    parts += [f"{each.unit} to {each.hex} if it has waited two days" for each in line.reserves]
    parts += [f"interdict with {', then '.join(line.interdict)}"] if line.interdict else []
    return "; ".join(parts) or "nothing for the morning"


def echo_react(table: EnemyAction, line: ReactLine) -> str:
    what = f"roadblocks in {' and '.join(line.roadblock)}" if line.roadblock else ""
    what = what or (f"blow {line.blow}" if line.blow else f"save {line.greif}")
    when = f", when {line.when}" if line.when else ""
    return f"{what} with {line.card} once it can be done{when}{said_if(line.if_)}"
