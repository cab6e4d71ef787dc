"""Drawn maps: well-formed, the same every time, complete, with names that do not collide."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from report_samples import area_map, at, corners, hex_centre, hex_map, hex_spaces

from pbem.model.picture import Counter, Edge, Force, Line, Picture, Space, Terrain, Town
from pbem.report import render_map
from pbem.report.drawing.clearance import joined_box
from pbem.report.drawing.counters import describe, initials
from pbem.report.drawing.fitting import clipped, fit, fitted
from pbem.report.drawing.geometry import extent, is_hex, left_of, shortened
from pbem.report.drawing.ground import grid_of, outer_sides
from pbem.report.drawing.labels import covered, named, written
from pbem.report.drawing.lines import _chains, sides, smooth
from pbem.report.drawing.markup import num, polygon
from pbem.report.drawing.palette import GROUNDS, PAINTS, named_colours, named_rules, night_rules, rules
from pbem.report.drawing.svg import draw
from pbem.report.drawing.terrain import TILES

SVG = "{http://www.w3.org/2000/svg}"


def elements(picture: Picture) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(draw(picture)).iter())


@pytest.mark.parametrize("picture", [hex_map(), area_map()], ids=["hexes", "areas"])
def test_every_counter_is_drawn_with_its_tooltip(picture: Picture) -> None:
    units = {element.get("data-unit"): element.findtext(f"{SVG}title") for element in elements(picture)}
    for counter in picture.counters:
        assert units[counter.id] == describe(counter)


def test_every_area_is_drawn_with_its_tooltip() -> None:
    told = {one.get("data-space"): one.findtext(f"{SVG}title") for one in elements(area_map())}
    for space in area_map().spaces:
        assert space.name in str(told[space.id])


def test_every_hex_is_known_by_its_number() -> None:
    """Where it lies, what it is called: the page's script reads it there."""
    picture = hex_map()
    numbers = [one for one in elements(picture) if one.tag == f"{SVG}text" and one.find(f"{SVG}tspan") is not None]
    known = {
        str(tspan.text).strip("°"): (float(tspan.get("x", "")), float(text.get("y", "")), tspan.get("data-name"))
        for text in numbers
        for tspan in text.iter(f"{SVG}tspan")
        if tspan.get("class") is None
    }
    assert known.keys() == {space.id for space in picture.spaces}
    for space in fitted(picture, fit(picture)).spaces:
        assert known[space.id][:2] == (
            pytest.approx(space.centre[0], abs=0.06),
            pytest.approx(space.centre[1], abs=0.06),
        )
    assert known["0303"][2] == "Oldbridge"


def points_of(d: str) -> list[list[tuple[float, float]]]:
    """The corners of a path of straight relative lines, line by line; a closed one ends where it began."""
    lines: list[list[tuple[float, float]]] = []
    for mark, start, rest in re.findall(r"([Mm])([^a-z]*)([^Mm]*)", d):
        x, y = map(float, re.findall(r"-?[\d.]+", start))
        first = (x, y) if mark == "M" else (x + lines[-1][0][0], y + lines[-1][0][1])
        line = [first]
        for sign, said in re.findall(r"([hvlz])([^hvlz]*)", rest):
            far = list(map(float, re.findall(r"-?[\d.]+", said)))
            steps = {"h": [(one, 0.0) for one in far], "v": [(0.0, one) for one in far],
                     "l": [*zip(far[::2], far[1::2], strict=False)], "z": []}  # fmt: skip
            for dx, dy in steps[sign]:
                line.append((round(line[-1][0] + dx, 1), round(line[-1][1] + dy, 1)))
            line += [first] if sign == "z" else []
        lines.append(line)
    return lines


def area_within(d: str) -> float:
    """What a path encloses; holes, which run the other way round, do not count."""
    whole = 0.0
    for line in points_of(d):
        whole += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(line, [*line[1:], line[0]], strict=True)) / 2
    return abs(whole)


