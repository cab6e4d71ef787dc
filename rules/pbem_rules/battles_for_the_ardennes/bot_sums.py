"""Columns without words: what `reckon` comes to where no dice and no ammunition play in, for a bot that asks often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.board import DATA, the_charts
from pbem_rules.battles_for_the_ardennes.s09_combat import crosses_halved, defence_of, halved
from pbem_rules.battles_for_the_ardennes.s10_artillery import barrage_strength
from pbem_rules.battles_for_the_ardennes.s16_saturation import fpf_of
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, has_position


@DATA.cached
def odds() -> tuple[tuple[int, int], ...]:
    """The columns as numbers, attacker first."""
    return tuple((int(a), int(d)) for a, _, d in (label.partition("-") for label in the_charts().columns.labels))


@mutable
class Sums:
    """What is worked out once for a phase."""

    table: BattlesTable
    side: str
    _ground: dict[str, tuple[int, int]] = field(default_factory=dict)
    _ways: dict[tuple[str, str], tuple[bool, bool]] = field(default_factory=dict)
    _fire: dict[tuple[str, str], int] = field(default_factory=dict)

    def column(
        self, target: str, defenders: Sequence[BattleUnit], units: Sequence[BattleUnit], guns: Sequence[BattleUnit],
        foes: Sequence[BattleUnit], support: int,
    ) -> str:  # fmt: skip
        """The column of an attack if these batteries give their protective fire."""
        attack, wet = 0, bool(units)
        for unit in units:
            half, stream = self._way(unit.hex, target)
            strength = 0 if unit.face.bracketed else unit.face.strength
            attack += halved(strength) if half else strength
            wet = wet and stream
        attack += sum(self._barrage(gun, target) for gun in guns)
        defence, shelter = self._defence(target, defenders)
        defence += sum(fpf_of(unit) for unit in foes)
        shelter += the_charts().shelter["stream"] if wet else 0
        return self._column(attack, defence, support - shelter)

    def _column(self, attack: int, defence: int, shift: int) -> str:
        place = 0
        for number, (a, d) in enumerate(odds()):
            if attack * d < defence * a:
                break
            place = number
        labels = the_charts().columns.labels
        return labels[max(0, min(place + shift, len(labels) - 1))]

    def _defence(self, target: str, defenders: Sequence[BattleUnit]) -> tuple[int, int]:
        """The strength there, and the columns that the ground is worth."""
        if target not in self._ground:
            here, charts, side = self.table.here, the_charts(), defenders[0].side
            shelter = charts.shelter.get(here.ground[target], 0)
            if side == "german" and target in here.walls:
                shelter = max(shelter, charts.shelter["west wall"])
            shelter += charts.shelter["position"] if has_position(self.table, target, side) else 0
            self._ground[target] = defence_of(self.table, defenders).strength, shelter
        return self._ground[target]

    def _way(self, start: str, target: str) -> tuple[bool, bool]:
        """Whether who attacks from there is halved, and whether he comes through a stream."""
        if (start, target) not in self._ways:
            way = self.table.here.between(start, target)
            stream = way.water == "stream" and not bridged(self.table, way)
            self._ways[start, target] = crosses_halved(self.table, start, target), stream
        return self._ways[start, target]

    def _barrage(self, gun: BattleUnit, target: str) -> int:
        if (gun.id, target) not in self._fire:
            self._fire[gun.id, target] = barrage_strength(self.table, gun, target, None)[0]
        return self._fire[gun.id, target]
