"""Whole games: random players finish them, bots play them well enough, and nothing takes long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.papers import Bot, Papers
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
from pbem.model.decision import Pick
from pbem.model.entry import Entry
from pbem.model.position import View
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import random_players, self_play
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import limit
from pbem_rules.wwii_commander.events import Activated, ControlChanged, Scored
from pbem_rules.wwii_commander.table import Commander


@pytest.mark.parametrize(("scenario", "games"), [("full", 12), ("race", 20)])
def test_random_players_finish_their_games(scenario: str, games: int) -> None:
    tally = self_play(RULESET, scenario, games, 7000)
    assert tally.failures == []
    assert tally.finished == games


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "games"), [("full", 100), ("race", 200)])
def test_three_hundred_random_games(scenario: str, games: int) -> None:
    assert self_play(RULESET, scenario, games, 1).failures == []


def bot(side: str, mistakes: list[str]) -> Bot:
    def pick(view: View, asked: Asked, situation: object) -> Pick:
        said = RULESET.bots["staff"](view, asked.decision, Whims(side, *asked.decision.key))
        if wrong := asked.wrong(said):
            mistakes.append(f"{asked.decision.topic}: {wrong}")
            return RULESET.topic(asked.decision.topic).default(view, asked.decision)
        return said

    return pick


def play(scenario: str, seed: int, *bots: str, mistakes: list[str] | None = None) -> Iterator[Progress]:
    """A game in which some sides are bots and the others random."""
    faults = mistakes if mistakes is not None else []
    terms = Terms(RULESET, {}, {side: bot(side, faults) for side in bots})
    players, papers, intake = random_players(RULESET, seed), dict[str, Papers](), Intake()
    bookmark, due = begin(RULESET, RULESET.set_up(Setup(scenario=scenario))), ()
    for exchange in range(1, 2000):
        now = advance(terms, bookmark, papers, intake, NumberedFaces(seed), exchange, due)
        yield now
        if now.ending is not None:
            return
        bookmark, papers, due = now.bookmark, dict(now.papers), now.decisions
        sides = sorted({decision.side for decision in due})
        intake = Intake(
            {side: players[side](tuple(a for a in now.asked if a.decision.side == side), now) for side in sides}
        )


def told(games: Iterator[Progress]) -> list[Entry]:
    return [entry for now in games for stretch in now.stretches for entry in stretch.told.entries]


def test_bots_make_no_mistakes() -> None:
    mistakes: list[str] = []
    entries = told(play("full", 2, "german", "allied", mistakes=mistakes))
    assert mistakes == []
    assert not [entry for entry in entries if type(entry.event).__name__ == "NotCarriedOut"]


@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_bot_beats_random_players(side: str) -> None:
    for seed in range(2):
        *_, last = play("full", seed, side)
        assert last.ending is not None
        assert last.ending.winner == side


@pytest.mark.case("WC", "7.6", "12.1", "6.0", "4.8")
def test_what_must_hold_at_every_stop() -> None:
    """Stacks of three, control where one side stands alone and no battle is under way, points, one activation a day."""
    points, activated = 0, set[str]()
    for now in play("full", 4):
        table: Commander = now.position.table
        for stretch in now.stretches:
            for entry in stretch.told.entries:
                if isinstance(entry.event, Scored):
                    points += entry.event.points
                if type(entry.event).__name__ == "DayBegan":
                    activated.clear()
                if isinstance(entry.event, Activated):
                    assert not activated & {*entry.event.units}
                    activated |= {*entry.event.units}
        by_space: dict[str, dict[str, int]] = {}
        for unit in table.units.values():
            if unit.space:
                sides = by_space.setdefault(unit.space, {})
                sides[unit.side] = sides.get(unit.side, 0) + 1
        for space, sides in by_space.items():
            assert max(sides.values()) <= limit("stack")
            fighting = any(decision.topic == "losses" for decision in now.decisions)
            assert fighting or len(sides) == 2 or [*sides] == [table.control[space]]
        assert points == table.points


def test_space_points_follow_control() -> None:
    """12.1 The points for spaces are those of the spaces that have changed hands."""
    from pbem_rules.wwii_commander.board import the_map

    *_, last = games = list(play("full", 5))
    scored = sum(e.event.points for e in told(iter(games)) if isinstance(e.event, Scored) and e.case == "12.1")
    table: Commander = last.position.table
    german = [n for n, s in the_map().spaces.items() if table.control[n] == "german" and s.start == "allied"]
    lost = [n for n, s in the_map().spaces.items() if table.control[n] == "allied" and s.start == "german"]
    assert any(isinstance(e.event, ControlChanged) for e in told(iter(games)))
    assert scored == sum(the_map().spaces[n].points for n in german) - sum(the_map().spaces[n].points for n in lost)
