"""The scripts of demonstrations: good whatever is drawn before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Terms
from pbem.engine.check import check
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.engine.stands import Stand
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.office.rulesets import ruleset
from pbem.sheets import read_sheet


@pytest.mark.parametrize("weather", ["fair", "rain", "fog"])
def test_blues_first_turn_of_the_ford_is_lawful_in_any_weather(weather: str) -> None:
    spec = ruleset("ford")
    position = spec.set_up(Setup(scenario="crossing"))
    position.table.stage, position.table.weather = "blue", weather
    script = Path(spec.folder, "demo", "02-blue.yaml").read_text(encoding="utf-8")
    form = form_of(spec, game="kh7f", exchange=2, side="blue")
    sheet, problems = read_sheet(f"game: kh7f\nexchange: 2\nside: blue\n{script}", form, "02-blue.yaml")
    assert sheet is not None, problems
    seen = Position(position.table, {"blue": position.secrets["blue"]})
    bookmark = Bookmark("march", spec.turn(position.table), seen, Told())
    checked = check(Stand(Terms(spec), bookmark, "blue", Papers()), sheet)
    assert checked.problems == ()
    assert "attack 0503 with 1 Foot" in checked.echoes[-1].words
