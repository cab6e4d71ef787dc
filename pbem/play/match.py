"""A whole game between bots, in one go: who won, when, and by how much all the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from time import process_time
from typing import Any

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.papers import Bot
from pbem.engine.situation import Situation
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.decision import Pick
from pbem.model.position import View
from pbem.model.records import frozen, mutable
from pbem.play.bots import bot_of
from pbem.play.faces import NumberedFaces


@frozen
class Match:
    """What is played; with a seed it is one game, the same on every machine."""

    scenario: str
    bots: Mapping[str, str]
    options: Mapping[str, str]

    def words(self) -> str:
        sides = ", ".join(f"{side}={name}" for side, name in sorted(self.bots.items()))
        options = "".join(f", {name}: {choice}" for name, choice in sorted(self.options.items()))
        return f"{self.scenario}: {sides}{options}"


@mutable
class Watched:
    """What is seen of a game while its bots answer: the sheets they write, and the score whenever a turn begins."""

    sheets: int = 0
    points: dict[str, dict[str, int]] = field(default_factory=dict)
    _writer: tuple[str, str] = ("", "")

    def saw(self, spec: RulesetSpec, view: View, asked: Asked) -> None:
        """A side that is asked for several parts of one turn in a row writes one sheet."""
        decision = asked.decision
        turn = spec.turn(view.table)
        if turn not in self.points and spec.wording is not None:
            self.points[turn] = dict(spec.wording.points(view.table))
        if decision.kind == "part" and self._writer != (turn, view.side):
            self._writer = (turn, view.side)
            self.sheets += 1


def play_match(spec: RulesetSpec, match: Match, seed: int) -> dict[str, Any]:
    """One game, as plain data."""
    setup = Setup(scenario=match.scenario, options=match.options)
    with spec.on_board(setup):
        return _played(spec, match, setup, seed)


def _played(spec: RulesetSpec, match: Match, setup: Setup, seed: int) -> dict[str, Any]:
    watched, spent = Watched(), process_time()
    bots = {side: _watching(watched, spec, bot_of(spec, match.bots[side], side, side, seed)) for side in spec.sides}
    start = begin(spec, spec.set_up(setup))
    now = advance(Terms(spec, bots=bots), start, {}, Intake(), NumberedFaces(seed), 1)
    ending, table = now.ending, now.position.table
    points = dict(spec.wording.points(table)) if spec.wording is not None else {}
    return {
        "seed": seed,
        "winner": (ending and ending.winner) or "draw",
        "words": ending.words if ending else "",
        "last_turn": now.bookmark.turn,
        "sheets": watched.sheets,
        "decisions": sum(len(stretch.told.answers) for stretch in now.stretches),
        "rolls": sum(len(stretch.told.rolls) for stretch in now.stretches),
        "points": points,
        "losses": dict(spec.losses(table)) if spec.losses is not None else {},
        "points_by_turn": {turn: found for turn, found in watched.points.items() if found},
        "seconds": round(process_time() - spent, 2),
    }


def _watching(watched: Watched, spec: RulesetSpec, bot: Bot) -> Bot:
    def pick(view: View, asked: Asked, situation: Callable[[], Situation]) -> Pick:
        watched.saw(spec, view, asked)
        return bot(view, asked, situation)

    return pick
