"""Whole games: random players in every scenario, and the bot against itself."""

from __future__ import annotations

import pytest

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.model.decision import Pick
from pbem.model.position import View
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import try_game
from pbem.ruleset import Setup, Whims
from pbem_rules.ardennes_offensive import RULESET
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.table import Ardennes


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [scenario.name for scenario in RULESET.scenarios])
def test_random_players_come_to_an_end(scenario: str) -> None:
    found = try_game(RULESET, scenario, 40 + int(scenario))
    assert not isinstance(found, dict), found


def bots_game(scenario: str, seed: int, name: str) -> Progress:
    def bot(view: View, asked: Asked, situation: object) -> Pick:
        return RULESET.bots[name](view, asked.decision, Whims("ardennes"))

    terms = Terms(RULESET, bots=dict.fromkeys(RULESET.sides, bot))
    start = begin(RULESET, RULESET.set_up(Setup(scenario=scenario)))
    return advance(terms, start, {}, Intake(), NumberedFaces(seed), 1)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["1", "8"])
@pytest.mark.parametrize("name", ["simple", "veteran"])
def test_a_bot_plays_a_whole_game_and_nearly_all_its_lines_are_lawful(name: str, scenario: str) -> None:
    now = bots_game(scenario, 7, name)
    assert now.ending is not None
    entries = [entry for stretch in now.stretches for entry in stretch.told.entries]
    kinds = [type(entry.event).__name__ for entry in entries]
    assert kinds.count("Fought") > 20
    assert kinds.count("NotCarriedOut") <= kinds.count("Moved") // 20
    assert well_ordered(now.position.table)


def well_ordered(table: Ardennes) -> bool:
    """8.0 at the end as always: no full hex, no unit of both sides in one, losses counted once."""
    lay = lay_of(table)
    for hex, stack in lay.stacks.items():
        assert len({unit.side for unit in stack}) == 1, hex
        assert hex not in the_map().impassable
        if hex in the_map().live:
            assert cannot_join(lay, stack[0], hex) is None or len(stack) == 3, hex
            assert len(stack) <= 3, hex
    lost = {side: sum(u.lost for u in table.units.values() if u.side == side) for side in RULESET.sides}
    return lost == table.losses
