"""13. Reinforcements: where they may enter, and what binds the British."""

from __future__ import annotations

from pbem.ruleset import Cannot, Umpire
from pbem_rules.bulge.board import Way, beyond_the_meuse, entry_hexes, limit, the_map
from pbem_rules.bulge.events import BritishReleased
from pbem_rules.bulge.table import Bulge, Lay, Unit, closed_exits, units_of


def open_entries(table: Bulge, lay: Lay, unit: Unit) -> tuple[str, ...]:
    """13.0 The road hexes of its edge by which a unit may come now."""
    return tuple(hex for hex in entry_hexes(unit.edge) if cannot_enter_by(table, lay, unit, hex) is None)


def cannot_enter_by(table: Bulge, lay: Lay, unit: Unit, hex: str) -> Cannot | None:
    """13.0 Why a reinforcement may not come by a hex."""
    known = entry_hexes(unit.edge)
    if hex not in known:
        return "13.0a", f"{unit.id} comes from the {unit.edge}, not by {hex}", f"by one of {' '.join(known)}"
    if lay.enemy_in(hex, unit.side):
        return "13.0a", f"{hex} is held by the enemy"
    if lay.in_ezoc(hex, unit.side):
        return "13.0a", f"{hex} is in an enemy ZOC"
    if unit.side == "allied" and hex in closed_exits(table):
        return "13.0b", f"a German unit has left the map by {hex}", "choose another entry of that edge"
    behind = table.options["british entry"] == "beyond the Meuse"
    if behind and bound_british(table, unit) and hex not in beyond_the_meuse():
        return (
            "13.0c",
            f"{unit.id} may not come by {hex}, which lies across the Meuse",
            "until the British are released",
        )
    return None


# 13.0 The British


def bound_british(table: Bulge, unit: Unit) -> bool:
    return unit.nation == "uk" and not table.british_free


def held_by_the_meuse(unit: Unit, entry: str, way: Way) -> bool:
    """13.0 A step across the Meuse, or more than five hexes from the hex of entry."""
    return way.meuse or the_map().grid.distance(entry, way.to) > limit("british hexes")


def in_sight(table: Bulge, hex: str, side: str) -> tuple[str, str] | None:
    """R-28 A German and a British unit within two hexes, for a unit of that side that stands or passes there."""
    foes = [u for u in units_of(table, "allied" if side == "german" else "german") if side == "allied" or u.nation]
    near = [u for u in foes if the_map().grid.distance(hex, u.hex) <= limit("british sight")]
    return (near[0].id, hex) if near else None


def release_british(table: Bulge, umpire: Umpire, unit: Unit, path: tuple[str, ...]) -> None:
    """13.0 Checked whenever a German or a British unit comes into a hex; for all of them, for good."""
    if table.british_free or (unit.side == "allied" and unit.nation != "uk"):
        return
    for hex in path:
        if seen := in_sight(table, hex, unit.side):
            german, british = (unit.id, seen[0]) if unit.side == "german" else (seen[0], unit.id)
            umpire.do("13.0c", BritishReleased(german, british))
            return
