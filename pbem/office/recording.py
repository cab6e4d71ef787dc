"""The record of an exchange: made from what lies on the desk, signed once, put into the book, sent to all."""

from __future__ import annotations

from datetime import datetime

from pbem.book.documents import Record, read_payload
from pbem.book.layout import file_name
from pbem.book.linking import link_shown
from pbem.book.page import Page
from pbem.book.times import say
from pbem.court.checking import Referee, inputs_of
from pbem.court.judging import Judged, judge, whole_plain
from pbem.dice.seed import next_seed
from pbem.model.errors import Refused, RulesBug
from pbem.office.clock import stamp
from pbem.office.closing import Adjudicated, documents_for
from pbem.office.filing import append_page
from pbem.office.game import Game
from pbem.office.posting import put_and_post
from pbem.office.publishing import publish
from pbem.office.revealing import reveal_link
from pbem.seal.envelope import Envelope


def record_exchange(game: Game, now: datetime) -> Adjudicated:
    number, flow, close = game.course.open_number, game.course.procedure, game.here.close
    if close is None:
        raise Refused(f"waiting for the close of {flow.closer}", "he closes with his next mail")
    if game.seat in flow.revealers:
        reveal_link(game)
    revealed = {one.header.seat for one in game.here.of_type("reveal")}
    owing = tuple(seat for seat in flow.revealers if seat not in revealed)
    if owing:
        return Adjudicated("closed", number, put_and_post(game, close), owing)
    signed = game.vault.signed("record", number)
    record_at = read_payload(Record, signed.body).at if signed else say(stamp(game, now))
    draft_page = Page.of(number, _as_signed(game, signed) if signed else documents_for(game, close))
    record, judged = make_record(game, draft_page, record_at)
    link = game.link(number) if flow.link_in.get(game.seat) == "record" else b""
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


def _as_signed(game: Game, record: Envelope) -> list[Envelope]:
    """Once a record is signed, its page holds exactly what it names."""
    named = set(read_payload(Record, record.body).documents.values())
    return [one for one in game.here.documents if one.header.digest().hex() in named]


def make_record(game: Game, page: Page, at: str) -> tuple[Record, Judged]:
    """The record of a page that holds everything else."""
    course, flow, number = game.course, game.course.procedure, page.number
    links = {seat: link_shown(page, flow, seat) for seat in flow.link_in}
    if flow.link_in.get(game.seat) == "record":
        links[game.seat] = game.link(number)
    seed = next_seed(course.seed, number, tuple(flow.link_in), links)
    inputs = inputs_of(course, page, Referee(game.hidden, openings_of(game, page), {}), seed=seed, at=at)
    if inputs is None or page.close is None:
        raise RulesBug(f"the orders of exchange {number} are not all open to who judges them")
    judged = judge(game.rules, game.whole(course.resume), inputs)
    record = Record(
        at=at,
        documents={file_name(one): one.header.digest().hex() for one in page.documents.values()},
        links={seat: link.hex() for seat, link in links.items()},
        seed=seed.hex(),
        missed=page.close.missing,
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
