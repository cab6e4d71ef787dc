"""What lies on the table, and what the sides keep to themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from pbem.ruleset import frozen, record
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    SIDES,
    built_in,
    date,
    german_at_start,
    is_westwall,
    limit,
    passage,
    the_map,
    the_scenario,
    the_units,
    westwall,
)
from pbem_rules.enemy_action_ardennes.forms import FOOT, RegimentData

SUPPLY_STATES = ("supplied", "low", "out", "isolated")
"""10.2 In the order in which a unit goes through them."""


@record
class Regiment:
    """A unit of the game, be it a regiment, a brigade or a division."""

    id: str
    side: str
    steps: int
    hex: str = ""
    """Empty: not on the map."""
    box: str = ""
    """Where it is else: reserve, calendar, OKW, VDH, exited, eliminated, removed."""
    due: int = 0
    """The space of the calendar in which it waits."""
    supply: str = "supplied"
    dispersed: bool = False
    no_fuel: bool = False

    @property
    def data(self) -> RegimentData:
        return the_units()[self.id]

    @property
    def lost(self) -> bool:
        return self.box == "eliminated"

    @property
    def worn(self) -> int:
        """How many steps it has lost, for what is printed step by step."""
        return self.data.steps - max(self.steps, 1)

    @property
    def strength(self) -> int:
        return self.data.strength[self.worn]

    @property
    def bracketed(self) -> bool:
        return self.steps in self.data.bracketed

    @property
    def kind(self) -> str:
        return self._at(self.data.kinds)

    @property
    def quality(self) -> str:
        return self._at(self.data.quality)

    def _at(self, printed: Sequence[str]) -> str:
        return printed[min(self.worn, len(printed) - 1)]

    @property
    def on_foot(self) -> bool:
        return self.kind in FOOT

    @property
    def corps(self) -> str:
        return self.data.corps

    @property
    def division(self) -> str:
        return self.data.division

    @property
    def army(self) -> str:
        return self.data.army

    @property
    def supplied(self) -> bool:
        return self.supply == "supplied"

    @property
    def cut_off(self) -> bool:
        """10.22 Out of supply, or worse."""
        return self.supply in ("out", "isolated")

    @property
    def isolated(self) -> bool:
        return self.supply == "isolated"


@record
class EnemyAction:
    scenario: str
    options: dict[str, str]
    units: dict[str, Regiment]
    """In the order of their ids, and all of them for ever."""
    owners: dict[str, str]
    """12.1 Who owns each town and city, and each hex of the Westwall, by hex."""
    bridges: dict[str, str]
    """12.2 Who owns each bridge, by hexside; new ones are there as long as they stand."""
    blown: list[str]
    built: list[str] = field(default_factory=list)
    improved: list[str] = field(default_factory=list)
    """12.3 The hexes with an improved position."""
    roadblocks: list[str] = field(default_factory=list)
    depots: list[str] = field(default_factory=list)
    """10.42 Where fuel depots lie that nobody has looked into."""
    fuel: int = 0
    """10.42 Depots in German hands."""
    depots_full: int = 0
    """10.42 How many of the depots on the map must hold fuel."""
    offset: int = 0
    """Points of the set-up that the map does not show."""
    exit_points: int = 0
    north_left: bool = False
    south_left: bool = False
    crossed: bool = False
    """14.1 The points for crossing the Meuse were awarded."""
    meuse_reached: bool = False
    """7.72 A German unit has entered a hex on the river."""
    meuse_passed: bool = False
    """11.51 A German unit has entered a hex beyond it."""
    from_dinant: bool = False
    """7.72 29A was placed in Dinant, and may go anywhere."""
    relieved: bool = False
    okw: int = 0
    """11.4 The date on which the OKW reserve comes; 0: not released."""
    put_off: dict[str, int] = field(default_factory=dict)
    """aid Cards that come on a later date than they show."""
    day: int = 16
    stage: str = "dawn"
    side: str = "german"
    impulse: int = 0
    skip: bool = False
    """5.1A The first German impulse of the day is left out."""
    specials: list[str] = field(default_factory=list)
    """Special events in force today."""
    single: list[str] = field(default_factory=list)
    """6.3 The sides that have activated one unit today."""
    fuel_saved: bool = False
    barred: dict[str, list[str]] = field(default_factory=dict)
    """6.5 The corps with units that a side activated in its last impulse."""
    hands: dict[str, int] = field(default_factory=dict)
    piles: dict[str, int] = field(default_factory=dict)
    """How many cards lie in each draw pile."""
    discards: dict[str, list[str]] = field(default_factory=dict)
    rested: dict[str, list[str]] = field(default_factory=dict)
    """5.0 The supplemental cards of yesterday, which are not in today's pile."""
    short: list[str] = field(default_factory=list)
    """10.4 The cards that were looked at for fuel today and kept."""
    cup: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    # the impulse under way
    active: list[str] = field(default_factory=list)
    passive: list[str] = field(default_factory=list)
    """6.3 Active units that may not attack."""
    activates: bool = False
    """6.5 Whether those who are active count as activated."""
    hurried: bool = False
    """4.13 Units on foot are not held to one hex."""
    bonus: bool = False
    free: list[str] = field(default_factory=list)
    """5.21 Units that may move through zones."""
    moved: list[str] = field(default_factory=list)
    fought: list[str] = field(default_factory=list)
    attacked: list[str] = field(default_factory=list)
    """9.1 Units that were attacked."""
    fled: list[str] = field(default_factory=list)
    """9.74 Units that retreated."""
    crossings: list[str] = field(default_factory=list)
    """7.3 The hexsides that one unit has crossed, where no more may."""
    gave: dict[str, str] = field(default_factory=dict)
    """What each attack gave, by target: D2 A1."""
    winner: str = ""
    won_by: str = ""

    @property
    def foe(self) -> str:
        return FOE[self.side]


