"""The verb `audit`: a book is played again, and what somebody kept of his own is looked for in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from pbem.app.labour import ALONE, Lost, Means, in_order
from pbem.book.charter import read_draft
from pbem.book.course import Course
from pbem.book.findings import LEVELS, Findings
from pbem.book.page import Page, from_file
from pbem.book.reading import Book
from pbem.court.auditing import Rulesets, audit_book
from pbem.court.rules import SHOWN
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.office.ownpacks import is_own, rulesets_at
from pbem.office.rulesets import origin
from pbem.seal.envelope import Envelope, Header
from pbem.seal.words import label


@frozen
class Audited:
    """What an audit found; `words` is the last head in words, empty if there is none."""

    findings: Findings
    words: str
    judged_by: str = ""
    """The ruleset that judged, its version, and the package that it came from."""
    superseded: tuple[str, ...] = ()
    """What somebody brought of his own that he replaced himself before it counted."""

    @property
    def ok(self) -> bool:
        return self.findings.ok

    def plain(self) -> dict[str, object]:
        """What `audit --json` prints."""
        return {**self.findings.plain(), "judged_by": self.judged_by, "superseded": list(self.superseded)}

    def lines(self) -> list[str]:
        """The audit as people read it."""
        plain = self.findings.plain()["levels"]
        lines = []
        for level, found in plain.items():
            said = LEVELS.get(level, "my orders are what was used")
            if level == "rules" and self.judged_by:
                said = f"played again by {self.judged_by}"
            later = f"   {found['not_open']} not yet open" if found["not_open"] else ""
            end = (
                f"{len(found['breaks'])} BREAK{'S' if len(found['breaks']) > 1 else ''}" if found["breaks"] else "pass"
            )
            lines.append(f"{level:<10} {found['checked']:>4} checked   {end:<8} {said + later}")
            lines += [f"  {one}" for one in found["breaks"]]
            lines += [f"  {one}" for one in self.superseded if level == "own"]
        return lines


def audit(
    path: Path,
    *,
    home: Path | None = None,
    rulesets: Rulesets | None = None,
    own: Iterable[tuple[str, bytes]] = (),
    watch: Callable[[], None] = lambda: None,
) -> Audited:
    """Audit a book, or the game folder that holds one.  `own`: files with what somebody sent himself; `home`: where
    packs of somebody's own are kept.

    `watch` is called before each page.
    """
    findings = Findings()
    judges = rulesets or rulesets_at(home or Path())
    book = audit_book(path / "book" if (path / "book").is_dir() else path, judges, findings, watch)
    if book is None:
        return Audited(findings, "")
    replaced = [said for name, source in own for said in _check_own(book.course, name, source, findings)]
    return Audited(findings, label(book.course.head), _judge(book), tuple(replaced))


def audit_many(books: Sequence[Path], home: Path, means: Means = ALONE) -> Iterator[tuple[Path, Audited | Lost]]:
    """Several books in their order, side by side or on a cluster that sees the same folders at the same places.

    One that cannot be judged keeps no other from being judged, and is not called broken.
    """
    places = [book.absolute() for book in books]
    yield from zip(books, in_order(partial(_audit_there, home.absolute()), places, means), strict=True)


def _audit_there(home: Path, place: Path) -> Audited | Lost:
    """In whatever process: what it does not see it does not judge."""
    if not place.is_dir():
        return Lost("it is not there where it is to be audited; the machines of a cluster share such folders")
    try:
        return audit(place, home=home)
    except (Refused, OSError) as error:
        return Lost(str(error))


def _judge(book: Book) -> str:
    pinned = book.course.versions
    said = f"{pinned.ruleset} {pinned.version} of {origin(pinned.ruleset)}"
    return f"{said}, on data {pinned.data[:SHOWN]}" if is_own(pinned) else said


def system_of_book(path: Path) -> str:
    """The system that a book says it is of; empty if that cannot be read."""
    page = (path / "book" if (path / "book").is_dir() else path) / "00" / "draft.pbem"
    try:
        return read_draft(from_file(page.read_bytes())).versions.ruleset
    except (OSError, Refused, Tampered):
        return ""


def _check_own(course: Course, name: str, source: bytes, findings: Findings) -> Iterator[str]:
    """What somebody kept of what he sent is in the book, and counted; what he replaced himself is told."""
    found = list(envelopes_in(source, name))
    if not found:
        findings.check("own", name, False, "holds no envelope")
    for envelope in found:
        header = envelope.header
        if header.type not in ("orders", "standing", "reveal", "away", "rekey", "entry", "agreement"):
            continue
        page = course.pages.get(header.exchange)
        documents: Mapping[str, Envelope] = page.documents if page else course.charter.entry_envelopes
        same = any(one.header == header for one in documents.values())
        what = f"the {header.type} of {header.seat} for exchange {header.exchange}, revision {header.revision}"
        if later := _replaced(header, page):
            findings.check("own", name, True, "")
            yield f"{name}: {what}: superseded by revision {later}"
        else:
            findings.check("own", name, same, f"{what}, are not what the book used")


def _replaced(header: Header, page: Page | None) -> int:
    """The revision that counted instead, if the close says that this one was superseded."""
    listed = [one.digest for one in page.close.refused] if page is not None and page.close is not None else []
    if page is None or header.digest().hex() not in listed:
        return 0
    alike = [one.header for one in page.documents.values() if one.header.type == header.type]
    return max((one.revision for one in alike if one.seat == header.seat), default=0)


def envelopes_in(source: bytes, name: str) -> Iterable[Envelope]:
    """The envelopes in some bytes: a mail, or text."""
    from pbem.post.letters import letters

    for letter in letters(source, name):
        for one in letter.blocks:
            if one.whole and one.kind == "ENVELOPE":
                try:
                    yield Envelope.decode(one.data())
                except (Tampered, Refused):
                    continue
