"""What the page offers beside impulses: reactions that wait for the enemy's move, and the morning of the next day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.craft.sayings import many
from pbem.ruleset.telling import Choice, Detail, Extra, said
from pbem_rules.enemy_action_ardennes.board import around, corps_of, date, limit, the_cards, the_scenario
from pbem_rules.enemy_action_ardennes.s05_cards import good_on, in_play, reaction_cards
from pbem_rules.enemy_action_ardennes.s07_reactions import roadblock_hexes
from pbem_rules.enemy_action_ardennes.s10_fuel import DEPOT, PRIORITY
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing, late_reserves
from pbem_rules.enemy_action_ardennes.s12_engineers import possible_works
from pbem_rules.enemy_action_ardennes.table import EnemyAction, bridged, on_map
from pbem_rules.enemy_action_ardennes.wishes import AIRPOWER, BRIDGE_ENGINEERS, ENGINEERS, GREIF

REACT, DAY = "react", "day"
WAITS = "waits, until it is used"


def may_come(table: EnemyAction, side: str, held: Sequence[str]) -> list[str]:
    """5.0 Own cards in play that are neither in the hand nor played nor known to rest, while the pile has any."""
    away = {*held, *table.discards.get(side, ()), *table.rested.get(side, ())}
    found = in_play(table, side, table.day) if table.piles[side] else []
    return [card for card in sorted(found, key=int) if card not in away]


# Reactions


def reactions(table: EnemyAction, side: str, hand: Sequence[str]) -> Iterator[Choice]:
    """7.33, 7.9 What each card of the hand could answer the enemy's move with, window by window."""
    bridges = [at for at in sorted({*table.bridges, *table.built}) if bridged(table, at)]
    if side == "german":
        for card in reaction_cards(table, hand, GREIF):
            yield from saved(card, bridges)
        return
    free = roadblock_hexes(table)
    for card in reaction_cards(table, hand, ENGINEERS):
        most = limit("roadblocks in one card")
        for hex in free:
            line = f"{{card: {card}, roadblock: [UNIT]}}"
            yield Choice(REACT, f"roadblocks with {card}", hex, line, WAITS, entry=hex, most=most)
        if table.day >= date("demolition"):
            yield from blown(card, bridges)


def saved(card: str, bridges: Sequence[str]) -> Iterator[Choice]:
    """7.33 Operation Greif keeps a bridge."""
    who = f"Greif with {card}"
    yield Choice(REACT, who, "", f"{{card: {card}, greif: any}}", "the next bridge that is blown", most=1)
    for at in bridges:
        yield Choice(REACT, who, at[:4], f"{{card: {card}, greif: {at}}}", WAITS, most=len(bridges))


def blown(card: str, bridges: Sequence[str]) -> Iterator[Choice]:
    """7.33 Engineers destroy a bridge before a German unit."""
    who = f"demolition with {card}"
    yield Choice(REACT, who, "", f"{{card: {card}, blow: any}}", "the next bridge that can be blown", most=1)
    for at in bridges:
        yield Choice(REACT, who, at[:4], f"{{card: {card}, blow: {at}}}", WAITS, most=len(bridges))


def occasions(table: EnemyAction, side: str) -> Iterator[Detail]:
    """7.9 When a reaction is meant: whose activation, how near, which unit, from which day on."""
    if side != "allied":
        return
    germans = on_map(table, "german")
    active = sorted({unit.corps for unit in germans} & {*corps_of("german")})
    near = [unit.id for unit in germans if any(bridged(table, at) for at in sides_of(unit.hex))]
    yield Detail(
        part=REACT, field="when",
        extras=(
            *(Extra(text=f"activation {corps}", having="roadblock") for corps in active),
            *(Extra(text=f"within {hexes}", having="roadblock") for hexes in (2, 3, 4)),
            *(Extra(text=f"{unit} borders it", having="blow") for unit in near),
            *said(*(f"from Dec {day}" for day in range(table.day + 1, the_scenario(table.scenario).last + 1))),
        ),
    )  # fmt: skip


def sides_of(hex: str) -> list[str]:
    return ["-".join(sorted((hex, near))) for near in around(hex)]


# The morning


def morning(table: EnemyAction, side: str, held: Sequence[str]) -> Iterator[Choice]:
    """4.III What the next `day:` block can say, for cards that are held or may come."""
    day = table.day if table.stage == "dawn" else table.day + 1
    if day > the_scenario(table.scenario).last:
        return
    cards = sorted({*held, *may_come(table, side, held)}, key=int)
    placing = Placing(table, side)
    for unit in late_reserves(table, side, day):
        for hex in placing.hexes([unit]):
            yield Choice(DAY, unit.id, hex, f"{unit.id}: {hex}", "has waited two days", into="reserves[]")
    works = [words for words in possible_works(table, side) if not words.startswith("blow")]
    for card in for_event(cards, BRIDGE_ENGINEERS if side == "german" else ENGINEERS, day):
        for work in works:
            hex = work.partition(" ")[2][:4]
            yield Choice(DAY, f"bridges with {card}", hex, f"{card}: {work}", chance(card, held), into="bridges[]")
    if side == "german" and day >= date("fuel"):
        yield from fuel(table, cards, held, day)
    if side == "allied" and day >= date("interdiction"):
        for card in for_event(cards, AIRPOWER, day):
            yield Choice(DAY, "interdiction", "", card, chance(card, held), into="interdict[]")


def fuel(table: EnemyAction, cards: Sequence[str], held: Sequence[str], day: int) -> Iterator[Choice]:
    """10.4 The formations that a card may stop on that day, and what can be given up for each."""
    short = {name for card in cards for name, days in the_cards()[card].fuel.items() if day in days}
    for name in sorted(short):
        who = f"fuel for {name}"
        if table.fuel:
            yield Choice(DAY, who, "", f"{DEPOT}: {name}", f"of {many(table.fuel, 'depot')}", into="fuel[]")
        for card in for_event(cards, PRIORITY, day):
            yield Choice(DAY, who, "", f"{card}: {name}", chance(card, held), into="fuel[]")


def for_event(cards: Sequence[str], event: str, day: int) -> list[str]:
    """Those that can be played as this event on that day."""
    known = the_cards()
    return [no for no in cards if known[no].any_event or good_on(known[no].events.get(event, NEVER), day)]


NEVER = (99, 0)


def chance(card: str, held: Sequence[str]) -> str:
    return "in your hand" if card in held else "if it comes"