@record
class GermanHand:
    hand: list[str] = field(default_factory=list)


@record
class AlliedHand:
    """The Allied player may look into the fuel depots."""

    hand: list[str] = field(default_factory=list)
    depots: dict[str, str] = field(default_factory=dict)


@record
class CardBox:
    """The draw piles, and the supplemental cards that are available, which nobody sees."""

    piles: dict[str, list[str]] = field(default_factory=dict)


# Who is where


def unit_of(table: EnemyAction, name: str) -> Regiment:
    return table.units[name]


def on_map(table: EnemyAction, side: str = "") -> list[Regiment]:
    """The units on the map, of one side or of both, in the order of their ids."""
    return [unit for unit in table.units.values() if unit.hex and side in ("", unit.side)]


def units_in(table: EnemyAction, hex: str) -> list[Regiment]:
    return [unit for unit in table.units.values() if unit.hex == hex]


def in_box(table: EnemyAction, side: str, box: str) -> list[Regiment]:
    return [unit for unit in table.units.values() if unit.side == side and unit.box == box and not unit.hex]


def holder(table: EnemyAction, hex: str) -> str:
    """The side that stands in a hex, or nobody."""
    return next((unit.side for unit in table.units.values() if unit.hex == hex), "")


def by_name(table: EnemyAction, names: Iterable[str]) -> list[Regiment]:
    return [table.units[name] for name in names]


def steps_of(units: Iterable[Regiment]) -> int:
    return sum(unit.steps for unit in units)


def overstacked(units: Sequence[Regiment]) -> bool:
    """7.4 More than three units or six steps."""
    return len(units) > limit("stack units") or steps_of(units) > limit("stack steps")


def fits(table: EnemyAction, hex: str, more: Sequence[Regiment]) -> bool:
    """7.4 Whether these can stand in a hex with those of their side who are there."""
    names = {unit.id for unit in more}
    there = [unit for unit in units_in(table, hex) if unit.id not in names]
    return not overstacked([*there, *more])


# 7.3, 12.2 Rivers and bridges


def bridged(table: EnemyAction, side: str) -> bool:
    """12.2 An intact bridge stands on this hexside."""
    return side in table.bridges and side not in table.blown


def standing_bridges(table: EnemyAction) -> frozenset[str]:
    """12.2 The hexsides with an intact bridge."""
    return frozenset(side for side in table.bridges if side not in table.blown)


def open_river(table: EnemyAction, hex: str, near: str) -> bool:
    """7.31 A river without a bridge, or with a blown one."""
    way = passage(hex, near)
    return way.river and not bridged(table, way.side)


def by_road(table: EnemyAction, hex: str, near: str) -> bool:
    """7.2 A connected road hexside; a new bridge connects no roads (12.23)."""
    way = passage(hex, near)
    return way.road and (not way.river or (bridged(table, way.side) and way.side not in table.built))


