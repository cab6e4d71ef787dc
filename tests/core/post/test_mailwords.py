"""The mails that the program writes, letter for letter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

import pytest

from pbem.post import reasons
from pbem.post.mailwords import WIDTH, About, LookedThrough, Words, bounce, missed, receipt, reminder, reminder_alone
from pbem.post.reasons import Reason

GERMAN = About("kh7f", 4, "german", "GT2, German player-turn")
DUE = datetime(2025, 11, 7, 20, tzinfo=UTC)
GRACE = datetime(2025, 11, 9, 20, tzinfo=UTC)
RECEIVED = datetime(2025, 11, 5, 18, 42, tzinfo=UTC)


def test_receipt() -> None:
    words = receipt(
        GERMAN,
        received=RECEIVED,
        due=DUE,
        sheet="german-04.yaml",
        revision=1,
        digest="5e1f77c0a94d02b6" + "0" * 48,
        head="river-tin-poppy-four",
        checked=LookedThrough(problems=0, doubtful=1, standing=3, new=True),
    )
    assert words == Words(
        "[kh7f 4 german] received, revision 1",
        """\
Your orders for exchange 4 (GT2, German player-turn) are in.
  received   Wed 5 Nov 18:42 UTC; due Fri 7 Nov 20:00 UTC
  sheet      german-04.yaml, revision 1, digest 5e1f 77c0 a94d 02b6
  check      read, no problem, 1 doubtful line: pbem check shows which
  standing   those of exchange 3; new ones from the next exchange on
A higher revision replaces it until the close. This mail is signed: it
proves what arrived and when.          river-tin-poppy-four
""",
    )


def test_receipt_of_a_sealed_sheet_with_a_hostile_name() -> None:
    words = receipt(
        GERMAN,
        received=RECEIVED,
        due=DUE,
        sheet="\x1b[2Jx\n  check",
        revision=2,
        digest="0" * 64,
        head="a" * 60,
        checked=None,
    )
    assert "  sheet      x check, revision 2, digest 0000 0000 0000 0000\n" in words.body
    assert "  check      sealed until the close\n" in words.body
    assert "standing" not in words.body
    assert words.body.endswith("proves what arrived and when.\n" + "a" * 60 + "\n")


def test_bounce() -> None:
    stale = reasons.OldHead(
        exchange=2,
        saw="amber-cloud-pike-one",
        head="river-tin-poppy-four",
        reported=datetime(2025, 11, 4, 9, tzinfo=UTC),
    )
    assert bounce(GERMAN, stale, received=datetime(2025, 11, 5, 18, 40, tzinfo=UTC), by=DUE) == Words(
        "[kh7f 4 german] NOT accepted: written for exchange 2",
        """\
Kept, not counted: your mail of Wed 5 Nov 18:40 UTC.
  why   it saw amber-cloud-pike-one; the book is at river-tin-poppy-four
  do    pbem receive the report of Tue 4 Nov, pbem draft, sign again
  by    Fri 7 Nov 20:00 UTC
