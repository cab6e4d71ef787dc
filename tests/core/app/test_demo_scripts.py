"""The scripts of demonstrations: good whatever is drawn before them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Terms
from pbem.engine.check import Checked, check
from pbem.engine.papers import Papers
from pbem.engine.spec import RulesetSpec, Setup
from pbem.engine.stands import Stand
from pbem.model.chooser import Whims
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.office.rulesets import ruleset
from pbem.sheets import read_sheet
from pbem_rules.enemy_action_ardennes.s05_cards import in_play

HAND = 7


def checked(spec: RulesetSpec, position: Position, step: str, number: int, side: str) -> Checked:
    """What `pbem check` says of a script where the step begins."""
    name = f"{number:02}-{side}.yaml"
    script = Path(spec.folder, "demo", name).read_text(encoding="utf-8")
    form = form_of(spec, game="kh7f", exchange=number, side=side)
    sheet, problems = read_sheet(f"game: kh7f\nexchange: {number}\nside: {side}\n{script}", form, name)
    assert sheet is not None, problems
    seen = Position(position.table, {side: position.secrets[side]} if spec.secrets else {})
    bookmark = Bookmark(step, spec.turn(position.table), seen, Told())
    return check(Stand(Terms(spec), bookmark, side, Papers()), sheet)


@pytest.mark.parametrize("weather", ["fair", "rain", "fog"])
def test_blues_first_turn_of_the_ford_is_lawful_in_any_weather(weather: str) -> None:
    spec = ruleset("ford")
    position = spec.set_up(Setup(scenario="crossing"))
    position.table.stage, position.table.weather = "blue", weather
    found = checked(spec, position, "march", 2, "blue")
    assert found.problems == ()
    assert "attack 0503 with 1 Foot" in found.echoes[-1].words


BATTLES: Any = [(2, "german", 1, "B1022"), (3, "allied", 1, "32CAV"), (4, "german", 2, "1SS-PZ")]


@pytest.mark.parametrize(("number", "side", "turn", "told"), BATTLES)
def test_the_first_day_at_st_vith_is_lawful(number: int, side: str, turn: int, told: str) -> None:
    setup = Setup(scenario="st-vith", options={})
    spec = ruleset("battles-for-the-ardennes").for_game(setup)
    position = spec.set_up(setup)
    position.table.turn, position.table.side, position.table.phase = turn, side, "bridges"
    found = checked(spec, position, "bridges", number, side)
    assert found.problems == ()
    assert [echo for echo in found.echoes if told in echo.words]


@pytest.mark.parametrize("deal", range(6))
def test_the_surprise_impulses_are_lawful_with_any_hand(deal: int) -> None:
    spec = ruleset("enemy-action-ardennes")
    position = spec.set_up(Setup(scenario="assault"))
    table, cards = position.table, in_play(position.table, "german", 16)
    table.day, table.stage, table.side, table.impulse = 16, "surprise", "german", 1
    hand = sorted(Whims("deal", deal).some(cards, HAND), key=int)
    position.secrets["german"].hand, table.hands["german"] = hand, HAND
    found = checked(spec, position, "surprise", 2, "german")
    assert found.problems == ()
    assert found.echoes
