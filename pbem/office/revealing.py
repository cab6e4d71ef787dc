"""Reveals: after the close each seat that owes one shows its link, and opens its orders to who records."""

from __future__ import annotations

from datetime import timedelta

from pbem.book.deadlines import deadline_of
from pbem.book.documents import Close, Reveal, read_payload
from pbem.book.fraud import dropped
from pbem.book.times import read_time
from pbem.model.errors import Refused, Tampered
from pbem.office.game import Game
from pbem.office.keyring import keys_of
from pbem.office.mails import Mail
from pbem.office.posting import put_and_post
from pbem.seal.envelope import Envelope


def reveal_link(game: Game) -> tuple[Mail, ...]:
    """Show this seat's link for a close that lists its orders as sent; nothing if none is owed here."""
    close, flow, number = game.here.close, game.course.procedure, game.course.open_number
    if close is None or game.seat not in flow.revealers:
        return ()
    check_close(game, close)
    listed = read_payload(Close, close.body).accepted.get(game.seat)
    opened = game.vault.opening(bytes.fromhex(listed)) if listed else None
    public = Reveal()
    if flow.opens_publicly and opened is not None:
        public = Reveal(salt=opened.salt.hex(), sheet=opened.payload.decode("utf-8"))

    def make() -> Envelope:
        return game.envelope("reveal", public.to_bytes(), after=close.header.digest(), link=game.link(number))

    envelope = game.vault.sign_once("reveal", number, make)
    if envelope.header.after != close.header.digest():
        raise Tampered(f"a reveal for exchange {number} was signed for another close")
    return put_and_post(game, envelope)


def check_close(game: Game, close: Envelope) -> None:
    """Refuse a close that does not list this seat's orders as they were sent, or that came before its time."""
    said, here = read_payload(Close, close.body), game.here
    mine = [
        one for one in game.vault.all_signed("orders", close.header.exchange) if one.header.after == game.course.head
    ]
    listed = said.accepted.get(game.seat)
    if listed is not None and listed not in {one.header.digest().hex() for one in mine}:
        raise Refused(
            f"the close names orders of {game.seat} that were never signed here", "do not reveal; ask by voice"
        )
    for came in here.receipts.values():
        if proof := dropped(came.receipt, came.document, close, keys_of(game, close.header.seat)):
            raise Refused(proof.words, "do not reveal; show the others the proof")
    until = deadline_of(here).until
    early = until is not None and read_time(said.at) < until + timedelta(hours=game.charter.draft.grace)
    if said.missing and early:
        raise Refused(
            f"the close goes on without {said.missing[0]} before deadline and grace", "do not reveal; ask by voice"
        )
    if mine and listed is None and game.seat in game.course.next.seats:
        raise Refused(f"the close does not name the orders of {game.seat}", "ask the closer whether they came")
