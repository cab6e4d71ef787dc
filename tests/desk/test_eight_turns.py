"""A game of eight exchanges between two mail programs, a desk and real servers, to its last audit.

The referee says nothing but `pbem desk run`.  A player says `pbem turn`, edits a file, says `pbem sign --send`: one
reads with neomutt and sends with msmtp, the other reads and sends with s-nail.
"""

from __future__ import annotations

import contextlib
import io
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from clients import Client
from servers import AT_MOST, Dovecot
from village import Village, address

from pbem.app.audits import audit
from pbem.app.home import Home, remember
from pbem.cli.root import run

EXCHANGES = 8
DESK_TOML = """\
[desk]
address = "desk@example.org"
[imap]
host = "127.0.0.1"
port = {imap}
security = "none"
user = "desk"
password_command = ["echo", "secret"]
[smtp]
host = "127.0.0.1"
port = {smtp}
security = "none"
per_hour = 1000
per_seat_per_day = 1000
"""
PLAYER_TOML = '[desk]\naddress = "{own}"\n[smtp]\ncommand = {command}\nper_hour = 1000\nper_seat_per_day = 1000\n'


@dataclass
class Table:
    """The players, each with a program to read with and one to send with, and the desk behind its servers."""

    village: Village
    imap: Dovecot
    clients: dict[str, Client]
    monkeypatch: pytest.MonkeyPatch
    commands: int = 0
    """Of the players."""

    def pbem(self, seat: str, *args: str) -> str:
        """A command in the folder of a seat, with its home and the clock on the wall."""
        said = io.StringIO()
        self.monkeypatch.setenv("PBEM_HOME", str(self.village.folk.home(seat)))
        self.monkeypatch.setenv("PBEM_CLOCK", self.village.folk.now.isoformat())
        self.monkeypatch.chdir(self.village.folk.root / seat)
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), pytest.raises(SystemExit) as ended:
            run(list(args))
        assert not ended.value.code, (args, said.getvalue())
        return said.getvalue()

    def desk(self) -> None:
        """Rounds until all that has come is fetched: a server may tell of a letter a moment after it lies there."""
        until = time.monotonic() + AT_MOST
        self.pbem("referee", "desk", "run")
        while left := self.imap.letters("desk"):
            said = self.pbem("referee", "desk", "run")
            assert time.monotonic() < until, f"{left[0].read_text(errors='replace')}\nis not fetched: {said}"

    def fetched(self, seat: str, count: int) -> Path:
        """What has come, saved out of the mailbox by the player's mail program."""
        self.imap.wait_for_letters(seat, count)
        client, came = self.clients[seat], self.clients[seat].home / "came.mbox"
        came.unlink(missing_ok=True)
        box = self.imap.root / "mail" / seat
        if seat == "blue":
            keys = f"T.<enter><tag-prefix><save-message><kill-line>{came}<enter><sync-mailbox><quit>"
            client.neomutt_on(box, keys, "set delete=yes confirmappend=no")
        else:
            client.run(*client.snail, "-#", "-f", f"maildir://{box}", typed=f"move * {came}\nquit\n".encode())
        assert not self.imap.letters(seat)
        return came

    def turn(self, seat: str, letters: int) -> None:
        """Three commands: take in, write, send."""
        self.pbem(seat, "turn", "--no-open", *([str(self.fetched(seat, letters))] if letters else []))
        game = self.village.folk.seats[seat]
        game.refresh()
        sheet = game.folder.path / f"{seat}-{game.course.open_number:02}.yaml"
        assert sheet.exists(), "the draft lies there"
        sheet.write_text(self.village.folk.sheet_of(seat), encoding="utf-8")
        self.pbem(seat, "sign", sheet.name, "--send", "--final")
        self.commands += 3


@pytest.fixture
def table(tmp_path: Path, imap: Dovecot, submission: int, monkeypatch: pytest.MonkeyPatch) -> Table:
    village = Village.found(tmp_path / "folk")
    folk = village.folk
    table = Table(village, imap, {}, monkeypatch)
    Path(folk.home("referee"), "desk.toml").write_text(DESK_TOML.format(imap=imap.port, smtp=submission))
    for seat in village.players:
        client = table.clients[seat] = Client(tmp_path / seat, address(seat), submission)
        home = Home(folk.home(seat))
        home.keys.mkdir(parents=True, exist_ok=True)
        (home.keys / "key").write_bytes(folk.identity(seat).dump(""))
        remember(folk.seats[seat], home.keys / "key")
        command = client.msmtp if seat == "blue" else [*client.snail, "-t"]
        said = "[" + ", ".join(f'"{word}"' for word in command) + "]"
        (home.path / "desk.toml").write_text(PLAYER_TOML.format(own=address(seat), command=said))
        table.pbem(seat, "desk", "add", ".", "--address", "referee=desk@example.org")
        monkeypatch.setenv("HOME", str(client.home))
    return table


def test_eight_exchanges_between_two_mail_programs_and_a_desk(table: Table) -> None:
    village, folk, turns = table.village, table.village.folk, 0
    on_the_way = dict.fromkeys(village.players, 0)
    for number in range(1, EXCHANGES + 1):
        writers = list(folk.seats["referee"].course.next.seats)
        for seat in writers:
            table.turn(seat, on_the_way[seat])
            on_the_way[seat] = 1  # a receipt
        turns += len(writers)
        table.imap.wait_for_letters("desk", len(writers))
        table.desk()
        folk.now += timedelta(hours=2)
        table.desk()
        folk.seats["referee"].refresh()
        assert folk.seats["referee"].course.number == number
        for seat in village.players:
            on_the_way[seat] += 1  # the report
    for seat in village.players:
        table.pbem(seat, "turn", "--no-open", str(table.fetched(seat, on_the_way[seat])))
        folk.seats[seat].refresh()
        assert folk.seats[seat].course.head == folk.seats["referee"].course.head
        assert audit(folk.root / seat).ok
    assert table.commands == 3 * turns
    assert audit(folk.root / "referee").ok
