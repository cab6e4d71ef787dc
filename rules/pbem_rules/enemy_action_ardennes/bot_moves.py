"""How the staff uses a formation: attacks worth making, who goes where for them, and where the others are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import partial
from itertools import pairwise

from pbem.kit.paths import Path
from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import FOE, around, built_in, is_westwall, passage, terrain_of, the_map
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, Aims, counts_wall, exits_of, pull
from pbem_rules.enemy_action_ardennes.bot_attacks import (
    able,
    could_attack,
    engagement,
    quick_worth,
    worth_of_attack,
)
from pbem_rules.enemy_action_ardennes.s07_movement import cannot_march, slipping
from pbem_rules.enemy_action_ardennes.s07_steps import mark_of
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_hold_position
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, RegimentMove
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, on_map, overstacked, worth_of

TARGETS = 3
"""So many targets are looked at closely for each attack."""
ENOUGH = 6
"""No more units for one attack."""
BLOCKS, DUG_IN, SUPPLY_ROAD = 45, 25, 6
WORTH_A_MOVE = 4
COVER = {"forest": 10, "woods": 8, "broken": 4, "clear": 0, "city": 12}

FIRST = 2
"""So many units go ahead where an attack opens the way."""
BETTER = 20
"""Who could win more than this by marching is left out of an attack, if it is worth more without him."""

Assault = tuple[Fraction, str, dict[str, str]]
"""What an attack is worth, its target, and from where each unit attacks."""
Reached = dict[str, tuple[Path[str] | None, bool]]


@frozen(slots=False)
class Deeds:
    """What a formation does in one impulse, and what all that is worth."""

    worth: Fraction
    moves: tuple[RegimentMove, ...] = ()
    attacks: tuple[AssaultOrder, ...] = ()
    dig: tuple[str, ...] = ()


@frozen(slots=False)
class Tasking:
    """Units that are being given their tasks."""

    table: EnemyAction
    side: str
    aims: Aims
    units: list[Regiment]
    reached: dict[str, Reached]
    """Where each can come to; at least where it stands."""
    stacks: dict[str, list[Regiment]]
    """Who of the side stands where."""
    fights: bool = True
    at: dict[str, str] = field(default_factory=dict)
    """Where each is in the end."""
    else_: dict[str, int] = field(default_factory=dict)
    """What each could win by marching instead of attacking."""
    kept: dict[str, int] = field(default_factory=dict)
    """What would be lost if each left its hex."""
    crossed: list[str] = field(default_factory=list)
    """7.31 The hexsides that are taken up."""
    marks: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """What each takes up on its way to a hex, as far as anybody has asked."""

    def room(self, hex: str, unit: Regiment) -> bool:
        """7.4 Whether a unit finds room in a hex when all are where they shall be."""
        there = [each for each in self.stacks.get(hex, ()) if each.id != unit.id and each.id not in self.at]
        units = self.table.units
        come = [units[name] for name, at in self.at.items() if at == hex and name != unit.id]
        return not overstacked([*there, *come, unit])

    def crossings(self, unit: Regiment, hex: str) -> tuple[str, ...]:
        """7.31, 7.32 The hexsides on the way there that are for one unit."""
        path, _ = self.reached[unit.id][hex]
        if path is None:
            return ()
        if (unit.id, hex) not in self.marks:
            steps = pairwise((unit.hex, *path.places))
            marks = (mark_of(self.table, unit, here, near, self.aims.sway) for here, near in steps)
            self.marks[unit.id, hex] = tuple(mark for mark in marks if mark)
        return self.marks[unit.id, hex]

    def open(self, hex: str, unit: Regiment) -> bool:
        """Whether a unit can come to a hex beside all that the others do."""
        return self.room(hex, unit) and not any(mark in self.crossed for mark in self.crossings(unit, hex))

    def send(self, unit: Regiment, hex: str) -> None:
        self.at[unit.id] = hex
        self.crossed.extend(self.crossings(unit, hex))


def tasked(
    table: EnemyAction,
    side: str,
    aims: Aims,
    units: list[Regiment],
    *,
    fights: bool,
    still: bool = False,
    slips: bool = False,
) -> Tasking:
    """Units that do not move, or as usual, or slip out of the enemy's zones."""
    reached: dict[str, Reached] = {}
    for unit in units:
        found: Reached = {unit.hex: (None, False)}
        if slips:
            found |= {hex: (path, False) for hex, path in slipping(table, unit, aims.sway).items() if hex != unit.hex}
        elif not still:
            found |= {hex: way for hex, way in aims.ways(unit).items() if hex != unit.hex}
        reached[unit.id] = found
    stacks: dict[str, list[Regiment]] = {}
    for unit in on_map(table, side):
        stacks.setdefault(unit.hex, []).append(unit)
    return Tasking(table, side, aims, units, reached, stacks, fights)


