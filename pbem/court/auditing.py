"""The audit: a book read as a stranger's, every byte of it accounted for, every exchange played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pbem.book.documents import Versions, read_payload
from pbem.book.findings import Findings
from pbem.book.layout import page_name
from pbem.book.reading import Book, read_book
from pbem.court.checking import Referee, check_page
from pbem.court.judging import beginning, public_state
from pbem.court.replaying import Known
from pbem.court.rules import Rules
from pbem.court.settling import state_file
from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused

Rulesets: TypeAlias = Callable[[Versions], RulesetSpec]
"""Where rulesets come from, each with the data that a game is pinned to."""


def audit_book(path: Path, rulesets: Rulesets, findings: Findings, watch: Callable[[], None]) -> Book | None:
    """The book in a folder, played again; what is wrong with it is found.  `watch` is called before each page."""
    book = read_book(path, findings)
    if book is None:
        return None
    try:
        _play_again(book, rulesets, watch, findings)
    except Exception as error:  # an audit ends with findings, whatever a false book makes the rules stumble over
        hint = f"; {error.hint}" if isinstance(error, Refused) and error.hint else ""
        findings.broke("rules", "book", f"cannot be played again: {error}{hint}"[:400])
    return book


def _play_again(book: Book, rulesets: Rulesets, watch: Callable[[], None], findings: Findings) -> None:
    charter = book.courses[0].charter

    @cache
    def ruled(versions: bytes) -> Rules:
        """What judges by these versions: a game may go on by other data once an exchange was judged again by them."""
        return Rules.of(rulesets(read_payload(Versions, versions)), charter)

    rules = ruled(charter.draft.versions.to_bytes())
    whole = beginning(rules)
    known: dict[int, Known] = {0: Known(public_state(rules, whole), whole)}
    referee = _referee(book)
    _check_state(0, state_file(0, None, known[0].state), book.first, findings)
    for number, page in sorted(book.course.pages.items()):
        watch()
        before, said = book.courses[number - 1], page.agreement.outcome if page.agreement is not None else None
        rules = ruled((said.versions if said is not None else before.versions).to_bytes())
        known[number] = check_page(rules, before, page, known, findings, referee)
        _check_state(number, state_file(number, page.outcome, known[number].state), page.others, findings)


def _referee(book: Book) -> Referee | None:
    """What the referee has opened at the end, if he has."""
    opened = [page.opening for page in book.course.pages.values() if page.opening is not None]
    return Referee.of(opened[0]) if opened and book.course.opened else None


def _check_state(number: int, expected: Mapping[str, bytes], others: Mapping[str, bytes], findings: Findings) -> None:
    """`state.yaml` byte for byte, if it is there; that it is was asked before."""
    for file, data in expected.items():
        if file in others:
            place = f"book/{page_name(number)}/{file}"
            findings.check("states", place, others[file] == data, "comes out otherwise when written again")
