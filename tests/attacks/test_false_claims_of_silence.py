"""Silence is claimed against seats that owe nothing, or too soon, or with false dates: nobody believes it."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk
from forgery import again, broken, broken_next, give, later, made, refused, says, stamp

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import audit
from pbem.app.ordering import sign
from pbem.app.owing import status
from pbem.app.receiving import receive
from pbem.app.silencing import silence
from pbem.book.documents import Record, Silence
from pbem.book.layout import file_name
from pbem.model.errors import Refused
from pbem.office.overdue import effective_until
from pbem.seal.envelope import Envelope

AFTER = 7


def game_of(root: Path, mode: str, then: str = "lost") -> Folk:
    folk = Folk(root, RULESET, mode, terms={"stalled": {"after": AFTER, "then": then}, "earliest": 0}).found()
    folk.play_exchange()
    return folk


def closed(folk: Folk, silent: str) -> None:
    """In `mutual` all orders are in and the exchange is closed; everybody but one has shown his link."""
    for seat in folk.writers():
        mail = sign(folk.seats[seat], folk.sheet_of(seat)).mail
        assert mail
        folk.carry([mail])
    for mail in adjudicate(folk.seats["referee"], later(folk, hours=1)).mails:
        for seat in mail.to:
            got = receive(folk.seats[seat], [("mail", mail.text.encode())], folk.now)
            if seat != silent:
                folk.carry(got.mails)


def accuse(folk: Folk, accuser: str, by: str, owed: str, since: datetime, at: datetime, **header: object) -> Envelope:
    said = Silence(at=stamp(at), by=by, owed=owed, since=stamp(since))  # type: ignore[arg-type]
    return made(folk.seats[accuser], "silence", said, revision=1, **header)


def closing(folk: Folk) -> tuple[bytes, datetime]:
    """The close of the open number and its time."""
    here = folk.seats["referee"].here
    assert here.close is not None
    assert here.closed_at is not None
    return here.close.header.digest(), here.closed_at


def ended(folk: Folk, author: str, accusation: Envelope, at: datetime) -> Envelope:
    """An end by silence over an accusation alone."""
    course = folk.seats[author].course
    record = Record(
        at=stamp(at), documents={file_name(accusation): accusation.header.digest().hex()}, links={},
        seed=course.seed.hex(), missed=[], outcome=None,
    )  # fmt: skip
    return made(folk.seats[author], "record", record, after=accusation.header.digest())


def test_silence_at_once(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    close, at = closing(folk)
    with pytest.raises(Refused, match="south owes the reveal since"):
        silence(folk.seats["referee"], folk.now)
    got = give(folk, "north", accuse(folk, "referee", "south", "reveal", at, folk.now, after=close))
    assert "has not owed the reveal for 7 days" in refused(got)


def test_silence_at_once_ends_no_game(tmp_path: Path) -> None:
    """The envelope that won any game: signed, dated as one likes, with its record."""
    folk = game_of(tmp_path, "alone")
    seat = folk.seats["north"].course.next.seats[0]
    other = "south" if seat == "north" else "north"
    until = effective_until(folk.seats[seat])
    assert until
    accusation = accuse(folk, other, seat, "orders", until, folk.now)
    end = ended(folk, other, accusation, folk.now)
    got = give(folk, seat, accusation, end)
    assert folk.seats[seat].course.result is None
    assert len(got.kept) == 1, [str(one) for one in got.kept]
    assert "has not owed the orders" in str(got.kept[0])


def test_silence_under_wait(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual", "wait")
    closed(folk, "south")
    close, at = closing(folk)
    now = later(folk, days=AFTER + 1)
    with pytest.raises(Refused, match="nobody loses by silence"):
        silence(folk.seats["referee"], now)
    got = give(folk, "north", accuse(folk, "referee", "south", "reveal", at, now, after=close))
    assert "by the charter nobody loses by silence" in refused(got)


def test_silence_under_wait_stands_in_no_book(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "alone", "wait")
    seat = folk.seats["north"].course.next.seats[0]
    other = "south" if seat == "north" else "north"
    until = effective_until(folk.seats[seat])
    assert until
    accusation = accuse(folk, other, seat, "orders", until, until + timedelta(days=AFTER))
    end = ended(folk, other, accusation, until + timedelta(days=2 * AFTER))
    found = broken_next(folk, [accusation, end])
    assert any("nobody loses by silence" in one for one in found), found
    assert any("has no place where all wait" in one for one in found), found


def test_silence_by_one_who_is_not_waited_for(tmp_path: Path) -> None:
    """North accuses South of a link, which is the referee's to say; South the referee, owing a link himself."""
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    close, at = closing(folk)
    now = later(folk, days=AFTER + 1)
    got = give(folk, "referee", accuse(folk, "north", "south", "reveal", at, now, after=close))
    assert "south does not owe north the reveal" in refused(got)
    got = give(folk, "north", accuse(folk, "south", "referee", "record", at, now, after=close))
    assert "does not owe south the record" in refused(got)


