"""Mails on their way: what lies in `sent/` of each game goes out once, to each seat's address.

A mail's id follows from game, seat, file and text, so the same mail has one id for ever.  The state is committed before
the server is spoken to and after it has answered; a desk that died in between cannot know, and says so.
"""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import datetime, timedelta
from email.utils import parseaddr
from pathlib import Path

from pbem.book.times import read_time, say
from pbem.book.writing import PRIVATE, write_file
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.store import Store
from pbem.maildesk.taken import short_name
from pbem.model.counting import many
from pbem.office.mails import Mail, block_files, read_mail
from pbem.post.compose import Attachment, compose
from pbem.post.mailwords import Words
from pbem.wire.fault import REST_AN_HOUR, WireFault
from pbem.wire.sending import Sender

RETRIES = (1, 5, 15, 60, 240)
"""Minutes until a mail is tried again."""
GIVEN_UP = timedelta(days=5)
URGENT = ("report", "charter", "opening", "part", "close", "reveal", "answer", "silence", "receipt", "orders", "press")
"""What goes first when there is too much to send."""
ENDINGS = {".html": "report", ".yaml": "draft", ".ics": "ics"}
"""What the settings call a file that goes with a mail."""


def index(folder: Path, game: str, config: DeskConfig, store: Store, now: datetime, *, state: str = "queued") -> int:
    """Every mail in `sent/` that the outbox does not have comes into it; how many there were.

    What it has, it knows by file and text: an id names the desk's own domain too, which may be another one today.
    """
    new = 0
    rows = store.rows("select seat, file, digest from mail where game = ?", game)
    known = {(row["seat"], row["file"], row["digest"]) for row in rows}
    for path in sorted((folder / "sent").glob("*.txt")):
        if (sent := read_mail(path, with_files=False)) is None:
            continue
        for seat in sent.to:
            if (seat, path.name, _digest(sent)) in known:
                continue
            number = message_id(game, seat, sent, config)
            store.do(
                "insert into mail(id, game, seat, kind, folder, file, digest, state, at)"
                " values(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number, game, seat, sent.kind, str(folder), path.name, _digest(sent), state, say(now),
            )  # fmt: skip
            new += 1
    return new


def message_id(game: str, seat: str, sent: Mail, config: DeskConfig) -> str:
    made = hashlib.sha256("\0".join((game, seat, f"{sent.name}.txt", _digest(sent))).encode()).hexdigest()[:24]
    domain = parseaddr(config.desk.address)[1].rpartition("@")[2] or "pbem.invalid"
    return f"<{made}.{seat}.{short_name(game)}@{domain}>"


def _digest(sent: Mail) -> str:
    return hashlib.sha256(f"{sent.subject}\n{sent.text}".encode()).hexdigest()


def recover(store: Store, now: datetime) -> None:
    """Mails that a dead desk was sending: those with a block go again under the same id, those for people wait."""
    for row in store.rows("select * from mail where state = 'sending'"):
        sent = read_mail(Path(row["folder"], "sent", row["file"]), with_files=False)
        if sent is not None and sent.has_block:
            store.do("update mail set state = 'queued' where id = ?", row["id"])
        else:
            why = "the desk died while it sent this: it may have gone out, or not"
            store.do("update mail set state = 'held', why = ? where id = ?", why, row["id"])
            store.log(now, f"held {row['file']} to {row['seat']}: {why}", row["game"])


def send_all(sender: Sender, config: DeskConfig, store: Store, now: datetime) -> list[WireFault]:
    """Send what is due; the faults that stopped it or one mail of it."""
    rest = store.memo("rest until")
    if rest and now < read_time(rest):
        return []
    faults: list[WireFault] = []
    for row in _due(store, now):
        if _over_the_hour(config, store, now):
            break
        if not _may_go(row, config, store, now):
            continue
        fault = _send(sender, row, config, store, now)
        if fault is None:
            continue
        faults.append(fault)
        if fault.kind in REST_AN_HOUR:
            store.note("rest until", say(now + timedelta(hours=1)))
            store.note("trouble", fault.message)
        if fault.kind not in ("later", "never", "size"):
            break
    return faults


def _due(store: Store, now: datetime) -> list[sqlite3.Row]:
    rows = store.rows("select * from mail where state = 'queued' and next_try <= ?", say(now))
    return sorted(
        rows, key=lambda row: (URGENT.index(row["kind"]) if row["kind"] in URGENT else 99, row["at"], row["id"])
    )


def _over_the_hour(config: DeskConfig, store: Store, now: datetime) -> bool:
    since = say(now - timedelta(hours=1))
    (found,) = store.rows("select count(*) as n from mail where state = 'sent' and at > ?", since)
    return int(found["n"]) >= config.smtp.per_hour


def _may_go(row: sqlite3.Row, config: DeskConfig, store: Store, now: datetime) -> bool:
    """Whether nothing is to be done by a person first."""
    why = what_holds(row, config, store, now)
    if why:
        _hold(row, why, store)
    return not why


def what_holds(row: sqlite3.Row, config: DeskConfig, store: Store, now: datetime) -> str:
    """There is no address, or the seat has had too many mails today: a loop ends here at the latest."""
    if row["address"]:
        return ""
    address = store.row("select * from address where game = ? and seat = ?", row["game"], row["seat"])
    if address is None:
        return f"no address of {row['seat']}: pbem desk address {row['game']} {row['seat']} MAIL"
    if address["bad"]:
        return f"the address of {row['seat']} is bad: {address['bad']}"
    (found,) = store.rows(
        "select count(*) as n from mail where state = 'sent' and game = ? and seat = ? and at > ?",
        row["game"], row["seat"], say(now - timedelta(days=1)),
    )  # fmt: skip
    if int(found["n"]) < config.smtp.per_seat_per_day:
        return ""
    return f"{row['seat']} has had {many(found['n'], 'mail')} in a day: pbem desk queue --retry {row['id']}"


