"""8. Hit chances and what the ground takes off.  Cases 8.2 to 8.6."""

from __future__ import annotations

from pbem.ruleset import frozen
from pbem_rules.wwii_commander.board import FOE, limit, the_calendar, the_map, the_tables
from pbem_rules.wwii_commander.table import Commander, Unit, strength_of

Parts = tuple[tuple[str, int], ...]
"""What a hit chance is made of, by name."""


@frozen(slots=False)
class Combat:
    """The two forces of a combat."""

    space: str
    side: str
    """The attacker's."""
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    across: bool = False
    """8.5 All attackers entered in this turn over a river."""

    @property
    def in_clear(self) -> bool:
        return the_map().spaces[self.space].terrain == "clear"


def chance_of(table: Commander, combat: Combat, unit: Unit) -> tuple[int, Parts]:
    """8.3 A unit's hit chance, and what it is made of."""
    if unit.side == combat.side:
        parts = (("base", unit.data.attack), *attacker_modifiers(table, combat))
    else:
        base = unit.data.defence if unit.able else limit("unsupplied hit chance")
        parts = (("base", base), *defender_modifiers(combat))
    return min(max(sum(number for _, number in parts), 0), limit("die")), parts


def attacker_modifiers(table: Commander, combat: Combat) -> Parts:
    """8.4 Each counts once."""
    german = combat.side == "german"
    able = [unit.able for unit in combat.defenders]
    hard = any(unit.is_armor or unit.data.elite for unit in combat.defenders)
    applies = {
        "surprise": german and table.surprise,  # 5.1
        "artillery": german and the_map().spaces[combat.space].artillery,
        "air": not german and table.day >= the_calendar().air_from,
        "armor or elite": hard and all(able),
        "clear": combat.in_clear,
        "unsupplied defenders": not any(able),
    }
    return tuple((name, number) for name, number in the_tables().attacker.items() if applies[name])


def defender_modifiers(combat: Combat) -> Parts:
    """8.5 Each counts once."""
    applies = {
        "armor": any(unit.is_armor for unit in combat.attackers),
        "clear": combat.in_clear,
        "river": combat.across,
    }
    return tuple((name, number) for name, number in the_tables().defender.items() if applies[name])


def ground_takes(table: Commander, combat: Combat) -> int:
    """8.6 What the ground may take off the defenders' hits: never more than their strength."""
    hits = the_map().spaces[combat.space].hits
    held = table.control[combat.space] == FOE[combat.side]
    return min(hits.held if held else hits.lost, strength_of(list(combat.defenders)))
