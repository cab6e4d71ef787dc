"""The bot's movement: every unit to the hex that scores best, the nearest to the enemy first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from pbem.craft.moods import EVEN, Mood
from pbem_rules.bulge.board import DATA, FOE, around, beside, designated, limit, the_map, the_tables
from pbem_rules.bulge.bot_assaults import Stormers
from pbem_rules.bulge.bot_attacks import POINT, mean_worth
from pbem_rules.bulge.bot_roads import Routes
from pbem_rules.bulge.bot_temper import QUICK, Temper
from pbem_rules.bulge.s10_fares import Mover, allowance
from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.s10_trips import Trips, trips
from pbem_rules.bulge.s12_results import cover
from pbem_rules.bulge.s14_supply import exit_in_supply, line_from, road_net
from pbem_rules.bulge.sheets import MoveLine
from pbem_rules.bulge.table import Bulge, Unit, base_defence, due_units, lay_of, units_of

TRIES = 4
"""How many of the best hexes are looked at for supply."""
FAR = 99
DEARER = 12
"""How much further, in quarters of a hex, an exit may be for each point of its factor."""
BOLD = 4
"""In a mood bolder than this the German takes his points at once."""


@DATA.renews
@lru_cache(maxsize=512)
def to_exit(hex: str) -> int:
    """How far the German way out still is, four times in hexes; dear exits may be further away."""
    grid = the_map().grid
    return min(4 * grid.distance(hex, exit) - DEARER * factor for exit, factor in designated().items())


@DATA.renews
@lru_cache(maxsize=512)
def comfort(hex: str, comforts: tuple[int, int, int, int]) -> int:
    """What a hex is worth to a defender: cover, a town, a road to be blocked, a bridge to be closed."""
    here, (covered, town, road, bridge) = the_map(), comforts
    found = covered * cover(hex) + (town if here.town_at(hex) else 0) + (road if here.on_road(hex) else 0)
    return found + (bridge if any(here.bridge(hex, near) for near in around(hex)) else 0)


def nearest_of(hexes: set[str]) -> dict[str, tuple[int, str]]:
    """How far every hex is from the nearest of some, and from which."""
    found = {hex: (0, hex) for hex in sorted(hexes)}
    edge = list(found)
    for hex in edge:  # the list grows
        far, start = found[hex]
        for near in around(hex):
            if near not in found:
                found[near] = (far + 1, start)
                edge.append(near)
    return found or {hex: (FAR, hex) for hex in the_map().grid.all()}


class MovePlan:
    """One side's movement in the making: who goes where, and what the enemy looks like."""

    def __init__(self, table: Bulge, side: str, mood: Mood, temper: Temper) -> None:
        self.table, self.side, self.lay, self.mood, self.temper = table, side, lay_of(table), mood, temper
        self.net = road_net(table, self.lay, side)
        self.foes = {foe.hex: foe for foe in units_of(table, FOE[side])}
        self.near = nearest_of(set(self.foes))
        """For every hex how far the nearest enemy is, and where."""
        self.routes = Routes(list(self.foes.values()) if side == "allied" else [])
        self.leaving = False
        """3.1 German units leave the map in this phase."""
        self.taken: dict[str, Unit] = {}
        """Where units will stand that have been dealt with."""
        self.sent: set[str] = set()
        """Who goes to an assault."""
        self.covered: set[str] = set()
        """9.0 Their zones."""
        self.crowd: Counter[str] = Counter()
        """How many of them will stand around a hex."""

    def lines(self) -> tuple[MoveLine, ...]:
        marked = self.infantry_for_lorries()
        lines = [MoveLine(mech=marked)] if marked else []
        stuck = [unit for unit in units_of(self.table, self.side) if self.lay.in_ezoc(unit.hex, self.side)]
        for unit in stuck:
            self.take(unit, unit.hex)
        free = [unit for unit in units_of(self.table, self.side) if unit not in stuck]
        self.leaving = self.side == "german" and self.pays_to_leave(free)
        coming = [*sorted(free, key=self.distance), *due_units(self.table, self.side)]
        self.found = {unit.id: self.trips(unit, unit.id in marked) for unit in coming}
        if self.temper.storm:
            lines += self.assaults([unit for unit in coming if not (self.leaving and self.at_exit(unit))])
        for unit in coming:
            if unit.id not in self.sent and (line := self.line(unit)):
                lines.append(line)
        return tuple(lines)

    def trips(self, unit: Unit, marked: bool) -> Trips:
        return trips(Mover(self.table, self.lay, unit, allowance(self.table, unit), marked))

    def at_exit(self, unit: Unit) -> bool:
        return any(hex in designated() for hex in self.found[unit.id].hexes)

    def assaults(self, coming: list[Unit]) -> Iterator[MoveLine]:
        """Those that promise most, one after the other, with all who go for it."""
        comers: dict[str, list[Unit]] = {}
        near = {hex for foe in self.foes for hex in around(foe)}
        strongest_first = sorted(coming, key=lambda unit: (-unit.cf, unit.id))
        for unit in strongest_first:
            for hex in self.found[unit.id].hexes:
                if hex in near:
                    comers.setdefault(hex, []).append(unit)
        stormers = Stormers(self.table, self.side, self.lay, self.temper, comers, self.liking)
        foes = dict(self.foes)
        while assault := stormers.best(foes.values(), self.taken, self.covered):
            del foes[assault.target.hex]
            if all(self.supplied(hex) for hex in assault.places):
                for hex, unit in assault.places.items():
                    self.take(unit, hex)
                    self.sent.add(unit.id)
                    if hex != unit.hex:
                        yield self.way(unit, hex)

    def liking(self, unit: Unit, hex: str) -> int:
        return self.mood.about(unit.id, hex)

    def distance(self, unit: Unit) -> tuple[int, str]:
        """To the nearest enemy."""
        return self.near[unit.hex][0], unit.id

    def infantry_for_lorries(self) -> tuple[str, ...]:
        """10.2 Infantry that is far away or just coming is given the markers."""
        if self.side != "allied":
            return ()
        foot = [unit for unit in due_units(self.table, "allied") if unit.kind in ("infantry", "airborne")]
        for unit in sorted(units_of(self.table, "allied"), key=self.distance, reverse=True):
            if unit.kind in ("infantry", "airborne") and the_map().on_road(unit.hex) and self.near[unit.hex][0] > 3:
                foot.append(unit)
        return tuple(unit.id for unit in foot[: limit("mechanized")])

    def line(self, unit: Unit) -> MoveLine | None:
        """The best hex within reach that is in supply; German units leave the map where that counts."""
        found = self.found[unit.id]
        if exit := self.way_out(unit, found.hexes):
            return MoveLine(unit=unit.id, way=f"exit {exit}")
        ends = [hex for hex in found.hexes if hex not in self.taken and (hex == unit.hex or hex not in self.lay.held)]
        ranked = sorted(ends, key=lambda hex: (-self.score(unit, hex) - self.mood.about(unit.id, hex), hex))
        goal = next((hex for hex in ranked[:TRIES] if self.supplied(hex)), unit.hex)
        if goal:
            self.take(unit, goal)
        return None if goal in ("", unit.hex) else self.way(unit, goal)

    def way(self, unit: Unit, goal: str) -> MoveLine:
        path = self.found[unit.id].path(goal)
        return MoveLine(unit=unit.id, way=" ".join(path) if unit.hex else f"enter {path[0]}, {' '.join(path[1:])}")

    def take(self, unit: Unit, hex: str) -> None:
        """The unit will stand here."""
        if hex not in self.taken:
            self.crowd.update(around(hex))
        self.taken[hex] = unit
        self.covered.update(beside(hex))
        self.routes.block(hex)

    def supplied(self, hex: str) -> bool:
        early = self.side == "german" and self.table.turn < limit("supplied turns")
        return early or line_from(self.table, self.lay, self.side, hex, self.net) is not None

    def way_out(self, unit: Unit, hexes: tuple[str, ...]) -> str:
        """3.1 The dearest exit in reach that is in supply and stays so: a friend stands in it and keeps zones off."""
        if self.side != "german" or not unit.hex or not self.leaving:
            return ""
        exits = [hex for hex in hexes if hex in designated() and not self.lay.in_ezoc(hex, "german")]
        good = [hex for hex in exits if self.guarded(unit, hex) and exit_in_supply(self.table, self.lay, hex)]
        lines = {hex: MoveLine(unit=unit.id, way=f"exit {hex}") for hex in good}
        paid = [hex for hex, line in lines.items() if cannot_move(self.table, self.side, line) is None]
        return max(paid, key=designated().__getitem__, default="")

    def pays_to_leave(self, free: list[Unit]) -> bool:
        """3.0 Who leaves fights no more: it pays when it wins at once, or when the Allied side would win without it."""
        goal, vp = the_tables().turns[self.table.turn], self.table.vp
        if vp <= goal.allied + self.temper.danger or self.mood.bold > BOLD:
            return True
        points = 0
        for unit in free:
            found = trips(Mover(self.table, self.lay, unit, allowance(self.table, unit)))
            points += unit.cf * max((designated()[hex] for hex in found.hexes if hex in designated()), default=0)
        return vp + points >= goal.german

    def guarded(self, unit: Unit, hex: str) -> bool:
        """Whether another unit stands or will stand there."""
        guard = self.taken.get(hex)
        return guard is not None and guard is not unit

    # How good a hex is

    def score(self, unit: Unit, hex: str) -> int:
        return self.german_score(unit, hex) if self.side == "german" else self.allied_score(unit, hex)

    def german_score(self, unit: Unit, hex: str) -> int:
        """Forward to the exits, and into contact where an attack promises something."""
        ahead = -self.temper.forward * to_exit(hex) + cover(hex)
        ahead += self.temper.on_road if the_map().on_road(hex) else 0
        return ahead + (self.prospect(unit, hex) if self.lay.in_ezoc(hex, "german") else 0)

    def allied_score(self, unit: Unit, hex: str) -> int:
        """Close in front of the enemy but out of his reach, in cover, on the roads, not all in one heap."""
        temper = self.temper
        if self.lay.in_ezoc(hex, "allied"):
            return self.prospect(unit, hex) - temper.contact
        gap, foe = self.near[hex]
        between = -abs(gap - temper.gap) * temper.off_gap - max(0, to_exit(hex) - to_exit(foe)) * temper.passed
        blocked = min(self.routes.gain(hex), temper.most_for_routes)
        return between + comfort(hex, temper.comforts) - temper.crowd * self.crowd[hex] + blocked

    def prospect(self, unit: Unit, hex: str) -> int:
        """What the best attack from a hex promises, with the friends that will stand beside its target."""
        columns, best = the_tables().columns, -10 * POINT
        for foe in [self.foes[near] for near in around(hex) if near in self.foes]:
            friends = [self.taken[near] for near in around(foe.hex) if near in self.taken and near != hex]
            group = [unit, *friends[:5]]
            defence = foe.cf + sum(value for _, value in base_defence(foe))
            column = columns.of(sum(friend.cf for friend in group) - defence)
            if self.side == "german" and (self.table.turn == 1 or self.table.weather == "overcast"):
                column = columns.shifted(column, 1)
            caught = self.caught(foe, hex)
            worth = mean_worth(column, "primary", self.temper, group, foe, trapped=caught, cut_off=False)
            best = max(best, worth)
        return best

    def caught(self, foe: Unit, hex: str) -> bool:
        """12.3 Whether an enemy would have nowhere to retreat to with one more unit in this hex."""
        zone = beside(hex)
        return all(near in self.covered or near in zone or near in self.lay.held for near in around(foe.hex))


def moves(table: Bulge, side: str, mood: Mood = EVEN, temper: Temper | None = None) -> tuple[MoveLine, ...]:
    return MovePlan(table, side, mood, temper or QUICK[side]).lines()
