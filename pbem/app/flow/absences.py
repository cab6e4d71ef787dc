"""Time: absences that are a right while days are left, extensions the referee gives, the deadline that follows."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.flow.game import Game
from pbem.app.flow.mails import Mail, block, keep, mail
from pbem.book.documents import REFEREE, Away, Extension, read_payload
from pbem.book.lock import locked
from pbem.book.times import Span, as_time, next_clock, past_absences, read_time, say
from pbem.model.errors import Refused
from pbem.post.times import moment
from pbem.seal.envelope import Envelope


def spans_here(game: Game) -> list[Span]:
    """All absences: those in the book and those on the desk."""
    desk = game.desk.envelopes(game.course.open_number, "away")
    return [*game.course.absences, *map(_span, desk)]


def _span(envelope: Envelope) -> Span:
    away = read_payload(Away, envelope.body)
    return Span(envelope.header.seat, read_time(away.start), read_time(away.end))


def effective_until(game: Game) -> datetime | None:
    """The deadline of the open exchange, with absences and extensions; None if nothing is due."""
    course, draft = game.course, game.charter.draft
    if not course.next.until:
        return None
    until = read_time(course.next.until)
    for envelope in game.desk.envelopes(course.open_number, "extension"):
        until = max(until, read_time(read_payload(Extension, envelope.body).until))
    return past_absences(until, course.next.seats, spans_here(game), draft.clock, draft.days)


def check_away(game: Game, seat: str, away: Away, now: datetime) -> None:
    """Refuse an absence that the charter does not give."""
    terms, start, end = game.charter.draft.away, read_time(away.start), read_time(away.end)
    if seat not in game.charter.players:
        raise Refused(f"{seat} has no deadlines")
    if end <= start:
        raise Refused("an absence that ends before it begins", "name the first day, then the last")
    if start < now + timedelta(hours=terms.notice):
        raise Refused(f"an absence is said {terms.notice} hours ahead", "ask the referee for an extension")
    mine = [span for span in spans_here(game) if span.seat == seat and (span.start, span.end) != (start, end)]
    if len(mine) >= terms.times:
        raise Refused(f"{seat} has been away {len(mine)} times of {terms.times}")
    used = sum((span.end - span.start for span in mine), timedelta())
    if used + (end - start) > timedelta(days=terms.days):
        raise Refused(f"{seat} has used {used.days} of {terms.days} days, this would be {(end - start).days} more")


def check_extension(game: Game, seat: str, extension: Extension) -> None:
    """Refuse an extension by anybody but the referee, or one that gives no time."""
    if seat != REFEREE:
        raise Refused(f"an extension is the referee's to give, not {seat}'s")
    if game.course.next.until and read_time(extension.until) <= read_time(game.course.next.until):
        raise Refused("an extension that gives no time")


def away(game: Game, start: datetime | str, end: datetime | str, clock: datetime | str) -> Mail:
    """Say that this seat is absent; its deadlines inside the span move behind it."""
    with locked(game.folder.path):
        said = Away(start=say(as_time(start)), end=say(as_time(end)))
        check_away(game, game.seat, said, as_time(clock))
        number = game.course.open_number
        before = game.vault.all_signed("away", number)
        revision = next((one.header.revision for one in before if one.body == said.to_bytes()), len(before) + 1)
        envelope = game.vault.sign_once(
            "away", number, lambda: game.envelope("away", said.to_bytes(), revision=revision), f"{revision:06}"
        )
        game.desk.put(envelope)
        to = [seat for seat in game.charter.seats if seat != game.seat]
        span = f"from {moment(read_time(said.start))} until {moment(read_time(said.end))}"
        words = f"{game.seat} is away {span}; deadlines inside move behind it."
        name = f"{number:02}-away-{game.seat}-{revision}"
        return keep(game.folder, [mail(to, game.label(game.seat), "away", words, [block(envelope)], name)])[0]


def extend(game: Game, hours: int, why: str, clock: datetime | str) -> Mail:
    """The referee gives more time in the open exchange, visibly."""
    with locked(game.folder.path):
        until = effective_until(game)
        if until is None:
            raise Refused("nothing is due")
        draft = game.charter.draft
        later = next_clock(max(until, as_time(clock)) + timedelta(hours=hours), draft.clock, draft.days)
        said = Extension(until=say(later), why=why)
        check_extension(game, game.seat, said)
        number = game.course.open_number
        revision = len(game.vault.all_signed("extension", number)) + 1
        envelope = game.vault.sign_once(
            "extension",
            number,
            lambda: game.envelope("extension", said.to_bytes(), revision=revision),
            f"{revision:06}",
        )
        game.desk.put(envelope)
        words = f"More time for exchange {number}: until {moment(later)}. {why}"
        name = f"{number:02}-extension-{revision}"
        return keep(
            game.folder, [mail(game.charter.players, game.label(), "more time", words, [block(envelope)], name)]
        )[0]
