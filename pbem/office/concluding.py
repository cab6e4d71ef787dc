"""An agreement that all have signed stands: it comes into the book, and what it judges again is judged."""

from __future__ import annotations

from dataclasses import replace

from pbem.book.page import Page
from pbem.court.checking import Referee, inputs_of_record
from pbem.court.judging import Judged, judge, whole_plain
from pbem.court.rules import versions_of
from pbem.model.errors import Refused
from pbem.office.filing import append_page
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.publishing import publish
from pbem.office.recording import openings_of


def conclude(game: Game, page: Page) -> tuple[Mail, ...]:
    """An agreement that all have signed comes into the book and is sent to all."""
    said = page.agreement
    assert said is not None
    if said.outcome is not None and game.is_referee:
        data = said.outcome.versions.data
        judged = judged_again(game, said.exchange, page.number, said.at, data)
        with game.judging_anew(data):
            game.vault.keep_whole(page.number, whole_plain(game.rules, judged))
    append_page(game, page)
    return publish(game, page)


def judged_again(game: Game, exchange: int, number: int, at: str, data: str = "") -> Judged:
    """What comes of an exchange judged again, on other `data` perhaps; hidden parts are salted for the agreement."""
    with game.judging_anew(data):
        return _judged_again(game, exchange, number, at)


def _judged_again(game: Game, exchange: int, number: int, at: str) -> Judged:
    course = game.course
    page = course.pages.get(exchange)
    if page is None or page.record is None or page.record.outcome is None:
        raise Refused(f"no exchange {exchange} that was judged", f"the last record is {course.number}")
    referee = Referee(game.hidden, openings_of(game, page), {}) if game.is_referee else None
    inputs = inputs_of_record(course, page, referee)
    if inputs is None:
        raise Refused(f"the orders of exchange {exchange} cannot be opened here", "copy the secrets here")
    inputs = replace(inputs, number=number, at=at, absences=course.absences, versions=versions_of(game.rules.spec))
    return judge(game.rules, game.whole(course.resumes[exchange - 1]), inputs)
