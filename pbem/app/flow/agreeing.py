"""What all agree on: to go back, to judge again, to end; and new keys for a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from pbem.app.flow.checking import Referee, inputs_of_record
from pbem.app.flow.founding import make_secrets
from pbem.app.flow.game import Game
from pbem.app.flow.judging import Judged, judge, whole_plain
from pbem.app.flow.mails import Mail, block, keep, mail
from pbem.app.flow.recording import openings_of, publish
from pbem.app.flow.settling import agreements, append_page, complete_agreement, proposed
from pbem.app.flow.vault import Vault
from pbem.book.agreed import check_agreement, due_after
from pbem.book.charter import check_keys
from pbem.book.documents import Agreement, Rekey, Result, read_payload
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.times import as_time, next_clock, read_time, say
from pbem.dice.chain import Chain
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.post.times import moment
from pbem.seal.box import sealing_public
from pbem.seal.envelope import Envelope
from pbem.seal.keys import Identity, parse_public_line, public_line
from pbem.seal.secrets import GameSecrets
from pbem.seal.signing import check_signed, signed

LAPSE = 48
"""Hours after which an agreement that not all have signed binds nobody."""


@frozen
class Proposal:
    """An agreement on the table: what it says, who has signed it, who has not."""

    agreement: Agreement
    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    body: bytes

    def words(self) -> str:
        said = self.agreement
        what = {
            "undo": f"go on from record {said.exchange}, setting aside what follows it",
            "rejudge": f"judge exchange {said.exchange} again, with the same orders and the same dice",
            "end": f"end the game: {_winner(said)}",
        }[said.kind]
        return f'{" and ".join(self.signed)} asks to {what}: "{said.why}"'


def _winner(agreement: Agreement) -> str:
    return (agreement.result and agreement.result.winner) or "a draw"


def proposals(game: Game) -> tuple[Proposal, ...]:
    """What is proposed for the open number."""
    found = []
    for body, signers in sorted(agreements(game).items()):
        waiting = tuple(seat for seat in game.charter.seats if seat not in signers)
        found.append(Proposal(proposed(body), tuple(sorted(signers)), waiting, body))
    return tuple(found)


# proposing


def undo(game: Game, to: int, why: str, clock: datetime | str, lapse: int = LAPSE) -> tuple[Mail, ...]:
    """Ask to go on from a record; what follows it is set aside, with new dice from links nobody has shown."""
    now = as_time(clock)
    if not 0 <= to < game.course.number:
        raise Refused(f"no record {to} to go back to", f"the last record is {game.course.number}")
    due_after(game.course, to)
    lapses, until = _lapses(now, lapse), _until(game, now)
    return _propose(game, lambda: Agreement(kind="undo", exchange=to, why=why, until=until, at=say(now), lapses=lapses))


def rejudge(game: Game, exchange: int, why: str, clock: datetime | str, lapse: int = LAPSE) -> tuple[Mail, ...]:
    """Judge an exchange again by the version that is installed here: same orders, same seed."""
    now = as_time(clock)
    if not game.knows_all:
        raise Refused("only the referee has all orders", "ask him to say pbem rejudge")
    at = say(now)
    judged = judged_again(game, exchange, game.course.open_number, at)
    return _propose(
        game,
        lambda: Agreement(
            kind="rejudge",
            exchange=exchange,
            why=why,
            until=judged.outcome.next.until,
            outcome=judged.outcome,
            at=at,
            lapses=_lapses(now, lapse),
        ),
    )


def end(game: Game, winner: str, why: str, clock: datetime | str, lapse: int = LAPSE) -> tuple[Mail, ...]:
    """Ask to end the game; an empty winner is a draw."""
    if winner and winner not in game.rules.spec.sides:
        raise Refused(f"no side {winner!r} can win", f"sides are {', '.join(game.rules.spec.sides)}")
    now = as_time(clock)
    result = Result(winner=winner, case="agreement", words=why or "ended by agreement")
    lapses = _lapses(now, lapse)
    return _propose(game, lambda: Agreement(kind="end", exchange=0, why=why, result=result, at=say(now), lapses=lapses))


def _lapses(now: datetime, lapse: int) -> str:
    return say(now + timedelta(hours=lapse))


def _until(game: Game, now: datetime) -> str:
    draft = game.charter.draft
    return say(next_clock(now + timedelta(hours=draft.turn), draft.clock, draft.days))


def judged_again(game: Game, exchange: int, number: int, at: str) -> Judged:
    """What comes of an exchange judged again; hidden parts are salted for the agreement's number."""
    course = game.course
    page = course.pages.get(exchange)
    if page is None or page.record is None or page.record.stalled:
        raise Refused(f"no exchange {exchange} that was judged", f"the last record is {course.number}")
    referee = Referee(game.hidden, openings_of(game, page), {}) if game.is_referee else None
    inputs = inputs_of_record(course, page, referee)
    if inputs is None:
        raise Refused(f"the orders of exchange {exchange} cannot be opened here", "copy the secrets here")
    inputs = replace(inputs, number=number, at=at, absences=course.absences)
    return judge(game.rules, game.whole(course.resumes[exchange - 1]), inputs)


