"""What a draft offers is lawful: at a turn's start, in the middle of one, at the start of a day."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.orders import NotCarriedOut
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.model.decision import Decision
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.sheet import Sheet
from pbem.model.wording import DraftLine
from pbem.play.faces import NumberedFaces
from pbem.sheets import draft as lay_out
from pbem.sheets.read import read_sheet
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.choices import choices
from pbem_rules.wwii_commander.drafting import draft
from pbem_rules.wwii_commander.events import Activated
from pbem_rules.wwii_commander.s04_turns import has_choice
from pbem_rules.wwii_commander.s10_reinforcements import callable_reserve, spaces_of_letters
from pbem_rules.wwii_commander.sheets import DayLine
from pbem_rules.wwii_commander.table import Commander, units_in

BOTH_TO_MONSCHAU = "turns: [{activate: Gemund, move: [{277VG: Monschau}, {326VG: Monschau}]}]\nif-impossible: ask\n"
"""One unit a turn may cross the river there, so the second is refused and the rest asked for."""


def table(**fields: Any) -> Commander:
    found: Commander = RULESET.set_up(Setup(scenario=fields.pop("scenario", "full"))).table
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def sheet_of(side: str, text: str, due: tuple[Decision, ...] = ()) -> Sheet:
    form = form_of(RULESET, game="trial", exchange=1, side=side, due=due)
    head = "" if text.startswith("game:") else f"game: trial\nexchange: 1\nside: {side}\n"
    sheet, problems = read_sheet(head + text, form, "")
    assert sheet is not None, problems
    return sheet


def played(before: Commander, side: str, text: str) -> Progress:
    """A sheet played from the start of a step; who is asked has not answered yet."""
    mark = Bookmark(before.stage, RULESET.turn(before), Position(before), Told())
    papers = {name: Papers() for name in RULESET.sides}
    intake = Intake({side: sheet_of(side, text)})
    return advance(Terms(RULESET), mark, papers, intake, NumberedFaces(1), 1, last_step=before.stage)


def gone_on(now: Progress, side: str, text: str) -> Progress:
    """One more sheet, in mid-step."""
    intake = Intake({side: sheet_of(side, text, now.decisions)})
    papers = {name: paper.copy() for name, paper in now.papers.items()}
    return advance(Terms(RULESET), now.bookmark, papers, intake, NumberedFaces(1), 2, now.decisions)


def refused(now: Progress) -> list[str]:
    entries = [entry for stretch in now.stretches for entry in stretch.told.entries]
    return [entry.event.why for entry in entries if isinstance(entry.event, NotCarriedOut)]


def drafted(now: Progress, side: str) -> tuple[DraftLine, ...]:
    return draft(View(side, now.position.table), now.decisions)["turns"]


def written(lines: tuple[DraftLine, ...], side: str, chosen: DraftLine | None = None, part: str = "turns") -> str:
    """The draft as it stands, or with the # of one line taken away."""
    form = form_of(RULESET, game="trial", exchange=1, side=side)
    live = [DraftLine(line.text, line.comment, live=line.live or line is chosen) for line in lines]
    return lay_out(form, [(part, live)])


def asked(side: str, topic: str) -> tuple[Decision, ...]:
    return (Decision((topic,), "4.8", side, topic, topic, "part"),)


def text_of(lines: tuple[DraftLine, ...]) -> str:
    return "\n".join(f"{line.text} {line.comment}" for line in lines)


# A turn


@pytest.mark.case("WC", "4.8")
def test_whichever_line_of_a_draft_is_taken_its_turn_is_played() -> None:
    """The line that stands for silence is the last, so that it does not come first."""
    now = table(stage="turn", day=17)
    lines = draft(View("german", now), asked("german", "turns"))["turns"]
    assert [line.live for line in lines if line.text][-1:] == [True]
    for line in lines:
        if line.text and not line.live:
            after = played(table(stage="turn", day=17), "german", written(lines, "german", line))
            activated = [e.event for s in after.stretches for e in s.told.entries if isinstance(e.event, Activated)]
            assert f"activate: {activated[0].space}," in line.text
            assert refused(after) == []


