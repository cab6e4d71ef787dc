"""Whole games: random players through all eighteen game-turns, and the staff against itself."""

from __future__ import annotations

import dataclasses
import os

import pytest

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.orders import NotCarriedOut
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import self_play
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.events import GameTurnBegan
from pbem_rules.bulge.s03_victory import count_exits, judge

GAMES = int(os.environ.get("PBEM_GAMES", "12"))
"""PBEM_GAMES=300 plays so many."""


def not_before_the_end(table, umpire):
    """Victory as always, but only after the last game-turn: random games would end on the first day."""
    count_exits(table, umpire)
    if table.turn == 18:
        judge(table, umpire)
        return None
    umpire.do("5.0", GameTurnBegan(table.turn + 1))
    return "weather"


LONG = dataclasses.replace(RULESET, steps={**RULESET.steps, "victory": not_before_the_end})


@pytest.mark.parametrize("scenario", ["historical", "variable"])
def test_random_games_end(scenario):
    tally = self_play(RULESET, scenario, max(3, GAMES // 4), 700)
    assert tally.failures == []


@pytest.mark.parametrize("scenario", ["historical", "variable"])
def test_random_games_through_all_turns_end(scenario):
    tally = self_play(LONG, scenario, max(1, GAMES // 12), 900)
    assert tally.failures == []


def staff_game(seed, spec=RULESET, scenario="historical", options=None):
    whims = {side: Whims(side, seed) for side in spec.sides}
    bots = {
        side: lambda view, asked, situation, side=side: RULESET.bots["staff"](view, asked.decision, whims[side])
        for side in spec.sides
    }
    start = begin(spec, spec.set_up(Setup(scenario=scenario, options=options or {})))
    return advance(Terms(spec, {}, bots), start, {}, Intake(), NumberedFaces(seed), 1)


def events(played):
    return [entry.event for stretch in played.stretches for entry in stretch.told.entries]


@pytest.mark.parametrize(("seed", "scenario"), [(1, "historical"), (5, "historical"), (3, "variable")])
def test_the_staff_plays_a_game_to_its_end(seed, scenario):
    played = staff_game(seed, scenario=scenario)
    assert played.ending is not None
    names = [type(event).__name__ for event in events(played)]
    assert names.count("Fought") > 5
    assert names.count("Moved") > 10
    refused = sum(isinstance(event, NotCarriedOut) for event in events(played))
    assert refused * 10 < len(names)


def test_the_staff_plays_eighteen_turns():
    played = staff_game(4, spec=LONG)
    assert played.position.table.turn == 18
    kinds = {type(event).__name__ for event in events(played)}
    assert {"Entered", "Exited", "ExitsCounted", "Interdicted", "SupportCancelled", "Mechanized"} <= kinds


def test_either_side_can_win_against_itself():
    winners = set()
    for seed in range(20):
        winners.add(staff_game(seed).ending.winner)
        if len(winners) == 2:
            return
    pytest.fail(f"only {winners} ever wins")


def test_nothing_on_the_table_is_where_it_cannot_be():
    """8.0 and 3.1 hold at the end of every step of a whole game."""
    from pbem.engine.run import fold
    from pbem.model.position import Position

    played = staff_game(7)
    position = Position(RULESET.set_up(Setup(scenario="historical")).table)
    vp = 0
    for stretch in played.stretches:
        position = fold(position, stretch.told.entries)
        units = position.table.units.values()
        hexes = [unit.hex for unit in units if unit.hex]
        assert len(hexes) == len(set(hexes))
        for unit in units:
            assert sum([bool(unit.hex), unit.lost, bool(unit.exited)]) <= 1
        lost = {side: sum(u.cf for u in units if u.lost and u.side == side) for side in RULESET.sides}
        from pbem_rules.bulge.board import designated

        left = sum(u.cf * designated()[u.exited] for u in units if u.counted)
        vp = lost["allied"] - lost["german"] + left
        assert position.table.vp == vp
