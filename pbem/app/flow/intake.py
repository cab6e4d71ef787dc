"""One document comes in: it is judged by what it claims to be, and laid on the desk or sent back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pbem.app.flow.absences import check_away, check_extension, effective_until
from pbem.app.flow.game import Game
from pbem.app.flow.judging import Whole
from pbem.app.flow.keys import keys_of
from pbem.app.flow.refusing import NotTaken, because
from pbem.app.flow.settling import proposed
from pbem.app.flow.vault import Opened
from pbem.book.agreed import check_agreement
from pbem.book.charter import read_entry
from pbem.book.documents import REFEREE, Away, Close, Extension, Receipt, Record, Rekey, Reveal, read_payload
from pbem.book.fraud import Proof, double_dealing
from pbem.book.rekeying import check_rekey
from pbem.book.signers import is_signed
from pbem.book.times import read_time
from pbem.dice.chain import Known, check_link
from pbem.model.errors import Refused, Tampered
from pbem.model.position import View
from pbem.post.reasons import Closed, HigherRevisionIn, NotDue, OtherGame, OtherKey, Stale, TwoSheets
from pbem.seal.box import open_box
from pbem.seal.envelope import Envelope
from pbem.seal.sheettext import check_sheet_text
from pbem.seal.signing import check_signed
from pbem.seal.words import label


class Caught(Exception):
    """A document that proves, with another one, that its signer deals double."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof.words)
        self.proof = proof


