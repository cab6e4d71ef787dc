"""Many games: random players, who show what breaks, or bots, who show who wins."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Annotated, Any

from pbem.app.budget import with_time
from pbem.app.labour import Lost, Means, each
from pbem.app.ledger import PROGRAM, Ledger
from pbem.app.packs import Files, lay_files
from pbem.app.program import program_of
from pbem.court.rules import data_pinned
from pbem.engine.spec import RulesetSpec, Setup
from pbem.kit.packfiles import pack_digest
from pbem.model.counting import many
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.model.strict import Unfit, read_plain
from pbem.office.rulesets import ruleset
from pbem.play.bots import read_bot
from pbem.play.match import Match, play_match
from pbem.play.selfplay import Count, Tally, self_play, try_game
from pbem.proof.door import Door

MOST_TURNS = 9
"""So many turns a line of a summary names."""

Tried = Count | dict[str, str | int]
Game = dict[str, Any]


def play_many(
    system: str,
    scenario: str,
    games: int,
    seed: int,
    means: Means,
    data: Files = (),
    progress: Callable[[], None] | None = None,
) -> Tally:
    """So many games of a scenario (the first one if none is named) between random players."""
    lay_files(system, data)
    spec = ruleset(system)
    scenario = _scenario(spec, scenario)
    if means == Means():
        return self_play(spec, scenario, games, seed, progress=progress, door=Door(spec))
    found = each(partial(one_game, system, scenario, data), range(seed, seed + games), means)
    tally = self_play(spec, scenario, games, seed, (_told(number, one) for number, one in found), progress)
    tally.failures.sort(key=lambda failure: int(failure["seed"]))
    return tally


def _told(seed: int, found: Tried | Lost) -> Tried:
    return {"seed": seed, "failure": found.why} if isinstance(found, Lost) else found


def one_game(system: str, scenario: str, data: Files, seed: int) -> Tried:
    """One game, in whatever process; rulesets do not travel, their names and data do."""
    lay_files(system, data)
    return try_game(ruleset(system), scenario, seed, Door(ruleset(system)))


def _scenario(spec: RulesetSpec, scenario: str) -> str:
    names = [found.name for found in spec.scenarios]
    if scenario and scenario not in names:
        raise Refused(f"{spec.name} has no scenario {scenario!r}", f"there are: {', '.join(names)}")
    return scenario or names[0]


# bots


@frozen
class Matches:
    """Games between bots that differ only in their seeds."""

    system: str
    match: Match
    data: Files = ()
    """A pack of somebody's own that they are played on."""

    def title(self) -> dict[str, Any]:
        """What is played, and by which rules: results of others are not added to these."""
        spec = ruleset(self.system)
        return {
            "system": self.system,
            "scenario": self.match.scenario,
            "bots": dict(sorted(self.match.bots.items())),
            "options": dict(sorted(self.match.options.items())),
            "version": spec.version,
            PROGRAM: program_of(spec),
            **({"pack": pack_digest(dict(self.data)).hex()} if self.data else {"data": data_pinned(spec)}),
        }


def _seconds(said: Any) -> Any:
    if type(said) not in (int, float):
        raise ValueError(f"{said} is no number of seconds")
    return said


@frozen
class Played:
    """What stands in a file of a game that came to its end."""

    seed: int
    winner: str
    words: str
    last_turn: str
    sheets: int
    decisions: int
    rolls: int
    points: dict[str, int]
    losses: dict[str, int]
    points_by_turn: dict[str, dict[str, int]]
    seconds: Annotated[Any, _seconds]


@frozen
class Failed:
    """What stands there of one that broke off."""

    seed: int
    failure: str


def matches_of(
    system: str, scenario: str, bots: Mapping[str, str], options: Mapping[str, str], think: str = "", data: Files = ()
) -> Matches:
    """Every side has a bot: the one that is named, or the first there is.  `think`: the positions of thinkers."""
    lay_files(system, data)
    spec = ruleset(system)
    if unknown := [side for side in bots if side not in spec.sides]:
        raise Refused(f"no side {unknown[0]!r}", f"{spec.title} has {', '.join(spec.sides)}")
    if not spec.bots:
        raise Refused(f"{spec.title} has no bots", "without --bots random players play")
    named = {side: bots.get(side) or next(iter(spec.bots)) for side in spec.sides}
    for words in named.values():
        read_bot(spec, words)
    chosen = {option.name: option.default for option in spec.options}
    for name, choice in options.items():
        known = next((option.choices for option in spec.options if option.name == name), ())
        if choice not in known:
            raise Refused(f"no option {name}: {choice}", ", ".join(known or chosen) or "none is known")
    setup = Setup(scenario=_scenario(spec, scenario), options={**chosen, **options})
    return Matches(system, Match(setup.scenario, with_time(named, think, spec, setup), setup.options), data)


def one_match(matches: Matches, seed: int) -> Game | Lost:
    """One game, in whatever process; a failure is a result too, if it is the game's and not the machine's."""
    lay_files(matches.system, matches.data)
    spec = ruleset(matches.system)
    try:
        return play_match(spec, matches.match, seed)
    except (MemoryError, OSError) as trouble:
        return Lost(f"{type(trouble).__name__}: {trouble}")
    except Exception as failure:
        return {"seed": seed, "failure": f"{type(failure).__name__}: {failure}"}


def _match_again(matches: Matches, seed: int) -> Game:
    """A game that stands in a file."""
    game = one_match(matches, seed)
    if isinstance(game, Lost):
        raise Refused(f"seed {seed} cannot be played again: {game.why}", "the same command again, later")
    return game


