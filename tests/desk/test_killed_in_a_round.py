"""A desk that dies in the middle of a round: the next round ends in the same state, and nothing is said twice."""

from __future__ import annotations

import os
import shutil
import signal
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from servers import Relay
from village import Village, address

from pbem.app.owing import status
from pbem.book import writing
from pbem.maildesk.opening import OutFolder
from pbem.maildesk.store import Store
from pbem.wire.sending import Smtp, SmtpServer

MOST = 240
"""More writes and commits than a round has."""


def round_in_a_process(village: Village, at: int, where: str) -> bool:
    """A round in a process of its own, killed at this write or commit; True if it was killed."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or status == 0
        return os.WIFSIGNALED(status)
    try:
        counted = [0]

        def die(*_: object) -> None:
            counted[0] += 1
            if counted[0] == at:
                os.kill(os.getpid(), signal.SIGKILL)

        if where == "files":
            writing.watch = die
        else:
            plain = Store.do

            def do(store: Store, said: str, *values: object) -> None:
                die()
                plain(store, said, *values)

            Store.do = do  # type: ignore[method-assign]
        village.round()
        os._exit(0)
    finally:
        os._exit(1)


def moved(village: Village, root: Path) -> Village:
    """The same village in a copy of its folder."""
    shutil.copytree(village.folk.root, root)
    folk = replace(village.folk, root=root, seats={})
    for seat in village.folk.seats:
        folk.seats[seat] = folk.open(seat)
    copy = Village(folk, village.settings, game=village.game)
    desk = copy.desk()
    desk.store.do("update game set folder = ?", str(root / "referee"))
    desk.store.do("update mail set folder = ?", str(root / "referee"))
    desk.store.close()
    return copy


def state(village: Village) -> tuple[set[str], set[str], dict[str, str], int]:
    """What lies in `sent/`, what went out, the outbox by file and seat, how far the book is."""
    desk = village.desk()
    rows = desk.store.rows("select file, seat, state from mail")
    desk.store.close()
    sent = {path.name for path in (village.folk.root / "referee" / "sent").glob("*.txt")}
    out = {path.name for path in (desk.folder / "out").glob("*.eml")}
    village.folk.seats["referee"].refresh()
    number = village.folk.seats["referee"].course.number
    return sent, {str(len(out))}, {f"{row['file']} {row['seat']}": row["state"] for row in rows}, number


@pytest.mark.parametrize(
    ("where", "step"),
    [
        ("files", 11),
        ("memory", 13),
        pytest.param("files", 1, marks=pytest.mark.slow),
        pytest.param("memory", 1, marks=pytest.mark.slow),
    ],
)
def test_the_next_round_ends_in_the_same_state(tmp_path: Path, where: str, step: int) -> None:
    village = Village.found(tmp_path / "game")
    village.round()
    for seat in village.players:
        village.post(village.write(seat, final=True), address(seat))
    village.folk.now += timedelta(hours=2)
    undisturbed = moved(village, tmp_path / "undisturbed")
    assert not round_in_a_process(undisturbed, 0, where)
    wanted, died = state(undisturbed), 0
    assert wanted[3] == 1, "the round resolves the exchange"
    assert set(wanted[2].values()) == {"sent"}
    for at in range(2, MOST, step):
        copy = moved(village, tmp_path / f"copy-{at}")
        if not round_in_a_process(copy, at, where):
            break
        died += 1
        copy.folk.now += timedelta(minutes=1)
        assert not round_in_a_process(copy, 0, where), "a second round comes through"
        assert state(copy) == wanted, f"killed at {at}"
        shutil.rmtree(copy.folk.root)
    assert died > 2
    assert died < (MOST - 2) // step


def test_a_mail_for_people_that_may_have_gone_out_waits_for_a_person(tmp_path: Path) -> None:
    """Dead between the server's answer and the note of it: a block goes again under its id, words wait."""
    village = Village.found(tmp_path)
    village.round()
    until = status(village.folk.seats["referee"], village.folk.now).until
    assert until is not None
    village.folk.now = until - timedelta(hours=11)
    village.round()
    desk = village.desk()
    reminders = desk.store.rows("select id from mail where kind = 'reminder'")
    assert reminders
    desk.store.do("update mail set state = 'sending' where kind in ('reminder', 'receipt', 'report')")
    village.mails = lambda: OutFolder(tmp_path / "again")
    village.round()
    assert {row["state"] for row in desk.store.rows("select state from mail where kind = 'reminder'")} == {"held"}
    assert not list((tmp_path / "again").glob("*.eml"))


def test_a_mail_for_people_whose_server_broke_off_waits_for_a_person(tmp_path: Path, smtp: Relay) -> None:
    """The server has it and died before it said so: a reminder is not sent again, a receipt is."""
    village = Village.found(tmp_path, mails=lambda: Smtp(SmtpServer("127.0.0.1", smtp.port, "none")))
    until = status(village.folk.seats["referee"], village.folk.now).until
    assert until is not None
    seat, *_ = village.players
    village.post(village.write(seat), address(seat))
    village.folk.now = until - timedelta(hours=11)
    for _ in range(6):
        smtp.die_after_data = 1
        village.round()
        village.folk.now += timedelta(minutes=20)
    smtp.die_after_data = 0
    village.round()
    subjects = [str(message_from_bytes(mail, policy=policy.default)["Subject"]) for _, mail in smtp.mails]
    assert sum(" due " in subject for subject in subjects) == 1
    assert sum("received" in subject for subject in subjects) > 1
    rows = village.desk().store.rows("select kind, state from mail where tries > 0")
    assert {(row["kind"], row["state"]) for row in rows} == {("reminder", "held"), ("receipt", "sent")}
