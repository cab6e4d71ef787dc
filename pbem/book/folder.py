"""The documents of one number beside the course that they go on from: what lies there, and what was receipted when.

The same questions are asked of a page of the book and of what lies on a desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from pbem.book.charter import Charter
from pbem.book.course import Course
from pbem.book.documents import REFEREE, Close, Receipt, read_payload
from pbem.book.procedure import other
from pbem.book.times import read_time
from pbem.model.records import frozen
from pbem.seal.envelope import Envelope

PLACES = 1000
"""A receipt's revision: the place of the seat whose document it is for, times this, and a count."""
RECEIPTED = ("orders", "standing", "away", "rekey", "agreement")
"""What a referee receipts, of the documents that players sign."""
COUNTED = ("orders", "agreement")
"""Orders and consents of a seat share one counter."""


class Receipted(NamedTuple):
    """A document, since when it is there, and the receipt that says so."""

    at: datetime
    receipt: Envelope
    document: Envelope


@frozen(slots=False)
class Folder:
    """The documents of the number that follows a course."""

    course: Course
    documents: tuple[Envelope, ...]

    @classmethod
    def of(cls, course: Course, documents: Iterable[Envelope]) -> Folder:
        return cls(course, tuple(documents))

    @property
    def number(self) -> int:
        return self.course.open_number

    @property
    def charter(self) -> Charter:
        return self.course.charter

    def of_type(self, kind: str, seat: str = "") -> list[Envelope]:
        """The documents of a type, perhaps of one seat alone, by seat and revision."""
        found = [one for one in self.documents if one.header.type == kind and seat in ("", one.header.seat)]
        return sorted(found, key=lambda one: (place_of(self.charter, one.header.seat), one.header.revision))

    def only(self, *kinds: str) -> Folder:
        return replace(self, documents=tuple(one for one in self.documents if one.header.type in kinds))

    def without(self, *unwanted: Envelope) -> Folder:
        return replace(self, documents=tuple(one for one in self.documents if one not in unwanted))

    @cached_property
    def close(self) -> Envelope | None:
        """The close by who closes, on the head."""
        flow = self.course.procedure
        return next((one for one in self.of_type("close", flow.closer) if one.header.after == self.course.head), None)

    @cached_property
    def closed_at(self) -> datetime | None:
        return read_time(read_payload(Close, self.close.body).at) if self.close else None

    @cached_property
    def receipts(self) -> Mapping[bytes, Receipted]:
        """By digest of the document: its receipt, by the seat that gives it."""
        documents = {one.header.digest(): one for one in self.documents}
        found: dict[bytes, Receipted] = {}
        for receipt in self.of_type("receipt"):
            document = documents.get(receipt.header.after)
            if document is not None and receipt.header.seat == giver(self.charter, document):
                at = read_time(read_payload(Receipt, receipt.body).received)
                found.setdefault(receipt.header.after, Receipted(at, receipt, document))
        return found

    def received(self, document: Envelope) -> Receipted | None:
        return self.receipts.get(document.header.digest())

    def in_order(self, *kinds: str) -> list[Receipted]:
        """Receipted documents of these types, as they came in."""
        found = [one for one in self.receipts.values() if one.document.header.type in kinds]
        return sorted(found, key=lambda one: (one.at, one.receipt.header.revision))

    def last(self, kind: str, seat: str) -> Envelope | None:
        """The document of a type and seat with the highest revision."""
        mine = self.of_type(kind, seat)
        return mine[-1] if mine else None


def place_of(charter: Charter, seat: str) -> int:
    """A seat's place in charter order, from 1."""
    return 1 + charter.seats.index(seat) if seat in charter.seats else 0


def giver(charter: Charter, document: Envelope) -> str:
    """Who gives a receipt for a document: the referee; of two alone the other."""
    return REFEREE if charter.has_referee else other(charter, document.header.seat)


def wants_receipt(charter: Charter, document: Envelope) -> bool:
    """Whether a document stands in the folder of an exchange with a receipt."""
    kind, seat = document.header.type, document.header.seat
    if not charter.has_referee:
        return kind == "away"
    return kind == "extension" if seat == REFEREE else kind in RECEIPTED


def check_receipts(folder: Folder, *, complete: bool) -> list[str]:
    """What is wrong with the receipts of a folder: each is for a document here that wants one, and rightly numbered.

    `complete`: as in the folder of an exchange every document that wants one has it, and they are counted without gaps.
    """
    wanting = [one for one in folder.documents if wants_receipt(folder.charter, one)]
    had = {one.receipt.header.digest() for document in wanting if (one := folder.received(document))}
    wrong = [
        f"receipt {one.header.revision} of {one.header.seat} is for nothing here, or for what needs none"
        for one in folder.of_type("receipt")
        if one.header.digest() not in had
    ]
    if complete:
        wrong += [
            f"there is no receipt for the {one.header.type} of {one.header.seat}, revision {one.header.revision}"
            for one in wanting
            if folder.received(one) is None
        ]
    for seat in folder.charter.seats:
        wrong += _numbered(folder, seat, complete)
    return wrong


def _numbered(folder: Folder, seat: str, complete: bool) -> list[str]:
    """The receipts of one seat's documents are counted, and in an exchange their times do not fall."""
    mine = sorted(
        (one for one in folder.receipts.values() if one.document.header.seat == seat),
        key=lambda one: one.receipt.header.revision,
    )
    first = place_of(folder.charter, seat) * PLACES + 1
    numbers, times = [one.receipt.header.revision for one in mine], [one.at for one in mine]
    if any(not first <= number < first + PLACES - 1 for number in numbers):
        return [f"the receipts for {seat} are not numbered from {first} on"]
    if complete and numbers != list(range(first, first + len(mine))):
        return [f"the receipts for {seat} are not numbered {first}, {first + 1} and so on"]
    return [f"the receipts for {seat} go back in time"] if complete and times != sorted(times) else []
