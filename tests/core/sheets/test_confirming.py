"""The sheet that confirms the charter: what it does not take yet is refused by name, never swallowed."""

from __future__ import annotations

from dataclasses import replace

from sheet_samples import FORM

from pbem.sheets import read_sheet

CONFIRMING = replace(FORM, exchange=1, parts=FORM.parts[:1], later=tuple(part.name for part in FORM.parts[1:]))
HEAD = f"game: {FORM.game}\nexchange: 1\nside: {FORM.side}\n"


def test_what_is_ordered_later_is_refused_with_what_is_taken_now() -> None:
    later = CONFIRMING.later[0]
    sheet, problems = read_sheet(f"{HEAD}{later}: none\n", CONFIRMING, "first.yaml")
    assert sheet is None
    assert [(one.kind, one.where.line, one.message) for one in problems] == [
        ("illegal", 4, f"{later}: not taken yet, exchange 1 confirms the charter")
    ]
    assert problems[0].hint == f"it takes {FORM.parts[0].name} and standing; orders follow from the next exchange on"


def test_a_confirmation_that_says_nothing_is_no_doubtful_sheet() -> None:
    nothing = replace(CONFIRMING, parts=(), later=tuple(part.name for part in FORM.parts))
    sheet, problems = read_sheet(HEAD, nothing, "first.yaml")
    assert sheet is not None
    assert problems == []


def test_every_other_exchange_takes_all_parts() -> None:
    assert FORM.later == ()
    sheet, problems = read_sheet(f"game: {FORM.game}\nexchange: {FORM.exchange}\nside: {FORM.side}\n", FORM, "x.yaml")
    assert sheet is not None
    assert [problem.hint for problem in problems] == ["units without an order hold"]
