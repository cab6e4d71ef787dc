"""4.2 The first game-turn: the German must attack along the whole start line (errata to 4.2)."""

from __future__ import annotations

from pbem.ruleset import Cannot, Part
from pbem_rules.ardennes_offensive.board import FOE, the_map
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.sheets import AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, units_of


def has_duty(table: Ardennes) -> bool:
    """E4.2"""
    return table.turn == 1 and table.side == "german"


def contacts(table: Ardennes) -> dict[str, tuple[str, ...]]:
    """E4.2, R-23 Every German who has not attacked next to Americans whom nobody has attacked, and their hexes."""
    lay, here = lay_of(table), the_map()
    found = {}
    for unit in units_of(table, "german"):
        hexes = tuple(
            hex for hex in here.neighbours[unit.hex] if hex in here.live and waits_for_attack(table, lay, hex)
        )
        if hexes and unit.id not in table.fought:
            found[unit.id] = hexes
    return found


def waits_for_attack(table: Ardennes, lay: Lay, hex: str) -> bool:
    """Whether Americans stand here of whom any has not been attacked."""
    return any(unit.side == FOE["german"] and unit.id not in table.attacked for unit in lay.stacks.get(hex, ()))


def leaves_over(table: Ardennes, line: AttackLine) -> Cannot | None:
    """E4.2, R-23 Whom an attack would leave without an enemy to attack, or where it would leave nobody to attack."""
    contact = contacts(table)
    rest = {name: {*hexes} - {*line.attack} for name, hexes in contact.items() if name not in line.with_}
    if idle := min((name for name, hexes in rest.items() if not hexes), default=""):
        return "E4.2", f"{idle} would be left with nobody to attack", f"let it join the attack on {contact[idle][0]}"
    left = {hex for hexes in contact.values() for hex in hexes} - {*line.attack}
    if missed := min(left.difference(*rest.values()), default=""):
        return "E4.2", f"nobody would be left to attack {missed}", "one attack may cover several hexes"
    return None


class DutyJudge:
    """E4.2 What is wrong with a plan for the first attacks: whom it leaves out."""

    def __init__(self, contact: dict[str, tuple[str, ...]]) -> None:
        self.contact = contact

    def __call__(self, part: Part) -> str | None:
        lines = [line for line in every_line(part) if isinstance(line, AttackLine)]
        named = {name for line in lines for name in line.with_}
        hit = {hex for line in lines for hex in line.attack}
        for name, hexes in self.contact.items():
            if name not in named:
                return f"E4.2: {name} touches {' and '.join(hexes)} but is in no attack"
        missed = sorted({hex for hexes in self.contact.values() for hex in hexes} - hit)
        if missed:
            able = ", ".join(name for name, hexes in self.contact.items() if missed[0] in hexes)
            return f"E4.2: {missed[0]} must be attacked, by {able}"
        return None


def every_line(part: Part) -> list[object]:
    """The lines of a part with all their alternatives."""
    lines: list[object] = []
    for line in part.lines:
        lines.append(line)
        other = line.else_
        while other is not None:
            lines.append(other)
            other = other.else_
    return lines


def duty_plan(table: Ardennes) -> tuple[AttackLine, ...]:
    """E4.2, R-23 A lawful plan: every American in contact attacked, every German in contact in one attack.

    Germans are matched to Americans one to one as far as that goes; who is left over joins a match.
    """
    contact = contacts(table)
    match = matched(contact)
    by_unit = {name: [hex] for hex, name in match.items()}
    for hex in sorted({hex for hexes in contact.values() for hex in hexes} - match.keys()):
        by_unit[min(name for name, hexes in contact.items() if hex in hexes)].append(hex)
    groups: dict[tuple[str, ...], list[str]] = {tuple(sorted(hexes)): [name] for name, hexes in by_unit.items()}
    for name, hexes in contact.items():
        if name not in by_unit:
            goal = next(group for group in sorted(groups) if len(group) == 1 and group[0] in hexes)
            groups[goal].append(name)
    return tuple(AttackLine(attack=hexes, with_=tuple(sorted(names))) for hexes, names in sorted(groups.items()))


def matched(contact: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """As many hexes as possible, each with a German of its own."""
    match: dict[str, str] = {}

    def find(name: str, tried: set[str]) -> bool:
        for hex in contact[name]:
            if hex not in tried:
                tried.add(hex)
                if hex not in match or find(match[hex], tried):
                    match[hex] = name
                    return True
        return False

    for name in sorted(contact):
        find(name, set())
    return match


def forced_attack(table: Ardennes, unit: str) -> AttackLine:
    """E4.2 What a unit has to do in the plan that is made for all who still owe an attack."""
    return next(line for line in duty_plan(table) if unit in line.with_)
