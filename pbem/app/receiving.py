"""Mails come in: every envelope in them is judged, what fits goes on, what does not is kept and answered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from datetime import datetime

from pbem.app.founding import make_charter
from pbem.app.silencing import check_end, void_answered
from pbem.book.documents import REFEREE, PartNote, read_payload
from pbem.book.fraud import Proof, dropped
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.signers import is_signed
from pbem.book.times import as_time
from pbem.book.writing import PRIVATE, remove, write_file
from pbem.court.settling import complete_record, missing_documents
from pbem.dice.hidden import part_digest
from pbem.model.canonical import canonical
from pbem.model.counting import counted
from pbem.model.digest import digest
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.records import frozen, mutable
from pbem.office.clock import ClockDoubted
from pbem.office.concluding import conclude
from pbem.office.filing import append_page
from pbem.office.game import Game
from pbem.office.intake import take
from pbem.office.intake_orders import from_box, unboxed
from pbem.office.keyring import keys_of
from pbem.office.mails import Mail, block, keep, mail, readable_of
from pbem.office.overdue import effective_until
from pbem.office.proposals import check_not_lapsed, complete_agreement
from pbem.office.receipting import give_receipts
from pbem.office.reception import Caught, Reception
from pbem.office.refusing import Ahead, Foreign, NotTaken, Refusal, because
from pbem.office.resuming import resume
from pbem.office.revealing import reveal_link
from pbem.post.letters import Letter, letters
from pbem.post.mailwords import About, bounce
from pbem.post.moments import moment
from pbem.post.reasons import NoBlock, ReadableDiffers, why_nothing_was_read
from pbem.seal.armour import first_difference
from pbem.seal.blocks import Block
from pbem.seal.box import Box
from pbem.seal.envelope import Envelope

HEADER_LINE = re.compile(r"^[>\s]*(game|side):[ \t]*([\w-]+)", re.MULTILINE)
"""What a sheet begins with, quoted or not."""
ORDER = (
    "draft", "entry", "rekey", "away", "extension", "standing", "orders", "receipt", "close", "reveal", "silence",
    "record", "proposal", "agreement", "opening", "press",
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
    passed_over: int = 0
    """Letters and documents that have nothing to do with this game."""
    kept: list[Kept] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    """The numbers that came into the book."""
    mails: list[Mail] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    boxes: dict[bytes, list[Box]] = field(default_factory=dict)
    """The boxes in the mails, by document; none is kept that does not open."""
    put_off: set[bytes] = field(default_factory=set)
    """Mails with something that is dated later than this clock."""
    late: bool = False
    """Agreements are taken however late they come."""


@frozen
class Found:
    """An envelope as it was found, and the readable text above it."""

    envelope: Envelope
    readable: str | None
    line: int
    source: bytes
    message_id: str = ""
    """Of the letter that it came with."""


def receive(game: Game, sources: Iterable[tuple[str, bytes]], clock: datetime | str, *, late: bool = False) -> Received:
    """Take in mails, mailboxes or pasted text, given as names and bytes."""
    with locked(game.folder.path):
        received, now = Received(late=late), as_time(clock)
        _begin(game, received, now)
        waiting = game.desk.put_off_until_now()
        found: list[Found] = []
        for name, source in (*((path.name, source) for path, source in waiting.items()), *sources):
            found += _unpack(game, name, source, received, now)
        order = sorted(found, key=lambda one: (one.envelope.header.exchange, ORDER.index(one.envelope.header.type)))
        for number in dict.fromkeys(one.envelope.header.exchange for one in order):
            here = [one for one in order if one.envelope.header.exchange == number]
            notes = [one for one in here if is_part_note(one.envelope)]
            for one in here:
                if one not in notes:
                    _take(game, one, received, now)
            _settle(game, received, now)
            for one in notes:  # parts of the record that has just come into the book
                _take(game, one, received, now)
        _open_late_boxes(game, received, now)
        for path, source in waiting.items():
            if source not in received.put_off:
                remove(path)
        _end(game, received, now)
        if received.passed_over:
            received.notes.append(
                f"{counted(received.passed_over, 'letter')} of other games or without a block passed over"
            )
        return received


def _begin(game: Game, received: Received, now: datetime) -> None:
    """First what is missing from before."""
    before = game.course.number if game.has_begun else 0
    received.mails += resume(game)
    if game.has_begun and game.course.result is None:
        received.mails += give_receipts(game, now)
        received.pages += range(before + 1, game.course.number + 1)


def _end(game: Game, received: Received, now: datetime) -> None:
    """Last what follows from what came in: receipts, links, answers to a silence."""
    if not game.has_begun or game.course.result is not None:
        return
    _answer_close(game, received)
    if game.identity is not None:
        received.mails += resume(game)
    received.notes += void_answered(game, now)


def _unpack(game: Game, name: str, source: bytes, received: Received, now: datetime) -> list[Found]:
    """The envelopes in some bytes, and their boxes; what is damaged is kept, what is not ours is passed over."""
    found: list[Found] = []
    for letter in letters(source, name):
        reason = why_nothing_was_read(letter)
        if isinstance(reason, NoBlock):
            received.passed_over += 1
            if reason.passed_over:
                received.notes.append(f"{letter.place}: {reason.why}")
            if side := _unsigned_sheet(game, letter):
                received.notes.append(
                    f"{letter.place} is a sheet of {side} that nobody has signed: pbem sign this first"
                )
            continue
        if reason is not None:
            _keep(game, received, letter.place, reason, letter.source, now)
        for one in letter.blocks:
            if not one.whole:
                if reason is None:  # an old one that a reply quotes, more often than not
                    received.notes.append(f"{letter.place}, line {one.line}: a block was passed over: {one.damage}")
                continue
            try:
                opened = _decode(received, one, letter)
            except (Tampered, Refused) as error:
                damaged = because("the block is damaged", str(error), "send it again").reason
                _keep(game, received, letter.place, damaged, letter.source, now)
                continue
            if opened is not None:
                found.append(opened)
    return found


def _decode(received: Received, one: Block, letter: Letter) -> Found | None:
    if one.kind == "BOX":
        box = Box.decode(one.data())
        received.boxes.setdefault(box.document, []).append(box)
        return None
    return Found(Envelope.decode(one.data()), one.readable, one.line, letter.source, letter.message_id)


def _unsigned_sheet(game: Game, letter: Letter) -> str:
    """Whose sheet for this game a letter holds as it was written, before anything was signed; empty: none."""
    for text in letter.texts:
        for reading in text.readings():
            said: dict[str, str] = dict(HEADER_LINE.findall(reading))
            if game.has_begun and said.get("game") == game.charter.name and "side" in said:
                return said["side"]
    return ""


def _take(game: Game, found: Found, received: Received, now: datetime) -> None:
    envelope = found.envelope
    what = f"{envelope.header.type} of {envelope.header.seat} for exchange {envelope.header.exchange}"
    try:
        _check_readable(found)
        if is_part_note(envelope):
            if found.source not in received.put_off:
                _take_part(game, envelope, received)
            return
        if take(Reception(game, now, received.boxes), envelope):
            received.taken.append(envelope)
            game.desk.note_letter(envelope, found.message_id)
            _after_taking(game, envelope, received, now)
        else:
            received.known += 1
    except Foreign:
        received.passed_over += 1
    except Ahead as ahead:
        game.desk.put_off(found.source)
        received.put_off.add(found.source)
        received.notes.append(f"the {what} is dated {moment(ahead.at)}, later than this clock: it is taken in then")
    except NotTaken as error:
        _keep(game, received, what, error.reason, found.source, now, found)
    except Caught as error:
        _prove(game, error.proof, received)
    except ClockDoubted:
        raise  # the mail is all right: it lies on the desk, and gets its receipt when the clock is right
    except (Tampered, Refused) as error:
        _keep(game, received, what, because("it does not verify", str(error)).reason, found.source, now, found)


def _check_readable(found: Found) -> None:
    """Text above a block must say what the block says."""
    if found.readable is None or found.envelope.sealed:
        return
    if line := first_difference(readable_of(found.envelope), found.readable):
        raise NotTaken(ReadableDiffers(line))


def _after_taking(game: Game, envelope: Envelope, received: Received, now: datetime) -> None:
    """A receipt for what was sent to who gives it; a look at closes for what is not in them."""
    if not game.has_begun:
        return
    received.mails += give_receipts(game, now)
    if envelope.header.type == "close":
        _look_for_dropped(game, envelope, received)


def _look_for_dropped(game: Game, end: Envelope, received: Received) -> bool:
    """Whoever holds a receipt for what a close or record does not name, holds a proof."""
    proofs = [
        proof
        for came in game.here.receipts.values()
        if (proof := dropped(came.receipt, came.document, end, keys_of(game, end.header.seat)))
    ]
    for proof in proofs:
        _prove(game, proof, received)
    return bool(proofs)


def _settle(game: Game, received: Received, now: datetime) -> None:
    """Whatever is complete comes into the book."""
    if not game.has_begun:
        try:
            if make_charter(game) is None:
                return
        except Refused as waiting:
            received.notes.append(waiting.message)
            return
        received.pages.append(0)
    while (page := _complete(game, received, now)) is not None:
        try:
            if page.agreement is not None and _tells_everybody(game, page):
                received.mails += conclude(game, page)
            else:
                append_page(game, page)
        except (Tampered, RulesBug) as error:
            _set_aside(game, page, str(error), received)
            return
        received.pages.append(page.number)
    for record in game.desk.envelopes(game.course.open_number, "record"):
        names = ", ".join(missing_documents(game.here, record))
        received.notes.append(f"record {record.header.exchange} waits for {names}")


def _complete(game: Game, received: Received, now: datetime) -> Page | None:
    """The next page, if its documents are here and nothing that this seat knows speaks against it."""
    if game.course.opened:
        return None
    return _agreed(game, received) or _recorded(game, received, now) or _opening(game)


def _agreed(game: Game, received: Received) -> Page | None:
    if game.course.result is not None or (page := complete_agreement(game)) is None:
        return None
    assert page.agreement is not None
    try:
        if not received.late:
            check_not_lapsed(game, page.agreement, page.number)
    except Refused as refused:
        received.notes.append(f"{refused.message}; {refused.hint}")
        return None
    if not _tells_everybody(game, page) and page.find("agreement", REFEREE) is None and page.silence is None:
        return None
    return page


def _recorded(game: Game, received: Received, now: datetime) -> Page | None:
    if game.course.result is not None or (page := complete_record(game.here)) is None:
        return None
    assert page.record is not None
    if page.record.outcome is not None:
        return None if _look_for_dropped(game, page.documents["record.pbem"], received) else page
    try:
        check_end(game, page, now)
    except Tampered as error:
        _set_aside(game, page, str(error), received)
        return None
    return page


def _opening(game: Game) -> Page | None:
    found = game.desk.envelopes(game.course.open_number, "opening") if game.course.result is not None else []
    return Page.of(game.course.open_number, found[:1]) if found else None


def _tells_everybody(game: Game, page: Page) -> bool:
    """Who tells everybody that an agreement stands: the referee, or either of two."""
    return game.is_referee or not game.charter.has_referee


def _set_aside(game: Game, page: Page, why: str, received: Received) -> None:
    """A record that does not verify is no record, and evidence."""
    for envelope in page.of_type("record") or page.of_type("opening") or page.of_type("agreement"):
        source = block(envelope).encode("utf-8")
        reason = because(
            "the record does not verify", why, "keep it: it is evidence; ask for a record that does"
        ).reason
        folder = game.folder.kept / "evidence"
        write_file(folder / f"{envelope.header.digest().hex()[:16]}.pbem", source, PRIVATE)
        received.kept.append(Kept(f"{envelope.header.type} {page.number}", reason, envelope.header.seat))
        game.desk.take_away(envelope)


def _answer_close(game: Game, received: Received) -> None:
    """A close that asks for this seat's link gets it, if there is something to sign with."""
    if game.identity is None:
        return
    flow, number = game.course.procedure, game.course.open_number
    if game.seat in flow.revealers and flow.recorder != game.seat and not game.vault.signed("reveal", number):
        try:
            received.mails += reveal_link(game)
        except (Refused, Tampered) as error:
            received.notes.append(str(error))


