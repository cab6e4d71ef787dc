"""Trials: what a sheet would do, played through on what its side can know, with dice that count for nothing.

Every trial runs the same steps as adjudication.  What a side cannot see is imagined anew for each trial, and
the other side answers as if it were silent.  So a line that is refused in every trial is not allowed, one that
is refused in some is doubtful, and nothing hidden can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from fractions import Fraction
from itertools import product

from pbem.engine.advance import Bookmark, Terms
from pbem.engine.asked import Asked
from pbem.engine.clone import clone
from pbem.engine.papers import BareDocket, Docket, Note, Papers
from pbem.engine.run import Done, run, step_of
from pbem.engine.session import Dice
from pbem.engine.spec import PartSpec, RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.decision import Decision, Pick, Source
from pbem.model.digest import digest
from pbem.model.entry import Entry, told_to
from pbem.model.errors import RulesBug
from pbem.model.ids import Key, spoken
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.problem import Where
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Order, Part, Sheet

MOST_RUNS = 2000
SAMPLES = 300
MOST_STEPS = 50


@frozen
class RefusedLine:
    """A line that was not allowed when its turn came."""

    part: str
    line: Order
    case: str
    why: str
    hint: str


@mutable
class Trial:
    """What one run through the rest of the turn came to."""

    entries: list[Entry] = field(default_factory=list)
    refusals: list[RefusedLine] = field(default_factory=list)
    reached: list[tuple[str, Where]] = field(default_factory=list)
    echoes: dict[tuple[str, Where], str] = field(default_factory=dict)
    stops: list[Decision] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    position: Position | None = None


@frozen
class OwnLines:
    """The lines of the sheet that is tried: lines of sheets handed in before are played, but are no news."""

    known: frozenset[int] = frozenset()
    """By identity: the same place may be a line of an older sheet."""
    places: frozenset[Where] = frozenset()
    planned: frozenset[Where] = frozenset()
    """Where lines of plans stand; they are copied when their conditions hold."""

    @classmethod
    def of(cls, sheet: Sheet) -> OwnLines:
        parts, plans = list(sheet.parts.values()), [plan.part for plan in sheet.ahead or ()]
        lines = [line for part in (*parts, *plans) for line in _with_else(part)]
        planned = frozenset(line.at for part in plans for line in _with_else(part))
        standing = frozenset(order.at for order in sheet.standing or ())
        return cls(frozenset(map(id, lines)), frozenset(line.at for line in lines) | standing, planned)

    def __contains__(self, line: Order) -> bool:
        return id(line) in self.known or line.at in self.planned

    def concern(self, note: Note) -> bool:
        return not note.where.line or note.where in self.places


def _with_else(part: Part) -> Iterator[Order]:
    for written in part.lines:
        line: Order | None = written
        while line is not None:
            yield line
            line = line.else_


@mutable
class TrialDocket(Docket):
    """Nobody is waited for: what a side's papers leave open is noted, and the default taken."""

    own: OwnLines = OwnLines()
    seat: str = ""
    trial: Trial = field(default_factory=Trial)
    _counts: bool = False
    """Whether the line whose turn it is stands in the sheet that is tried."""

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        found = Docket.find(self, asked, view) if view.side == self.seat else None
        if found is None:
            if view.side == self.seat:
                self.trial.stops.append(asked.decision)
            found = self.default(asked.decision, view), "default", ""
        return found

    def took(self, view: View, part: str, line: Order) -> None:
        self._counts = view.side == self.seat and line in self.own
        if self._counts:
            self.used(view, part, line)

    def used(self, view: View, part: str, line: Order) -> None:
        if line in self.own:
            self.trial.reached.append((part, line.at))
            if words := understood(self.spec.part(part), view, line):
                self.trial.echoes.setdefault((part, line.at), words)

    def refused(self, side: str, part: str, line: Order, case: str, why: str, hint: str) -> None:
        if side == self.seat and self._counts:
            self.trial.refusals.append(RefusedLine(part, line, case, why, hint))


def understood(spec: PartSpec, view: View, line: Order) -> str:
    """A line as understood, on the table when its turn came; nothing if it is not allowed there."""
    if spec.echo is None or (spec.cannot and spec.cannot(view.table, view.side, line)):
        return ""
    return spec.echo(view.table, line)


@frozen
class HashedFaces:
    """Faces for sampling; they follow from a number and prove nothing."""

    number: int

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        return tuple(
            1 + int.from_bytes(digest("pbem/sample/1", self.number, *key, index)[:8], "big") % die
            for index in range(count)
        )


class Branch(BaseException):
    """A run has come to dice that its script does not hold."""

    def __init__(self, die: int, count: int) -> None:
        super().__init__(die, count)
        self.die, self.count = die, count


class ScriptedFaces:
    """Faces from a script, in the order they are asked for; beyond its end the run branches."""

    def __init__(self, script: tuple[tuple[int, ...], ...]) -> None:
        self._script = list(script)

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        if not self._script:
            raise Branch(die, count)
        return self._script.pop(0)


