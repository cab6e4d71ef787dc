"""15. The German airdrop, an optional rule."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Umpire
from pbem_rules.bulge.board import limit, the_map, the_tables
from pbem_rules.bulge.events import Dropped, Eliminated
from pbem_rules.bulge.s13_reinforcements import release_british
from pbem_rules.bulge.table import Bulge, Unit, unit_in, units_of


def cannot_drop(table: Bulge, unit: Unit, hex: str) -> Cannot | None:
    """15.0 An unoccupied hex within five of a German unit."""
    if problem := cannot_drop_at_all(table, unit):
        return problem
    if unit_in(table, hex):
        return "15.0", f"{hex} is occupied"
    reach = limit("drop")
    if all(the_map().grid.distance(hex, other.hex) > reach for other in units_of(table, "german")):
        return "15.0", f"{hex} is more than {many(reach, 'hex', 'hexes')} from any German unit"
    return None


def cannot_drop_at_all(table: Bulge, unit: Unit) -> Cannot | None:
    """15.0 In game-turn 1, where the charter has the airdrop, and once."""
    if not unit.drops:
        return "15.0", f"{unit.id} does not drop from the air"
    if table.options["airdrop"] != "yes":
        return "15.0", "this game is played without the airdrop"
    if table.turn != 1:
        return "15.0", "the drop is in game-turn 1 only"
    return None


def drop(table: Bulge, umpire: Umpire, unit: Unit, hex: str) -> None:
    """15.0 A die for survival, one for the place, one for the scatter."""
    survival = umpire.roll("15.0", "survival")
    if survival > limit("drop survives"):
        umpire.do("15.0", Dropped(unit.id, hex, survival))
        lose(table, umpire, unit)
        return
    accuracy, scatter, landed = umpire.roll("15.0", "accuracy"), 0, hex
    if accuracy > limit("drop on target"):
        scatter = umpire.roll("15.0", "scatter")
        landed = the_map().grid.neighbour(hex, the_tables().scatter[scatter - 1]) or ""
        if landed and unit_in(table, landed):
            landed = ""
    umpire.do("15.0", Dropped(unit.id, hex, survival, accuracy, scatter, landed))
    if landed:
        release_british(table, umpire, unit, (landed,))
    else:
        lose(table, umpire, unit)


def lose(table: Bulge, umpire: Umpire, unit: Unit) -> None:
    """15.0, 3.1 R-32: a drop that fails costs its factor, unless the charter says otherwise."""
    umpire.do("15.0", Eliminated(unit.id, -unit.cf if table.options["drop loss"] == "counts" else 0))
