"""4.III The morning: bridges, German fuel and what saves it, interdiction.  Cases 4.III, 5.1A, 10.4 to 10.42."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.cards import NONE, lose_cards
from pbem.ruleset import Orders, Umpire
from pbem_rules.enemy_action_ardennes.board import date, limit, the_cards
from pbem_rules.enemy_action_ardennes.events_day import FuelLooked, FuelSaved, HandInterdicted, OutOfFuel
from pbem_rules.enemy_action_ardennes.s05_cards import event_cards, good_on, play
from pbem_rules.enemy_action_ardennes.s12_engineers import cannot_work, possible_works, work
from pbem_rules.enemy_action_ardennes.sheets import BridgeLine, DayOrder, FuelLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction

DEPOT = "depot"
PRIORITY = "Fuel Priority"


# 4.III 1 Bridges


def morning_bridges(table: EnemyAction, umpire: Umpire, side: str, lines: Orders | None, wish: DayOrder) -> None:
    """4.III 1 Any number of engineers' cards, each for one bridge."""
    event = "Bridge Engineers" if side == "german" else "Engineers"
    cards = event_cards(table, side, umpire.secret(side).hand, event)
    works = [words for words in possible_works(table, side) if not words.startswith("blow")]
    said = [f"{line.card}: {line.work}" for line in wish.bridges]
    wanted = {line.work for line in wish.bridges if cannot_work(table, side, line.work) is None}
    options = [f"{card}: {words}" for card in cards for words in sorted({*works, *wanted})]
    pick = umpire.choose(
        "4.III", side, "bridges", "engineers to repair or build bridges?", options, 0, len(options),
        judge=each_once, said=tuple(words for words in said if words in options) or None, sealed=True, otherwise=(),
    )  # fmt: skip
    for words in pick:
        card, _, what = words.partition(": ")
        if cannot_work(table, side, what) is None:
            play(table, umpire, side, card)
            work(table, umpire, side, what)
    if lines is not None:
        tell_unused(lines, wish.bridges, options)


def tell_unused(lines: Orders, asked: Sequence[BridgeLine], options: Sequence[str]) -> None:
    for line in asked:
        if f"{line.card}: {line.work}" not in options:
            lines.refuse("4.III", f"{line.work} is not possible with card {line.card} this morning", line=line)


def each_once(pick: Sequence[str]) -> str | None:
    """A card builds one bridge, and a bridge needs one card."""
    cards, works = ([words.partition(": ")[place] for words in pick] for place in (0, 2))
    twice = len(set(cards)) < len(cards) or len(set(works)) < len(works)
    return "each card is for one bridge, and each bridge once" if twice else None


# 10.4 Fuel


def lacking(table: EnemyAction, card: str) -> list[str]:
    """10.4 The formations on a card that have no fuel today."""
    return [name for name, days in the_cards()[card].fuel.items() if table.day in days]


def fuel_check(
    table: EnemyAction, umpire: Umpire, cards: Sequence[str], wishes: Sequence[FuelLine], lines: Orders | None = None
) -> None:
    """10.4 Every card new in the hand: its formation is out of fuel and the card gone, if nothing is given up."""
    if table.day < date("fuel"):
        return
    for card in sorted(cards, key=int):
        if card in umpire.secret("german").hand and card not in table.short:
            for formation in lacking(table, card):
                short_of_fuel(table, umpire.within(f"fuel {formation}"), card, formation, wishes)


def short_of_fuel(table: EnemyAction, umpire: Umpire, card: str, formation: str, wishes: Sequence[FuelLine]) -> None:
    """10.4, 10.42 One formation of one card."""
    umpire.do("10.4", FuelLooked(card, formation))
    hand = umpire.secret("german").hand
    able = priorities(table, [no for no in hand if no != card]) if not table.fuel_saved else []
    options = [NONE, *([DEPOT] if table.fuel else []), *able]
    said = [line.by for line in wishes if line.formation == formation and line.by in options]
    pick = umpire.ask(
        "10.4", "german", "fuel", f"{formation} has no fuel: save it?", options, said=said or None, sealed=True,
        otherwise=NONE, facts={"formation": formation, "card": card},
    )  # fmt: skip
    if pick != NONE:
        if pick != DEPOT:
            play(table, umpire, "german", pick.split(" giving ")[-1])
        umpire.do("10.42", FuelSaved(formation, pick))
        return
    units = tuple(
        unit.id
        for _, unit in sorted(table.units.items())
        if unit.side == "german" and unit.division == formation and not unit.isolated and unit.box in ("", "reserve")
    )
    umpire.do("10.4", OutOfFuel(formation, units))
    if card in umpire.secret("german").hand:
        play(table, umpire, "german", card)


def priorities(table: EnemyAction, hand: Sequence[str]) -> list[str]:
    """aid The event itself, which goes, or another card in its place; or a card that can be any command event."""
    cards, found = the_cards(), list[str]()
    for no in sorted(hand, key=int):
        dates = cards[no].events.get(PRIORITY)
        if cards[no].any_event or (dates is not None and good_on(dates, table.day)):
            found.append(no)
        if dates is not None and good_on(dates, table.day):
            found += [f"{no} giving {other}" for other in sorted(hand, key=int) if other != no]
    return found


# 5.1A Interdiction


def interdiction(table: EnemyAction, umpire: Umpire, wish: DayOrder) -> None:
    """5.1A, 4.III 5 One Airpower event: two cards out of the German hand, and his first impulse is left out."""
    if table.day < date("interdiction"):
        return
    cards = event_cards(table, "allied", umpire.secret("allied").hand, "Airpower")
    said = [card for card in wish.interdict if card in cards]
    pick = umpire.ask(
        "5.1A", "allied", "interdict", "interdict German movement from the air?", [NONE, *cards],
        said=said or None, sealed=True, otherwise=NONE,
    )  # fmt: skip
    if pick != NONE:
        play(table, umpire, "allied", pick)
        interdict(umpire)


def interdict(umpire: Umpire) -> None:
    lose_cards(umpire, "5.1A", "german", limit("interdiction cards"))
    umpire.do("5.1A", HandInterdicted())
