"""Trials: what a sheet would do, played through on what its side can know, with dice that count for nothing.

Every trial runs the same steps as adjudication.  What a side cannot see is imagined anew for each trial, and
the other side answers as if it were silent.  So a line that is refused in every trial is not allowed, one that
is refused in some is doubtful, and nothing hidden can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from fractions import Fraction
from itertools import product
from math import prod

from pbem.engine.advance import Bookmark
from pbem.engine.asked import Asked
from pbem.engine.guessing import made_whole
from pbem.engine.papers import Docket, Note, Papers
from pbem.engine.run import Done, run, step_of
from pbem.engine.session import Dice
from pbem.engine.spec import Cannot, PartSpec
from pbem.engine.stands import Branch, CountedFaces, HashedFaces, ScriptedFaces, Stand
from pbem.model.decision import Decision, Pick, Source
from pbem.model.entry import Entry
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
    vain: dict[tuple[str, Where], tuple[Cannot, ...]] = field(default_factory=dict)
    """Wishes of lines that could not come true when their turn came."""
    stops: list[Decision] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    left: frozenset[str] = frozenset()
    """Parts that nobody asked for."""
    position: Position | None = None

    def copy(self) -> Trial:
        """The same so far; what lines mean is told once for all."""
        return replace(
            self,
            entries=list(self.entries),
            refusals=list(self.refusals),
            reached=list(self.reached),
            stops=list(self.stops),
        )


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
            place = part, line.at
            self.trial.reached.append(place)
            spec = self.spec.part(part)
            if place not in self.trial.echoes and (words := understood(spec, view, line)):
                self.trial.echoes[place] = words
                self.trial.vain[place] = in_vain(spec, view, line)

    def refused(self, side: str, part: str, line: Order, case: str, why: str, hint: str) -> None:
        if side == self.seat and self._counts:
            self.trial.refusals.append(RefusedLine(part, line, case, why, hint))


def understood(spec: PartSpec, view: View, line: Order) -> str:
    """A line as understood, on the table when its turn came; nothing if it is not allowed there."""
    if spec.echo is None or (spec.cannot and spec.cannot(view.table, view.side, line)):
        return ""
    return spec.echo(view.table, line)


def in_vain(spec: PartSpec, view: View, line: Order) -> tuple[Cannot, ...]:
    """The wishes of a line that cannot come true; none if the line as a whole is not allowed."""
    if spec.vain is None or (spec.cannot and spec.cannot(view.table, view.side, line)):
        return ()
    return tuple(spec.vain(view.table, view.side, line))


@mutable
class Attempt:
    """A sheet on its way through the turn: how far it came, and what is left of the papers."""

    stand: Stand
    start: str
    """The turn in which it set out."""
    ahead: bool
    """It goes as far as the plans reach, not only to the end of the turn."""
    own: OwnLines
    docket: TrialDocket
    papers: Papers
    step: str | None
    turn: str
    position: Position
    told: Told
    left: int = MOST_STEPS

    @classmethod
    def of(cls, stand: Stand, whole: Bookmark, sheet: Sheet, own: OwnLines, *, ahead: bool = False) -> Attempt:
        """Before its first step."""
        spec, papers = stand.terms.spec, stand.papers.copy()
        notes = papers.hand_in(sheet, whole.turn, spec, stand.due)
        docket = TrialDocket(spec, {stand.side: papers}, stand.terms.windows, notes=notes, own=own, seat=stand.side)
        docket.settling = stand.settling
        return cls(stand, whole.turn, ahead, own, docket, papers, whole.step, whole.turn, whole.entry, whole.told)

    @property
    def trial(self) -> Trial:
        return self.docket.trial

    @property
    def is_over(self) -> bool:
        goes_on = (self.ahead and self.papers.plans) or (self.stand.settling and self.papers.parts)
        return self.step is None or not self.left or (self.turn != self.start and not goes_on)

    def copy(self) -> Attempt:
        papers = self.papers.copy()
        docket = replace(
            self.docket, papers={self.stand.side: papers}, notes=list(self.docket.notes), trial=self.trial.copy()
        )
        return replace(self, docket=docket, papers=papers)

    def play(self, dice: Dice) -> None:
        """The next step."""
        spec, docket, name = self.stand.terms.spec, self.docket, self.step or ""
        docket.turn, docket.beyond = self.turn, self.turn != self.start and not self.stand.settling
        step_id = f"{self.turn}/{name}"
        outcome = run(step_of(spec, name), step_id, self.position, self.told, docket, dice, self.stand.exchange)
        if not docket.beyond:
            self.trial.entries.extend(outcome.told.entries[len(self.told.entries) :])
        self.position, self.told, self.left = outcome.position, Told(), self.left - 1
        self.step = outcome.then if isinstance(outcome, Done) else None
        self.turn = spec.turn(self.position.table)

    def to_its_end(self, dice: Dice) -> Trial:
        while not self.is_over:
            self.play(dice)
        trial = self.trial
        trial.position, trial.left = self.position, frozenset(self.papers.parts)
        trial.notes = [note for note in self.docket.notes if note.side == self.stand.side and self.own.concern(note)]
        return trial

    def up_to_the_dice(self) -> Attempt:
        """The steps that come before the first die are the same in every trial and played once."""
        known = self
        while not known.is_over:
            following = known.copy()
            try:
                following.play(ScriptedFaces(()))
            except Branch:
                break
            known = following
        return known


def samples(stand: Stand, sheet: Sheet, count: int, *, ahead: bool = False) -> Iterator[Trial]:
    """So many trials, each with its own dice and its own guess at what is hidden; fewer where guessing fails."""
    own, missed, told = OwnLines.of(sheet), 0, Trial()
    begun: Attempt | None = None
    for number in range(count):
        if (whole := made_whole(stand, number)) is not None:
            if begun is None or whole is not stand.bookmark:
                begun = Attempt.of(stand, whole, sheet, own, ahead=ahead)
                begun.trial.echoes, begun.trial.vain = told.echoes, told.vain
                begun = begun.up_to_the_dice() if whole is stand.bookmark else begun
            yield begun.copy().to_its_end(HashedFaces(number))
        elif (missed := missed + 1) >= MOST_MISSED:
            break


def never() -> bool:
    """Time without end."""
    return False


def every_face(
    stand: Stand, sheet: Sheet, most: int = MOST_RUNS, late: Callable[[], bool] = never
) -> list[tuple[Fraction, Trial]] | None:
    """A trial for every way the dice can fall, each with its chance; None if there are too many ways, or no time."""
    found, counted = list[tuple[Fraction, Trial]](), CountedFaces([])
    begun = Attempt.of(stand, stand.bookmark, sheet, OwnLines.of(sheet))
    begun.copy().to_its_end(counted)
    if prod(counted.ways) > most:
        return None
    begun = begun.up_to_the_dice()
    open_scripts: list[tuple[Fraction, tuple[tuple[int, ...], ...]]] = [(Fraction(1), ())]
    while open_scripts:
        chance, script = open_scripts.pop()
        try:
            found.append((chance, begun.copy().to_its_end(ScriptedFaces(script))))
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
