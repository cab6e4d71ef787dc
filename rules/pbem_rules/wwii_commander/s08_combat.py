"""8. Combat.  Cases 8.1, 8.2, 8.7 and 8.8; chances and what follows have modules of their own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from pbem.craft.pieces import ids_of
from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import limit
from pbem_rules.wwii_commander.events import Fired, HitsCounted, Joined, Scored, StrengthLost
from pbem_rules.wwii_commander.s06_control import settle
from pbem_rules.wwii_commander.s08_aftermath import STAND, ask_retreat, breakthrough, retreat
from pbem_rules.wwii_commander.s08_chances import Combat, chance_of, ground_takes
from pbem_rules.wwii_commander.sheets import TurnLine
from pbem_rules.wwii_commander.table import Commander, Unit, contested, units_in


def combats(table: Commander, umpire: Umpire, line: TurnLine) -> None:
    """8.1 A combat in each space with active units and enemies, in the order of the active player."""
    places = spaces_to_fight(table)
    fought: list[str] = []
    for number in range(1, len(places) + 1):
        left = [space for space in places if space not in fought]
        said = [space for space in line.fight if space in left]
        pick = umpire.within(f"combat {number}")
        space = pick.ask("8.1", table.side, "fight", "which combat next?", left, said=said[:1], otherwise=left[0])
        battle(table, umpire.within(space), space, line)
        fought.append(space)


def spaces_to_fight(table: Commander) -> list[str]:
    """8.1 Where active units stand among enemies, in the order in which those units were activated or moved."""
    spaces = dict.fromkeys(table.units[name].space for name in table.active)
    return [space for space in spaces if space and contested(table, space)]


def battle(table: Commander, umpire: Umpire, space: str, line: TurnLine) -> None:
    """8.1 to 8.10 All dice first, then the defender's hits, then the attacker's, then breakthrough."""
    combat = combat_in(table, space)
    joining = tuple(unit.id for unit in combat.attackers if not unit.spent)
    if joining:
        umpire.do("8.1", Joined(space, joining))
    on_defender = sum(fire(table, umpire, combat, unit) for unit in combat.attackers)
    on_attacker = sum(fire(table, umpire, combat, unit) for unit in combat.defenders)
    taken = min(ground_takes(table, combat), on_defender)
    umpire.do("8.6", HitsCounted(space, table.foe, on_defender, taken, on_attacker))
    choice = ask_retreat(table, umpire, combat, on_defender - taken)
    take_hits(umpire, table.foe, combat.defenders, on_defender - taken - (choice != STAND))
    if choice != STAND:
        retreat(table, umpire, combat, choice)
    if takes_first(table, choice):
        settle(table, umpire, space)
    take_hits(umpire, table.side, combat.attackers, on_attacker)
    settle(table, umpire, space)
    emptied = not units_in(table, space, table.foe)
    if emptied and (choice == STAND or table.options.get("breakthrough") == "also after a retreat"):
        breakthrough(table, umpire, combat, line.then)


def takes_first(table: Commander, choice: str) -> bool:
    """R-20 Whether the attacker has the space before his own hits are looked at, and keeps it if they take all."""
    reading = table.options.get("emptied space")
    return reading == "always" or (choice != STAND and reading != "never")


def combat_in(table: Commander, space: str) -> Combat:
    """8.1 The active units, fresh friends in the same space, and every enemy there."""
    friends = units_in(table, space, table.side)
    attackers = tuple(unit for unit in friends if unit.fresh or unit.id in table.active)
    across = all(unit.id in table.over_river for unit in attackers)
    return Combat(space, table.side, attackers, tuple(units_in(table, space, table.foe)), across)


def fire(table: Commander, umpire: Umpire, combat: Combat, unit: Unit) -> int:
    """8.2 The dice of one unit, and the hits among them."""
    chance, parts = chance_of(table, combat, unit)
    faces = umpire.rolls("8.2", unit.id, unit.dice, limit("die"))
    hits = sum(face <= chance for face in faces)
    umpire.do("8.3", Fired(unit.id, combat.space, unit.side == combat.side, chance, parts, faces, hits))
    return hits


def take_hits(umpire: Umpire, side: str, units: Sequence[Unit], hits: int) -> None:
    """8.7 Nobody takes a second hit before all have taken a first; what is more than all can take is lost."""
    for number in count(1):
        alive = [unit for unit in units if unit.space]
        share = min(hits, len(alive))
        if not share:
            return
        hits -= share
        pick = umpire.within(f"{side} hits {number}")
        prompt = f"a strength point of which {'unit' if share == 1 else f'{share} units'}?"
        for name in pick.choose("8.7", side, "losses", prompt, ids_of(alive), share, share):
            lose_strength(umpire, next(unit for unit in alive if unit.id == name))


def lose_strength(umpire: Umpire, unit: Unit) -> None:
    """8.7, 12.2 One point; the last one may cost or bring a victory point."""
    umpire.do("8.7", StrengthLost(unit.id, unit.strength - 1))
    score_elimination(umpire, unit)


def score_elimination(umpire: Umpire, unit: Unit) -> None:
    """12.2 Units that began with four strength points or more."""
    if not unit.space and unit.data.worth:
        umpire.do("12.2", Scored(unit.data.worth if unit.side == "allied" else -unit.data.worth, unit.id))