def deeds_of(tasks: Tasking) -> Deeds:
    """Off the map where that pays; the attacks, the best one first; then whoever is left goes where he is wanted."""
    exits, worth = departures(tasks)
    attacks = list[AssaultOrder]()
    worth += led_out(tasks) + captures(tasks)
    free = [unit for unit in tasks.units if unit.id not in tasks.at or tasks.at[unit.id]]
    free = [unit for unit in free if unit.id != tasks.aims.exodus.leader or unit.id not in tasks.at]
    while tasks.fights and (found := best_attack(tasks, able(free), [order.attack for order in attacks])):
        gained, target, posts = found
        for name, hex in posts.items():
            tasks.send(tasks.table.units[name], hex)
        attacks.append(AssaultOrder(attack=target, with_=tuple(posts)))
        worth += gained
        free = [unit for unit in free if unit.id not in posts]
    moves = [*exits, *(move for unit in tasks.units if tasks.at.get(unit.id) and (move := move_to(tasks, unit)))]
    marches, gained = free_moves(tasks, [unit for unit in free if unit.id not in tasks.at])
    moves += marches
    busy = {move.unit for move in moves} | {name for order in attacks for name in order.with_}
    dig = tuple(dug_in(tasks, [unit for unit in tasks.units if unit.id not in busy]))
    return Deeds(
        worth + gained + len(dig) * (DUG_IN if tasks.side == "allied" else 1), tuple(moves), tuple(attacks), dig
    )


def led_out(tasks: Tasking) -> int:
    """The first march of whoever would leave the map comes before all else."""
    exodus = tasks.aims.exodus
    march, unit = exodus.ways.get(exodus.leader), tasks.table.units.get(exodus.leader)
    if march is None or unit not in tasks.units or unit.id in tasks.at or march.end not in tasks.reached[unit.id]:
        return 0
    worth = tasks.aims.leads_out(unit, march.end)
    if worth and march.end != unit.hex and tasks.open(march.end, unit):
        tasks.send(unit, march.end)
        tasks.reached[unit.id] = {march.end: tasks.reached[unit.id][march.end]}
        return worth
    return 0


def move_to(tasks: Tasking, unit: Regiment) -> RegimentMove | None:
    """The march to the post in an attack."""
    hex = tasks.at.get(unit.id, unit.hex)
    path, strategic = tasks.reached[unit.id][hex]
    return None if path is None else RegimentMove(unit=unit.id, path=path.places, strategic=strategic)


# Captures


def captures(tasks: Tasking) -> Fraction:
    """Whatever counts and can be walked into is taken first, each hex by the unit that is missed least."""
    won: dict[str, int] = {}
    for unit in tasks.units:
        won |= {hex: worth for hex in tasks.reached[unit.id] if (worth := taking(tasks, hex)) >= POINT}
    total = 0
    for _, hex in sorted((-worth, hex) for hex, worth in won.items()):
        able = [unit for unit in tasks.units if hex in tasks.reached[unit.id] and unit.id not in tasks.at]
        able = [unit for unit in able if tasks.open(hex, unit) and stays(tasks, unit) < won[hex]]
        if able:
            unit = min(able, key=weakest)
            tasks.send(unit, hex)
            tasks.reached[unit.id] = {hex: tasks.reached[unit.id][hex]}
            total += won[hex]
    return Fraction(total)


def weakest(unit: Regiment) -> tuple[int, str]:
    return unit.strength, unit.id


def strongest(unit: Regiment) -> tuple[int, str]:
    return -unit.strength, unit.id


# Attacks


