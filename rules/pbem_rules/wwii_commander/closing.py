"""How a day would be judged if it ended now, as bots see it, and what a turn changes of that in the race."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import mutable
from pbem_rules.wwii_commander.board import FOE, the_calendar, the_map, the_scenario
from pbem_rules.wwii_commander.judgement import Outlook, any_supplied
from pbem_rules.wwii_commander.s07_movement import Journey
from pbem_rules.wwii_commander.s08_chances import Combat
from pbem_rules.wwii_commander.table import Unit, strength_of


def would_win(outlook: Outlook) -> str:
    """12.5, 13.0 Who would win if the day ended now; empty where nobody would, or the game would go on."""
    table = outlook.table
    scenario = the_scenario(table.scenario)
    if scenario.victory == "meuse":
        if table.day != scenario.last:
            return ""
        if outlook.reached:
            return "german"
        return "" if table.control[scenario.draw] == "german" else "allied"
    threshold = the_calendar().thresholds.get(table.day)
    if threshold is None:
        return ""
    if table.points >= threshold.german:
        return "german"
    return "allied" if table.points <= threshold.allied else ""


@mutable(slots=False)
class RaceDay:
    """13.0 What a turn changes of the end of the race, before its dice."""

    outlook: Outlook

    @property
    def has_come(self) -> bool:
        """Whether this is the race's last day."""
        table = self.outlook.table
        return table.day == the_scenario(table.scenario).last

    def brings(
        self, space: str, routes: Sequence[tuple[Unit, Journey]], fights: Sequence[Combat], *, abandoned: bool
    ) -> int:
        """What is won or lost by a turn; `abandoned`: nobody of it stays in its space."""
        outlook = self.outlook
        if not self.has_come or not (routes or fights):
            return 0
        stands = {unit.id: route.spaces[-1] for unit, route in routes}
        at_meuse = {
            stands.get(unit.id, where)
            for (where, side), units in outlook.present.items()
            if side == "german"
            for unit in units
        } & set(the_map().by_the_meuse)
        reached = 0
        if at_meuse:
            control = self.control(space, routes, abandoned=abandoned)
            reached = self.left([where for where in sorted(at_meuse) if any_supplied(control, [where])], fights)
        gain = reached - 1000 * outlook.reached
        return outlook.temper.reach * (gain if outlook.side == "german" else -gain) // 1000

    def spends(self, space: str, units: Sequence[Unit]) -> int:
        """Who has acted at the Meuse, or next to a space there, cannot answer the enemy's last moves any more."""
        if not self.has_come or space not in the_map().near_the_meuse:
            return 0
        return self.outlook.temper.keep * strength_of(list(units))

    def left(self, spaces: Sequence[str], fights: Sequence[Combat]) -> int:
        """In a thousand: how likely a German is left in one of these spaces after the fights."""
        if not spaces or self.outlook.side == "german":
            return 1000 * bool(spaces)
        cleared = {fight.space: self.outlook.clearing(fight, strength_of(list(fight.defenders))) for fight in fights}
        gone = 1000
        for space in spaces:
            gone = gone * cleared.get(space, 0) // 1000
        return 1000 - gone

    def control(self, space: str, routes: Sequence[tuple[Unit, Journey]], *, abandoned: bool) -> dict[str, str]:
        """6.0 Who controls what after the moves."""
        outlook, side = self.outlook, self.outlook.side
        foe, control = FOE[side], dict(outlook.table.control)
        for _, route in routes:
            for passed in route.spaces:
                if not outlook.lay.has(passed, foe):
                    control[passed] = side
        left = len(outlook.who(space, side)) - len(routes)
        if abandoned and left <= 0 and outlook.lay.has(space, foe):
            control[space] = foe
        return control
