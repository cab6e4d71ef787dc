"""The close: the folder is laid out, and what counts in it is signed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from pbem.book.deadlines import deadline_of
from pbem.book.documents import Close, read_payload
from pbem.book.folder import Folder, wants_receipt
from pbem.book.listing import close_of, free_from, listing, too_early
from pbem.book.times import read_time
from pbem.court.rules import check_judges
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.office.clock import stamp
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.proposals import proposed
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope

LAID_OUT = ("orders", "standing", "away", "extension", "rekey", "receipt", "agreement")
"""What a closer lays into the folder of an exchange, as far as it was receipted."""


@frozen
class Adjudicated:
    """How far it came: closed and waiting for reveals, or recorded; and what is to be sent."""

    stage: Literal["closed", "recorded"]
    number: int
    mails: tuple[Mail, ...]
    waiting: tuple[str, ...] = ()
    """Seats whose link or opening is owed."""


def check_versions(game: Game) -> None:
    """Nobody judges by other rules than the game is pinned to."""
    check_judges(game.rules.spec, game.course.versions)


def check_no_consent(game: Game, now: datetime) -> None:
    """Between two alone, who has consented to something for this number signs nothing else for it until that lapses."""
    number = game.course.open_number
    for consent in game.vault.all_signed("agreement", number):
        lapses = read_time(proposed(consent.body).lapses)
        if now >= lapses:
            game.vault.goes_on(number)
        elif not game.charter.has_referee:
            raise Refused(f"you have signed an agreement for exchange {number}", f"it lapses {moment(lapses)}")


def close_exchange(game: Game, now: datetime, *, missed: bool = False) -> Envelope:
    """The close of the open exchange: the one that was signed before, or a new one if all is in."""
    number, course = game.course.open_number, game.course
    made = game.vault.sign_once("close", number, lambda: _close(game, now, missed=missed))
    if made.header.after != course.head:
        raise Tampered(f"a close for exchange {number} was signed on another head")
    game.desk.put(made)
    return made


def _close(game: Game, now: datetime, *, missed: bool) -> Envelope:
    folder, at = laid_out(game), stamp(game, now)
    _check_time(folder, at, missed)
    close = close_of(folder, at)
    link = game.link(game.course.open_number) if game.course.procedure.link_in.get(game.seat) == "close" else b""
    return game.envelope("close", close.to_bytes(), link=link)


def laid_out(game: Game) -> Folder:
    """What of the desk the close is made of: whatever was receipted, or needs no receipt."""
    here, alone = game.here, not game.charter.has_referee
    documents = [
        one
        for one in here.only(*LAID_OUT).documents
        if (not wants_receipt(game.charter, one) or here.received(one))
        and not (alone and one.header.type == "agreement")
    ]
    if alone and (mine := here.of_type("orders", game.seat)):
        documents = [one for one in documents if one not in mine[:-1]]  # what others have never seen
    there = {one.header.digest() for one in documents}
    kept = [one for one in documents if one.header.type != "receipt" or one.header.after in there]
    return Folder.of(game.course, kept)


def documents_for(game: Game, close: Envelope) -> list[Envelope]:
    """What belongs to the page beside the record: the folder as the close was made of it, and what came after it."""
    said, here = read_payload(Close, close.body), game.here
    listed = {*said.accepted.values(), *said.standing.values(), *(one.digest for one in said.refused)}
    found = [
        one
        for one in laid_out(game).documents
        if one.header.type not in ("orders", "standing") or one.header.digest().hex() in listed
    ]
    reveals = [one for one in here.of_type("reveal") if one.header.after == close.header.digest()]
    return [*found, close, *reveals]


def _check_time(folder: Folder, at: datetime, missed: bool) -> None:
    """Refuse a close before its time, in words that say when it comes."""
    found, charter = listing(folder), folder.charter
    if found.missing:
        names, until = " and ".join(found.missing), deadline_of(folder).until
        if not charter.has_referee:
            raise Refused(f"waiting for the orders of {names}", "nobody fills in for the other of two")
        grace = until + timedelta(hours=charter.draft.grace) if until else at
        if not missed or at < grace:
            raise Refused(f"waiting for the orders of {names}", _how_to_go_on(until, grace, at))
    elif too_early(folder, at):
        free = free_from(folder) or at
        raise Refused(f"all is in, but a slip may be replaced until {moment(free)}", "say adjudicate again then")


def _how_to_go_on(until: datetime | None, grace: datetime, at: datetime) -> str:
    """From when on nobody need wait for who is silent."""
    if until and at >= grace:
        return "adjudicate --missed goes on without them"
    return f"{f'due {moment(until)}; ' if until else ''}adjudicate --missed works after {moment(grace)}"
