"""What the data say: map, units, schedules, scenarios, both tables; the first attacks on the real map."""

from __future__ import annotations

from collections import Counter

import pytest
from ao_field import play

from pbem.kit.tables import chances
from pbem.model.sheet import Part
from pbem.ruleset import Setup
from pbem_rules.ardennes_offensive import RULESET
from pbem_rules.ardennes_offensive.board import (
    SIDES,
    the_map,
    the_pack,
    the_scenarios,
    the_schedule,
    the_set_up,
    the_tables,
    the_units,
)
from pbem_rules.ardennes_offensive.s04_first_turn import DutyJudge, contacts, duty_plan
from pbem_rules.ardennes_offensive.s17_set_up import cannot_deploy, group_hexes, historical
from pbem_rules.ardennes_offensive.sheets import SetUpLine
from pbem_rules.ardennes_offensive.table import Ardennes


def fresh(scenario: str = "1") -> Ardennes:
    table = RULESET.set_up(Setup(scenario=scenario)).table
    assert isinstance(table, Ardennes)
    return table


def begun(scenario: str = "1") -> Ardennes:
    """After both set-ups, before the first German attack."""
    table = play(fresh(scenario), "set-up").table
    table = play(table, "set-up").table
    return play(table, "begin", {}).table


@pytest.mark.case("AO", "E-map1", "E-map5")
def test_off_limits_and_the_ends_of_the_start_line() -> None:
    here = the_map()
    assert here.off_limits == {*(f"010{n}" for n in range(1, 9)), "3701", "3702"}
    assert "0109" in here.edge
    assert "3703" in here.edge
    assert {"0108-0109", "3702-3703"} <= {*here.file.front}
    for side in here.file.front:
        one, other = side.split("-")
        assert (one in here.german_ground) != (other in here.german_ground)


@pytest.mark.case("AO", "E-map2", "E-map3", "E-map4", "E-map6", "E-map7")
def test_what_the_errata_say_of_the_map() -> None:
    here = the_map()
    assert not here.file.between("2211", "2311").river
    assert here.file.between("3010", "3111").bridge
    assert [here.terrain_of(hex) for hex in ("1107", "2819", "1016")] == ["clear"] * 3
    assert here.impassable == {"1516", "1506", "3505", "3612"}
    units = the_set_up().allied
    for town in ("Monschau", "St. Vith"):
        assert here.towns[town] in units.values()


def test_every_exit_has_its_road_and_allied_ones_their_hex_on_the_edge() -> None:
    here = the_map()
    assert not here.file.faults()
    for road in here.exits.values():
        assert road.hex in here.roads
        assert (road.edge in here.edge) == (road.section != "east")
    for side in SIDES:
        assert here.sources[side]


@pytest.mark.case("AO", "E14")
@pytest.mark.parametrize(
    ("schedule", "counts"),
    [
        ("allied historical", {2: 10, 3: 11, 4: 2, 5: 19, 6: 13, 7: 6, 8: 11, 11: 9, 12: 4, 14: 3, 16: 3, 17: 4}),
        (
            "allied slowed",
            {2: 6, 3: 6, 4: 3, 5: 8, 8: 6, 9: 8, 10: 5, 11: 4, 12: 9, 13: 6, 14: 7, 15: 6, 16: 4, 17: 3, 18: 7},
        ),
        ("german historical", {1: 1, 2: 2, 3: 1, 4: 10, 5: 2, 6: 1, 7: 1, 8: 8, 10: 1, 12: 1, 13: 1, 18: 1}),
        ("german accelerated", {1: 1, 2: 5, 3: 14, 4: 1, 5: 7, 6: 2, 7: 1, 8: 2, 9: 1, 11: 1, 13: 1}),
    ],
)
def test_the_schedules_by_their_counts(schedule: str, counts: dict[int, int]) -> None:
    found = the_schedule(schedule)
    assert {turn: sum(map(len, sections.values())) for turn, sections in found.items()} == counts


def test_every_counter_is_placed_once() -> None:
    units = the_units().units
    assert len([unit for unit in units.values() if unit.side == "allied"]) == 119
    assert len([unit for unit in units.values() if unit.side == "german"]) == 80
    used: set[str] = set()
    for side in SIDES:
        for name in ("historical", "slowed" if side == "allied" else "accelerated"):
            sections = [found for turn in the_schedule(f"{side} {name}").values() for found in turn.values()]
            coming = [unit for section in sections for unit in section]
            placed = [*historical(side), *coming]
            assert len(placed) == len(set(placed))
            assert all(units[unit].side == side for unit in placed)
            used |= {*placed}
    assert used == units.keys()


def test_the_counters_by_what_is_printed_on_them() -> None:
    """As many of each as the counter sheet has cells for."""
    allied = "1-4 10 2-12 1 2-4 4 3-12 2 3-4 20 4-12 17 4-4 45 5-12 6 5-4 6 6-12 5 7-12 1 8-12 2"
    german = "1-4 1 2-10 8 2-4 18 3-10 1 3-4 3 4-10 8 4-4 3 5-10 18 5-4 6 6-10 7 6-4 2 7-10 2 7-4 2 9-10 1"
    for side, printed in (("allied", allied), ("german", german)):
        of_side = [unit for unit in the_units().units.values() if unit.side == side]
        found = Counter(f"{unit.strength}-{unit.allowance}" for unit in of_side)
        assert " ".join(f"{counter} {number}" for counter, number in sorted(found.items())) == printed


