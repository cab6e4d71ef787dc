"""12. Combat results, retreats and advances.  Cases 12.2 to 12.4."""

from __future__ import annotations

from itertools import combinations
from operator import attrgetter

from pbem.ruleset import Umpire
from pbem_rules.bulge.board import FOE, WEST_WALL, around, in_chart, the_map, the_tables
from pbem_rules.bulge.events import Advanced, Eliminated, Retreated
from pbem_rules.bulge.s13_reinforcements import release_british
from pbem_rules.bulge.s14_supply import supplied_hex
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import Bulge, Unit, lay_of, total, unit_in

JOINED = " + "
"""Between the units of an option that names several."""


def carry_out(
    table: Bulge, umpire: Umpire, line: AttackLine, result: str, attackers: list[Unit], defender: Unit
) -> None:
    """12.2 What the result does, advances included."""
    left = tuple(unit.hex for unit in attackers)
    if result == "Ae":
        attacker_eliminated(table, umpire, line, attackers)
    elif result == "Ar":
        for unit in attackers:
            retreat(table, umpire, unit)
    elif result == "Ex":
        exchange(table, umpire, line, attackers, defender)
    elif result == "Dr":
        retreat(table, umpire, defender)
    elif result == "De":
        umpire.do("12.2De", loss_of(defender))
    if result in ("Ae", "Ar"):
        advance_defender(table, umpire, defender, left)
    elif result in ("Ex", "Dr", "De"):
        advance_attacker(table, umpire, line, attackers)


def loss_of(unit: Unit) -> Eliminated:
    """3.1 The unit is gone and its factors count at once, for or against the German side."""
    return Eliminated(unit.id, unit.cf if unit.side == "allied" else -unit.cf)


def attacker_eliminated(table: Bulge, umpire: Umpire, line: AttackLine, attackers: list[Unit]) -> None:
    """12.2 One attacker is gone, R-05 of its owner's choice; the others retreat."""
    weakest_first = [unit.id for unit in sorted(attackers, key=attrgetter("cf", "id"))]
    lost = umpire.ask(
        "12.2Ae", table.side, "losses", "which attacker is eliminated?", weakest_first,
        said=line.pay or None, facts={"result": "Ae"},
    )  # fmt: skip
    umpire.do("12.2Ae", loss_of(table.units[lost]))
    for unit in attackers:
        if unit.hex:
            retreat(table, umpire, unit)


def exchange(table: Bulge, umpire: Umpire, line: AttackLine, attackers: list[Unit], defender: Unit) -> None:
    """12.2 The defender is gone; the attacker pays as much as he can without paying more than its printed factor."""
    umpire.do("12.2Ex", loss_of(defender))
    ways = payments(attackers, defender.cf)
    if not ways:
        return
    options = [JOINED.join(way) for way in ways]
    paid = umpire.ask(
        "12.2Ex", table.side, "losses", f"who pays for {defender.id}?", options,
        said=wished_payments(options, line.pay) or None, facts={"result": "Ex"},
    )  # fmt: skip
    for name in paid.split(JOINED):
        umpire.do("12.2Ex", loss_of(table.units[name]))


def payments(attackers: list[Unit], factor: int) -> list[tuple[str, ...]]:
    """12.2 R-07: every set of attackers that costs the most without going over; the fewest units first."""
    sets = [
        units
        for count in range(1, len(attackers) + 1)
        for units in combinations(attackers, count)
        if total(units) <= factor
    ]
    most = max((total(units) for units in sets), default=0)
    return [tuple(unit.id for unit in units) for units in sets if total(units) == most]


def wished_payments(options: list[str], pay: tuple[str, ...]) -> tuple[str, ...]:
    """The payments that a line's `pay` means: exactly its units, else those with most of them."""
    if not pay:
        return ()
    ranked = sorted(options, key=lambda option: (set(option.split(JOINED)) != set(pay), -shared(option, pay)))
    return (ranked[0],) if shared(ranked[0], pay) else ()


def shared(option: str, pay: tuple[str, ...]) -> int:
    return len(set(option.split(JOINED)) & set(pay))


# 12.3 Retreats


def retreat(table: Bulge, umpire: Umpire, unit: Unit) -> None:
    """12.3 One hex, of its owner's choice; with none open the unit is eliminated."""
    ways = open_ways(table, unit)
    if not ways:
        umpire.do("12.3", loss_of(unit))
        return
    to = umpire.within(unit.id).ask(
        "12.3", unit.side, "retreat", f"retreat {unit.id} from {unit.hex} where?", ways,
        facts={"unit": unit.id, "from": unit.hex},
    )  # fmt: skip
    umpire.do("12.3", Retreated(unit.id, to))
    release_british(table, umpire, unit, (to,))


def open_ways(table: Bulge, unit: Unit) -> list[str]:
    """12.3, 9.1, 8.0 Hexes without a unit and outside EZOC; the best first: in supply, most cover, lowest number."""
    lay = lay_of(table, without=unit.id)
    ways = [hex for hex in around(unit.hex) if hex not in lay.held and not lay.in_ezoc(hex, unit.side)]
    if len(ways) < 2:
        return ways
    without = {hex: not supplied_hex(table, unit, hex) for hex in ways}
    return sorted(ways, key=lambda hex: (without[hex], -cover(hex), hex))


def cover(hex: str) -> int:
    """What the ground of a hex adds to a defender."""
    adds = the_tables().defence
    built = sum(adds[word] for word in in_chart(hex, adds) if word != WEST_WALL)
    return adds[the_map().terrain_of(hex)] + built


# 12.4 Advances


def advance_attacker(table: Bulge, umpire: Umpire, line: AttackLine, attackers: list[Unit]) -> None:
    """12.4 One surviving attacker may enter the hex that was left, whatever EZOC lies there."""
    able = [unit.id for unit in attackers if unit.hex]
    if unit_in(table, line.attack) or not able:
        return
    pick = umpire.ask(
        "12.4", table.side, "advance", f"advance into {line.attack}?", ["stay", *able],
        said=line.advance or None, otherwise="stay", facts={"into": line.attack},
    )  # fmt: skip
    if pick != "stay":
        umpire.do("12.4", Advanced(pick, line.attack))
        release_british(table, umpire, table.units[pick], (line.attack,))


def advance_defender(table: Bulge, umpire: Umpire, defender: Unit, left: tuple[str, ...]) -> None:
    """12.4, 12.2 R-10: the defender may enter any hex that the attackers held and that is empty now."""
    empty = [hex for hex in sorted(left) if unit_in(table, hex) is None]
    if not empty:
        return
    pick = umpire.ask(
        "12.4", FOE[table.side], "advance", f"advance {defender.id} from {defender.hex}?", ["stay", *empty],
        otherwise="stay", facts={"unit": defender.id},
    )  # fmt: skip
    if pick != "stay":
        umpire.do("12.4", Advanced(defender.id, pick))
        release_british(table, umpire, defender, (pick,))
