"""What a printed chart may hold beside what packs have: an owner writes it, the check takes it, the rules use it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from pbem.office.rulesets import ruleset
from pbem_rules.ardennes_offensive.board import the_map as ardennes_map
from pbem_rules.ardennes_offensive.s11_terrain import ways_over
from pbem_rules.battles_for_the_ardennes.board import the_map as battles_map
from pbem_rules.battles_for_the_ardennes.s05_movement import Footing, ground_fare
from pbem_rules.bulge import board as bulge
from pbem_rules.bulge.s12_results import cover
from pbem_rules.bulge.table import Unit, base_defence

Corrected = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def corrected(tmp_path: Path) -> Corrected:
    """A game on a copy of its pack, with some texts of it replaced; the check must find it sound."""

    @contextmanager
    def lay(system: str, *changes: tuple[str, str, str]) -> Iterator[None]:
        spec = ruleset(system)
        assert spec.shelf is not None
        folder = Path(shutil.copytree(spec.shelf.folder, tmp_path / str(len(list(tmp_path.iterdir())))))
        for name, was, now in changes:
            text = (folder / name).read_text(encoding="utf-8")
            assert was in text, was
            (folder / name).write_text(text.replace(was, now, 1), encoding="utf-8")
        judged = spec.shelf.judged(folder)
        assert judged.problems == []
        spec.shelf.lay(judged.pack)
        try:
            yield
        finally:
            spec.lay_data()

    return lay


def defender(hex: str, side: str) -> Unit:
    return Unit(id="one", side=side, hex=hex, kind="infantry", cf=4)


@pytest.mark.case("BU", "2.1", "10.1")
def test_a_hex_of_bulge_may_have_several_terrains(corrected: Corrected) -> None:
    """It counts as the one that ranks first, and costs what the costliest costs, even if that is another."""
    several = ("map.yaml", "  0109: {terrain: rough}\n", "  0109: {terrain: [light-woods, rough]}\n")
    with corrected("bulge", several, ("tables.yaml", "  rough: 2\n", "  rough: 5\n")):
        assert bulge.the_map().terrain_of("0109") == "light-woods"
        assert bulge.ground_cost("0109") == 5
        assert base_defence(defender("0109", "allied")) == (("light-woods", 1),)
    assert bulge.ground_cost("0109") == 2


@pytest.mark.case("BU", "2.1", "10.1")
def test_wall_town_and_city_of_bulge_may_have_costs(corrected: Corrected) -> None:
    """The costliest of what is in the hex counts; a cost that the chart lacks is none."""
    town = next(hex for hex in bulge.the_map().grid.all() if bulge.the_map().place(hex).town)
    wall = "0103"
    assert bulge.ground_cost(wall) == 4
    with corrected("bulge", ("tables.yaml", "  road: 1\n", "  road: 1\n  town: 6\n  west-wall: 7\n")):
        assert bulge.ground_cost(town) == 6
        assert bulge.ground_cost(wall) == 7
        assert next(way for way in bulge.ways()["0102"] if way.to == wall).ground >= 7


@pytest.mark.case("BU", "12.1")
def test_a_city_of_bulge_may_shelter_better_than_a_town(corrected: Corrected) -> None:
    name = bulge.the_map().place("0104").town
    into = ("map.yaml", f"0104: {{terrain: rough, town: {name},", f"0104: {{terrain: rough, city: {name},")
    source = "certainty: {town: certain}, source: {town: a report"
    city = source.replace("town: certain", "city: certain").replace("{town: a report", "{city: a report")
    with corrected("bulge", into, ("map.yaml", source, city)):
        assert base_defence(defender("0104", "allied")) == (("rough", 1), ("town", 1))
        assert cover("0104") == 2
    chart = ("tables.yaml", "  town: 1\n", "  town: 1\n  city: 3\n")
    with corrected("bulge", into, ("map.yaml", source, city), chart):
        assert base_defence(defender("0104", "allied")) == (("rough", 1), ("city", 3))
        assert cover("0104") == 4


def points(hex: str, side: str) -> int:
    """What a mechanized unit pays into a hex of The Ardennes Offensive across country, over no water."""
    here = ardennes_map()
    for near in here.neighbours[hex]:
        for way in ways_over(here, near, side, mechanized=True):
            if way.to == hex and "road" not in way.why and "river" not in way.why and "ford" not in way.why:
                return way.points
    raise AssertionError(hex)


@pytest.mark.case("AO", "11.0", "5.1D")
def test_town_and_cleared_wall_of_the_ardennes_offensive_may_have_costs(corrected: Corrected) -> None:
    """As printed they cost nothing; what another chart prices is added to the terrain, the wall's for Allies alone."""
    here = ardennes_map()
    open_ = [hex for hex in sorted(here.live) if hex not in here.roads]
    cleared = next(hex for hex in sorted(here.live) if here.wall_at(hex) == "cleared")
    wall = next(hex for hex in open_ if here.wall_at(hex) == "intact")
    town = next(hex for hex in sorted(here.town_hexes) if hex in here.live)
    plain = {(hex, side): points(hex, side) for hex in (cleared, wall, town) for side in ("german", "allied")}
    assert plain[wall, "allied"] == plain[wall, "german"] + 2
    assert plain[cleared, "allied"] == plain[cleared, "german"]
    chart = ("tables.yaml", "  mode: [6, 3]\n", "  mode: [6, 3]\n  town: [1, 1]\n  cleared west wall: [3, 3]\n")
    with corrected("ardennes-offensive", chart):
        assert points(town, "german") == plain[town, "german"] + 1
        assert points(cleared, "allied") == plain[cleared, "allied"] + 3
        assert points(cleared, "german") == plain[cleared, "german"]
        assert points(wall, "allied") == plain[wall, "allied"]


def test_the_wall_of_battles_for_the_ardennes_may_have_a_cost(corrected: Corrected) -> None:
    driving, walking = (Footing(mechanized=driven, guns=False, bad=False) for driven in (True, False))
    wall = min(battles_map().walls)
    before = [ground_fare(battles_map(), wall, footing) for footing in (driving, walking)]
    chart = ("tables.yaml", "# Over a hexside", "west wall: {mechanized: 2, bad: 3, foot: 1}\n# Over a hexside")
    with corrected("battles-for-the-ardennes", chart):
        after = [ground_fare(battles_map(), wall, footing) for footing in (driving, walking)]
    assert [now - then for now, then in zip(after, before, strict=True)] == [2, 1]
