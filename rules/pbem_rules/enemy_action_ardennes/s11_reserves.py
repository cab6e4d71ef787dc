"""11. Reserves: from the calendar into the box and onto the map, the OKW reserve, the British.  Cases 4.I and 11."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.ruleset import Cannot, Orders, Umpire, frozen
from pbem_rules.enemy_action_ardennes.board import (
    BRITISH,
    FOE,
    OKW,
    SIDES,
    apart,
    army_area,
    beyond_the_meuse,
    corps_area,
    date,
    divisions_of,
    limit,
    map_edge,
    on_the_meuse,
    the_cards,
    the_charts,
    the_map,
    town_hexes,
    within,
)
from pbem_rules.enemy_action_ardennes.events_day import OkwReleased, ReserveCame, ReserveDeployed
from pbem_rules.enemy_action_ardennes.s06_commands import Command, reserves_named
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering
from pbem_rules.enemy_action_ardennes.s10_supply import SupplyNet, in_friendly_supply, net_of
from pbem_rules.enemy_action_ardennes.sheets import DeployLine
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    by_name,
    fits,
    in_box,
    on_map,
    sway_of,
    units_in,
)

FIRST = "1st"
AIRBORNE = ("82", "101", "17")
"""11.2 The divisions of four units, which do not fit into one hex."""


# 4.I The reserve phase


def arrivals(table: EnemyAction, umpire: Umpire) -> None:
    """4.I What the calendar has for today goes into the boxes; perhaps the OKW reserve comes tomorrow."""
    due = sorted(
        unit.id for unit in table.units.values() if unit.box == "calendar" and unit.due <= table.day and not unit.hex
    )
    if due:
        umpire.do("4.I", ReserveCame(tuple(due)))


def release_okw(table: EnemyAction, umpire: Umpire) -> None:
    """11.4 A German unit in supply at the Meuse or beyond it."""
    waiting = in_box(table, "german", OKW)
    if table.okw or not waiting:
        return
    shore = on_the_meuse() | beyond_the_meuse()
    at_river = [unit for unit in on_map(table, "german") if unit.hex in shore]
    if any(in_friendly_supply(table, "german", unit.hex) for unit in at_river):
        umpire.do("11.4", OkwReleased(table.day + 1, tuple(unit.id for unit in waiting)))


def is_late(unit: Regiment, day: int) -> bool:
    """11.3 Its printed date is two days gone."""
    return day >= date("delayed") and unit.box == "reserve" and unit.data.due <= day - 2


def late_reserves(table: EnemyAction, side: str, day: int = 0) -> list[Regiment]:
    """11.3 Those of today, or of the day to come."""
    return [unit for unit in in_box(table, side, "reserve") if is_late(unit, day or table.day) and unit.corps != OKW]


# 11.1 Where


class Placing:
    """11.1 Where reserves of a side may be placed: worked out for one position, looked at unit by unit."""

    def __init__(self, table: EnemyAction, side: str) -> None:
        self.table, self.side = table, side
        self.sway = sway_of(table)
        self.net: SupplyNet = net_of(table, side, self.sway)
        foe = FOE[side]
        units = {unit.hex for unit in on_map(table, foe) if not unit.isolated}
        self.foes = sorted(units | {hex for hex in town_hexes() if table.owners[hex] == foe})
        """Where the enemy is, and his towns."""
        self.friends = on_map(table, side)
        self._gaps: dict[str, int] = {}
        self._anchors: dict[str, tuple[str, frozenset[str]]] = {}

    def cannot(self, units: Sequence[Regiment], hex: str) -> Cannot | None:
        """11.1, 11.51 Why these units, of one division or alone, cannot be placed in this hex together."""
        table, unit = self.table, units[0]
        if self.sway.enemy_in(self.side, hex):
            return "11.1", f"{hex} is held by the enemy"
        if not fits(table, hex, units):
            return "11.2", f"{hex} has no room for {', '.join(each.id for each in units)}"
        if unit.corps == BRITISH and not table.meuse_passed:
            return self.cannot_be_british(unit, hex)
        if hex not in self.net.heads:
            return "11.1", f"{hex} is no road hex that is a supply head"
        if not self.in_area(unit, hex):
            return "11.1", f"{hex} is outside the area of {unit.corps if self.side == 'allied' else unit.army}"
        return self.cannot_be_near(unit, hex)

    def cannot_be_near(self, unit: Regiment, hex: str) -> Cannot | None:
        """11.1 Away from the enemy, and within three hexes of its own; strategic reserves further off, anywhere."""
        near = self.gap(hex)
        far = limit("edge deployment distance" if hex in map_edge() else "strategic deployment distance")
        if self.is_strategic(unit) and near >= far:
            return None
        if near < (least := self.distance(unit, hex)):
            why = f"{hex} is within {least - 1} hexes of the enemy or his towns"
            return ("11.41", why) if unit.corps == OKW else ("11.1", why)
        if hex not in self.reach(unit):
            return "11.1", f"{hex} is not within three hexes of units of {self.anchor(unit)}"
        return None

    def distance(self, unit: Regiment, hex: str) -> int:
        """11.1 Three hexes, on the map's edge two; 11.41 says nothing of the edge."""
        return limit("edge deployment distance" if hex in map_edge() and unit.corps != OKW else "deployment distance")

    def gap(self, hex: str) -> int:
        """How far the enemy is, and his towns."""
        if hex not in self._gaps:
            self._gaps[hex] = min((apart(hex, at) for at in self.foes), default=99)
        return self._gaps[hex]

    def in_area(self, unit: Regiment, hex: str) -> bool:
        return hex in (corps_area(unit.corps) if self.side == "allied" else army_area(unit.army))

    def is_strategic(self, unit: Regiment) -> bool:
        """11.1 Marked so, or late."""
        return self.side == "allied" and (unit.data.strategic or unit.data.due < self.table.day)

    def standing(self, unit: Regiment) -> tuple[str, list[str]]:
        """11.1, 11.41 The division on the map, else the corps, else the army, and where its units are."""
        friends = [each for each in self.friends if each.id != unit.id]
        if unit.corps == OKW:
            okw = [each.hex for each in friends if each.corps == OKW]
            return ("OKW", okw) if okw else ("any army", [each.hex for each in friends])
        division = [each.hex for each in friends if unit.division and each.division == unit.division]
        if division and self.room_near(unit, division):
            return f"its division {unit.division}", division
        corps = [each.hex for each in friends if each.corps == unit.corps]
        if corps and self.room_near(unit, corps):
            return f"{unit.corps} Corps", corps
        armies = (unit.army, FIRST) if unit.corps == BRITISH else (unit.army,)  # 11.51
        return f"{unit.army} Army", [each.hex for each in friends if each.army in armies]

    def room_near(self, unit: Regiment, anchors: Sequence[str]) -> bool:
        """11.1 If no hex near these will do, the next larger formation serves."""
        return any(self.suits(unit, hex) for at in anchors for hex in sorted(within(at, limit("deployment reach"))))

    def suits(self, unit: Regiment, hex: str) -> bool:
        return (
            hex in self.net.heads
            and self.in_area(unit, hex)
            and not self.sway.enemy_in(self.side, hex)
            and self.gap(hex) >= self.distance(unit, hex)
            and fits(self.table, hex, [unit])
        )

    def anchor(self, unit: Regiment) -> str:
        return self.anchored(unit)[0]

    def reach(self, unit: Regiment) -> frozenset[str]:
        return self.anchored(unit)[1]

    def anchored(self, unit: Regiment) -> tuple[str, frozenset[str]]:
        """The formation that a unit comes to, and the hexes within three of it."""
        if unit.id not in self._anchors:
            name, at = self.standing(unit)
            near = frozenset(hex for each in sorted(set(at)) for hex in within(each, limit("deployment reach")))
            self._anchors[unit.id] = name, near
        return self._anchors[unit.id]

    def cannot_be_british(self, unit: Regiment, hex: str) -> Cannot | None:
        """11.51 Before a German unit is beyond the Meuse: behind it, in supply, two hexes from the enemy."""
        at_dinant = unit.id == "29A" and hex == the_charts().dinant
        if hex not in beyond_the_meuse() and not at_dinant:
            return "11.51", f"{hex} is not west or north of the Meuse"
        if not the_map().on_road(hex) or not self.net.supplies(hex):
            return "11.51", f"{hex} is no road hex in Allied supply"
        if self.gap(hex) < limit("british distance"):
            return "11.51", f"{hex} is next to the enemy or his towns"
        friends = [each for each in self.friends if each.corps == BRITISH]
        division = [each for each in friends if unit.division and each.division == unit.division]
        anchors = [each.hex for each in division or friends]
        if anchors and all(apart(hex, at) > limit("deployment reach") for at in anchors):
            return "11.51", f"{hex} is not within three hexes of other units of XXX Corps"
        return None

    def hexes(self, units: Sequence[Regiment]) -> list[str]:
        """Every hex where these may be placed now."""
        early = units[0].corps == BRITISH and not self.table.meuse_passed
        roads = [hex for hex in the_map().grid.all() if the_map().on_road(hex)] if early else sorted(self.net.heads)
        return [hex for hex in roads if self.cannot(units, hex) is None]


