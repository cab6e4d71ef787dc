"""The audit: a book read as a stranger's, every byte of it accounted for, every exchange played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pbem.app.flow.checking import Referee, check_page
from pbem.app.flow.filing import check_state, state_file
from pbem.app.flow.game import Rulesets
from pbem.app.flow.judging import beginning, public_state
from pbem.app.flow.replaying import Known
from pbem.app.flow.rules import Rules
from pbem.app.rulesets import origin, ruleset
from pbem.book.course import Course
from pbem.book.findings import LEVELS, Findings
from pbem.book.read import Book, read_book
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.seal import armour
from pbem.seal.envelope import Envelope
from pbem.seal.words import label


@frozen
class Audited:
    """What an audit found; `words` is the last head in words, empty if there is none."""

    findings: Findings
    words: str
    judged_by: str = ""
    """The ruleset that judged, its version, and the package that it came from."""

    @property
    def ok(self) -> bool:
        return self.findings.ok

    def plain(self) -> dict[str, object]:
        """What `audit --json` prints."""
        return {**self.findings.plain(), "judged_by": self.judged_by}

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
            lines.append(f"{level:<10} {found['checked']:>4} checked   {said + later:<48} {end}")
            lines += [f"  {one}" for one in found["breaks"]]
        return lines


def audit(
    path: Path,
    *,
    rulesets: Rulesets = ruleset,
    own: Iterable[tuple[str, bytes]] = (),
    watch: Callable[[], None] = lambda: None,
) -> Audited:
    """Audit a book, or the game folder that holds one.  `own`: files with what somebody sent himself.

    `watch` is called before each page.
    """
    findings = Findings()
    book = read_book(path / "book" if (path / "book").is_dir() else path, findings)
    if book is None:
        return Audited(findings, "")
    try:
        _audit_rules(book, rulesets, watch, findings)
    except Exception as error:  # an audit ends with findings, whatever a false book makes the rules stumble over
        findings.broke("rules", "book", f"cannot be played again: {error}"[:300])
    for name, source in own:
        _check_own(book.course, name, source, findings)
    return Audited(findings, label(book.course.head), _judge(book))


def _judge(book: Book) -> str:
    pinned = book.course.versions
    return f"{pinned.ruleset} {pinned.version} of {origin(pinned.ruleset)}"


def _audit_rules(book: Book, rulesets: Rulesets, watch: Callable[[], None], findings: Findings) -> None:
    charter = book.courses[0].charter
    rules = Rules.of(rulesets(charter.draft.versions.ruleset), charter)
    whole = beginning(rules)
    known: dict[int, Known] = {0: Known(public_state(rules, whole), whole)}
    referee = _referee(book)
    check_state(0, state_file(0, None, known[0].state), book.first, findings)
    for number, page in sorted(book.course.pages.items()):
        watch()
        known[number] = check_page(rules, book.courses[number - 1], page, known, findings, referee)
        check_state(number, state_file(number, page.outcome, known[number].state), page.others, findings)


def _referee(book: Book) -> Referee | None:
    """What the referee has opened at the end, if he has."""
    opened = [page.opening for page in book.course.pages.values() if page.opening is not None]
    return Referee.of(opened[0]) if opened and book.course.opened else None


def _check_own(course: Course, name: str, source: bytes, findings: Findings) -> None:
    """What somebody kept of what he sent is in the book, and counted."""
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
        findings.check("own", name, same, f"{what}, are not what the book used")


def envelopes_in(source: bytes, name: str) -> Iterable[Envelope]:
    """The envelopes in some bytes: a mail, or text."""
    from pbem.post.read import letters

    for letter in letters(source, name):
        for one in letter.blocks:
            if one.whole and one.kind == "ENVELOPE":
                try:
                    yield Envelope.decode(armour.blocks(one.armoured)[0].data())
                except (Tampered, Refused):
                    continue
