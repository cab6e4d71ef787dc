"""5 Work at a wreck."""

from __future__ import annotations

from functools import partial

from low_water.board import coins, is_squall, knives, lifts, the_bay
from low_water.events import Cut, Raised, Swamped
from low_water.sheets import WorkLine
from low_water.table import Table, foe
from pbem.craft.cards import ask_for_card, play_card
from pbem.craft.chits import draw_chits, set_chits_aside
from pbem.ruleset import Cannot, Step, Umpire

MOST_CARDS = 3


def at_work(place: int, after: str) -> Step:
    """5.1 The crews work one after the other: a step for each."""
    return partial(work, place=place, after=after)


def work(table: Table, umpire: Umpire, place: int, after: str) -> str:
    """5.2 to 5.5 for the crew whose turn it is, if there is one."""
    if place < len(table.works):
        side = table.works[place]
        if played := play_cards(table, umpire, side):
            raise_goods(table, umpire, side, lift_left(table, umpire, side, played))
    return after


def play_cards(table: Table, umpire: Umpire, side: str) -> tuple[str, ...]:
    """5.2 Up to three cards that lift."""
    played: list[str] = []
    lines = umpire.orders("5.2", side, "work")
    for line in lines.lawful(cannot_work, table):
        if problem := cannot_play(umpire.secret(side).hand, played, line):
            lines.refuse(*problem)
        else:
            play_card(umpire, "5.2", side, line.card)
            played.append(line.card)
    return tuple(played)


def cannot_work(table: Table, side: str, line: WorkLine) -> Cannot | None:
    """5.2 What anybody can say of a line who sees the table alone."""
    return None if lifts()[line.card] else ("5.2", f"{line.card} lifts nothing")


def cannot_play(hand: list[str], played: list[str], line: WorkLine) -> Cannot | None:
    """5.2 What its owner knows besides."""
    if line.card not in hand:
        return "5.2", f"you do not hold {line.card}", f"your hand: {', '.join(sorted(hand))}"
    return ("5.2", f"{MOST_CARDS} cards are played already") if len(played) == MOST_CARDS else None


def lift_left(table: Table, umpire: Umpire, side: str, played: tuple[str, ...]) -> int:
    """5.3 The other crew may cut the card of most lift; silence passes, unless the charter says `ask`."""
    lift, wreck, other = sum(lifts()[card] for card in played), table.boats[side], foe(side)
    prompt = f"a Knife against lift {lift} at the {wreck}?"
    knife = ask_for_card(umpire, "5.3", other, "cut", prompt, knives(), facts={"wreck": wreck, "lift": lift})
    if not knife:
        return lift
    play_card(umpire, "5.3", other, knife)
    best = max(played, key=lambda card: lifts()[card])
    umpire.do("5.3", Cut(side, best))
    return lift - lifts()[best]


def raise_goods(table: Table, umpire: Umpire, side: str, lift: int) -> None:
    """5.4 A chit for each lift beyond the depth; 5.5 a squall ends it, and nothing is raised."""
    wreck = the_bay().wrecks[table.boats[side]]
    chits: tuple[str, ...] = ()
    for total in range(1, lift - wreck.depth + 1):
        chits = draw_chits(table, umpire, "5.4", total, is_squall, "5.5")
        if any(map(is_squall, chits)):
            umpire.do("5.5", Swamped(side, chits))
            break
    else:
        raised = sum(coins()[chit] for chit in chits) * wreck.worth
        umpire.do("5.4", Raised(side, table.boats[side], chits, raised))
    set_chits_aside(table, umpire, "5.4")
