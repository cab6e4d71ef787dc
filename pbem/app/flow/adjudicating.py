"""Adjudication: the verb that brings an exchange as far as it goes."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.flow.absences import effective_until
from pbem.app.flow.closing import (
    Adjudicated,
    announce_close,
    check_no_agreement,
    check_versions,
    close_exchange,
    counting,
    the_close,
)
from pbem.app.flow.game import Game
from pbem.app.flow.judging import state_digest
from pbem.app.flow.recording import documents_for, publish, record_exchange, unsent
from pbem.app.flow.settling import append_page
from pbem.book.documents import Close, Due, Outcome, Record, Result, read_payload
from pbem.book.layout import file_name
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.times import as_time, read_time, say
from pbem.model.errors import Refused
from pbem.post.times import moment
from pbem.seal.envelope import Envelope


def adjudicate(
    game: Game, clock: datetime | str, *, missed: bool = False, at_once: bool = False, stalled: bool = False
) -> Adjudicated:
    """Close the open exchange if all is in, and write its record if nothing is owed any more.

    `missed` goes on without those who are silent after grace; `at_once` does not wait for second thoughts;
    `stalled` ends the game by the charter, for a seat that fell silent after the close.
    """
    with locked(game.folder.path):
        now, course = as_time(clock), game.course
        if mails := unsent(game):
            return Adjudicated("recorded", course.number, mails)
        if course.result is not None:
            raise Refused("the game is over", "pbem open shows what was hidden, if you are the referee")
        check_versions(game)
        check_no_agreement(game, now)
        if stalled:
            return _lost(game, now)
        if course.procedure.closer == game.seat:
            close_exchange(game, now, missed=missed, at_once=at_once)
        if course.procedure.recorder == game.seat:
            return record_exchange(game, now)
        close = the_close(game)
        if close is None:
            raise Refused(f"the exchange is for {course.procedure.closer} to close", "wait for his mail")
        return announce_close(game, close, ())


def _lost(game: Game, now: datetime) -> Adjudicated:
    """By the charter: who owes a link or an opening for too long has lost."""
    course, number = game.course, game.course.open_number
    signed = game.vault.signed("record", number)
    silent = read_payload(Record, signed.body).stalled if signed else silent_seat(game, now)
    close = the_close(game)
    documents = documents_for(game, close, signed) if close else []
    envelope = game.vault.sign_once("record", number, lambda: _record_of_loss(game, silent, documents, close, now))
    if game.is_referee:
        game.vault.keep_whole(number, game.vault.whole(course.resume))
    page = Page.of(number, [*documents, envelope])
    append_page(game, page)
    return Adjudicated("recorded", number, publish(game, page))


def silent_seat(game: Game, now: datetime) -> str:
    """Who has been silent for longer than the charter allows; Refused if nobody has."""
    close, terms, flow = the_close(game), game.charter.draft.stalled, game.course.procedure
    if terms.then != "lost":
        raise Refused("the charter says to wait for who falls silent", "agree on pbem end, or wait")
    if close is None and game.charter.has_referee:
        raise Refused("nothing is stalled before the close", "adjudicate --missed goes on without orders")
    since = read_time(read_payload(Close, close.body).at) if close else effective_until(game) or now
    revealed = {one.header.seat for one in game.desk.envelopes(game.course.open_number, "reveal")}
    silent = [seat for seat in flow.revealers if seat not in revealed] if close else _silent_of_two(game)
    over = since + timedelta(days=terms.after)
    if not silent or now < over:
        raise Refused(f"nobody has been silent long enough: {', '.join(silent) or 'nobody'}", f"from {moment(over)} on")
    if game.seat in silent:
        raise Refused("the silent seat is yours", "send what you owe")
    return silent[0]


def _record_of_loss(
    game: Game, silent: str, documents: list[Envelope], close: Envelope | None, now: datetime
) -> Envelope:
    """A record without dice and events: the state stays, the game is over."""
    course = game.course
    left = [seat for seat in game.charter.players if seat != silent]
    result = Result(winner=left[0] if len(left) == 1 else "", case="charter", words=f"{silent} fell silent")
    outcome = Outcome(
        stretches=[],
        dice=[],
        state=state_digest(game.state(course.resume)).hex(),
        parts={},
        next=Due(seats=[], result=result),
        unreadable=[],
        versions=course.versions,
    )
    record = Record(
        at=say(now),
        documents={file_name(one): one.header.digest().hex() for one in documents},
        links={},
        seed=course.seed.hex(),
        missed=[],
        stalled=silent,
        outcome=outcome,
    )
    return game.envelope("record", record.to_bytes(), after=close.header.digest() if close else course.head)


def _silent_of_two(game: Game) -> list[str]:
    """Between two alone, before a close: the other, if he owes orders or the close."""
    flow, other = game.course.procedure, next(s for s in game.charter.players if s != game.seat)
    accepted, _ = counting(game, "orders")
    owes_orders = other in game.course.next.seats and other not in accepted and flow.last != other
    owes_close = flow.closer == other and (game.seat not in game.course.next.seats or game.seat in accepted)
    return [other] if owes_orders or owes_close else []