@frozen
class Stand:
    """From where a side tries its sheet: the bookmark holds what the side can know, in mid-step or at a start."""

    terms: Terms
    bookmark: Bookmark
    side: str
    papers: Papers
    due: tuple[Decision, ...] = ()
    exchange: int = 0


def fitting(spec: RulesetSpec, view: View, number: int) -> Position:
    """A whole position that fits what a side can see."""
    if not spec.secrets or spec.imagine is None:
        return Position(view.table, {view.side: view.own} if view.own is not None else {})
    return clone(spec.imagine(view, Whims("trial", number)))


def tried(stand: Stand, sheet: Sheet, own: OwnLines, dice: Dice, number: int = 0) -> Trial:
    """Play the sheet through to the end of its turn."""
    spec, bookmark = stand.terms.spec, stand.bookmark
    papers = stand.papers.copy()
    notes = papers.hand_in(sheet, bookmark.turn, spec, stand.due)
    trial = Trial()
    docket = TrialDocket(
        spec, {stand.side: papers}, stand.terms.windows, notes=notes, own=own, seat=stand.side, trial=trial
    )
    secrets = bookmark.entry.secrets.get(stand.side)
    position = fitting(spec, View(stand.side, bookmark.entry.table, secrets), number)
    step, turn, told = bookmark.step, bookmark.turn, bookmark.told
    for _ in range(MOST_STEPS):
        if step is None or turn != bookmark.turn:
            break
        docket.turn = turn
        outcome = run(step_of(spec, step), f"{turn}/{step}", position, told, docket, dice, stand.exchange)
        trial.entries.extend(outcome.told.entries[len(told.entries) :])
        position, told = outcome.position, Told()
        step = outcome.then if isinstance(outcome, Done) else None
        turn = spec.turn(position.table)
    trial.position = position
    trial.notes = [note for note in docket.notes if note.side == stand.side and own.concern(note)]
    return trial


def samples(stand: Stand, sheet: Sheet, count: int) -> Iterator[Trial]:
    """So many trials, each with its own dice and its own guess at what is hidden."""
    own = OwnLines.of(sheet)
    for number in range(count):
        yield tried(stand, sheet, own, HashedFaces(number), number)


def every_face(stand: Stand, sheet: Sheet, most: int = MOST_RUNS) -> list[tuple[Fraction, Trial]] | None:
    """A trial for every way the dice can fall, each with its chance; None if there are too many ways."""
    own, found = OwnLines.of(sheet), list[tuple[Fraction, Trial]]()
    open_scripts: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(Fraction(1), ())]
    while open_scripts:
        chance, script = open_scripts.pop()
        try:
            found.append((chance, tried(stand, sheet, own, ScriptedFaces(script))))
        except Branch as branch:
            ways = branch.die**branch.count
            if len(found) + len(open_scripts) + ways > most:
                return None
            falls = product(range(1, branch.die + 1), repeat=branch.count)
            open_scripts.extend((chance / ways, (*script, faces)) for faces in falls)
    return found


def forecast(stand: Stand, sheet: Sheet) -> tuple[bool, list[tuple[Fraction, Trial]]]:
    """Whether the chances are exact, and the trials with their chances.  Hidden things make them samples."""
    if not stand.terms.spec.secrets and (exact := every_face(stand, sheet)) is not None:
        return True, exact
    return False, [(Fraction(1, SAMPLES), trial) for trial in samples(stand, sheet, SAMPLES)]


class NoFaces:
    """Dice for what needs none: everything that was thrown is on record."""

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        raise RulesBug(f"thrown, and not on record: {spoken(key)}")


def replayed(spec: RulesetSpec, bookmark: Bookmark, exchange: int) -> Bookmark:
    """The bookmark with all that its step has told: notes to single sides come out again from what is on record.

    What is public of a step lacks them, so it cannot be gone on from.  Only where nothing is hidden.
    """
    if bookmark.step is None or not bookmark.told.entries:
        return bookmark
    record, step = Told(bookmark.told.answers, bookmark.told.rolls), step_of(spec, bookmark.step)
    outcome = run(step, bookmark.step_id, bookmark.entry, record, BareDocket(spec, {}), NoFaces(), exchange)
    return replace(bookmark, told=outcome.told)


def on_view(bookmark: Bookmark, position: Position, side: str) -> Bookmark:
    """The bookmark as a side holds it: the table and its own secrets, and what it was told of the step so far.

    Where nothing is hidden a step can be tried again from its start, so the bookmark stays as it is.
    """
    if not position.secrets:
        return bookmark
    secrets = {side: position.secrets[side]} if side in position.secrets else {}
    told = Told(entries=told_to(side, bookmark.told.entries))
    return replace(bookmark, entry=Position(position.table, secrets), told=told)