def best_attack(tasks: Tasking, units: list[Regiment], done: list[str]) -> Assault | None:
    """The target that promises most, who attacks it and from where; None if nothing is worth while."""
    near: dict[str, list[Regiment]] = {}
    foes = [hex for hex, side in tasks.aims.sway.held.items() if side != tasks.side and hex not in done]
    foes = [hex for hex in foes if not tasks.aims.exodus.lets_be(hex)]
    for target in foes:
        beside = around(target)
        if nearby := [unit for unit in units if any(hex in tasks.reached[unit.id] for hex in beside)]:
            near[target] = nearby

    def glance(target: str) -> tuple[Fraction, str]:
        return -quick_worth(
            tasks.table, tasks.side, near[target], target, tasks.aims.way(target), tasks.aims.temper
        ), target

    likely = sorted(near, key=glance)[:TARGETS]
    found = [
        option
        for target in likely
        if (option := attack_on(tasks, target, near[target])) and option[0] > -tasks.aims.mood.bold
    ]
    return max(found, key=lambda option: (option[0], option[1]), default=None)


def attack_on(tasks: Tasking, target: str, units: list[Regiment]) -> Assault | None:
    """All who find room around a target, or only those who have nothing better to do: whichever is worth more."""
    idle = [unit for unit in units if elsewhere(tasks, unit) <= BETTER]
    found = [posted(tasks, target, group) for group in ((units, idle) if len(idle) < len(units) else (units,))]
    return max((each for each in found if each is not None), key=lambda each: each[0], default=None)


def elsewhere(tasks: Tasking, unit: Regiment) -> int:
    """What a unit would win by going where it is wanted most, were it not for the attack."""
    if unit.id not in tasks.else_:
        tasks.else_[unit.id] = best_hex(tasks, unit)[0] if len(tasks.reached[unit.id]) > 1 else 0
    return tasks.else_[unit.id]


def posted(tasks: Tasking, target: str, units: list[Regiment]) -> Assault | None:
    """The strongest that find room around a target, from as many sides as may be, dry feet first."""
    posts: dict[str, str] = {}
    before, crossed = dict(tasks.at), list(tasks.crossed)
    for unit in sorted(units, key=strongest):
        if len(posts) == ENOUGH:
            break
        hexes = [hex for hex in around(target) if hex in tasks.reached[unit.id] and tasks.open(hex, unit)]
        if hexes:
            posts[unit.id] = min(hexes, key=partial(post_rank, tasks, unit, target))
            tasks.send(unit, posts[unit.id])
    chosen = [tasks.table.units[name] for name in posts]
    tasks.at.clear()
    tasks.at.update(before)
    tasks.crossed[:] = crossed
    if not could_attack(chosen):
        return None
    worth = fought(tasks, target, posts)
    if tasks.side == "german":
        worth += opened(tasks, target, posts)
    return worth + sum(on_the_way(tasks, unit, posts[unit.id]) for unit in chosen), target, posts


def fought(tasks: Tasking, target: str, posts: dict[str, str]) -> Fraction:
    """What an attack is worth by itself; formations of one corps often think of the same."""
    fight, found = (target, tuple(posts.items())), tasks.aims.fights
    if fight not in found:
        temper, way = tasks.aims.temper, tasks.aims.way(target)
        found[fight] = worth_of_attack(engagement(tasks.table, target, posts, posts), temper, way)
    return found[fight]


def opened(tasks: Tasking, target: str, posts: dict[str, str]) -> int:
    """What the way that an attack opens is worth to those who would advance first."""
    gains, temper = [], tasks.aims.temper
    for name, post in posts.items():
        unit = tasks.table.units[name]
        aims = tasks.aims.of(unit)
        gains.append(pull(target, aims, temper.near) - pull(post, aims, temper.near))
    first = sorted((gain for gain in gains if gain > 0), reverse=True)[:FIRST]
    return sum(first) * (temper.leaves_town if built_in(target) else temper.leaves) // 100


def on_the_way(tasks: Tasking, unit: Regiment, post: str) -> int:
    """What a post is worth beside the attack, less what the unit could win elsewhere, or leaves behind."""
    forgone = elsewhere(tasks, unit)
    if post == unit.hex:
        return -forgone
    aims, near = tasks.aims.of(unit), tasks.aims.temper.near
    return pull(post, aims, near) - pull(unit.hex, aims, near) - stays(tasks, unit) - forgone


def post_rank(tasks: Tasking, unit: Regiment, target: str, hex: str) -> tuple[int, int, int, str]:
    """Not over a river, where nobody else is yet, where it stands already."""
    crowded = sum(other == hex for other in tasks.at.values())
    return int(passage(hex, target).river), crowded, int(hex != unit.hex), hex


# Moves