@pytest.mark.parametrize(
    ("file", "value", "certainty"),
    [
        ("units.yaml", "units > 39/9 > strength", "certain"),
        ("units.yaml", "units > 5 Gds > strength", "inferred"),
        ("units.yaml", "units > 32 Gds > strength", "inferred"),
        ("units.yaml", "units > 29 Br > strength", "certain"),
        ("units.yaml", "units > 272 VG > size", "reconstructed"),
        ("units.yaml", "units > 26 VG > size", "inferred"),
        ("units.yaml", "units > 316/212 > size", "reconstructed"),
        ("units.yaml", "units > 167 VG > size", "certain"),
        ("units.yaml", "units > Heydte > size", "reconstructed"),
        ("units.yaml", "units > 327 G > kind", "reconstructed"),
        ("reinforcements.yaml", "allied historical > 8 > WB", "inferred"),
        ("reinforcements.yaml", "allied historical > 8 > NE", "certain"),
        ("reinforcements.yaml", "allied slowed > 14 > W", "certain"),
        ("tables.yaml", "standard > rows > 6", "reconstructed"),
        ("victory.yaml", "worth", "reconstructed"),
        ("set_up.yaml", "german", "reconstructed"),
    ],
)
def test_what_cannot_be_read_is_not_called_certain(file: str, value: str, certainty: str) -> None:
    loc = value.split(" > ")
    assert the_pack().data[file].provenance(*loc).certainty == certainty


@pytest.mark.case("AO", "18.0", "E18")
def test_the_ten_scenarios() -> None:
    found = {
        name: (s.allied_set_up[0], s.allied_schedule[0], s.german_set_up[0], s.german_schedule[0])
        for name, s in the_scenarios().items()
    }
    printed = ["hhhh", "hhha", "hhfh", "fshh", "fsfh", "fsfa", "hsha", "hsfa", "hhfa", "fhfa"]
    assert found == {str(number): tuple(letters) for number, letters in enumerate(printed, 1)}


def test_the_historical_set_up_stands_where_it_may() -> None:
    here = the_map()
    for side in SIDES:
        for unit, hex in historical(side).items():
            assert hex in here.live - here.impassable, unit
            assert (hex in here.german_ground) == (side == "german"), unit
            assert hex in group_hexes(side, unit)


@pytest.mark.case("AO", "10.0", "10.3")
def test_every_cell_of_the_initial_table() -> None:
    printed = """1 Ar1 Dr1 Dr2 Dr3 Ex Ex De De De De
                 2 Ar1 Dr1 Dr1 Dr2 Ex Ex Ex De De De
                 3 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De De
                 4 Ar2 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De
                 5 Ar2 Ar2 Dr1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex De
                 6 Ar2 Ar2 Dr1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De"""
    same_as_printed(the_tables().initial.rows, printed)


@pytest.mark.case("AO", "10.0")
def test_every_cell_of_the_standard_table() -> None:
    printed = """1 Ar1 Dr1 Dr1 Dr2 Dr3 Ex Ex Ex De De
                 2 Ar2 Dr1 Dr1 Dr1 Dr3 Dr3 Ex Ex Ex De
                 3 Ar2 Ar1 Dr1 Dr1 Dr2 Dr2 Dr3 Ex Ex De
                 4 Ar3 Ar2 Ar1 Dr1 Dr2 Dr2 Dr2 Dr3 Ex De
                 5 Ar3 Ar2 Ar2 Ar1 Dr2 Dr2 Dr2 Dr3 Dr3 Ex
                 6 Ar3 Ar2 Ar2 Ar1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex"""
    same_as_printed(the_tables().standard.rows, printed)


def same_as_printed(rows: dict[str, tuple[str, ...]], printed: str) -> None:
    lines = [line.split() for line in printed.splitlines()]
    assert rows == {face: tuple(results) for face, *results in lines}


def test_no_column_is_better_than_the_one_to_its_right() -> None:
    rank = ("Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De")
    for results in (the_tables().initial, the_tables().standard):
        means = [sum(rank.index(r) * c for r, c in chances(results, column).items()) for column in results.columns]
        assert means == sorted(means)


@pytest.mark.case("AO", "17.0")
def test_what_a_free_set_up_may_not_do() -> None:
    front, rear = the_map().front["allied"], historical("allied")["1102 e"]

    def wrong(unit: str, hex: str) -> bool:
        return cannot_deploy("allied", Part("set-up", (SetUpLine(unit=unit, hex=hex),))) is not None

    assert wrong("394/99", rear)
    assert wrong("1102 e", min(front))
    assert wrong("394/99", historical("allied")["12/4"])  # no stacking
    assert wrong("394/99", "1105")
    assert wrong("1SS a", "1010")
    assert not wrong("1102 e", "2530")


@pytest.mark.case("AO", "E4.2")
def test_the_plan_for_the_first_attacks_covers_both_lists() -> None:
    table = begun()
    contact = contacts(table)
    judge = DutyJudge(contact)
    plan = duty_plan(table)
    assert judge(Part("combat", plan)) is None
    for line in plan:
        less = tuple(other for other in plan if other is not line)
        assert judge(Part("combat", less)) is not None
    hexes = [hex for line in plan for hex in line.attack]
    units = [name for line in plan for name in line.with_]
    assert len(hexes) == len(set(hexes))
    assert len(units) == len(set(units))
    assert {*units} == {*contact}


@pytest.mark.case("AO", "E4.2")
def test_who_misses_the_first_turn_has_a_lawful_plan_made() -> None:
    table = begun()
    faces = {line.attack[0] + "/die": [1] for line in duty_plan(table)}
    played = play(table, "combat", faces=faces)
    assert {name for event in played.events("Fought") for name in event.attackers} == {*contacts(table)}
