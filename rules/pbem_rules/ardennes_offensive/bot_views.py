"""How the bot sees the map in a phase of movement: who is near, what an attack would meet, who has found his place."""

from __future__ import annotations

from dataclasses import field

from pbem.craft.moods import EVEN, Mood
from pbem.kit.supply import SupplyFlow
from pbem.ruleset import mutable
from pbem_rules.ardennes_offensive.board import FOE, the_map
from pbem_rules.ardennes_offensive.bot_dangers import FACES, Dangers, dangers_of
from pbem_rules.ardennes_offensive.bot_temper import Temper
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import defence_strength, total
from pbem_rules.ardennes_offensive.s12_supply import flow_of
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

FAR = 99
"""Hexes to what is out of sight."""
RADIUS = {"mechanized": 4, "on foot": 2}
AT_ONCE = 4
"""So many enemies fall upon one hex."""
SHELTER, STEPS = 3, 5
"""In a town so many more odds do little harm, and what is no worse than worst."""


@mutable
class Prospect:
    """How a side sees the map in one phase."""

    table: Ardennes
    side: str
    lay: Lay
    flow: SupplyFlow
    foe_near: dict[str, int]
    """Hexes to the nearest enemy in play."""
    prey: dict[str, int]
    """Hexes to the nearest one who can be driven off: nobody in a town can."""
    defence: dict[str, int]
    """What an attack on each enemy hex would meet."""
    temper: Temper
    pressed: dict[str, int] = field(default_factory=dict)
    """The own strength that stands beside each enemy hex."""
    threats: dict[str, list[int]] = field(default_factory=dict)
    """The strengths of the enemies who could come beside each hex in their next turn."""
    guarded: set[str] = field(default_factory=set)
    """Exits that a unit looks after already."""
    mood: Mood = EVEN
    dangers: Dangers | None = None

    def note(self, unit: Unit) -> None:
        """A unit has found its place."""
        for hex in the_map().neighbours[unit.hex]:
            if hex in self.defence and not unit.road:
                self.pressed[hex] = self.pressed.get(hex, 0) + unit.strength
            if hex in the_map().exits:
                self.guarded.add(hex)
        self.guarded.add(unit.hex)

    def exposed(self, hex: str, unit: Unit) -> int:
        """How much too many enemies could fall upon a unit there, in steps of odds; they bring no more than a few."""
        if not (near := self.threats.get(hex)):
            return 0
        own = unit.strength + sum(one.strength for one in self.lay.stacks.get(hex, ()) if one.id != unit.id)
        own = (own + 1) // 2 if unit.road else own
        bearable = self.temper.bearable + (SHELTER if hex in the_map().town_hexes else 0)
        return max(0, min(STEPS, sum(sorted(near)[-AT_ONCE:]) // own - bearable))

    def peril(self, hex: str, unit: Unit) -> int:
        """What the enemy's next turn will probably cost there."""
        if self.dangers is None:
            return 0
        return self.temper.own * self.dangers.loss(hex, unit, self.lay) // FACES


def outlook(table: Ardennes, side: str, temper: Temper, mood: Mood = EVEN) -> Prospect:
    lay, foe = lay_of(table), FOE[side]
    enemies = sorted({unit.hex for unit in units_of(table, foe)})
    defence = {hex: max(1, total(defence_strength(table, (hex,), lay))) for hex in enemies}
    flow, near = flow_of(table, side, lay), distances(enemies)
    prey = distances([hex for hex in enemies if hex not in the_map().town_hexes]) if temper.near else near
    threats = threats_of(table, foe) if temper.caution else {}
    dangers = dangers_of(table, side, lay) if temper.danger or temper.venture else None
    return Prospect(table, side, lay, flow, near, prey, defence, temper, mood=mood, threats=threats, dangers=dangers)


def threats_of(table: Ardennes, foe: str) -> dict[str, list[int]]:
    """What each enemy could come beside in a day, as the crow flies."""
    found: dict[str, list[int]] = {}
    for unit in units_of(table, foe):
        for hex in the_map().near(unit.hex, RADIUS["mechanized" if unit.mechanized else "on foot"]):
            found.setdefault(hex, []).append(unit.strength)
    return found


def distances(starts: list[str]) -> dict[str, int]:
    """Hexes from the nearest start to every hex within a day's march or two."""
    far = dict.fromkeys(starts, 0)
    ring = starts
    for paces in range(1, 16):
        ring = [near for hex in ring for near in the_map().neighbours[hex] if far.setdefault(near, paces) == paces]
        ring = list(dict.fromkeys(ring))
    return far
