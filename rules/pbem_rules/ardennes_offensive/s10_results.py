"""10. Results of combat: exchange, retreat, advance; 10.3 the German table.  With 9.6 and 9.7."""

from __future__ import annotations

from pbem.craft.payment import ask_payment
from pbem.craft.pieces import ids_of
from pbem.ruleset import Umpire, frozen
from pbem_rules.ardennes_offensive.board import FOE, HexsideWay, limit, the_map
from pbem_rules.ardennes_offensive.events import AdvancedInto, Eliminated, Retreated, StoodFast, TableRolled
from pbem_rules.ardennes_offensive.s06_road_mode import column_beside, crowds
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.sheets import STAY, AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_in


def carry_out(table: Ardennes, umpire: Umpire, line: AttackLine, result: str, safe: frozenset[str]) -> None:
    """10.1 What the result says, then 9.6 the advance."""
    attackers = [table.units[name] for name in line.with_]
    defenders = [unit for hex in line.attack for unit in units_in(table, hex)]
    winners, losers, winner = attackers, defenders, table.side
    if result.startswith("Ar"):
        winners, losers, winner = defenders, attackers, table.foe
    left = sorted({unit.hex for unit in losers})
    if result == "De":
        destroy(umpire, defenders, "De")
    elif result == "Ex":
        exchange(table, umpire, line, attackers, defenders)
    else:
        fall_back(table, umpire, losers, int(result[2:]), safe)
    advance(table, umpire, winner, winners, left, line.then if winner == table.side else ())


def destroy(umpire: Umpire, units: list[Unit], why: str) -> None:
    for name in ids_of(units):
        umpire.do("10.1", Eliminated(name, why))


# 10.1 Ex


def exchange(table: Ardennes, umpire: Umpire, line: AttackLine, attackers: list[Unit], defenders: list[Unit]) -> None:
    """10.1 The attacker pays the printed strength of the defenders with printed strength (R-14, R-15)."""
    worth = sum(unit.strength for unit in defenders)
    destroy(umpire, defenders, "Ex")
    worths = {unit.id: unit.strength for unit in attackers}  # too weak to pay, all are lost
    prompt = f"units worth {worth} are owed"
    paid = ask_payment(umpire, "10.1", table.side, "losses", prompt, worth, worths, line.pay)
    destroy(umpire, [table.units[name] for name in paid], "paid")


# 10.2 Retreat


@frozen
class Retreat:
    """A lawful way back, and how the priorities rank it: low is better."""

    path: tuple[str, ...]
    rank: tuple[int | tuple[int, ...], ...]

    @property
    def words(self) -> str:
        return " ".join(self.path)


def fall_back(table: Ardennes, umpire: Umpire, units: list[Unit], hexes: int, safe: frozenset[str]) -> None:
    """10.1, 10.2 One by one in the order of their ids (R-11)."""
    for hex in sorted({unit.hex for unit in units}):
        standing = tuple(unit.id for unit in units if unit.hex == hex and unit.id in safe)
        if standing:
            umpire.do("11.0", StoodFast(hex, standing))
    in_order = sorted(units, key=lambda unit: unit.id)
    for unit in in_order:
        if unit.id not in safe:
            retreat(table, umpire, unit, hexes)


def retreat(table: Ardennes, umpire: Umpire, unit: Unit, hexes: int) -> None:
    """10.2 The victor picks among the ways that the priorities leave."""
    ways = best_ways(table, unit, hexes)
    if not ways:
        umpire.do("6.7M" if unit.road else "10.2", Eliminated(unit.id, f"cannot retreat {hexes}"))
        return
    facts = {"from": unit.hex, "unit": unit.id}
    prompt = f"{unit.id} retreats {hexes} from {unit.hex} by"
    picked = umpire.within(unit.id).ask("10.2", FOE[unit.side], "retreats", prompt, ways, facts=facts)
    path = tuple(picked.split())
    umpire.do("9.7P" if path[-1] in the_map().edge else "10.2", Retreated(unit.id, path))


def best_ways(table: Ardennes, unit: Unit, hexes: int) -> list[str]:
    """10.2 The ways of the best rank, lowest hexes first; 9.7P off the live map only where there is no other."""
    lay, cut = lay_of(table), interdicted_for(table, unit.side)
    ways = [way for way in lawful_ways(unit, hexes, lay, cut) if way.path[-1] not in the_map().edge]
    if not ways and unit.side == "allied":
        ways = lawful_ways(unit, hexes, lay, cut)
    ranked = [Retreat(way.path, ranked_way(table, unit, way.path, lay, cut)) for way in ways]
    best = min((way.rank for way in ranked), default=())
    return sorted(way.words for way in ranked if way.rank == best)


def lawful_ways(unit: Unit, hexes: int, lay: Lay, cut: frozenset[str]) -> list[Retreat]:
    """10.2, R-07 Every step leads farther away; R-12 a step onto the map edge is the last."""
    here, start = the_map(), unit.hex
    done: list[tuple[str, ...]] = []
    open_: list[tuple[str, ...]] = [()]
    for paces in range(1, hexes + 1):
        found: list[tuple[str, ...]] = []
        for path in open_:
            at = path[-1] if path else start
            for side in here.sides[at]:
                if here.grid.distance(start, side.to) == paces and can_retreat_to(unit, side, lay, cut):
                    (done if side.to in here.edge else found).append((*path, side.to))
        open_ = found
    return [Retreat(path, ()) for path in (*open_, *done)]


