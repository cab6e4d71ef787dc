"""A veteran's attacks: all in reach are given an enemy and every attack a table, so that all together promise most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from pbem.craft.moods import Mood
from pbem_rules.bulge.bot_attacks import mean_of_factors, no_way_out, targets
from pbem_rules.bulge.bot_temper import Temper
from pbem_rules.bulge.s12_combat import cannot_attack
from pbem_rules.bulge.s12_strength import sure_column
from pbem_rules.bulge.s14_supply import road_net, supplied
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import Bulge, Unit, lay_of, next_to

NEVER = -1000
"""What an attack is worth that is not allowed."""
PASSES = 6
"""How often all units are asked whether they would rather attack somebody else."""

Group = frozenset[str]


class Battles:
    """Who attacks whom: a share-out that is bettered unit by unit."""

    def __init__(self, table: Bulge, side: str, mood: Mood, temper: Temper, *, forced: bool) -> None:
        self.table, self.side, self.mood, self.temper, self.forced = table, side, mood, temper, forced
        found = targets(table, side)
        self.foes = {hex: foe for hex, (foe, _) in found.items()}
        self.open: dict[str, list[str]] = defaultdict(list)
        """The enemies beside each unit, by their hexes."""
        for hex, (_, able) in found.items():
            for unit in able:
                self.open[unit.id].append(hex)
        self.units = {name: table.units[name] for name in sorted(self.open)}
        self.trapped = {hex: no_way_out(table, foe) for hex, foe in self.foes.items()}
        self.lost = {name for name, unit in self.units.items() if no_way_out(table, unit)}
        """12.3 Who has no way to retreat."""
        self.strongest = {name: max(foe.cf for foe in next_to(table, unit)) for name, unit in self.units.items()}
        lay = lay_of(table)
        net = road_net(table, lay, side) if self.units else None
        self.cut_off = {name for name, unit in self.units.items() if not supplied(table, unit, lay, net)}
        self._known: dict[tuple[str, Group, int], tuple[int, str]] = {}

    def lines(self) -> tuple[AttackLine, ...]:
        """The dearest first, as far as they are lawful as things stand."""
        groups = self.groups()
        ranked = sorted(groups, key=lambda hex: (-self.worth(hex, groups[hex])[0], hex))
        support = self.shared_support(groups)
        lines = [self.line(hex, groups[hex], support.get(hex, 0)) for hex in ranked]
        good = [line for line in lines if cannot_attack(self.table, self.side, line) is None]
        return (*good, AttackLine(rest="secondary")) if self.forced else tuple(good)

    def line(self, hex: str, group: Group, support: int) -> AttackLine:
        crt = self.worth(hex, group, support)[1]
        names = sorted(group, key=lambda name: (-self.units[name].cf, name))
        return AttackLine(attack=hex, with_=tuple(names), crt=crt, support=support, then="advance")

    # Who goes for whom

    def groups(self) -> dict[str, Group]:
        """By their targets."""
        share = {name: self.first(name) for name in self.units}
        for _ in range(PASSES):
            before = dict(share)
            for hex in self.foes:
                share = self.better(share, {name: hex for name, open_ in self.open.items() if hex in open_})
            for name, open_ in self.open.items():
                for hex in (*open_, *(() if self.forced else ("",))):
                    share = self.better(share, {name: hex})
            if share == before:
                break
        return grouped(share)

    def first(self, name: str) -> str:
        """12.1 Whoever must attack goes for its strongest neighbour at first."""
        return max(self.open[name], key=lambda hex: (self.foes[hex].cf, hex)) if self.forced else ""

    def better(self, share: dict[str, str], change: Mapping[str, str]) -> dict[str, str]:
        """The share-out with a change, if that promises more."""
        changed = {**share, **change}
        touched = {share[name] for name in change} | {*change.values()}
        old, new = grouped(share, touched), grouped(changed, touched)
        gain = sum(self.worth(hex, new[hex])[0] for hex in new) - sum(self.worth(hex, old[hex])[0] for hex in old)
        return changed if gain > 0 else share

    # What an attack is worth

    def worth(self, hex: str, group: Group, support: int = 0) -> tuple[int, str]:
        """12.1a, 14.1 What it promises on the better table that is open to all of them, and which that is."""
        key = hex, group, support
        if key not in self._known:
            self._known[key] = self._worth(hex, group, support)
        return self._known[key]

    def _worth(self, hex: str, group: Group, support: int) -> tuple[int, str]:
        foe = self.foes[hex]
        column = sure_column(self.table, tuple(sorted(group)), foe, support)
        wanted = 0 if self.forced else self.temper.least - self.mood.bold
        more = self.mood.about(hex) - wanted
        in_supply = self.cut_off.isdisjoint(group)
        bold = self.mean(column, "primary", foe, group) if in_supply else NEVER
        strays = in_supply and any(self.strongest[name] > foe.cf for name in group)
        mild = NEVER if strays else self.mean(column, "secondary", foe, group)
        if bold >= mild + (self.temper.saved if self.forced else 0):
            return bold + more, ""
        return mild + more, "secondary" if in_supply else ""

    def mean(self, column: str, crt: str, foe: Unit, group: Group) -> int:
        factors = tuple(sorted(self.units[name].cf for name in group))
        lost = len(group) < 3 and not self.lost.isdisjoint(group)
        return mean_of_factors(column, crt, self.temper, factors, foe.cf, self.trapped[foe.hex], lost)

    def shared_support(self, groups: Mapping[str, Group]) -> dict[str, int]:
        """7.3 Mission by mission to where it adds most."""
        given = dict.fromkeys(groups, 0)
        for _ in range(self.table.support.get(self.side, 0)):
            gains = [
                (self.worth(hex, group, given[hex] + 1)[0] - self.worth(hex, group, given[hex])[0], hex)
                for hex, group in sorted(groups.items())
            ]
            if gains and max(gains)[0] > 0:
                given[max(gains)[1]] += 1
        return given


def grouped(share: Mapping[str, str], hexes: set[str] | None = None) -> dict[str, Group]:
    """Who goes for each target; nobody for nothing."""
    found: dict[str, set[str]] = {}
    for name, hex in share.items():
        if hex and (hexes is None or hex in hexes):
            found.setdefault(hex, set()).add(name)
    return {hex: frozenset(names) for hex, names in found.items()}