@dataclass(frozen=True, slots=True)
class Counter:
    """Where documents come in: the game, and the time by its clock."""

    game: Game
    now: datetime

    def take(self, envelope: Envelope) -> bool:
        """Lay a document on the desk; False if it is known.  NotTaken or Caught if it does not count."""
        header, game = envelope.header, self.game
        if header.type in ("draft", "entry"):
            return self._before_the_game(envelope)
        if not game.folder.page(0).exists():
            raise because("no charter yet", "the book has not begun", "pbem start first")
        course = game.course
        if header.game != course.charter.game:
            raise NotTaken(OtherGame(label(header.game, 2)))
        if self._is_known(envelope):
            return False
        self._check_honest(envelope)
        if header.exchange > course.open_number:
            why = f"it is of exchange {header.exchange}, the book here waits for exchange {course.open_number}"
            raise because("too early", why, "receive the mails before it first")
        if header.exchange < course.open_number:
            self._too_late(envelope)
        self._check_signature(envelope)
        HANDLERS[header.type](self, envelope)
        return game.desk.put(envelope)

    # before the game

    def _before_the_game(self, envelope: Envelope) -> bool:
        game, draft = self.game, self.game.draft_envelope
        if envelope.header.type == "draft":
            if envelope.header.digest() != draft.header.digest():
                raise because("another draft", "this folder is for another game", "pbem join it in a folder of its own")
            return False
        if game.folder.page(0).exists():
            known = game.charter.entry_envelopes.get(envelope.header.seat)
            if known is not None and known.header == envelope.header:
                return False
            raise because("the charter is made", f"the entry of {envelope.header.seat} comes too late", "pbem rekey")
        try:
            read_entry(envelope, draft)
        except (Tampered, Refused) as error:
            raise because("no entry", str(error), "the sender says pbem join again") from error
        return game.desk.put(envelope)

    # what holds for all

    def _is_known(self, envelope: Envelope) -> bool:
        header, course = envelope.header, self.game.course
        page = course.pages.get(header.exchange)
        if page is not None:
            return any(one.header == header for one in page.documents.values())
        found = self.game.desk.find(header.exchange, header.digest())
        return found is not None

    def _check_honest(self, envelope: Envelope) -> None:
        """Two closes, records or reveals of one seat for one exchange are fraud, whenever the second comes."""
        header, course = envelope.header, self.game.course
        if header.type not in ("close", "record", "reveal"):
            return
        page = course.pages.get(header.exchange)
        known = list(page.documents.values()) if page else self.game.desk.envelopes(header.exchange)
        keys = keys_of(self.game, header.seat)
        for other in known:
            if proof := double_dealing(other, envelope, keys):
                raise Caught(proof)

    def _too_late(self, envelope: Envelope) -> None:
        header, course = envelope.header, self.game.course
        page = course.pages.get(header.exchange)
        if header.type in ("orders", "standing") and page is not None and page.close is not None:
            raise NotTaken(Closed(read_time(page.close.at)))
        raise because("too late", f"exchange {header.exchange} is in the book", "pbem receive the latest report")

    def _check_signature(self, envelope: Envelope) -> None:
        header, course = envelope.header, self.game.course
        if header.seat not in course.keys:
            raise because("no such seat", f"{header.seat} has no seat in this game")
        if header.type == "rekey":
            return  # the spare key and the others may sign it: judged with what it says
        for key in keys_of(self.game, header.seat):
            if is_signed(envelope, key):
                return
        raise NotTaken(OtherKey())

    def _check_head(self, envelope: Envelope) -> None:
        course = self.game.course
        if envelope.header.after != course.head:
            saw = label(envelope.header.after)
            reported = read_time(_last_time(self.game))
            raise NotTaken(
                Stale(exchange=envelope.header.exchange, saw=saw, head=label(course.head), reported=reported)
            )

    def _check_link(self, envelope: Envelope) -> None:
        """The link must be there where the flow shows it, lead to the tip, and be nowhere else."""
        header, course = envelope.header, self.game.course
        wanted = course.procedure.link_in.get(header.seat) == header.type
        if not wanted and not header.link:
            return
        if not wanted or not header.link:
            which = "shows a link too early" if header.link else "lacks its link"
            where = course.procedure.link_in.get(header.seat, "next document that wants it")
            raise because(f"it {which}", f"in this exchange {header.seat} shows it with the {where}")
        own = course.keys[header.seat]
        try:
            check_link(course.charter.draft_digest, header.seat, Known(header.exchange, header.link), known=own.known)
        except Tampered as error:
            raise because("a false link", str(error), "sign again with the secrets you entered with") from error

    # by type

    def orders(self, envelope: Envelope) -> None:
        header, game = envelope.header, self.game
        course, flow = game.course, game.course.procedure
        self._check_head(envelope)
        if header.seat not in course.next.seats:
            raise NotTaken(NotDue(seat=header.seat, waiting_for=" and ".join(course.next.seats)))
        if envelope.sealed != (header.seat in flow.sealed):
            raise because(f"it should {'not ' if envelope.sealed else ''}be sealed", "the charter says how orders go")
        self._check_link(envelope)
        if flow.closer == game.seat:
            self._check_open(envelope)
            self._check_revision(envelope)
            self._check_readable(envelope)

    def _check_open(self, envelope: Envelope) -> None:
        """Nothing comes in after the close."""
        close = self.game.vault.signed("close", envelope.header.exchange)
        if close is not None:
            raise NotTaken(Closed(read_time(read_payload(Close, close.body).at)))

    def _check_revision(self, envelope: Envelope) -> None:
        header, game = envelope.header, self.game
        before = [one for one in game.desk.envelopes(header.exchange, header.type) if one.header.seat == header.seat]
        if before and not game.charter.has_referee and header.link:
            raise because(
                "these orders are in already", "with their link they were final", "nothing, if they are right"
            )
        if any(one.header.revision == header.revision for one in before):
            game.desk.put(envelope)  # so that neither counts
            raise NotTaken(TwoSheets(header.revision))
        highest = max((one.header.revision for one in before), default=0)
        if header.revision < highest:
            raise NotTaken(HigherRevisionIn(revision=header.revision, counted=highest))

    def _check_readable(self, envelope: Envelope) -> None:
        """Orders that are open, or come with a box, must be a sheet that can be read."""
        flow, header = self.game.course.procedure, envelope.header
        text = envelope.body
        if envelope.sealed:
            if not (flow.boxed or header.type == "standing"):
                return
            text = self._from_box(envelope)
        try:
            sheet = check_sheet_text(text)
        except Tampered as error:
            raise because("it cannot be read", str(error), "edit the sheet, pbem sign it again") from error
        whole = self.game.whole(self.game.course.resume)
        read, problems = self._read(header.type, sheet, whole, header.seat)
        if read is None:
            first = next((one for one in problems if one.kind != "doubtful"), problems[0])
            raise because("the sheet cannot be read", first.lines()[0], "pbem check it, mend it, pbem sign it again")

    def _read(self, kind: str, sheet: str, whole: Whole, side: str):  # type: ignore[no-untyped-def]
        rules, number = self.game.rules, self.game.course.open_number
        if kind == "standing":
            return rules.read_standing(sheet, number, side)
        view = View(side, whole.position.table, whole.position.secrets.get(side))
        return rules.read(sheet, number, view, [one for one in whole.due if one.side == side])

    def _from_box(self, envelope: Envelope) -> bytes:
        """What a sealed document says, out of its box, which is kept as an opening."""
        game, digest = self.game, envelope.header.digest()
        if (known := game.vault.opening(digest)) is not None:
            return known.payload
        box = game.desk.box(digest)
        if box is None:
            raise because("the box is missing", "sealed orders come with a box for the referee", "send the whole mail")
        try:
            salt, payload = open_box(envelope.header, box, secret=game.vault.secrets.sealing)
        except (Tampered, Refused) as error:
            game.desk.drop_box(digest)
            raise because("a false box", str(error), "pbem sign again and send the whole mail") from error
        game.vault.keep_opening(digest, Opened(salt, payload))
        game.desk.drop_box(digest)
        return payload

    def standing(self, envelope: Envelope) -> None:
        self._check_head(envelope)
        if envelope.header.link or envelope.header.seat == REFEREE:
            raise because("no standing orders", "the referee has none, and they show no link")
        if self.game.course.procedure.closer == self.game.seat:
            self._check_open(envelope)
            self._check_revision(envelope)
            self._check_readable(envelope)

    def away(self, envelope: Envelope) -> None:
        self._check_head(envelope)
        try:
            check_away(self.game, envelope.header.seat, read_payload(Away, envelope.body), self.now)
        except (Refused, Tampered) as error:
            raise because("no absence", str(error), "agree with the others about an extension") from error

    def extension(self, envelope: Envelope) -> None:
        self._check_head(envelope)
        try:
            check_extension(self.game, envelope.header.seat, read_payload(Extension, envelope.body))
        except (Refused, Tampered) as error:
            raise because("no extension", str(error)) from error

    def receipt(self, envelope: Envelope) -> None:
        if envelope.header.seat != self.game.course.procedure.closer:
            raise because("no receipt", f"{envelope.header.seat} is not who closes the exchange")
        _read(Receipt, envelope)

    def close(self, envelope: Envelope) -> None:
        if envelope.header.seat != self.game.course.procedure.closer:
            raise because("no close", f"{envelope.header.seat} is not who closes the exchange")
        self._check_head(envelope)
        self._check_link(envelope)
        _read(Close, envelope)

    def reveal(self, envelope: Envelope) -> None:
        header, game, flow = envelope.header, self.game, self.game.course.procedure
        close = next(iter(game.desk.envelopes(header.exchange, "close")), None)
        if header.seat not in flow.revealers:
            raise because("nothing to reveal", f"{header.seat} reveals nothing in this exchange")
        if close is None or header.after != close.header.digest():
            raise because(
                "it reveals for another close", "it answers a close that is not the one here", "compare the closes"
            )
        self._check_link(envelope)
        said = _read(Reveal, envelope)
        listed = read_payload(Close, close.body).accepted.get(header.seat)
        orders = game.desk.find(header.exchange, bytes.fromhex(listed)) if listed else None
        if orders is None:
            return
        if flow.opens_publicly:
            _check_public_opening(orders, said)
        elif flow.recorder == game.seat:
            self._from_box(orders)

    def record(self, envelope: Envelope) -> None:
        record = _read(Record, envelope)
        if envelope.header.seat != self.game.course.procedure.recorder and not record.stalled:
            raise because("no record", f"{envelope.header.seat} is not who writes the record")

    def agreement(self, envelope: Envelope) -> None:
        self._check_head(envelope)
        try:
            check_agreement(self.game.course, proposed(envelope.body))
        except (Tampered, Refused) as error:
            raise because("no agreement", str(error)) from error

    def rekey(self, envelope: Envelope) -> None:
        """One signature of several may be all that a mail holds; the others are on the desk or come later."""
        game, course = self.game, self.game.course
        self._check_head(envelope)
        rekey = _read(Rekey, envelope)
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

    def opening(self, envelope: Envelope) -> None:
        if envelope.sealed or envelope.header.seat != REFEREE or self.game.course.result is None:
            raise because("nothing to open", "the game is not over")
        self._check_head(envelope)


