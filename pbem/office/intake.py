"""One document comes in: it is judged by what it claims to be, and laid on the desk or sent back."""

from __future__ import annotations

from collections.abc import Callable

from pbem.book.singly import BESIDE_A_RECORD, check_alone
from pbem.book.times import read_time
from pbem.office import intake_orders, intake_others
from pbem.office.clock import is_ahead, time_in
from pbem.office.press import take_press
from pbem.office.reception import Reception
from pbem.office.refusing import Ahead, Foreign, because
from pbem.seal.envelope import Envelope


def take(counter: Reception, envelope: Envelope) -> bool:
    """Lay a document on the desk; False if it is known.

    NotTaken or Caught if it does not count, Foreign if it is of another game, Ahead if its time has not come.
    """
    header, game = envelope.header, counter.game
    if header.type in ("draft", "entry"):
        return counter.before_the_game(envelope)
    if not game.has_begun:
        raise because("no charter yet", "the book has not begun", "pbem start first")
    course = game.course
    if header.game != course.charter.game:
        raise Foreign(header.game)
    if header.type == "press":
        return take_press(counter, envelope)
    if counter.is_known(envelope):
        return False
    counter.check_honest(envelope)
    if header.exchange > course.open_number:
        why = f"it is of exchange {header.exchange}, the book here waits for exchange {course.open_number}"
        raise because("too early", why, "receive the mails before it first")
    if header.exchange < course.open_number:
        counter.too_late(envelope)
    counter.check_signature(envelope)
    if is_ahead(envelope, counter.now):
        raise Ahead(envelope, read_time(time_in(envelope)))
    if header.seat == game.seat:
        game.vault.adopt(envelope)
    HANDLERS[header.type](counter, envelope)
    if header.type in BESIDE_A_RECORD:  # whatever no book may hold does not come onto the desk either
        check_alone(game.here, envelope)
    return game.desk.put(envelope)


HANDLERS: dict[str, Callable[[Reception, Envelope], None]] = {
    "orders": intake_orders.orders,
    "standing": intake_orders.standing,
    "away": intake_others.away,
    "extension": intake_others.extension,
    "receipt": intake_others.receipt,
    "close": intake_others.close,
    "reveal": intake_others.reveal,
    "silence": intake_others.silence,
    "record": intake_others.record,
    "proposal": intake_others.proposal,
    "agreement": intake_others.agreement,
    "rekey": intake_others.rekey,
    "opening": intake_others.opening,
}
"""What is asked of each type of document."""