def ways_back(unit: Unit, most: int, lay: Lay, cut: frozenset[str]) -> tuple[bool, ...]:
    """10.2 Whether there is any lawful way of one hex, of two, and so on."""
    here, start = the_map(), unit.hex
    ring, off, found = [start], False, list[bool]()
    for paces in range(1, most + 1):
        beyond: dict[str, None] = {}
        for at in ring:
            for side in here.sides[at]:
                to = side.to
                if to in beyond or here.grid.distance(start, to) != paces or not can_retreat_to(unit, side, lay, cut):
                    continue
                if to in here.edge:
                    off = True
                else:
                    beyond[to] = None
        ring = [*beyond]
        found.append(off or bool(ring))
    return tuple(found)


def can_retreat_to(unit: Unit, side: HexsideWay, lay: Lay, cut: frozenset[str]) -> bool:
    """10.2, 7.3D, 8.0, 5.3N, 6.5G, 6.7M Whether a beaten unit may go over this hexside."""
    here, to = the_map(), side.to
    if to in here.impassable or to in here.off_limits or not lay.free(to, side=unit.side):
        return False
    if unit.road and not can_be_driven(unit, side, cut):
        return False
    if to in here.edge:
        return unit.side == "allied" and not lay.controls("german", to)
    if cannot_join(lay, unit, to) or lay.column_in(to):
        return False
    return not (unit.road and to in lay.stacks)


def can_be_driven(unit: Unit, side: HexsideWay, cut: frozenset[str]) -> bool:
    """6.5F, 6.7M, 11.0 Whether a unit stays in road mode over this hexside: a road, no interdicted bridge, no wall."""
    return side.road and side.name not in cut and not (unit.side == "allied" and the_map().wall_at(side.to) == "intact")


def ranked_way(
    table: Ardennes, unit: Unit, path: tuple[str, ...], lay: Lay, cut: frozenset[str]
) -> tuple[int | tuple[int, ...], ...]:
    """E10.2, R-05, R-06 Toward own and away from enemy supply; then the printed order; then the victor."""
    here, foe = the_map(), FOE[unit.side]
    far = 99  # no source at all
    end = path[-1]
    own = here.source_distance[unit.side].get(end, far)
    enemy = here.source_distance[foe].get(end, far)
    steps = in_rank(table, [step_class(a, b, cut) for a, b in zip((unit.hex, *path), path, strict=False)])
    friends = sum(lay.friends(hex, side=unit.side, but=unit.id) for hex in path)
    if table.options.get("retreats") == "as printed":  # the old seventh place
        return steps, friends, enemy, -own
    return own, -enemy, steps, friends


def in_rank(table: Ardennes, steps: list[int]) -> tuple[int, ...]:
    """10.2, R-53 Which step of a way is looked at first: the best, the worst, or the first that is taken."""
    match table.options.get("ways"):
        case "worst step first":
            return tuple(sorted(steps, reverse=True))
        case "step by step":
            return tuple(steps)
        case _:
            return tuple(sorted(steps))


def step_class(start: str, end: str, cut: frozenset[str]) -> int:
    """10.2 Which of the printed places 1 to 5 a step takes."""
    here = the_map()
    side = next(side for side in here.sides[start] if side.to == end)
    if side.bridge:
        return 4 if side.name in cut else 1
    if side.water:
        return 5 if side.water == "river" else 3
    if here.on_road(end):
        return 1
    return 3 if here.terrain_of(end) == "rough" else 2


# 9.6 Advance


def advance(
    table: Ardennes, umpire: Umpire, winner: str, units: list[Unit], left: list[str], said: tuple[str, ...]
) -> None:
    """9.6N One mechanized unit that took part into each hex that was cleared (R-16), or into one of them."""
    gone = 0
    for hex in left:
        if units_in(table, hex) or (gone and table.options.get("advance") == "one a battle"):
            continue
        lay = lay_of(table)
        able = [unit for unit in units if can_advance(table, unit, hex, lay)]
        if not able:
            continue
        wish = next((name for name in said if name in ids_of(able)), STAY) if said else None
        pick = umpire.within(f"advance {hex}").ask(
            "9.6N", winner, "advance", f"advance into {hex}?", [STAY, *ids_of(able)],
            said=wish, otherwise=STAY, facts={"hex": hex},
        )  # fmt: skip
        if pick != STAY:
            umpire.do("9.6N", AdvancedInto(pick, hex))
            gone += 1
            units = [unit for unit in units if unit.id != pick]


def can_advance(table: Ardennes, unit: Unit, hex: str, lay: Lay) -> bool:
    """9.6N, R-16, R-17, 6.5G Mechanized, alive, beside it; neither its cost nor enemy control matters, columns do."""
    here = the_map()
    if not unit.in_play or not unit.mechanized or hex not in here.neighbours[unit.hex]:
        return False
    if hex not in here.live or hex in here.impassable:
        return False
    side = next(side for side in here.sides[unit.hex] if side.to == hex)
    if unit.restricted and not table.meuse_open and side.name in here.meuse:  # 14.3C
        return False
    if not unit.road:
        return not column_beside(lay, unit, hex)
    return can_be_driven(unit, side, interdicted_for(table, unit.side)) and not crowds(lay, unit, hex)


# 10.3 The German table


def roll_for_table(table: Ardennes, umpire: Umpire) -> None:
    """10.3 From game-turn 6 on a die at the start of each game-turn, until a 1 switches for good (R-49)."""
    if table.side == "german" and table.turn >= limit("switch from") and not table.standard_table:
        face = umpire.roll("10.3", "table")
        umpire.do("10.3", TableRolled(face, face <= limit("switch on")))
