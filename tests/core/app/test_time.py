"""Deadlines, grace, missed turns, absences, extensions, seats that fall silent, bots."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk
from staged import Stage
from whole_books import is_whole

from pbem.app.absences import away, extend
from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end
from pbem.app.ending import open_hidden
from pbem.app.founding import new_draft
from pbem.app.history import diff, log, replay, told_diff
from pbem.app.ordering import answer, sign
from pbem.app.owing import status
from pbem.app.receiving import receive
from pbem.app.silencing import silence
from pbem.book.times import next_clock, past_absences, read_days, read_time, say
from pbem.model.errors import Refused
from pbem.office.overdue import effective_until
from pbem_rules.ford import RULESET as FORD


def send(folk: Folk, seat: str) -> None:
    made = sign(folk.seats[seat], folk.sheet_of(seat))
    assert made.mail
    folk.carry([made.mail])


def due(folk: Folk) -> datetime:
    until = effective_until(next(iter(folk.seats.values())))
    assert until
    return until


def test_a_missed_turn_is_played_by_default_after_grace_and_no_sooner(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "referee").found()
    referee = folk.seats["referee"]
    send(folk, "blue")
    folk.now = due(folk) + timedelta(hours=47)
    with pytest.raises(Refused, match="waiting for the orders of red"):
        adjudicate(referee, folk.now, missed=True)
    folk.now += timedelta(hours=2)
    with pytest.raises(Refused, match="waiting for the orders of red"):
        adjudicate(referee, folk.now)
    folk.carry(adjudicate(referee, folk.now, missed=True).mails)
    record = folk.seats["blue"].course.pages[1].record
    assert record is not None
    assert record.missed == ["red"]
    assert record.links["red"] == ""
    assert "missed by red" in log(referee)[1].words
    folk.play()
    folk.carry(open_hidden(referee))
    assert is_whole(folk)


def test_nobody_fills_in_for_the_other_of_two(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    closer = folk.seats["north"].course.procedure.closer
    sign(folk.seats[closer], folk.sheet_of(closer))
    with pytest.raises(Refused, match="waiting for"):
        adjudicate(folk.seats[closer], folk.now + timedelta(days=99), missed=True)


def test_the_exchange_waits_for_second_thoughts(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"earliest": 3}).found()
    send(folk, "north")
    folk.now += timedelta(hours=1)
    send(folk, "south")
    with pytest.raises(Refused, match="a slip may be replaced"):
        adjudicate(folk.seats["referee"], folk.now + timedelta(hours=2))
    assert adjudicate(folk.seats["referee"], folk.now + timedelta(hours=3)).stage == "recorded"


def test_an_absence_moves_the_deadline_for_everybody(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    before = due(folk)
    folk.carry(away(folk.seats["north"], before - timedelta(days=1), before + timedelta(days=3), folk.now))
    moved = {effective_until(game) for game in folk.seats.values()}
    assert moved == {before + timedelta(days=3)}
    folk.play_exchange()
    assert "away-north-1.pbem" in folk.seats["south"].course.pages[1].documents
    assert folk.seats["south"].course.absences
    assert is_whole(folk)


def test_an_absence_is_a_right_while_days_are_left(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    north = folk.seats["north"]
    with pytest.raises(Refused, match="48 hours ahead"):
        away(north, folk.now + timedelta(hours=47), folk.now + timedelta(days=9), folk.now)
    with pytest.raises(Refused, match="0 of 21 days"):
        away(north, folk.now + timedelta(days=3), folk.now + timedelta(days=30), folk.now)
    for number in range(3):
        start = folk.now + timedelta(days=3 + 10 * number)
        folk.carry(away(north, start, start + timedelta(days=2), folk.now))
    with pytest.raises(Refused, match="3 times of 3"):
        away(north, folk.now + timedelta(days=60), folk.now + timedelta(days=61), folk.now)


def test_an_extension_is_the_referees_and_visible(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    before = due(folk)
    folk.carry(extend(folk.seats["referee"], 24, "a holiday", folk.now))
    assert {effective_until(game) for game in folk.seats.values()} == {before + timedelta(days=1)}
    with pytest.raises(Refused, match="the referee's to give"):
        extend(folk.seats["north"], 24, "please", folk.now)
    folk.play_exchange()
    assert "extension-referee-1.pbem" in folk.seats["south"].course.pages[1].documents
    assert is_whole(folk)


def closed_without(folk: Folk, silent: str) -> None:
    """An exchange is closed, and everybody but one shows his link."""
    for seat in folk.writers():
        send(folk, seat)
    folk.now += timedelta(hours=3)
    for mail in adjudicate(folk.seats["referee"], folk.now).mails:
        for seat in mail.to:
            if seat != silent:
                folk.carry(receive(folk.seats[seat], [("mail", mail.text.encode())], folk.now).mails)


def test_who_falls_silent_after_the_close_loses(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual", terms={"stalled": {"after": 7, "then": "lost"}}).found()
    folk.play_exchange()
    closed_without(folk, "south")
    referee = folk.seats["referee"]
    folk.now += timedelta(days=6)
    with pytest.raises(Refused, match="south owes the reveal since"):
        silence(referee, folk.now)
    folk.now += timedelta(days=2)
    told = silence(referee, folk.now)
    del folk.seats["south"].identity
    folk.seats["south"].identity = None
    receive(folk.seats["north"], [("mail", told[0].text.encode())], folk.now)
    receive(folk.seats["south"], [("mail", told[0].text.encode())], folk.now)
    assert [one.said.by for one in status(folk.seats["south"], folk.now).accusations] == ["south"]
    with pytest.raises(Refused, match="may still answer"):
        silence(referee, folk.now + timedelta(days=6))
    folk.now += timedelta(days=8)
    folk.carry(silence(referee, folk.now))
    result = folk.seats["north"].course.result
    assert result is not None
    assert (result.winner, result.case) == ("north", "silence")
    folk.carry(open_hidden(referee))
    assert is_whole(folk)


def test_a_silence_that_is_answered_is_void(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual", terms={"stalled": {"after": 7, "then": "lost"}}).found()
    folk.play_exchange()
    closed_without(folk, "south")
    referee = folk.seats["referee"]
    folk.now += timedelta(days=8)
    folk.carry(silence(referee, folk.now))  # with the close: what was lost comes again, and is answered
    assert not status(referee, folk.now).accusations
    folk.carry(adjudicate(referee, folk.now).mails)
    assert {game.course.number for game in folk.seats.values()} == {2}
    folk.play()
    assert is_whole(folk)


def test_under_wait_nobody_loses_by_silence(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual", terms={"stalled": {"after": 7, "then": "wait"}}).found()
    folk.play_exchange()
    closed_without(folk, "south")
    with pytest.raises(Refused, match="nobody loses by silence"):
        silence(folk.seats["referee"], folk.now + timedelta(days=8))


def test_of_two_alone_the_silent_one_loses_by_the_charter(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone", terms={"stalled": {"after": 5, "then": "lost"}}).found()
    while len(folk.seats["north"].course.next.seats) != 1:
        folk.play_exchange()
    (seat,) = folk.seats["north"].course.next.seats
    other = folk.seats["south" if seat == "north" else "north"]
    with pytest.raises(Refused, match="owes the orders"):
        silence(other, due(folk))
    folk.now = due(folk) + timedelta(days=6)
    folk.carry(silence(other, folk.now))
    folk.now += timedelta(days=6)
    folk.carry(silence(other, folk.now))
    result = folk.seats[seat].course.result
    assert result is not None
    assert result.winner == other.seat
    assert is_whole(folk)


def test_a_referee_who_vanishes_leaves_the_game_open(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"stalled": {"after": 5, "then": "lost"}}).found()
    folk.play_exchange()
    gone = folk.seats.pop("referee")
    assert gone
    north, south = folk.seats["north"], folk.seats["south"]
    folk.now = due(folk) + timedelta(hours=48, days=6)
    for mail in silence(north, folk.now):
        receive(south, [("mail", mail.text.encode())], folk.now)
    folk.now += timedelta(days=6)
    for mail in silence(north, folk.now):
        receive(south, [("mail", mail.text.encode())], folk.now)
    assert south.course.result is not None
    assert (south.course.result.winner, south.course.result.case) == ("", "silence")
    assert is_whole(folk)


@pytest.mark.parametrize("then", ["lost", "wait"])
def test_players_end_a_game_by_agreement_without_a_referee_who_has_vanished(tmp_path: Path, then: str) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"stalled": {"after": 5, "then": then}}).found()
    folk.play_exchange()
    folk.seats.pop("referee")
    north, south = folk.seats["north"], folk.seats["south"]
    folk.now = due(folk) + timedelta(hours=48, days=6)
    for mail in silence(north, folk.now):
        receive(south, [("mail", mail.text.encode())], folk.now)
    folk.now += timedelta(days=6)
    for mail in end(north, "south", "well played", folk.now):
        receive(south, [("mail", mail.text.encode())], folk.now)
    for mail in agree(south, folk.now):
        receive(north, [("mail", mail.text.encode())], folk.now)
    for game in (north, south):
        assert game.course.result is not None
        assert (game.course.result.winner, game.course.result.case) == ("south", "agreement")
    assert is_whole(folk)


def test_a_bot_has_no_key_and_is_played_again_in_the_audit(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"bots": {"south": "bold"}}).found()
    assert set(folk.seats) == {"north", "referee"}
    folk.play()
    answers = [
        answer["source"] for page in folk.seats["north"].course.pages.values() if page.outcome
        for stretch in page.outcome.stretches for answer in stretch.answers
    ]  # fmt: skip
    assert "bot" in answers
    assert is_whole(folk)
    folk.carry(open_hidden(folk.seats["referee"]))
    assert is_whole(folk)


def test_what_is_asked_can_be_answered_in_one_line(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    for seat in ("north", "south"):
        made = answer(folk.seats[seat], {"Q1": "b"})
        assert made.mail
        folk.carry([made.mail])
    folk.now += timedelta(hours=2)
    folk.carry(adjudicate(folk.seats["referee"], folk.now).mails)
    (stretch, *_) = folk.seats["north"].course.pages[1].record.outcome.stretches  # type: ignore[union-attr]
    assert [one["pick"] for one in stretch.answers][:2] == ["low", "low"]


def test_status_log_replay_and_diff_tell_where_a_game_stands(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    north = folk.seats["north"]
    said = status(north, folk.now)
    assert (said.stage, said.exchange, [one.is_in for one in said.owed]) == ("open", 1, [False, None])
    send(folk, "south")
    assert [one.is_in for one in status(folk.seats["referee"], folk.now).owed] == [False, True]
    folk.play_exchange()
    folk.play_exchange()
    assert [line.kind for line in log(north)] == ["charter", "record", "record"]
    assert replay(north, 0)["table"]["round"] == 1
    assert any(change.path == ("hits", "south") or change.path == ("hits", "north") for change in diff(north, 0, 2))
    with pytest.raises(Refused, match="no number 9"):
        replay(north, 9)


def test_hidden_parts_need_a_referee_and_one_seat_cannot_be_alone(tmp_path: Path) -> None:
    usual = {"scenario": "crossing", "entropy": lambda count: bytes(count), "now": "2025-11-04T09:00:00Z"}
    with pytest.raises(Refused, match="need a referee"):
        new_draft(FORD, mode="alone", **usual)  # type: ignore[arg-type]
    usual["scenario"] = "salle"
    with pytest.raises(Refused, match="two must play"):
        new_draft(RULESET, mode="alone", bots={"south": "bold"}, **usual)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="no bot"):
        new_draft(RULESET, mode="referee", bots={"south": "clever"}, **usual)  # type: ignore[arg-type]


def test_the_charter_says_on_which_hour_of_which_days_deadlines_fall(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", terms={"clock": "18:30", "days": "mon-fri", "turn": 48}).found()
    assert say(due(folk)) == "2025-11-10T18:30:00Z"  # not Saturday
    folk.play_exchange()
    assert say(due(folk)) == "2025-11-06T18:30:00Z"
    charter = folk.seats["north"].charter.draft
    assert (charter.clock, charter.days) == ("18:30", "mon-fri")


@pytest.mark.parametrize(
    ("terms", "why"), [({"clock": "24:00"}, "no hour of the day"), ({"days": "mon-sunday"}, "no days of the week")]
)
def test_hours_and_days_that_there_are_not(terms: dict[str, str], why: str) -> None:
    with pytest.raises(Refused, match=why):
        new_draft(RULESET, scenario="salle", mode="referee", entropy=bytes, now="2025-11-04T09:00:00Z", **terms)


def test_two_alone_are_offered_no_plans_ahead(tmp_path: Path) -> None:
    alone = Folk(tmp_path / "alone", RULESET, "alone").found().seats["north"]
    kept = Folk(tmp_path / "kept", RULESET, "referee").found().seats["north"]
    assert alone.rules.form(2, "north", ()).planned is None
    assert kept.rules.form(2, "north", ()).planned is not None
    with pytest.raises(Refused, match="ahead: not taken yet, exchange 1 confirms the charter"):
        sign(alone, alone_sheet(alone.charter.name))


def alone_sheet(name: str) -> str:
    return f"game: {name}\nexchange: 1\nside: north\nanswers: {{Q1: high}}\nahead:\n  - 2\n"


# times by themselves


def test_deadlines_fall_on_the_clock_hour_of_an_allowed_day() -> None:
    friday = datetime(2025, 11, 7, 21, 0, tzinfo=UTC)
    assert say(next_clock(friday, "20:00", "mon-sun")) == "2025-11-08T20:00:00Z"
    assert say(next_clock(friday, "20:00", "mon-fri")) == "2025-11-10T20:00:00Z"
    assert say(next_clock(friday, "21:00", "fri")) == "2025-11-07T21:00:00Z"
    assert read_days("sat-mon, wed") == {5, 6, 0, 2}


def test_an_absence_moves_a_deadline_only_if_its_owner_owes_something() -> None:
    from pbem.book.times import Span

    at = read_time("2025-12-24T20:00:00Z")
    span = Span("north", read_time("2025-12-20T00:00:00Z"), read_time("2026-01-02T23:00:00Z"))
    next_one = Span("north", read_time("2026-01-03T00:00:00Z"), read_time("2026-01-05T00:00:00Z"))
    assert past_absences(at, ["south"], [span], "20:00", "mon-sun") == at
    assert say(past_absences(at, ["north"], [span], "20:00", "mon-sun")) == "2026-01-03T20:00:00Z"
    assert say(past_absences(at, ["north"], [next_one, span], "20:00", "mon-sun")) == "2026-01-05T20:00:00Z"


@pytest.mark.parametrize("text", ["2025-11-07 20:00:00Z", "2025-13-07T20:00:00Z", "2025-11-07T20:00:00+01:00", ""])
def test_other_times_are_not_read(text: str) -> None:
    with pytest.raises(Exception, match="no time"):
        read_time(text)


def test_a_difference_tells_how_those_ended_who_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that they left the map, as those do who march off it."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    stage = Stage.founded(tmp_path, "ford", "crossing")
    stage.play_until(lambda game, seat: game.course.number >= 8)
    lines = told_diff(stage.theatre.referee, 5, 8)
    assert "2 Horse: loses its last step at 0401 (FO 6.71)" in lines
    assert not [line for line in lines if "leaves the map" in line]
