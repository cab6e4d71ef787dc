"""9. What a result does: steps, retreats, advances.  Cases 9.6, 9.68, 9.7."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.craft.pieces import ids_of
from pbem.ruleset import Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import FellBack, Followed, StepTaken, UnitDestroyed
from pbem_rules.battles_for_the_ardennes.board import FOE, limit
from pbem_rules.battles_for_the_ardennes.s05_movement import footing_of, price
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of, has_room
from pbem_rules.battles_for_the_ardennes.s16_dumps import enter_site
from pbem_rules.battles_for_the_ardennes.sheets import STAY, AttackOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, barrier, holder, units_in

ELIMINATED, ENGAGED = "E", "Eng"


def carry_out(
    table: BattlesTable,
    umpire: Umpire,
    line: AttackOrder,
    target: str,
    result: str,
    attackers: Sequence[BattleUnit],
    defenders: Sequence[BattleUnit],
) -> None:
    """9.5 Attacker/defender: `-` nothing, n a retreat, +n a step and a retreat, E all are lost, Eng nobody moves."""
    if result == ENGAGED:
        return
    ours, _, theirs = result.partition("/")
    if ours != "-":
        left = sorted({unit.hex for unit in attackers})
        suffer(table, umpire, table.side, attackers, ours, line.losses)
        follow_defender(table, umpire, [unit for unit in defenders if unit.hex], left)
    if theirs != "-":
        suffer(table, umpire, table.foe, defenders, theirs, ())
        if not holder(table, target):
            hexes = limit("eliminated counts") if theirs == ELIMINATED else int(theirs.removeprefix("+"))
            follow_attacker(table, umpire, line, target, attackers, hexes)


def suffer(
    table: BattlesTable, umpire: Umpire, side: str, units: Sequence[BattleUnit], code: str, said: tuple[str, ...]
) -> None:
    """One side of a result."""
    if code == ELIMINATED:
        for unit in units:
            umpire.do("base.combat", UnitDestroyed(unit.id, "eliminated"))
        return
    if code.startswith("+") and units:
        lose_step(umpire, side, units, said)
    in_order = sorted((unit for unit in units if unit.hex), key=lambda unit: unit.id)
    driven = {unit.id for unit in in_order}
    for unit in in_order:
        fall_back(table, umpire.within(unit.id), unit, int(code.removeprefix("+")), driven)


def lose_step(umpire: Umpire, side: str, units: Sequence[BattleUnit], said: tuple[str, ...]) -> None:
    """1.9 The owner says who; artillery only where there is nobody else."""
    able = [unit for unit in units if not unit.guns] or list(units)
    unit = umpire.ask("base.steps", side, "losses", "who loses a step?", ids_of(able), said=said or None)
    umpire.do("base.steps", StepTaken(unit))


# 9.6 Retreat


def fall_back(table: BattlesTable, umpire: Umpire, unit: BattleUnit, hexes: int, driven: Collection[str]) -> None:
    """9.6 The whole distance, by its owner's way; a unit that has none is lost.

    9.68 Only friends that stood there already take a unit in, not those that are driven back with it.
    """
    ways = ways_back(table, unit, hexes)
    if not ways:
        umpire.do("base.combat", UnitDestroyed(unit.id, f"it cannot retreat {hexes}"))
        return
    picked = umpire.ask(
        "base.combat", unit.side, "retreat", f"{unit.id} retreats {hexes} from {unit.hex} by", ways,
        facts={"from": unit.hex, "unit": unit.id},
    )  # fmt: skip
    path = tuple(picked.split())
    hosts = [other for other in units_in(table, path[-1]) if other.id not in driven]
    umpire.do("base.combat", FellBack(unit.id, path, bool(hosts)))
    for hex in path:
        enter_site(table, umpire, unit, hex)


def ways_back(table: BattlesTable, unit: BattleUnit, hexes: int) -> list[str]:
    """9.6 Every step leads farther away, not into the enemy or his zone, not over a river without a bridge."""
    here, contact, start = table.here, contact_of(table), unit.hex
    paths: list[tuple[str, ...]] = [()]
    for paces in range(1, hexes + 1):
        paths = [
            (*path, way.to)
            for path in paths
            for way in here.sides[path[-1] if path else start]
            if here.distance(start, way.to) == paces
            and not barrier(table, way)
            and contact.free(way.to, side=unit.side)
        ]
    return [" ".join(path) for path in paths if room_at_end(unit, path[-1], contact)]


def room_at_end(unit: BattleUnit, hex: str, contact: Contact) -> bool:
    return has_room(unit, hex, contact, march=unit.march)


# 9.7 Advance


def follow_attacker(
    table: BattlesTable, umpire: Umpire, line: AttackOrder, target: str, units: Sequence[BattleUnit], hexes: int
) -> None:
    """9.7 Into the hex that was left; mechanized units as far as the enemy went, through his zones."""
    said = line.advance
    for unit in units:
        if not unit.hex or unit.guns or target not in table.here.neighbours[unit.hex]:
            continue
        ways = ways_on(table, unit, target, hexes if unit.mechanized else 1)
        if not ways:
            continue
        wish: str | None = None
        if said is not None:
            wanted = [table.here.spelled(hex) for hex in said.get(unit.id, ())]
            wish = (" ".join(wanted) or target) if unit.id in said else STAY
        picked = umpire.within(f"advance {unit.id}").ask(
            "base.combat", unit.side, "advance", f"{unit.id} advances into {target}?", [STAY, *ways],
            said=wish, otherwise=STAY, facts={"target": target, "unit": unit.id},
        )  # fmt: skip
        advance(table, umpire, unit, picked)


def advance(table: BattlesTable, umpire: Umpire, unit: BattleUnit, picked: str) -> None:
    if picked == STAY:
        return
    path = tuple(picked.split())
    umpire.do("base.combat", Followed(unit.id, path))
    for hex in path:
        enter_site(table, umpire, unit, hex)


def ways_on(table: BattlesTable, unit: BattleUnit, target: str, hexes: int) -> list[str]:
    """9.7 Every way of an advance, the shortest first."""
    here, contact, foe = table.here, contact_of(table), FOE[unit.side]
    if not can_follow(table, unit, unit.hex, target):
        return []
    found: list[tuple[str, ...]] = [(target,)]
    edge = found
    for _ in range(1, hexes):
        edge = [
            (*path, near)
            for path in edge
            for near in here.neighbours[path[-1]]
            if near not in path and near != unit.hex and contact.holder(near) != foe
            and can_follow(table, unit, path[-1], near)
        ]  # fmt: skip
        found = [*found, *edge]
    return [" ".join(path) for path in found if has_room(unit, path[-1], contact)]


def can_follow(table: BattlesTable, unit: BattleUnit, start: str, end: str) -> bool:
    """Where a unit could go at all; on foot over a river too, as it has attacked."""
    return price(table, footing_of(table, unit), table.here.between(start, end))[0] is not None


def follow_defender(table: BattlesTable, umpire: Umpire, units: Sequence[BattleUnit], left: Sequence[str]) -> None:
    """1.9 A defender may go one hex, into what the attackers have left."""
    for unit in units:
        if unit.guns or unit.march:
            continue
        contact = contact_of(table)
        ways = [
            hex
            for hex in left
            if hex in table.here.neighbours[unit.hex]
            and contact.holder(hex) != table.side
            and has_room(unit, hex, contact)
            and can_follow(table, unit, unit.hex, hex)
        ]
        if ways:
            picked = umpire.within(f"advance {unit.id}").ask(
                "base.combat", unit.side, "advance", f"{unit.id} advances?", [STAY, *ways], otherwise=STAY,
                facts={"target": ways[0], "unit": unit.id},
            )  # fmt: skip
            advance(table, umpire, unit, picked)
