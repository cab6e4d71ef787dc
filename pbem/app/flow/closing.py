"""Closing an exchange and writing its record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from pbem.app.flow.absences import effective_until, spans_here
from pbem.app.flow.checking import Referee, inputs_of
from pbem.app.flow.game import Game
from pbem.app.flow.judging import Judged, judge, whole_plain
from pbem.app.flow.mails import Mail, block, box_block, keep, mail
from pbem.app.flow.rules import versions_of
from pbem.app.flow.settling import append_page, agreements, proposed
from pbem.app.flow.vault import Opened
from pbem.book.course import link_shown
from pbem.book.documents import (
    REFEREE,
    Close,
    Due,
    Outcome,
    PartNote,
    Receipt,
    Record,
    Refusal,
    Result,
    Reveal,
    read_payload,
)
from pbem.book.fraud import dropped_orders
from pbem.book.layout import file_name
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.book.times import as_time, read_time, say
from pbem.dice.hidden import salt_of
from pbem.dice.seed import next_seed
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.seal.box import close_box
from pbem.seal.envelope import Envelope


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """How far it came: closed and waiting for reveals, or recorded; and what is to be sent."""

    stage: Literal["closed", "recorded"]
    number: int
    mails: tuple[Mail, ...]
    waiting: tuple[str, ...] = ()
    """Seats whose link or opening is owed."""


def adjudicate(
    game: Game, clock: datetime | str, *, missed: bool = False, at_once: bool = False, stalled: bool = False
) -> Adjudicated:
    """Close the open exchange if all is in, and write its record if nothing is owed any more.

    `missed` goes on without those who are silent after grace; `at_once` does not wait for second thoughts;
    `stalled` ends the game by the charter, for a seat that fell silent after the close.
    """
    with locked(game.folder.path):
        now, course = as_time(clock), game.course
        if course.result is not None:
            raise Refused("the game is over", "pbem adjudicate opens what was hidden, if you are the referee")
        _check_versions(game)
        _check_no_agreement(game, now)
        if stalled:
            return _lost(game, now)
        if course.procedure.closer == game.seat:
            close_exchange(game, now, missed=missed, at_once=at_once)
        if course.procedure.recorder == game.seat:
            return _record(game, now)
        close = the_close(game)
        if close is None:
            raise Refused(f"the exchange is for {course.procedure.closer} to close", "wait for his mail")
        return _closed(game, close, ())


def _check_versions(game: Game) -> None:
    pinned, ours = game.course.versions, versions_of(game.rules.spec)
    if pinned != ours:
        theirs = f"{pinned.ruleset} {pinned.version}, engine {pinned.engine}"
        raise Refused(
            f"the charter pins {theirs}, here is {ours.ruleset} {ours.version}, engine {ours.engine}, or other data",
            "install what the charter pins, or agree on pbem rejudge",
        )


def _check_no_agreement(game: Game, now: datetime) -> None:
    """Who has signed an agreement for this number signs nothing else for it until it lapses."""
    signed = game.vault.signed("agreement", game.course.open_number)
    if signed is None or signed.header.after != game.course.head:
        return
    lapses = proposed(signed.body).lapses
    if now < read_time(lapses):
        raise Refused(f"you have signed an agreement for exchange {game.course.open_number}", f"it lapses at {lapses}")


# the close


def close_exchange(game: Game, now: datetime, *, missed: bool = False, at_once: bool = False) -> Envelope:
    """The close of the open exchange: the one that was signed before, or a new one if all is in."""
    number, course = game.course.open_number, game.course
    made = game.vault.sign_once("close", number, lambda: _close(game, now, missed=missed, at_once=at_once))
    if made.header.after != course.head:
        raise Tampered(f"a close for exchange {number} was signed on another head")
    game.desk.put(made)
    return made


def _close(game: Game, now: datetime, *, missed: bool, at_once: bool) -> Envelope:
    course, flow = game.course, game.course.procedure
    accepted, refused = counting(game, "orders")
    standing, old = counting(game, "standing")
    waiting = [seat for seat in course.next.seats if seat not in accepted]
    if waiting:
        _check_missed(game, waiting, now, missed)
    elif game.charter.has_referee and not at_once:
        _check_not_too_early(game, accepted.values(), now)
    close = Close(
        at=say(now),
        accepted={seat: one.header.digest().hex() for seat, one in sorted(accepted.items())},
        missing=sorted(waiting),
        refused=[*refused, *old],
        standing={seat: one.header.digest().hex() for seat, one in sorted(standing.items())},
    )
    link = game.vault.chain.link(course.open_number) if flow.link_in.get(game.seat) == "close" else b""
    return game.envelope("close", close.to_bytes(), link=link)


def counting(game: Game, kind: str) -> tuple[dict[str, Envelope], list[Refusal]]:
    """Of each seat the highest revision; two of one revision count neither."""
    found: dict[str, dict[int, list[Envelope]]] = {}
    for envelope in game.desk.envelopes(game.course.open_number, kind):
        header = envelope.header
        if header.after == game.course.head:
            found.setdefault(header.seat, {}).setdefault(header.revision, []).append(envelope)
    accepted: dict[str, Envelope] = {}
    refused: list[Refusal] = []
    for seat, revisions in sorted(found.items()):
        single = [revision for revision, alike in revisions.items() if len(alike) == 1]
        if single:
            accepted[seat] = revisions[max(single)][0]
        for revision, alike in sorted(revisions.items()):
            for envelope in alike:
                if envelope is not accepted.get(seat):
                    reason = "superseded" if revision in single else "two of one revision"
                    digest = envelope.header.digest().hex()
                    refused.append(Refusal(digest=digest, seat=seat, reason=reason))  # type: ignore[arg-type]
    return accepted, refused


def _check_missed(game: Game, waiting: list[str], now: datetime, missed: bool) -> None:
    names, until = " and ".join(waiting), effective_until(game)
    if not game.charter.has_referee:
        raise Refused(f"waiting for the orders of {names}", "nobody fills in for the other of two")
    grace = until + timedelta(hours=game.charter.draft.grace) if until else now
    if not missed or now < grace:
        hint = f"due {say(until)}; " if until else ""
        raise Refused(f"waiting for the orders of {names}", f"{hint}adjudicate --missed works after {say(grace)}")


def _check_not_too_early(game: Game, accepted: Iterable[Envelope], now: datetime) -> None:
    """A slip can still be replaced for a while."""
    digests = {one.header.digest() for one in accepted}
    times = [
        read_time(read_payload(Receipt, one.body).received)
        for one in game.desk.envelopes(game.course.open_number, "receipt")
        if one.header.after in digests
    ]
    free = max(times, default=now) + timedelta(hours=game.charter.draft.earliest)
    if now < free:
        raise Refused(f"all is in, but a slip may be replaced until {say(free)}", "say adjudicate again then")


def the_close(game: Game) -> Envelope | None:
    """The close of the open exchange, if it is here."""
    flow = game.course.procedure
    found = game.desk.envelopes(game.course.open_number, "close")
    return next((one for one in found if one.header.seat == flow.closer and one.header.after == game.course.head), None)


def _closed(game: Game, close: Envelope, waiting: tuple[str, ...]) -> Adjudicated:
    """The close goes to all; where sealed orders are opened by hand, with what is to be compared with it."""
    number = game.course.open_number
    blocks = [block(one) for one in game.desk.envelopes(number, "orders") if not one.sealed]
    words = f"Exchange {number} is closed. Now the links are shown: pbem receive this mail and send back what it makes."
    to = [seat for seat in game.charter.seats if seat != game.seat]
    made = mail(to, game.label(), "closed", words, [*blocks, block(close)], f"{number:02}-close")
    return Adjudicated("closed", number, keep(game.folder, [made]), waiting)


# reveals


def reveal(game: Game) -> tuple[Mail, ...]:
    """Show this seat's link for a close that lists its orders as sent; nothing if none is owed here."""
    close, flow, number = the_close(game), game.course.procedure, game.course.open_number
    if close is None or game.seat not in flow.revealers:
        return ()
    check_close(game, close)
    listed = read_payload(Close, close.body).accepted.get(game.seat)
    opened = game.vault.opening(bytes.fromhex(listed)) if listed else None
    public = Reveal()
    if flow.opens_publicly and opened is not None:
        public = Reveal(salt=opened.salt.hex(), sheet=opened.payload.decode("utf-8"))

    def make() -> Envelope:
        link = game.vault.chain.link(number)
        return game.envelope("reveal", public.to_bytes(), after=close.header.digest(), link=link)

    envelope = game.vault.sign_once("reveal", number, make)
    if envelope.header.after != close.header.digest():
        raise Tampered(f"a reveal for exchange {number} was signed for another close")
    game.desk.put(envelope)
    if flow.recorder == game.seat:
        return ()
    blocks = [block(envelope)]
    orders = game.desk.find(number, bytes.fromhex(listed)) if listed else None
    if orders is not None and orders.sealed:
        from pbem.app.flow.ordering import referee_box

        blocks.insert(0, box_block(referee_box(game, orders)))
    words = f"The link of {game.seat} for exchange {number}."
    made = mail([flow.recorder], game.label(game.seat), "link", words, blocks, f"{number:02}-reveal-{game.seat}")
    return keep(game.folder, [made])


