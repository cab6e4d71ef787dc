"""Silence: to accuse a seat that owes something, to answer, and to end the game if nothing comes."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.book.documents import Record, Silence, read_payload
from pbem.book.layout import file_name
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.silence import answered, answers_it, check_silence, debts_to
from pbem.book.times import as_time, read_time, say
from pbem.model.counting import many
from pbem.model.errors import Refused, Tampered
from pbem.office.clock import stamp
from pbem.office.filing import append_page
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.overdue import Accusation, accusations
from pbem.office.posting import put_and_post, rests_on
from pbem.office.publishing import publish
from pbem.office.resuming import resume
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope


def silence(game: Game, clock: datetime | str) -> tuple[Mail, ...]:
    """Accuse the seat that owes; once that is ripe, end the game without it."""
    with locked(game.folder.path):
        if mails := resume(game):
            return tuple(mails)
        if game.course.result is not None:
            raise Refused("the game is over")
        now = stamp(game, as_time(clock))
        mine = next((one for one in accusations(game) if one.by == game.seat), None)
        if mine is None:
            return _accuse(game, now)
        if now < mine.ripe:
            raise Refused(f"{mine.said.by} may still answer", f"say silence again from {moment(mine.ripe)} on")
        return _end(game, mine, now)


def _accuse(game: Game, now: datetime) -> tuple[Mail, ...]:
    debts, terms = debts_to(game.here, game.seat), game.charter.draft.stalled
    if not debts:
        raise Refused("nobody owes anything that you wait for", "pbem status says who is due")
    debt = debts[0]
    old = debt.since + timedelta(days=terms.after)
    if now < old:
        raise Refused(
            f"{debt.by} owes the {debt.owed} since {moment(debt.since)}",
            f"by the charter {many(terms.after, 'day')} must pass: from {moment(old)} on",
        )
    said = Silence(at=say(now), by=debt.by, owed=debt.owed, since=say(debt.since))

    before = game.vault.all_signed("silence", game.course.open_number)
    revision = 1 + len(before)

    def make() -> Envelope:
        envelope = game.envelope("silence", said.to_bytes(), after=answered(game.here, debt.owed), revision=revision)
        try:
            check_silence(game.here, envelope, whatever_policy=True)
        except Tampered as error:
            raise Refused(str(error), "agree on pbem end, or wait") from error
        return envelope

    return put_and_post(game, game.vault.sign_once("silence", game.course.open_number, make, f"{revision:06}"))


def _end(game: Game, mine: Accusation, now: datetime) -> tuple[Mail, ...]:
    """The record of an end by silence: nothing is judged."""
    if game.charter.draft.stalled.then != "lost":
        raise Refused("by the charter nobody loses by silence", "pbem end, which needs all players, ends the game")
    number, course = game.course.open_number, game.course
    documents = [*rests_on(game), mine.envelope]
    record = Record(
        at=say(now),
        documents={file_name(one): one.header.digest().hex() for one in documents},
        links={},
        seed=course.seed.hex(),
        missed=[],
        outcome=None,
    )
    envelope = game.vault.sign_once(
        "record", number, lambda: game.envelope("record", record.to_bytes(), after=mine.envelope.header.digest())
    )
    named = set(read_payload(Record, envelope.body).documents.values())
    page = Page.of(number, [*(one for one in documents if one.header.digest().hex() in named), envelope])
    append_page(game, page)
    return publish(game, page)


# what comes in


def void_answered(game: Game, now: datetime) -> list[str]:
    """A silence is void as soon as what it says is owed is here, before it is ripe."""
    voided = []
    for one in accusations(game):
        here = game.here
        came = next((other for other in here.documents if answers_it(here, one.said, other)), None)
        if came is not None and now < one.ripe:
            game.desk.make_void(one.envelope)
            voided.append(f"the silence of {one.by} is answered: the {one.said.owed} of {one.said.by} is here")
    return voided


def check_end(game: Game, page: Page, now: datetime) -> None:
    """Refuse an end by silence that was answered here in time, or that this seat has not known for long enough."""
    envelope = page.silence
    if envelope is None:
        raise Tampered("ends the game, and no seat is accused of silence")
    said = read_payload(Silence, envelope.body)
    if game.desk.is_void(envelope):
        raise Tampered(f"what {said.by} owed was here in time")
    came = game.desk.came(envelope)
    after = timedelta(days=game.charter.draft.stalled.after)
    if came is None or now < came + after:
        since = f"only since {moment(came)}" if came else "not at all"
        raise Tampered(
            f"the accusation of {said.by} is here {since}, and {many(after.days, 'day')} must pass for an answer"
        )
    if said.by == game.seat and game.here.last(said.owed, game.seat) is not None and said.owed != "record":
        raise Tampered(f"you have sent the {said.owed}")
    if read_time(said.at) > now:
        raise Tampered("is dated ahead")