def departures(tasks: Tasking) -> tuple[list[RegimentMove], Fraction]:
    """7.8 Who can leave the map does so, where that pays."""
    exits, worth = list[RegimentMove](), 0
    for unit in tasks.units:
        if leaving := way_out(tasks, unit):
            exits.append(leaving[1])
            tasks.at[unit.id] = ""
            worth += leaving[0]
    return exits, Fraction(worth)


def free_moves(tasks: Tasking, units: list[Regiment]) -> tuple[list[RegimentMove], Fraction]:
    """To where a unit is wanted most."""
    moves, worth = list[RegimentMove](), 0
    for unit in units:
        if len(tasks.reached[unit.id]) == 1:
            continue
        gained, hex = best_hex(tasks, unit)
        if hex != unit.hex and gained > WORTH_A_MOVE:
            tasks.send(unit, hex)
            tasks.aims.gave(hex)
            tasks.aims.sent(hex, unit.steps)
            path, strategic = tasks.reached[unit.id][hex]
            assert path is not None
            moves.append(RegimentMove(unit=unit.id, path=path.places, strategic=strategic))
            worth += gained
    return moves, Fraction(worth)


def best_hex(tasks: Tasking, unit: Regiment) -> tuple[int, str]:
    """Where a unit is wanted most, and how much better that is than where it stands."""
    aims, near = tasks.aims.of(unit), tasks.aims.temper.near
    stay = pull(unit.hex, aims, near) + stays(tasks, unit)
    best, found = 0, unit.hex
    for hex in sorted(tasks.reached[unit.id]):
        if hex == unit.hex:
            continue
        gained = pull(hex, aims, near) + taking(tasks, hex) + footing(tasks, unit, hex) - stay
        gained += tasks.aims.in_the_way(hex, unit.steps)
        gained += tasks.aims.mood.about(unit.id, hex) + tasks.aims.leads_out(unit, hex)
        gained += tasks.aims.bars(unit, hex)
        if gained > best and tasks.open(hex, unit):
            best, found = gained, hex
    return best, found


def taking(tasks: Tasking, hex: str) -> int:
    """Points that are won by walking in."""
    table, side = tasks.table, tasks.side
    if table.owners.get(hex) != FOE[side] or hex in tasks.at.values():
        return 0
    worth = worth_of(table, hex) * POINT if built_in(hex) else 0
    if is_westwall(hex) and counts_wall(table):
        worth += 5 * POINT
    return worth


def footing(tasks: Tasking, unit: Regiment, hex: str) -> int:
    """Cover and roads; the Allies do not walk up to the enemy without need."""
    road = SUPPLY_ROAD if the_map().on_road(hex) else 0
    if unit.side == "german":
        return road
    return (
        road + COVER[terrain_of(hex)] - (BLOCKS if hex in tasks.aims.sway.near["german"] and not built_in(hex) else 0)
    )


def stays(tasks: Tasking, unit: Regiment) -> int:
    """What is lost when a unit leaves its hex."""
    if unit.id not in tasks.kept:
        tasks.kept[unit.id] = tasks.aims.missed(unit)
        if unit.side == "allied" and unit.hex in tasks.table.improved:
            tasks.kept[unit.id] += DUG_IN
    return tasks.kept[unit.id]


def way_out(tasks: Tasking, unit: Regiment) -> tuple[int, RegimentMove] | None:
    """7.8 Off the map, by the exit that brings most."""
    best: tuple[int, RegimentMove] | None = None
    for hex, worth in exits_of(tasks.table, unit, tasks.aims.temper):
        if hex not in tasks.reached[unit.id] or (best and worth <= best[0]):
            continue
        path, _ = tasks.reached[unit.id][hex]
        line = RegimentMove(unit=unit.id, path=path.places if path is not None else (), exit=True)
        if cannot_march(tasks.table, unit, line, sway=tasks.aims.sway) is None:
            best = worth, line
    return best


def dug_in(tasks: Tasking, units: list[Regiment]) -> Iterator[str]:
    """12.31 One for each hex, where the enemy is near."""
    hexes: list[str] = []
    for unit in units:
        free = cannot_hold_position(tasks.table, unit.hex) is None and not unit.dispersed and not unit.cut_off
        if free and unit.hex not in hexes and unit.hex in tasks.aims.sway.near[FOE[unit.side]]:
            hexes.append(unit.hex)
            yield unit.id