def check_close(game: Game, close: Envelope) -> None:
    """Refuse a close that does not list this seat's orders as they were sent."""
    said = read_payload(Close, close.body)
    mine = [one for one in game.vault.all_signed("orders", close.header.exchange) if one.header.after == game.course.head]
    listed = said.accepted.get(game.seat)
    if listed is not None and listed not in {one.header.digest().hex() for one in mine}:
        raise Refused(f"the close names orders of {game.seat} that were never signed here", "do not reveal; ask by voice")
    for receipt in game.desk.envelopes(close.header.exchange, "receipt"):
        for orders in mine:
            if proof := dropped_orders(receipt, orders, close, game.course.keys[close.header.seat].key):
                raise Refused(proof.words, "do not reveal; show the others the proof")
    if mine and listed is None and game.seat in game.course.next.seats:
        raise Refused(f"the close does not name the orders of {game.seat}", "ask the closer whether they came")


# the record


def _record(game: Game, now: datetime) -> Adjudicated:
    number, flow, close = game.course.open_number, game.course.procedure, the_close(game)
    if close is None:
        raise Refused(f"waiting for the close of {flow.closer}", "he closes with his next mail")
    if game.seat in flow.revealers:
        reveal(game)
    revealed = {one.header.seat for one in game.desk.envelopes(number, "reveal")}
    owing = tuple(seat for seat in flow.revealers if seat not in revealed)
    if owing:
        return _closed(game, close, owing)
    signed = game.vault.signed("record", number)
    record_at = read_payload(Record, signed.body).at if signed else say(now)
    draft_page = Page.of(number, _documents(game, close, signed))
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
    return Adjudicated("recorded", number, publish(game, page, judged))


