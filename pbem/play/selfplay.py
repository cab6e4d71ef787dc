"""Whole games between random players: what breaks, how long it takes, who wins."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Protocol

from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.papers import Papers
from pbem.engine.session import Dice, Endless
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.records import mutable
from pbem.model.sheet import Sheet
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer

MOST_EXCHANGES = 5000
MOST_STOPS_IN_A_STEP = 400

Player = Callable[[tuple[Asked, ...], Progress], Sheet]


class Passage(Protocol):
    """What sheets, and a game between two mails, go through on their way; `pbem.proof.door` has the real one."""

    def sheet(self, sheet: Sheet, now: Progress) -> Sheet: ...

    def kept(self, now: Progress) -> tuple[Bookmark, Mapping[str, Papers]]: ...


@mutable
class Count:
    """What one game came to."""

    exchanges: int = 0
    decisions: int = 0
    rolls: int = 0
    winner: str | None = None
    words: str = ""


@mutable
class Tally:
    """What many games came to; `failures` name the seed that plays one again."""

    system: str
    scenario: str
    games: int
    finished: int = 0
    failures: list[dict[str, str | int]] = field(default_factory=list)
    exchanges: int = 0
    decisions: int = 0
    rolls: int = 0
    seconds: float = 0.0
    victories: Counter[str] = field(default_factory=Counter)

    def add(self, count: Count) -> None:
        self.finished += 1
        self.exchanges += count.exchanges
        self.decisions += count.decisions
        self.rolls += count.rolls
        self.victories[count.winner or "draw"] += 1

    def plain(self) -> dict[str, object]:
        return {
            "system": self.system,
            "scenario": self.scenario,
            "games": self.games,
            "finished": self.finished,
            "failures": self.failures,
            "exchanges": self.exchanges,
            "decisions": self.decisions,
            "rolls": self.rolls,
            "seconds": round(self.seconds, 3),
            "victories": dict(sorted(self.victories.items())),
        }


def exchanges(
    terms: Terms, setup: Setup, dice: Dice, players: Mapping[str, Player], door: Passage | None = None
) -> Iterator[Progress]:
    """Play a game, one exchange after the other; every side that is asked hands in a sheet."""
    bookmark = begin(terms.spec, terms.spec.set_up(setup))
    papers: Mapping[str, Papers] = {}
    intake = Intake()
    due: tuple[Decision, ...] = ()
    stops: Counter[str] = Counter()
    for exchange in range(1, MOST_EXCHANGES + 1):
        now = advance(terms, bookmark, papers, intake, dice, exchange, due)
        yield now
        if now.ending is not None:
            return
        bookmark, papers = (now.bookmark, now.papers) if door is None else door.kept(now)
        due = now.decisions
        stops[bookmark.step_id] += 1
        if stops[bookmark.step_id] > MOST_STOPS_IN_A_STEP:
            raise Endless(f"{bookmark.step_id} stopped {MOST_STOPS_IN_A_STEP} times")
        sheets = {side: players[side](_asked_of(side, now), now) for side in _sides(now)}
        intake = Intake(sheets if door is None else {side: door.sheet(own, now) for side, own in sheets.items()})
    raise Endless(f"no end after {MOST_EXCHANGES} exchanges")


def _asked_of(side: str, now: Progress) -> tuple[Asked, ...]:
    return tuple(asked for asked in now.asked if asked.decision.side == side)


def _sides(now: Progress) -> list[str]:
    return sorted({decision.side for decision in now.decisions})


def random_players(spec: RulesetSpec, seed: int) -> dict[str, Player]:
    """One for each side; their whims follow from the seed."""
    whims = {side: Whims(side, seed) for side in spec.sides}
    return {side: partial_sheet(RandomPlayer(spec, side, whims[side])) for side in spec.sides}


def partial_sheet(player: RandomPlayer) -> Player:
    def sheet(asked: tuple[Asked, ...], now: Progress) -> Sheet:
        return player.sheet(asked, now.position)

    return sheet


def random_game(spec: RulesetSpec, setup: Setup, seed: int, door: Passage | None = None) -> Count:
    """One game from its seed."""
    count = Count()
    terms = Terms(spec, random_windows(spec, seed))
    with spec.on_board(setup):
        for now in exchanges(terms, setup, NumberedFaces(seed), random_players(spec, seed), door):
            count.exchanges += 1
            for stretch in now.stretches:
                count.decisions += len(stretch.told.answers)
                count.rolls += len(stretch.told.rolls)
            if now.ending is not None:
                count.winner, count.words = now.ending.winner, now.ending.words
    return count


def random_windows(spec: RulesetSpec, seed: int) -> dict[str, str]:
    """What silence means in a random game, topic by topic and part by part."""
    names = [*(topic.name for topic in spec.topics), *(part.name for part in spec.parts if part.window)]
    return {name: Whims(name, seed).one(("pass", "ask")) for name in names}


def random_options(spec: RulesetSpec, seed: int) -> dict[str, str]:
    """The charter options of a random game: mostly the defaults, sometimes others; the board is the usual one."""
    whims = Whims("options", seed)
    played = [option for option in spec.options if not option.boards]
    return {option.name: option.default if whims.number(2) else whims.one(option.choices) for option in played}


def try_game(spec: RulesetSpec, scenario: str, seed: int, door: Passage | None = None) -> Count | dict[str, str | int]:
    """A game's count, or its failure with the seed that shows it again."""
    try:
        return random_game(spec, Setup(scenario=scenario, options=random_options(spec, seed)), seed, door)
    except Exception as failure:
        return {"seed": seed, "failure": f"{type(failure).__name__}: {failure}"}


def self_play(
    spec: RulesetSpec,
    scenario: str,
    games: int,
    seed: int,
    results: Iterator[Count | dict[str, str | int]] | None = None,
    progress: Callable[[], None] | None = None,
    door: Passage | None = None,
) -> Tally:
    """So many games, with seeds that follow each other.  `results` may come from other processes."""
    tally, start = Tally(spec.name, scenario, games), time.perf_counter()
    found = results or (try_game(spec, scenario, seed + game, door) for game in range(games))
    for result in found:
        if isinstance(result, Count):
            tally.add(result)
        else:
            tally.failures.append(result)
        if progress:
            progress()
    tally.seconds = time.perf_counter() - start
    return tally
