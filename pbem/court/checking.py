"""Whether a page follows from the rules: played again as far as its inputs are open, else folded from its events.

Used by those who take a page in, before they sign anything after it, and by audits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.book.course import Course
from pbem.book.deadlines import deadline_of
from pbem.book.documents import Opening, Outcome
from pbem.book.findings import Findings, Level
from pbem.book.folder import Folder
from pbem.book.page import Page
from pbem.court.judging import (
    Inputs,
    Judged,
    Whole,
    judge,
)
from pbem.court.replaying import Known, check_answers, check_events, first_event
from pbem.court.rules import Rules, check_judges
from pbem.model.canonical import canonical
from pbem.model.records import frozen


@frozen
class Referee:
    """What only the referee has until the end: the hidden key, and the contents of sealed sheets by digest."""

    hidden: bytes
    sheets: Mapping[str, bytes]
    parts: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, opening: Opening) -> Referee:
        sheets = {digest: one.sheet.encode("utf-8") for digest, one in opening.sheets.items()}
        return cls(bytes.fromhex(opening.hidden), sheets, opening.parts)


def inputs_of(course: Course, page: Page, referee: Referee | None, *, seed: bytes, at: str) -> Inputs | None:
    """What the exchange of a page is judged on; None as long as some of it is sealed.

    `course` is the one before the page.
    """
    close = page.close
    if close is None:
        return None
    sheets: dict[str, bytes] = {}
    for seat in close.accepted:
        sheet = page.public_sheet(seat)
        if sheet is None and referee is not None:
            sheet = referee.sheets.get(close.accepted[seat])
        if sheet is None:
            return None
        sheets[seat] = sheet
    standing: dict[str, bytes] = {}
    counting = set(close.standing.values())
    for envelope in page.of_type("standing"):
        if envelope.header.digest().hex() not in counting:
            continue
        body = envelope.body or (referee.sheets.get(envelope.header.digest().hex(), b"") if referee else b"")
        if not body:
            return None
        standing[envelope.header.seat] = body
    return Inputs(
        exchange=page.number,
        seed=seed,
        hidden=referee.hidden if referee else b"",
        sheets=sheets,
        standing=standing,
        missing=frozenset(close.missing),
        at=at,
        versions=course.versions,
        absences=deadline_of(Folder.of(course, page.documents.values())).absences,
    )


def inputs_of_record(course: Course, page: Page, referee: Referee | None) -> Inputs | None:
    """The same for a page that has its record."""
    if page.record is None or page.record.outcome is None:
        return None
    return inputs_of(course, page, referee, seed=bytes.fromhex(page.record.seed), at=page.record.at)


def check_page(
    rules: Rules,
    before: Course,
    page: Page,
    known: Mapping[int, Known],
    findings: Findings,
    referee: Referee | None = None,
) -> Known:
    """What is known after a page; what does not follow from the rules is found."""
    place, base = page.name, known[before.resume]
    outcome = page.outcome
    if outcome is None:  # an undo, an end, a silence, an opening: nothing was judged
        resume = before.resume
        if page.agreement is not None and page.agreement.kind == "undo":
            resume = before.resumes.get(page.agreement.exchange, 0)
        return known[resume]
    inputs = inputs_of_record(before, page, referee)
    if page.agreement is not None:
        again = before.pages[page.agreement.exchange]
        base = known[before.resumes[again.number - 1]]
        inputs = _inputs_again(before, page, again, referee)
    try:
        check_judges(rules.spec, outcome.versions)
        if inputs is not None and base.whole is not None and (rules.openness == "all" or referee is not None):
            judged = _check_played(rules, page, base.whole, inputs, outcome, findings)
            if referee is not None:
                _check_parts(page, judged, referee, findings)
            return Known(judged.state, judged.whole)
        findings.closed["hidden"] += len(outcome.parts)
        if rules.openness == "answers" and page.record is not None:
            return check_answers(rules, before, page, base, outcome, findings)
        findings.closed["rules"] += 1
        return check_events(rules, page, base, outcome, findings)
    except Exception as error:  # whatever a false page makes the rules stumble over
        findings.broke("rules", place, f"cannot be played again: {error}"[:300])
        return base


def _inputs_again(before: Course, page: Page, again: Page, referee: Referee | None) -> Inputs | None:
    """rejudge: the same orders and the same seed; hidden parts are salted for the agreement's number."""
    assert page.agreement is not None
    inputs = inputs_of_record(before, again, referee)
    if inputs is None:
        return None
    said = page.agreement.outcome.versions if page.agreement.outcome else before.versions
    return replace(inputs, number=page.number, at=page.agreement.at, absences=before.absences, versions=said)


# everything is open: play again


def _check_played(
    rules: Rules, page: Page, before: Whole, inputs: Inputs, outcome: Outcome, findings: Findings
) -> Judged:
    judged = judge(rules, before, inputs)
    made = judged.outcome
    if made.to_bytes() != outcome.to_bytes():
        for level, message in differences(made, outcome):
            findings.broke(level, page.name, message)
    findings.checked["rules"] += 1
    return judged


def _check_parts(page: Page, judged: Judged, referee: Referee, findings: Findings) -> None:
    """The hidden parts that the opening shows are those that come out."""
    said = referee.parts.get(str(page.number), {})
    for holder in sorted(judged.parts.keys() | said.keys()):
        made = judged.parts.get(holder)
        same = holder in said and canonical(said[holder]) == canonical(made)
        findings.check("hidden", f"{page.name}, {holder}", same, "the opened part comes out otherwise")


def differences(made: Outcome, said: Outcome) -> list[tuple[Level, str]]:
    """What comes out otherwise than a book says."""
    found: list[tuple[Level, str]] = []
    if made.versions != said.versions:
        found.append(("rules", f"was judged by {said.versions.ruleset} {said.versions.version}, which was not agreed"))
    for one, other in zip(made.dice, said.dice, strict=False):
        if one != other:
            found.append(("rules", f"{other.get('name')} says {other.get('face')}, played again {one.get('face')}"))
            break
    if len(made.dice) != len(said.dice):
        found.append(("rules", f"the book has {len(said.dice)} dice, played again there are {len(made.dice)}"))
    if made.stretches != said.stretches:
        found.append(("rules", first_event(made, said)))
    if made.state != said.state:
        found.append(("states", "the state comes out otherwise"))
    if made.parts != said.parts:
        names = [holder for holder in said.parts if made.parts.get(holder) != said.parts[holder]]
        found.append(("hidden", f"the hidden part of {', '.join(names) or 'somebody'} comes out otherwise"))
    if made.next != said.next:
        found.append(("rules", "what is due next comes out otherwise"))
    return found or [("rules", "comes out otherwise")]