# boxes and hidden parts


def _open_late_boxes(game: Game, received: Received, now: datetime) -> None:
    """Boxes whose document has been here before: they came alone, or a mail was sent again."""
    if not game.has_begun or not received.boxes:
        return
    flow = game.course.procedure
    for document in game.here.documents:
        sealed_to_me = document.sealed and document.header.type in ("orders", "standing") and game.is_referee
        if sealed_to_me and document.header.digest() in received.boxes and (flow.boxed or game.here.close):
            try:
                from_box(Reception(game, now, received.boxes), document)
            except NotTaken as error:
                received.notes.append(f"{document.header.type} of {document.header.seat}: {error}")


def is_part_note(envelope: Envelope) -> bool:
    """Whether an envelope is the referee's note of one side's hidden part; the opening at the end is open."""
    return envelope.header.type == "opening" and envelope.sealed


def _take_part(game: Game, envelope: Envelope, received: Received) -> None:
    """This seat's hidden part after a record: out of its box, compared with what the record signed."""
    if not game.has_begun:
        raise Refused("no charter yet", "pbem start first")
    boxes, course = received.boxes.get(envelope.header.digest(), ()), game.course
    if not boxes or envelope.header.revision != 1 + game.charter.seats.index(game.seat):
        return  # another seat's
    _salt, payload = unboxed(game, envelope, boxes)
    note = read_payload(PartNote, payload)
    outcome = course.outcome(envelope.header.exchange)
    if outcome is None or note.side != game.seat:
        raise Tampered("a hidden part of another seat, or of a record that is not here")
    made = part_digest(bytes.fromhex(note.salt), canonical(note.part)).hex()
    if outcome.parts.get(note.side) != made:
        raise Tampered("the hidden part is not the one that the record signed")
    if game.vault.part(envelope.header.exchange) == note.part:
        received.known += 1
        return
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
    found: Found | None = None,
) -> None:
    """Nothing is lost: the mail is kept with its reason, and its sender told; once for each thing in it."""
    envelope = found.envelope if found else None
    seat = envelope.header.seat if envelope else ""
    kept = Kept(what, reason, seat)
    signed = envelope.header.digest() if envelope else b""
    mark = digest("pbem/kept/1", source, signed, str(kept)).hex()[:16]
    write_file(game.folder.kept / f"{mark}.mail", source, PRIVATE)
    write_file(game.folder.kept / f"{mark}.why", f"{moment(now)}  {kept}\n".encode(), PRIVATE)
    received.kept.append(kept)
    if found is None or envelope is None or seat == game.seat or not _is_from(game, envelope):
        return
    about = About(game.charter.name, envelope.header.exchange, seat)
    words = bounce(about, reason, received=now, by=effective_until(game))  # type: ignore[arg-type]
    title = words.subject.removeprefix(about.label).strip()
    answer = mail([seat], about.label, title, words.body, [], f"bounce-{mark}", answers=found.message_id)
    received.mails += keep(game.folder, [answer], game.address)


def _is_from(game: Game, envelope: Envelope) -> bool:
    """Whether a document was signed by the seat that it names; nobody else is owed an answer."""
    if not game.has_begun or envelope.header.seat not in game.charter.seats:
        return False
    keys = {*keys_of(game, envelope.header.seat), game.course.keys[envelope.header.seat].key}
    return any(is_signed(envelope, key) for key in keys)


def _prove(game: Game, proof: Proof, received: Received) -> None:
    write_file(game.folder.path / proof.name, proof.text.encode("utf-8"), PRIVATE)
    received.proofs.append(proof)
