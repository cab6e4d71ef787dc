"""5. Cards: the draw pile, hands, what a card may be played as, discards.  Cases 4.II and 5.0 to 5.7."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.cards import draw_between, fill_hand, play_card, put_back, put_into_pile
from pbem.ruleset import BOX, Umpire
from pbem_rules.enemy_action_ardennes.board import SIDES, cards_of, the_calendar, the_cards, the_charts, the_scenario
from pbem_rules.enemy_action_ardennes.events_day import PileSized, SupplementalsRested
from pbem_rules.enemy_action_ardennes.forms import CrisisCards
from pbem_rules.enemy_action_ardennes.phrases import SPECIALS
from pbem_rules.enemy_action_ardennes.table import EnemyAction


def reserve(side: str) -> str:
    """The pile of a side's available supplemental cards."""
    return f"{side} reserve"


def in_play(table: EnemyAction, side: str, day: int) -> list[str]:
    """3, 15 The cards that a side has had by a date; those of the OKW reserve from its release."""
    last = the_scenario(table.scenario).last
    cards = the_cards()
    released = [no for no in cards_of(side) if cards[no].due > 31 and table.okw and table.okw <= day]
    return [no for no in cards_of(side) if table.put_off.get(no, cards[no].due) <= min(day, last)] + released


def new_cards(table: EnemyAction, side: str) -> list[str]:
    """4.II 1 The reinforcement cards of this date; on the first day all that are in play."""
    today = in_play(table, side, table.day)
    if table.day == the_scenario(table.scenario).first:
        return today
    before = in_play(table, side, table.day - 1)
    return [no for no in today if no not in before]


def prepare(table: EnemyAction, umpire: Umpire) -> None:
    """4.II The draw pile of the day, and the hand."""
    for side in SIDES:
        prepare_pile(table, umpire.within(side), side)
        refill(table, umpire.within(side), side)


def prepare_pile(table: EnemyAction, umpire: Umpire, side: str) -> None:
    """4.II 1 to 4 New cards, random supplementals of those that rested, then the discards of yesterday."""
    cards, crisis = the_cards(), crisis_cards(table, side)
    new = [no for no in new_cards(table, side) if crisis is None or no != crisis.discarded]
    put_into_pile(umpire, "4.II", side, [no for no in new if cards[no].primary])
    put_into_pile(umpire, "4.II", reserve(side), [no for no in new if not cards[no].primary])
    used = list(table.discards[side]) if crisis is None else []
    count = the_calendar().supplementals(side, table.day) if crisis is None else crisis.draw
    draw_between(umpire, "5.0", reserve(side), side, count)
    put_back(umpire, "4.II", side, [no for no in used if not cards[no].primary], reserve(side))
    put_back(umpire, "4.II", side, [no for no in used if cards[no].primary])
    umpire.do("5.0", SupplementalsRested(side, tuple(no for no in used if not cards[no].primary)))
    count_pile(umpire, side)


def crisis_cards(table: EnemyAction, side: str) -> CrisisCards | None:
    """15.5 What is special about the Allied cards on the first day of the last scenario."""
    sheet = the_scenario(table.scenario)
    return sheet.cards if side == "allied" and table.day == sheet.first else None


def count_pile(umpire: Umpire, side: str) -> None:
    umpire.do("5.0", PileSized(side, len(umpire.secret(BOX).piles[side])))


def refill(table: EnemyAction, umpire: Umpire, side: str) -> tuple[str, ...]:
    """5.0 Up to the hand of the day; the new cards."""
    new = fill_hand(umpire, "5.0", side, the_calendar().hand(side, table.day))
    if new:
        count_pile(umpire, side)
    return new


def play(table: EnemyAction, umpire: Umpire, side: str, card: str, *, tactic: bool = False) -> None:
    """5.7 Out of the hand and onto the discards; one card goes back into the pile on its day."""
    play_card(umpire, "5.7", side, card)
    back = the_cards()[card].returns
    if tactic and back is not None and back[0] <= table.day <= back[1]:
        put_back(umpire, "2.3", side, [card])
        count_pile(umpire, side)


# 2.3 What stands on a card


def good_on(dates: tuple[int, int], day: int) -> bool:
    return dates[0] <= day <= dates[1]


def tactics_of(table: EnemyAction, side: str, card: str) -> tuple[str, ...]:
    """9.2, 9.22 The tactics that a card may be played as today."""
    data, day = the_cards()[card], table.day
    found = [name for name, dates in data.tactics.items() if good_on(dates, day)]
    if data.any_tactic:
        found = [name for name in the_charts().tactics[side] if tactic_open(table, side, name)]
    if side == "allied" and "Break in the Clouds" in table.specials and "Airpower" not in found:
        found.append("Airpower")
    return tuple(sorted(name for name in found if tactic_open(table, side, name)))


def tactic_open(table: EnemyAction, side: str, name: str) -> bool:
    """4.13 No Allied artillery on the 16th, and air power when the weather allows."""
    if name == "Airpower" and side == "allied" and "Break in the Clouds" in table.specials:
        return True
    return table.day >= the_charts().tactic_dates.get(f"{side} {name}", 0)


def events_of(table: EnemyAction, side: str, card: str) -> tuple[str, ...]:
    """The command events and special events that a card may be played as today."""
    data, day = the_cards()[card], table.day
    found = [name for name, dates in (data.events | data.specials).items() if good_on(dates, day)]
    if data.any_event:
        charts = the_charts()
        found = [n for n in charts.events[side] if good_on(charts.event_dates.get(n, (16, 29)), day)]
    return tuple(sorted(found))


def is_special(name: str) -> bool:
    return name in SPECIALS


def reaction_cards(table: EnemyAction, hand: Sequence[str], reaction: str) -> list[str]:
    """Those of a hand that can be played as this reaction today."""
    cards = the_cards()
    return [
        no
        for no in sorted(hand, key=int)
        if reaction in cards[no].reactions and good_on(cards[no].reactions[reaction], table.day)
    ]


def event_cards(table: EnemyAction, side: str, hand: Sequence[str], event: str) -> list[str]:
    """Those of a hand that can be played as this event today."""
    return [no for no in sorted(hand, key=int) if event in events_of(table, side, no)]


def lowest(hand: Sequence[str]) -> str:
    """5.7 The card that goes for nothing: the lowest supplemental one, else the lowest."""
    return min(hand, key=_for_nothing)


def _for_nothing(card: str) -> tuple[bool, int]:
    return the_cards()[card].primary, int(card)