# 11.1 By a card


def may_deploy(table: EnemyAction, side: str, card: str) -> list[Regiment]:
    """5.2 to 5.5, 11.41 The reserves that a card may bring."""
    data = the_cards()[card]
    waiting = in_box(table, side, "reserve")
    if data.kind == "army group":
        return waiting
    if data.kind == "army":
        return [unit for unit in waiting if unit.army == data.army or answers_to(table, unit, data.army)]
    if data.kind == "division" and data.corps == OKW:
        return [unit for unit in waiting if unit.division in data.divisions]  # 11.41
    return [unit for unit in waiting if unit.corps == data.corps] if data.kind != "none" else []


def answers_to(table: EnemyAction, unit: Regiment, army: str) -> bool:
    """11.51 Once a German unit is beyond the Meuse the British come as a corps of 1st Army."""
    return unit.corps == BRITISH and army == FIRST and table.meuse_passed


def cannot_deploy(
    table: EnemyAction, side: str, command: Command, names: Sequence[str], before: Sequence[str] = ()
) -> Cannot | None:
    """11.1 Which units a card brings: all of its formations, or by a division's card one other of the corps."""
    allowed = {unit.id for unit in may_deploy(table, side, command.card)}
    for name in names:
        if name not in allowed:
            return "11.1", f"{name} is no reserve that card {command.card} deploys"
        if table.units[name].no_fuel:
            return "10.4", f"{name} is out of fuel and stays in the reserve box today"
    data = the_cards()[command.card]
    if data.kind == "division":
        together = [*before, *names]
        others = [name for name in together if table.units[name].division not in data.divisions]
        if others and len(together) > 1:
            return "11.1", f"{others[0]} is of another division, and would have to come alone"
    return None


