"""9.3 and 9.4 How many chits, in which situations they apply, and what they come to.  Cases 9.3 to 9.5."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import lru_cache, partial
from operator import ge, gt, le, lt

from pbem.kit.draws import Sums, altered, chances_up_to
from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    DATA,
    FOE,
    apart,
    around,
    built_in,
    is_westwall,
    limit,
    near_the_wall,
    passage,
    terrain_of,
    the_calendar,
    the_chits,
    the_map,
)
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, by_name, units_in

ARTILLERY = ("Artillery", "Corps Artillery", "Fixed Artillery")
TANKS = ("Tank Battalion", "Panzer Battalion")
ENGINEERS = ("Engineers", "Combat Engineers")
COMBINED = "combined arms"


@frozen(slots=False)
class Engagement:
    """9.1 One combat: the target, who takes part, and the tactics that support either side."""

    table: EnemyAction
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    """Those who count; who has already retreated does not (9.74)."""
    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    drawn: int = 0
    at: dict[str, str] = field(default_factory=dict)
    """The hexes from which units attack, for forecasts of moves that are still to come."""

    @property
    def attacking(self) -> list[Regiment]:
        return by_name(self.table, self.attackers)

    @property
    def defending(self) -> list[Regiment]:
        return by_name(self.table, self.defenders)

    @property
    def side(self) -> str:
        return self.table.units[self.attackers[0]].side

    def hex_of(self, unit: Regiment) -> str:
        return self.at.get(unit.id, unit.hex)

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(sorted({self.hex_of(unit) for unit in self.attacking}))


# 9.4 Strength


def attack_strength(fight: Engagement) -> int:
    """9.4 Those who attack across a river count half together."""
    dry = wet = 0
    for unit in fight.attacking:
        if passage(fight.hex_of(unit), fight.target).river:
            wet += unit.strength
        else:
            dry += unit.strength
    return dry + wet // 2


def defence_strength(fight: Engagement) -> int:
    """9.4 Doubled in a city, and for Germans in the Westwall."""
    whole = sum(unit.strength for unit in fight.defending)
    return whole * 2 if doubled(fight) else whole


def doubled(fight: Engagement) -> bool:
    wall = fight.side == "allied" and is_westwall(fight.target)
    return built_in(fight.target) == "city" or wall


# 9.3 The draw


def least_draw(fight: Engagement) -> int:
    """9.3 The steps of the defenders."""
    return sum(unit.steps for unit in fight.defending)


def most_draw(fight: Engagement) -> int:
    """9.3 Units without brackets, and what adds to them; never less than the least."""
    units = fight.attacking
    most = sum(not unit.bracketed for unit in units) + len(fight.ours)
    most += any(unit.quality == "elite" for unit in units)
    most += sum(unit.steps >= 3 for unit in units)
    most += unsupplied_bonus(fight) + fury(fight)
    if "Screen" in fight.theirs:
        most -= limit("screen draw")
    return max(most, least_draw(fight))


def unsupplied_bonus(fight: Engagement) -> int:
    """9.3, 10.22, 10.23 All defenders out of supply, or all isolated."""
    if all(unit.isolated for unit in fight.defending):
        return limit("isolated draw")
    return limit("unsupplied draw") if all(unit.cut_off for unit in fight.defending) else 0


def fury(fight: Engagement) -> int:
    """Fury of Bastogne: more against Allied units in towns that count, less everywhere else."""
    if fight.side != "german" or "Fury of Bastogne" not in fight.table.specials:
        return 0
    worth = the_map().place(fight.target).worth or 0
    return limit("fury draw") if worth else -limit("fury draw")


# 9.4 Situations


def situations(fight: Engagement) -> frozenset[str]:
    """9.4 All that holds in this combat, but for the ratios."""
    holds = {
        *terrain_words(fight),
        f"dec {fight.table.day}",
        *support(fight),
        *quality_words(fight),
        *arms_words(fight),
        *posture(fight),
    }
    return frozenset(holds)


def terrain_words(fight: Engagement) -> list[str]:
    """9.4 Both the ground and what is built on it."""
    ground = terrain_of(fight.target)
    return [ground, built_in(fight.target)] if built_in(fight.target) else [ground]


def support(fight: Engagement) -> list[str]:
    """9.4 Airpower, artillery and combat engineers."""
    ours, theirs, side = fight.ours, fight.theirs, fight.side
    found = []
    for nation, tactics in ((side, ours), (FOE[side], theirs)):
        if "Airpower" in tactics:
            found.append(f"{nation} airpower")
    if shells(fight, ours, side):
        found.append("attacker artillery")
    if shells(fight, theirs, FOE[side]):
        found.append("defender artillery")
    if any(tactic in ENGINEERS for tactic in ours):
        found.append("combat engineers")
    return found


def shells(fight: Engagement, tactics: Iterable[str], side: str) -> bool:
    """aid Fixed artillery only within its range of the Westwall."""
    reach = the_calendar().days[fight.table.day].far
    for tactic in tactics:
        if tactic == "Fixed Artillery" and fight.target not in near_the_wall(reach):
            continue
        if tactic in ARTILLERY:
            return True
    return False


def quality_words(fight: Engagement) -> list[str]:
    """9.4 Elite and green units."""
    return [
        f"{who} {quality}"
        for who, units in (("attacker", fight.attacking), ("defender", fight.defending))
        for quality in ("elite", "green")
        if any(unit.quality == quality for unit in units)
    ]


def arms_words(fight: Engagement) -> list[str]:
    """9.4 Armor and combined arms, where only one side has them."""
    armor = [has_armor(fight.attacking, fight.ours), has_armor(fight.defending, fight.theirs)]
    both = [has_both(fight.attacking, armor[0]), has_both(fight.defending, armor[1])]
    found = []
    for number, who in enumerate(("attacker", "defender")):
        if armor[number] and not armor[1 - number]:
            found.append(f"{who} armor")
        if both[number] and not both[1 - number]:
            found.append(f"{who} combined arms")
    return found


def has_armor(units: Iterable[Regiment], tactics: Iterable[str]) -> bool:
    """9.4 An armor unit, a combined arms unit, or a tank battalion in support."""
    return any(unit.kind in ("armor", COMBINED) for unit in units) or any(tactic in TANKS for tactic in tactics)


def has_both(units: Sequence[Regiment], armor: bool) -> bool:
    """9.4 Armor together with infantry of any kind."""
    foot = any(unit.on_foot or unit.kind == "mechanized" for unit in units)
    return any(unit.kind == COMBINED for unit in units) or (armor and foot)


def posture(fight: Engagement) -> list[str]:
    """9.4 How they stand to each other."""
    table, side = fight.table, fight.side
    checks = {
        "defender adjacent": helped(fight),
        "defender recon": side == "german" and any(unit.kind == "recon" for unit in fight.defending),
        "unsupplied": all(u.dispersed or not u.supplied or u.no_fuel for u in fight.defending),
        "flank attack": flanked(fight),
        "one-hex attack": len(fight.hexes) == 1 and not infiltrates(fight),
        "large attack": fight.drawn >= limit("large attack"),
        "allied attack": side == "allied",
        "5 pz army attack": side == "german" and half_fifth(fight),
        "ip crossfire": fight.target in table.improved,
    }
    return [words for words, holds in checks.items() if holds]


def helped(fight: Engagement) -> bool:
    """9.4 A friend next to the defender, fresh, supplied and not yet attacked in this impulse."""
    return any(
        unit.side == FOE[fight.side] and not unit.dispersed and unit.supplied and unit.id not in fight.table.attacked
        for hex in around(fight.target)
        for unit in units_in(fight.table, hex)
    )


def flanked(fight: Engagement) -> bool:
    """9.4 From three hexes, or from two that do not touch; or infiltrated.  Not in a town or city."""
    if built_in(fight.target):
        return False
    hexes = fight.hexes
    wide = len(hexes) >= 3 or (len(hexes) == 2 and apart(*hexes) > 1)
    return wide or infiltrates(fight)


def infiltrates(fight: Engagement) -> bool:
    """aid With infantry among the attackers."""
    return "Infantry Infiltration" in fight.ours and any(unit.on_foot for unit in fight.attacking)


def half_fifth(fight: Engagement) -> bool:
    units = fight.attacking
    return 2 * sum(unit.army == "5th Panzer" for unit in units) >= len(units)


# 9.4 What a chit does


SIGNS: dict[str, Callable[[int, int], bool]] = {">=": ge, ">": gt, "<=": le, "<": lt}


@DATA.cached
def ratio_of(words: str) -> tuple[Callable[[int, int], bool], int, int]:
    """9.4 `>= 3:1` and the like: the sign, and both sides of the ratio."""
    sign, ratio = words.split(" ")
    left, right = (int(number) for number in ratio.split(":"))
    return SIGNS[sign], left, right


def ratio_holds(words: str, attack: int, defence: int) -> bool:
    """9.4 What a ratio on a chit says of this one."""
    holds, left, right = ratio_of(words)
    return holds(attack * right, defence * left)


@DATA.cached
def conditions(chit: str) -> tuple[tuple[str, frozenset[str], tuple[str, ...]], ...]:
    """2.22 Both faces of a chit: the situations in which each applies, and the ratios."""
    data = the_chits()[chit]
    faces = (("front", data.front.if_), ("back", data.back.if_))
    ratios = {name: tuple(words for words in said if words[0] in "<>") for name, said in faces}
    return tuple((name, frozenset(said) - {*ratios[name]}, ratios[name]) for name, said in faces)


@frozen(slots=False)
class Reckoning:
    """9.4 All that decides which side of a chit applies."""

    holds: frozenset[str]
    attack: int
    defence: int
    side: str

    def face(self, chit: str) -> str:
        """9.4 front, back or nothing; where both hold, the one with priority."""
        there = [
            name
            for name, words, ratios in conditions(chit)
            if not words.isdisjoint(self.holds) or any(ratio_holds(r, self.attack, self.defence) for r in ratios)
        ]
        if len(there) == 2:
            data = the_chits()[chit]
            return "back" if data.back.priority and not data.front.priority else "front"
        return there[0] if there else ""

    def worth(self, chit: str) -> tuple[int, int]:
        """9.5 Hits on the defender and on the attacker."""
        face = self.face(chit)
        if not face:
            return 0, 0
        hits = (the_chits()[chit].front if face == "front" else the_chits()[chit].back).hits
        german, allied = hits.get("G", 0), hits.get("U", 0)
        on_us, on_them = (german, allied) if self.side == "german" else (allied, german)
        return hits.get("D", 0) + on_them, hits.get("A", 0) + on_us

    def effect(self, chit: str) -> str:
        """`D2`, `A1 D1` or nothing."""
        face = self.face(chit)
        if not face:
            return "-"
        hits = (the_chits()[chit].front if face == "front" else the_chits()[chit].back).hits
        return " ".join(f"{who}{count}" for who, count in sorted(hits.items()))


def reckoning(fight: Engagement) -> Reckoning:
    return Reckoning(situations(fight), attack_strength(fight), defence_strength(fight), fight.side)


# 9.5 Totals


def adjusted(fight: Engagement, hits: int, losses: int) -> tuple[int, int]:
    """9.5 Shelter takes one hit off the defender, his plight one or all off the attacker; never below nothing."""
    if sheltered(fight):
        hits -= 1
    units = fight.defending
    if all(unit.isolated for unit in units):
        losses = 0
    elif all(unit.dispersed or unit.cut_off or unit.no_fuel for unit in units):
        losses -= 1
    return max(hits, 0), max(losses, 0)


def sheltered(fight: Engagement) -> bool:
    """9.5 A town, a city, an improved position, or the Westwall for Germans: one hit less, once."""
    wall = fight.side == "allied" and is_westwall(fight.target)
    return bool(built_in(fight.target)) or wall or fight.target in fight.table.improved


def outcome(fight: Engagement, chits: Sequence[str]) -> tuple[int, int]:
    """9.5 What so many chits come to, the size of the attack looked at in the end."""
    final = reckoning(replace(fight, drawn=len(chits)))
    worths = [final.worth(chit) for chit in chits]
    return adjusted(fight, sum(hits for hits, _ in worths), sum(losses for _, losses in worths))


def total(fight: Engagement, chits: Sequence[str]) -> tuple[int, int]:
    """9.5 The sums before they are adjusted."""
    final = reckoning(replace(fight, drawn=len(chits)))
    worths = [final.worth(chit) for chit in chits]
    return sum(hits for hits, _ in worths), sum(losses for _, losses in worths)


def forecast(fight: Engagement, most: int) -> list[dict[Sums, Fraction]]:
    """9.3 The chances of hits and losses for no chit, one, two and so on, from the cup as it is now."""
    large = limit("large attack")
    small = _spread(fight, 0, min(most, large - 1))
    return small if most < large else [*small, *_spread(fight, large, most)[large:]]


def _spread(fight: Engagement, drawn: int, most: int) -> list[dict[Sums, Fraction]]:
    table, known = fight.table, reckoning(replace(fight, drawn=drawn))
    worths = tuple((chit, known.worth(chit)) for chit in sorted({*table.cup, *table.aside}))
    found = raw_chances(tuple(sorted(table.cup)), tuple(sorted(table.aside)), worths, most)
    change = partial(_after, adjusted(fight, MANY, MANY))
    return [altered(chances, change) for chances in found]


MANY = 100


def _after(many: tuple[int, int], sums: Sums) -> Sums:
    """The adjustment as it does to many: so many off each, or all losses."""
    hits, losses = sums
    return max(hits - (MANY - many[0]), 0), (max(losses - (MANY - many[1]), 0) if many[1] else 0)


@DATA.renews
@lru_cache(maxsize=512)
def raw_chances(
    cup: tuple[str, ...], aside: tuple[str, ...], worths: tuple[tuple[str, tuple[int, int]], ...], most: int
) -> tuple[dict[tuple[int, ...], Fraction], ...]:
    """The exact chances of sums; kept, since a draft asks for the same many times."""
    worth = dict(worths)
    return tuple(chances_up_to(cup, most, worth.__getitem__, replenishes=is_blue, aside=aside))


def is_blue(chit: str) -> bool:
    return the_chits()[chit].blue