def _documents(game: Game, close: Envelope, signed: Envelope | None) -> list[Envelope]:
    """What belongs to the page beside the record: once it is signed, exactly what it names."""
    number = game.course.open_number
    desk = [one for one in game.desk.envelopes(number) if one.header.type not in ("record", "agreement")]
    if signed is not None:
        named = set(read_payload(Record, signed.body).documents.values())
        return [one for one in desk if one.header.digest().hex() in named]
    said = read_payload(Close, close.body)
    counted = {bytes.fromhex(digest) for digest in (*said.accepted.values(), *said.standing.values())}
    flow = game.course.procedure

    def belongs(envelope: Envelope) -> bool:
        header = envelope.header
        if header.type in ("orders", "standing"):
            return header.digest() in counted
        if header.type == "receipt":
            return header.after in counted and header.seat == flow.closer
        if header.type == "reveal":
            return header.after == close.header.digest()
        if header.type == "rekey":
            return _rekey_is_whole(game, envelope)
        return header.type in ("away", "extension") or header == close.header

    return [one for one in desk if belongs(one)]


def _rekey_is_whole(game: Game, envelope: Envelope) -> bool:
    """Whether all signatures that new keys need are here; the spare key's word outranks the key's."""
    from pbem.book.course import check_rekey, signed_by_spare
    from pbem.book.documents import Rekey

    desk = game.desk.envelopes(game.course.open_number, "rekey")
    seat = read_payload(Rekey, envelope.body).seat
    alike = [one for one in desk if one.body == envelope.body]
    own = [one for one in desk if one.header.seat == seat and read_payload(Rekey, one.body).seat == seat]
    try:
        check_rekey(game.course, alike)
    except (Tampered, Refused):
        return False
    if own:
        best = next((one for one in own if signed_by_spare(game.course, one)), own[0])
        return envelope.header == best.header
    return True


def make_record(game: Game, page: Page, at: str) -> tuple[Record, Judged]:
    """The record of a page that holds everything else."""
    course, flow, number = game.course, game.course.procedure, page.number
    links = {seat: link_shown(page, flow, seat) for seat in flow.link_in}
    if flow.link_in.get(game.seat) == "record":
        links[game.seat] = game.vault.chain.link(number)
    seed = next_seed(course.seed, number, tuple(flow.link_in), links)
    inputs = inputs_of(course, page, Referee(game.hidden, _openings(game, page), {}), seed=seed, at=at)
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


def _openings(game: Game, page: Page) -> dict[str, bytes]:
    """What the sealed sheets of a page say, as far as this seat knows."""
    found: dict[str, bytes] = {}
    for envelope in page.documents.values():
        digest = envelope.header.digest()
        if envelope.sealed and (opened := game.vault.opening(digest)) is not None:
            found[digest.hex()] = opened.payload
    return found


