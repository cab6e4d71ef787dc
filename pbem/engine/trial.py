"""Trials: what a sheet would do, played through on what its side can know, with dice that count for nothing.

Every trial runs the same steps as adjudication.  What a side cannot see is imagined anew for each trial, and
the other side answers as if it were silent.  So a line that is refused in every trial is not allowed, one that
is refused in some is doubtful, and nothing hidden can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction
from itertools import product
from math import prod

from pbem.engine.advance import Bookmark
from pbem.engine.asked import Asked
from pbem.engine.guessing import made_whole
from pbem.engine.papers import Docket, Note
from pbem.engine.run import Done, run, step_of
from pbem.engine.session import Dice
from pbem.engine.spec import PartSpec
from pbem.engine.stands import HashedFaces, Stand
from pbem.model.decision import Decision, Pick, Source
from pbem.model.entry import Entry
from pbem.model.ids import Key
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.problem import Where
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Order, Part, Sheet

MOST_RUNS = 2000
MOST_MISSED = 2
"""Guesses at a stop that may fail before it is given up."""
SAMPLES = 300
FEWEST_SAMPLES = 10
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
    beyond: bool = False
    """The turn of the sheet is over, and its plans are tried: what else is asked then is no matter of the sheet."""
    _counts: bool = False
    """Whether the line whose turn it is stands in the sheet that is tried."""

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        found = Docket.find(self, asked, view) if view.side == self.seat else None
        if found is None:
            if view.side == self.seat and not self.beyond:
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


def tried(stand: Stand, whole: Bookmark, sheet: Sheet, own: OwnLines, dice: Dice, *, ahead: bool = False) -> Trial:
    """Play the sheet through from a whole bookmark to the end of its turn; with `ahead` as far as its plans reach."""
    spec, bookmark = stand.terms.spec, whole
    papers = stand.papers.copy()
    notes = papers.hand_in(sheet, bookmark.turn, spec, stand.due)
    trial = Trial()
    docket = TrialDocket(
        spec, {stand.side: papers}, stand.terms.windows, notes=notes, own=own, seat=stand.side, trial=trial
    )
    docket.settling = stand.settling
    position, step, turn, told = bookmark.entry, bookmark.step, bookmark.turn, bookmark.told
    for _ in range(MOST_STEPS):
        goes_on = (ahead and papers.plans) or (stand.settling and papers.parts)
        if step is None or (turn != bookmark.turn and not goes_on):
            break
        docket.turn, docket.beyond = turn, turn != bookmark.turn and not stand.settling
        outcome = run(step_of(spec, step), f"{turn}/{step}", position, told, docket, dice, stand.exchange)
        if not docket.beyond:
            trial.entries.extend(outcome.told.entries[len(told.entries) :])
        position, told = outcome.position, Told()
        step = outcome.then if isinstance(outcome, Done) else None
        turn = spec.turn(position.table)
    trial.position = position
    trial.notes = [note for note in docket.notes if note.side == stand.side and own.concern(note)]
    return trial


def samples(stand: Stand, sheet: Sheet, count: int, *, ahead: bool = False) -> Iterator[Trial]:
    """So many trials, each with its own dice and its own guess at what is hidden; fewer where guessing fails."""
    own, missed = OwnLines.of(sheet), 0
    for number in range(count):
        if (whole := made_whole(stand, number)) is not None:
            yield tried(stand, whole, sheet, own, HashedFaces(number), ahead=ahead)
        elif (missed := missed + 1) >= MOST_MISSED:
            break


@frozen
class CountedFaces:
    """Faces for one trial, and in how many ways the dice of it could have fallen."""

    ways: list[int]

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        self.ways.append(die**count)
        return HashedFaces(0).faces(key, die, count, hidden)


def never() -> bool:
    """Time without end."""
    return False


def every_face(
    stand: Stand, sheet: Sheet, most: int = MOST_RUNS, late: Callable[[], bool] = never
) -> list[tuple[Fraction, Trial]] | None:
    """A trial for every way the dice can fall, each with its chance; None if there are too many ways, or no time."""
    own, found = OwnLines.of(sheet), list[tuple[Fraction, Trial]]()
    counted = CountedFaces([])
    tried(stand, stand.bookmark, sheet, own, counted)
    if prod(counted.ways) > most:
        return None
    open_scripts: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(Fraction(1), ())]
    while open_scripts:
        chance, script = open_scripts.pop()
        try:
            found.append((chance, tried(stand, stand.bookmark, sheet, own, ScriptedFaces(script))))
        except Branch as branch:
            ways = branch.die**branch.count
            if late() or len(found) + len(open_scripts) + ways > most:
                return None
            falls = product(range(1, branch.die + 1), repeat=branch.count)
            open_scripts.extend((chance / ways, (*script, faces)) for faces in falls)
    return found


def forecast(stand: Stand, sheet: Sheet, late: Callable[[], bool] = never) -> tuple[bool, list[tuple[Fraction, Trial]]]:
    """Whether the chances are exact, and the trials with their chances.  Hidden things make them samples.

    `late` says that time is short: then what there is must do, but for a few samples.
    """
    if not stand.terms.spec.secrets and (exact := every_face(stand, sheet, late=late)) is not None:
        return True, exact
    found: list[Trial] = []
    for trial in samples(stand, sheet, SAMPLES):
        found.append(trial)
        if len(found) >= FEWEST_SAMPLES and late():
            break
    return False, [(Fraction(1, len(found)), trial) for trial in found]