def test_hexes_of_one_terrain_are_one_shape_of_their_size() -> None:
    """Also around a hole, and where two parts touch in a corner."""
    sheet = Picture("T", hex_spaces(3, 3), 1.7320508)
    ring = [space.outline for space in fitted(sheet, fit(sheet)).spaces if space.id != "0202"]
    one, merged = area_within(outer_sides(ring[:1])[0]), outer_sides(ring)
    assert area_within("".join(merged)) == pytest.approx(8 * one, rel=0.02)
    assert len(merged) == 2
    assert sum(len(line) for line in points_of("".join(merged))) < 6 * 8


def test_the_commonest_ground_lies_below_all_others() -> None:
    """No seam between two tints shows the paper."""
    picture = hex_map()
    grounds = [one for one in elements(picture) if one.get("data-ground")]
    one = area_within(outer_sides([fitted(picture, fit(picture)).spaces[0].outline])[0])
    assert area_within(grounds[0].get("d", "")) == pytest.approx(64 * one, rel=0.02)
    assert {ground.get("data-ground") for ground in grounds} == {"Meadow", *(t.name for t in picture.terrains)}


@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
def test_the_grid_has_a_row_for_every_row_of_the_map(turned: bool) -> None:
    def turn(point: tuple[float, float]) -> tuple[float, float]:
        return (point[1], point[0]) if turned else point

    spaces = tuple(
        replace(space, centre=turn(space.centre), outline=tuple(map(turn, space.outline))) for space in hex_spaces(6, 5)
    )
    grid = grid_of(spaces, 1.7320508)
    assert [row.count for row in grid.rows] == [6] * 5
    assert grid.axis == int(turned)


def test_every_side_of_a_row_is_drawn_once() -> None:
    picture = Picture("T", hex_spaces(4, 1), 1.7320508)
    (row,) = [one for one in elements(picture) if str(one.get("id")).startswith("map-row-")]
    assert row.get("id") == "map-row-4"
    drawn = [tuple(sorted(side)) for line in points_of(row.get("d", "")) for side in pairwise(line)]
    assert len(drawn) == len(set(drawn)) == 4 * 6 - 3


def test_ids_are_prefixed_and_used_once() -> None:
    root = ElementTree.fromstring(draw(hex_map(), prefix="m7"))
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("m7-") for name in ids)
    used = re.findall(r"(?:url\(|href=\")#([^)\"]+)", draw(hex_map(), prefix="m7"))
    assert set(used) <= set(ids)


def test_an_embedded_drawing_brings_no_style() -> None:
    assert "<style>" in draw(hex_map())
    assert "<style>" not in draw(hex_map(), embedded=True)
    assert "style=" not in draw(hex_map(), embedded=True)


def test_a_drawing_does_not_depend_on_units_of_the_map() -> None:
    """Twice as large in map units is the same drawing."""
    picture = area_map()

    def double(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] * 2, point[1] * 2

    doubled = replace(
        picture,
        pace=picture.pace * 2,
        spaces=tuple(
            replace(s, centre=double(s.centre), outline=tuple(map(double, s.outline)), radius=s.radius * 2)
            for s in picture.spaces
        ),
        lines=tuple(replace(line, points=tuple(map(double, line.points))) for line in picture.lines),
        moves=tuple(replace(move, points=tuple(map(double, move.points))) for move in picture.moves),
        battles=tuple(replace(battle, at=double(battle.at)) for battle in picture.battles),
    )
    assert draw(doubled) == draw(picture)


def test_a_whole_map_stays_small() -> None:
    picture = replace(hex_map(), spaces=hex_spaces(40, 38))
    assert len(draw(picture)) < 140_000


def test_an_empty_map_is_drawn() -> None:
    ElementTree.fromstring(draw(Picture("Nothing", (), 1.0)))


def test_every_look_has_colours_and_a_tile_of_its_own() -> None:
    assert set(TILES) == set(GROUNDS)
    drawings = [(tile.lines, tile.shapes) for tile in TILES.values()]
    assert len(set(drawings)) == len(drawings)


