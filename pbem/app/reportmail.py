"""What a report mail tells its reader and brings him, so that who only reads mail knows what happened and what he owes.

A mail may be posted in a forum: what a side alone may know stays in its box.  So report, page and draft are made from
what everybody may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.app.ics import CalendarEntry, calendar
from pbem.app.readers import for_everyone, public_reports, public_text
from pbem.app.reports import first_of_play, page
from pbem.app.seats import draft_from
from pbem.book.times import read_time
from pbem.engine.papers import Papers
from pbem.model.errors import Refused
from pbem.model.position import View
from pbem.model.printable import printable_lines
from pbem.office.game import Game
from pbem.office.mails import Cover
from pbem.office.sheetnames import sheet_name
from pbem.post.moments import moment
from pbem.seal.blocks import mark_in

HOW = (
    "To answer: pbem turn with this mail, write the sheet that it lays down,",
    "then pbem sign it and send what that makes.",
    "Below stands the signed record. It may be cut off when you quote this mail.",
)
CALENDAR = "due.ics"


def cover(game: Game, number: int, seat: str) -> Cover:
    """The report of a number as everybody may read it, what the seat owes until when, and the files for that."""
    text = printable_lines(public_text(game, number)).rstrip()
    lines = [line for line in text.split("\n") if not mark_in(" ".join(line.split()))]
    words = "\n".join([*lines, "", *_sealed(game, number, seat), *_due(game, number, seat)])
    try:
        return Cover(words, dict(_files(game, number, seat)))
    except Exception as error:  # a package of somebody else may want secrets where there are none
        game.notes.append(f"nothing goes with the mail to {seat}: {error}")
        return Cover(words)


def _sealed(game: Game, number: int, seat: str) -> list[str]:
    outcome = game.course_after(number).outcome(number)
    if outcome is None or seat not in outcome.parts:
        return []
    return [f"What you alone may know is sealed below: pbem receive this mail, then pbem report --for {seat}."]


def _due(game: Game, number: int, seat: str) -> list[str]:
    due = game.course_after(number).next
    if due.result is not None:
        return []
    if seat not in due.seats:
        return [f"You owe nothing now; the exchange waits for {' and '.join(due.seats)}."]
    return [f"You owe {'orders' if due.kind == 'part' else 'an answer'} until {moment(read_time(due.until))}.", *HOW]


# files


def _files(game: Game, number: int, seat: str) -> Iterator[tuple[str, bytes]]:
    """The page or the report as HTML, by the charter; the next draft and the deadline, if the seat owes anything."""
    due, attach = game.course_after(number).next, game.charter.draft.attach
    plays = seat in game.rules.spec.sides
    owes = plays and number == game.course.number and seat in due.seats
    draft = public_draft(game, number, seat) if owes else ""
    name = f"{game.charter.name}-{number:02}.html"
    if attach == "page" and plays:
        yield name, _page(game, number, seat, draft)
    elif attach != "none":
        yield name, public_reports(game.published(number))["html"]
    if owes:
        yield sheet_name(game, seat), draft.encode("utf-8")
        id, what = game.charter.draft_digest.hex()[:16], "orders" if due.kind == "part" else "an answer"
        one = CalendarEntry(game.charter.name, id, number + 1, read_time(due.until), (f"{seat} {what}",))
        yield CALENDAR, calendar([one], read_time(game.course.time)).encode("utf-8")


def _page(game: Game, number: int, seat: str, draft: str) -> bytes:
    """Report and composer in one file; where the game draws no map, the report."""
    published = game.published(number)
    try:
        bulletin, name = replace(for_everyone(published), reader=seat), sheet_name(game, seat) if draft else ""
        return page(bulletin, draft, name, first=first_of_play(game, number)).encode("utf-8")
    except Refused:
        return public_reports(published)["html"]


def public_draft(game: Game, number: int, seat: str) -> str:
    """The next sheet of a seat from what everybody may know: with a referee without its hand and its papers."""
    published = game.published(number)
    view, due = View(seat, published.table, None), tuple(one for one in published.due if one.side == seat)
    if game.rules.openness == "all":
        return draft_from(game, view, due, game.whole(number).papers.get(seat, Papers()))
    return draft_from(game, view, due, Papers(), remark="what you alone know is not in here: pbem draft")
