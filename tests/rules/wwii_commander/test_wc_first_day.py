"""4.3 What an owner's counters may say and the rebuilt ones do not: reinforcements that come on December 16."""

from __future__ import annotations

import pytest

from pbem.engine.advance import Bookmark, Intake, Terms, advance
from pbem.engine.spec import Setup
from pbem.play.faces import NumberedFaces
from pbem_rules.wwii_commander import RULESET, table
from pbem_rules.wwii_commander.board import Arrival, the_units


@pytest.mark.case("WC", "4.3")
def test_a_unit_of_december_16_comes_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    early = the_units()["79VG"].model_copy(update={"arrives": Arrival(day=16, letter="C")})
    monkeypatch.setattr(table, "the_units", lambda: the_units() | {"79VG": early})
    position = RULESET.set_up(Setup(scenario="full"))
    now = advance(
        Terms(RULESET, {}),
        Bookmark("surprise", RULESET.turn(position.table), position),
        {},
        Intake({}, frozenset(RULESET.sides)),
        NumberedFaces(1),
        1,
        last_step="day",
    )
    assert now.bookmark.step == "turn"
    assert now.position.table.units["79VG"].space == "Trier"