def deploy(
    table: EnemyAction, umpire: Umpire, lines: Orders, side: str, command: Command, asked: Sequence[DeployLine]
) -> None:
    """11.1 In the order of the lines; who is placed counts for those who come after (11.2)."""
    groups = grouped(table, side, as_meant(lines, asked))
    coming = Arriving(lines, side, whole_airborne(table, [group for group, _ in groups]), {})
    brought: list[str] = []
    for group, later, line in waiting_still(table, groups):
        if not group:
            lines.refuse("11.1", f"{line.unit} is not in the reserve box", line=line)
        elif problem := cannot_deploy(table, side, command, group, brought):
            lines.refuse(*problem, line=line)
        else:
            place(table, umpire, coming, group, line, later)
            brought += [name for name in group if table.units[name].hex]


def as_meant(lines: Orders, asked: Sequence[DeployLine]) -> list[DeployLine]:
    """The lines whose conditions hold, and the alternatives of others."""
    return [line for written in asked if isinstance(line := lines.meant(written), DeployLine)]


@frozen(slots=False)
class Arriving:
    """11.2 What is asked of the reserves of one side, and where divisions have come in so far."""

    lines: Orders
    side: str
    whole: frozenset[str]
    """The airborne divisions that come with all their units, into two hexes."""
    placed: dict[str, list[str]]


def whole_airborne(table: EnemyAction, groups: Sequence[Sequence[str]]) -> frozenset[str]:
    """11.2 The airborne divisions all units of which are to come at the same time."""
    named, known = {name for group in groups for name in group}, divisions_of("allied")
    return frozenset(division for division in AIRBORNE if division in known and named >= {*known[division]})


