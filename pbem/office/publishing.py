"""A page of the book goes to everybody, to each side with what it alone may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.book.documents import REFEREE, PartNote
from pbem.book.page import Page
from pbem.book.times import read_time
from pbem.dice.hidden import salt_of
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.office.game import Game
from pbem.office.mails import Cover, Mail, block, box_block, forget_files, keep, mail
from pbem.post.moments import moment
from pbem.seal.box import close_box


def unsent(game: Game) -> tuple[Mail, ...]:
    """The mails about the last page, if a crash came between it and them."""
    number = game.course.number
    page = game.course.pages.get(number)
    if page is None or game.identity is None or not tells(game, page):
        return ()
    if page.opening is not None:
        return () if (game.folder.sent / f"{number:02}-opening.txt").exists() else publish_opening(game, page)
    if all((game.folder.sent / f"{one}.txt").exists() for one in _report_names(game, number)):
        return ()
    return publish(game, page)


def tells(game: Game, page: Page) -> bool:
    """Whether this seat sends a page to all: who wrote its record, or opened; an agreement, whoever signed it last."""
    if page.opening is not None:
        return game.is_referee
    if page.record is not None:
        return page.documents["record.pbem"].header.seat == game.seat
    return game.is_referee or page.find("agreement", REFEREE) is None


def _report_names(game: Game, number: int) -> list[str]:
    return [f"{number:02}-report-{seat}" for seat in game.charter.seats if seat != game.seat]


def publish(game: Game, page: Page) -> tuple[Mail, ...]:
    """The page to everybody; to each side its own part in a box."""
    course, number = game.course, page.number
    judged, parts = _parts(game, page)
    blocks = [block(one) for one in page.documents.values()]
    ending = game.published(number).ending if course.result is not None else None
    if ending is not None:
        words = f"Exchange {number} is in the book. The game is over: {ending.winner or 'a draw'}, {ending.words}."
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
            own += part_blocks(game, judged, seat, parts[seat])
        cover = _cover(game, number, seat)
        told = "\n\n".join(filter(None, (words, cover.words)))
        name = f"{number:02}-report-{seat}"
        mails.append(mail([seat], game.label(seat), "report", told, own, name, files=cover.files))
    forget_files(game.folder, number - 1, game.address)
    return keep(game.folder, mails, game.address)


def _parts(game: Game, page: Page) -> tuple[int, Mapping[str, Any]]:
    """The hidden parts that go with a page, and the number that they are of.

    With an undo it is the number gone back to: a substitute who came later has never had his part of it.
    """
    undo = page.agreement is not None and page.agreement.kind == "undo"
    if not game.is_referee or not (page.outcome is not None or undo):
        return page.number, {}
    number = game.course.resume
    whole = game.vault.whole(number)
    return number, whole["parts"] if whole else {}


def _cover(game: Game, number: int, seat: str) -> Cover:
    """The report in words and what goes with it.  It is no evidence: what goes wrong in it holds no game up."""
    try:
        return game.letters(game, number, seat)
    except (Refused, Tampered, RulesBug) as error:
        game.notes.append(f"the mail to {seat} has no report in words: {error}")
        return Cover()


def publish_opening(game: Game, page: Page) -> tuple[Mail, ...]:
    """Everything that was hidden, to all players."""
    words = "The game is over and everything is open: pbem audit plays all of it again."
    blocks = [block(one) for one in page.documents.values()]
    made = mail(game.charter.players, game.label(), "opened", words, blocks, f"{page.number:02}-opening")
    return keep(game.folder, [made], game.address)


def part_blocks(game: Game, number: int, seat: str, part: Any) -> list[str]:
    """A side's hidden part: a sealed note of the referee, and the box that opens it."""
    salt = salt_of(game.hidden, number, seat)
    note = PartNote(side=seat, salt=salt.hex(), part=part).to_bytes()
    place = 1 + game.charter.seats.index(seat)
    head = game.course_after(number).head
    envelope = game.envelope("opening", note, exchange=number, after=head, revision=place, salt=salt)
    box = close_box(envelope.header, salt=salt, payload=note, reader=game.course.keys[seat].sealing)
    return [block(envelope), box_block(box)]
