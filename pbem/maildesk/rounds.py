"""One round of the desk: fetch, sort, take in, do what is due, send.

It may die anywhere: the next round ends in the same state.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from pbem.book.lock import Busy, locked
from pbem.book.times import read_time, say
from pbem.maildesk import deskwords, outbox, taken
from pbem.maildesk.config import seconds
from pbem.maildesk.counter import MailDesk, Round
from pbem.maildesk.doing import Doing
from pbem.maildesk.incoming import fetch
from pbem.maildesk.taken import TakenGame
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.post.moments import moment

FAR_AHEAD = timedelta(hours=36)
"""A clock that has gone on for longer than this since the last round may be wrong."""


def run_round(desk: MailDesk, *, only: tuple[str, ...] = (), dry: bool = False, letter: bytes | None = None) -> Round:
    """One round; `only` names games or their folders, `dry` changes nothing, `letter` is one that came another way."""
    with locked(desk.folder):
        now, done = desk.clock(), Round()
        steady = _clock_is_steady(desk, now, done)
        here = [taken.look(folder, desk.home, desk.store, now) for folder in taken.folders_of(desk.config, desk.store)]
        here = [one for one in here if not only or one.name in only or str(one.folder) in only]
        if not dry:
            outbox.recover(desk.store, now)
        touched = fetch(desk, here, done, now, dry=dry, letter=letter)
        for one in here:
            if dry:
                done.said += Doing(desk.home, desk.config, desk.store).foresee(one, now)
            elif not one.paused:
                _act(desk, one, done, now, fetched=not done.fault, force=one.folder in touched, steady=steady)
        for one in here:
            if one.paused:
                done.wrong.append(f"{one.name} rests: {one.paused}")
        _send(desk, here, done, now, dry=dry)
        if not dry:
            desk.store.note("clock", say(now))
            _tidy(desk, now)
        return done


def _clock_is_steady(desk: MailDesk, now: datetime, done: Round) -> bool:
    """After a leap of the clock nothing is closed by time in this round."""
    last = desk.store.memo("clock")
    if not last or read_time(last) - timedelta(minutes=10) <= now <= read_time(last) + FAR_AHEAD:
        return True
    done.said.append(
        f"the clock leapt from {moment(read_time(last))} to {moment(now)}: nothing is closed in this round"
    )
    return False


# what is due


def _act(
    desk: MailDesk, one: TakenGame, done: Round, now: datetime, *, fetched: bool, force: bool, steady: bool
) -> None:
    """Do what the game's agenda says, if it is time, or if something came."""
    if not (force or one.changed or (one.next_at and read_time(one.next_at) <= now)):
        return
    doing = Doing(desk.home, desk.config, desk.store)
    try:
        done.said += doing.act(one, now, by_time=fetched and steady)
    except Busy:
        return
    except (Tampered, RulesBug, Refused) as error:
        desk.pause(one, error, done, now)
        return
    done.wrong += doing.wrong
    again = taken.look(one.folder, desk.home, desk.store, now, fresh=True)
    taken.set_next(again, doing.next_at, desk.store)


# sending


def _send(desk: MailDesk, here: list[TakenGame], done: Round, now: datetime, *, dry: bool) -> None:
    if dry:
        waiting = desk.store.rows("select * from mail where state = 'queued'")
        for row in waiting:
            held = outbox.what_holds(row, desk.config, desk.store, now)
            what = f"{row['file']} to {row['seat']} of {row['game']}"
            done.said.append(f"would hold {what}: {held}" if held else f"would send {what}")
        return
    for one in here:
        with desk.store.together():
            outbox.index(one.folder, one.name, desk.config, desk.store, now)
    _tell_admin(desk, done, now)
    if not desk.store.rows("select 1 from mail where state = 'queued'"):
        return
    before = len(desk.store.rows("select 1 from mail where state = 'sent'"))
    sender = desk.mails()
    try:
        faults = outbox.send_all(sender, desk.config, desk.store, now)
    finally:
        sender.close()
    done.sent = len(desk.store.rows("select 1 from mail where state = 'sent'")) - before
    for fault in faults:
        if fault.kind == "never":
            done.wrong.append(fault.message)
        elif fault.kind not in ("later", "size"):
            done.fault = done.fault or f"{fault.message}; {fault.hint}"


def _tell_admin(desk: MailDesk, done: Round, now: datetime) -> None:
    """What needs a person, in one mail an hour at the most; the same thing once."""
    new = [line for line in done.wrong if desk.store.memo(f"told {line}") == ""]
    last = desk.store.memo("admin told")
    if not desk.config.desk.admin or not new or (last and now < read_time(last) + timedelta(hours=1)):
        return
    outbox.notice(desk, "", "admin", (desk.config.desk.admin,), deskwords.needs_you(new), now)
    with desk.store.together():
        desk.store.note("admin told", say(now))
        for line in new:
            desk.store.note(f"told {line}", say(now))


def _tidy(desk: MailDesk, now: datetime) -> None:
    """Letters are kept for a while and no longer."""
    until = now - timedelta(seconds=seconds(desk.config.desk.keep_letters))
    for row in desk.store.rows("select digest from letter where at < ?", say(until)):
        with suppress(OSError):
            (desk.folder / "spool" / f"{row['digest']}.eml").unlink()
