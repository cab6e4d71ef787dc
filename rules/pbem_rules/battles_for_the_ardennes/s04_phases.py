"""4. The phases of a game-turn in their order; what each of them does stands in the sections named."""

from __future__ import annotations

from functools import partial

from pbem.ruleset import Cannot, Orders, Part, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import DumpMoved
from pbem_rules.battles_for_the_ardennes.board import SIDES
from pbem_rules.battles_for_the_ardennes.events import (
    AmmunitionFound,
    GameTurnOpened,
    MarchesOver,
    ModeOrdered,
    PhaseOpened,
    PlayerTurnClosed,
    SecretsFixed,
    SecretsSealed,
    UnitEntered,
    UnitLeft,
    UnitMoved,
    UnitWaits,
)
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin
from pbem_rules.battles_for_the_ardennes.s05_movement import UnitMove, plan_move
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of, restacked
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_change_mode
from pbem_rules.battles_for_the_ardennes.s11_shortage import relief, shortages
from pbem_rules.battles_for_the_ardennes.s11_supply import trace_supply
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import (
    cannot_arrive,
    come_on,
    drop,
    free_british,
    plan_entry,
    waiting,
)
from pbem_rules.battles_for_the_ardennes.s16_dumps import enter_site, plays_dumps, wrong_dumps
from pbem_rules.battles_for_the_ardennes.s16_ending import ends_now, plays_ending
from pbem_rules.battles_for_the_ardennes.s16_greif import (
    clear_targets,
    kinds_of,
    plays_greif,
    stopped_by_target,
    withdraw_brigade,
    wrong_targets,
)
from pbem_rules.battles_for_the_ardennes.s17_plans import count_crossings, has_plans, wrong_plan
from pbem_rules.battles_for_the_ardennes.s17_victory import final
from pbem_rules.battles_for_the_ardennes.sheets import OFF, ArrivalOrder, MoveOrder, SecretOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

# Before play


def secrets(table: BattlesTable, umpire: Umpire) -> str:
    """16.41, 16.51 Targets, dumps and plans are sealed before anything is played."""
    sides = [side for side in SIDES if has_secret(table, side)]
    parts = umpire.ask_all(
        *[
            umpire.part(
                "16.41", side, "secret", f"the secrets of the {side} side", judge=partial(wrong_secret, table, side),
                sealed=True,
            )
            for side in sides
        ]
    )  # fmt: skip
    here = table.here
    for side, part in zip(sides, parts, strict=True):
        line = part.lines[0]
        targets = tuple(sorted(kinds_of(table, line.greif, line.primary).items()))
        dumps = tuple(sorted((here.spelled(hex), points) for hex, points in line.dumps.items()))
        umpire.do("16.41", SecretsFixed(targets, dumps, line.plan), only=side)
        umpire.do("16.41", SecretsSealed(side))
    umpire.do("base.sequence", GameTurnOpened(table.form.length.first))
    if plays_dumps(table):
        for unit in units_of(table, "german"):  # at set-up too
            enter_site(table, umpire.within(unit.id), unit, unit.hex)
    return "supply"


def has_secret(table: BattlesTable, side: str) -> bool:
    if side == "allied":
        return plays_dumps(table)
    return plays_greif(table) or has_plans(table)


def wrong_secret(table: BattlesTable, side: str, part: Part) -> str | None:
    """What is wrong with a side's sealed part."""
    if len(part.lines) != 1:
        return "one block is wanted"
    problem = cannot_keep(table, side, part.lines[0])  # type: ignore[arg-type]
    return f"{problem[0]}: {problem[1]}" if problem else None


def cannot_keep(table: BattlesTable, side: str, line: SecretOrder) -> Cannot | None:
    """16.41, 16.51 The same for `pbem check`, with its case."""
    if side == "allied" or not plays_greif(table):
        if line.greif or line.primary:
            return "16.41", "no targets are plotted by this side in this game"
    elif problem := wrong_targets(table, line.greif, line.primary):
        return problem
    if side == "german" or not plays_dumps(table):
        if line.dumps:
            return "16.51", "no dumps are placed by this side in this game"
    elif problem := wrong_dumps(table, line.dumps):
        return problem
    return wrong_plan(table, side, line.plan)


# The game-turn begins


def supply(table: BattlesTable, umpire: Umpire) -> str | None:
    """4.0 The check of the ending, then the Mutual Supply Determination Phase."""
    if ends_now(table, umpire):
        final(table, umpire, early=True)
        return None
    clear_targets(table, umpire)
    trace_supply(table, umpire)
    helped = shortages(table, umpire)
    relief(table, umpire, helped)
    find_ammunition(table, umpire)
    umpire.do("base.sequence", PhaseOpened("german", "air"))
    return "air"