def enemy_bridge(table: EnemyAction, side: str, hex: str, near: str) -> bool:
    """12.2 An intact bridge that the enemy owns."""
    way = passage(hex, near)
    return way.river and bridged(table, way.side) and table.bridges[way.side] != side


def enemy_town(table: EnemyAction, side: str, hex: str) -> bool:
    """12.1 A town or city that the enemy owns."""
    return bool(built_in(hex)) and table.owners[hex] != side


# 8.0 Zones of control


@frozen(slots=False)
class Sway:
    """Who stands where and controls what, worked out once for many questions."""

    held: dict[str, str]
    control: dict[str, frozenset[str]]
    near: dict[str, frozenset[str]]
    """The hexes next to any unit of a side, whether or not it exerts control."""

    def barred(self, side: str, hex: str) -> bool:
        """8.1 In the enemy's control, and no friend there."""
        return hex in self.control[FOE[side]] and self.held.get(hex) != side

    def enemy_in(self, side: str, hex: str) -> bool:
        return self.held.get(hex) == FOE[side]


def sway_of(table: EnemyAction) -> Sway:
    """8.0 Every unit that is neither dispersed nor isolated, if it is strong enough or not alone."""
    held: dict[str, str] = {}
    able: dict[str, list[Regiment]] = {}
    for unit in table.units.values():
        if unit.hex:
            held[unit.hex] = unit.side
            if not unit.dispersed and not unit.isolated:
                able.setdefault(unit.hex, []).append(unit)
    control: dict[str, set[str]] = {side: set() for side in SIDES}
    near: dict[str, set[str]] = {side: set() for side in SIDES}
    next_to = the_map().grid.touching
    for hex, side in held.items():
        near[side].update(next_to[hex])
        if hex in able and exerts(hex, side, able[hex]):
            control[side].update(next_to[hex])
    return Sway(held, *({side: frozenset(hexes) for side, hexes in sets.items()} for sets in (control, near)))


def exerts(hex: str, side: str, able: Sequence[Regiment]) -> bool:
    """8.0 A strength without brackets, two units together, a town, or for Germans the Westwall."""
    shelter = built_in(hex) or (side == "german" and is_westwall(hex))
    return any(not unit.bracketed for unit in able) or len(able) > 1 or bool(able and shelter)


# 6.5 Formations


def is_barred(table: EnemyAction, side: str, corps: str) -> bool:
    return corps in table.barred.get(side, ())


def members(table: EnemyAction, side: str, formation: str) -> list[Regiment]:
    """The units on the map of a corps, or of a division."""
    return [unit for unit in on_map(table, side) if formation in (unit.corps, unit.division)]


# 14.1 Points


def points(table: EnemyAction) -> int:
    """14.1 The German victory points as they stand."""
    return sum(worth for _, worth in score(table))


def score(table: EnemyAction) -> list[tuple[str, int]]:
    """14.1 What the points are made of."""
    lost = sum(unit.lost for unit in table.units.values() if unit.side == "allied")
    entries = [
        ("towns and cities", sum(worth_of(table, hex) for hex, side in table.owners.items() if side == "german")),
        ("crossing the Meuse", limit("crossing points") if table.crossed else 0),
        ("exits", table.exit_points),
        ("Allied units eliminated", lost // 2),
        ("relief of von der Heydte", limit("relief points") if table.relieved else 0),
        ("Westwall", wall_points(table)),
        ("set-up", table.offset),
    ]
    return [(words, worth) for words, worth in entries if worth]


def wall_points(table: EnemyAction) -> int:
    """14.1 Five points lost for each hex of the wall that the Allies own, from the 18th."""
    if table.day < date("westwall points"):
        return 0
    return -limit("westwall points") * sum(table.owners[hex] == "allied" for hex in westwall())


def worth_of(table: EnemyAction, hex: str) -> int:
    """14.1 What a town that was Allied is worth; in the shortest scenario the others count one."""
    if not built_in(hex):
        return 0
    worth = the_map().place(hex).worth or 0
    if not worth and the_scenario(table.scenario).all_towns and hex not in german_at_start():
        return 1
    return worth


def clear(table: EnemyAction, keep: Collection[str]) -> None:
    """For written cases: all out of the game but these, and the roadblocks, positions and depots with them."""
    for unit in table.units.values():
        if unit.id not in keep:
            unit.hex, unit.box = "", "unused"
    table.roadblocks, table.improved, table.depots, table.depots_full = [], [], [], 0
