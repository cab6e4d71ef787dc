"""Judging an exchange: inputs, seed and the state before give the state after and what is published of it.

Pure: the same for whoever has the inputs, at adjudication, on receipt and in an audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Literal

from pbem.book.deadlines import until_after
from pbem.book.documents import Due, Outcome, PublicStretch, Result, Versions
from pbem.book.states import state_digest
from pbem.book.times import Span
from pbem.court.rules import CONFIRMS, Rules
from pbem.dice.hidden import hidden_seed, part_digest, salt_of
from pbem.dice.log import Die, SeededDice
from pbem.engine import advance as engine
from pbem.engine.advance import Bookmark, Intake, Progress
from pbem.engine.papers import Note, Papers
from pbem.model.canonical import canonical
from pbem.model.decision import Answer, Decision
from pbem.model.errors import Tampered
from pbem.model.ids import Key
from pbem.model.outcome import Ending, Told
from pbem.model.position import Position, View
from pbem.model.records import frozen
from pbem.model.sheet import Sheet
from pbem.seal.sheettext import check_sheet_text


@frozen
class Whole:
    """Everything about a game between two exchanges: what the referee knows, or two players alone."""

    bookmark: Bookmark
    papers: Mapping[str, Papers]
    due: tuple[Decision, ...]
    position: Position
    """How things stand, in mid-step where the game waits."""


@frozen(kw_only=True)
class Inputs:
    """What an exchange is judged on."""

    exchange: int
    seed: bytes
    hidden: bytes = b""
    """The referee's hidden key, where there are hidden parts."""
    sheets: Mapping[str, bytes] = field(default_factory=dict)
    standing: Mapping[str, bytes] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    at: str
    versions: Versions
    """By which rules and data."""
    absences: tuple[Span, ...] = ()
    number: int = 0
    """The number that the hidden parts are salted for; another than the exchange when it is judged again."""


@frozen
class Judged:
    """What came of it: for everybody, for each holder of a hidden part, and whole."""

    whole: Whole
    outcome: Outcome
    state: Any
    parts: Mapping[str, Any]
    advanced: Progress


class TooEarly(BaseException):
    """Unwinds the rules where they come to a die before exchange 1.  No Exception, so that nothing eats it."""


class NoDice:
    """Before the charter is confirmed nothing can be thrown."""

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        raise TooEarly


def beginning(rules: Rules) -> Whole:
    """The state at head 0.  Due in exchange 1 is what the rules want settled beforehand, and ask before any die."""
    bookmark = engine.begin(rules.spec, rules.set_up())
    asked = (one for one in _asked_at_once(rules, bookmark) if rules.spec.settles(one))
    due = tuple(one for one in asked if one.side not in rules.draft.bots)
    return Whole(bookmark, {}, due, bookmark.entry)


def asked_first(rules: Rules) -> tuple[str, ...]:
    """Whom play asks first, a bot not; nobody, if something is settled before or a die is thrown."""
    asked = _asked_at_once(rules, engine.begin(rules.spec, rules.set_up()))
    sides = tuple(dict.fromkeys(one.side for one in asked))
    return () if any(map(rules.spec.settles, asked)) or {*sides} & {*rules.draft.bots} else sides


def _asked_at_once(rules: Rules, bookmark: Bookmark) -> tuple[Decision, ...]:
    """What the rules ask before any die, bots too."""
    terms = replace(rules.terms(b"", b"", rules.draft.versions.version), bots={})
    try:
        return engine.advance(terms, bookmark, {}, Intake(settling=True), NoDice(), 1).decisions
    except TooEarly:
        return ()


def judge(rules: Rules, before: Whole, inputs: Inputs) -> Judged:
    """Read the sheets, run the rules, and part what everybody may know from what is somebody's own."""
    sheets, unreadable = _read_all(rules, before, inputs)
    absent = inputs.missing | set(unreadable)
    secret = hidden_seed(inputs.hidden, inputs.seed) if inputs.hidden else None
    dice = SeededDice(inputs.seed, inputs.exchange, secret)
    intake = Intake(sheets, frozenset(absent), settling=inputs.exchange == CONFIRMS)
    terms = rules.terms(inputs.seed, inputs.hidden, inputs.versions.version)
    advanced = engine.advance(terms, before.bookmark, before.papers, intake, dice, inputs.exchange, before.due)
    whole = Whole(advanced.bookmark, advanced.papers, advanced.decisions, advanced.position)
    parts = {holder: part_of(rules, whole, advanced, dice.log, holder) for holder in rules.holders}
    state = public_state(rules, whole)
    salted = inputs.number or inputs.exchange
    outcome = Outcome(
        stretches=[public_stretch(rules, one.step, one.turn, one.told) for one in advanced.stretches],
        dice=[die.to_record() for die in dice.log if not die.hidden],
        state=state_digest(state).hex(),
        parts={
            holder: part_digest(salt_of(inputs.hidden, salted, holder), canonical(part)).hex()
            for holder, part in sorted(parts.items())
        },
        next=next_due(rules, advanced.decisions, advanced.ending, inputs.at, inputs.absences),
        unreadable=unreadable,
        versions=inputs.versions,
    )
    return Judged(whole, outcome, state, parts, advanced)


def _read_all(rules: Rules, before: Whole, inputs: Inputs) -> tuple[dict[str, Sheet], list[str]]:
    """The sheets, and the sides whose sheet says nothing that can be read."""
    sheets: dict[str, Sheet] = {}
    unreadable = []
    for side, data in sorted(inputs.sheets.items()):
        view = View(side, before.position.table, before.position.secrets.get(side))
        sheet = _legible(data) and rules.read(_legible(data), inputs.exchange, view, before.due)[0]
        if sheet:
            sheets[side] = sheet
        else:
            unreadable.append(side)
    for side, data in sorted(inputs.standing.items()):
        new = rules.read_standing(_legible(data), inputs.exchange, side)[0] if _legible(data) else None
        if new is not None:
            sheets[side] = replace(sheets.get(side, new), standing=new.standing)
    return sheets, unreadable


