"""Where the bot concentrates: enemies whom enough of its units can reach, from sides that leave them no way back.

7.3D A beaten unit may not fall back into enemy control, so two units on opposite sides of a third close all its ways;
then whatever drives it off destroys it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.ruleset import frozen, mutable
from pbem_rules.ardennes_offensive.board import FOE, the_map
from pbem_rules.ardennes_offensive.bot_attacks import ENOUGH, FACES, Stake, stake_of, worth_of
from pbem_rules.ardennes_offensive.bot_views import Prospect
from pbem_rules.ardennes_offensive.s05_march import march_of
from pbem_rules.ardennes_offensive.s05_ways import within_reach
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

CANDIDATES = 7
"""So many of those that could come are looked at, the strongest."""


@frozen
class Pincers:
    """Who is sent against an enemy's hex, and where each of them goes."""

    target: str
    sent: tuple[tuple[str, str], ...]
    worth: int


@mutable
class Comers:
    """Who can come beside each enemy hex, and from where he would attack."""

    draft: Ardennes
    seen: Prospect
    beside: dict[str, dict[str, list[str]]]
    """Target, unit, hexes."""
    stakes: dict[str, Stake]


def muster(draft: Ardennes, seen: Prospect, able: Sequence[Unit]) -> Comers:
    """All that move in standard mode; who stands beside an enemy already can attack from where he is."""
    beside: dict[str, dict[str, list[str]]] = {}
    for unit in able:
        if unit.supply == ISOLATED or unit.road or unit.entry or unit.hex in the_map().edge:
            continue
        found = within_reach(march_of(draft, unit, seen.lay))
        for hex in found.places():
            if seen.foe_near.get(hex) != 1:
                continue
            for near in the_map().neighbours[hex]:
                if near in seen.defence:
                    beside.setdefault(near, {}).setdefault(unit.id, []).append(hex)
    return Comers(draft, seen, beside, {target: stake_of(draft, target, seen.lay, seen.temper) for target in beside})


def strikes(here: Comers) -> Iterator[Pincers]:
    """The best first; whoever is sent is not thought of again."""
    found = {target: strike_at(here, target) for target in sorted(here.beside)}
    while best := max((one for one in found.values() if one), key=promise_of, default=None):
        yield best
        sent = {name for name, _ in best.sent}
        del found[best.target]
        for able in here.beside.values():
            for name in sorted(sent):
                able.pop(name, None)
        for target, one in found.items():
            if one and not sent.isdisjoint(name for name, _ in one.sent):
                found[target] = strike_at(here, target)


def promise_of(strike: Pincers) -> tuple[int, str]:
    return strike.worth, strike.target


def strike_at(here: Comers, target: str) -> Pincers | None:
    """The strongest first, from sides that close ways back, as long as one more is worth his trouble."""
    draft, seen = here.draft, here.seen
    able = here.beside[target]
    stake = here.stakes[target]
    names = sorted(able, key=lambda name: (-draft.units[name].strength, name))[:CANDIDATES]
    placed: dict[str, Unit] = {}
    best, chosen = 0, dict[str, str]()
    standing = own_stands(seen, target)
    while names:
        name, hex = next_one(here, target, names, able, placed, standing)
        names.remove(name)
        if not hex:
            continue
        placed[name] = replace(draft.units[name], hex=hex)
        gain = worth_with(here, stake, list(placed.values()), standing) - price_of(seen, placed.values())
        if gain > best + ENOUGH:
            best, chosen = gain, {one: unit.hex for one, unit in placed.items()}
    best += FACES * seen.mood.about(target)
    return Pincers(target, tuple(chosen.items()), best) if chosen and best >= FACES * seen.temper.least else None


def price_of(seen: Prospect, sent: Iterable[Unit]) -> int:
    """What it costs to send them, and what may become of them beside the enemy."""
    temper, upkeep, risk = seen.temper, 0, 0
    for unit in sent:
        upkeep += temper.upkeep
        risk += seen.peril(unit.hex, unit) if temper.venture else 0
    return upkeep + FACES * temper.venture * risk // 100


def own_stands(seen: Prospect, target: str) -> set[str]:
    """The hexes of own units, not in road mode, within two of the target."""
    return {
        hex
        for hex in the_map().near(target, 2)
        if (stack := seen.lay.stacks.get(hex)) and stack[0].side == seen.side and not stack[0].road
    }


def next_one(
    here: Comers,
    target: str,
    names: Sequence[str],
    able: Mapping[str, list[str]],
    placed: Mapping[str, Unit],
    standing: set[str],
) -> tuple[str, str]:
    """The unit and the hex that bring most: its strength, and the ways back that it closes."""
    draft, seen = here.draft, here.seen
    taken = [unit.hex for unit in placed.values()]
    shut = closed_by(seen, target, {*standing, *taken})
    best, found = -1, (names[0], "")
    for name in names:
        unit = draft.units[name]
        for hex in able[name]:
            if hex != unit.hex and not has_room(here, unit, hex, taken):
                continue
            more = len(closed_by(seen, target, {*standing, *taken, hex}) - shut)
            value = 4 * (unit.strength + seen.temper.closing * more) + (hex == unit.hex) + (hex in seen.flow)
            if value > best:
                best, found = value, (name, hex)
    return found


def has_room(here: Comers, unit: Unit, hex: str, taken: Sequence[str]) -> bool:
    if cannot_join(here.seen.lay, unit, hex) is not None:
        return False
    mates = here.seen.lay.friends(hex, side=unit.side, but=unit.id) + taken.count(hex)
    return not mates or not (unit.division or mates > 2)


def closed_by(seen: Prospect, target: str, stands: set[str]) -> set[str]:
    """Of the hexes around a target those where its units could not go, with own units in these hexes."""
    around = the_map().neighbours
    return {
        hex
        for hex in around[target]
        if hex not in the_map().live
        or hex in the_map().impassable
        or (seen.lay.holder(hex) != FOE[seen.side] and (hex in stands or any(near in stands for near in around[hex])))
        or (seen.lay.holder(hex) == FOE[seen.side] and len(seen.lay.stacks[hex]) > 2)
    }


def worth_with(here: Comers, stake: Stake, units: list[Unit], standing: set[str]) -> int:
    """7.3D With no way back all that are driven off are lost."""
    shut = closed_by(here.seen, stake.hex, {*standing, *(unit.hex for unit in units)})
    if len(shut) == len(the_map().neighbours[stake.hex]):
        stake = replace(stake, stuck=(stake.units,) * len(stake.stuck))
    return worth_of(here.draft, units, stake, here.seen.temper)
