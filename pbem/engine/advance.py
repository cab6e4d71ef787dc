"""Play on: run step after step until somebody must be asked, or the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from pbem.engine.asked import Asked
from pbem.engine.papers import Bot, Docket, Note, Papers
from pbem.engine.run import Outcome, Waiting, run, step_of
from pbem.engine.session import Dice, Endless, keys
from pbem.engine.spec import RulesetSpec
from pbem.engine.waiting import never_used
from pbem.model.decision import Decision
from pbem.model.errors import RulesBug
from pbem.model.outcome import Ending, Told
from pbem.model.position import Position
from pbem.model.records import frozen
from pbem.model.sheet import Sheet

MOST_STEPS = 2000
"""In one exchange: a whole game of a few hundred steps may be played by bots alone."""


@frozen
class Bookmark:
    """Where a game stands: a step, the position at its start, and what is on record for it so far."""

    step: str | None
    """None: the game is over."""
    turn: str
    entry: Position
    told: Told = field(default_factory=Told)
    past: tuple[str, ...] = ()
    """The steps that are behind us, by their ids."""

    @property
    def step_id(self) -> str:
        return f"{self.turn}/{self.step}"


@frozen
class Intake:
    """What has come in for one exchange, and whom nobody waits for."""

    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    settling: bool = False
    """The players confirm the charter: what is settled beforehand is taken, at the first question of play all stop."""


@frozen
class Stretch:
    """What one exchange added to one step."""

    step: str
    turn: str
    told: Told


@frozen
class Progress:
    """How far the game came: what happened, what is due now, and how things stand."""

    bookmark: Bookmark
    papers: Mapping[str, Papers]
    stretches: tuple[Stretch, ...]
    asked: tuple[Asked, ...]
    position: Position
    notes: tuple[Note, ...]
    ending: Ending | None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is due now: nothing, if the game is over."""
        return tuple(asked.decision for asked in self.asked)


@frozen
class Terms:
    """What stays the same through a game: its ruleset, what the charter says of silence, and the bots."""

    spec: RulesetSpec
    windows: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[str, Bot] = field(default_factory=dict)
    version: str = ""
    """The version of the rules that the game is played by; empty: the newest."""


def begin(spec: RulesetSpec, position: Position) -> Bookmark:
    return Bookmark(spec.first, spec.turn(position.table), position)


def advance(
    terms: Terms,
    bookmark: Bookmark,
    papers: Mapping[str, Papers],
    intake: Intake,
    dice: Dice,
    exchange: int,
    due: tuple[Decision, ...] = (),
    last_step: str = "",
) -> Progress:
    """Take the sheets in and run on.  `papers` are not changed; what becomes of them is in the answer.

    With `last_step`, a trial of one step: what comes after it is left alone.
    """
    mine = {side: papers[side].copy() if side in papers else Papers() for side in terms.spec.sides}
    docket = Docket(terms.spec, mine, terms.windows, intake.absent, terms.bots, version=terms.version)
    docket.settling = intake.settling
    for side, sheet in sorted(intake.sheets.items()):
        docket.notes += mine[side].hand_in(sheet, bookmark.turn, terms.spec, due)
        if intake.settling and sheet.standing is not None:
            mine[side].standing = sheet.standing
    advanced = _run_on(terms.spec, bookmark, docket, dice, exchange, last_step)
    if intake.settling:
        for turn in sorted({papers.turn for papers in mine.values()} - {advanced.bookmark.turn}):
            _turn_is_over(docket, turn)
    _close(docket, intake)
    return replace(advanced, papers=mine, notes=tuple(docket.notes))


def _run_on(
    spec: RulesetSpec, bookmark: Bookmark, docket: Docket, dice: Dice, exchange: int, last_step: str
) -> Progress:
    stretches: list[Stretch] = []
    while bookmark.step is not None:
        if bookmark.step_id in bookmark.past:
            raise RulesBug(f"step {bookmark.step_id} for the second time")
        if len(stretches) > MOST_STEPS:
            raise Endless(f"{len(stretches)} steps up to {bookmark.step_id}, and nobody was asked")
        docket.turn = bookmark.turn
        outcome = _step(spec, bookmark, docket, dice, exchange)
        stretches.append(Stretch(bookmark.step, bookmark.turn, added(bookmark.told, outcome.told)))
        if isinstance(outcome, Waiting):
            bookmark = replace(bookmark, told=outcome.told)
            return Progress(bookmark, {}, tuple(stretches), outcome.asked, outcome.position, (), None)
        turn = spec.turn(outcome.position.table)
        if (turn != bookmark.turn and not docket.settling) or outcome.then is None:
            _turn_is_over(docket, bookmark.turn)
        if outcome.then is None:
            _game_is_over(docket)
        ended = bookmark.step
        bookmark = Bookmark(outcome.then, turn, outcome.position, Told(), (*bookmark.past, bookmark.step_id))
        if ended == last_step:
            return Progress(bookmark, {}, tuple(stretches), (), outcome.position, (), None)
    ending = spec.ending(bookmark.entry.table)
    if ending is None:
        raise RulesBug(f"{spec.name} stopped after {bookmark.past[-1]} and says of no end")
    return Progress(bookmark, {}, tuple(stretches), (), bookmark.entry, (), ending)


def _step(spec: RulesetSpec, bookmark: Bookmark, docket: Docket, dice: Dice, exchange: int) -> Outcome:
    step = step_of(spec, bookmark.step or "")
    return run(step, bookmark.step_id, bookmark.entry, bookmark.told, docket, dice, exchange)


def added(before: Told, now: Told) -> Told:
    """What a re-run added.  Answers and rolls may come between old ones, so they are told apart by key."""
    old = keys(before)
    return Told(
        tuple(answer for answer in now.answers if answer.key not in old),
        tuple(roll for roll in now.rolls if roll.key not in old),
        now.entries[len(before.entries) :],
    )


def _turn_is_over(docket: Docket, turn: str) -> None:
    """What a sheet held for this turn and nobody asked for is told to its owner, never kept."""
    for side, papers in docket.papers.items():
        if papers.turn != turn:
            continue
        for part in papers.parts.values():
            if part.lines:
                docket.notes.append(
                    Note(side, f"{part.name}: not reached in {turn}, nothing of it was used", part.lines[0].at)
                )
        papers.parts, papers.turn = {}, ""


def _game_is_over(docket: Docket) -> None:
    """What waited until it would be used waits no longer."""
    for side, papers in docket.papers.items():
        docket.notes += [Note(side, words) for words in never_used(docket.spec, papers.kept)]


def _close(docket: Docket, intake: Intake) -> None:
    """Replies die with their exchange; new standing orders are in force from the next one."""
    for side, papers in docket.papers.items():
        for key in papers.replies:
            docket.notes.append(Note(side, f"your answer about {key[-1]} was not needed"))
        papers.replies = {}
        sheet = intake.sheets.get(side)
        if sheet is not None and sheet.standing is not None:
            papers.standing = sheet.standing
