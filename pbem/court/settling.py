"""Pages come into the book: a record or an agreement whose documents are all here, and that verifies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.book.course import Course
from pbem.book.documents import Outcome, Record, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import Folder
from pbem.book.following import after_page
from pbem.book.layout import file_name
from pbem.book.page import Page, files_of
from pbem.book.states import state_text
from pbem.court.checking import check_page
from pbem.court.replaying import Known
from pbem.court.rules import Rules
from pbem.model.errors import Tampered
from pbem.model.records import frozen
from pbem.seal.envelope import Envelope


@frozen
class Settled:
    """What a page that verifies comes to: the course after it, and its files in the book."""

    course: Course
    files: Mapping[str, bytes]
    state: Any


def settle(rules: Rules, before: Course, page: Page, known: Mapping[int, Known]) -> Settled:
    """Verify a page that comes after a course; Tampered if it does not."""
    findings = Findings()
    try:
        after = after_page(before, page, findings)
    except (KeyError, ValueError, AssertionError) as error:  # whatever a false page makes us stumble over
        raise Tampered(f"{page.name} cannot be followed: {error}") from error
    findings.raise_first()
    now = check_page(rules, before, page, known, findings)
    findings.raise_first()
    return Settled(after, files_of(page) | state_file(page.number, page.outcome, now.state), now.state)


def state_file(number: int, outcome: Outcome | None, state: Any) -> dict[str, bytes]:
    """A page has a state of its own at the charter, and where something was judged."""
    return {"state.yaml": state_text(state)} if number == 0 or outcome is not None else {}


# what is complete


def complete_record(here: Folder) -> Page | None:
    """The page of a record in the folder, if every document that it names is there too."""
    for record in here.of_type("record"):
        wanted = read_payload(Record, record.body).documents
        found = {file_name(one): one for one in here.documents if wanted_as(one) in wanted.items()}
        if found.keys() == wanted.keys():
            return Page.of(here.number, [*found.values(), record])
    return None


def missing_documents(here: Folder, record: Envelope) -> list[str]:
    """What a record names and nobody has sent yet."""
    wanted = read_payload(Record, record.body).documents
    there = {wanted_as(one) for one in here.documents}
    return [name for name, digest in sorted(wanted.items()) if (name, digest) not in there]


def wanted_as(envelope: Envelope) -> tuple[str, str]:
    return file_name(envelope), envelope.header.digest().hex()
