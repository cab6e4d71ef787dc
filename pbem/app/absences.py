"""Time: absences that are a right while days are left, extensions the referee gives, the deadline that follows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from pbem.book.deadlines import check_away, check_extension, deadline_of
from pbem.book.documents import REFEREE, Away, Extension
from pbem.book.lock import locked
from pbem.book.times import Span, as_time, next_clock, say
from pbem.model.errors import Refused
from pbem.office.clock import stamp
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.overdue import effective_until
from pbem.office.posting import put_and_post
from pbem.office.receipting import give_receipts, sign_receipt
from pbem.office.resuming import resume
from pbem.post.moments import moment


def away(game: Game, start: datetime | str, end: datetime | str, clock: datetime | str) -> tuple[Mail, ...]:
    """Say that this seat is absent; once it is receipted, deadlines inside the span move behind it."""
    with locked(game.folder.path):
        resume(game)
        now = stamp(game, as_time(clock))
        said = Away(start=say(as_time(start)), end=say(as_time(end)))
        if game.here.close is not None:
            raise Refused("this exchange is closed", "say it again when its record is in")
        check_away(game.charter.draft, Span(game.seat, as_time(start), as_time(end)), counted_here(game), now)
        number = game.course.open_number
        before = game.vault.all_signed("away", number)
        revision = next((one.header.revision for one in before if one.body == said.to_bytes()), len(before) + 1)
        return put_and_post(
            game,
            game.vault.sign_once(
                "away", number, lambda: game.envelope("away", said.to_bytes(), revision=revision), f"{revision:06}"
            ),
        )


def counted_here(game: Game) -> tuple[Span, ...]:
    """All absences that count so far, on the desk too."""
    return deadline_of(game.here).absences


def _given_before(game: Game, resumed: Iterable[Mail], now: datetime) -> tuple[Mail, ...]:
    """What a program that died had begun to give, receipt and all: nobody gives it twice."""
    receipts = give_receipts(game, now) if game.seat == REFEREE else []
    about = ("-extension-", f"-receipt-{REFEREE}-")
    return tuple(one for one in (*resumed, *receipts) if any(word in one.name for word in about))


def extend(game: Game, hours: int, why: str, clock: datetime | str) -> tuple[Mail, ...]:
    """The referee gives more time in the open exchange, visibly."""
    with locked(game.folder.path):
        if given := _given_before(game, resume(game), as_time(clock)):
            return given
        if game.seat != REFEREE:
            raise Refused(f"an extension is the referee's to give, not {game.seat}'s")
        until, now = effective_until(game), stamp(game, as_time(clock))
        if until is None:
            raise Refused("nothing is due")
        if game.here.close is not None:
            raise Refused("this exchange is closed")
        if now >= until:
            raise Refused(f"the deadline was {moment(until)}", "it cannot be moved any more; you may simply wait")
        draft, number = game.charter.draft, game.course.open_number
        later = next_clock(until + timedelta(hours=hours), draft.clock, draft.days)
        said = Extension(until=say(later), why=why)
        revision = len(game.vault.all_signed("extension", number)) + 1
        envelope = game.envelope("extension", said.to_bytes(), revision=revision)
        check_extension(game.here, envelope)
        signed = game.vault.sign_once("extension", number, lambda: envelope, f"{revision:06}")
        return (*put_and_post(game, signed), sign_receipt(game, signed, now))
