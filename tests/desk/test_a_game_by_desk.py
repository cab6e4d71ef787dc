"""Games that a desk carries: the referee says nothing but `desk run`, the players send and read mails."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from servers import Dovecot, Relay
from village import DESK, Village, address

from pbem.app.audits import audit
from pbem.app.owing import status
from pbem.maildesk import dashboard
from pbem.wire.fault import WireFault
from pbem.wire.imap import ImapBox, ImapServer
from pbem.wire.password import Password
from pbem.wire.sending import Smtp, SmtpServer


@pytest.fixture
def village(tmp_path: Path) -> Village:
    return Village.found(tmp_path)


def test_a_game_needs_no_word_of_its_referee(village: Village) -> None:
    for number in range(1, 9):
        village.exchange()
        assert all(one.course.number == number for one in village.folk.seats.values())
    assert audit(village.folk.root / "referee").ok


def test_a_game_between_real_servers(tmp_path: Path, imap: Dovecot, smtp: Relay) -> None:
    """The desk's mailbox is behind IMAP, its mails go to a relay that delivers into the players' mailboxes."""
    server = ImapServer(
        "127.0.0.1", imap.port, "none", "desk", Password(command=("echo", "secret")), taken="pbem/taken"
    )
    village = Village.found(
        tmp_path, settings={"imap": {"host": "127.0.0.1", "security": "none"}},
        letters=lambda look_only: ImapBox.open(server, look_only=look_only),
        mails=lambda: Smtp(SmtpServer("127.0.0.1", smtp.port, "none")),
        deliver=lambda letter: imap.deliver("desk", letter),
    )  # fmt: skip
    imap.deliver("desk", b"From: shop@example.org\r\nSubject: buy\r\n\r\nnow\r\n")
    for number in range(1, 4):
        for seat in [one for one in village.folk.writers() if one != "referee"]:
            village.post(village.write(seat), address(seat))
        first = village.round()
        assert first.fault == ""
        village.folk.now += timedelta(hours=2)
        village.round()
        village.fetch_mail([one for seat in village.players for one in smtp.to(address(seat))])
        smtp.mails.clear()
        assert all(one.course.number == number for one in village.folk.seats.values())
    box = ImapBox.open(server)
    assert [b"buy" in one.source for one in box.since(1)] == [True], "what is not ours stays where it was"
    box.close()
    assert audit(tmp_path / "referee").ok


def test_every_mail_goes_out_once(village: Village) -> None:
    village.exchange()
    names = [mail["Message-ID"] for mail in village.out()]
    village.round()
    village.round()
    assert not village.out()
    assert len(set(names)) == len(names)
    desk = village.desk()
    rows = desk.store.rows("select state, count(*) as n from mail group by state")
    assert {row["state"] for row in rows} == {"sent"}


def test_a_desk_with_another_address_sends_nothing_again(village: Village) -> None:
    """The domain is part of a mail's id; what went out under the old one has gone out."""
    village.exchange()
    village.out()
    village.settings["desk"] = {"address": "Another desk <desk@example.net>"}
    assert village.round().sent == 0
    assert not village.out()


def test_mails_say_that_a_machine_wrote_them_and_what_they_answer(village: Village) -> None:
    (seat, *_) = [one for one in village.folk.writers() if one != "referee"]
    village.post(village.write(seat), address(seat))
    village.round()
    receipt = next(mail for mail in village.out() if "received" in mail["Subject"])
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert receipt["In-Reply-To"] == "<1@example.org>"
    assert receipt["From"] == DESK
    assert [part.get_filename() for part in receipt.iter_attachments()] == ["01-receipt-blue-1.pbem"]


def test_a_letter_that_comes_twice_counts_once(village: Village) -> None:
    (seat, *_) = [one for one in village.folk.writers() if one != "referee"]
    mail = village.write(seat)
    village.post(mail, address(seat))
    first = village.round()
    village.post(mail, address(seat))
    again = village.round()
    assert (first.taken, again.taken) == (1, 0)


def test_letters_that_are_not_ours_are_left_alone(village: Village) -> None:
    village.put(b"From: shop@example.org\r\nSubject: buy\r\n\r\nnow\r\n")
    done = village.round()
    assert (done.passed_over, done.wrong) == (1, [])
    assert list((village.folk.home("referee") / "desk" / "in" / "new").iterdir())
    assert not list((village.folk.home("referee") / "desk" / "spool").glob("*"))


def test_letters_that_are_not_ours_stay_where_they_were_in_every_round(village: Village) -> None:
    """A Maildir is listed whole each time: a letter that is known by now is as little ours as before."""
    village.put(b"From: shop@example.org\r\nSubject: buy\r\n\r\nnow\r\n")
    (seat, *_) = [one for one in village.folk.writers() if one != "referee"]
    village.posted += 1
    village.post(village.write(seat), address(seat))
    for _ in range(3):
        village.round()
    box = village.folk.home("referee") / "desk" / "in"
    (left,) = (box / "new").iterdir()
    assert b"Subject: buy" in left.read_bytes()
    (taken,) = (box / ".pbem.taken" / "cur").iterdir()
    assert b"Subject: buy" not in taken.read_bytes()


def test_a_reminder_goes_once_and_only_to_who_is_silent(village: Village) -> None:
    game = village.folk.seats["referee"]
    first, *others = [one for one in village.folk.writers() if one != "referee"]
    village.post(village.write(first), address(first))
    until = status(game, village.folk.now).until
    assert until is not None
    village.round()
    village.fetch_mail()
    village.folk.now = until - timedelta(hours=11)
    village.round()
    reminders = [mail for mail in village.out() if " due " in mail["Subject"]]
    assert [str(mail["To"]) for mail in reminders] == [address(one) for one in others]
    village.folk.now += timedelta(minutes=20)
    village.round()
    assert not village.out()


