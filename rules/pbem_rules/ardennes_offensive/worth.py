"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.ardennes_offensive.board import DATA, SIDES, limit, the_map
from pbem_rules.ardennes_offensive.bot_dangers import FACES, dangers_of
from pbem_rules.ardennes_offensive.bot_views import distances
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s16_victory import exits_held
from pbem_rules.ardennes_offensive.table import Ardennes, units_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
POINT, STRENGTH, SPACE, CUT_OFF = 100, 8, 1, 5
ENOUGH = 3500
"""What it weighs that he has the points that he needs: without it he would shun them, as his losses weigh more then."""
LOST, LOST_LATE = {"german": 75, "allied": 100}, {"german": 150, "allied": 150}
"""What a German unit weighs to either side: before he has the points that he needs, and 16.1 when he must keep three
for two of the enemy's."""
DREAD = 40
"""What may be lost in the enemy's turn counts so many hundredths of what is lost."""
FAR = 16


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    table, side = view.table, view.side
    lost = LOST_LATE if table.german_points >= limit("victory") else LOST
    lead = german_lead(table, lost[side])
    value = lead if side == "german" else -lead
    return value - at_risk(table, side) if table.side != side else value


def at_risk(table: Ardennes, side: str) -> int:
    """What the enemy, who is to move, will probably destroy."""
    lay = lay_of(table)
    dangers = dangers_of(table, side, lay)
    sixths = sum(dangers.loss(unit.hex, unit, lay) for unit in units_of(table, side))
    return POINT * DREAD * sixths // (100 * FACES)


def german_lead(table: Ardennes, lost: int) -> int:
    """Units lost and exits as they stand now, whether that is enough, strength in play, his armour near exits."""
    exits = sum(the_map().exits[hex].worth for hex in exits_held(table))
    points = POINT * (table.losses.get("allied", 0) + exits) - lost * table.losses.get("german", 0)
    strength = standing(table, "german") - standing(table, "allied")
    ways = to_exits()
    armour = [unit for unit in units_of(table, "german") if unit.mechanized]
    near = sum(unit.strength * (FAR - ways.get(unit.hex, FAR)) for unit in armour)
    enough = ENOUGH if table.german_points >= limit("victory") else 0
    return enough + points + STRENGTH * strength + SPACE * near


def standing(table: Ardennes, side: str) -> int:
    """The strength in play; what is out of supply counts less."""
    return sum(unit.strength - (unit.supply != "supplied") * unit.strength // CUT_OFF for unit in units_of(table, side))


@DATA.cached
def to_exits() -> dict[str, int]:
    """Hexes to the nearest exit that may count, to a dozen and some."""
    return distances([hex for hex, road in the_map().exits.items() if road.section != "east"])


def losses(table: Ardennes) -> dict[str, int]:
    """Units lost, by side."""
    return {side: table.losses.get(side, 0) for side in SIDES}
