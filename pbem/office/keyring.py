"""By which keys a seat signs now: those of the book, and those that new keys on the desk name."""

from __future__ import annotations

from pbem.book.rekeying import rekeys_of, signing_keys
from pbem.office.game import Game
from pbem.seal.keys import parse_public_line


def keys_of(game: Game, seat: str) -> tuple[bytes, ...]:
    """The keys that may have signed a document of this seat in the open exchange.

    Who closes takes only the newest; others must follow what he took before it came.
    """
    if seat not in game.course.keys:
        return ()
    documents = game.here.documents
    if game.course.procedure.closer == game.seat and (counts := rekeys_of(game.course, documents).get(seat)):
        return (parse_public_line(counts.key),)
    return signing_keys(game.course, documents)[seat]