def test_the_style_by_night_changes_what_the_style_by_day_sets() -> None:
    day, night = rules(), night_rules()
    selectors = re.findall(r"(?:^|})([^{]+){", night)
    assert len(selectors) > 60
    for selector in selectors:
        assert selector in day
    told = [set(re.findall(r"--p\d+", named_colours(night=night))) for night in (False, True)]
    assert set(re.findall(r"var\((--p\d+)\)", named_rules())) == told[0] == told[1]
    assert all(paint.strong != paint.night_strong for paint in PAINTS.values())


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.04, "0"), (2.25, "2.2"), (-3.5, "-3.5"), (100, "100")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert num(value) == text


def test_equal_outlines_give_equal_steps() -> None:
    here, there = polygon(corners((0, 0), 50)), polygon(corners((86.6, 150), 50))
    assert here.split("l")[1:] == there.split("l")[1:]


def test_a_smooth_line_passes_through_its_points() -> None:
    """In relative steps; each part ends where the next begins, and its first control mirrors the last one's second."""
    points = [(0.0, 0.0), (100.0, 50.0), (200.0, -50.0), (300.0, 0.0)]
    assert smooth(points) == "M0 0c17 8 67 58 100 50s67-92 100-100 83 42 100 50"


def test_river_sides_that_touch_become_one_line() -> None:
    corner = corners((0.0, 0.0), 10.0)
    edges = [Edge("river", corner[n], corner[n + 1]) for n in (2, 0, 1)]
    assert len(_chains(edges, "river")) == 1
    assert len(_chains([*edges, Edge("river", (50, 50), (60, 50))], "river")) == 2
    assert _chains(edges, "stream") == []


def test_a_fork_of_rivers_becomes_lines_that_use_each_side_once() -> None:
    middle = (0.0, 0.0)
    chains = _chains([Edge("river", middle, tip) for tip in ((10.0, 0.0), (-5.0, 9.0), (-5.0, -9.0))], "river")
    assert sorted(map(len, chains)) == [2, 2, 2]


def test_teeth_of_a_wall_point_to_the_left() -> None:
    drawn = re.search(' d="(.*?)"', sides([Edge("wall", (0, 0), (100, 0))])[0])
    assert drawn is not None
    teeth = points_of(drawn[1])
    assert [[y for _, y in tooth] for tooth in teeth] == [[3, -8, 3, 3]] * 4  # upward, from a base three below the line
    assert [tooth[0][0] for tooth in teeth] == [6, 28, 50, 72]


def test_a_clipped_picture_keeps_what_can_be_seen_in_its_box() -> None:
    """Spaces that are cut are drawn up to the frame; lines go on a little beyond it."""
    picture = hex_map()
    box = joined_box([extent(space) for space in picture.spaces if space.id in ("0302", "0304", "0503")])
    part = clipped(picture, box, picture.centres)
    assert {space.id for space in part.spaces} >= {f"0{c}0{r}" for c in (3, 4, 5) for r in (2, 3, 4)}
    assert not {"0101", "0108", "0808"} & {space.id for space in part.spaces}
    assert [town.name for town in part.towns] == ["Oldbridge", "Ford End"]
    assert len(part.battles) == 2
    assert max(len(line.points) for line in part.lines) < max(len(line.points) for line in picture.lines)
    assert len(draw(picture, box=box).split("<use")) < len(draw(picture).split("<use"))


def test_left_is_left_on_a_page() -> None:
    assert left_of((1.0, 0.0)) == (0.0, -1.0)  # facing right, up is left


def test_arrows_end_before_the_counter() -> None:
    assert shortened([(0.0, 0.0), (100.0, 0.0)], 24, 40) == [(24.0, 0.0), (pytest.approx(66.7, abs=0.1), 0.0)]


