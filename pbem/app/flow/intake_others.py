"""Everything else comes in: absences, more time, receipts, closes, links, records, agreements, new keys."""

from __future__ import annotations

from typing import TypeVar

from pbem.app.flow.absences import check_away, check_extension
from pbem.app.flow.counter import Counter
from pbem.app.flow.intake_orders import from_box
from pbem.app.flow.refusing import because
from pbem.app.flow.settling import proposed
from pbem.book.agreed import check_agreement
from pbem.book.documents import (
    REFEREE,
    Away,
    Close,
    Extension,
    Payload,
    Receipt,
    Record,
    Rekey,
    Reveal,
    read_payload,
)
from pbem.book.rekeying import check_rekey
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.signing import check_signed

P = TypeVar("P", bound=Payload)


def away(counter: Counter, envelope: Envelope) -> None:
    counter.check_head(envelope)
    try:
        check_away(counter.game, envelope.header.seat, read_payload(Away, envelope.body), counter.now)
    except (Refused, Tampered) as error:
        raise because("no absence", str(error), "agree with the others about an extension") from error


def extension(counter: Counter, envelope: Envelope) -> None:
    counter.check_head(envelope)
    try:
        check_extension(counter.game, envelope.header.seat, read_payload(Extension, envelope.body))
    except (Refused, Tampered) as error:
        raise because("no extension", str(error)) from error


def receipt(counter: Counter, envelope: Envelope) -> None:
    if envelope.header.seat != counter.game.course.procedure.closer:
        raise because("no receipt", f"{envelope.header.seat} is not who closes the exchange")
    _said(Receipt, envelope)


def close(counter: Counter, envelope: Envelope) -> None:
    if envelope.header.seat != counter.game.course.procedure.closer:
        raise because("no close", f"{envelope.header.seat} is not who closes the exchange")
    counter.check_head(envelope)
    counter.check_link_of(envelope)
    _said(Close, envelope)


def reveal(counter: Counter, envelope: Envelope) -> None:
    header, game, flow = envelope.header, counter.game, counter.game.course.procedure
    close = next(iter(game.desk.envelopes(header.exchange, "close")), None)
    if header.seat not in flow.revealers:
        raise because("nothing to reveal", f"{header.seat} reveals nothing in this exchange")
    if close is None or header.after != close.header.digest():
        raise because(
            "it reveals for another close", "it answers a close that is not the one here", "compare the closes"
        )
    counter.check_link_of(envelope)
    said = _said(Reveal, envelope)
    listed = read_payload(Close, close.body).accepted.get(header.seat)
    orders = game.desk.find(header.exchange, bytes.fromhex(listed)) if listed else None
    if orders is None:
        return
    if flow.opens_publicly:
        _check_public_opening(orders, said)
    elif flow.recorder == game.seat:
        from_box(counter, orders)


def record(counter: Counter, envelope: Envelope) -> None:
    record = _said(Record, envelope)
    if envelope.header.seat != counter.game.course.procedure.recorder and not record.stalled:
        raise because("no record", f"{envelope.header.seat} is not who writes the record")


def agreement(counter: Counter, envelope: Envelope) -> None:
    counter.check_head(envelope)
    try:
        check_agreement(counter.game.course, proposed(envelope.body))
    except (Tampered, Refused) as error:
        raise because("no agreement", str(error)) from error


def rekey(counter: Counter, envelope: Envelope) -> None:
    """One signature of several may be all that a mail holds; the others are on the desk or come later."""
    game, course = counter.game, counter.game.course
    counter.check_head(envelope)
    rekey = _said(Rekey, envelope)
    desk = game.desk.envelopes(course.open_number, "rekey")
    alike = [one for one in desk if one.body == envelope.body]
    try:
        if envelope.header.seat == rekey.seat:
            check_rekey(course, [envelope])
        else:
            check_signed(envelope, course.keys[envelope.header.seat].key)
            if {one.header.seat for one in alike} | {envelope.header.seat} == set(course.keys) - {rekey.seat}:
                check_rekey(course, [*alike, envelope])
    except (Tampered, Refused) as error:
        raise because("no new keys", str(error), "sign with the key or the spare key you entered with") from error


def opening(counter: Counter, envelope: Envelope) -> None:
    if envelope.sealed or envelope.header.seat != REFEREE or counter.game.course.result is None:
        raise because("nothing to open", "the game is not over")
    counter.check_head(envelope)


def _said(kind: type[P], envelope: Envelope) -> P:
    try:
        return read_payload(kind, envelope.body)
    except Tampered as error:
        raise because("it cannot be read", str(error)) from error


def _check_public_opening(orders: Envelope, said: Reveal) -> None:
    try:
        orders.header.check_opening(salt=bytes.fromhex(said.salt), payload=said.sheet.encode("utf-8"))
    except Tampered as error:
        raise because("a false opening", str(error)) from error
