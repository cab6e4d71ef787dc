"""6. Weather."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_tables
from pbem_rules.bulge.s06_weather import variable_weather


@pytest.mark.case("BU", "6.0")
def test_historical_weather_comes_from_the_table(play, place):
    for turn, weather in ((2, "overcast"), (3, "mist"), (8, "clear")):
        played = play(place({}, turn=turn), "weather")
        assert played.one("WeatherSet").weather == weather
        assert played.one("WeatherSet").face == 0


@pytest.mark.case("BU", "6.0")
def test_variable_weather_is_rolled_with_the_modifier(play, place):
    table = place({}, turn=8, scenario="variable")
    played = play(table, "weather", faces={"weather": 1})
    assert played.one("WeatherSet") == type(played.one("WeatherSet"))("mist", 1, 2)
    table = place({}, turn=5, scenario="variable")
    assert play(table, "weather", faces={"weather": 3}).table.weather == "overcast"
    assert play(table, "weather", faces={"weather": 6}).table.weather == "clear"


@pytest.mark.case("BU", "6.0")
def test_the_variable_table_knows_every_modified_die():
    modifiers = [line.modifier for line in the_tables().turns.values()]
    rolled = [variable_weather(die) for die in range(1 + min(modifiers), 7 + max(modifiers))]
    assert rolled == ["overcast"] * 3 + ["mist"] * 2 + ["clear"] * 4


@pytest.mark.case("BU", "6.0")
def test_game_turn_1_is_overcast_without_a_die(play, place):
    for scenario in ("historical", "variable"):
        assert play(place({}, turn=1, scenario=scenario), "weather").table.weather == "overcast"


AT = {"26 VG": "1306", "110": "1307"}


def shifts(play, place, *, weather, side="german", step="after", faces=None):
    target, unit = ("1307", "26 VG") if side == "german" else ("1306", "110")
    table = place(AT, turn=9, weather=weather, side=side)
    played = play(table, step, f"{step}: [{{attack: {target}, with: [{unit}]}}]", faces or {"/die": 4}, silent=SILENT)
    return played.one("Fought")


SILENT = ("german", "allied")


@pytest.mark.case("BU", "6.1")
def test_columns_by_weather_after_movement(play, place):
    die, mine = {"1307/die": 5}, {"1306/die": 3}
    assert shifts(play, place, weather="overcast", faces=die).shifts == (("overcast", 1),)
    assert shifts(play, place, weather="overcast", side="allied", faces=mine).shifts == ()
    assert shifts(play, place, weather="clear", side="allied", faces=mine).shifts == (("clear", 1),)
    assert shifts(play, place, weather="clear", faces=die).shifts == ()
    assert shifts(play, place, weather="mist", side="allied", faces=mine).shifts == ()


@pytest.mark.case("BU", "6.1")
@pytest.mark.parametrize(("face", "columns"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_mist_is_rolled_for_each_german_attack(play, place, face, columns):
    fought = shifts(play, place, weather="mist", faces={"1307/die": 5, "mist": face})
    assert fought.mist == face
    assert sum(by for _, by in fought.shifts) == columns


@pytest.mark.case("BU", "6.1")
def test_no_weather_before_movement(play, place):
    for weather in ("overcast", "mist", "clear"):
        assert shifts(play, place, weather=weather, step="before", faces={"1307/die": 5}).shifts == ()


@pytest.mark.case("BU", "6.1")
def test_the_weather_counts_on_both_tables(play, place):
    table = place(AT, turn=4)
    text = "after: [{attack: 1307, with: [26 VG], crt: secondary}]"
    fought = play(table, "after", text, {"1307/die": 5}).one("Fought")
    assert fought.crt == "secondary"
    assert fought.shifts == (("overcast", 1),)
