"""A book read from the disk and checked as far as that goes without the rules."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path

from pbem.book.charter import Charter, read_draft, read_entry
from pbem.book.course import Course, begin
from pbem.book.findings import Findings
from pbem.book.layout import GameFolder, is_page_name, page_name
from pbem.book.page import Page, check_stray, read_documents, read_files, read_page
from pbem.book.shown import shown
from pbem.model.errors import Refused
from pbem.model.records import mutable
from pbem.seal.envelope import Envelope


def after_page(course: Course, page: Page, findings: Findings) -> Course:
    """What is judged of pages is wanted only where a page is new."""
    from pbem.book.following import after_page as follow

    return follow(course, page, findings)


@mutable
class Book:
    """A book and every course it has run through: `courses[n]` is the one after page n."""

    courses: dict[int, Course] = field(default_factory=dict)
    first: dict[str, bytes] = field(default_factory=dict)
    """The files of page 0 that are no documents."""

    @property
    def course(self) -> Course:
        return self.courses[max(self.courses)]


def open_book(folder: GameFolder, known: Course | None = None) -> Book:
    """A book that is whole; Refused if there is none, Tampered if it does not verify.

    `known`: the course up to some number, verified before; only what follows is walked.
    """
    if not folder.page(0).is_dir():
        raise Refused("no charter yet", "pbem start, when all entries are in")
    findings = Findings()
    book = read_book(folder.book, findings, shown_too=False, known=known)
    findings.raise_first()
    assert book is not None
    return book


def read_book(path: Path, findings: Findings, *, shown_too: bool = True, known: Course | None = None) -> Book | None:
    """The book, with everything wrong that can be seen without the rules; None if it has no charter.

    `shown_too`: what is shown to people is compared with what was signed.  Programs go by what was signed.
    """
    if not path.is_dir():
        findings.broke("heads", path.name, "there is no book here")
        return None
    with os.scandir(path) as found:
        there = sorted(found, key=lambda one: one.name)
    for one in there:
        if not (is_page_name(one.name) and one.is_dir(follow_symlinks=False)):
            findings.broke("envelopes", f"book/{one.name}", "does not belong to the book")
    numbers = sorted(int(one.name) for one in there if is_page_name(one.name) and one.is_dir())
    book = Book()
    if known is not None:
        book.courses[known.number] = known
        return _walked(path, book, [number for number in numbers if number > known.number], findings, shown_too)
    charter = _read_charter(path / page_name(0), findings, book, shown_too) if 0 in numbers else None
    if charter is None:
        if 0 not in numbers:
            findings.broke("heads", "book/00", "is missing")
        return None
    book.courses[0] = begin(charter)
    return _walked(path, book, numbers[1:], findings, shown_too)


def _walked(path: Path, book: Book, numbers: list[int], findings: Findings, shown_too: bool) -> Book:
    """The book with these pages, as far as they follow."""
    for number in numbers:
        if number != book.course.open_number:
            findings.broke("heads", f"book/{page_name(book.course.open_number)}", "is missing")
            findings.broke("heads", f"book/{page_name(number)}", f"does not follow number {book.course.number}")
            break
        page = read_page(path / page_name(number), number, findings, shown_too=shown_too)
        if page is None or not _take(book, page, findings):
            break
    return book


def _take(book: Book, page: Page, findings: Findings) -> bool:
    """Go on by one page; False if what follows cannot be judged."""
    try:
        book.courses[page.number] = after_page(book.course, page, findings)
    except Exception as error:  # whatever a false page makes us stumble over
        findings.broke("heads", page.name, str(error) or "cannot be followed")
        return False
    return True


def _read_charter(folder: Path, findings: Findings, book: Book, shown_too: bool) -> Charter | None:
    name = f"book/{page_name(0)}"
    files = read_files(folder, name, findings)
    documents = read_documents(files, name, findings)
    draft = documents.get("draft.pbem")
    entries = {one.header.seat: one for one in documents.values() if one.header.type == "entry"}
    if draft is None:
        findings.broke("heads", f"{name}/draft.pbem", "is missing")
        return None
    for file, envelope in documents.items():
        if envelope.header.type not in ("draft", "entry"):
            findings.broke("heads", f"{name}/{file}", "has no place in a charter")
    charter = _charter_of(draft, entries, set(files), findings)
    if charter is None:
        return None
    findings.checked["heads"] += 1
    others = {file: data for file, data in files.items() if not file.endswith(".pbem")}
    if shown_too:
        check_stray(name, others, ["charter.yaml"], findings, state=True)
    book.first = others
    view = shown(charter.view()).encode("utf-8")
    findings.check("heads", f"{name}/charter.yaml", book.first.get("charter.yaml") == view, "not what the entries say")
    return charter


def _charter_of(draft: Envelope, entries: dict[str, Envelope], files: set[str], findings: Findings) -> Charter | None:
    """The charter, or which of its documents is at fault."""
    name, before = f"book/{page_name(0)}", len(findings.breaks)
    with findings.checking("envelopes", f"{name}/draft.pbem"):
        for seat in read_draft(draft).seats:
            if seat not in entries and f"entry-{seat}.pbem" not in files:
                findings.broke("heads", f"{name}/entry-{seat}.pbem", "is missing")
    for seat, entry in entries.items():
        with findings.checking("envelopes", f"{name}/entry-{seat}.pbem"):
            read_entry(entry, draft)
    if len(findings.breaks) > before or f"entry-{draft.header.seat}.pbem" not in files:
        return None
    with findings.checking("envelopes", f"{name}/draft.pbem"):
        return Charter.of(draft, entries)
    return None
