"""Reveals: after the close each seat that owes one shows its link, and opens its orders to who records."""

from __future__ import annotations

from pbem.app.flow.closing import the_close
from pbem.app.flow.game import Game
from pbem.app.flow.keys import keys_of
from pbem.app.flow.mails import Mail, block, box_block, keep, mail
from pbem.app.flow.ordering import referee_box
from pbem.book.documents import Close, Reveal, read_payload
from pbem.book.fraud import dropped_orders
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope


def reveal(game: Game) -> tuple[Mail, ...]:
    """Show this seat's link for a close that lists its orders as sent; nothing if none is owed here."""
    close, flow, number = the_close(game), game.course.procedure, game.course.open_number
    if close is None or game.seat not in flow.revealers:
        return ()
    check_close(game, close)
    listed = read_payload(Close, close.body).accepted.get(game.seat)
    opened = game.vault.opening(bytes.fromhex(listed)) if listed else None
    public = Reveal()
    if flow.opens_publicly and opened is not None:
        public = Reveal(salt=opened.salt.hex(), sheet=opened.payload.decode("utf-8"))

    def make() -> Envelope:
        link = game.vault.chain.link(number)
        return game.envelope("reveal", public.to_bytes(), after=close.header.digest(), link=link)

    envelope = game.vault.sign_once("reveal", number, make)
    if envelope.header.after != close.header.digest():
        raise Tampered(f"a reveal for exchange {number} was signed for another close")
    game.desk.put(envelope)
    if flow.recorder == game.seat:
        return ()
    blocks = [block(envelope)]
    orders = game.desk.find(number, bytes.fromhex(listed)) if listed else None
    if orders is not None and orders.sealed:
        blocks.insert(0, box_block(referee_box(game, orders)))
    words = f"The link of {game.seat} for exchange {number}."
    made = mail([flow.recorder], game.label(game.seat), "link", words, blocks, f"{number:02}-reveal-{game.seat}")
    return keep(game.folder, [made])


def check_close(game: Game, close: Envelope) -> None:
    """Refuse a close that does not list this seat's orders as they were sent."""
    said = read_payload(Close, close.body)
    mine = [
        one for one in game.vault.all_signed("orders", close.header.exchange) if one.header.after == game.course.head
    ]
    listed = said.accepted.get(game.seat)
    if listed is not None and listed not in {one.header.digest().hex() for one in mine}:
        raise Refused(
            f"the close names orders of {game.seat} that were never signed here", "do not reveal; ask by voice"
        )
    for receipt in game.desk.envelopes(close.header.exchange, "receipt"):
        for orders in mine:
            if proof := dropped_orders(receipt, orders, close, keys_of(game, close.header.seat)):
                raise Refused(proof.words, "do not reveal; show the others the proof")
    if mine and listed is None and game.seat in game.course.next.seats:
        raise Refused(f"the close does not name the orders of {game.seat}", "ask the closer whether they came")
