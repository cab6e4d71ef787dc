"""In mid-step, with secrets, a sheet is judged whole: a position is found that the side cannot tell from the true one.

How often it is found is measured on random games; the floors are just below what was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from pbem.engine.advance import Terms
from pbem.engine.guessing import made_whole
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.engine.stands import Stand, seen_by
from pbem.model.entry import told_to
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_options, random_players, random_windows


def stops(system: str, scenario: str, seed: int, most: int) -> Iterator[Stand]:
    """Every stop in mid-step of a random game, as each side that is asked sees it."""
    spec = ruleset(system)
    setup = Setup(scenario=scenario, options=random_options(spec, seed))
    spec = spec.for_game(setup)
    terms = Terms(spec, random_windows(spec, seed))
    game = exchanges(terms, setup, NumberedFaces(seed), random_players(spec, seed))
    for number, now in enumerate(islice(game, most), 1):
        for side in sorted({decision.side for decision in now.decisions}):
            due = tuple(decision for decision in now.decisions if decision.side == side)
            view = View(side, now.position.table, now.position.secrets.get(side))
            papers = now.papers.get(side, Papers())
            stand = Stand(terms, seen_by(now.bookmark, side), side, papers, due, number + 1, False, view)
            if stand.guesses and now.ending is None:
                yield stand


@pytest.mark.parametrize(
    ("system", "scenario", "seeds", "most", "share"),
    [
        ("ford", "crossing", range(4), 80, 98),
        ("ford", "bridgehead", range(4), 80, 98),
        ("battles-for-the-ardennes", "1944-campaign", range(6, 7), 30, 65),
        ("battles-for-the-ardennes", "celles", range(2, 4), 40, 90),
        ("enemy-action-ardennes", "breakout", range(1), 20, 98),
        ("enemy-action-ardennes", "crisis", range(1, 2), 30, 95),
    ],
)
def test_a_stop_is_made_whole_from_what_one_side_knows(
    system: str, scenario: str, seeds: range, most: int, share: int
) -> None:
    found = {True: 0, False: 0}
    for stand in (stand for seed in seeds for stand in stops(system, scenario, seed, most)):
        whole = made_whole(stand, 0)
        found[whole is not None] += 1
        if whole is not None:
            heard = told_to(stand.side, whole.told.entries)
            assert heard == stand.bookmark.told.entries
            assert whole.entry.secrets[stand.side] == stand.bookmark.entry.secrets[stand.side]
    assert found[True] * 100 >= share * sum(found.values()) > 0, found
