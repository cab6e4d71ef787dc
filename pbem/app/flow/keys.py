"""New keys on the desk: which of them are rightly signed, and by which keys a seat signs now."""

from __future__ import annotations

from pbem.app.flow.game import Game
from pbem.book.documents import Rekey, read_payload
from pbem.book.rekeying import check_rekey, signed_by_spare
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.keys import parse_public_line


def rekeys_in_force(game: Game) -> dict[str, list[Envelope]]:
    """For each seat with new keys the envelopes that give them; the spare key's word outranks the key's."""
    groups: dict[str, dict[bytes, list[Envelope]]] = {}
    for envelope in game.desk.envelopes(game.course.open_number, "rekey"):
        seat = read_payload(Rekey, envelope.body).seat
        groups.setdefault(seat, {}).setdefault(envelope.body, []).append(envelope)
    found: dict[str, list[Envelope]] = {}
    for seat, alike in sorted(groups.items()):
        whole = [made for signed in alike.values() if (made := _whole(game, seat, signed))]
        if whole:
            found[seat] = min(whole, key=lambda made: _rank(game, seat, made))
    return found


def _whole(game: Game, seat: str, signed: list[Envelope]) -> list[Envelope]:
    """The envelopes that make these keys good: the seat's own, or those of all others; none if they do not."""
    own = sorted(
        (one for one in signed if one.header.seat == seat), key=lambda one: not signed_by_spare(game.course, one)
    )
    for made in (own[:1], [one for one in signed if one.header.seat != seat]):
        try:
            if made:
                check_rekey(game.course, made)
                return made
        except (Tampered, Refused):
            continue
    return []


def _rank(game: Game, seat: str, made: list[Envelope]) -> int:
    """By the spare key, by the key, by the others."""
    if made[0].header.seat != seat:
        return 2
    return 0 if signed_by_spare(game.course, made[0]) else 1


def keys_of(game: Game, seat: str) -> tuple[bytes, ...]:
    """The keys that may have signed a document of this seat in the open exchange, the newest last.

    Who closes takes only the newest; others must follow what he took before it came.
    """
    if seat not in game.course.keys:
        return ()
    old = game.course.keys[seat].key
    made = rekeys_in_force(game).get(seat)
    if not made:
        return (old,)
    new = parse_public_line(read_payload(Rekey, made[0].body).key)
    return (new,) if game.course.procedure.closer == game.seat else (old, new)
