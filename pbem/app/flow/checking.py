"""Whether a page follows from the rules: played again as far as its inputs are open, else folded from its events.

Used by those who take a page in, before they sign anything after it, and by audits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.app.flow.judging import (
    Inputs,
    Judged,
    Whole,
    judge,
    public_state,
    public_stretch,
    state_digest,
    whole_from_public,
)
from pbem.app.flow.reporting import Published, Reports
from pbem.app.flow.rules import Rules
from pbem.book.course import Course
from pbem.book.documents import Opening, Outcome, Stretch
from pbem.book.findings import Findings, Level
from pbem.book.layout import page_name
from pbem.book.page import Page
from pbem.book.recorded import absences_in
from pbem.book.shown import shown
from pbem.dice.log import Die, SeededDice
from pbem.engine.advance import Bookmark, added
from pbem.engine.papers import Desk
from pbem.engine.run import Done, Waiting, run, step_of
from pbem.engine.session import apply
from pbem.model.canonical import canonical
from pbem.model.decision import Decision
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.model.outcome import Told
from pbem.model.position import Position


@dataclass(frozen=True, slots=True)
class Known:
    """What is known after a number: the public state, and the whole one where it is open."""

    state: Any
    whole: Whole | None


@dataclass(frozen=True, slots=True)
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
    for envelope in page.of_type("standing"):
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
        absences=(*course.absences, *absences_in(page)),
    )


def inputs_of_record(course: Course, page: Page, referee: Referee | None) -> Inputs | None:
    """The same for a page that has its record."""
    if page.record is None or page.record.stalled:
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
    if outcome is None:  # an undo, an end, an opening: nothing was judged
        resume = before.resume
        if page.agreement is not None and page.agreement.kind == "undo":
            resume = before.resumes.get(page.agreement.exchange, 0)
        return known[resume]
    if page.record is not None and page.record.stalled:
        return _check_stalled(page, base, outcome, findings)
    inputs = inputs_of_record(before, page, referee)
    if page.agreement is not None:
        again = before.pages[page.agreement.exchange]
        base = known[before.resumes[again.number - 1]]
        inputs = _inputs_again(before, page, again, referee)
    try:
        if inputs is not None and base.whole is not None and (rules.openness == "all" or referee is not None):
            judged = _check_played(rules, page, base.whole, inputs, outcome, findings)
            if referee is not None:
                _check_parts(page, judged, referee, findings)
            return Known(judged.state, judged.whole)
        findings.closed["hidden"] += len(outcome.parts)
        if rules.openness == "answers" and page.record is not None:
            return _check_answers(rules, before, page, base, outcome, findings)
        findings.closed["rules"] += 1
        return _check_events(rules, page, base, outcome, findings)
    except (Tampered, Refused, RulesBug, KeyError, ValueError, TypeError, AttributeError) as error:
        findings.broke("rules", place, f"cannot be played again: {error}"[:300])
        return base


def _inputs_again(before: Course, page: Page, again: Page, referee: Referee | None) -> Inputs | None:
    """rejudge: the same orders and the same seed; hidden parts are salted for the agreement's number."""
    assert page.agreement is not None
    inputs = inputs_of_record(before, again, referee)
    if inputs is None:
        return None
    return replace(inputs, number=page.number, at=page.agreement.at, absences=before.absences)


def _check_stalled(page: Page, base: Known, outcome: Outcome, findings: Findings) -> Known:
    holds = outcome.state == state_digest(base.state).hex() and not outcome.stretches and outcome.next.result
    findings.check("rules", page.name, bool(holds), "changes more than who has lost")
    return base


# everything is open: play again


