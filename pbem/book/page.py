"""A page of the book: the documents of one number, as files and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from pbem.book.documents import Agreement, Close, Opening, Outcome, Record, Reveal, read_payload
from pbem.book.findings import Findings
from pbem.book.layout import file_name, page_name
from pbem.book.shown import read_loosely, shown
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.seal.armour import armour, unarmoured
from pbem.seal.envelope import Envelope
from pbem.seal.sheettext import check_sheet_text

LARGEST_FILE = 24 * 1024 * 1024


@frozen
class Page:
    """The documents of one number by the names of their files.  What they say is read once."""

    number: int
    documents: Mapping[str, Envelope]
    record: Record | None = None
    close: Close | None = None
    agreement: Agreement | None = None
    opening: Opening | None = None
    others: Mapping[str, bytes] = field(default_factory=dict)
    """The files that are no documents, as they were found; empty where only documents were read."""

    @classmethod
    def of(cls, number: int, documents: Iterable[Envelope], others: Mapping[str, bytes] | None = None) -> Page:
        named: dict[str, Envelope] = {}
        for envelope in documents:
            if named.setdefault(file_name(envelope), envelope) != envelope:
                raise Tampered(f"two documents would be {file_name(envelope)}")
        record, close, opening = named.get("record.pbem"), named.get("close.pbem"), named.get("opening-referee.pbem")
        agreement = next((one for one in named.values() if one.header.type == "agreement"), None)
        if record is not None:
            agreement = None  # a consent that came to nothing
        return cls(
            number,
            dict(sorted(named.items())),
            read_payload(Record, record.body) if record else None,
            read_payload(Close, close.body) if close else None,
            read_payload(Agreement, agreement.body) if agreement else None,
            read_payload(Opening, opening.body) if opening else None,
            others or {},
        )

    @property
    def name(self) -> str:
        return f"book/{page_name(self.number)}"

    @property
    def outcome(self) -> Outcome | None:
        """What came of this number, if anything was judged in it."""
        if self.record is not None:
            return self.record.outcome
        return self.agreement.outcome if self.agreement else None

    @property
    def silence(self) -> Envelope | None:
        """The silence that a page ends with, or that stands in for a referee's signature."""
        if self.record is not None and self.record.outcome is not None:
            return None
        return next(iter(self.of_type("silence")), None)

    def of_type(self, kind: str) -> list[Envelope]:
        return [one for one in self.documents.values() if one.header.type == kind]

    def find(self, kind: str, seat: str) -> Envelope | None:
        return next((one for one in self.of_type(kind) if one.header.seat == seat), None)

    def accepted(self, seat: str) -> Envelope | None:
        """The orders of a seat that count."""
        wanted = self.close.accepted.get(seat) if self.close else None
        return next((one for one in self.of_type("orders") if one.header.digest().hex() == wanted), None)

    def public_sheet(self, seat: str) -> bytes | None:
        """What a seat ordered, if the page shows it."""
        orders = self.accepted(seat)
        if orders is None or not orders.sealed:
            return orders.body if orders else None
        reveal = self.find("reveal", seat)
        if reveal is None:
            return None
        opening = read_payload(Reveal, reveal.body)
        return opening.sheet.encode("utf-8") if opening.salt else None


def files_of(page: Page) -> dict[str, bytes]:
    """The files that follow from the documents alone: the documents in armour, and how they are shown."""
    files = {name: as_file(envelope) for name, envelope in page.documents.items()}
    return {**files, **views_of(page)}


def as_file(envelope: Envelope) -> bytes:
    return armour(envelope.encode()).encode("ascii")


def from_file(data: bytes) -> Envelope:
    """The envelope of a file in the book; Tampered unless the file is exactly as it is written."""
    try:
        envelope = Envelope.decode(unarmoured(data))
    except ValueError as error:
        raise Tampered("not one envelope in armour") from error
    except Refused as error:
        raise Tampered(error.message) from error
    if as_file(envelope) != data:
        raise Tampered("not in armour as it is written")
    return envelope


def views_of(page: Page) -> dict[str, bytes]:
    """The documents as people read them."""
    return {
        name: view if isinstance(view, bytes) else shown(view).encode("utf-8") for name, view in _views(page).items()
    }


def view_names(page: Page) -> tuple[str, ...]:
    return tuple(_views(page))


