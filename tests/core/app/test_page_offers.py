"""What the page offers and shows of supply, in all games that have a page."""

from __future__ import annotations

import pytest
from moments import FordMoment, Moment

from pbem.app.reports import choices_of, supply_of
from pbem.model.chooser import Whims
from pbem.model.detail import Extra
from pbem.model.picture import Picture
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
    "bulge": {"air", "interdict", "before", "movement", "after"},
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


def picture_of(moment: Moment) -> Picture:
    assert moment.bulletin.picture is not None
    return moment.bulletin.picture


def test_every_part_with_units_in_it_can_be_composed(moment: Moment) -> None:
    offered = choices_of(moment.bulletin)
    assert {choice.part for choice in offered} == COMPOSED[moment.system]
    picture = picture_of(moment)
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


ATTACKING = (*MOMENTS[:3], Moment("battles-for-the-ardennes", "st-vith", "allied", 3))


@pytest.mark.parametrize("moment", ATTACKING, ids=by_system)
def test_least_odds_that_are_offered_are_those_that_the_attack_has(moment: Moment) -> None:
    """The best that a unit alone can ask for is accepted, the next better one is refused."""
    words = moment.terms.spec.wording
    assert words is not None
    found = [detail for detail in words.details(moment.view) if detail.field == "min"]
    stands = {counter.id: counter.space for counter in picture_of(moment).counters}
    attacks = [one for one in moment.offered() if one.weight and one.at == stands.get(one.unit)]
    compared = 0
    for choice in Whims("odds", moment.system).some(attacks, min(SAMPLE, len(attacks))):
        extras = next(detail.extras for detail in found if detail.part == choice.part)
        fits = dict.fromkeys(extra.text for extra in extras if is_met(extra, choice))
        every = list(dict.fromkeys(extra.text for extra in extras))
        assert fits
        better = every[every.index([*fits][-1]) + 1 :][:1]
        for label, accepted in [([*fits][-1], True), *((label, False) for label in better)]:
            line = choice.line.replace("UNIT", choice.unit).replace("}", f', min: "{label}"}}')
            wants = [one for one in moment.problems(f"{choice.part}:\n  - {line}\n") if "the line wants" in one]
            assert (not wants) == accepted, (choice, label, wants)
            compared += not accepted
    assert compared


def is_met(extra: Extra, choice: Choice) -> bool:
    """Whether the unit alone comes to the weight that is wanted, where it stands."""
    stands = not extra.at or choice.at in extra.at
    return stands and choice.space in extra.least and choice.weight >= extra.least[choice.space]


def test_supply_lines_lead_from_the_unit_over_spaces_of_the_map(moment: Moment) -> None:
    picture = picture_of(moment)
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
