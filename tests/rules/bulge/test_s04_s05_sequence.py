"""4. Set-up and 5. the sequence of play."""

from __future__ import annotations

import pytest

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
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
    bots = {side: lambda view, asked: RULESET.bots["staff"](view, asked.decision, Whims("x")) for side in RULESET.sides}
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


@pytest.mark.case("BU", "5.0S")
def test_german_surprise_in_game_turn_1(play, place):
    """Two columns before movement, one after; the day's overcast gives one more after movement."""
    at = {"26 VG": "1306", "110": "1307"}
    before = play(place(at, turn=1), "before", "before: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    assert before.one("Fought").shifts == (("surprise", 2),)
    after = play(place(at, turn=1), "after", "after: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    assert after.one("Fought").shifts == (("surprise", 1), ("overcast", 1))
    later = play(place(at, turn=2), "before", "before: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    assert later.one("Fought").shifts == ()
    allied = place(at, turn=1, side="allied")
    theirs = play(allied, "before", "before: [{attack: 1306, with: [110]}]", {"1306/die": 1})
    assert theirs.one("Fought").shifts == ()


@pytest.mark.case("BU", "5.0Q")
def test_germans_are_in_supply_for_three_game_turns(play, place):
    """26 VG in 0517 is ringed by US zones."""
    at = {"26 VG": "0517", "2": "0215", "99": "0514", "1": "0815", "30": "0818", "84": "0520", "75": "0218"}
    free = play(place(at, turn=3), "movement", "movement: [{26 VG: 0516}]")
    assert free.happened("OutOfSupply") == []
    cut = play(place(at, turn=4), "movement", "movement: [{26 VG: 0516}]", {"26 VG/supply": 4})
    assert cut.one("OutOfSupply").points == 4
    text = "before: [{attack: 0516, with: [26 VG]}]"
    early = play(place({**at, "110": "0516"}, turn=3), "before", text, {"0516/die": 3}, silent=("allied",))
    assert early.one("Fought").crt == "primary"
    late = play(place({**at, "110": "0516"}, turn=4), "before", text, {"0516/die": 3}, silent=("allied",))
    assert late.one("Fought").crt == "secondary"


@pytest.mark.case("BU", "5.0", "7.2")
def test_markers_come_off_at_the_end_of_the_game_turn(play, place):
    table = place({"1SS": "0501", "2": "0304"}, side="allied", phase="after", vp=20)
    table.markers = {"german": ["1412"], "allied": ["0601"]}
    table.support = {"german": 1}
    played = play(table, "victory")
    assert played.table.markers == {"german": [], "allied": []}
    assert played.table.support == {}
    assert played.table.turn == 5
