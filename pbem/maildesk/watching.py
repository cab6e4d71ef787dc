"""Rounds for ever, as soon as a letter comes where the server tells, else as often as the settings say."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.book.lock import Busy
from pbem.book.times import read_time
from pbem.maildesk.config import seconds
from pbem.maildesk.counter import MailDesk, Round
from pbem.maildesk.rounds import run_round
from pbem.wire.fault import WireFault

LONGEST_WAIT = 25 * 60
"""A server ends a longer wait by itself."""
AFTER_A_FAULT = 60


def watch(desk: MailDesk) -> Iterator[Round]:
    """A round, then a wait until something comes or is due."""
    while True:
        done = _round(desk)
        if done is not None:
            yield done
        _wait(desk)


def _round(desk: MailDesk) -> Round | None:
    try:
        return run_round(desk)
    except Busy:  # somebody says `desk run` just now
        return None


def _wait(desk: MailDesk) -> None:
    patience = float(min(seconds(desk.config.desk.poll), LONGEST_WAIT))
    if (due := _next(desk)) is not None:
        patience = max(1.0, min(patience, due))
    try:
        box = desk.letters(True)
    except WireFault:
        _sleep(min(patience, AFTER_A_FAULT))
        return
    try:
        box.wait(patience)
    except WireFault:
        _sleep(min(patience, AFTER_A_FAULT))
    finally:
        box.close()


def _next(desk: MailDesk) -> float | None:
    """Seconds until something is to be done in some game, or a mail is tried again."""
    rows = desk.store.rows("select next_at as at from game where next_at != '' and paused = ''")
    rows += desk.store.rows("select next_try as at from mail where state = 'queued' and next_try != ''")
    now = desk.clock()
    return min(((read_time(row["at"]) - now).total_seconds() for row in rows), default=None)


def _sleep(seconds: float) -> None:
    import time

    time.sleep(seconds)