def _check_played(
    rules: Rules, page: Page, before: Whole, inputs: Inputs, outcome: Outcome, findings: Findings
) -> Judged:
    judged = judge(rules, before, inputs)
    made = judged.outcome
    if page.agreement is not None:
        made = made.model_copy(update={"versions": outcome.versions})
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
    now, then = made.versions, said.versions
    if now != then:
        if made.model_copy(update={"versions": then}).to_bytes() == said.to_bytes():
            return []  # another version, and nothing told changes
        ours = f"{now.ruleset} {now.version}, engine {now.engine}"
        found.append(("rules", f"was judged by {then.ruleset} {then.version}, engine {then.engine}; this is {ours}"))
    for one, other in zip(made.dice, said.dice, strict=False):
        if one != other:
            found.append(("rules", f"{other.get('name')} says {other.get('face')}, played again {one.get('face')}"))
            break
    if len(made.dice) != len(said.dice):
        found.append(("rules", f"the book has {len(said.dice)} dice, played again there are {len(made.dice)}"))
    if made.stretches != said.stretches:
        found.append(("rules", _first_event(made, said)))
    if made.state != said.state:
        found.append(("states", "the state comes out otherwise"))
    if made.parts != said.parts:
        names = [holder for holder in said.parts if made.parts.get(holder) != said.parts[holder]]
        found.append(("hidden", f"the hidden part of {', '.join(names) or 'somebody'} comes out otherwise"))
    if made.next != said.next:
        found.append(("rules", "what is due next comes out otherwise"))
    return found or [("rules", "comes out otherwise")]


def _first_event(made: Outcome, said: Outcome) -> str:
    """The first event that comes out otherwise."""
    ours = [entry for stretch in made.stretches for entry in stretch.entries]
    theirs = [entry for stretch in said.stretches for entry in stretch.entries]
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"event {number}, {_words(other)}: played again it is {_words(one)}"
    return f"the book has {len(theirs)} events, played again there are {len(ours)}"


def _words(entry: Mapping[str, Any]) -> str:
    return f"{entry.get('case')} {shown(entry.get('event')).strip()}"[:120]


# the answers are open: run the steps on them


def _check_answers(
    rules: Rules, before: Course, page: Page, base: Known, outcome: Outcome, findings: Findings
) -> Known:
    assert page.record is not None
    codec, start = rules.codec, whole_from_public(rules, base.state, before.next)
    bookmark, position = start.bookmark, start.position
    due: tuple[Decision, ...] = ()
    made: list[Stretch] = []
    dice = SeededDice(bytes.fromhex(page.record.seed), page.number)
    for stretch in outcome.stretches:
        now = codec.read_told(stretch.plain() | {"entries": []})
        told = Told((*bookmark.told.answers, *now.answers), bookmark.told.rolls, ())
        desk = Desk(rules.spec, {}, {}, turn=bookmark.turn)
        step = step_of(rules.spec, bookmark.step or "")
        result = run(step, bookmark.step_id, bookmark.entry, told, desk, dice, page.number)
        made.append(public_stretch(rules, bookmark.step or "", bookmark.turn, _added(bookmark.told, result.told)))
        position = result.position
        bookmark, due = _next_bookmark(rules, bookmark, result)
    whole = Whole(bookmark, {}, due, position)
    state = public_state(rules, whole)
    if made != outcome.stretches:
        theirs = outcome.model_copy(update={"stretches": made})
        findings.broke("rules", page.name, _first_event(theirs, outcome))
    findings.checked["rules"] += 1
    asked = [codec.decision(decision) for decision in due]
    findings.check("rules", page.name, asked == outcome.next.decisions, "what is due next comes out otherwise")
    ours = [die.to_record() for die in dice.log]
    findings.check("rules", page.name, ours == outcome.dice, "has other dice than the rules throw")
    findings.check("states", page.name, state_digest(state).hex() == outcome.state, "the state comes out otherwise")
    return Known(state, None)


def _added(before: Told, now: Told) -> Told:
    """What is new; the entries told before are counted as far as everybody may know them."""
    new = added(Told(before.answers, before.rolls, ()), now)
    public = [entry for entry in new.entries if entry.only is None]
    return Told(new.answers, new.rolls, tuple(public[len([e for e in before.entries if e.only is None]) :]))