def _read(kind, envelope: Envelope):  # type: ignore[no-untyped-def]
    try:
        return read_payload(kind, envelope.body)
    except Tampered as error:
        raise because("it cannot be read", str(error)) from error


def _check_public_opening(orders: Envelope, said: Reveal) -> None:
    try:
        orders.header.check_opening(salt=bytes.fromhex(said.salt), payload=said.sheet.encode("utf-8"))
    except Tampered as error:
        raise because("a false opening", str(error)) from error


def _last_time(game: Game) -> str:
    """When the last record was written, or until when the charter is to be confirmed."""
    page = game.course.pages.get(game.course.number)
    if page is not None and page.record is not None:
        return page.record.at
    if page is not None and page.agreement is not None:
        return page.agreement.at
    return game.charter.draft.first


HANDLERS: dict[str, Callable[[Counter, Envelope], None]] = {
    "orders": Counter.orders,
    "standing": Counter.standing,
    "away": Counter.away,
    "extension": Counter.extension,
    "receipt": Counter.receipt,
    "close": Counter.close,
    "reveal": Counter.reveal,
    "record": Counter.record,
    "agreement": Counter.agreement,
    "rekey": Counter.rekey,
    "opening": Counter.opening,
}
"""What is asked of each type of document."""

__all__ = ["Caught", "Counter", "effective_until"]
