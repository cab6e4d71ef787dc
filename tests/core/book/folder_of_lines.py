"""The folder that a vector of `tests/vectors/claims` describes, as `pbem` and as `examples/verify.py` have it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any

from known_keys import known_key
from vector_form import Vector

from pbem.book.charter import Charter, SeatKeys
from pbem.book.course import Course
from pbem.book.documents import Away, Close, Draft, Due, Extension, Receipt, Refusal, Rekey, Silence, Versions
from pbem.book.folder import Folder, giver
from pbem.book.layout import file_name
from pbem.book.times import Span, read_time
from pbem.model.strict import read_plain
from pbem.seal.envelope import Envelope, Header, payload_digest
from pbem.seal.keys import public_line

GAME, HEAD, NUMBER = b"g" * 32, b"h" * 32, 3
VERSIONS = Versions(engine="1", ruleset="ford", version="1", data="0" * 64)
Line = tuple[str, str, int, dict[str, str]]


def line_of(text: str) -> Line:
    """Type, seat, revision, and what else is said; an absence of an earlier number has no revision."""
    words = text.split()
    said = dict(word.split("=", 1) for word in words if "=" in word)
    kind, seat, *revision = (word for word in words if "=" not in word)
    return kind, seat, int(revision[0]) if revision else 0, said


def keys_named(seat: str, which: str = "new") -> Rekey:
    """Keys of a seat that are the same every time."""
    tip, sealing, seed = (hashlib.sha256(f"{what} {which} {seat}".encode()) for what in ("tip", "sealing", "key"))
    return Rekey(
        key=public_line(known_key(seed.digest()).public), spare="", sealing=sealing.hexdigest(), tip=tip.hexdigest(),
        seat=seat, chain="kept",
    )  # fmt: skip


def _document(kind: str, seat: str, revision: int, body: bytes, after: bytes = HEAD) -> Envelope:
    """Without a signature: what follows from a folder asks for none."""
    sealed = kind in ("orders", "standing")
    salt, said = (b"s" * 32, b"\n") if sealed else (b"", body)
    promise = payload_digest(game=GAME, exchange=NUMBER, seat=seat, salt=salt, payload=said)
    header = Header(
        type=kind, game=GAME, exchange=NUMBER, seat=seat, revision=revision, after=after, payload_digest=promise
    )
    return Envelope(header, bytes(64), b"" if sealed else said)


class Laid:
    """A vector with what it needs around it."""

    def __init__(self, vector: Vector) -> None:
        self.told = vector.fields
        self.terms: dict[str, Any] = json.loads(vector.fields["terms"])
        lines = vector.data.decode().splitlines()
        self.lines, self.steps = ([], lines) if vector.kind == "switch" else (lines, [])
        first = self.told.get("until", "2025-11-10T20:00:00Z")
        self.draft = read_plain(
            Draft,
            {"id": "0" * 64, "versions": VERSIONS.plain(), "scenario": "ford", "first": first, **self.terms},
        )
        stand_in = _document("standing", self.draft.seats[0], 1, b"")
        self.charter = Charter(stand_in, dict.fromkeys(self.draft.seats, stand_in), self.draft, {})

    @property
    def due(self) -> list[str]:
        return self.told.get("due", " ".join(self.charter.players)).split()

    @property
    def writer(self) -> str:
        return self.told.get("writer", self.draft.seats[-1])

    def course(self, keys: Mapping[str, SeatKeys] | None = None, number: int = NUMBER) -> Course:
        spans = tuple(
            Span(seat, read_time(said["start"]), read_time(said["end"]))
            for kind, seat, _, said in map(line_of, self.lines)
            if kind == "absence"
        )
        due = Due(seats=self.due, kind="part", until=self.draft.first)
        return Course(
            self.charter, number - 1, HEAD, {number - 1: HEAD}, keys or {}, self.writer, due, VERSIONS, absences=spans
        )

    @cached_property
    def folder(self) -> Folder:
        return Folder.of(self.course(), self._documents())

    def _documents(self) -> Iterator[Envelope]:
        closed = b""
        for kind, seat, revision, said in map(line_of, self.lines):
            if kind == "absence":
                continue
            made = _document(kind, seat, revision, _body(kind, said), closed if kind == "reveal" else HEAD)
            closed = made.header.digest() if kind == "close" else closed
            yield made
            if "receipt" in said:
                receipt = Receipt(received=said["received"]).to_bytes()
                number, after = int(said["receipt"]), made.header.digest()
                yield _document("receipt", giver(self.charter, made), number, receipt, after)

    def _named(self, field: str) -> list[Envelope]:
        """The documents that a field names, as files are named."""
        by_name = {file_name(one).removesuffix(".pbem"): one for one in self.folder.documents}
        return [by_name[name] for name in self.told[field].split()]

    def close(self) -> Close:
        """The close that the vector tells of."""
        digests = {
            field: {one.header.seat: one.header.digest().hex() for one in self._named(field)}
            for field in ("accepted", "standing")
        }
        refused = [Refusal(digest=one.header.digest().hex(), seat=one.header.seat) for one in self._named("refused")]
        return Close(at=self.told["at"], missing=self.told["missing"].split(), refused=refused, **digests)

    @property
    def says(self) -> dict[str, str]:
        return {name: self.told[name] for name in ("at", "by", "owed", "since")}

    def silence(self) -> Envelope:
        """After the head, or after the close if that has come."""
        close = next((one for one in self.folder.documents if one.header.type == "close"), None)
        after = close.header.digest() if close and self.told["owed"] in ("reveal", "record") else HEAD
        body = read_plain(Silence, self.says).to_bytes()
        return _document("silence", self.told["accuser"], 1, body, after)

    def agreement(self) -> dict[str, Any]:
        told = {name: self.told[name] for name in ("at", "lapses", "until")}
        rest = {"kind": "undo", "exchange": 0, "why": "", "documents": {}, "outcome": None, "result": None}
        return told | rest

    def numbers(self) -> Iterator[tuple[int, dict[str, str], list[str]]]:
        """Number by number the new keys that came, with what they say of the chain, and whose links were used."""
        for line in self.steps:
            number, *words = line.split()
            said = dict(word.split("=", 1) for word in words)
            came = dict(one.split(":") for one in said.get("rekey", "").split(",") if one)
            yield int(number), came, [seat for seat in said["shown"].split(",") if seat]

    def begins(self) -> dict[str, int]:
        pairs = (pair.split("=") for pair in self.told["begins"].split())
        return {seat: int(number) for seat, number in pairs if number != "no"}

    def book(self, script: ModuleType, *, receipted: bool = True) -> Any:
        """A `Book` of verify.py in the middle of its work."""
        book = script.Book.__new__(script.Book)
        book.files, book.checked, book.breaks = {}, dict.fromkeys(script.LEVELS, 0), {}
        book.number, book.now, book.kind, book.place, book.kinds = NUMBER, 0, "exchange", "", {}
        book.terms, book.seats, book.players, book.due = self.terms, self.draft.seats, [*self.charter.players], self.due
        book.until, book.days = script.seconds(self.draft.first), script.days_of(self.draft.days)
        hour, minute = self.draft.clock.split(":")
        book.clock = int(hour) * 3600 + int(minute) * 60
        book.head = book.head_before = HEAD
        book.flow = script.flow(self.draft.mode, book.players, book.due, self.writer)
        lines = [line_of(line) for line in self.lines if line.split()[0] == "absence"]
        book.absences = [
            (seat, *(script.seconds(said[name]) for name in ("start", "end"))) for _, seat, _, said in lines
        ]
        read = {
            file_name(one): script.document(one.header.encode(), one.signature, one.body)
            for one in self.folder.documents
        }
        book.page, book.close = read, read.get("close.pbem")
        book.said = {
            one.digest: script.says(one)
            for one in read.values()
            if one.type in ("away", "close", "extension", "receipt")
        }
        book.closed = script.seconds(book.said[book.close.digest]["at"]) if book.close else None
        if receipted and "complete" not in self.told:
            book.receipts(complete=False)
        return book


def _body(kind: str, said: dict[str, str]) -> bytes:
    if kind == "away":
        return Away(start=said["start"], end=said["end"]).to_bytes()
    if kind == "extension":
        return Extension(until=said["until"]).to_bytes()
    if kind == "close":
        return Close(at=said["at"], accepted={}, missing=[], refused=[], standing={}).to_bytes()
    return b"" if kind in ("orders", "standing") else base64.b64encode(kind.encode())
