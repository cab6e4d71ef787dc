"""The record of an exchange: made from what lies on the desk, signed once, put into the book, sent to all."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pbem.app.flow.checking import Referee, inputs_of
from pbem.app.flow.closing import Adjudicated, announce_close, the_close
from pbem.app.flow.game import Game
from pbem.app.flow.judging import Judged, judge, whole_plain
from pbem.app.flow.keys import rekeys_in_force
from pbem.app.flow.mails import Mail, block, box_block, keep, mail
from pbem.app.flow.revealing import reveal
from pbem.app.flow.settling import append_page
from pbem.book.documents import Close, PartNote, Record, read_payload
from pbem.book.layout import file_name
from pbem.book.linking import link_shown
from pbem.book.page import Page
from pbem.book.times import read_time, say
from pbem.dice.hidden import salt_of
from pbem.dice.seed import next_seed
from pbem.model.errors import Refused, RulesBug
from pbem.post.times import moment
from pbem.seal.box import close_box
from pbem.seal.envelope import Envelope


def record_exchange(game: Game, now: datetime) -> Adjudicated:
    number, flow, close = game.course.open_number, game.course.procedure, the_close(game)
    if close is None:
        raise Refused(f"waiting for the close of {flow.closer}", "he closes with his next mail")
    if game.seat in flow.revealers:
        reveal(game)
    revealed = {one.header.seat for one in game.desk.envelopes(number, "reveal")}
    owing = tuple(seat for seat in flow.revealers if seat not in revealed)
    if owing:
        return announce_close(game, close, owing)
    signed = game.vault.signed("record", number)
    record_at = read_payload(Record, signed.body).at if signed else say(now)
    draft_page = Page.of(number, documents_for(game, close, signed))
    record, judged = make_record(game, draft_page, record_at)
    link = game.vault.chain.link(number) if flow.link_in.get(game.seat) == "record" else b""
    envelope = game.vault.sign_once(
        "record", number, lambda: game.envelope("record", record.to_bytes(), after=close.header.digest(), link=link)
    )
    if envelope.body != record.to_bytes():
        raise Refused(f"record {number} was signed before and comes out otherwise now", "install what judged it then")
    if game.is_referee:
        game.vault.keep_whole(number, whole_plain(game.rules, judged))
    page = Page.of(number, [*draft_page.documents.values(), envelope])
    append_page(game, page)
    return Adjudicated("recorded", number, publish(game, page))


def documents_for(game: Game, close: Envelope, signed: Envelope | None) -> list[Envelope]:
    """What belongs to the page beside the record: once it is signed, exactly what it names."""
    number = game.course.open_number
    desk = [one for one in game.desk.envelopes(number) if one.header.type not in ("record", "agreement")]
    if signed is not None:
        named = set(read_payload(Record, signed.body).documents.values())
        return [one for one in desk if one.header.digest().hex() in named]
    said = read_payload(Close, close.body)
    counted = {bytes.fromhex(digest) for digest in (*said.accepted.values(), *said.standing.values())}
    flow = game.course.procedure
    new_keys = [envelope for signed in rekeys_in_force(game).values() for envelope in signed]

    def belongs(envelope: Envelope) -> bool:
        header = envelope.header
        if header.type in ("orders", "standing"):
            return header.digest() in counted
        if header.type == "receipt":
            return header.after in counted and header.seat == flow.closer
        if header.type == "reveal":
            return header.after == close.header.digest()
        if header.type == "rekey":
            return envelope in new_keys
        return header.type in ("away", "extension") or header == close.header

    return [one for one in desk if belongs(one)]


def make_record(game: Game, page: Page, at: str) -> tuple[Record, Judged]:
    """The record of a page that holds everything else."""
    course, flow, number = game.course, game.course.procedure, page.number
    links = {seat: link_shown(page, flow, seat) for seat in flow.link_in}
    if flow.link_in.get(game.seat) == "record":
        links[game.seat] = game.vault.chain.link(number)
    seed = next_seed(course.seed, number, tuple(flow.link_in), links)
    inputs = inputs_of(course, page, Referee(game.hidden, openings_of(game, page), {}), seed=seed, at=at)
    if inputs is None:
        raise RulesBug(f"the orders of exchange {number} are not all open to who judges them")
    judged = judge(game.rules, game.whole(course.resume), inputs)
    record = Record(
        at=at,
        documents={file_name(one): one.header.digest().hex() for one in page.documents.values()},
        links={seat: link.hex() for seat, link in links.items()},
        seed=seed.hex(),
        missed=sorted(inputs.missing),
        outcome=judged.outcome,
    )
    return record, judged


def openings_of(game: Game, page: Page) -> dict[str, bytes]:
    """What the sealed sheets of a page say, as far as this seat knows."""
    found: dict[str, bytes] = {}
    for envelope in page.documents.values():
        digest = envelope.header.digest()
        if envelope.sealed and (opened := game.vault.opening(digest)) is not None:
            found[digest.hex()] = opened.payload
    return found


def unsent(game: Game) -> tuple[Mail, ...]:
    """The mails about the last page, if a crash came between it and them."""
    number = game.course.number
    page = game.course.pages.get(number)
    if page is None or page.opening is not None or (page.record is not None and game.course.writer != game.seat):
        return ()
    if page.agreement is not None and not game.is_referee:
        return ()
    if any((game.folder.sent / f"{one}.txt").exists() for one in _report_names(game, number)):
        return ()
    return publish(game, page)


def _report_names(game: Game, number: int) -> list[str]:
    return [f"{number:02}-report-{seat}" for seat in game.charter.seats if seat != game.seat]


def publish(game: Game, page: Page) -> tuple[Mail, ...]:
    """The page to everybody; to each side its own part in a box."""
    course, number = game.course, page.number
    whole = game.vault.whole(number) if game.is_referee and page.outcome is not None else None
    parts = whole["parts"] if whole and page.outcome and page.outcome.parts else {}
    blocks = [block(one) for one in page.documents.values()]
    result = course.result
    if result is not None:
        words = f"Exchange {number} is in the book. The game is over: {result.winner or 'a draw'}, {result.words}."
    else:
        until = moment(read_time(course.next.until))
        words = f"Exchange {number} is in the book. Due next: {' and '.join(course.next.seats)} until {until}."
    words += f" The head is {game.head_words}."
    mails = []
    for seat in game.charter.seats:
        if seat == game.seat:
            continue
        own = [*blocks]
        if seat in parts:
            own += part_blocks(game, number, seat, parts[seat])
        mails.append(mail([seat], game.label(seat), "report", words, own, f"{number:02}-report-{seat}"))
    return keep(game.folder, mails)


def send_part(game: Game, seat: str) -> Mail:
    """A seat's hidden part once more, sealed to the key it has now: for a substitute, or one who lost his mail."""
    number = game.course.resume
    whole = game.vault.whole(number)
    if not game.is_referee or whole is None or seat not in whole["parts"]:
        raise Refused(f"there is no hidden part of {seat} to send", "only the referee has them, after a record")
    words = f"The hidden part of {seat} after record {number}, once more."
    blocks = part_blocks(game, number, seat, whole["parts"][seat])
    return keep(game.folder, [mail([seat], game.label(seat), "your part", words, blocks, f"{number:02}-part-{seat}")])[
        0
    ]


def part_blocks(game: Game, number: int, seat: str, part: Any) -> list[str]:
    """A side's hidden part: a sealed note of the referee, and the box that opens it."""
    salt = salt_of(game.hidden, number, seat)
    note = PartNote(side=seat, salt=salt.hex(), part=part).to_bytes()
    place = 1 + game.charter.seats.index(seat)
    envelope = game.envelope("opening", note, exchange=number, revision=place, salt=salt)
    box = close_box(envelope.header, salt=salt, payload=note, reader=game.course.keys[seat].sealing)
    return [block(envelope), box_block(box)]
