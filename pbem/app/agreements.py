"""What all agree on: to go back, to judge again, to end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from pbem.app.ordering import next_counted
from pbem.book.agreed import check_agreement, due_after
from pbem.book.documents import REFEREE, Agreement, Outcome, Result, read_payload
from pbem.book.lock import locked
from pbem.book.times import as_time, next_clock, read_time, say
from pbem.model.errors import Refused
from pbem.office.clock import stamp
from pbem.office.concluding import conclude, judged_again
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.posting import put_and_post
from pbem.office.proposals import Proposal, answered, beside, complete_agreement, proposals
from pbem.office.resuming import resume
from pbem.post.moments import moment

LAPSE = 7 * 24
"""Hours after which an agreement that not all have signed binds nobody."""
SIGNED_BEFORE = timedelta(days=1)
"""How long before it lapses nobody's program signs any more: the last signature must reach all."""


# proposing


def undo(game: Game, to: int, why: str, clock: datetime | str, lapse: int = LAPSE) -> tuple[Mail, ...]:
    """Ask to go on from a record; what follows it is set aside, with new dice from links nobody has shown.

    Going on from the last record begins the open exchange anew.
    """
    if not 0 <= to <= game.course.number:
        raise Refused(f"no record {to} to go back to", f"the last record is {game.course.number}")
    due_after(game.course, to)
    return _propose(
        game, clock, lapse, lambda at: {"kind": "undo", "exchange": to, "why": why, "until": _until(game, at)}
    )


def rejudge(
    game: Game, exchange: int, why: str, clock: datetime | str, lapse: int = LAPSE, data: str = ""
) -> tuple[Mail, ...]:
    """Judge an exchange again by the version installed here, or on a pack kept at home: same orders, same seed."""
    if not game.knows_all:
        raise Refused("only the referee has all orders", "ask him to say pbem rejudge")

    def terms(at: datetime) -> dict[str, Any]:
        judged = judged_again(game, exchange, game.course.open_number, say(at), data)
        until = judged.outcome.next.until
        return {"kind": "rejudge", "exchange": exchange, "why": why, "until": until, "outcome": judged.outcome}

    return _propose(game, clock, lapse, terms)


def end(game: Game, winner: str, why: str, clock: datetime | str, lapse: int = LAPSE) -> tuple[Mail, ...]:
    """Ask to end the game; an empty winner is a draw."""
    if winner and winner not in game.rules.spec.sides:
        raise Refused(f"no side {winner!r} can win", f"sides are {', '.join(game.rules.spec.sides)}")
    result = Result(winner=winner, case="agreement")
    return _propose(game, clock, lapse, lambda at: {"kind": "end", "exchange": 0, "why": why, "result": result})


def _until(game: Game, now: datetime) -> str:
    draft = game.charter.draft
    return say(next_clock(now + timedelta(hours=draft.turn), draft.clock, draft.days))


def _propose(
    game: Game, clock: datetime | str, lapse: int, terms: Callable[[datetime], dict[str, Any]]
) -> tuple[Mail, ...]:
    """Sign a proposal.  A player's is his consent; a referee's binds nobody until all others have signed."""
    with locked(game.folder.path):
        if mails := proposed_before(resume(game)):
            return mails
        _check_free(game)
        now, number = stamp(game, as_time(clock)), game.course.open_number
        documents = {name: one.header.digest().hex() for name, one in beside(game, now).items()}
        made = Agreement(at=say(now), lapses=say(now + timedelta(hours=lapse)), documents=documents, **terms(now))
        check_agreement(game.course, made)
        if game.is_referee:
            revision = 1 + len(game.vault.all_signed("proposal", number))
            return put_and_post(
                game,
                game.vault.sign_once(
                    "proposal",
                    number,
                    lambda: game.envelope("proposal", made.to_bytes(), after=answered(game), revision=revision),
                    f"{revision:06}",
                ),
            )
        return _consent(game, made.to_bytes(), now)


# signing


def agree(game: Game, clock: datetime | str, body: bytes = b"") -> tuple[Mail, ...]:
    """Sign what is proposed; with several proposals, the one whose contents are given."""
    with locked(game.folder.path):
        if mails := resume(game):
            return tuple(mails)
        _check_free(game)
        now = stamp(game, as_time(clock))
        found = [one for one in proposals(game) if game.seat in one.waiting and (not body or one.body == body)]
        if len(found) != 1:
            raise Refused(f"{len(found) or 'no'} proposals are open", "pbem receive the mail that proposes one")
        _check_signable(game, found[0], now)
        return _consent(game, found[0].body, now)


def _check_signable(game: Game, proposal: Proposal, now: datetime) -> None:
    """Refuse what has nearly lapsed, what does not hold here, and a referee's signature that is not the last."""
    agreement = proposal.agreement
    lapses = read_time(agreement.lapses)
    if now > lapses - SIGNED_BEFORE:
        raise Refused(f"the proposal lapses {moment(lapses)}, too soon for all to learn of it", "propose it anew")
    check_agreement(game.course, agreement)
    if agreement.outcome is not None:
        game.ruleset(agreement.outcome.versions)  # or who signs is told what data to take in
        if game.knows_all:
            _check_rejudged(game, agreement, agreement.outcome)
    if game.is_referee and (others := [seat for seat in proposal.waiting if seat != REFEREE]):
        raise Refused(f"a referee signs last; waiting for {' and '.join(others)}", "say agree again when they have")
    if game.knows_all:
        here = {name: one.header.digest().hex() for name, one in beside(game, now).items()}
        if here != agreement.documents:
            names = ", ".join(sorted(here.items() ^ agreement.documents.items())[0][:1])
            raise Refused(f"{names} has come in since it was proposed, or is not here", "propose it anew")


def _check_rejudged(game: Game, agreement: Agreement, outcome: Outcome) -> None:
    number, data = game.course.open_number, outcome.versions.data
    judged = judged_again(game, agreement.exchange, number, agreement.at, data)
    if judged.outcome.to_bytes() != outcome.to_bytes():
        raise Refused(f"exchange {agreement.exchange} judged again comes out otherwise here", "compare the versions")


def _check_free(game: Game) -> None:
    """Nobody signs an agreement for a number that he has recorded."""
    number = game.course.open_number
    if game.course.result is not None:
        raise Refused("the game is over")
    if game.vault.signed("record", number) is not None:
        raise Refused(f"you have signed record {number}", "propose it for the next number")


def proposed_before(mails: Iterable[Mail]) -> tuple[Mail, ...]:
    """What had been proposed when the program died, if that is what was missing: nobody proposes it twice."""
    mine = tuple(mails)
    return mine if any("-proposal-" in one.name or "-agreement-" in one.name for one in mine) else ()


def _consent(game: Game, body: bytes, now: datetime) -> tuple[Mail, ...]:
    """The signature goes to everybody; if it is the last, the agreement stands."""
    number, after = game.course.open_number, answered(game)
    mine = [one for one in game.vault.all_signed("agreement", number) if one.header.after == after]
    same = next((one for one in mine if one.body == body), None)
    if same is None and any(now < read_time(_lapses(one.body)) for one in mine):
        raise Refused("you have signed another agreement for this number", "wait until it lapses")
    revision = same.header.revision if same else next_counted(game, "agreement")
    envelope = game.vault.sign_once(
        "agreement", number, lambda: game.envelope("agreement", body, after=after, revision=revision), f"{revision:06}"
    )
    game.desk.put(envelope)
    page = complete_agreement(game)
    return put_and_post(game, envelope) if page is None else conclude(game, page)


def _lapses(body: bytes) -> str:
    return read_payload(Agreement, body).lapses
