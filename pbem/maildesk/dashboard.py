"""How things stand in all games, what needs a person first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pbem.app.ics import calendar, deadline_in
from pbem.book.times import read_time
from pbem.maildesk import taken
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.taken import TakenGame
from pbem.model.records import frozen
from pbem.post.moments import moment

SCHEMA = "pbem/desk-status/1"


@frozen
class GameLine:
    """One game on the dashboard."""

    game: str
    system: str
    exchange: int
    due: str
    waits_for: tuple[str, ...]
    next: str
    mail: str
    needs: int
    """2: a person must act; 1: late; 0: all goes its way."""


def rows(desk: MailDesk, now: datetime, only: str = "") -> list[GameLine]:
    """All games, those that need somebody first."""
    found = [taken.look(folder, desk.home, desk.store, now) for folder in taken.folders_of(desk.config, desk.store)]
    made = [_row(desk, one, now) for one in found if not only or one.name == only]
    return sorted(made, key=lambda row: (-row.needs, row.due, row.game))


def deadlines(desk: MailDesk, now: datetime, only: str = "") -> str:
    """What is due in all games, for a calendar; a game with two seats here is due once."""
    found = [taken.look(folder, desk.home, desk.store, now) for folder in taken.folders_of(desk.config, desk.store)]
    due = {
        (entry.id, entry.exchange): entry
        for one in found
        if one.plain and (not only or one.name == only) and (entry := deadline_in(one.plain)) is not None
    }
    return calendar(due.values(), now)


def _row(desk: MailDesk, one: TakenGame, now: datetime) -> GameLine:
    if one.paused:
        return GameLine(one.name, one.title, 0, "", (), f"RESTS: {one.paused}", _mail(desk, one), 2)
    plain = one.plain or {}
    until = datetime.fromisoformat(plain["until"]) if plain.get("until") else None
    silent = tuple(due["seat"] for due in plain.get("due", ()) if due["in"] is False)
    late = until is not None and until < now and bool(silent)
    mail = _mail(desk, one)
    then = f"looks again {moment(read_time(one.next_at))}" if one.next_at else plain.get("next", "")
    needs = 2 if mail != "ok" else 1 if late else 0
    return GameLine(one.name, one.title, plain.get("exchange", 0), _due(until, now), silent, then, mail, needs)


def _due(until: datetime | None, now: datetime) -> str:
    if until is None:
        return ""
    away = until - now
    if away < timedelta():
        return f"{moment(until)}, {-away // timedelta(hours=1)} h ago"
    return moment(until)


def _mail(desk: MailDesk, one: TakenGame) -> str:
    bad = desk.store.rows("select seat, bad from address where game = ? and bad != ''", one.name)
    if bad:
        return f"{bad[0]['seat']}: bad address"
    held = desk.store.rows("select seat, why from mail where game = ? and state in ('held', 'failed')", one.name)
    return f"{len(held)} held, {held[0]['why']}" if held else "ok"


def head(desk: MailDesk, found: list[GameLine], now: datetime) -> str:
    """The first line: mail, queue, games."""
    name = desk.config.mailbox
    last = desk.store.last_fetch(name)
    mail = f"mail {(now - last) // timedelta(minutes=1)} min ago" if last else "no mail fetched yet"
    trouble = desk.store.memo("trouble")
    (queue,) = desk.store.rows("select count(*) as n from mail where state = 'queued'")
    need = sum(row.needs == 2 for row in found)
    late = sum(row.needs == 1 for row in found)
    count = f"games {len(found)}: {late} late, {need} {'needs' if need == 1 else 'need'} you"
    line = f"DESK  {desk.config.desk.address}   {mail}   queue {queue['n']}   {count}"
    return f"{line}\n      {trouble}" if trouble else line


def lines(found: list[GameLine]) -> list[str]:
    """The table."""
    table = [("", "game", "system", "ex", "due", "waits for", "next", "mail")]
    table += [
        ("! "[row.needs < 2], row.game, row.system, str(row.exchange or "-"), row.due or "-",
         " and ".join(row.waits_for) or "-", row.next, row.mail)
        for row in found
    ]  # fmt: skip
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    return ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in table]


def plain(desk: MailDesk, found: list[GameLine], now: datetime) -> dict[str, Any]:
    last = desk.store.last_fetch(desk.config.mailbox)
    return {
        "schema": SCHEMA,
        "address": desk.config.desk.address,
        "fetched": last.isoformat() if last else None,
        "at": now.isoformat(),
        "games": [
            {
                "game": row.game, "system": row.system, "exchange": row.exchange, "due": row.due,
                "waits_for": list(row.waits_for), "next": row.next, "mail": row.mail, "needs": row.needs,
            }
            for row in found
        ],
    }  # fmt: skip
