"""Mails come in: every envelope in them is judged, what fits goes on, what does not is kept and answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from datetime import datetime

from pbem.app.flow.absences import effective_until
from pbem.app.flow.agreeing import conclude
from pbem.app.flow.closing import sign_receipt
from pbem.app.flow.counter import Caught, Counter
from pbem.app.flow.founding import make_charter
from pbem.app.flow.game import Game
from pbem.app.flow.intake import take
from pbem.app.flow.keys import keys_of
from pbem.app.flow.mails import Mail, block, keep, mail, readable_of
from pbem.app.flow.refusing import NotTaken, Refusal, because
from pbem.app.flow.revealing import reveal
from pbem.app.flow.settling import append_page, complete_agreement, complete_record, missing_documents
from pbem.book.documents import PartNote, read_payload
from pbem.book.fraud import Proof, dropped_orders
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.times import as_time
from pbem.book.writing import PRIVATE, write_file
from pbem.dice.hidden import part_digest
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.records import frozen, mutable
from pbem.post.blocks import Block
from pbem.post.read import letters
from pbem.post.reasons import EditedAfterSigning, why_nothing_was_read
from pbem.post.times import moment
from pbem.post.words import About, bounce
from pbem.seal import armour
from pbem.seal.box import Box, open_box
from pbem.seal.envelope import Envelope

ORDER = (
    "draft", "entry", "rekey", "away", "extension", "standing", "orders", "receipt", "close", "reveal", "record",
    "agreement", "opening",
)  # fmt: skip
"""In one number, what is judged before what."""


@frozen
class Kept:
    """Something that does not count, why, and what to do."""

    what: str
    reason: Refusal
    seat: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.reason.title}; {self.reason.why}; {self.reason.do}"


@mutable
class Received:
    """What came of some mails."""

    taken: list[Envelope] = field(default_factory=list)
    known: int = 0
    kept: list[Kept] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    """The numbers that came into the book."""
    mails: list[Mail] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@frozen
class Found:
    """An envelope as it was found, and the readable text above it."""

    envelope: Envelope
    readable: str | None
    line: int
    source: bytes


def receive(game: Game, sources: Iterable[tuple[str, bytes]], clock: datetime | str) -> Received:
    """Take in mails, mailboxes or pasted text, given as names and bytes."""
    with locked(game.folder.path):
        received, now = Received(), as_time(clock)
        found: list[Found] = []
        for name, source in sources:
            found += _unpack(game, name, source, received, now)
        order = sorted(found, key=lambda one: (one.envelope.header.exchange, ORDER.index(one.envelope.header.type)))
        for number in dict.fromkeys(one.envelope.header.exchange for one in order):
            here = [one for one in order if one.envelope.header.exchange == number]
            notes = [one for one in here if is_part_note(one.envelope)]
            for one in here:
                if one not in notes:
                    _take(game, one, received, now)
            _settle(game, received)
            for one in notes:  # parts of the record that has just come into the book
                _take(game, one, received, now)
        _answer_close(game, received)
        return received


def _unpack(game: Game, name: str, source: bytes, received: Received, now: datetime) -> list[Found]:
    """The envelopes in some bytes; boxes go to the desk, what is damaged is kept."""
    found: list[Found] = []
    for letter in letters(source, name):
        if (reason := why_nothing_was_read(letter)) is not None:
            _keep(game, received, letter.place, reason, letter.source, now)
        for one in letter.blocks:
            if not one.whole:
                if reason is None:  # an old one that a reply quotes, more often than not
                    received.notes.append(f"{letter.place}, line {one.line}: a block was passed over: {one.damage}")
                continue
            try:
                opened = _decode(game, one, letter.source)
            except (Tampered, Refused) as error:
                damaged = because("the block is damaged", str(error), "send it again").reason
                _keep(game, received, letter.place, damaged, letter.source, now)
                continue
            if opened is not None:
                found.append(opened)
    return found


def _decode(game: Game, one: Block, source: bytes) -> Found | None:
    (whole,) = armour.blocks(one.armoured)
    if whole.kind == "BOX":
        game.desk.put_box(Box.decode(whole.data()))
        return None
    return Found(Envelope.decode(whole.data()), whole.readable, one.line, source)


def _take(game: Game, found: Found, received: Received, now: datetime) -> None:
    envelope = found.envelope
    what = f"{envelope.header.type} of {envelope.header.seat} for exchange {envelope.header.exchange}"
    try:
        _check_readable(found)
        if is_part_note(envelope):
            _take_part(game, envelope, received)
            return
        if take(Counter(game, now), envelope):
            received.taken.append(envelope)
            _after_taking(game, envelope, received, now)
        else:
            received.known += 1
    except NotTaken as error:
        _keep(game, received, what, error.reason, found.source, now, envelope)
    except Caught as error:
        _prove(game, error.proof, received)
    except (Tampered, Refused) as error:
        _keep(game, received, what, because("it does not verify", str(error)).reason, found.source, now, envelope)


def _check_readable(found: Found) -> None:
    """Text above a block must say what the block says."""
    if found.readable is None or found.envelope.sealed:
        return
    if line := armour.first_difference(readable_of(found.envelope), found.readable):
        raise NotTaken(EditedAfterSigning(line))


def _after_taking(game: Game, envelope: Envelope, received: Received, now: datetime) -> None:
    """A receipt for what was sent to who closes; a look at closes for orders that are not in them."""
    kind, flow = envelope.header.type, game.course.procedure if game.folder.page(0).exists() else None
    if flow is None:
        return
    with_referee = game.charter.has_referee
    if kind in ("orders", "standing") and flow.closer == game.seat and with_referee and game.identity is not None:
        received.mails.append(sign_receipt(game, envelope, now))
    if kind == "close":
        mine = game.vault.all_signed("orders", envelope.header.exchange)
        for held in game.desk.envelopes(envelope.header.exchange, "receipt"):
            for orders in mine:
                if proof := dropped_orders(held, orders, envelope, keys_of(game, envelope.header.seat)):
                    _prove(game, proof, received)


def _settle(game: Game, received: Received) -> None:
    """Whatever is complete comes into the book."""
    if not game.folder.page(0).exists():
        try:
            if make_charter(game) is None:
                return
        except Refused as waiting:
            received.notes.append(waiting.message)
            return
        received.pages.append(0)
    while (page := complete_agreement(game) or complete_record(game) or _opening(game)) is not None:
        try:
            if page.agreement is not None and _tells_everybody(game):
                received.mails += conclude(game, page)
            else:
                append_page(game, page)
        except (Tampered, RulesBug) as error:
            _set_aside(game, page, str(error), received)
            return
        received.pages.append(page.number)
    for record in game.desk.envelopes(game.course.open_number, "record"):
        names = ", ".join(missing_documents(game, record))
        received.notes.append(f"record {record.header.exchange} waits for {names}")


def _opening(game: Game) -> Page | None:
    found = game.desk.envelopes(game.course.open_number, "opening")
    return Page.of(game.course.open_number, found[:1]) if found else None


def _tells_everybody(game: Game) -> bool:
    """Who tells everybody that an agreement stands: the referee, or either of two."""
    return game.is_referee or not game.charter.has_referee


def _set_aside(game: Game, page: Page, why: str, received: Received) -> None:
    """A record that does not verify is no record, and evidence."""
    for envelope in page.of_type("record") or page.documents.values():
        source = block(envelope).encode("utf-8")
        reason = because(
            "the record does not verify", why, "keep it: it is evidence; ask for a record that does"
        ).reason
        folder = game.folder.kept / "evidence"
        write_file(folder / f"{envelope.header.digest().hex()[:16]}.pbem", source, PRIVATE)
        received.kept.append(Kept(f"record {page.number}", reason, envelope.header.seat))
        game.desk.take_away(envelope)


def _answer_close(game: Game, received: Received) -> None:
    """A close that asks for this seat's link gets it, if there is something to sign with."""
    if not game.folder.page(0).exists() or game.identity is None or game.course.result is not None:
        return
    flow, number = game.course.procedure, game.course.open_number
    if game.seat in flow.revealers and flow.recorder != game.seat and not game.vault.signed("reveal", number):
        try:
            received.mails += reveal(game)
        except (Refused, Tampered) as error:
            received.notes.append(str(error))