def _views(page: Page) -> dict[str, Any]:
    """What is shown: records, and sheets as they stand."""
    views: dict[str, Any] = {}
    if page.record is not None:
        views["record.yaml"] = _without_long_parts(page.record.plain())
    if page.close is not None:
        views["close.yaml"] = page.close.plain()
    if page.agreement is not None:
        views["agreement.yaml"] = _without_long_parts(page.agreement.plain())
    if page.opening is not None:
        views["opening.yaml"] = page.opening.plain()
    if page.outcome is not None:
        views["dice.yaml"] = page.outcome.dice
        views["events.yaml"] = [stretch.plain() for stretch in page.outcome.stretches]
    for name, envelope in page.documents.items():
        counts = envelope.header.type == "orders" and envelope == page.accepted(envelope.header.seat)
        if counts and (sheet := page.public_sheet(envelope.header.seat)) is not None:
            views[f"{name.removesuffix('.pbem')}.yaml"] = sheet
    return views


def _without_long_parts(plain: dict[str, Any]) -> dict[str, Any]:
    """Dice and events have files of their own."""
    if plain["outcome"] is not None:
        plain["outcome"] = {key: value for key, value in plain["outcome"].items() if key not in ("dice", "stretches")}
    return plain


def read_files(folder: Path, name: str, findings: Findings, *, shown_too: bool = True) -> dict[str, bytes]:
    """The files of a folder; what is no plain file breaks.

    Without `shown_too` only documents are read, the others named: drawings and reports of a long game are large.
    """
    files: dict[str, bytes] = {}
    for one in sorted(os.scandir(folder), key=lambda entry: entry.name):
        place = f"{name}/{one.name}"
        if not one.is_file(follow_symlinks=False):
            findings.broke("envelopes", place, "no plain file")
        elif one.stat(follow_symlinks=False).st_size > LARGEST_FILE:
            findings.broke("envelopes", place, "too large to be of the book")
        elif shown_too or one.name.endswith(".pbem"):
            files[one.name] = Path(one.path).read_bytes()
        else:
            files[one.name] = b""
    return files


def read_documents(files: Mapping[str, bytes], name: str, findings: Findings) -> dict[str, Envelope]:
    """The documents among the files, each under the name it must have."""
    found: dict[str, Envelope] = {}
    for file, data in files.items():
        if not file.endswith(".pbem"):
            continue
        with findings.checking("envelopes", f"{name}/{file}"):
            envelope = from_file(data)
            if file_name(envelope) != file:
                raise Tampered(f"holds what belongs into {file_name(envelope)}")
            if envelope.header.type in ("orders", "standing") and not envelope.sealed:
                check_sheet_text(envelope.body)
            found[file] = envelope
    return found


def read_page(folder: Path, number: int, findings: Findings, *, shown_too: bool = True) -> Page | None:
    """A page as it lies on the disk, its shown files compared; None if it cannot be understood."""
    name = f"book/{page_name(number)}"
    files = read_files(folder, name, findings, shown_too=shown_too)
    documents = read_documents(files, name, findings)
    others = {file: data for file, data in files.items() if not file.endswith(".pbem")}
    try:
        page = Page.of(number, documents.values(), others)
    except Tampered as error:
        findings.broke("envelopes", name, str(error))
        return None
    if shown_too:
        compare_views(page, findings)
    return page


def compare_views(page: Page, findings: Findings) -> None:
    """Every file that is made from documents must be there as it is made; of `state.yaml` is asked that it is there."""
    check_stray(page.name, page.others, view_names(page), findings, state=page.outcome is not None)
    signed = {"dice.yaml": "record.pbem", "events.yaml": "record.pbem"}
    for file, data in views_of(page).items():
        source = signed.get(file, f"{file.removesuffix('.yaml')}.pbem")
        place = f"{page.name}/{file}"
        if file not in page.others:
            findings.broke("heads", place, "is missing")
        elif not findings.check("heads", place, page.others[file] == data, f"not what {page.name}/{source} signed"):
            _name_changed_dice(page, file, findings)


def check_stray(
    name: str, others: Mapping[str, bytes], views: Iterable[str], findings: Findings, *, state: bool
) -> None:
    """No file that has no business in a folder, and `state.yaml` where something was judged."""
    expected = {*views, "state.yaml"} if state else set(views)
    for file in sorted(others.keys() - expected):
        findings.broke("envelopes", f"{name}/{file}", "does not belong to the book")
    if state and "state.yaml" not in others:
        findings.broke("states", f"{name}/state.yaml", "is missing")


def _name_changed_dice(page: Page, file: str, findings: Findings) -> None:
    """Which dice of a changed die log are not what was signed, with their lines."""
    loose = read_loosely(page.others[file].decode("utf-8", "replace")) if file == "dice.yaml" else None
    if loose is None or page.outcome is None:
        return
    found, lines = loose
    for number, (said, signed) in enumerate(zip(found, page.outcome.dice, strict=False), 1):
        if said != signed and isinstance(said, dict):
            message = f"{signed['name']} says {said.get('face')}, computed {signed['face']}"
            findings.broke("dice", f"{page.name}/{file}:{lines.get(number, 0)}", message)