def test_town_names_do_not_cover_each_other() -> None:
    """Five towns close together: no two names at the same place."""
    spots = [(300 + 20 * n, 300 + 12 * (n % 2)) for n in range(5)]
    picture = Picture("T", (), 100, towns=tuple(Town(f"Name {n}", spot, 2) for n, spot in enumerate(spots)))
    names = "".join(written(named(picture, [])))
    boxes = [(float(x), float(y)) for x, y in re.findall(r' x="([-\d.]+)" y="([-\d.]+)"', names)]
    assert len(boxes) == 5
    for n, (x, y) in enumerate(boxes):
        for other_x, other_y in boxes[n + 1 :]:
            assert abs(y - other_y) > 8 or abs(x - other_x) > 40


def test_a_name_keeps_clear_of_a_counter_on_its_town() -> None:
    picture = Picture("T", (), 100, towns=(Town("Home", (300, 300), 2),))
    free = re.search(r' x="([-\d.]+)"', written(named(picture, []))[1])
    clear = re.search(r' x="([-\d.]+)"', written(named(picture, covered(picture, [(269, 274, 331, 336)])))[1])
    assert free
    assert clear
    assert float(free[1]) < 315
    assert float(clear[1]) >= 331


def test_two_sides_in_one_space_stand_beside_each_other() -> None:
    space = Space("a", (0.0, 0.0), corners((0.0, 0.0), 1.0))
    both = (Counter("r", "a", "red"), Counter("g", "a", "green"), Counter("r2", "a", "red"))
    forces = (Force("red", "R", "red"), Force("green", "G", "olive"))
    drawn = draw(Picture("T", (space,), 1.732, forces=forces, counters=both))
    places = {unit: float(x) for x, unit in re.findall(r'translate\(([-\d.]+) [-\d.]+\)\S* data-unit="(\w+)"', drawn)}
    assert places["g"] - places["r"] > 40
    assert abs(places["r2"] - places["r"]) < 10


def test_of_a_column_every_strength_is_seen_with_its_first_mark() -> None:
    """Two sides in an area: each has a column, the last of its units on top, the strengths of the others below it."""
    many = [
        Counter(f"{force}{n}", "ashby", force, strength=f"{n}", marks=("moved", "tired")) for force in ("red", "green")
        for n in range(3)
    ]  # fmt: skip
    drawn = draw(replace(area_map(), counters=tuple(many)))
    places = {unit: (float(x), float(y)) for x, y, unit in
              re.findall(r'translate\(([-\d.]+) ([-\d.]+)\)\S* data-unit="(\w+)"', drawn)}  # fmt: skip
    assert places["green2"][0] - places["red2"][0] > 30
    for force in ("red", "green"):
        heights = [places[f"{force}{n}"][1] for n in range(3)]
        assert heights == sorted(heights, reverse=True)
        assert len({places[f"{force}{n}"][0] for n in range(3)}) == 1
    assert drawn.count(">M</text>") == 6 + 1  # and once in the legend
    assert drawn.count(">T</text>") == 2 + 1


def test_a_yard_beyond_its_area_is_framed_and_tied_to_it() -> None:
    """A small area among large ones."""
    large = [
        Space(name, (x, 0.0), ((x - 3, -3), (x + 3, -3), (x + 3, 3), (x - 3, 3))) for name, x in (("a", 0), ("b", 7))
    ]
    small = Space("c", (3.5, 0.0), ((3, -3), (4, -3), (4, -2), (3, -2)))
    drawn = draw(
        Picture("T", (*large, small), 2.0, forces=(Force("r", "R", "red"),), counters=(Counter("u", "c", "r"),))
    )
    assert drawn.count('class="pm-yard"') == 1
    assert drawn.count('class="pm-tether"') == 1
    assert "pm-yard" not in draw(area_map()).split("</style>")[1]


def test_what_is_written_on_a_map_looks_alike_where_a_part_of_it_is_shown_again() -> None:
    """A part on paper shows the land alone, to which no rule applies that asks for what is around it."""
    land = draw(hex_map()).split('id="map-land"')[1].split(">")[0]
    assert 'class="pm-land"' in land
    selectors = re.findall(r"(?:^|[},])([^{},]+)(?={|,)", rules())
    assert [one for one in selectors if one.strip().startswith(".pm ")] == [".pm text"]
    assert ".pm text,.pm-land text{" in rules()