def _hold(row: sqlite3.Row, why: str, store: Store) -> None:
    store.do("update mail set state = 'held', why = ? where id = ?", why, row["id"])


def release(store: Store, game: str, seat: str) -> None:
    """A seat has an address now: what waited for it goes out."""
    store.do(
        "update mail set state = 'queued', why = '', next_try = '' where game = ? and seat = ?"
        " and state = 'held' and why like '%address%'",
        game, seat,
    )  # fmt: skip


def _send(sender: Sender, row: sqlite3.Row, config: DeskConfig, store: Store, now: datetime) -> WireFault | None:
    sent = read_mail(Path(row["folder"], "sent", row["file"]))
    if sent is None:
        store.do("update mail set state = 'failed', why = 'its file is gone' where id = ?", row["id"])
        return None
    to, own = row["address"] or store.address(row["game"], row["seat"]), parseaddr(config.desk.address)[1]
    attached = () if row["why"].startswith("too big") else attached_to(sent, config)
    mail = mail_bytes(sent, row, to, config, store, now, attached)
    store.do("update mail set state = 'sending', tries = tries + 1 where id = ?", row["id"])
    try:
        sender.send(mail, own, to)
    except WireFault as fault:
        if fault.kind == "unanswered" and not sent.has_block:
            _hold(row, f"{fault.message}: it may have gone out, or not", store)
        else:
            _after_fault(row, fault, store, now)
        return fault
    with store.together():
        store.do("update mail set state = 'sent', at = ?, why = '' where id = ?", say(now), row["id"])
        store.do("insert into thread values(?, ?, ?, ?)", row["game"], row["seat"], row["id"], say(now))
        store.note("trouble", "")
        store.log(now, f"sent {row['file']} to {row['seat']}", row["game"])
    return None


def _after_fault(row: sqlite3.Row, fault: WireFault, store: Store, now: datetime) -> None:
    tries = row["tries"] + 1
    if fault.kind == "never":
        with store.together():
            store.do("update mail set state = 'failed', why = ? where id = ?", fault.message, row["id"])
            store.do("update address set bad = ? where game = ? and seat = ?", fault.message, row["game"], row["seat"])
            store.log(now, f"failed {row['file']} to {row['seat']}: {fault.message}", row["game"])
        return
    if fault.kind == "size" and not row["why"].startswith("too big"):
        store.do("update mail set state = 'queued', why = 'too big with attachments' where id = ?", row["id"])
        return
    wait = timedelta(minutes=RETRIES[min(tries, len(RETRIES)) - 1])
    over = now - read_time(row["at"]) > GIVEN_UP
    state = "failed" if over else "queued"
    store.do(
        "update mail set state = ?, why = ?, next_try = ? where id = ?",
        state,
        fault.message,
        say(now + wait),
        row["id"],
    )


def mail_bytes(
    sent: Mail, row: sqlite3.Row, to: str, config: DeskConfig, store: Store, now: datetime,
    attached: tuple[Attachment, ...],
) -> bytes:  # fmt: skip
    """The mail as it goes out, in the thread of its game and seat."""
    thread = [one["id"] for one in store.rows(
        "select id from thread where game = ? and seat = ? order by at", row["game"], row["seat"]
    )]  # fmt: skip
    answers = row["kind"] in ("receipt", "bounce")
    headers = {
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-PBEM": f"{short_name(row['game'])} {row['kind']}",
    }
    if thread:
        headers["References"] = " ".join([*thread[:1], *thread[1:][-10:]])
    return compose(
        sent.subject, sent.text, attached, sender=config.desk.address, to=(to,), date=now, message_id=row["id"],
        in_reply_to=sent.answers or (thread[-1] if thread else ""), headers=headers,
    )  # fmt: skip


def attached_to(sent: Mail, config: DeskConfig) -> tuple[Attachment, ...]:
    """What goes with a mail, as far as the settings want it."""
    wanted = config.smtp.attach
    blocks = block_files(sent.name, sent.text) if "pbem" in wanted else ()
    files = ((name, data) for name, data in sorted(sent.files.items()) if ENDINGS.get(Path(name).suffix) in wanted)
    return (*blocks, *(Attachment(name, data) for name, data in files))


def notice(
    desk: MailDesk, game: str, seat: str, to: tuple[str, ...], said: Words, now: datetime, *, kind: str = "notice"
) -> None:
    """A word of the desk itself, not of a game: laid down as any mail, and queued for these addresses."""
    mark = hashlib.sha256(f"{game} {seat} {said.subject} {said.body} {say(now)}".encode()).hexdigest()[:16]
    text = f"To: {seat}\nSubject: {said.subject}\n\n{said.body}"
    write_file(desk.folder / "sent" / f"{mark}.txt", text.encode("utf-8"), PRIVATE)
    for number, address in enumerate(to):
        desk.store.do(
            "insert or ignore into mail(id, game, seat, kind, folder, file, digest, state, at, address)"
            " values(?, ?, ?, ?, ?, ?, '', 'queued', ?, ?)",
            f"<{mark}{number:08}.{seat}.desk@pbem.invalid>", game, seat, kind,
            str(desk.folder), f"{mark}.txt", say(now), address,
        )  # fmt: skip