""",
    )


TITLES: list[tuple[Reason, str]] = [
    (reasons.OldHead(exchange=2, saw="a", head="b", reported=DUE), "written for exchange 2"),
    (reasons.OtherKey(), "signed by another key"),
    (reasons.ReadableDiffers(9), "the readable text differs, line 9"),
    (reasons.TwoSheets(1, free=2), "revision 1 is in already, and says something else"),
    (reasons.Closed(DUE), "closed Fri 7 Nov 20:00 UTC"),
    (reasons.NotDue(seat="german", waiting_for="allied"), "german is not due"),
    (reasons.NoBlock(("orders.zip", "map.png")), "no block found"),
    (reasons.Damaged("line 3 of the block is not base64"), "the block is damaged"),
    (reasons.TooBig(), "over 1 MB"),
    (reasons.Unreadable("over 200 parts"), "it cannot be read"),
]


@pytest.mark.parametrize(("reason", "title"), TITLES)
def test_every_reason_says_why_and_what_to_do(reason: Reason, title: str) -> None:
    words = bounce(GERMAN, reason, received=RECEIVED)
    assert words.subject == f"[kh7f 4 german] NOT accepted: {title}"
    lines = words.body.splitlines()
    assert [line[:8] for line in lines[1:] if line[2] != " "] == ["  why   ", "  do    "]
    assert all(8 < len(line) <= WIDTH for line in lines)


def test_no_reason_is_forgotten() -> None:
    assert {type(reason) for reason, _ in TITLES} == set(get_args(Reason))


def test_bounce_of_a_mail_whose_game_is_not_known() -> None:
    words = bounce(None, reasons.NoBlock(("orders.zip",)), received=RECEIVED)
    assert words.subject == "[pbem] NOT accepted: no block found"
    assert "-----BEGIN PBEM ENVELOPE----- in it; not read: orders.zip\n" in words.body
    assert "  do    send plain text or attach the .pbem file\n" in words.body


HOLD = "units without an order hold"


def test_reminder() -> None:
    assert reminder(GERMAN, due=DUE, hours=24, grace=GRACE, standing=2, unordered=HOLD) == Words(
        "[kh7f 4 german] due Fri 7 Nov 20:00 UTC, 24 hours",
        """\
Waiting for you alone: GT2, German player-turn. Nothing has arrived.
Grace until Sun 9 Nov 20:00 UTC; then standing orders (revision 2) play;
units without an order hold. More time: pbem away
""",
    )


def test_reminder_without_grace_and_with_others() -> None:
    words = reminder(GERMAN, due=DUE, hours=1, others=("allied",), unordered=HOLD)
    assert words.subject == "[kh7f 4 german] due Fri 7 Nov 20:00 UTC, 1 hour"
    assert words.body == (
        "Waiting for you and allied: GT2, German player-turn. Nothing has arrived.\n"
        "After Fri 7 Nov 20:00 UTC the rules' default standing orders play; units\n"
        "without an order hold. More time: pbem away\n"
    )


@pytest.mark.parametrize(("then", "end"), [("lost", "the game is lost for you"), ("wait", "the game waits")])
def test_reminder_where_two_play_alone(then: str, end: str) -> None:
    stalled = datetime(2025, 11, 14, 20, tzinfo=UTC)
    words = reminder_alone(GERMAN, due=DUE, hours=24, stalled=stalled, then=then)  # type: ignore[arg-type]
    assert f"from Fri 14 Nov 20:00 UTC {end}." in words.body.replace("\n", " ")


def test_missed() -> None:
    words = missed(
        GERMAN,
        due=DUE,
        miss=1,
        misses=2,
        standing=2,
        in_time=(1, 2),
        away_days=(0, 21),
        other="allied",
        substitutes=True,
    )
    assert words == Words(
        "[kh7f 4 german] missed, first of 2; played by standing orders",
        """\
Nothing by Fri 7 Nov 20:00 UTC nor in grace. By the charter standing
orders revision 2 played; the record says MISSED.
  german  1 of 2 turns in time, 0 of 21 away days used
A second miss in a row lets allied ask for a substitute or the end.
""",
    )


def test_missed_for_the_last_time() -> None:
    words = missed(
        GERMAN,
        due=DUE,
        miss=2,
        misses=2,
        standing=0,
        in_time=(1, 3),
        away_days=(0, 21),
        other="allied",
        substitutes=False,
        grace=False,
    )
    assert words.body.startswith("Nothing by Fri 7 Nov 20:00 UTC. By the charter the default standing orders")
    assert words.body.endswith("This lets allied ask for the end.\n")


def test_times_are_said_in_utc() -> None:
    berlin = timezone(timedelta(hours=1))
    words = reminder(GERMAN, due=datetime(2025, 11, 8, 0, 30, tzinfo=berlin), hours=2, unordered=HOLD)
    assert "due Fri 7 Nov 23:30 UTC" in words.subject