def publish(game: Game, page: Page, judged: Judged | None) -> tuple[Mail, ...]:
    """The page to everybody; to each side its own part in a box."""
    course, number = game.course, page.number
    blocks = [block(one) for one in page.documents.values()]
    result = course.result
    if result is not None:
        words = f"Exchange {number} is in the book. The game is over: {result.winner or 'a draw'}, {result.words}."
    else:
        words = f"Exchange {number} is in the book. Due next: {' and '.join(course.next.seats)} until {course.next.until}."
    words += f" The head is {game.head_words}."
    mails = []
    for seat in game.charter.seats:
        if seat == game.seat:
            continue
        own = [*blocks]
        if judged is not None and game.is_referee and seat in judged.parts:
            own += part_blocks(game, number, seat, judged)
        mails.append(mail([seat], game.label(seat), "report", words, own, f"{number:02}-report-{seat}"))
    return keep(game.folder, mails)


def part_blocks(game: Game, number: int, seat: str, judged: Judged) -> list[str]:
    """A side's hidden part: a sealed note of the referee, and the box that opens it."""
    salt = salt_of(game.hidden, number, seat)
    note = PartNote(side=seat, salt=salt.hex(), part=judged.parts[seat]).to_bytes()
    envelope = game.envelope(
        "opening", note, exchange=number, revision=1 + game.charter.seats.index(seat), salt=salt
    )
    box = close_box(envelope.header, salt=salt, payload=note, reader=game.course.keys[seat].sealing)
    return [block(envelope), box_block(box)]


# a seat that fell silent


def _lost(game: Game, now: datetime) -> Adjudicated:
    """By the charter: who owes a link or an opening for too long has lost."""
    course, close, terms = game.course, the_close(game), game.charter.draft.stalled
    number, flow = course.open_number, course.procedure
    if terms.then != "lost":
        raise Refused("the charter says to wait for who falls silent", "agree on pbem end, or wait")
    if close is None and game.charter.has_referee:
        raise Refused("nothing is stalled before the close", "adjudicate --missed goes on without orders")
    since = read_time(read_payload(Close, close.body).at) if close else effective_until(game) or now
    revealed = {one.header.seat for one in game.desk.envelopes(number, "reveal")}
    silent = [seat for seat in flow.revealers if seat not in revealed] if close else [*_silent_of_two(game)]
    over = since + timedelta(days=terms.after)
    if not silent or now < over:
        raise Refused(f"nobody has been silent long enough: {', '.join(silent) or 'nobody'}", f"from {say(over)} on")
    if game.seat in silent:
        raise Refused("the silent seat is yours", "send what you owe")
    page = Page.of(number, _documents(game, close, None) if close else [])
    winner = next((seat for seat in game.charter.players if seat not in silent), "")
    state = game.course.outcome(course.resume)
    outcome = Outcome(
        stretches=[],
        dice=[],
        state=state.state if state else _state_digest(game),
        parts={},
        next=Due(seats=[], result=Result(winner=winner, case="charter", words=f"{silent[0]} fell silent")),
        unreadable=[],
        versions=course.versions,
    )
    record = Record(
        at=say(now),
        documents={file_name(one): one.header.digest().hex() for one in page.documents.values()},
        links={},
        seed=course.seed.hex(),
        missed=[],
        stalled=silent[0],
        outcome=outcome,
    )
    after = close.header.digest() if close else course.head
    envelope = game.vault.sign_once("record", number, lambda: game.envelope("record", record.to_bytes(), after=after))
    page = Page.of(number, [*page.documents.values(), envelope])
    if game.is_referee:
        game.vault.keep_whole(number, game.vault.whole(course.resume))
    append_page(game, page)
    return Adjudicated("recorded", number, publish(game, page, None))


def _silent_of_two(game: Game) -> list[str]:
    """Between two alone, before a close: the other, if he owes orders or the close."""
    flow, other = game.course.procedure, next(s for s in game.charter.players if s != game.seat)
    accepted, _ = counting(game, "orders")
    owes_orders = other in game.course.next.seats and other not in accepted and flow.last != other
    owes_close = flow.closer == other and (game.seat not in game.course.next.seats or game.seat in accepted)
    return [other] if owes_orders or owes_close else []


def _state_digest(game: Game) -> str:
    from pbem.app.flow.judging import state_digest

    return state_digest(game.state(game.course.resume)).hex()


__all__ = ["REFEREE", "Adjudicated", "Opened", "adjudicate", "agreements", "reveal", "spans_here"]
