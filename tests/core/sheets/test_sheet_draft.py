"""The sheet that goes out with a report."""

from __future__ import annotations

from sheet_samples import FORM

from pbem.model.sheet import StandingOrder
from pbem.sheets import DraftLine, draft, read_sheet

PARTS = (
    (
        "movement",
        (
            DraftLine("HQ: 0905", "8 of 10 MP"),
            DraftLine("if: 0906 cleared\n1/5: 0906\nelse: hold", "two regiments"),
            DraftLine(comment="2/5 is in contact, no move"),
        ),
    ),
    ("combat", (DraftLine("{attack: 0906, with: [12 VG]}", "must attack", live=True),)),
    ("turns", ()),
)
COMMENTS = {"exchange": "GT1, Red; due Fri 14 Nov 20:00 UTC", "movement": "take away a # to give the order"}


def test_orders_and_comments_stand_in_columns() -> None:
    text = draft(FORM, PARTS, COMMENTS, standing=[DraftLine("retreat: stand")], schema="https://example.org/sheet.json")
    assert text == (
        "# yaml-language-server: $schema=https://example.org/sheet.json\n"
        "game: kh7f\n"
        "exchange: 4                     # GT1, Red; due Fri 14 Nov 20:00 UTC\n"
        "side: red\n"
        "movement:                       # take away a # to give the order\n"
        "#  - HQ: 0905                   # 8 of 10 MP\n"
        "#  - if: 0906 cleared           # two regiments\n"
        "#    1/5: 0906\n"
        "#    else: hold\n"
        "#   2/5 is in contact, no move\n"
        "combat:\n"
        "  - {attack: 0906, with: [12 VG]}   # must attack\n"
        "turns:\n"
        "standing:\n"
        "#  retreat: stand\n"
    )


def test_a_draft_is_a_sheet_that_gives_the_live_orders_only() -> None:
    sheet, problems = read_sheet(draft(FORM, PARTS, COMMENTS, standing=[DraftLine("retreat: stand")]), FORM, "")
    assert problems == []
    assert sheet is not None
    assert [*sheet.parts] == ["combat"]
    assert sheet.standing is None


def test_taking_the_signs_away_gives_all_the_orders() -> None:
    text = draft(FORM, PARTS, standing=[DraftLine("retreat: stand")])
    orders = [line for line in text.splitlines() if "contact" not in line]
    uncommented = "".join(f"{line.removeprefix('#')}\n" for line in orders)
    sheet, problems = read_sheet(uncommented, FORM, "")
    assert problems == []
    assert sheet is not None
    assert len(sheet.parts["movement"].lines) == 2
    assert sheet.standing is not None
    assert sheet.standing[0].wish == StandingOrder("retreat", "stand").wish


def test_a_comment_cannot_become_an_order() -> None:
    text = draft(FORM, (("movement", (DraftLine("HQ: 0905", "see\n  - 1/5: 0906"),)),))
    assert "\n  - 1/5" not in text
