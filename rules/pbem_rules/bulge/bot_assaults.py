"""The bot's assaults: several units that go for one enemy together, planned before anybody else moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from pbem.ruleset import frozen
from pbem_rules.bulge.board import around, beside, limit, the_tables, ways_between
from pbem_rules.bulge.bot_attacks import mean_of_factors
from pbem_rules.bulge.bot_temper import Temper
from pbem_rules.bulge.s06_weather import weather_shift
from pbem_rules.bulge.table import Bulge, Lay, Unit, base_defence

STRONGEST = 3
"""So many of the strongest who can come to a hex are thought of for it."""


@frozen
class Assault:
    """An enemy, what an attack on it promises, and who goes where for it."""

    worth: int
    target: Unit
    places: Mapping[str, Unit]


@frozen
class Stormers:
    """Who can go where, and what the ground of a fight is."""

    table: Bulge
    side: str
    lay: Lay
    temper: Temper
    comers: Mapping[str, Sequence[Unit]]
    """For every hex who can come there, the strongest first."""
    liking: Callable[[Unit, str], int]
    """What a unit likes a hex for apart from the fight."""

    def best(self, foes: Collection[Unit], taken: Mapping[str, Unit], covered: Collection[str]) -> Assault | None:
        """The assault that promises most, with those who have a place already."""
        busy = {unit.id for unit in taken.values()}
        found = [self.on(foe, taken, covered, busy) for foe in foes]
        good = [one for one in found if one.places and one.worth >= self.temper.storm]
        return max(good, key=lambda one: (one.worth, one.target.id), default=None)

    def on(self, foe: Unit, taken: Mapping[str, Unit], covered: Collection[str], busy: set[str]) -> Assault:
        """One enemy: unit by unit, as long as each adds more than it is missed elsewhere."""
        places: dict[str, Unit] = {}
        held = self.lay.held
        spots = [hex for hex in around(foe.hex) if hex in self.comers and hex not in taken]
        worth = -1000
        while True:
            grown = [
                (self.worth(foe, {**places, hex: unit}, covered) + self.liking(unit, hex), hex, unit.id, unit)
                for hex in spots
                if hex not in places
                for unit in self.free(hex, busy, places)
                if held.get(hex) is None or unit.hex == hex
            ]
            if not grown or max(grown)[0] <= worth:
                return Assault(worth, foe, places)
            worth, hex, _, unit = max(grown)
            places[hex] = unit

    def free(self, hex: str, busy: set[str], places: Mapping[str, Unit]) -> list[Unit]:
        sent = {unit.id for unit in places.values()}
        return [unit for unit in self.comers[hex] if unit.id not in busy and unit.id not in sent][:STRONGEST]

    def worth(self, foe: Unit, places: Mapping[str, Unit], covered: Collection[str]) -> int:
        """What the attack promises, 12.3 more if the enemy has nowhere to go, less what the units cost."""
        columns = the_tables().columns
        defence = foe.cf + sum(value for _, value in base_defence(foe))
        if all(ways_between()[hex, foe.hex].river for hex in places):
            defence += the_tables().defence["river"]
        factors = tuple(sorted(unit.cf for unit in places.values()))
        column = columns.shifted(columns.of(sum(factors) - defence), self.shift())
        zones = {near for hex in places for near in beside(hex)}
        trapped = all(near in covered or near in zones or near in self.lay.held for near in around(foe.hex))
        mean = mean_of_factors(column, "primary", self.temper, factors, foe.cf, trapped, False)
        return mean - self.temper.effort * len(places)

    def shift(self) -> int:
        """5.0, 6.1 Columns that are sure after movement."""
        surprise = limit("surprise after") if self.side == "german" and self.table.turn == 1 else 0
        return surprise + weather_shift(self.table.weather, self.side)
