"""A page is filed: into the book, all its files at once; beside the book its reports, at will."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext

from pbem.book.course import Course
from pbem.book.layout import page_name
from pbem.book.page import Page
from pbem.book.writing import PRIVATE, write_file, write_folder
from pbem.court.replaying import Known
from pbem.court.settling import settle
from pbem.office.game import Game


class States(Mapping[int, Known]):
    """What this seat knows after each number, read when it is asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read: dict[int, Known] = {}

    def __getitem__(self, number: int) -> Known:
        if number not in self._read:
            whole = self._game.whole(number) if self._game.knows_all else None
            self._read[number] = Known(self._game.state(number), whole)
        return self._read[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._game.folder.numbers())

    def __len__(self) -> int:
        return len(self._game.folder.numbers())


def append_page(game: Game, page: Page) -> Course:
    """Verify a page and put it into the book; Tampered if it does not verify."""
    with judging(game, page):
        settled = settle(game.rules, game.course, page, States(game))
    write_folder(game.folder.page(page.number), settled.files, game.folder.scratch)
    for number in game.desk.numbers(page.number):
        game.desk.clear(number, settled.course.pages[number].documents.values())
    if settled.course.versions != game.course.versions:
        game.forget_rules()
    game.refresh(settled.course)
    game.keep_checkpoint(settled.course)
    if (text := settled.files.get("state.yaml")) is not None:
        game.keep_state(text, settled.state)
    if page.of_type("rekey") and game.vault.bring_into_force(game.course.keys[game.seat].sealing):
        game.refresh(settled.course)
    write_reports(game, page.number)
    return game.course


def judging(game: Game, page: Page) -> AbstractContextManager[None]:
    """An exchange judged again is judged by the data that the agreement names."""
    outcome = page.agreement.outcome if page.agreement is not None else None
    return game.judging_anew(outcome.versions.data) if outcome is not None else nullcontext()


def write_reports(game: Game, number: int) -> None:
    """The reports of a number, beside the book.  They are no evidence: what goes wrong here holds no game up."""
    try:
        files = game.reports(game.published(number))
        for suffix, data in files.items():
            write_file(game.folder.reports / f"{page_name(number)}.{suffix}", data, PRIVATE)
    except Exception as error:
        game.notes.append(f"the report of number {number} could not be written: {error}")
