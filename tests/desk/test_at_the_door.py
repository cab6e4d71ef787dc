"""What `pbem receive` does with what is not a mail of the game: it waits, passes over, or says what to do."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from test_mail_matrix import LETTERS, VECTORS, Place, Vector, copied, received
from village import Village, address

from pbem.book.documents import Receipt, read_payload
from pbem.book.lock import locked
from pbem.book.times import read_time

BUSY = 75


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return copied(VECTORS / "desk-games" / "sealed", Place(tmp_path / "place", "referee", "sealed"))


def orders() -> bytes:
    (path,) = [one for one in LETTERS if one.name == "utf-8-8bit.sealed.letter"]
    return Vector.read(path).letter


def test_a_folder_in_use_ends_with_75_and_loses_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked(place.game):
        code, said = received(place, orders(), monkeypatch)
    assert code == BUSY, said
    assert "in use" in said
    assert not place.has_it()
    assert received(place, orders(), monkeypatch)[0] == 0
    assert place.has_it()


def test_foreign_letters_are_passed_over_in_one_line(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    line, letter = b"From shop@example.org Tue Nov  4 09:30:00 2025\n", b"From: shop@example.org\nTo: a\n\nBuy now!\n\n"
    code, said = received(place, (line + letter) * 14, monkeypatch)
    assert code == 0
    assert said.splitlines() == ["14 letters of other games or without a block passed over"]
    assert not list(place.game.glob("kept/*"))


def test_a_sheet_that_nobody_has_signed_is_told_so(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    game = orders().partition(b"Subject: [")[2][:4].decode()
    sheet = f"> game: {game}\n> exchange: 1\n> side: red\n> plot: {{mine: north ford}}\n"
    code, said = received(place, sheet.encode(), monkeypatch)
    assert code == 0
    assert "letter.eml is a sheet of red that nobody has signed: pbem sign this first" in said


def test_a_maildir_with_its_servers_files_is_read_as_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Dovecot keeps beside the letters is no letter, and a letter is called by its file."""
    box = place.root / "box"
    for name in ("cur", "new", "tmp"):
        (box / name).mkdir(parents=True)
    for name in ("dovecot.index", "dovecot-uidlist", "dovecot.index.log"):
        (box / name).write_bytes(b"\x07\x02-----BEGIN PBEM ENVELOPE-----\n")
    (box / "tmp" / "3.half").write_bytes(orders()[:900])
    (box / "cur" / "1.good:2,S").write_bytes(orders())
    code, said = received(place, b"", monkeypatch, box)
    assert (code, place.has_it()) == (0, True), said
    (box / "new" / "2.broken").write_bytes(orders().replace(b"-----END PBEM", b"-----", 1))
    code, said = received(place, b"", monkeypatch, box)
    assert code == 1
    assert "KEPT  2.broken" in said


def test_each_letter_has_its_own_time(tmp_path: Path) -> None:
    """Two that the mailbox took at different hours are receipted with these, though the desk reads both at once."""
    village = Village.found(tmp_path)
    village.round()
    start, hours = village.folk.now, {}
    for count, seat in enumerate(village.players, start=1):
        village.post(village.write(seat, final=False), address(seat))
        came = start + timedelta(hours=count)
        newest = max((village.folk.home("referee") / "desk" / "in" / "new").iterdir(), key=lambda one: one.name)
        os.utime(newest, (came.timestamp(), came.timestamp()))
        hours[seat] = came
    village.folk.now = start + timedelta(hours=2, minutes=30)
    village.round()
    receipts = village.folk.seats["referee"].here.receipts.values()
    told = {
        came.document.header.seat: read_time(read_payload(Receipt, came.receipt.body).received) for came in receipts
    }
    assert told == hours