def _propose(game: Game, make: Callable[[], Agreement]) -> tuple[Mail, ...]:
    """Sign a proposal.  Who has signed one for this number signs no other."""
    with locked(game.folder.path):
        _check_free(game)
        number = game.course.open_number
        envelope = game.vault.sign_once("agreement", number, lambda: game.envelope("agreement", make().to_bytes()))
        return _signed(game, envelope)


def agree(game: Game, clock: datetime | str, body: bytes = b"") -> tuple[Mail, ...]:
    """Sign what is proposed; with several proposals, the one whose contents are given."""
    with locked(game.folder.path):
        _check_free(game)
        found = [one for one in proposals(game) if not body or one.body == body]
        if len(found) != 1:
            raise Refused(f"{len(found) or 'no'} proposals are open", "pbem receive the mail that proposes one")
        agreement = found[0].agreement
        if as_time(clock) > read_time(agreement.lapses):
            raise Refused(f"the proposal lapsed {moment(read_time(agreement.lapses))}", "propose it anew")
        check_agreement(game.course, agreement)
        if agreement.kind == "rejudge" and game.knows_all:
            _check_rejudged(game, agreement)
        number = game.course.open_number
        envelope = game.vault.sign_once("agreement", number, lambda: game.envelope("agreement", found[0].body))
        if envelope.body != found[0].body:
            raise Refused("you have signed another agreement for this number", "wait until it lapses")
        return _signed(game, envelope)


def _check_rejudged(game: Game, agreement: Agreement) -> None:
    judged = judged_again(game, agreement.exchange, game.course.open_number, agreement.at)
    if agreement.outcome is None or judged.outcome.to_bytes() != agreement.outcome.to_bytes():
        raise Refused(f"exchange {agreement.exchange} judged again comes out otherwise here", "compare the versions")


def _check_free(game: Game) -> None:
    """Nobody signs an agreement for a number that he has closed, recorded or revealed for."""
    number, vault = game.course.open_number, game.vault
    if game.course.opened:
        raise Refused("the game is over and open")
    if vault.signed("record", number) is not None:
        raise Refused(f"you have signed record {number}", "propose it for the next number")


def _signed(game: Game, envelope: Envelope) -> tuple[Mail, ...]:
    """The signature goes to everybody; if it is the last, the agreement stands."""
    number, agreement = game.course.open_number, proposed(envelope.body)
    game.desk.put(envelope)
    page = complete_agreement(game)
    if page is None:
        found = next(one for one in proposals(game) if one.body == envelope.body)
        words = f"{found.words()}. pbem agree signs it; silence until {moment(read_time(agreement.lapses))} refuses."
        to = [seat for seat in game.charter.seats if seat != game.seat]
        name = f"{number:02}-agreement-{game.seat}"
        return keep(game.folder, [mail(to, game.label(game.seat), agreement.kind, words, [block(envelope)], name)])
    return conclude(game, page)