# hidden parts


def is_part_note(envelope: Envelope) -> bool:
    """Whether an envelope is the referee's note of one side's hidden part; the opening at the end is open."""
    return envelope.header.type == "opening" and envelope.sealed


def _take_part(game: Game, envelope: Envelope, received: Received) -> None:
    """This seat's hidden part after a record: out of its box, compared with what the record signed."""
    if not game.folder.page(0).exists():
        raise Refused("no charter yet", "pbem start first")
    document, course = envelope.header.digest(), game.course
    box = game.desk.box(document)
    if box is None:
        return  # another seat's
    game.desk.drop_box(document)
    _salt, payload = open_box(envelope.header, box, secret=game.vault.secrets.sealing)
    note = read_payload(PartNote, payload)
    outcome = course.outcome(envelope.header.exchange)
    if outcome is None or note.side != game.seat:
        raise Tampered("a hidden part of another seat, or of a record that is not here")
    made = part_digest(bytes.fromhex(note.salt), canonical(note.part)).hex()
    if outcome.parts.get(note.side) != made:
        raise Tampered("the hidden part is not the one that the record signed")
    game.vault.keep_part(envelope.header.exchange, note.part)
    received.taken.append(envelope)


# what does not count


def _keep(
    game: Game,
    received: Received,
    what: str,
    reason: Refusal,
    source: bytes,
    now: datetime,
    envelope: Envelope | None = None,
) -> None:
    """Nothing is lost: the mail is kept with its reason, and its sender told; once for each thing in it."""
    seat = envelope.header.seat if envelope else ""
    kept = Kept(what, reason, seat)
    signed = envelope.header.digest() if envelope else b""
    mark = digest("pbem/kept/1", source, signed, str(kept)).hex()[:16]
    write_file(game.folder.kept / f"{mark}.mail", source, PRIVATE)
    write_file(game.folder.kept / f"{mark}.why", f"{moment(now)}  {kept}\n".encode(), PRIVATE)
    received.kept.append(kept)
    if envelope is None or not game.folder.page(0).exists() or seat not in game.charter.seats or seat == game.seat:
        return
    about = About(game.charter.name, envelope.header.exchange, seat)
    words = bounce(about, reason, received=now, by=effective_until(game))  # type: ignore[arg-type]
    title = words.subject.removeprefix(about.label).strip()
    received.mails += keep(game.folder, [mail([seat], about.label, title, words.body, [], f"bounce-{mark}")])


def _prove(game: Game, proof: Proof, received: Received) -> None:
    write_file(game.folder.path / proof.name, proof.text.encode("utf-8"), PRIVATE)
    received.proofs.append(proof)
