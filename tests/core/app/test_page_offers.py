"""What the page offers and shows of supply, in all games that have a page."""

from __future__ import annotations

import pytest
from moments import FordMoment, Moment

from pbem.app.reports import choices_of, supply_of
from pbem.model.chooser import Whims
from pbem.model.wording import Choice

MOMENTS = (
    FordMoment(),
    Moment("ardennes-offensive", "1", "allied", 8),
    Moment("bulge", "variable", "allied", 11),
    Moment("wwii-commander", "full", "german", 11),
)
COMPOSED = {
    "ford": {"march", "combat", "discard"},
    "ardennes-offensive": {"reinforcements", "movement", "combat", "mechanized"},
    "bulge": {"air", "before", "movement", "after"},
    "wwii-commander": {"turns", "ahead"},
}
BLOCKS = ("air", "day")
SAMPLE = 10


def by_system(moment: Moment) -> str:
    return moment.system


@pytest.fixture(scope="module", params=MOMENTS, ids=by_system)
def moment(request: pytest.FixtureRequest) -> Moment:
    found: Moment = request.param
    return found


def test_every_part_with_units_in_it_can_be_composed(moment: Moment) -> None:
    offered = choices_of(moment.bulletin)
    assert {choice.part for choice in offered} == COMPOSED[moment.system]
    picture = moment.bulletin.picture
    assert picture is not None
    assert {choice.space for choice in offered if choice.space} <= {space.id for space in picture.spaces}


def test_moves_that_are_offered_are_accepted(moment: Moment) -> None:
    """One at a time: with others they may be in each other's way."""
    moves = [choice for choice in choices_of(moment.bulletin) if choice.kind == "move"]
    for choice in Whims("moves", moment.system).some(moves, SAMPLE):
        problems = moment.problems(sheet_of(choice, moves))
        assert [line for line in problems if " illegal: " in line or " invalid: " in line] == [], choice


def sheet_of(choice: Choice, moves: list[Choice]) -> str:
    """The choice, after the one that makes it possible."""
    lines = {choice.part: choice.line.replace("UNIT", choice.entry or choice.unit)}
    if choice.at:
        earlier = [move for move in moves if move.unit == choice.unit and move.space == choice.at and not move.at]
        lines = {move.part: move.line for move in earlier if move.part == "reinforcements"} | lines
    return "".join(f"{part}:\n  {'' if part in BLOCKS else '- '}{line}\n" for part, line in lines.items())


def test_supply_lines_lead_from_the_unit_over_spaces_of_the_map(moment: Moment) -> None:
    picture = moment.bulletin.picture
    assert picture is not None
    supply, spaces = supply_of(moment.bulletin, picture), {space.id for space in picture.spaces}
    at = {counter.id: counter.space for counter in picture.counters}
    lines = {unit: answer.trace for unit, answer in supply.items() if answer.trace}
    assert {unit: line[0] for unit, line in lines.items()} == {unit: at[unit] for unit in lines}
    assert {space for line in lines.values() for space in line} <= spaces
    assert any(len(line) > 1 for line in lines.values())
    assert not any(answer.trace and answer.cut_off for answer in supply.values())


def test_a_page_of_a_big_game_stays_in_bounds() -> None:
    """Ten thousands of choices, said in a fraction of what the map takes."""
    moment = MOMENTS[1]
    assert len(choices_of(moment.bulletin)) > 10_000
    assert len(moment.page().encode()) < 1_000_000


def test_the_sheet_is_saved_under_its_own_number() -> None:
    assert "pbem check blue-03.yaml" in FordMoment().page()
