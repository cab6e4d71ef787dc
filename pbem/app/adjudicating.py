"""Adjudication: the verbs that bring an exchange as far as it goes."""

from __future__ import annotations

from datetime import datetime

from pbem.book.lock import locked
from pbem.book.times import as_time
from pbem.model.errors import Refused
from pbem.office.closing import Adjudicated, check_no_consent, check_versions, close_exchange
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.posting import catch_up
from pbem.office.publishing import unsent
from pbem.office.receipting import give_receipts
from pbem.office.recording import record_exchange
from pbem.office.revealing import reveal_link


def adjudicate(game: Game, clock: datetime | str, *, missed: bool = False) -> Adjudicated:
    """Close the open exchange if all is in, and write its record if nothing is owed any more.

    `missed` goes on without those who are silent after grace.
    """
    with locked(game.folder.path):
        now, course = as_time(clock), game.course
        if mails := unsent(game):
            return Adjudicated("recorded", course.number, mails)
        if course.result is not None:
            raise Refused("the game is over", "pbem open shows what was hidden, if you are the referee")
        check_versions(game)
        check_no_consent(game, now)
        give_receipts(game, now)
        catch_up(game)
        if course.procedure.closer == game.seat:
            close_exchange(game, now, missed=missed)
        if course.procedure.recorder == game.seat:
            return record_exchange(game, now)
        if game.here.close is None:
            raise Refused(f"the exchange is for {course.procedure.closer} to close", "wait for his mail")
        return Adjudicated("closed", course.open_number, tuple(catch_up(game)), course.procedure.revealers)


def reveal(game: Game) -> tuple[Mail, ...]:
    """Show this seat's link for a close that lists its orders as they were sent; nothing if none is owed here."""
    with locked(game.folder.path):
        return reveal_link(game)
