"""Everything else comes in: absences, more time, receipts, closes, links, silences, records, agreements, new keys."""

from __future__ import annotations

from typing import TypeVar

from pbem.book.agreed import check_agreement
from pbem.book.deadlines import check_away, check_extension, deadline_of, span_of
from pbem.book.documents import REFEREE, Away, Close, Payload, Receipt, Record, Rekey, Reveal, Silence, read_payload
from pbem.book.folder import Folder, giver
from pbem.book.rekeying import check_rekey
from pbem.book.signers import is_signed
from pbem.book.silence import answers_it, check_silence
from pbem.book.times import read_time
from pbem.model.errors import Refused, Tampered
from pbem.office.game import Game
from pbem.office.intake_orders import check_open, check_revision, from_box
from pbem.office.proposals import answered, double_dealt, proposed
from pbem.office.reception import Caught, Reception
from pbem.office.refusing import because
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope
from pbem.seal.keys import parse_public_line
from pbem.seal.sheettext import check_sheet_text

P = TypeVar("P", bound=Payload)


def away(counter: Reception, envelope: Envelope) -> None:
    """Who gives its receipt judges it now; for the others it counts when that receipt is here."""
    counter.check_head(envelope)
    _said(Away, envelope)
    check_revision(counter, envelope)
    game = counter.game
    if giver(game.charter, envelope) != game.seat:
        return
    check_open(counter, envelope)
    try:
        check_away(game.charter.draft, span_of(envelope), deadline_of(game.here).absences, counter.now)
    except (Refused, Tampered) as error:
        raise because("no absence", str(error), "agree with the others about an extension") from error


def extension(counter: Reception, envelope: Envelope) -> None:
    counter.check_head(envelope)
    check_revision(counter, envelope)
    try:
        check_extension(counter.game.here, envelope)
    except (Refused, Tampered) as error:
        raise because("no extension", str(error)) from error


def receipt(counter: Reception, envelope: Envelope) -> None:
    """By who gives them, for a document that is here, and for nothing that the charter does not give."""
    game, header = counter.game, envelope.header
    said = _said(Receipt, envelope)
    document = game.desk.find(header.exchange, header.after)
    if document is None:
        raise because("a receipt for nothing", "the document that it is for is not here", "send that mail, too")
    if header.seat != giver(game.charter, document):
        raise because("no receipt", f"{header.seat} is not who gives receipts for {document.header.seat}")
    if game.course.time and read_time(said.received) < read_time(game.course.time):
        raise because(
            "a false receipt", f"it says {moment(read_time(said.received))}, before exchange {header.exchange} began"
        )
    counter.check_receipts_once(envelope, document)
    try:
        deadline_of(Folder.of(game.course, (*game.here.documents, envelope)))
    except (Refused, Tampered) as error:
        raise because("a receipt for what the charter does not give", str(error)) from error


def close(counter: Reception, envelope: Envelope) -> None:
    game = counter.game
    if envelope.header.seat != game.course.procedure.closer:
        raise because("no close", f"{envelope.header.seat} is not who closes the exchange")
    counter.check_head(envelope)
    counter.check_link_of(envelope)
    said = _said(Close, envelope)
    if game.course.time and read_time(said.at) < read_time(game.course.time):
        raise because("a false close", f"it says {moment(read_time(said.at))}, before the exchange began")


def reveal(counter: Reception, envelope: Envelope) -> None:
    header, game, flow = envelope.header, counter.game, counter.game.course.procedure
    close = game.here.close
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
        try:
            check_sheet_text(from_box(counter, orders))
        except Tampered as error:  # could never be opened at the end
            raise because("the orders cannot be read", str(error), "nobody can mend that but an agreement") from error


def silence(counter: Reception, envelope: Envelope) -> None:
    """One that the book bears out; when it came in is kept, since whoever ends the game by it must have waited."""
    game = counter.game
    _said(Silence, envelope)
    if game.desk.is_void(envelope):
        raise because("answered already", "what it says is owed was here in time")
    try:
        _take_silence(game, envelope)
    except (Refused, Tampered) as error:
        raise because("no silence", str(error)) from error
    game.desk.note_arrival(envelope, counter.now)


def record(counter: Reception, envelope: Envelope) -> None:
    said = _said(Record, envelope)
    if said.outcome is not None and envelope.header.seat != counter.game.course.procedure.recorder:
        raise because("no record", f"{envelope.header.seat} is not who writes the record")


def proposal(counter: Reception, envelope: Envelope) -> None:
    if envelope.header.seat != REFEREE:
        raise because("no proposal", "a player's proposal is his consent, an agreement")
    _check_agreement(counter, envelope)


def agreement(counter: Reception, envelope: Envelope) -> None:
    if envelope.header.seat == REFEREE and (proof := double_dealt(counter.game, envelope)) is not None:
        raise Caught(proof)
    _check_agreement(counter, envelope)
    check_revision(counter, envelope)


def _check_agreement(counter: Reception, envelope: Envelope) -> None:
    game, header = counter.game, envelope.header
    if header.after != answered(game):
        if game.here.close is not None and header.after == game.course.head:
            raise because(
                "from before the close", "a consent from before the close is worth nothing after it", "propose it anew"
            )
        counter.check_head(envelope)
    if header.link:
        raise because("no agreement", "it shows a link")
    try:
        check_agreement(game.course, proposed(envelope.body))
    except (Tampered, Refused) as error:
        raise because("no agreement", str(error)) from error


def rekey(counter: Reception, envelope: Envelope) -> None:
    """One signature of several may be all that a mail holds; the others are on the desk or come later."""
    counter.check_head(envelope)
    said = _said(Rekey, envelope)
    if _is_offer(counter.game, envelope, said):
        what = f"somebody offers his keys for {said.seat}; the referee and all other seats sign them, before they count"
        raise because("an offer", what, "if you want him for a substitute: pbem agree --substitute with the mail")
    check_revision(counter, envelope)
    try:
        check_rekey(counter.game.course, envelope, beside=counter.game.here.documents)
    except (Tampered, Refused) as error:
        raise because("no new keys", str(error), "sign with the key or the spare key you entered with") from error


def _is_offer(game: Game, envelope: Envelope, said: Rekey) -> bool:
    """Whether a substitute has signed his own keys, which nobody has signed before him."""
    try:
        own = is_signed(envelope, parse_public_line(said.key))
    except (Refused, Tampered):
        return False
    allowed = game.charter.draft.substitutes and said.seat in game.course.keys
    return own and allowed and said.seat == envelope.header.seat != game.seat


def opening(counter: Reception, envelope: Envelope) -> None:
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


def _take_silence(game: Game, envelope: Envelope) -> None:
    """Refuse a silence that the folder does not bear out, whatever has come since."""
    said = read_payload(Silence, envelope.body)
    here = game.here.without(envelope)
    folder = here.without(*(one for one in here.documents if answers_it(here, said, one)))
    check_silence(folder, envelope, whatever_policy=True)
