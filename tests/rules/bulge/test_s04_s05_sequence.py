"""4. Set-up and 5. the sequence of play."""

from __future__ import annotations

import pytest

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import Setup
from pbem.play.bots import quick_bot
from pbem.play.faces import NumberedFaces
from pbem_rules.bulge import RULESET


@pytest.mark.case("BU", "4.0")
def test_set_up(fresh):
    table = fresh()
    assert table.vp == 0
    assert table.turn == 1
    assert table.units["2 Pz"].hex == "1206"
    assert table.units["1"].hex == ""
    assert sum(bool(unit.hex) for unit in table.units.values()) == 18 + 12
    assert table.options == {
        "airdrop": "no",
        "drop loss": "counts",
        "bridges": "either hex",
        "mech": "2021",
        "british entry": "beyond the Meuse",
    }
    assert fresh({"airdrop": "yes"}).options["airdrop"] == "yes"
    assert [scenario.name for scenario in RULESET.scenarios] == ["historical", "variable"]


@pytest.mark.case("BU", "5.0")
def test_the_steps_of_a_game_turn():
    """Weather, air, the German player-turn, the Allied one, victory."""
    bots = {side: quick_bot(RULESET, "staff", "x") for side in RULESET.sides}
    start = begin(RULESET, RULESET.set_up(Setup(scenario="historical")))
    played = advance(Terms(RULESET, {}, bots), start, {}, Intake(), NumberedFaces(2), 1)
    steps = [f"{stretch.turn} {stretch.step}" for stretch in played.stretches]
    assert steps[:11] == [
        "GT1 german weather",
        "GT1 german air",
        "GT1 german before",
        "GT1 german movement",
        "GT1 german after",
        "GT1 allied resupply",
        "GT1 allied before",
        "GT1 allied movement",
        "GT1 allied after",
        "GT1 allied victory",
        "GT2 german weather",
    ]
