"""What the desk remembers: letters seen, mails on their way, addresses, games.

It is an index only: the truth lies in the game folders.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.book.times import read_time, say
from pbem.model.errors import Refused
from pbem.wire.fetched import Since

VERSION = 1
TABLES = """
create table letter(digest text primary key, message_id text, sender text, came text, games text,
                    verdict text, at text);
create table mailbox(name text primary key, validity integer, next integer, fetched text);
create table game(folder text primary key, id text, name text, seat text, title text, added integer,
                  paused text default '', print text default '', next_at text default '', glance text default '');
create table address(game text, seat text, mail text, since text, learned text, bad text default '',
                     primary key(game, seat));
create table mail(id text primary key, game text, seat text, kind text, folder text, file text, digest text,
                  state text, tries integer default 0, next_try text default '', why text default '', at text,
                  address text default '');
create table thread(game text, seat text, id text, at text);
create table log(at text, game text, words text);
create table memo(name text primary key, value text);
"""


class Store:
    """The database of one desk."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = not path.exists()
        if fresh:
            path.touch(mode=0o600)
        self._base = sqlite3.connect(path, isolation_level=None)
        self._base.row_factory = sqlite3.Row
        version = self._base.execute("pragma user_version").fetchone()[0]
        if version > VERSION:
            raise Refused("the desk's memory was written by a newer pbem", "update this one")
        self._base.execute("pragma journal_mode = wal")
        self._base.execute("pragma synchronous = full")
        if version == 0:
            with self.together():
                for statement in TABLES.split(";"):
                    self._base.execute(statement)
                self._base.execute(f"pragma user_version = {VERSION}")

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All or nothing."""
        self._base.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._base.execute("rollback")
            raise
        self._base.execute("commit")

    def rows(self, asked: str, *values: Any) -> list[sqlite3.Row]:
        return self._base.execute(asked, values).fetchall()

    def row(self, asked: str, *values: Any) -> sqlite3.Row | None:
        found: sqlite3.Row | None = self._base.execute(asked, values).fetchone()
        return found

    def do(self, said: str, *values: Any) -> None:
        self._base.execute(said, values)

    # mailboxes and letters

    def read_until(self, mailbox: str) -> Since:
        found = self.row("select validity, next from mailbox where name = ?", mailbox)
        return Since(found["validity"], found["next"]) if found else Since()

    def note_read(self, mailbox: str, since: Since, at: datetime) -> None:
        self.do("insert or replace into mailbox values(?, ?, ?, ?)", mailbox, since.validity, since.next, say(at))

    def last_fetch(self, mailbox: str) -> datetime | None:
        found = self.row("select fetched from mailbox where name = ?", mailbox)
        return read_time(found["fetched"]) if found and found["fetched"] else None

    def known_letter(self, digest: str) -> sqlite3.Row | None:
        """A letter that was filed before; one that waits for a game that rests was not."""
        return self.row("select * from letter where digest = ? and verdict != ''", digest)

    # memos and the log

    def memo(self, name: str) -> str:
        found = self.row("select value from memo where name = ?", name)
        return str(found["value"]) if found else ""

    def note(self, name: str, value: str) -> None:
        self.do("insert or replace into memo values(?, ?)", name, value)

    def log(self, at: datetime, words: str, game: str = "") -> None:
        self.do("insert into log values(?, ?, ?)", say(at), game, words)

    # addresses

    def address(self, game: str, seat: str) -> str:
        found = self.row("select mail from address where game = ? and seat = ?", game, seat)
        return str(found["mail"]) if found else ""

    def address_in(self, folder: Path, seat: str) -> str:
        """The address of a seat in the game of this folder."""
        found = self.row(
            "select mail from address, game where game.name = address.game and folder = ? and address.seat = ?",
            str(folder), seat,
        )  # fmt: skip
        return str(found["mail"]) if found else ""

    def bind(self, game: str, seat: str, mail: str, at: datetime, learned: str) -> None:
        self.do("insert or replace into address values(?, ?, ?, ?, ?, '')", game, seat, mail, say(at), learned)
