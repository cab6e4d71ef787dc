"""The bot concentrates: from sides that leave an enemy no way back, and not where it would be overwhelmed itself."""

from __future__ import annotations

from collections.abc import Callable

from ao_field import table_with

from pbem.ruleset import View
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.bot_attacks import attacks
from pbem_rules.ardennes_offensive.bot_dangers import dangers_of
from pbem_rules.ardennes_offensive.bot_moves import allied_values, moves
from pbem_rules.ardennes_offensive.bot_temper import QUICK, VETERAN, Temper
from pbem_rules.ardennes_offensive.bot_views import STEPS, outlook
from pbem_rules.ardennes_offensive.s05_march import march_of
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s10_results import best_ways, lawful_ways, ways_back
from pbem_rules.ardennes_offensive.table import Ardennes
from pbem_rules.ardennes_offensive.worth import worth

Lay = Callable[..., None]


def moved(table: Ardennes, side: str, temper: Temper | None = None) -> Ardennes:
    """The table with the bot's units where their lines end."""
    for line in moves(table, side, "movement", temper or QUICK[side]):
        table.units[line.unit].hex = line.way.split()[-1]
    return table


def test_units_that_strike_leave_no_way_back(ground: Lay) -> None:
    table = moved(table_with({"1/1SS": "2011", "2/1SS": "1911", "cca9": "2015"}), "german")
    assert [best_ways(table, table.units["cca9"], hexes) for hexes in (1, 2, 3)] == [[], [], []]


def test_whoever_has_no_way_back_is_attacked_at_odds_that_are_too_low_against_others(ground: Lay) -> None:
    allied = {"cca7": "2020", "ccr7": "2022", "504 pi": "1921"}
    shut_in = table_with({**allied, "1/1SS": "2021"}, side="allied", phase="combat")
    assert [(line.attack, len(line.with_)) for line in attacks(shut_in, "allied", QUICK["allied"])] == [(("2021",), 3)]
    one_side = {"cca7": "2022", "ccr7": "2022", "504 pi": "2022"}
    open_ = table_with({**one_side, "1/1SS": "2021"}, side="allied", phase="combat")
    assert attacks(open_, "allied", QUICK["allied"]) == []


def test_the_bot_counts_who_could_fall_upon_a_unit(ground: Lay) -> None:
    panzers = {"1SS a": "2010", "1/1SS": "2011", "2/1SS": "1911", "12SS a": "2110"}
    table = table_with({**panzers, "ccr9": "2016", "cca9": "2017", "ccb9": "2017"}, side="allied")
    seen, alone = outlook(table, "allied", QUICK["allied"]), table.units["ccr9"]
    assert seen.exposed("2013", alone) == STEPS > seen.exposed("2017", alone)
    assert seen.exposed("2030", alone) == 0


def test_whether_there_is_a_way_back_is_told_without_listing_all_ways(ground: Lay) -> None:
    """Two hexes beside each other are one hex back and not two: every step leads farther away."""
    near, two = the_map().near("2014", 1), the_map().near("2014", 2)
    for walls, told in ((set(), True), (two - near, False)):
        ground(impassable=sorted(walls))
        table = table_with({"cca9": "2014"})
        unit, lay = table.units["cca9"], lay_of(table)
        listed = tuple(bool(lawful_ways(unit, hexes, lay, frozenset())) for hexes in (1, 2, 3))
        assert ways_back(unit, 3, lay, frozenset()) == listed == (True, told, told)


def test_a_town_shelters(ground: Lay) -> None:
    ground(towns={"Somewhere": "2014"})
    table = table_with({"1SS a": "2010", "cca9": "2016"}, side="allied")
    seen, alone = outlook(table, "allied", QUICK["allied"]), table.units["cca9"]
    assert seen.exposed("2014", alone) < seen.exposed("1914", alone)


PANZERS = {"1SS a": "2009", "1/1SS": "2010", "2/1SS": "1910"}


def loss_at(hex: str, others: dict[str, str]) -> int:
    table = table_with({**PANZERS, "cca9": hex, **others})
    lay = lay_of(table)
    return dangers_of(table, "allied", lay).loss(hex, table.units["cca9"], lay)