def test_a_note_without_room_beside_the_title_stands_below_the_legend() -> None:
    """It is neither cut off nor written over the arrow that points north."""
    heading = draw(hex_map()).split('class="pm-head"')[1].split("</g>")[0]
    assert hex_map().note in heading
    long = replace(hex_map(), note="points taken by either side, " * 6)
    above, below = draw(long).split('class="pm-legend"')
    assert "points taken" not in above.split("</style>")[1]
    assert below.count("points taken by either side") == 6
    assert len(re.findall("<text[^>]*>[^<]*points taken", below)) > 1


def test_a_town_of_several_spaces_is_named_once() -> None:
    """All its spaces have its sign; another town of that name, or what is worth something by itself, has its name."""
    spots = {"0303": "", "0304": "", "0403": "", "0808": "", "0404": "3"}
    parts = tuple(Town("Liege", at(space), 4, space, worth=worth) for space, worth in spots.items())
    drawn = draw(replace(hex_map(), towns=parts)).split("</style>")[1]
    assert len(re.findall(">Liege<", drawn)) == 2
    assert len(re.findall(">Liege <tspan", drawn)) == 1
    marked = re.search(r'marker-mid="url\(#map-towns-4\)"[^>]* d="M(.*?)"', drawn)
    assert marked is not None
    assert len(marked[1].split("L")) == 5


def test_the_legend_shows_what_the_map_uses_and_no_more() -> None:
    words = " ".join(element.text or "" for element in elements(hex_map()))
    assert "Deep forest" in words
    assert "main road" in words
    assert "out of supply" in words
    assert "° reconstructed: 8 % of the terrain" in words
    assert "major river" not in words
    assert "pontoon" not in words


def test_an_area_of_six_corners_is_no_hex() -> None:
    hexagon = corners((0, 0), 1)
    area = ((0, 0), (3, 0), (4, 2), (3, 3), (1, 3), (0, 1))
    assert is_hex(Space("a", (0, 0), hexagon))
    assert not is_hex(Space("a", (2, 1), area))
    assert not is_hex(Space("a", (0, 0), hexagon[:5]))


def test_initials_of_marks() -> None:
    assert initials("out of supply") == "OS"
    assert initials("dispersed") == "D"
    assert initials("") == "?"


def test_frontiers_are_drawn_only_where_the_holder_changes() -> None:
    a = Space("a", (0, 0), corners((0, 0), 1), control="red")
    b = Space("b", (1.732, 0), corners((1.732, 0), 1), control="red")
    picture = Picture("T", (a, b), 1.732, forces=(Force("red", "R", "red"),))
    assert "pm-band" not in draw(picture).split("</style>")[1]
    assert "pm-band" in draw(replace(picture, spaces=(a, replace(b, control="")))).split("</style>")[1]


def test_png_of_a_map_is_an_image_of_its_size() -> None:
    pixels = render_map(area_map(), "png")
    assert isinstance(pixels, bytes)
    assert pixels[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(pixels[16:20], "big") == 672
    assert pixels == render_map(area_map(), "png")


def test_map_page_holds_the_drawing_and_its_table() -> None:
    page = str(render_map(hex_map(), "html"))
    assert page.count("<svg") == 1
    assert page.count('id="map-title"') == 1
    assert "14 Cav, cavalry III, 2-5, dispersed" in page


def test_terrain_without_look_is_clear() -> None:
    picture = Picture("T", (Space("a", (0, 0), corners((0, 0), 1), terrain="?"),), 1.732, (Terrain("c", "C", "woods"),))
    assert 'class="pm-tint-clear"' in draw(picture)


def test_lines_of_one_point_are_left_out() -> None:
    picture = replace(hex_map(), lines=(Line("river", (at("0101"),), "Headwater"),), moves=())
    assert "Headwater" not in draw(picture)
    assert hex_centre(0, 0) == (0.0, 0.0)
