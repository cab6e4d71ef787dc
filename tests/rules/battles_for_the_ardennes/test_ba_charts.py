"""The charts of the variants cell by cell, and what the data says of itself."""

from __future__ import annotations

import pytest

from pbem_rules.battles_for_the_ardennes.board import SCENARIOS, face, sector, the_counters, the_scenario, the_variants
from pbem_rules.battles_for_the_ardennes.s16_greif import travel_cost
from pbem_rules.battles_for_the_ardennes.s16_saturation import breakdown_of, breakdown_share, multiplier_of

NORMAL = ("4/4/3 7", "4/3/3 6", "3/3/2 5", "3/2/2 4", "2/2/1 3", "2/1/1 2")
WITHERING = ("5/5/5 11", "5/5/4 10", "5/4/4 9", "4/4/4 8", "4/4/3 7", "4/3/3 6")


@pytest.mark.case("BA", "16.79")
@pytest.mark.parametrize(("kind", "rows"), [("normal", NORMAL), ("withering", WITHERING)])
def test_the_saturation_table(kind: str, rows: tuple[str, ...]) -> None:
    for die, row in enumerate(rows, 1):
        multipliers, number = row.split()
        assert [multiplier_of(kind, die, far) for far in (1, 2, 3)] == [int(n) for n in multipliers.split("/")]
        assert breakdown_of(kind, die) == int(number)


def test_how_often_a_battery_is_lost() -> None:
    assert round(100 * breakdown_share("withering")) == 74


ENDINGS = {
    "celles": (17, 19, 21),
    "clervaux": (8, 10, 12),
    "sedan-1940": (10, 11, 12),
    "st-vith": (8, 10, 12),
    "1940-campaign": (10, 11, 12),
    "angriefen": (7, 9, 10),
    "22-december": (16, 18, 20),
    "1944-campaign": (20, 30, 34),
}


@pytest.mark.case("BA", "16.84", "16.82")
def test_the_chart_of_endings() -> None:
    found = {name: (row["better"], row["even"], row["worse"]) for name, row in the_variants().ending.items()}
    assert found == ENDINGS


ST_VITH = "0108 0711 0716 0805 1110 1211 1319 1413 1420 1518 1609 1919 2009 2010"
CLERVAUX = "0715 1006 1115 1611 1706 1914"
DUMPS = {
    "celles": (38, {"A": "0215 0510 0518 0812 1215 1421 1612 1815"}),
    "clervaux": (24, {"D": f"{CLERVAUX} 2308"}),
    "st-vith": (65, {"B": ST_VITH}),
    "angriefen": (89, {"B": ST_VITH, "D": CLERVAUX}),
    "22-december": (
        76,
        {
            "A": "0517 1215 1421 2223 2224 2323 2324",
            "B": "0108 0711 0716 0805 1110 1211 1413 1609 2009 2010",
            "C": "1027 1727",
            "D": "0408 0713",
        },
    ),
    "1944-campaign": (89, {"B": ST_VITH, "D": CLERVAUX}),
}


@pytest.mark.case("BA", "16.58")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_chart_of_dumps(name: str) -> None:
    chart = the_variants().dumps.get(name)
    if name not in DUMPS:
        assert chart is None
        return
    points, hexes = DUMPS[name]
    assert chart is not None
    assert chart.points == points
    assert sorted(chart.hexes) == sorted(f"{map}{hex}" for map, line in hexes.items() for hex in line.split())
    assert all(sector(the_scenario(name).maps).spelled(hex) for hex in chart.hexes)


@pytest.mark.case("BA", "16.47")
@pytest.mark.parametrize(("hex", "cost"), [("B1125", 0), ("B1512", 19)])
def test_the_way_of_the_commandos(hex: str, cost: int) -> None:
    assert travel_cost(hex, bad=True) == cost


def test_the_values_that_were_found_are_there() -> None:
    found = {"10P-PR8": "6-6", "4D-4": "4-4", "4D-14": "2-5", "3SP": "1-4", "1CB": "1-4", "2CC": "1-5"}
    assert {name: the_counters()[name].front for name in found} == found
    assert face("(1)-5").bracketed
    assert face("6/3/3; 4").barrage == 6


@pytest.mark.case("BA", "base.stacking")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_set_up_is_lawful(name: str) -> None:
    """On the maps in play, no two sides in a hex, none too full; arrivals have a hex."""
    form, here = the_scenario(name), sector(the_scenario(name).maps)
    stacks: dict[str, list[str]] = {}
    for unit, start in form.at.items():
        assert here.spelled(start.hex), f"{unit} in {start.hex}"
        stacks.setdefault(here.spelled(start.hex), []).append(unit)
    for hex, units in stacks.items():
        assert len({the_counters()[unit].side for unit in units}) == 1, hex
        lesser = [unit for unit in units if the_counters()[unit].type in ("art", "eng")]
        assert len(lesser) <= 2, hex
        assert len(units) - len(lesser) <= 3, hex
    for unit, arrival in form.arrivals.items():
        assert unit not in form.at
        assert arrival.edge == "drop" or here.spelled(arrival.hex), unit


@pytest.mark.parametrize(
    ("scenario", "written", "goes_by"),
    [
        ("st-vith", "D2316", "B0116"),
        ("clervaux", "B0116", "D2316"),
        ("celles", "B0805", "A0826"),
        ("clervaux", "A0101", ""),
    ],
)
def test_a_hex_goes_by_its_number_on_the_map_in_play(scenario: str, written: str, goes_by: str) -> None:
    assert sector(the_scenario(scenario).maps).spelled(written) == goes_by
