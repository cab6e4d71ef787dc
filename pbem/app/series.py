"""Many random games, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pbem.model.errors import Refused
from pbem.office.rulesets import ruleset
from pbem.play.selfplay import Count, Tally, self_play, try_game
from pbem.proof.door import Door

Tried = Count | dict[str, str | int]


def play_many(
    system: str, scenario: str, games: int, seed: int, jobs: int, progress: Callable[[], None] | None = None
) -> Tally:
    """So many games of a scenario (the first one if none is named), `jobs` at a time."""
    spec = ruleset(system)
    names = [found.name for found in spec.scenarios]
    scenario = scenario or names[0]
    if scenario not in names:
        raise Refused(f"{system} has no scenario {scenario!r}", f"there are: {', '.join(names)}")
    if jobs == 1:
        return self_play(spec, scenario, games, seed, progress=progress, door=Door(spec))
    return self_play(spec, scenario, games, seed, _side_by_side(system, scenario, games, seed, jobs), progress)


def _side_by_side(system: str, scenario: str, games: int, seed: int, jobs: int) -> Iterator[Tried]:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(one_game, system, scenario), range(seed, seed + games), chunksize=4)


def one_game(system: str, scenario: str, seed: int) -> Tried:
    """One game, in whatever process; rulesets do not travel, their names do."""
    return try_game(ruleset(system), scenario, seed, Door(ruleset(system)))
