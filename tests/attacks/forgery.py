"""What an attacker makes: documents signed with keys he has, and books in which he signs a whole number anew."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from folk import Folk
from whole_books import script_finds

from pbem.app.audits import audit
from pbem.app.receiving import Received, receive
from pbem.book.documents import Payload
from pbem.book.layout import file_name, page_name
from pbem.book.page import Page, files_of
from pbem.book.times import say
from pbem.model.canonical import canonical
from pbem.office.game import Game
from pbem.office.mails import block
from pbem.seal.envelope import Envelope, payload_digest
from pbem.seal.keys import Identity
from pbem.seal.signing import signed


def made(
    game: Game, kind: str, said: Payload | dict[str, Any] | bytes, *, by: Identity | None = None, **header: Any
) -> Envelope:
    """A document of a seat, whatever it says; `by`: another key than the seat's."""
    body = said if isinstance(said, bytes) else canonical(said if isinstance(said, dict) else said.plain())
    identity = by or game.identity
    assert identity is not None
    return signed(identity, game.header(kind, body, **header), b"" if header.get("salt") else body)


def says(envelope: Envelope) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(envelope.body)
    return found


def again(identity: Identity, envelope: Envelope, said: dict[str, Any] | None = None, **header: Any) -> Envelope:
    """A document signed anew: with other contents, with another header."""
    body = envelope.body if said is None else canonical(said)
    head = replace(envelope.header, **header)
    promise = payload_digest(game=head.game, exchange=head.exchange, seat=head.seat, salt=b"", payload=body)
    return signed(identity, replace(head, payload_digest=promise) if body else head, body)


def give(folk: Folk, seat: str, *documents: Envelope | str, at: datetime | None = None) -> Received:
    """A mail comes in."""
    text = "\n".join(one if isinstance(one, str) else block(one) for one in documents)
    return receive(folk.seats[seat], [("mail", text.encode())], at or folk.now)


def refused(got: Received) -> str:
    """Why the only thing in a mail was not taken."""
    assert not got.taken
    (kept,) = got.kept
    return str(kept)


def last_page(folk: Folk, seat: str = "north") -> dict[str, Envelope]:
    course = folk.seats[seat].course
    return dict(course.pages[course.number].documents)


def number_again(
    folk: Folk, documents: Iterable[Envelope], change: Callable[[dict[str, Any]], object] | None = None
) -> list[Envelope]:
    """The documents with close and record signed anew by the referee: close over what it says, record over all."""
    named = {file_name(one): one for one in documents}
    close, record = named.pop("close.pbem"), named.pop("record.pbem")
    referee = folk.identity("referee")
    said = says(record)
    said["documents"] = {name: one.header.digest().hex() for name, one in {**named, "close.pbem": close}.items()}
    said["missed"] = says(close)["missing"]
    if change is not None:
        change(said)
    return [*named.values(), close, again(referee, record, said, after=close.header.digest())]


def broken(folk: Folk, documents: Iterable[Envelope], seat: str = "north") -> list[str]:
    """What an audit finds in a book whose last number holds these; a verifier without rules refuses it, too."""
    game = folk.seats[seat]
    number = game.course.number
    copy = folk.root / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(game.folder.book, copy / "book")
    page, folder = Page.of(number, documents), copy / "book" / page_name(number)
    state = (folder / "state.yaml").read_bytes() if (folder / "state.yaml").exists() else b""
    for path in folder.iterdir():
        path.unlink()
    for name, data in {**files_of(page), **({"state.yaml": state} if state else {})}.items():
        (folder / name).write_bytes(data)
    found = audit(copy, rulesets=lambda name: folk.spec)
    assert not found.ok
    assert script_finds(copy / "book")
    return [str(one) for one in found.findings.breaks if one.level != "rules"]


def broken_next(folk: Folk, documents: Iterable[Envelope], seat: str = "north") -> list[str]:
    """What an audit finds in a book that has one number more, of these; a verifier without rules refuses it, too."""
    game = folk.seats[seat]
    number = game.course.number + 1
    copy = folk.root / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(game.folder.book, copy / "book")
    folder = copy / "book" / page_name(number)
    folder.mkdir()
    for name, data in files_of(Page.of(number, documents)).items():
        (folder / name).write_bytes(data)
    found = audit(copy, rulesets=lambda name: folk.spec)
    assert not found.ok
    return [*(str(one) for one in found.findings.breaks), *script_finds(copy / "book")]


def whole(folk: Folk, documents: Iterable[Envelope], seat: str = "north") -> None:
    """That the same way of making a book makes a whole one when nothing is false in it."""
    game = folk.seats[seat]
    assert {file_name(one) for one in documents} == set(last_page(folk, seat))
    assert audit(game.folder.path, rulesets=lambda name: folk.spec).ok
    assert not script_finds(game.folder.book)


def later(folk: Folk, **span: float) -> datetime:
    folk.now += timedelta(**span)
    return folk.now


def stamp(at: datetime) -> str:
    return say(at)
