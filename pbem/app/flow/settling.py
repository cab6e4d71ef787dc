"""Pages come into the book: a record or an agreement whose documents are all here, and that verifies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.app.flow.checking import check_page
from pbem.app.flow.filing import state_file, write_reports
from pbem.app.flow.game import Game
from pbem.app.flow.replaying import Known
from pbem.book.course import Course
from pbem.book.documents import Record, read_payload
from pbem.book.findings import Findings
from pbem.book.following import after_page
from pbem.book.layout import file_name
from pbem.book.page import Page, files_of
from pbem.book.writing import write_folder
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope


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
    """Verify a page and put it into the book, all its files at once; Tampered if it does not verify."""
    before, findings, states = game.course, Findings(), States(game)
    try:
        after = after_page(before, page, findings)
    except (KeyError, ValueError, AssertionError) as error:  # whatever a false page makes us stumble over
        raise Tampered(f"{page.name} cannot be followed: {error}") from error
    findings.raise_first()
    known = check_page(game.rules, before, page, states, findings)
    findings.raise_first()
    files = files_of(page) | state_file(page.number, page.outcome, known.state)
    write_folder(game.folder.page(page.number), files, game.folder.scratch)
    for number in game.desk.numbers(page.number):
        game.desk.clear(number, after.pages[number].documents.values())
    game.refresh(after)
    game.keep_checkpoint(after)
    _bring_keys_into_force(game, page)
    write_reports(game, page.number)
    return game.course


def _bring_keys_into_force(game: Game, page: Page) -> None:
    """If the page holds new keys of this seat, their secrets are its secrets now."""
    if page.of_type("rekey"):
        game.vault.bring_into_force(game.course.keys[game.seat].sealing)
        game.refresh(game.course)


def complete_record(game: Game) -> Page | None:
    """The page of a record on the desk, if every document that it names is there too."""
    number = game.course.open_number
    for record in game.desk.envelopes(number, "record"):
        wanted = read_payload(Record, record.body).documents
        found = {file_name(one): one for one in game.desk.envelopes(number) if wanted_as(one) in wanted.items()}
        if found.keys() == wanted.keys():
            return Page.of(number, [*found.values(), record])
    return None


def missing_documents(game: Game, record: Envelope) -> list[str]:
    """What a record names and nobody has sent yet."""
    wanted = read_payload(Record, record.body).documents
    here = {wanted_as(one) for one in game.desk.envelopes(game.course.open_number)}
    return [name for name, digest in sorted(wanted.items()) if (name, digest) not in here]


def wanted_as(envelope: Envelope) -> tuple[str, str]:
    return file_name(envelope), envelope.header.digest().hex()
