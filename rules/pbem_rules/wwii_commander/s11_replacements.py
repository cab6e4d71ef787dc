"""11. Replacements."""

from __future__ import annotations

from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import limit, the_calendar
from pbem_rules.wwii_commander.events import Restored
from pbem_rules.wwii_commander.ranking import weakest_first
from pbem_rules.wwii_commander.sheets import DayLine
from pbem_rules.wwii_commander.table import Commander, Unit, units_of

KINDS = {"armor": ("armor",), "infantry": ("infantry", "mech inf")}
"""11.0 Which units which points restore."""


def points_today(table: Commander, side: str) -> dict[str, int]:
    """4.5, 11.0 The points of the day, by kind."""
    listed = the_calendar().replacements.get(table.day)
    if listed is None:
        return dict.fromkeys(KINDS, 0)
    mine = listed.german if side == "german" else listed.allied
    return {"armor": mine.armor, "infantry": mine.infantry}


def restorable(table: Commander, side: str, points: str) -> list[Unit]:
    """11.0 In supply and fuel, weakened, and not stronger than three."""
    return [
        unit
        for unit in units_of(table, side)
        if unit.kind in KINDS[points]
        and unit.able
        and unit.strength < unit.data.full
        and unit.strength <= limit("strength restored up to")
    ]


def restore(table: Commander, umpire: Umpire, side: str, wish: DayLine) -> None:
    """11.0 Each point to another unit; what is not used is lost."""
    for kind, number in points_today(table, side).items():
        units = restorable(table, side, kind)
        most = min(number, len(units))
        if not most:
            continue
        said = None
        if wish.restore is not None:
            said = tuple(dict.fromkeys(name for name in wish.restore if name in ids_of(units)))[:most]
        restored = umpire.within(kind).choose(
            "11.0", side, "restore", many(number, f"{kind} point"), ids_of(units), 0, most,
            said=said, otherwise=tuple(weakest_first(units)[:most]),
        )  # fmt: skip
        for name in restored:
            umpire.do("11.0", Restored(name, table.units[name].strength + 1))
