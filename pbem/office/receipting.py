"""Receipts: the signed word that a document has come in, and since when."""

from __future__ import annotations

from datetime import datetime

from pbem.book.documents import Receipt
from pbem.book.folder import PLACES, giver, place_of, wants_receipt
from pbem.book.times import say
from pbem.model.errors import Refused
from pbem.office.clock import stamp
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.posting import put_and_post
from pbem.seal.envelope import Envelope

MOST = PLACES - 1
"""How many receipts one seat can have for one number."""


def owed_receipts(game: Game) -> list[Envelope]:
    """The documents on the desk that this seat gives receipts for, and has not."""
    here = game.here
    if here.close is not None:
        return []
    return [
        one
        for one in here.documents
        if wants_receipt(game.charter, one) and giver(game.charter, one) == game.seat and here.received(one) is None
    ]


def give_receipts(game: Game, now: datetime) -> list[Mail]:
    """Every receipt that is owed: what a crash came before, too."""
    if game.identity is None:
        return []
    return [sign_receipt(game, one, now) for one in owed_receipts(game)]


def sign_receipt(game: Game, document: Envelope, now: datetime) -> Mail:
    """The receipt of a document; those for one seat are counted apart, so that none sees how often others wrote."""
    digest, number = document.header.digest(), game.course.open_number
    body = Receipt(received=say(stamp(game, now))).to_bytes()
    first = place_of(game.charter, document.header.seat) * PLACES
    given = [
        one for one in game.vault.all_signed("receipt", number) if one.header.revision // PLACES == first // PLACES
    ]
    if len(given) >= MOST:
        raise Refused(f"{document.header.seat} has sent {MOST} documents for exchange {number}")

    def make() -> Envelope:
        return game.envelope("receipt", body, after=digest, revision=first + len(given) + 1)

    return put_and_post(game, game.vault.sign_once("receipt", number, make, digest.hex()[:16]))[0]