@pytest.mark.case("WC", "7.7", "4.8")
def test_the_draft_of_the_rest_goes_on_with_the_turn_under_way() -> None:
    now = played(table(stage="turn", day=17), "german", BOTH_TO_MONSCHAU)
    assert [decision.facts["again"] for decision in now.decisions] == ["rest"]
    lines = drafted(now, "german")
    assert [(line.text, line.live) for line in lines if line.text] == [
        ("{activate: Gemund, move: [{326VG: hold}]}", True)
    ]
    assert "moved already: 277VG to Monschau" in text_of(lines)
    assert "turns: as written goes on with the moves as you wrote them" in text_of(lines)
    reach = next(line.comment for line in lines if line.comment.startswith("326VG"))
    assert "Elsenborn" in reach
    assert "Monschau" not in reach
    assert refused(now) == ["326VG crosses Gemund-Monschau in this turn"]
    assert refused(gone_on(now, "german", written(lines, "german"))) == []


@pytest.mark.case("WC", "5.0", "4.8")
def test_in_a_surprise_turn_the_draft_of_the_rest_offers_the_next_turns_too() -> None:
    text = BOTH_TO_MONSCHAU.replace("]}]\n", "]}, {activate: Trier}]\n")
    now = played(table(), "german", text)
    lines = drafted(now, "german")
    orders = [line for line in lines if line.text]
    assert [line.live for line in orders] == [True, *[False] * (len(orders) - 1)]
    assert "activate: Gemund" in orders[0].text
    assert "then line 4 of the sheet" in text_of(lines)
    assert len(orders) > 5
    for chosen in (None, *orders[1:]):
        assert refused(gone_on(now, "german", written(lines, "german", chosen))) == []


@pytest.mark.case("WC", "8.1")
def test_a_space_whose_units_the_turn_under_way_draws_into_its_attack_is_not_offered() -> None:
    before = table()
    before.units["12VG"].space = before.units["102 Cav"].space
    now = played(before, "german", BOTH_TO_MONSCHAU)
    assert "activate: Monschau" not in text_of(drafted(now, "german"))
    untouched = text_of(draft(View("german", before), asked("german", "turns"))["turns"])
    assert "activate: Monschau" in untouched


def test_between_two_turns_the_draft_offers_what_is_still_fresh() -> None:
    text = "turns: [{activate: Trier}, {activate: Gemund}, {activate: Dasburg}]\nafter-each: ask\n"
    now = played(table(), "german", text)
    lines = drafted(now, "german")
    assert "activate: Trier" not in text_of(lines)
    assert "turns: as written goes on with line 4 and 4 of the sheet that you handed in" in text_of(lines)
    assert refused(gone_on(now, "german", written(lines, "german"))) == []


def test_a_new_line_about_the_turn_under_way_is_echoed() -> None:
    now: Commander = played(table(stage="turn", day=17), "german", BOTH_TO_MONSCHAU).position.table
    part = RULESET.part("turns")
    assert part.cannot is not None
    assert part.echo is not None
    line = part.order.model_validate({"activate": "Gemund", "move": [{"unit": "326VG", "way": "hold"}]})
    assert part.cannot(now, "german", line) is None
    assert part.echo(now, line) == "Gemund: 326VG stays"
    moved = part.order.model_validate({"activate": "Gemund", "move": [{"unit": "277VG", "to": "Eupen"}]})
    assert part.cannot(now, "german", moved) is not None


def test_the_page_offers_the_rest_of_a_turn_under_way() -> None:
    """Who was activated and has not moved; other spaces only for the turns after it."""
    now: Commander = played(table(stage="turn", day=17), "german", BOTH_TO_MONSCHAU).position.table
    assert now.activated == "Gemund"
    offered = choices(View("german", now))
    assert {(c.unit, c.line) for c in offered if c.part == "turns"} == {("326VG", "{activate: Gemund, move: [UNIT]}")}
    assert "Gemund" not in {activated_by(c.line) for c in offered if c.part == "ahead"}
    now.activated = ""
    assert len({c.unit for c in choices(View("german", now)) if c.part == "turns"}) > 10