def find_ammunition(table: BattlesTable, umpire: Umpire) -> None:
    """16.66, 16.76, R-32 Markers that have lain for a whole game-turn, on units that are in supply."""
    rest = 1 if table.options.get("ammunition") == "next phase" else 2
    due = [
        unit.id
        for _, unit in sorted(table.units.items())
        if unit.hex and unit.dry_guns and unit.dry_guns + rest <= table.turn and not unit.out_of_supply
    ]
    if due:
        umpire.do("16.66", AmmunitionFound(tuple(due)))


# 10. The Artillery Segment


def artillery(table: BattlesTable, umpire: Umpire) -> str:
    """10.0 Batteries that change their mode; it is done when the player-turn ends."""
    lines = umpire.orders("base.artillery", table.side, "artillery")
    for line in lines.lawful(cannot_change_mode, table):
        name = name_here(table, line.unit)
        mode = "dump" if name.startswith("dump ") and line.mode == "battery" else line.mode
        umpire.do("base.artillery", ModeOrdered(name, mode))
    umpire.do("base.sequence", PhaseOpened(table.side, "movement"))
    return "movement"


# 5. The Movement Segment


def movement(table: BattlesTable, umpire: Umpire) -> str:
    """5.0, 15.0 Reinforcements, then the units on the map, one line after the other."""
    marched = [unit.id for unit in units_of(table, table.side) if unit.march]
    if marched:
        umpire.do("base.movement", MarchesOver(tuple(marched)))
    contact = contact_of(table)
    if anybody_waits(table):
        lines = umpire.orders("base.reinforcements", table.side, "reinforcements")
        for line in lines:
            arrive(table, umpire, lines, line, restacked(table, contact))
    moves = umpire.orders("base.movement", table.side, "movement")
    for line in moves:
        if line.unit.startswith("dump "):
            move_dump(table, umpire, moves, line)
        else:
            move(table, umpire, moves, line, restacked(table, contact))
    for unit in come_on(table, umpire):
        meet(table, umpire.within(unit.id), unit, unit.hex)
    if table.side == "german":
        free_british(table, umpire)
    umpire.do("base.sequence", PhaseOpened(table.side, "combat"))
    return "combat"


def anybody_waits(table: BattlesTable) -> bool:
    return bool(waiting(table, table.side))


def arrive(table: BattlesTable, umpire: Umpire, lines: Orders, line: ArrivalOrder, contact: Contact) -> None:
    """15.0 One reinforcement."""
    if problem := cannot_arrive(table, table.side, line, contact):
        lines.refuse(*problem)
        return
    unit, at = table.units[line.unit], umpire.within(line.unit)
    if line.way == OFF:
        umpire.do("base.reinforcements", UnitWaits(unit.id, "held back"))
    elif line.drops:
        if drop(table, at, line):
            meet(table, at, unit, unit.hex)
    else:
        journey = plan_entry(table, line, contact)
        if isinstance(journey, UnitMove):
            at.do("base.reinforcements", UnitEntered(unit.id, journey.path[0]))
            if not meet(table, at, unit, unit.hex):
                walk(table, at, lines, journey, paid=1)
            else:
                stopped(lines, unit)


def move(table: BattlesTable, umpire: Umpire, moves: Orders, line: MoveOrder, contact: Contact) -> None:
    """5.0 One unit on the map."""
    journey = plan_move(table, table.side, line, contact)
    if not isinstance(journey, UnitMove):
        moves.refuse(*journey)
        return
    walk(table, umpire.within(line.unit), moves, journey, paid=0)


def walk(table: BattlesTable, umpire: Umpire, lines: Orders, journey: UnitMove, *, paid: int) -> None:
    """5.0 Hex by hex: what is hidden may stop it.  Stretches on which nothing happens are told at once."""
    unit, how = journey.unit, "forced" if journey.forced else "march" if journey.march else ""
    trodden: list[str] = []
    spent = sum(journey.costs[:paid])
    for hex, cost in zip(journey.path[paid:], journey.costs[paid:], strict=True):
        trodden.append(hex)
        spent += cost
        if matters(table, unit, hex):
            umpire.do("base.movement", UnitMoved(unit.id, tuple(trodden), spent, how))
            trodden = []
            if meet(table, umpire, unit, hex):
                stopped(lines, unit)
                return
    if trodden or how:
        umpire.do("base.movement", UnitMoved(unit.id, tuple(trodden), spent, how))
    if journey.exit:
        counts = unit.worth if unit.mechanized and not unit.out_of_supply else 0
        umpire.do("base.victory", UnitLeft(unit.id, exit_name(table, unit.hex, journey.exit), counts))


