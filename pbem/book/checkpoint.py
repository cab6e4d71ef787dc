"""A checkpoint: the course of a book up to its last number, so that a program need not walk all of it every time.

It lies with a seat's secrets and carries a MAC under a key of theirs; it holds a digest over all documents that it
rests on, and the name of the program that walked them.  If anything is otherwise, the book is walked in full.  Audits
never read it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem import VERSION
from pbem.book.charter import Charter, SeatKeys, WaitingChain
from pbem.book.course import Course
from pbem.book.documents import Draft, Due, SeatEntry, Versions, read_payload
from pbem.book.layout import GameFolder, page_name
from pbem.book.page import from_file
from pbem.book.pages import Pages
from pbem.book.times import Span, read_time, say
from pbem.book.writing import PRIVATE, write_file
from pbem.dice.chain import KnownLink
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.digest import LENGTH, framed, mac
from pbem.model.errors import Refused, Tampered
from pbem.model.strict import read_plain

WALKED_BY = f"pbem {VERSION}, 1"
"""The program that walked the book; the number rises when walking changes."""
AT_ONCE = 1 << 16
BINARY = getattr(os, "O_BINARY", 0)
"""What Windows wants to be told."""


def keep(path: Path, folder: GameFolder, course: Course, key: bytes) -> None:
    """Write down where a verified course stands."""
    said = {"course": _plain(course), "documents": documents_digest(folder, course.number), "walked": WALKED_BY}
    body = canonical(said)
    write_file(path, framed(mac(key, "pbem/checkpoint/1", body), body), PRIVATE)


def recall(path: Path, folder: GameFolder, key: bytes) -> Course | None:
    """The course as it was written down; None if that is not of this book as it lies here, by this program."""
    try:
        data = path.read_bytes()
        said = _checked(data, key)
        if said is None or said["documents"] != documents_digest(folder, said["course"]["number"]):
            return None
        return _read(said["course"], folder)
    except (OSError, Tampered, Refused, KeyError, ValueError, TypeError):
        return None


def _checked(data: bytes, key: bytes) -> Any:
    """What a checkpoint says, if it is ours."""
    code, body = data[4:36], data[40:]
    if framed(code, body) != data or not hmac.compare_digest(code, mac(key, "pbem/checkpoint/1", body)):
        return None
    said = parse_canonical(body)
    return said if said["walked"] == WALKED_BY else None


def documents_digest(folder: GameFolder, last: int) -> str:
    """The digest of all documents up to a number, with their names."""
    made, book = hashlib.sha256(), str(folder.book)
    for number in range(last + 1):
        name = page_name(number)
        page, head = f"{book}/{name}", framed(name)
        for file in _documents_in(page):
            data = _bytes_of(f"{page}/{file}")
            made.update(head + framed(file) + len(data).to_bytes(LENGTH, "big"))
            made.update(data)
    return made.hexdigest()


def _documents_in(page: str) -> list[str]:
    """The names of the documents in a folder; none where there is no folder."""
    try:
        return sorted(file for file in os.listdir(page) if file.endswith(".pbem"))
    except FileNotFoundError:
        return []


def _bytes_of(path: str) -> bytes:
    """All of a file.  There are hundreds in a long game, and each Python file object costs as much as its file."""
    handle = os.open(path, os.O_RDONLY | BINARY)
    try:
        data = os.read(handle, AT_ONCE)
        while data and (more := os.read(handle, AT_ONCE)):
            data += more
        return data
    finally:
        os.close(handle)


# a course as a record


def _plain(course: Course) -> dict[str, Any]:
    return {
        "absences": [[span.seat, say(span.start), say(span.end)] for span in course.absences],
        "head": course.head.hex(),
        "keys": {seat: _plain_keys(own) for seat, own in course.keys.items()},
        "next": course.next.plain(),
        "number": course.number,
        "opened": course.opened,
        "resumes": [course.resumes[number] for number in range(course.number + 1)],
        "seeds": [course.seeds[number].hex() for number in range(course.number + 1)],
        "standing": sorted(course.standing),
        "time": course.time,
        "versions": course.versions.plain(),
        "writer": course.writer,
    }


def _read(plain: dict[str, Any], folder: GameFolder) -> Course:
    return Course(
        charter=_charter(folder),
        number=plain["number"],
        head=bytes.fromhex(plain["head"]),
        seeds={number: bytes.fromhex(seed) for number, seed in enumerate(plain["seeds"])},
        keys={seat: _read_keys(own) for seat, own in plain["keys"].items()},
        writer=plain["writer"],
        next=read_plain(Due, plain["next"]),
        versions=read_plain(Versions, plain["versions"]),
        resumes=dict(enumerate(plain["resumes"])),
        absences=tuple(Span(seat, read_time(start), read_time(end)) for seat, start, end in plain["absences"]),
        time=plain["time"],
        pages=Pages.on_disk(folder, plain["number"]),
        standing=frozenset(plain["standing"]),
        opened=plain["opened"],
    )


def _plain_keys(own: SeatKeys) -> dict[str, Any]:
    waiting = own.waiting and {"for": sorted(own.waiting.for_seats), "tip": own.waiting.tip.hex()}
    return {
        "key": own.key.hex(),
        "known": [own.known.number, own.known.link.hex()],
        "lost": own.lost,
        "sealing": own.sealing.hex(),
        "spare": own.spare.hex(),
        "waiting": waiting,
    }


def _read_keys(plain: dict[str, Any]) -> SeatKeys:
    number, link = plain["known"]
    made = SeatKeys(
        bytes.fromhex(plain["key"]),
        bytes.fromhex(plain["spare"]),
        bytes.fromhex(plain["sealing"]),
        KnownLink(number, bytes.fromhex(link)),
        lost=plain["lost"],
    )
    waiting = plain["waiting"]
    if waiting is None:
        return made
    return replace(made, waiting=WaitingChain(bytes.fromhex(waiting["tip"]), frozenset(waiting["for"])))


def _charter(folder: GameFolder) -> Charter:
    """The charter again, which was judged when the book was walked."""
    draft = from_file((folder.page(0) / "draft.pbem").read_bytes())
    terms = read_payload(Draft, draft.body)
    entries = {seat: from_file((folder.page(0) / f"entry-{seat}.pbem").read_bytes()) for seat in terms.seats}
    return Charter(draft, entries, terms, {seat: read_payload(SeatEntry, one.body) for seat, one in entries.items()})