def test_who_is_silent_after_grace_is_asked_about_and_then_passed_over(village: Village) -> None:
    game = village.folk.seats["referee"]
    until = status(game, village.folk.now).until
    assert until is not None
    village.round()
    village.folk.now = until - timedelta(hours=1)
    village.round()
    village.folk.now = until + timedelta(hours=game.charter.draft.grace, minutes=1)
    asked = village.round()
    assert any("pbem adjudicate --missed" in line for line in asked.wrong)
    assert game.course.number == 0
    village.settings["policy"] = {"missed": "after-grace"}
    village.folk.now += timedelta(minutes=12)
    village.round()
    assert game.course.number == 1
    missed = [mail for mail in village.out() if "missed" in mail["Subject"]]
    assert {str(mail["To"]) for mail in missed} == {address(seat) for seat in village.players}


def test_after_a_leap_of_the_clock_nobody_is_passed_over(village: Village) -> None:
    village.settings["policy"] = {"missed": "after-grace"}
    village.round()
    village.folk.now += timedelta(days=30)
    village.round()
    game = village.folk.seats["referee"]
    assert game.course.number == 0
    village.folk.now += timedelta(minutes=12)
    village.round()
    assert game.course.number == 1


def test_a_deadline_passes_nobody_over_while_the_mailbox_cannot_be_read(village: Village) -> None:
    village.settings["policy"] = {"missed": "after-grace"}
    game = village.folk.seats["referee"]
    until = status(game, village.folk.now).until
    assert until is not None
    village.folk.now = until
    village.round()
    village.folk.now = until + timedelta(hours=game.charter.draft.grace + 1)

    def broken(look_only: bool) -> None:
        raise WireFault("net", "no net")

    village.letters = broken
    done = village.round()
    assert game.course.number == 0
    assert "no net" in done.fault


def test_a_letter_in_time_at_the_server_is_in_time(village: Village) -> None:
    """The desk slept; the letter had come before the deadline."""
    village.settings["policy"] = {"missed": "after-grace"}
    game = village.folk.seats["referee"]
    for seat in village.players:
        village.post(village.write(seat), address(seat))
    village.folk.now += timedelta(days=20)
    village.round()
    village.folk.now += timedelta(hours=2)
    village.round()
    record = game.course.pages[1].record
    assert record is not None
    assert record.missed == []


def test_a_refused_mail_is_answered_once(village: Village) -> None:
    village.exchange()
    seat = village.folk.writers()[0]
    first = village.write(seat, final=False)
    village.exchange()
    village.out()
    village.post(first, address(seat))
    village.round()
    bounces = [mail for mail in village.out() if "NOT accepted" in mail["Subject"]]
    assert [str(mail["To"]) for mail in bounces] == [address(seat)]


def test_an_address_is_learned_from_a_letter_with_something_new(village: Village) -> None:
    (seat, *_) = [one for one in village.folk.writers() if one != "referee"]
    mail = village.write(seat)
    village.post(mail, "elsewhere@example.org")
    village.round()
    to = {str(one["To"]) for one in village.out() if "another address" in one["Subject"]}
    assert to == {"elsewhere@example.org", address(seat)}
    village.post(mail, "thief@example.org")
    village.round()
    desk = village.desk()
    assert desk.store.address(village.game, seat) == "elsewhere@example.org", "a letter sent again teaches nothing"


def test_what_has_no_address_waits_and_is_shown(village: Village) -> None:
    desk = village.desk()
    seat = village.players[0]
    desk.store.do("delete from address where seat = ?", seat)
    village.settings["policy"] = {"addresses": "fixed"}
    village.exchange()
    rows = dashboard.rows(desk, village.folk.now)
    assert "held" in rows[0].mail
    assert rows[0].needs == 2
    assert dashboard.lines(rows)[1].startswith("! ")


def test_a_dry_run_changes_nothing(village: Village) -> None:
    for seat in [one for one in village.folk.writers() if one != "referee"]:
        village.post(village.write(seat), address(seat))
    before = {path: path.read_bytes() for path in sorted((village.folk.root / "referee").rglob("*")) if path.is_file()}
    done = village.round(dry=True)
    assert any("would take orders" in line for line in done.said)
    after = {path: path.read_bytes() for path in sorted((village.folk.root / "referee").rglob("*")) if path.is_file()}
    assert after == before
    assert len(list((village.folk.home("referee") / "desk" / "in" / "new").iterdir())) == village.posted


def test_a_dry_run_tells_what_would_be_held(village: Village) -> None:
    (seat, other) = [one for one in village.folk.writers() if one != "referee"]
    for one in (seat, other):
        village.post(village.write(one), address(one))
    village.round()
    store = village.desk().store
    with store.together():
        store.do("update mail set state = 'queued'")
        store.do("delete from address where seat = ?", seat)
    said = [line for line in village.round(dry=True).said if line.startswith("would")]
    held = {line.partition(":")[2].strip() for line in said if f" to {seat} of " in line}
    assert held == {f"no address of {seat}: pbem desk address {village.game} {seat} MAIL"}
    assert all(line.startswith("would send") for line in said if f" to {other} of " in line)


def test_a_game_that_rests_gets_its_letters_when_it_goes_on(village: Village) -> None:
    from pbem.maildesk.memory import rest

    desk = village.desk()
    rest(desk, village.game, "the referee is ill")
    (seat, *_) = [one for one in village.folk.writers() if one != "referee"]
    village.post(village.write(seat), address(seat))
    assert village.round().taken == 0
    rest(desk, village.game, "")
    assert village.round().taken == 1