def _next_bookmark(rules: Rules, mark: Bookmark, result: Done | Waiting) -> tuple[Bookmark, tuple[Decision, ...]]:
    if isinstance(result, Waiting):
        due = tuple(one.decision for one in result.asked)
        return Bookmark(mark.step, mark.turn, mark.entry, result.told, mark.past), due
    turn = rules.spec.turn(result.position.table)
    return Bookmark(result.then, turn, result.position, Told(), (*mark.past, mark.step_id)), ()


# only the events are open: fold them


def _check_events(rules: Rules, page: Page, base: Known, outcome: Outcome, findings: Findings) -> Known:
    state = folded(rules, base.state, outcome)
    findings.check(
        "states", page.name, state_digest(state).hex() == outcome.state, "its events do not lead to its state"
    )
    faces = {(die.key, die.index): die.face for die in map(Die.from_record, outcome.dice)}
    rolls = [rules.codec.read_roll(roll) for stretch in outcome.stretches for roll in stretch.rolls]
    thrown = {(roll.key, index): face for roll in rolls for index, face in enumerate(roll.faces)}
    findings.check("rules", page.name, faces == thrown, "its rolls are not those of its die log")
    return Known(state, None)


def folded(rules: Rules, before: Any, outcome: Outcome) -> Any:
    """The public state that the public events of a page lead to."""
    codec = rules.codec
    entry, now = (codec.read_position({"secrets": {}, "table": before[name]}) for name in ("entry", "table"))
    mark = Bookmark(
        before["step"] or None, before["turn"], entry, codec.read_told(before["told"]), tuple(before["past"])
    )
    for number, stretch in enumerate(outcome.stretches):
        told = codec.read_told({"answers": stretch.answers, "entries": stretch.entries, "rolls": stretch.rolls})
        if number == 0:
            now = codec.read_position({"secrets": {}, "table": codec.table(mark.entry.table)})
            _apply(now, mark.told)
        _apply(now, told)
        old = mark.told
        whole = Told((*old.answers, *told.answers), (*old.rolls, *told.rolls), (*old.entries, *told.entries))
        mark = Bookmark(mark.step, mark.turn, mark.entry, whole, mark.past)
        later = outcome.stretches[number + 1 :]
        if later or outcome.next.result is not None:
            step = later[0].step if later else None
            at = codec.read_position({"secrets": {}, "table": codec.table(now.table)})
            turn = later[0].turn if later else rules.spec.turn(now.table)
            mark = Bookmark(step, turn, at, Told(), (*mark.past, mark.step_id))
    return public_state(rules, Whole(mark, {}, (), now))


def _apply(position: Position, told: Told) -> None:
    for entry in told.entries:
        if entry.only is not None:
            raise Tampered("an event that one side alone may know stands in public")
        apply(position, entry)


# the files that follow from the rules


def check_files(
    published: Published,
    page_number: int,
    others: Mapping[str, bytes],
    views: Iterable[str],
    reports: Reports,
    findings: Findings,
) -> None:
    """`state.yaml` and the reports, byte for byte; and no file that has no business there."""
    name = f"book/{page_name(page_number)}"
    expected: dict[str, bytes] = {}
    if has_state(published):
        expected["state.yaml"] = shown(published.state).encode("utf-8")
    made = reports(published)
    for file, data in {**expected, **made}.items():
        level: Level = "states" if file == "state.yaml" else "reports"
        if file not in others:
            findings.broke(level, f"{name}/{file}", "is missing")
        else:
            findings.check(level, f"{name}/{file}", others[file] == data, "comes out otherwise when written again")
    for file in sorted(others.keys() - expected.keys() - made.keys() - set(views)):
        findings.broke("envelopes", f"{name}/{file}", "does not belong to the book")


def has_state(published: Published) -> bool:
    """Whether a page has a state of its own: the charter, and whatever was judged."""
    outcome = published.outcome
    return published.number == 0 or outcome is not None


def expected_files(published: Published, reports: Reports) -> dict[str, bytes]:
    """The files of a page that follow from the rules."""
    files = dict(reports(published))
    if has_state(published):
        files["state.yaml"] = shown(published.state).encode("utf-8")
    return files
