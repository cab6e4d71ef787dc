"""4. The phases of a player-turn, in their order; what each of them does stands in the sections named."""

from __future__ import annotations

from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.events import (
    BridgesJudged,
    ModeChanged,
    Moved,
    PhaseBegan,
    PlayerTurnBegan,
    SupplyJudged,
    Woke,
)
from pbem_rules.ardennes_offensive.s04_first_turn import DutyJudge, contacts, has_duty, leaves_over
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import has_no_second_move, not_of, plan
from pbem_rules.ardennes_offensive.s06_road_mode import crowded, leave_as_they_must
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import attack, cannot_attack, with_those_left
from pbem_rules.ardennes_offensive.s10_results import roll_for_table
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED, UNSUPPLIED, judged
from pbem_rules.ardennes_offensive.s13_bridges import bridges_near
from pbem_rules.ardennes_offensive.s14_reinforcements import arrivals
from pbem_rules.ardennes_offensive.s15_paradrop import drop
from pbem_rules.ardennes_offensive.s16_victory import close_game_turn
from pbem_rules.ardennes_offensive.sheets import AttackLine, MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes

# 4.1 phases 1 and 2


def begin(table: Ardennes, umpire: Umpire) -> str:
    """4.1 Reinforcements, then bridges and supply for the whole player-turn."""
    roll_for_table(table, umpire)
    arrivals(table, umpire)
    umpire.do("13.1A", bridges_judged(table))
    umpire.do("12.4K", supply_judged(table))
    if table.turn == 1:
        umpire.do("4.2", PhaseBegan("combat"))  # no initial movement
        return "combat"
    umpire.do("4.1", PhaseBegan("movement"))
    return "movement"


def bridges_judged(table: Ardennes) -> BridgesJudged:
    return BridgesJudged(tuple(sorted(bridges_near(table, table.side))))


def supply_judged(table: Ardennes) -> SupplyJudged:
    states = judged(table, table.side)
    told = {state: tuple(name for name, is_ in states.items() if is_ == state) for state in (UNSUPPLIED, ISOLATED)}
    return SupplyJudged(told[UNSUPPLIED], told[ISOLATED])


# 4.1 phases 3 and 5


def movement(table: Ardennes, umpire: Umpire) -> str:
    """4.1 The initial movement: first what must happen, then the sheet, then who must still come on."""
    wake(table, umpire)
    leave_as_they_must(table, umpire)
    drop(table, umpire)
    moves = umpire.orders("5.0", table.side, "movement")
    for line in moves:
        lay = lay_of(table)
        if problem := comes_before_others(table, line, lay):
            moves.refuse(*problem)
        else:
            move(table, umpire, moves, line, lay)
    while cures := cures_for(table):
        name = cures[0].unit
        line = moves.need("6.7N", f"{name} stands too close to another unit for road mode", {"unit": name})
        move(table, umpire, moves, line)
    come_on(table, umpire)
    umpire.do("4.1", PhaseBegan("combat"))
    return "combat"


def mechanized(table: Ardennes, umpire: Umpire) -> str | None:
    """4.1, 5.2K The mechanized units that did not attack move again; then the player-turn is over."""
    wake(table, umpire)
    moves = umpire.orders("5.2K", table.side, "mechanized")
    for line in moves:
        if problem := has_no_second_move(table, line):
            moves.refuse(*problem)
        else:
            move(table, umpire, moves, line)
    umpire.do("4.1", PhaseBegan("end"))
    if table.side == "german":
        umpire.do("4.1", PlayerTurnBegan(table.turn, "allied"))
        return "begin"
    return close_game_turn(table, umpire)


def move(table: Ardennes, umpire: Umpire, moves: Orders, line: MoveLine, lay: Lay | None = None) -> None:
    """5.0 One line, all of it or nothing."""
    if not line.clauses:
        if problem := not_of(table.side, table.units[line.unit]):
            moves.refuse(*problem)
        return
    march = plan(table, table.side, line, lay)
    if not isinstance(march, March):
        moves.refuse(*march)
        return
    for leg in march.legs:
        if leg.kind in ("march", "road"):
            umpire.do("5.0", Moved(line.unit, leg.path, leg.spent, "road" if leg.kind == "road" else "march"))
        else:
            umpire.do("6.3C", ModeChanged(line.unit, leg.kind == "enter", leg.spent))


