"""Playing a page again as far as it is public: on the answers that were given, or by folding its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.book.course import Course
from pbem.book.deadlines import deadline_of
from pbem.book.documents import Outcome, PublicStretch
from pbem.book.findings import Findings
from pbem.book.folder import Folder
from pbem.book.page import Page
from pbem.book.shown import shown
from pbem.book.states import state_digest
from pbem.court.judging import Whole, next_due, public_state, public_stretch, whole_from_public
from pbem.court.rules import Rules
from pbem.dice.log import Die, SeededDice
from pbem.engine.advance import Bookmark, added
from pbem.engine.papers import BareDocket
from pbem.engine.run import Done, Waiting, run, step_of
from pbem.engine.session import apply
from pbem.model.decision import Decision
from pbem.model.errors import Tampered
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.model.records import frozen


@frozen
class Known:
    """What is known after a number: the public state, and the whole one where it is open."""

    state: Any
    whole: Whole | None


def first_event(made: Outcome, said: Outcome) -> str:
    """The first event that comes out otherwise."""
    ours = [entry for stretch in made.stretches for entry in stretch.entries]
    theirs = [entry for stretch in said.stretches for entry in stretch.entries]
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            return f"event {number}, {_words(other)}: played again it is {_words(one)}"
    return f"the book has {len(theirs)} events, played again there are {len(ours)}"


def _words(entry: Mapping[str, Any]) -> str:
    return f"{entry.get('case')} {shown(entry.get('event')).strip()}"[:120]


def check_answers(rules: Rules, before: Course, page: Page, base: Known, outcome: Outcome, findings: Findings) -> Known:
    assert page.record is not None
    codec, start = rules.codec, whole_from_public(rules, base.state, before.next)
    bookmark, position = start.bookmark, start.position
    due: tuple[Decision, ...] = ()
    made: list[PublicStretch] = []
    dice = SeededDice(bytes.fromhex(page.record.seed), page.number)
    docket = BareDocket(rules.spec, {}, version=outcome.versions.version)
    for stretch in outcome.stretches:
        now = codec.read_told(stretch.plain() | {"entries": []})
        told = Told((*bookmark.told.answers, *now.answers), bookmark.told.rolls, ())
        step = step_of(rules.spec, bookmark.step or "")
        result = run(step, bookmark.step_id, bookmark.entry, told, docket, dice, page.number)
        made.append(public_stretch(rules, bookmark.step or "", bookmark.turn, _added(bookmark.told, result.told)))
        position = result.position
        bookmark, due = _next_bookmark(rules, bookmark, result)
    whole = Whole(bookmark, {}, due, position)
    state = public_state(rules, whole)
    if made != outcome.stretches:
        theirs = replace(outcome, stretches=made)
        findings.broke("rules", page.name, first_event(theirs, outcome))
    findings.checked["rules"] += 1
    ending = rules.spec.ending(position.table) if bookmark.step is None else None
    absences = deadline_of(Folder.of(before, page.documents.values())).absences
    asked = next_due(rules, due, ending, page.record.at, absences)
    findings.check("rules", page.name, asked == outcome.next, "what is due next comes out otherwise")
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


def check_events(rules: Rules, page: Page, base: Known, outcome: Outcome, findings: Findings) -> Known:
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
