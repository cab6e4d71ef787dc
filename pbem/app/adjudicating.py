"""Adjudication: the verbs that bring an exchange as far as it goes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.book.lock import locked
from pbem.book.times import as_time
from pbem.model.errors import Refused
from pbem.office.closing import Adjudicated, check_no_consent, check_versions, close_exchange
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.receipting import give_receipts
from pbem.office.recording import record_exchange
from pbem.office.resuming import resume
from pbem.office.revealing import reveal_link


def adjudicate(game: Game, clock: datetime | str, *, missed: bool = False) -> Adjudicated:
    """Close the open exchange if all is in, and write its record if nothing is owed any more.

    `missed` goes on without those who are silent after grace.
    """
    with locked(game.folder.path):
        now = as_time(clock)
        mails = resume(game)
        if any("-report-" in one.name for one in mails):
            return Adjudicated("recorded", game.course.number, tuple(mails))
        course = game.course
        if course.result is not None:
            raise Refused("the game is over", "pbem open shows what was hidden, if you are the referee")
        check_versions(game)
        check_no_consent(game, now)
        mails += give_receipts(game, now)
        if course.procedure.closer == game.seat:
            close_exchange(game, now, missed=missed)
        if course.procedure.recorder == game.seat:
            done = record_exchange(game, now)
            return replace(done, mails=(*mails, *done.mails))
        if game.here.close is None:
            raise Refused(f"the exchange is for {course.procedure.closer} to close", "wait for his mail")
        mails += resume(game)
        return Adjudicated("closed", course.open_number, tuple(mails), course.procedure.revealers)


def reveal(game: Game) -> tuple[Mail, ...]:
    """Show this seat's link for a close that lists its orders as they were sent; nothing if none is owed here."""
    with locked(game.folder.path):
        return reveal_link(game)