def play_matches(
    matches: Matches, seeds: Sequence[int], means: Means, resume: Path | None, progress: Callable[[], None]
) -> list[Game]:
    """All of them, in the order of their seeds; with a file, those that stand there are not played again.

    What was lost is told, and not written down: the next run tries it again.
    """
    with ExitStack() as stack:
        ledger = stack.enter_context(_ledger(matches, resume)) if resume else None
        known = ledger.found if ledger else {}
        found = {seed: game for seed, game in known.items() if seed in seeds}
        for _ in found:
            progress()
        left = (seed for seed in seeds if seed not in found)
        for seed, game in each(partial(one_match, matches), left, means):
            found[seed] = {"seed": seed, "failure": game.why} if isinstance(game, Lost) else game
            if ledger and not isinstance(game, Lost):
                ledger.add(game)
            progress()
    return [found[seed] for seed in seeds]


def _ledger(matches: Matches, path: Path) -> Ledger:
    """The file of these games, whose lines are whole."""
    ledger = Ledger(path, matches.title(), partial(_match_again, matches))
    if odd := [seed for seed, game in ledger.found.items() if not _is_whole(game)]:
        ledger.__exit__(None, None, None)
        raise Refused(f"the line of seed {odd[0]} in {path.name} is no game between bots", "take that line away")
    return ledger


def _is_whole(game: Game) -> bool:
    """Whether everything that is counted and told of a game stands in it."""
    try:
        read_plain(Failed if "failure" in game else Played, game)
    except Unfit:
        return False
    return True


def summary(matches: Matches, games: Sequence[Game]) -> dict[str, Any]:
    """What many games came to."""
    played = [game for game in games if "failure" not in game]
    scores = sorted({name for game in played for name in game["points"]})
    return {
        **matches.title(),
        "games": len(games),
        "failures": [game for game in games if "failure" in game],
        "victories": dict(sorted(Counter(game["winner"] for game in played).items())),
        "last_turns": dict(Counter(game["last_turn"] for game in played).most_common()),
        "points": {name: _spread([game["points"].get(name, 0) for game in played]) for name in scores},
        "points_by_turn": {name: _by_turn(name, played) for name in scores},
        "losses": {side: _spread([game["losses"].get(side, 0) for game in played]) for side in _sides(played)},
        "sheets": _spread([game["sheets"] for game in played]),
        "seconds": round(sum(game["seconds"] for game in played), 1),
    }


def _sides(games: Sequence[Game]) -> list[str]:
    """Who has lost anything that is counted."""
    return sorted({side for game in games for side in game["losses"]})


def _by_turn(score: str, games: Sequence[Game]) -> dict[str, float]:
    """The mean at the start of each turn, of the games that came so far; turns that few saw are left out."""
    found: dict[str, list[int]] = {}
    order: list[str] = []
    for game in games:
        before = ""
        for turn, points in game["points_by_turn"].items():
            if turn not in found:
                found[turn] = []
                order.insert(order.index(before) + 1 if before else 0, turn)
            found[turn].append(points.get(score, 0))
            before = turn
    return {turn: round(mean(found[turn]), 1) for turn in order if 2 * len(found[turn]) >= len(games)}


def told_in_lines(told: Mapping[str, Any]) -> list[str]:
    """Who won, when games ended, and the points at the end: the least, the middle, the mean, the most."""
    bots = ", ".join(f"{side} {name}" for side, name in told["bots"].items())
    lines = [f"{told['system']} {told['scenario']}: {bots}; {many(told['games'], 'game')}, {told['seconds']} s"]
    won = ", ".join(f"{side} {number}" for side, number in told["victories"].items()) or "nobody"
    ended = ", ".join(f"{turn} {number}" for turn, number in told["last_turns"].items())
    lines += [f"{'won':<11} {won}", f"{'ended':<11} {ended}"]
    losses = {f"{side} lost": found for side, found in told["losses"].items()}
    for name, found in {**told["points"], **losses, "sheets": told["sheets"]}.items():
        lines.append(f"{name:<11} " + ", ".join(f"{what} {number:g}" for what, number in found.items()))
    lines += [f"{name} by turn: {_turns(means)}" for name, means in told["points_by_turn"].items() if means]
    lines += [f"FAIL        seed {game['seed']}: {game['failure']}" for game in told["failures"]]
    return lines


def _turns(means: Mapping[str, float]) -> str:
    """Some of the turns, from the first to the last."""
    names, most = list(means), min(len(means), MOST_TURNS)
    shown = [names[place * (len(names) - 1) // max(1, most - 1)] for place in range(most)]
    return ", ".join(f"{turn} {means[turn]:g}" for turn in shown)


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    if not numbers:
        return {}
    return {"least": min(numbers), "middle": median(numbers), "mean": round(mean(numbers), 1), "most": max(numbers)}


def write_csv(path: Path, games: Sequence[Game]) -> None:
    """A line a game; points at the end, and by turn as `points GT3 German`."""
    rows = [_row(game) for game in games]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def _row(game: Game) -> dict[str, Any]:
    row = {name: value for name, value in game.items() if not isinstance(value, dict)}
    row |= {f"points {name}": value for name, value in game.get("points", {}).items()}
    row |= {f"{side} lost": value for side, value in game.get("losses", {}).items()}
    for turn, found in game.get("points_by_turn", {}).items():
        row |= {f"points {turn} {name}": value for name, value in found.items()}
    return row