def activated_by(line: str) -> str:
    return line.removeprefix("{activate: ").partition(",")[0]


@pytest.mark.case("WC", "12.4")
def test_the_draft_says_who_can_leave_the_map() -> None:
    now = table(stage="turn", day=24, side="german", passed=True)
    now.units["1SS Pz"].space, now.control["Liege"] = "Liege", "german"
    for unit in units_in(now, "Liege", "allied"):
        unit.space = "Eupen"
    assert "exit for 6 points" in text_of(draft(View("german", now), asked("german", "turns"))["turns"])


# A day


@pytest.mark.case("WC", "4.3")
def test_towards_evening_the_draft_offers_the_next_day() -> None:
    late = table(stage="turn", day=16, side="allied", box=7)
    offered = draft(View("allied", late), asked("allied", "turns"))
    assert "if Dec 17 begins before your next mail" in text_of(offered["day"])
    assert "enter: [{1 Inf: Eupen}" in text_of(offered["day"])
    assert not any(line.live for line in offered["day"])
    late.box = 3
    assert "day" not in draft(View("allied", late), asked("allied", "turns"))
    last = table(scenario="race", stage="turn", day=18, side="allied", box=7)
    assert "day" not in draft(View("allied", last), asked("allied", "turns"))


@pytest.mark.case("WC", "4.3", "7.6")
def test_a_day_as_drafted_is_what_silence_would_choose() -> None:
    """Arrivals do not crowd one space; the first line counts, so that the block is handed in."""
    now = table(stage="day", day=17)
    for name in ("2 Inf", "99 Inf"):
        now.units[name].space = "Eupen"
    lines = draft(View("allied", now), asked("allied", "day"))["day"]
    orders = [line for line in lines if line.text]
    assert [line.live for line in orders] == [True, *[False] * (len(orders) - 1)]
    sheet = sheet_of("allied", written(lines, "allied", part="day"))
    (block,) = sheet.parts["day"].lines
    assert isinstance(block, DayLine)
    entered = {entry.unit: entry.space for entry in block.enter}
    assert (entered["1 Inf"], entered["7 Arm"]) == ("Eupen", "Monschau")


@pytest.mark.case("WC", "11.0")
def test_only_units_that_the_points_of_the_day_restore_are_offered() -> None:
    now = table(stage="day", day=24)
    now.units["2Pz"].strength = now.units["26VG"].strength = 2
    assert "restore: [26VG, 2Pz]" in text_of(draft(View("german", now), asked("german", "day"))["day"])
    now.day = 25
    assert "restore: [26VG]" in text_of(draft(View("german", now), asked("german", "day"))["day"])


@pytest.mark.case("WC", "10.3")
def test_a_reserve_that_has_no_space_to_enter_at_is_not_offered() -> None:
    now = table(stage="day", day=24)
    now.units["2Pz"].space = "Dinant"
    now.control |= dict.fromkeys(now.control, "german")
    offered = text_of(draft(View("german", now), asked("german", "day"))["day"])
    reserve = callable_reserve(now)
    assert f"okw: {reserve[0]} of {', '.join(reserve)}, or none" in offered
    others = [unit for unit in now.units.values() if unit.side == "german" and unit.data.reserve is False]
    others.remove(now.units["2Pz"])
    for space in spaces_of_letters(now.units[reserve[0]]):
        for _ in range(3):
            others.pop().space = space
    assert "okw" not in text_of(draft(View("german", now), asked("german", "day"))["day"])
    assert has_choice(now, "german") == bool(draft_day_orders(now))


def draft_day_orders(now: Commander) -> list[str]:
    return [line.text for line in draft(View("german", now), asked("german", "day"))["day"] if line.text]
