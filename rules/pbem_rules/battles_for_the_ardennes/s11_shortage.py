"""11.7 The German Supply Shortage Tables, and 16.53 to 16.55 what captured petrol does about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil

from pbem.craft.sayings import many
from pbem.ruleset import Umpire
from pbem_rules.battles_for_the_ardennes.board import divisions, is_division, limit, the_counters
from pbem_rules.battles_for_the_ardennes.events import FormationRanDry, PetrolSpent, ShortageRolled
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s11_supply import net_of
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, PetrolDump, units_of

KEEP, SPEND = "keep", "spend"
LONE = Fraction(1, 3)
"""16.54, R-19 What a unit of no division weighs."""


def shortages(table: BattlesTable, umpire: Umpire) -> tuple[str, ...]:
    """11.7 So many dice as the scenario says; each may run a formation dry.  Which were helped, by their names."""
    helped: list[str] = []
    for number in range(1, rolls_due(table) + 1):
        at = umpire.within(f"roll {number}")
        face = at.roll("base.shortage", "die")
        able = can_run_dry(table)
        short = face > limit("shortage") and bool(able)
        at.do("base.shortage", ShortageRolled(face, short))
        if not short:
            continue
        name = at.ask(
            "base.shortage", "german", "shortage", "which formation runs dry?", able, otherwise=able[0],
            facts={"roll": number},
        )  # fmt: skip
        units = tuple(unit.id for unit in of_formation(table, name))
        at.do("base.shortage", FormationRanDry(name, units))
        if cancel(table, at, name, units):
            helped.append(name)
    return tuple(helped)


def rolls_due(table: BattlesTable) -> int:
    """11.7 How many dice this game-turn has."""
    return sum(row.rolls for row in table.form.shortage if row.first <= table.turn <= row.last)


def can_run_dry(table: BattlesTable) -> tuple[str, ...]:
    """11.7 Mechanized divisions and brigades on the map that are not out of supply, the weakest first."""
    found = []
    for name in divisions():
        units = of_formation(table, name)
        if any(unit.data.type in ("arm", "mech") for unit in units) and any(unit.supplied for unit in units):
            found.append((sum(unit.face.strength for unit in units), name))
    return tuple(name for _, name in sorted(found))


def of_formation(table: BattlesTable, name: str) -> list[BattleUnit]:
    """Its units on the map."""
    formation = divisions()[name]
    return [unit for unit in units_of(table, "german") if unit.data.formation == formation]


# 16.53 Petrol


def cancel(table: BattlesTable, umpire: Umpire, name: str, units: tuple[str, ...]) -> bool:
    """16.53 A point undoes one result; 16.55 only for units with a line to the dump that pays."""
    payers = [dump for dump in stores(table) if reached(table, dump, units)]
    if not payers:
        return False
    said = umpire.ask(
        "16.53", "german", "petrol", f"a petrol point against the shortage of {name}?", [KEEP, SPEND],
        otherwise=KEEP, facts={"formation": name, "petrol": table.petrol},
    )  # fmt: skip
    if said != SPEND:
        return False
    payer = max(payers, key=lambda dump: (len(reached(table, dump, units)), dump.points, dump.site))
    saved = reached(table, payer, units)
    umpire.do("16.53", PetrolSpent(((payer.site, 1),), saved, f"the shortage of {name}"))
    return True


def stores(table: BattlesTable) -> list[PetrolDump]:
    """16.57 Dumps that can be used: German, not on the move."""
    dumps = [dump for _, dump in sorted(table.dumps.items())]
    return [dump for dump in dumps if dump.german and dump.mode == "dump" and not dump.changing]


def reached(table: BattlesTable, dump: PetrolDump, units: Iterable[str]) -> tuple[str, ...]:
    """16.55 Which of these units can trace a line to a dump; all of them where that is not played."""
    if not table.plays("16.55"):
        return tuple(units)
    net = net_of(table, "german", contact_of(table), starts=[dump.hex])
    return tuple(name for name in units if table.units[name].hex in net.country)


def relief(table: BattlesTable, umpire: Umpire, helped: Sequence[str]) -> None:
    """16.53, 16.54 Points for units that are out of supply; R-53 none for a division that has had one."""
    done = {divisions()[name] for name in helped}
    if table.plays("16.55"):
        for dump in stores(table):
            done |= spend(table, umpire.within(dump.site), [dump], done)
    elif stores(table):
        spend(table, umpire, stores(table), done)


def spend(table: BattlesTable, umpire: Umpire, payers: list[PetrolDump], done: Collection[str]) -> set[str]:
    """One question: which units are kept in supply.  Answers with the divisions that have had a point by it."""
    able = needy(table, payers, done)
    points = sum(dump.points for dump in payers)
    if not able or not points:
        return set()
    picked = umpire.choose(
        "16.54", "german", "petrol", f"{points} petrol points: whom do they supply?", able, 0, len(able),
        judge=partial(costs_too_much, table, points), otherwise=(), facts={"petrol": points},
    )  # fmt: skip
    if picked:
        bill = price_of(table, picked)
        umpire.do("16.54", PetrolSpent(shared(payers, bill), tuple(picked), "units out of supply"))
    formations = {the_counters()[name].formation for name in picked}
    return {formation for formation in formations if is_division(formation)}


def needy(table: BattlesTable, payers: list[PetrolDump], done: Collection[str]) -> tuple[str, ...]:
    """German units out of supply that may be helped."""
    without = [u.id for u in units_of(table, "german") if not u.supplied and u.data.formation not in done]
    return reached(table, payers[0], without) if table.plays("16.55") else tuple(without)


def costs_too_much(table: BattlesTable, points: int, units: tuple[str, ...]) -> str | None:
    """16.54 The points that these units need."""
    bill = price_of(table, units)
    return None if bill <= points else f"they need {many(bill, 'point')} and have {points}"


def price_of(table: BattlesTable, units: Iterable[str]) -> int:
    """16.54, R-19 A unit weighs its share of its division; remainders are rounded up."""
    return ceil(sum((weight(table, name) for name in units), start=Fraction(0)))


def weight(table: BattlesTable, name: str) -> Fraction:
    formation = the_counters()[name].formation
    if not is_division(formation):
        return LONE
    return Fraction(1, sum(unit.data.formation == formation for unit in table.units.values()))


def shared(payers: list[PetrolDump], bill: int) -> tuple[tuple[str, int], ...]:
    """What each dump pays, in the order of the sites."""
    found = []
    for dump in payers:
        part = min(bill, dump.points)
        if part:
            found.append((dump.site, part))
            bill -= part
    return tuple(found)