def _legible(data: bytes) -> str:
    try:
        return check_sheet_text(data)
    except Tampered:
        return ""


def next_due(
    rules: Rules, decisions: tuple[Decision, ...], ending: Ending | None, at: str, absences: Iterable[Span]
) -> Due:
    """Who owes what until when, as far as it is public; or how the game ended."""
    if ending is not None:
        return Due(seats=[], result=Result(winner=ending.winner or "", case=ending.case))
    owing = {decision.side for decision in decisions}
    seats = [seat for seat in rules.draft.seats if seat in owing]
    public = [rules.codec.decision(one) for one in decisions if is_public(rules, one)]
    whole = any(one.kind == "part" and "again" not in one.facts for one in decisions)
    kind: Literal["part", "question"] = "part" if whole else "question"
    until = until_after(rules.draft, at, kind, seats, absences)
    return Due(seats=seats, kind=kind, until=until, decisions=public)


# who may know what


def is_public(rules: Rules, decision: Decision) -> bool:
    """Where there are secrets, questions about a hand or about what is left of a sheet are their owner's."""
    return rules.openness != "events" or not (decision.sealed or "again" in decision.facts)


def side_of(answer: Answer) -> str:
    """Whose answer it is: a question's key ends in case, side and topic."""
    return answer.key[-2]


def public_told(rules: Rules, told: Told) -> Told:
    if rules.openness == "all":
        return told
    answers = () if rules.openness == "events" else tuple(replace(answer, note="") for answer in told.answers)
    return Told(
        answers,
        tuple(roll for roll in told.rolls if roll.only is None),
        tuple(entry for entry in told.entries if entry.only is None),
    )


def own_told(told: Told, holder: str) -> Told:
    """What one holder alone is told."""
    return Told(
        tuple(answer for answer in told.answers if side_of(answer) == holder),
        tuple(roll for roll in told.rolls if roll.only == holder),
        tuple(entry for entry in told.entries if entry.only == holder),
    )


def public_stretch(rules: Rules, step: str, turn: str, told: Told) -> PublicStretch:
    return PublicStretch(step=step, turn=turn, **rules.codec.told(public_told(rules, told)))


def public_state(rules: Rules, whole: Whole) -> Any:
    """What `state.yaml` shows: enough to go on from, as far as it is public."""
    codec, mark = rules.codec, whole.bookmark
    state = {
        "entry": codec.table(mark.entry.table),
        "past": list(mark.past),
        "step": mark.step or "",
        "table": codec.table(whole.position.table),
        "told": codec.told(public_told(rules, mark.told)),
        "turn": mark.turn,
    }
    if rules.openness == "all":
        state["papers"] = {side: codec.papers(own) for side, own in sorted(whole.papers.items())}
    return state


def part_of(rules: Rules, whole: Whole, advanced: Progress, log: Iterable[Die], holder: str) -> Any:
    """A holder's hidden part: secrets, papers, questions, and what it alone is told of this exchange."""
    codec = rules.codec
    secrets, entry = codec.secrets(whole.position), codec.secrets(whole.bookmark.entry)
    news = [own_told(stretch.told, holder) for stretch in advanced.stretches]
    keys = {roll.key for told in news for roll in told.rolls}
    part: dict[str, Any] = {
        "dice": [die.to_record() for die in log if die.hidden and die.key in keys],
        "due": [codec.decision(one) for one in whole.due if one.side == holder and not is_public(rules, one)],
        "entry": entry.get(holder),
        "news": [
            {"step": stretch.step, "turn": stretch.turn, **codec.told(told)}
            for stretch, told in zip(advanced.stretches, news, strict=True)
        ],
        "notes": [_note(rules, note) for note in advanced.notes if note.side == holder],
        "own": secrets.get(holder),
    }
    if holder in whole.papers:
        part["papers"] = codec.papers(whole.papers[holder])
    return part


def _note(rules: Rules, note: Note) -> Any:
    return {"where": rules.codec.where(note.where), "words": note.words}


# the whole state as a record


def whole_plain(rules: Rules, judged: Judged) -> Any:
    """The referee's file: the whole state, and the hidden parts as they were sent."""
    codec, whole = rules.codec, judged.whole
    return {
        "bookmark": codec.bookmark(whole.bookmark),
        "due": [codec.decision(one) for one in whole.due],
        "papers": {side: codec.papers(own) for side, own in sorted(whole.papers.items())},
        "parts": dict(judged.parts),
        "position": codec.position(whole.position),
    }


def read_whole(rules: Rules, plain: Any) -> Whole:
    codec = rules.codec
    return Whole(
        codec.read_bookmark(plain["bookmark"]),
        {side: codec.read_papers(own) for side, own in plain["papers"].items()},
        tuple(map(codec.read_decision, plain["due"])),
        codec.read_position(plain["position"]),
    )


def whole_from_public(rules: Rules, state: Any, due: Due) -> Whole:
    """The state between two exchanges as far as it is public; between two players alone that is all of it."""
    codec = rules.codec
    entry, now = (codec.read_position({"secrets": {}, "table": state[name]}) for name in ("entry", "table"))
    mark = Bookmark(state["step"] or None, state["turn"], entry, codec.read_told(state["told"]), tuple(state["past"]))
    papers = {side: codec.read_papers(own) for side, own in state.get("papers", {}).items()}
    return Whole(mark, papers, tuple(map(codec.read_decision, due.decisions)), now)
