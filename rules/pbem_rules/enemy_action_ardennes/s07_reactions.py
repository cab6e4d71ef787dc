"""7.33 and 7.9 What may come between a German move: bridges blown, roadblocks; and what is found in a hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.craft.cards import NONE, ask_for_card
from pbem.ruleset import Umpire
from pbem_rules.enemy_action_ardennes.board import (
    HEYDTE,
    apart,
    around,
    built_in,
    date,
    limit,
    passages,
    the_map,
)
from pbem_rules.enemy_action_ardennes.events_day import DepotFound
from pbem_rules.enemy_action_ardennes.events_field import RoadblockGone, RoadblockSet
from pbem_rules.enemy_action_ardennes.events_works import BridgeBroken, BridgeKept, HeydteRelieved
from pbem_rules.enemy_action_ardennes.s05_cards import play, reaction_cards
from pbem_rules.enemy_action_ardennes.s10_supply import SupplyOfHexes, net_of
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    bridged,
    by_name,
    on_map,
    sway_of,
)

# 7.33 Bridges blown before a unit


def bridges_at(table: EnemyAction, hex: str) -> list[str]:
    """The intact bridges on the sides of a hex."""
    return sorted(way.side for way in passages()[hex] if way.river and bridged(table, way.side))


def watched(table: EnemyAction, unit: Regiment, hex: str) -> bool:
    """Whether a German unit that comes to this hex may be stopped, or may find something."""
    found = hex in table.depots or table.units[HEYDTE].hex == hex
    return unit.side == "german" and (found or (table.day >= date("demolition") and bool(bridges_at(table, hex))))


def demolition(table: EnemyAction, umpire: Umpire, unit: Regiment) -> None:
    """7.33 The window is there whether or not the Allies hold Engineers, if a hex of the bridge is in their supply."""
    if unit.side != "german" or table.day < date("demolition"):
        return
    supplied = SupplyOfHexes(table, "allied")
    sides = [side for side in bridges_at(table, unit.hex) if any(map(supplied, side.split("-")))]
    if not sides:
        return
    at = umpire.within(unit.hex)
    cards = reaction_cards(table, umpire.secret("allied").hand, "Engineers")
    options = [f"{card} at {side}" for side in sides for card in cards]
    pick = at.ask(
        "7.33", "allied", "react", f"{unit.id} is in {unit.hex}: blow {' or '.join(sides)}?", [NONE, *options],
        sealed=True, otherwise=NONE,
        facts={"kind": "demolition", "unit": unit.id, "at": unit.hex, "bridges": tuple(sides)},
    )  # fmt: skip
    if pick != NONE:
        card, _, side = pick.partition(" at ")
        play(table, at, "allied", card)
        blow(table, at, side)


def blow(table: EnemyAction, umpire: Umpire, side: str) -> None:
    """7.33, 12.21 A bridge is destroyed, unless Operation Greif saves it."""
    cards = reaction_cards(table, umpire.secret("german").hand, "Operation Greif")
    card = ask_for_card(
        umpire, "7.33", "german", "greif", f"save the bridge {side}?", cards, facts={"bridge": side}
    )  # fmt: skip
    if card:
        play(table, umpire, "german", card)
        umpire.do("7.33", BridgeKept(side))
    else:
        umpire.do("12.21", BridgeBroken(side))


# 7.9 Roadblocks


def remove_roadblocks(table: EnemyAction, umpire: Umpire) -> None:
    """7.9 Those next to an active German unit as its activation begins."""
    near = next_to_active(table)
    for hex in sorted(table.roadblocks):
        if hex in near:
            umpire.do("7.9", RoadblockGone(hex))


def next_to_active(table: EnemyAction) -> set[str]:
    """An active unit may have left the map."""
    return {hex for unit in by_name(table, table.active) if unit.hex for hex in around(unit.hex)}


def roadblock_hexes(table: EnemyAction) -> list[str]:
    """7.9 Road hexes in Allied supply where nobody stands, not next to an active German, not in his towns."""
    sway = sway_of(table)
    supplied = net_of(table, "allied", sway).supplied()
    near = next_to_active(table)
    jams = "Manteuffel Directs Traffic" in table.specials
    panzers = [unit.hex for unit in on_map(table, "german") if unit.army == "5th Panzer"] if jams else []
    free = [
        hex
        for hex in the_map().grid.all()
        if hex in supplied
        and the_map().on_road(hex)
        and hex not in sway.held
        and hex not in near
        and hex not in table.roadblocks
        and not (built_in(hex) and table.owners[hex] == "german")
    ]
    return [hex for hex in free if all(apart(hex, at) > limit("manteuffel reach") for at in panzers)]


def roadblocks(table: EnemyAction, umpire: Umpire) -> None:
    """7.9 At the start of a German activation the Allies may play Engineers for two markers."""
    room = limit("roadblock markers") - len(table.roadblocks)
    hexes = roadblock_hexes(table) if room > 0 else []
    if not hexes:
        return
    cards = reaction_cards(table, umpire.secret("allied").hand, "Engineers")
    names = tuple(sorted({unit.corps for unit in by_name(table, table.active)}))
    pick = umpire.choose(
        "7.9", "allied", "react", f"{', '.join(names)} is active: roadblocks?", [*cards, *hexes], 0,
        1 + min(limit("roadblocks in one card"), room), judge=partial(wrong_roadblocks, frozenset(cards)), sealed=True,
        otherwise=(), facts={"kind": "roadblock", "corps": names, "active": tuple(table.active)},
    )  # fmt: skip
    if pick:
        play(table, umpire, "allied", next(card for card in pick if card in cards))
        for hex in pick:
            if hex not in cards:
                umpire.do("7.9", RoadblockSet(hex))


def wrong_roadblocks(cards: frozenset[str], pick: Sequence[str]) -> str | None:
    """One card and its hexes, or nothing."""
    count = sum(name in cards for name in pick)
    if not pick:
        return None
    return None if count == 1 and 2 <= len(pick) <= 3 else "name one card and one or two hexes"


# What a German unit finds


def after_entering(table: EnemyAction, umpire: Umpire, unit: Regiment, passed: str = "") -> None:
    """10.42, 14.1 Fuel, and the parachutists: where the unit stands, or in a hex that it has passed."""
    hex = passed or unit.hex
    if unit.side != "german" or not unit.hex:
        return
    if hex in table.depots:
        umpire.do("10.42", DepotFound(hex, umpire.secret("allied").depots[hex]))
    if table.units[HEYDTE].hex == hex and unit.id != HEYDTE:
        umpire.do("14.1", HeydteRelieved(unit.id))
