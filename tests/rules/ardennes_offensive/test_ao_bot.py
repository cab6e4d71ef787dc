"""The bot concentrates: from sides that leave an enemy no way back, and not where it would be overwhelmed itself."""

from __future__ import annotations

from collections.abc import Callable

from ao_field import table_with

from pbem.craft.moods import EVEN
from pbem_rules.ardennes_offensive.bot_attacks import attacks
from pbem_rules.ardennes_offensive.bot_moves import moves
from pbem_rules.ardennes_offensive.bot_views import STEPS, outlook
from pbem_rules.ardennes_offensive.s10_results import best_ways
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]


def moved(table: Ardennes, side: str) -> Ardennes:
    """The table with the bot's units where their lines end."""
    for line in moves(table, side, "movement"):
        table.units[line.unit].hex = line.way.split()[-1]
    return table


def test_units_that_strike_leave_no_way_back(ground: Lay) -> None:
    table = moved(table_with({"1/1SS": "2011", "2/1SS": "1911", "cca9": "2015"}), "german")
    assert [best_ways(table, table.units["cca9"], hexes) for hexes in (1, 2, 3)] == [[], [], []]


def test_whoever_has_no_way_back_is_attacked_at_odds_that_are_too_low_against_others(ground: Lay) -> None:
    allied = {"cca7": "2020", "ccr7": "2022", "504 pi": "1921"}
    shut_in = table_with({**allied, "1/1SS": "2021"}, side="allied", phase="combat")
    assert [(line.attack, len(line.with_)) for line in attacks(shut_in, "allied")] == [(("2021",), 3)]
    one_side = {"cca7": "2022", "ccr7": "2022", "504 pi": "2022"}
    assert attacks(table_with({**one_side, "1/1SS": "2021"}, side="allied", phase="combat"), "allied") == []


def test_the_bot_counts_who_could_fall_upon_a_unit(ground: Lay) -> None:
    panzers = {"1SS a": "2010", "1/1SS": "2011", "2/1SS": "1911", "12SS a": "2110"}
    table = table_with({**panzers, "ccr9": "2016", "cca9": "2017", "ccb9": "2017"}, side="allied")
    seen, alone = outlook(table, "allied", EVEN), table.units["ccr9"]
    assert seen.exposed("2013", alone) == STEPS > seen.exposed("2017", alone)
    assert seen.exposed("2030", alone) == 0


def test_a_town_shelters(ground: Lay) -> None:
    ground(towns={"Somewhere": "2014"})
    table = table_with({"1SS a": "2010", "cca9": "2016"}, side="allied")
    seen, alone = outlook(table, "allied", EVEN), table.units["cca9"]
    assert seen.exposed("2014", alone) < seen.exposed("1914", alone)