def waiting_still(
    table: EnemyAction, groups: Sequence[tuple[list[str], DeployLine]]
) -> Iterator[tuple[list[str], frozenset[str], DeployLine]]:
    """Line by line who has not been placed by one before, and who is named again by one that follows."""
    for number, (group, line) in enumerate(groups):
        later = frozenset(name for more, _ in groups[number + 1 :] for name in more)
        yield [name for name in group if not table.units[name].hex], later, line


def grouped(table: EnemyAction, side: str, asked: Sequence[DeployLine]) -> list[tuple[list[str], DeployLine]]:
    """Lines of one division and one hex belong together."""
    found: list[tuple[list[str], DeployLine]] = []
    for line in asked:
        units = reserves_named(table, side, line.unit)
        same = [
            entry
            for entry in found
            if units and entry[0] and entry[1].hex == line.hex
            and table.units[entry[0][0]].division == table.units[units[0]].division != ""
        ]  # fmt: skip
        if same:
            same[0][0].extend(unit for unit in units if unit not in same[0][0])
        else:
            found.append((units, line))
    return found


def place(
    table: EnemyAction, umpire: Umpire, coming: Arriving, group: list[str], line: DeployLine, later: frozenset[str]
) -> None:
    """11.2 One division in one hex; a whole airborne one in two that touch, `later` who is named for the second."""
    units, lines, side = by_name(table, sorted(group, key=later.__contains__)), coming.lines, coming.side
    division = units[0].division
    before = coming.placed.get(division, [])
    here, over = split(table, units, line.hex) if division in coming.whole and not before else (units, [])
    problem = cannot_part(table, coming, group, line.hex) or Placing(table, side).cannot(here, line.hex)
    if problem:
        lines.refuse(*problem, line=line)
        return
    for unit in here:
        umpire.do("11.1", ReserveDeployed(unit.id, line.hex))
        after_entering(table, umpire, unit)
    if division:
        coming.placed.setdefault(division, []).append(line.hex)
    if over := [unit for unit in over if unit.id not in later]:
        lines.refuse(
            "11.2",
            f"{', '.join(unit.id for unit in over)}: {line.hex} is full",
            "name a second hex next to it",
            line=line,
        )


def split(table: EnemyAction, units: Sequence[Regiment], hex: str) -> tuple[list[Regiment], list[Regiment]]:
    """11.2 Four units of an airborne division do not fit into one hex."""
    here = list(units)
    while len(here) > 1 and not fits(table, hex, here):
        here.pop()
    return here, [unit for unit in units if unit not in here]


def cannot_part(table: EnemyAction, coming: Arriving, group: Sequence[str], hex: str) -> Cannot | None:
    """11.2 Units of a division that come in one impulse come to one hex."""
    division = table.units[group[0]].division
    before = coming.placed.get(division, [])
    if not division or not before or before == [hex]:
        return None
    if division in coming.whole and len(before) == 1 and apart(before[0], hex) == 1:
        return None
    there = [unit.id for unit in units_in(table, before[0]) if unit.division == division]
    return "11.2", f"{there[0]} and {group[0]}, one division, one hex", f"{before[0]} takes both"


# 11.3 Late, without a card


def deploy_late(table: EnemyAction, umpire: Umpire, lines: dict[str, tuple[Orders, Sequence[DeployLine]]]) -> None:
    """11.3 The German player first."""
    for side in SIDES:
        if side not in lines:
            continue
        orders, written = lines[side]
        asked = as_meant(orders, written)
        late = {unit.id for unit in late_reserves(table, side)}
        for line in asked:
            if not any(name in late for name in reserves_named(table, side, line.unit)):
                orders.refuse("11.3", f"{line.unit} has not waited for two days in the reserve box", line=line)
        groups = [([name for name in group if name in late], line) for group, line in grouped(table, side, asked)]
        coming = Arriving(orders, side, whole_airborne(table, [group for group, _ in groups]), {})
        for (named, _), (group, later, line) in zip(groups, waiting_still(table, groups), strict=True):
            if group:
                place(table, umpire.within(side), coming, group, line, later)
            elif named:
                orders.refuse("11.3", f"{line.unit} has been placed already", line=line)