def test_danger_is_where_enemies_can_come_from_both_sides(ground: Lay) -> None:
    assert loss_at("2013", {}) > 0
    assert loss_at("2030", {}) == 0


def test_a_friend_beside_is_a_way_back_and_one_far_behind_is_none(ground: Lay) -> None:
    behind = {"ccr9": "2014", "ccb9": "2015"}
    assert loss_at("2013", behind) < loss_at("2013", {"ccr9": "2020", "ccb9": "2021"})


def test_a_town_keeps_a_unit_that_would_be_driven_off(ground: Lay) -> None:
    before = loss_at("2013", {})
    ground(towns={"Somewhere": "2013"})
    assert loss_at("2013", {}) < before


def test_a_veteran_goes_out_of_the_reach_that_a_quick_bot_stays_in(ground: Lay) -> None:
    field = {**PANZERS, "cca9": "2015"}
    lay = lay_of(table_with(field))
    ends = {name: moved(table_with(field, side="allied"), "allied", tempers["allied"]).units["cca9"]
            for name, tempers in (("quick", QUICK), ("veteran", VETERAN))}  # fmt: skip
    dangers = dangers_of(table_with(field), "allied", lay)
    assert dangers.loss(ends["quick"].hex, ends["quick"], lay) > dangers.loss(ends["veteran"].hex, ends["veteran"], lay)


def test_a_position_is_worth_less_where_the_enemy_can_close_all_ways_back(ground: Lay) -> None:
    near, far = ({**PANZERS, "cca9": hex} for hex in ("2013", "2030"))
    assert worth(View("allied", table_with(near))) < worth(View("allied", table_with(far)))


def test_a_german_who_has_his_points_thinks_more_of_his_own_units(ground: Lay) -> None:
    table = table_with(PANZERS)
    before = VETERAN["german"].at(table)
    table.losses["allied"] = 35
    assert VETERAN["german"].at(table).own > before.own
    assert VETERAN["german"].at(table).danger > before.danger


def test_a_german_without_his_points_ventures_more_when_the_game_ends(ground: Lay) -> None:
    early, late = table_with(PANZERS, turn=8), table_with(PANZERS, turn=17)
    temper = VETERAN["german"]
    assert temper.at(late).danger < temper.at(early).danger == temper.danger
    assert temper.at(late).own < temper.at(early).own == temper.own


def test_a_german_veteran_goes_for_enemies_and_a_quick_bot_for_exits(ground: Lay) -> None:
    field = {"1/1SS": "1815", "cca9": "2805"}
    ends = {name: moved(table_with(field), "german", tempers["german"]).units["1/1SS"].hex
            for name, tempers in (("quick", QUICK), ("veteran", VETERAN))}  # fmt: skip
    apart = the_map().grid.distance
    assert apart(ends["veteran"], "2805") < apart("1815", "2805") < apart(ends["quick"], "2805")


def test_a_german_veteran_hunts_those_who_can_be_driven_off(ground: Lay) -> None:
    field = {"1/1SS": "1815", "cca9": "2805", "ccb9": "0823"}
    nearer_open = moved(table_with(field), "german", VETERAN["german"]).units["1/1SS"].hex
    ground(towns={"Somewhere": "2805"})
    in_a_town = moved(table_with(field), "german", VETERAN["german"]).units["1/1SS"].hex
    apart = the_map().grid.distance
    assert apart(nearer_open, "2805") < apart(in_a_town, "2805")


def test_the_points_that_a_german_needs_are_worth_having_whatever_he_has_lost(ground: Lay) -> None:
    for side, better in (("german", 1), ("allied", -1)):
        short, enough = table_with(PANZERS), table_with(PANZERS)
        short.losses.update(german=25, allied=34)
        enough.losses.update(german=25, allied=35)
        assert better * worth(View(side, enough)) > better * worth(View(side, short))


def test_an_allied_veteran_holds_a_line_one_unit_a_hex(ground: Lay) -> None:
    table = table_with({"cca9": "2015", "ccb9": "2017", "ccr9": "2117"}, side="allied")
    march = march_of(table, table.units["cca9"], lay_of(table))
    value = allied_values(march, outlook(table, "allied", VETERAN["allied"]))
    with_a_friend, alone, beside = value("2017"), value("2020"), value("2016")
    assert with_a_friend < alone < beside