def conclude(game: Game, page: Page) -> tuple[Mail, ...]:
    """An agreement that all have signed comes into the book and is sent to all."""
    assert page.agreement is not None
    if page.agreement.kind == "rejudge" and game.is_referee:
        judged = judged_again(game, page.agreement.exchange, page.number, page.agreement.at)
        game.vault.keep_whole(page.number, whole_plain(game.rules, judged))
    append_page(game, page)
    return publish(game, page)


# new keys


def rekey(game: Game, identity: Identity, *, spare: str = "", by_spare: Identity | None = None) -> tuple[Mail, ...]:
    """New keys, sealing key and chain for this seat, signed by its key or its spare key.

    The key counts at once, the chain from the next exchange; a link already owed stays owed.
    """
    with locked(game.folder.path):
        secrets = make_secrets(game.charter.draft_digest, game.seat, game.entropy)
        waiting = game.vault.waiting_secrets(replace(secrets, hidden=game.vault.secrets.hidden))
        return _send_rekey(game, _new_keys(game.seat, waiting, identity, spare), by_spare)


def offer_keys(game: Game, home: Path, identity: Identity, spare: str = "") -> Mail:
    """A newcomer offers his keys for a seat whose person is gone: signed by them, for the others to sign."""
    with locked(game.folder.path):
        vault = Vault.make(home, make_secrets(game.charter.draft_digest, game.seat, game.entropy))
        said = _new_keys(game.seat, vault.secrets, identity, spare)
        number = game.course.open_number
        header = game.header("rekey", said.to_bytes(), revision=_place(game, game.seat))
        envelope = signed(identity, header, said.to_bytes())
        words = f"A substitute for {game.seat} offers his keys. The referee and all other seats sign them."
        to = [seat for seat in game.charter.seats if seat != game.seat]
        made = mail(to, game.label(game.seat), "substitute", words, [block(envelope)], f"{number:02}-offer-{game.seat}")
        return keep(game.folder, [made])[0]


def sign_substitute(game: Game, offer: Envelope) -> tuple[Mail, ...]:
    """The referee and every other seat sign the keys of a substitute, if the charter allows one."""
    with locked(game.folder.path):
        said = read_payload(Rekey, offer.body)
        if not game.charter.draft.substitutes:
            raise Refused("the charter allows no substitutes", "agree on pbem end")
        if said.seat == game.seat or offer.header.seat != said.seat:
            raise Refused(f"the offer is not for {said.seat} to make", "the substitute says pbem rekey --offer")
        check_keys(said)
        check_signed(offer, parse_public_line(said.key))
        return _send_rekey(game, said, None)


def _place(game: Game, seat: str) -> int:
    """A seat's place in charter order: the revision of documents about its keys, whoever signs them."""
    return 1 + game.charter.seats.index(seat)


def _new_keys(seat: str, secrets: GameSecrets, identity: Identity, spare: str) -> Rekey:
    return Rekey(
        seat=seat,
        key=public_line(identity.public),
        spare=public_line(parse_public_line(spare)) if spare else "",
        sealing=sealing_public(secrets.sealing).hex(),
        tip=Chain(secrets.draft, seat, secrets.chain).tip.hex(),
    )


def _send_rekey(game: Game, said: Rekey, by_spare: Identity | None) -> tuple[Mail, ...]:
    number, body = game.course.open_number, said.to_bytes()

    def make() -> Envelope:
        return signed(by_spare or game.signer(), game.header("rekey", body, revision=_place(game, said.seat)), body)

    name = f"{said.seat}-spare" if by_spare else said.seat
    envelope = game.vault.sign_once("rekey", number, make, name)
    if read_payload(Rekey, envelope.body) != said:
        raise Refused(f"other keys for {said.seat} were signed in this exchange", "wait for the next")
    game.desk.put(envelope)
    to = [seat for seat in game.charter.seats if seat != game.seat]
    words = f"New keys for {said.seat}, signed by {game.seat}. They count at once; the chain from the next exchange."
    name = f"{number:02}-rekey-{said.seat}-{game.seat}"
    return keep(game.folder, [mail(to, game.label(game.seat), "new keys", words, [block(envelope)], name)])
