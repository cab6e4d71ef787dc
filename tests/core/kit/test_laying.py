"""Ground laid over a map for a case: it holds what is said, and what cannot be is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from pbem.kit.data import Pack
from pbem.kit.laying import hex_ground, with_changes
from pbem.kit.mapdata import HexMap
from pbem.kit.shelf import Shelf
from pbem.model.errors import Refused

MAP = HexMap.model_validate(
    {
        "title": "small",
        "grid": {"sheets": [{"rows": "01-06", "columns": "01-06"}]},
        "hexes": {"0202": {"terrain": "wood", "town": "Old"}, "0303": {"terrain": "marsh"}},
        "rivers": {"Brook": {"class": "river", "sides": ["0303-0304", "0505-0506"]}},
        "bridges": {"0303-0304": {"river": "Brook"}},
        "roads": {"main": ["0302-0303", "0303-0304"]},
        "exits": {"0301": {"edge": "west"}},
    }
)


def laid(**ground: Any) -> HexMap:
    return hex_ground(MAP, ground)


def test_a_hex_holds_exactly_what_is_said() -> None:
    made = laid(hexes={"0202": "marsh, west wall", "0404-0406": "wood, village Three"})
    assert (made.terrain_of("0202"), made.town_at("0202"), made.place("0202").west_wall) == ("marsh", "", "intact")
    assert [made.place(hex).village for hex in ("0403", "0404", "0405", "0406")] == ["", "Three", "Three", "Three"]
    assert MAP.town_at("0202") == "Old"


def test_a_hexside_holds_exactly_what_is_said() -> None:
    made = laid(sides={"0304-0303": "stream Rill, ford, secondary road", "0401 0402 0403": "bridge, river, road"})
    side = made.between("0303", "0304")
    assert (side.river, side.river_class, side.bridge, side.ford, side.road) == (
        "Rill",
        "stream",
        False,
        True,
        "secondary",
    )
    assert made.bridge("0401", "0402")
    assert made.road("0402", "0403") == "main"
    assert made.between("0505", "0506").river == "Brook"
    assert not laid(sides={"0303-0304": "none"}).between("0303", "0304").river


def test_edges_that_are_named_are_laid_and_the_others_stay() -> None:
    """Who names one edge has not taken the others away; a name that the map does not know is told at once."""
    map = MAP.model_copy(update={"edges": {"north": ("0101-0106",), "south": ("0601-0606",)}})
    made = hex_ground(map, {"edges": {"north": ["0101-0103"]}})
    assert made.edge("north") == {"0101", "0102", "0103"}
    assert len(made.edge("south")) == 6
    with pytest.raises(Refused, match="edges: the map knows no 'nroth'") as refused:
        hex_ground(map, {"edges": {"nroth": ["0101"]}})
    assert refused.value.hint == "did you mean north?"
    with pytest.raises(Refused, match="edges holds names and their hexes"):
        hex_ground(map, {"edges": ["0101"]})


def test_a_blank_takes_everything_away_and_exits_come_and_go() -> None:
    made = laid(blank="1 around 0303")
    assert made.terrain_of("0303") == "clear"
    assert not made.between("0303", "0304").river
    assert made.between("0505", "0506").river == "Brook"
    blank = laid(blank="yes", exits={"0106": "north, worth 2, to Huy"})
    assert not any(side.river or side.road for side in blank.sides.values())
    assert [(hex, road.edge, road.worth, road.to) for hex, road in blank.exits.items()] == [("0106", "north", 2, "Huy")]
    assert not laid(exits={"0301": "none"}).exits


@pytest.mark.parametrize(
    ("ground", "told"),
    [
        ({"hexs": {}}, "no 'hexs' can be laid"),
        ({"hexes": {"0909": "wood"}}, "0909 is no hex of the map"),
        ({"hexes": {"0101-0206": "wood"}}, "no stretch of one row or column"),
        ({"hexes": {"far around 0101": "wood"}}, "is not understood"),
        ({"hexes": {"0101": "wod"}}, "no 'wod' can be laid"),
        ({"hexes": "wood"}, "hexes holds names"),
        ({"sides": {"0101-0103 0104": "road"}}, "is no hex"),
        ({"sides": {"0101 0103": "road"}}, "0101 and 0103 share no hexside"),
        ({"sides": {"0101": "road"}}, "is no hexside"),
        ({"sides": {"0101-0102": "rod"}}, "no 'rod' can be laid"),
        ({"sides": {"0505-0506": "river, road"}}, "crosses a river without bridge or ford"),
        ({"sides": {"0101-0102": "bridge"}}, "no river under 0101-0102"),
        ({"exits": {"0101": "west, dear"}}, "'dear' is not understood"),
        ({"hexes": {"0101": "worth much"}}, "worth"),
    ],
)
def test_what_cannot_be_is_refused(ground: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused) as refused:
        hex_ground(MAP, ground)
    assert told in refused.value.message


class Border(BaseModel, extra="forbid"):
    road: bool = False


class Small(BaseModel, extra="forbid"):
    title: str
    borders: dict[str, Border]


def test_another_map_takes_changes_in_its_own_words() -> None:
    small = Small(title="it", borders={"a / b": Border(road=True), "b / c": Border()})
    made = with_changes(small, {"borders": {"a / b": {"road": "no"}, "b / c": "none", "c / d": {"road": "yes"}}})
    assert made.borders == {"a / b": Border(road=False), "c / d": Border(road=True)}
    for wrong, told in (({"borders": {"a / b": {"rode": "no"}}}, "'rode'"), ({"titel": "x"}, "'titel'")):
        with pytest.raises(Refused) as refused:
            with_changes(small, wrong)
        assert told in refused.value.message
    with pytest.raises(Refused):
        with_changes(small, {"borders": {"a / b": {"road": "perhaps"}}})


def test_what_was_worked_out_from_a_pack_is_forgotten_when_another_lies_there(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(
        "provenance: {certainty: certain, source: me}\ntitle: first\nborders: {a / b: {road: no}}\n"
    )
    shelf = Shelf(tmp_path, {"small.yaml": Small})

    @shelf.renews
    @cache
    def title() -> str:
        pack: Pack = shelf.pack()
        return pack.take(Small, "small.yaml").title

    assert title() == "first"
    with shelf.changed("small.yaml", Small(title="second", borders={})):
        assert title() == "second"
    assert title() == "first"


def test_the_first_pack_comes_back_whatever_happens(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text("provenance: {certainty: certain, source: me}\ntitle: first\nborders: {}\n")
    shelf = Shelf(tmp_path, {"small.yaml": Small})

    def breaks() -> None:
        with shelf.changed("small.yaml", Small(title="second", borders={})):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        breaks()
    assert shelf.pack().take(Small, "small.yaml").title == "first"
