"""17. The four German plans of the 1944 campaign, one of them chosen in secret."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import CrossingsCounted
from pbem_rules.battles_for_the_ardennes.board import PlanForm
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

HISTORICAL = "historical"


def plans_of(table: BattlesTable) -> dict[str, PlanForm]:
    return table.form.victory.plans


def has_plans(table: BattlesTable) -> bool:
    """17.0 In the campaign of 1944, unless the charter has the historical plan lie open."""
    return bool(plans_of(table)) and table.options.get("plans", "secret") == "secret"


def wrong_plan(table: BattlesTable, side: str, plan: str) -> Cannot | None:
    """17.0 The German names one of the four."""
    if side == "german" and has_plans(table):
        if plan not in plans_of(table):
            return "base.victory", f"no plan {plan!r}", f"one of {', '.join(plans_of(table))}"
    elif plan:
        return "base.victory", "no plan is chosen by this side in this game"
    return None


def met(table: BattlesTable, plan: str) -> tuple[bool, str]:
    """17.0 Whether a plan has come off, and how it stands."""
    form = plans_of(table)[plan]
    if form.points:
        most = max(table.farthest, far_gone(table) if table.turn <= form.by else 0)
        return most >= form.points, f"{most} of {many(form.points, 'strength point')} beyond the Meuse or off the map"
    if form.hold:
        short = [town for town in form.hold if held(table, town) < form.of.get(town, len(table.here.towns[town]))]
        return not short, f"not held: {', '.join(short)}" if short else f"held: {', '.join(form.hold)}"
    margin = table.losses.get("allied", 0) - table.losses.get("german", 0)
    west = any(table.here.place(unit.hex)[1] < form.line for unit in units_of(table, "german"))
    words = f"{many(margin, 'strength point')} more lost by the Allies, of {form.margin}"
    return margin >= form.margin and west, words if west else f"{words}; nobody west of column {form.line}"


def count_crossings(table: BattlesTable, umpire: Umpire) -> None:
    """17.0 How far the German has come at the end of a game-turn; told whatever his plan is."""
    last = max((plan.by for plan in plans_of(table).values()), default=0)
    if table.turn <= last and (points := far_gone(table)) > table.farthest:
        umpire.do("base.victory", CrossingsCounted(points))


def far_gone(table: BattlesTable) -> int:
    """17.0 Strength points in supply on the far bank of the Meuse, or off the map."""
    far = table.here.beyond_meuse
    units = [unit for unit in units_of(table, "german") if unit.hex in far and not unit.out_of_supply]
    return sum(unit.worth for unit in units) + sum(table.exited.values())


def held(table: BattlesTable, town: str) -> int:
    """The hexes of a town in which a German was last."""
    return sum(table.towns.get(hex) == "german" for hex in table.here.towns[town])