def wake(table: Ardennes, umpire: Umpire) -> None:
    """5.3M, R-13 Dormant units beside an Allied unit in play take part again."""
    woken = waking(table)
    if woken:
        umpire.do("5.3M", Woke(woken))


def waking(table: Ardennes) -> tuple[str, ...]:
    """5.3M Who wakes as a movement phase begins."""
    if table.side != "allied":
        return ()
    here, lay = the_map(), lay_of(table)
    asleep = [unit for _, unit in sorted(table.units.items()) if unit.hex in here.edge]
    return tuple(
        unit.id
        for unit in asleep
        if any(lay.holder(near) == "allied" for near in here.neighbours[unit.hex] if near in here.live)
    )


def come_on(table: Ardennes, umpire: Umpire) -> None:
    """14.1A, R-39 Allied arrivals may not be held back: who can come on comes on, one hex far."""
    if table.side != "allied":
        return
    for unit in [unit for _, unit in sorted(table.units.items()) if unit.entry and unit.side == "allied"]:
        road = next(road for road in the_map().exits.values() if road.edge == unit.entry)
        march = plan(table, "allied", MoveLine(unit=unit.id, way=road.hex))
        if isinstance(march, March):
            umpire.do("14.1A", Moved(unit.id, (road.hex,), march.total, "road"))


# 6.7N


def comes_before_others(table: Ardennes, line: MoveLine, lay: Lay) -> Cannot | None:
    """6.7N, R-36 Units that a retreat has pushed together come first, if any of them can."""
    pairs = crowded(table, lay) if line.clauses else []  # who holds does not move
    if not pairs or any(line.unit in pair for pair in pairs) or not cures_for(table):
        return None
    first, other = pairs[0]
    return "6.7N", f"{first} and {other} stand too close for road mode, one of them moves first"


def cures_for(table: Ardennes) -> list[MoveLine]:
    """6.7N The first lawful line that sets units apart which a retreat has pushed together; none, if nothing can."""
    for pair in crowded(table):
        for name in pair:
            for line in ways_apart(table, name):
                march = plan(table, table.side, line)
                if isinstance(march, March) and sets_apart(table, march, pair):
                    return [line]
    return []


def ways_apart(table: Ardennes, name: str) -> list[MoveLine]:
    unit, here = table.units[name], the_map()
    hexes = [hex for hex in here.neighbours[unit.hex] if hex in here.live]
    two = [f"{hex} {far}" for hex in hexes for far in here.neighbours[hex] if far in here.live and far != unit.hex]
    stay = ["leave road mode"] if unit.road else []
    return [MoveLine(unit=name, way=way) for way in (*stay, *hexes, *(two if unit.road else ()))]


def sets_apart(table: Ardennes, march: March, pair: tuple[str, str]) -> bool:
    """Whether the two keep their distance once this march is done."""
    other = table.units[next(name for name in pair if name != march.unit.id)]
    if not (march.road or other.road):
        return True
    joined = {way.to for way in the_map().roads.get(march.hex, ())}
    return other.hex != march.hex and other.hex not in joined


# 4.1 phase 4


def combat(table: Ardennes, umpire: Umpire) -> str:
    """4.1 The attacks of the sheet; E4.2 on game-turn 1 the German plan covers everybody in contact."""
    bound = has_duty(table)
    judge = DutyJudge(contacts(table)) if bound else None
    part = umpire.ask_all(umpire.part("9.1B", table.side, "combat", judge=judge))[0]
    attacks = Orders(umpire, "9.1B", table.side, part)
    for line in attacks:
        dutiful_attack(table, umpire, attacks, line, bound=bound)
    while bound and (owing := min(contacts(table), default="")):
        line = attacks.need("E4.2", f"{owing} must take part in an attack", {"unit": owing})
        dutiful_attack(table, umpire, attacks, line, bound=bound)
    umpire.do("4.1", PhaseBegan("mechanized"))
    return "mechanized"


def dutiful_attack(table: Ardennes, umpire: Umpire, attacks: Orders, line: AttackLine, *, bound: bool) -> None:
    """E4.2 An attack; on game-turn 1 one that lets nobody out of his duty."""
    left = with_those_left(table, line)
    lawful = bound and cannot_attack(table, table.side, left) is None
    if lawful and (problem := leaves_over(table, left)):
        attacks.refuse(*problem)
    else:
        attack(table, umpire, attacks, line)