def stopped(lines: Orders, unit: BattleUnit) -> None:
    lines.review("16.41", f"{unit.id} was stopped in {unit.hex}")


def exit_name(table: BattlesTable, hex: str, edge: str) -> str:
    """1.15 The edge, with its rows where only some of them count."""
    row = int(hex[1:3])
    for form in table.form.victory.exits:
        low, _, high = form.rows.partition("-")
        if form.edge == edge and form.rows and not int(low) <= row <= int(high):
            return f"{edge} elsewhere"
    return edge


def matters(table: BattlesTable, unit: BattleUnit, hex: str) -> bool:
    """Whether anything can happen to a unit in a hex: all of it public but for what lies there."""
    return (unit.side == "allied" and plays_greif(table)) or (plays_dumps(table))


def meet(table: BattlesTable, umpire: Umpire, unit: BattleUnit, hex: str) -> bool:
    """16.41, 16.52 What a unit finds in a hex; whether it has to stop."""
    enter_site(table, umpire, unit, hex)
    return bool(stopped_by_target(table, umpire, unit, hex))


def move_dump(table: BattlesTable, umpire: Umpire, moves: Orders, line: MoveOrder) -> None:
    """16.57 A dump on the move goes one hex."""
    if problem := cannot_move_dump(table, table.side, line):
        moves.refuse(*problem)
        return
    dump = table.dumps[name_here(table, line.unit).removeprefix("dump ")]
    if not line.stretches:
        return
    umpire.do("16.57", DumpMoved(dump.site, table.here.spelled(line.stretches[0].hexes[-1])))


def name_here(table: BattlesTable, name: str) -> str:
    """16.57 A dump goes by the number that its site has on the maps in play."""
    if not name.startswith("dump "):
        return name
    return f"dump {table.here.spelled(name.removeprefix('dump '))}"


def cannot_move_dump(table: BattlesTable, side: str, line: MoveOrder) -> Cannot | None:
    """16.57 One point of movement, like artillery, and no march mode."""
    here = table.here
    dump = table.dumps.get(here.spelled(line.unit.removeprefix("dump ")))
    if not table.plays("16.57") or side != "german" or dump is None or not dump.german:
        return "16.57", f"{line.unit} is nothing that the {side} side can move"
    if not line.stretches:
        return None
    if dump.mode != "moving" or dump.changing:
        return "16.57", f"{line.unit} is not in movement mode", "to movement mode takes a game-turn"
    if dump.id in table.moved:
        return "16.57", f"{line.unit} has moved already"
    to = here.spelled(line.stretches[0].hexes[-1]) if line.stretches[0].hexes else ""
    if len(line.stretches) > 1 or to not in here.neighbours[dump.hex]:
        return "16.57", f"{line.unit} goes one hex"
    contact = contact_of(table)
    way = here.between(dump.hex, to)
    if contact.holder(to) == "allied" or way.water or (here.ground[to] == "heavy-woods" and not way.road):
        return "16.57", f"{line.unit} cannot enter {to}"
    return None


# The end of a player-turn and of a game-turn


def close_player_turn(table: BattlesTable, umpire: Umpire) -> str | None:
    """4.0 Changes of mode are done; after the Allied player-turn the game-turn is over."""
    side = table.side
    own = [unit for _, unit in sorted(table.units.items()) if unit.side == side and unit.hex]
    rested = tuple(unit.id for unit in own if unit.fatigued and unit.fatigued <= table.turn)
    recovered = tuple(unit.id for unit in own if unit.disrupted)
    changed = tuple(unit.id for unit in own if unit.changing)
    dumps = tuple(dump.id for _, dump in sorted(table.dumps.items()) if dump.changing) if side == "german" else ()
    umpire.do("base.sequence", PlayerTurnClosed(side, rested, recovered, (*changed, *dumps)))
    if side == "german":
        free_british(table, umpire)  # whom an advance has called
        umpire.do("base.sequence", PhaseOpened("allied", "air"))
        return "air"
    withdraw_brigade(table, umpire)
    count_crossings(table, umpire)
    if not plays_ending(table) and table.turn >= table.form.length.last:
        final(table, umpire, early=False)
        return None
    umpire.do("base.sequence", GameTurnOpened(table.turn + 1))
    return "supply"


def cannot_go(table: BattlesTable, side: str, line: MoveOrder) -> Cannot | None:
    """5.0 A unit, or 16.57 a dump, as the table will stand when the orders begin."""
    if line.unit.startswith("dump "):
        return cannot_move_dump(table, side, line)
    ahead = as_orders_begin(table)
    found = plan_move(ahead, side, line, contact_of(ahead))
    return None if isinstance(found, UnitMove) else found