def test_silence_dated_ahead(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    close, at = closing(folk)
    ahead = folk.now + timedelta(days=AFTER + 1)
    got = give(folk, "north", accuse(folk, "referee", "south", "reveal", at, ahead, after=close))
    assert not got.taken
    assert not status(folk.seats["north"], folk.now).accusations
    assert "later than this clock" in got.notes[0]
    later(folk, days=AFTER + 2)
    taken = receive(folk.seats["north"], [], folk.now).taken
    assert [one.header.type for one in taken] == ["silence"], "it is taken in when its time has come"


def test_silence_dated_back(tmp_path: Path) -> None:
    """`since` and `at` are worked out and compared; what came in a moment ago is not ripe, whatever it says."""
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    close, at = closing(folk)
    now = later(folk, days=2 * AFTER + 1)
    early = accuse(folk, "referee", "south", "reveal", at - timedelta(days=9), now, after=close)
    assert "is owed since" in refused(give(folk, "north", early))
    accusation = accuse(folk, "referee", "south", "reveal", at, at + timedelta(days=AFTER), after=close)
    end = ended(folk, "referee", accusation, at + timedelta(days=2 * AFTER))
    got = give(folk, "north", accusation, end)
    assert folk.seats["north"].course.result is None
    assert "days must pass for an answer" in " ".join(map(str, got.kept))


def test_two_who_accuse_each_other(tmp_path: Path) -> None:
    """Of two alone one owes, never both: who is accused and owes nothing has his answer in the accusation."""
    folk = game_of(tmp_path, "alone")
    while len(folk.seats["north"].course.next.seats) != 1:
        folk.play_exchange()
    (seat,) = folk.seats["north"].course.next.seats
    other = "south" if seat == "north" else "north"
    sign(folk.seats[seat], folk.sheet_of(seat))  # the mail is lost
    until = effective_until(folk.seats[seat])
    assert until
    now = folk.now = until + timedelta(days=AFTER + 1)
    first = silence(folk.seats[seat], now)
    second = silence(folk.seats[other], now)
    got = give(folk, other, first[0].text)
    assert any("is answered" in note for note in got.notes), "the lost orders came with the accusation"
    back = give(folk, seat, second[0].text)
    assert "owes" in " ".join([*map(str, back.kept), *back.notes]) or back.notes
    folk.carry(adjudicate(folk.seats[other], later(folk, hours=1)).mails)
    assert {game.course.number for game in folk.seats.values()} == {folk.seats[seat].course.number}
    assert folk.seats[seat].course.result is None


def test_a_reveal_denied(tmp_path: Path) -> None:
    """South's link came in; the referee's program says it did not, and ends the game against him."""
    folk = game_of(tmp_path, "mutual")
    closed(folk, "nobody")
    referee = folk.seats["referee"]
    reveal = next(one for one in referee.here.of_type("reveal") if one.header.seat == "south")
    close, at = closing(folk)
    now = later(folk, days=AFTER + 1)
    accusation = accuse(folk, "referee", "south", "reveal", at, now, after=close)
    got = give(folk, "south", accusation)
    assert [one.name for one in got.mails if "answer-reveal" in one.name], "he answers all"
    for mail in got.mails:
        if "north" in mail.to:
            give(folk, "north", mail.text)
    give(folk, "north", accusation)
    end = ended(folk, "referee", accusation, later(folk, days=AFTER + 1))
    give(folk, "north", end)
    give(folk, "south", end)
    assert folk.seats["north"].course.result is None
    assert folk.seats["south"].course.result is None
    assert reveal.header.seat == "south"


def test_an_end_before_it_is_ripe(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    close, at = closing(folk)
    now = later(folk, days=AFTER + 1)
    accusation = accuse(folk, "referee", "south", "reveal", at, now, after=close)
    assert not give(folk, "north", accusation).kept
    end = ended(folk, "referee", accusation, later(folk, days=AFTER - 1))
    got = give(folk, "north", end)
    assert folk.seats["north"].course.result is None
    assert "days must pass for an answer" in " ".join(map(str, got.kept))


def test_an_end_before_it_is_ripe_stands_in_no_book(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual")
    closed(folk, "south")
    folk.seats["south"].identity = None
    later(folk, days=AFTER + 1)
    told = silence(folk.seats["referee"], folk.now)
    give(folk, "north", told[0].text)
    later(folk, days=AFTER + 1)
    for mail in silence(folk.seats["referee"], folk.now):
        give(folk, "north", mail.text)
    north = folk.seats["north"]
    assert north.course.result is not None
    assert audit(tmp_path / "north", rulesets=lambda name: RULESET).ok
    page = dict(north.course.pages[north.course.number].documents)
    record = page.pop("record.pbem")
    silent = next(one for one in page.values() if one.header.type == "silence")
    early = says(record) | {"at": stamp(datetime.fromisoformat(says(silent)["at"]) + timedelta(days=AFTER - 1))}
    found = broken(folk, [*page.values(), again(folk.identity("referee"), record, early)])
    assert any("before it was ripe" in one for one in found), found
    owed = says(silent) | {"since": "2025-11-01T00:00:00Z"}
    false = again(folk.identity("referee"), silent, owed)
    said = says(record)
    said["documents"][file_name(false)] = false.header.digest().hex()
    others = [one for one in page.values() if one is not silent]
    found = broken(folk, [*others, false, again(folk.identity("referee"), record, said, after=false.header.digest())])
    assert any("is owed since" in one for one in found), found
