"""What a player hands in leaves a trace: it is taken, or waits, or he is told what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.chooser import Whims
from pbem.model.sheet import Order, Part, Sheet
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer
from pbem.play.selfplay import exchanges, random_options, random_players, random_windows
from pbem.proof.door import Door
from pbem.proof.subject import MOST_LOOKS, Subject

MOST_SETTLINGS = 4
"""Exchanges until everything is settled that the game wants beforehand."""


def no_line_is_lost(subject: Subject) -> Iterator[str]:
    """Lines, plans, answers and standing orders are taken, or wait, or are told of; in the first exchange too."""
    spec, door = subject.spec, RememberingDoor(subject.spec)
    setup = Setup(scenario=spec.scenarios[0].name, options=random_options(spec, 1))
    game = exchanges(Terms(spec, random_windows(spec, 1)), setup, NumberedFaces(1), random_players(spec, 1), door)
    for now in islice(game, MOST_LOOKS):
        yield from _lost(now, door.handed_in)
        door.handed_in.clear()
    for number, scenario in enumerate(spec.scenarios):
        for now, sheets in settled(spec, scenario.name, number):
            yield from (f"{scenario.name}, exchange 1: {fault}" for fault in _lost(now, sheets))


class RememberingDoor(Door):
    """A door that remembers what went through it."""

    def __init__(self, spec: RulesetSpec) -> None:
        super().__init__(spec)
        self.handed_in: dict[str, Sheet] = {}

    def sheet(self, sheet: Sheet, now: Progress) -> Sheet:
        self.handed_in[sheet.side] = super().sheet(sheet, now)
        return self.handed_in[sheet.side]


def settled(spec: RulesetSpec, scenario: str, seed: int) -> Iterator[tuple[Progress, Mapping[str, Sheet]]]:
    """The exchanges that confirm the charter, with what random players hand in where the form has room for it."""
    terms, dice, door = Terms(spec), NumberedFaces(seed), Door(spec)
    now = advance(terms, begin(spec, spec.set_up(Setup(scenario=scenario))), {}, Intake(settling=True), dice, 1)
    for _ in range(MOST_SETTLINGS):
        sheets = {side: door.sheet(_settling(spec, now, side, seed), now) for side in spec.sides}
        intake = Intake(sheets, settling=True)
        now = advance(terms, now.bookmark, now.papers, intake, dice, 1, now.decisions)
        yield now, sheets
        if not any(spec.settles(decision) for decision in now.decisions):
            return


def _settling(spec: RulesetSpec, now: Progress, side: str, seed: int) -> Sheet:
    """Set-ups, secrets and standing orders; nothing of a turn."""
    asked = tuple(one for one in now.asked if one.decision.side == side and spec.settles(one.decision))
    written = RandomPlayer(spec, side, Whims("settled", side, seed)).sheet(asked, now.position)
    parts = {name: part for name, part in written.parts.items() if spec.part(name).beforehand}
    return replace(written, parts=parts, ahead=None)


def _lost(now: Progress, sheets: Mapping[str, Sheet]) -> Iterator[str]:
    for side, sheet in sheets.items():
        for fault in (*_lost_lines(now, sheet), *_lost_plans(now, sheet), *_lost_answers(now, sheet)):
            yield f"{now.bookmark.step_id}: {side} {fault}"
        if sheet.standing is not None and now.papers[side].standing != sheet.standing:
            yield f"{now.bookmark.step_id}: {side} standing orders are not in force"


def _lost_lines(now: Progress, sheet: Sheet) -> Iterator[str]:
    papers = now.papers[sheet.side]
    kept = [line for part in (*papers.parts.values(), *papers.kept.values()) for line in part.lines]
    known, told = [*_taken(now), *kept], _told(now, sheet.side)
    for part in sheet.parts.values():
        for line in part.lines:
            if line not in known and line.at not in told and part.lines[0].at not in told:
                yield f"{part.name}, line {line.at.line}: {line!r}"


def _lost_plans(now: Progress, sheet: Sheet) -> Iterator[str]:
    """A plan is taken as its conditions hold, waits, or all are set aside."""
    aside = any(note.side == sheet.side and note.words.startswith("plans ahead set aside") for note in now.notes)
    waiting, told = now.papers[sheet.side].plans, _told(now, sheet.side)
    bare = [line.at for line in _taken(now)]
    for plan in sheet.ahead or ():
        places = {plan.line.at, *((plan.line.else_.at,) if plan.line.else_ is not None else ())}
        if not (aside or plan.stop or plan in waiting or places & {*bare, *told}):
            yield f"plan, line {plan.line.at.line}: {plan.line!r}"


def _lost_answers(now: Progress, sheet: Sheet) -> Iterator[str]:
    given = {answer.key for stretch in now.stretches for answer in stretch.told.answers}
    words = [note.words for note in now.notes if note.side == sheet.side]
    for key in sheet.answers:
        unused = f"your answer about {key[-1]} was not needed"
        refused = any(note.unlawful for note in now.notes if note.side == sheet.side)
        if key not in given and unused not in words and not refused:
            yield f"answer about {key[-1]}: {sheet.answers[key]!r}"


def _taken(now: Progress) -> list[Order]:
    picks = [answer.pick for stretch in now.stretches for answer in stretch.told.answers]
    return [line for pick in picks if isinstance(pick, Part) for line in pick.lines]


def _told(now: Progress, side: str) -> set[object]:
    return {note.where for note in now.notes if note.side == side}
