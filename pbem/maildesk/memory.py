"""What a person does with the desk's memory: the queue, rests, the log, what is to be forgotten."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.book.times import say
from pbem.maildesk import outbox, taken
from pbem.maildesk.config import length
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.opening import game_row
from pbem.model.counting import many
from pbem.model.errors import Refused

SHOWN = ("id", "game", "seat", "kind", "file", "state", "tries", "next_try", "why")


def queue(desk: MailDesk) -> list[dict[str, Any]]:
    rows = desk.store.rows("select * from mail where state not in ('sent', 'dropped') order by at, id")
    return [{name: row[name] for name in SHOWN} for row in rows]


def retry(desk: MailDesk, number: str) -> None:
    _set(desk, number, "queued")


def drop(desk: MailDesk, number: str) -> None:
    _set(desk, number, "dropped")


def _set(desk: MailDesk, number: str, state: str) -> None:
    row = _row(desk, number)
    desk.store.do("update mail set state = ?, next_try = '', why = '' where id = ?", state, row["id"])
    if state == "queued":
        desk.store.do("update address set bad = '' where game = ? and seat = ?", row["game"], row["seat"])
        desk.store.note("rest until", "")


def text_of(desk: MailDesk, number: str) -> str:
    row = _row(desk, number)
    path = Path(row["folder"], "sent", row["file"])
    return path.read_text(encoding="utf-8").rstrip("\n")


def _row(desk: MailDesk, number: str) -> Any:
    rows = desk.store.rows("select * from mail where id like ?", f"%{number.strip('<>')}%")
    if len(rows) != 1:
        raise Refused(f"an id with {number!r} in it: {many(len(rows), 'mail')}", "pbem desk queue lists them")
    return rows[0]


def rest(desk: MailDesk, game: str, why: str) -> None:
    """Let a game rest, or go on with it; `all` for all of them.

    Letters that came meanwhile lie in the spool and are taken in then.
    """
    folders = [Path(row["folder"]) for row in desk.store.rows("select folder from game")]
    if game != "all":
        folders = [Path(game_row(desk, game))]
    with desk.store.together():
        for folder in folders:
            taken.pause(folder, desk.store, why)


def log_since(desk: MailDesk, game: str, since: str) -> list[dict[str, str]]:
    until = say(desk.clock() - timedelta(seconds=length(since)))
    rows = desk.store.rows("select * from log where at >= ? order by at, rowid", until)
    return [dict(row) for row in rows if not game or row["game"] == game]


def forget(desk: MailDesk, game: str, older: str) -> int:
    """Privacy: letters and addresses go; what stands in a book or a game folder stays."""
    if not game and not older:
        raise Refused("forget what", "name a game, or --older 90d")
    before = say(desk.clock() - timedelta(seconds=length(older))) if older else say(datetime.max.replace(tzinfo=UTC))
    count = 0
    with desk.store.together():
        for row in desk.store.rows("select digest, games from letter where at < ?", before):
            if not game or game in row["games"].split():
                with suppress(OSError):
                    (desk.folder / "spool" / f"{row['digest']}.eml").unlink()
                desk.store.do("update letter set sender = '', message_id = '' where digest = ?", row["digest"])
                count += 1
        if game:
            count += len(desk.store.rows("select 1 from address where game = ?", game))
            desk.store.do("delete from address where game = ?", game)
    return count


def rebuild(desk: MailDesk, sent_before: datetime) -> int:
    """Index all of `sent/` again: what is older went out, what is newer waits for a person."""
    held = 0
    now = desk.clock()
    for folder in taken.folders_of(desk.config, desk.store):
        one = taken.look(folder, desk.home, desk.store, now, fresh=True)
        with desk.store.together():
            outbox.index(folder, one.name, desk.config, desk.store, now)
            for row in desk.store.rows("select * from mail where game = ? and state = 'queued'", one.name):
                path = Path(row["folder"], "sent", row["file"])
                old = datetime.fromtimestamp(path.stat().st_mtime, UTC) < sent_before
                held += not old
                why = "" if old else "the desk's memory was lost: it may have gone out"
                desk.store.do(
                    "update mail set state = ?, why = ? where id = ?", "sent" if old else "held", why, row["id"]
                )
    return held
