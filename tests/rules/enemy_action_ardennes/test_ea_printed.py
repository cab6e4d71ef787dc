"""The figures that the rulebook prints in tables, beside the data: the calendar, and what the decks hold."""

from __future__ import annotations

import pytest

from pbem_rules.enemy_action_ardennes.board import the_calendar, the_cards, the_chits, the_scenarios

CALENDAR = """
16  3 9 4 4
17  3 7 5 5
18  4 7 6 5
19  4 7 7 6
20  4 8 7 6  <11 strategic    >40 strategic
21  5 8 8 6  <11 strategic    >45 strategic
22  5 8 8 7  <15 strategic    >50 strategic
23  6 8 9 7  <20 strategic    >55 strategic
24  6 8 9 7  <25 strategic    >60 strategic
25  6 8 9 7  <27 operational  >55 operational
26  7 8 9 7  <29 operational  >50 operational
27  7 8 9 7  <31 operational  >45 operational
28  7 7 9 7  <33 tactical     >40 tactical
29  8 7 9 7  <35 tactical     >=35 tactical
"""
"""Range of fixed artillery, German and Allied supplemental cards, the Allied hand; who wins with how many points."""


def levels(day: int) -> list[str]:
    entry = the_calendar().days[day]
    return [
        word
        for level in (entry.allied_wins, entry.german_wins)
        if level is not None
        for word in (f"{level.sign}{level.points}", level.level)
    ]


@pytest.mark.case("EA", "cal", "5.0")
@pytest.mark.parametrize("row", CALENDAR.strip().split("\n"), ids=lambda row: row[:2])
def test_every_entry_of_the_calendar(row: str) -> None:
    date, reach, german, allied, hand, *wins = row.split()
    calendar, day = the_calendar(), int(date)
    assert str(calendar.days[day].far) == reach
    assert [calendar.supplementals(side, day) for side in ("german", "allied")] == [int(german), int(allied)]
    assert [calendar.hand(side, day) for side in ("german", "allied")] == [7, int(hand)]
    assert levels(day) == wins


@pytest.mark.case("EA", "3.0", "15.5", "5.0")
@pytest.mark.parametrize(
    ("side", "day", "primary", "supplemental"),
    [("german", 16, 7, 18), ("allied", 16, 3, 9), ("allied", 17, 4, 12), ("german", 22, 9, 23), ("allied", 22, 7, 24)],
)
def test_as_many_cards_as_the_rules_count(side: str, day: int, primary: int, supplemental: int) -> None:
    there = [card.primary for card in the_cards().values() if card.side == side and card.due <= day]
    assert (there.count(True), there.count(False)) == (primary, supplemental)


@pytest.mark.case("EA", "2.22", "2.3")
def test_sixty_chits_and_seventy_one_cards() -> None:
    sides = [card.side for card in the_cards().values()]
    assert (len(the_chits()), sides.count("german"), sides.count("allied")) == (60, 37, 34)


@pytest.mark.case("EA", "15.1", "15.2", "15.3", "15.5")
@pytest.mark.parametrize(
    ("scenario", "days", "grades"),
    [
        ("assault", (16, 16), "8 german tactical, 0 allied tactical"),
        ("surprised", (16, 18), "26 german operational, 18 german tactical, 11 allied tactical, 0 allied operational"),
        (
            "breakout",
            (16, 21),
            "50 german strategic, 43 german operational, 36 german tactical, 33 draw, 26 allied tactical,"
            " 21 allied operational, 0 allied strategic",
        ),
        ("campaign", (16, 29), ""),
        ("crisis", (22, 28), "25 german tactical, 21 draw, 0 allied tactical"),
    ],
)
def test_every_grade_of_the_scenarios(scenario: str, days: tuple[int, int], grades: str) -> None:
    sheet = the_scenarios()[scenario]
    told = [f"{one.at_least} {f'{one.winner} {one.level}' if one.winner else 'draw'}" for one in sheet.grades]
    assert (sheet.first, sheet.last) == days
    assert ", ".join(told) == grades
