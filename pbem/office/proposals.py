"""What is proposed for the open number: who has signed it, what stands beside it, when it is complete."""

from __future__ import annotations

from datetime import datetime

from pbem.book.documents import REFEREE, Agreement, read_payload
from pbem.book.fraud import Proof, agreed_twice
from pbem.book.layout import file_name
from pbem.book.page import Page
from pbem.book.rekeying import rekeying
from pbem.book.silence import check_silence, ripe_from
from pbem.book.times import read_time
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope

RESTS_ON = ("orders", "standing", "away", "extension", "receipt", "close", "reveal", "rekey")
"""What a silence rests on, where the players end a game by it."""


@frozen
class Proposal:
    """An agreement on the table: what it says, who has proposed and signed it, who has not."""

    agreement: Agreement
    by: str
    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    body: bytes

    def words(self) -> str:
        who = " and ".join(self.signed) or self.by
        asks = "asks" if len(self.signed) < 2 else "ask"
        return f'{who} {asks} to {asked(self.agreement)}: "{self.agreement.why}"'


def asked(said: Agreement) -> str:
    """What an agreement would do."""
    if said.kind == "undo":
        return f"go on from record {said.exchange}, setting aside what follows it"
    if said.kind == "rejudge":
        return f"judge exchange {said.exchange} again, with the same orders and the same dice"
    return f"end the game: {(said.result and said.result.winner) or 'a draw'}"


def proposals(game: Game) -> tuple[Proposal, ...]:
    """What is proposed for the open number, and not worthless since a close has come."""
    found, closed = [], answered(game)
    bodies: dict[bytes, list[Envelope]] = {}
    for envelope in game.here.documents:
        if envelope.header.type in ("proposal", "agreement") and envelope.header.after == closed:
            bodies.setdefault(envelope.body, []).append(envelope)
    for body, alike in sorted(bodies.items()):
        signed = tuple(sorted(one.header.seat for one in alike if one.header.type == "agreement" and counts(game, one)))
        waiting = tuple(seat for seat in game.charter.seats if seat not in signed)
        found.append(Proposal(proposed(body), alike[0].header.seat, signed, waiting, body))
    return tuple(found)


def proposed(body: bytes) -> Agreement:
    return read_payload(Agreement, body)


def answered(game: Game) -> bytes:
    """What a consent comes after: the close of the open number, or the head."""
    close = game.here.close
    return close.header.digest() if close else game.course.head


def counts(game: Game, consent: Envelope) -> bool:
    """Whether a consent has not been revoked by orders that came in after it, as far as receipts show."""
    return not revoking(game, consent)


def revoking(game: Game, consent: Envelope) -> list[Envelope]:
    """Receipted orders of the same seat with a higher revision."""
    here, header = game.here, consent.header
    later = [one for one in here.of_type("orders", header.seat) if one.header.revision > header.revision]
    return [one for one in later if here.received(one) is not None]


def proposed_words(game: Game, envelope: Envelope) -> tuple[str, str]:
    """Title and words of the mail that proposes, or that brings a signature."""
    said = proposed(envelope.body)
    last = f"silence until {moment(read_time(said.lapses))} refuses"
    how = "pbem agree signs it"
    if envelope.header.seat == REFEREE and envelope.header.type == "proposal":
        how = "pbem agree signs it, the referee last"
    return said.kind, f'{envelope.header.seat} asks to {asked(said)}: "{said.why}". {how}; {last}.'


# what stands beside it


def beside(game: Game, now: datetime) -> dict[str, Envelope]:
    """New keys and absences with their receipts, the close if there is one; a ripe silence of the referee."""
    here = game.here
    wanted: list[Envelope] = []
    for signed in rekeying(game.course, here.documents).values():
        wanted += signed
    wanted += [one for one in here.of_type("away") if here.received(one)]
    wanted += [came.receipt for one in list(wanted) if (came := here.received(one))]
    if here.close is not None:
        wanted.append(here.close)
    if (silence := ripe_silence(game, now)) is not None:
        wanted += [silence, *(one for one in here.only(*RESTS_ON).documents)]
    return {file_name(one): one for one in wanted}


def ripe_silence(game: Game, now: datetime) -> Envelope | None:
    """A silence against the referee that lets the players end the game without him."""
    for envelope in game.here.of_type("silence"):
        try:
            said = check_silence(game.here.without(envelope), envelope, whatever_policy=True)
        except (Tampered, Refused):
            continue
        if said.by == REFEREE and now >= ripe_from(game.charter, said):
            return envelope
    return None


# when it is complete


def complete_agreement(game: Game) -> Page | None:
    """The page of an agreement that all who must have signed, if everything that it names is here."""
    here = game.here
    for proposal in proposals(game):
        signed = [one for one in here.of_type("agreement") if one.body == proposal.body and counts(game, one)]
        signed = [one for one in signed if one.header.after == answered(game)]
        seats = {one.header.seat for one in signed}
        named = [
            one
            for one in here.documents
            if proposal.agreement.documents.get(file_name(one)) == one.header.digest().hex()
        ]
        if len(named) != len(proposal.agreement.documents):
            continue
        without = any(one.header.type == "silence" for one in named)
        if seats >= set(game.charter.seats) - ({REFEREE} if without else set()):
            latest = {one.header.seat: one for one in signed}
            return Page.of(game.course.open_number, [*latest.values(), *named])
    return None


def double_dealt(game: Game, by_referee: Envelope) -> Proof | None:
    """The proof that a referee agrees to what he knows was revoked, or to what he has closed, if this is such."""
    here, keys = game.here, (game.course.keys[REFEREE].key,)
    if here.close is not None and by_referee.header.after == game.course.head:
        return agreed_twice((here.close, by_referee), REFEREE, keys)
    for consent in here.of_type("agreement"):
        for orders in revoking(game, consent) if consent.body == by_referee.body else ():
            came = here.received(orders)
            if came and (proof := agreed_twice((consent, orders, came.receipt, by_referee), REFEREE, keys)):
                return proof
    return None


def check_not_lapsed(game: Game, agreement: Agreement, number: int) -> None:
    """Refuse a complete agreement that lapsed before this seat signed something else."""
    if game.vault.went_on(number):
        raise Refused(
            f"the agreement lapsed {moment(read_time(agreement.lapses))}, and you have signed since",
            "pbem receive --late takes it all the same",
        )
