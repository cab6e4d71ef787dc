"""What the rules of WWII Commander and their examples say about its spaces, and the shapes drawn for them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.kit.areas import AreaGraph, Border
from pbem.kit.data import open_pack, read_data
from pbem_rules.atlas.areas import Countries, GraphForm
from pbem_rules.atlas.generating import generate, target
from pbem_rules.atlas.pictures import blank

GAME = "wwii_commander"
GERMAN = {"Baasem", "Bitburg", "Dasburg", "Gemund", "Krutchen", "Prum", "Stadtkyll", "Trier"}


def words(text):
    return {name.strip() for name in text.split(",")}


@pytest.fixture(scope="module")
def form():
    return open_pack(target(GAME).parent, {"map.yaml": GraphForm}).take(GraphForm, "map.yaml")


@pytest.fixture(scope="module")
def graph(form):
    borders = [
        Border(*pair, {"river": border.river, "road": "yes" if border.road else "no"})
        for pair, border in form.pairs.items()
    ]
    return AreaGraph(form.spaces, borders)


@pytest.fixture(scope="module")
def plain():
    data, _ = read_data((target(GAME).parent / "map.yaml").read_text("utf-8"), "map.yaml")
    return {
        name: {key: one.value for key, one in node.value.items()}
        for name, node in data.node.value["spaces"].value.items()
    }


def river(graph, one, other):
    return graph.border(one, other).traits["river"] != "none"


def road(graph, one, other):
    return graph.border(one, other).traits["road"] == "yes"


def by_road(graph, *way):
    return all(road(graph, one, other) for one, other in pairwise(way))


def two_moves(graph, start):
    """The spaces reached by one step, or by two along roads."""
    first = set(graph.neighbours(start))
    second = {
        there
        for here in first
        if road(graph, start, here)
        for there in graph.neighbours(here)
        if road(graph, here, there)
    }
    return (first | second) - {start}


def test_eight_spaces_start_german(plain):
    assert {name for name, space in plain.items() if space["start"] == "german"} == GERMAN


def test_bleialf_touches_four_spaces(graph):
    assert set(graph.neighbours("Bleialf")) == words("St. Vith, Schonberg, Prum, Dasburg")


def test_the_reach_of_116_panzer_from_bleialf(graph):
    """7: eight spaces in one or two steps; Stadtkyll, Krutchen and Bitburg for want of road in none."""
    reached = words("Baasem, Prum, Dasburg, Schonberg, Losheim, St. Vith, Clervaux, Vielsalm")
    assert two_moves(graph, "Bleialf") == reached


@pytest.mark.parametrize(
    "pair",
    [
        ("Dasburg", "Vianden"),
        ("Dasburg", "Krutchen"),
        ("Dasburg", "Bitburg"),
        ("Prum", "Stadtkyll"),
        ("Prum", "Bitburg"),
        ("Malmedy", "St. Vith"),
        ("Malmedy", "Schonberg"),
        ("Trois Ponts", "Vielsalm"),
    ],
)
def test_borders_without_road(graph, pair):
    assert graph.adjacent(*pair)
    assert not road(graph, *pair)


def test_strategic_moves_from_bleialf(graph):
    """7: to Houffalize by three roads; to Malmedy and Elsenborn too, were they not held; never to Trois Ponts."""
    assert by_road(graph, "Bleialf", "Dasburg", "Clervaux", "Houffalize")
    assert by_road(graph, "Bleialf", "St. Vith", "Vielsalm", "Malmedy")
    assert by_road(graph, "Bleialf", "Prum", "Losheim", "Elsenborn")
    reached = {"Bleialf"}
    for _ in range(3):
        reached |= {there for here in reached for there in graph.neighbours(here) if road(graph, here, there)}
    assert not reached & {"Trois Ponts", "Stadtkyll", "Krutchen", "Bitburg"}


def test_the_river_example_at_ouffet(graph):
    assert river(graph, "Herve", "Ouffet")
    assert by_road(graph, "Herve", "Stoumont", "Ouffet")
    assert river(graph, "Stoumont", "Ouffet")
    assert "Werbomont" in two_moves(graph, "Herve")


def test_the_neighbours_of_neufchateau(graph):
    assert set(graph.neighbours("Neufchateau")) == words("Sibret, Martelange, Florenville, Recogne, Bastogne")
    assert by_road(graph, "Neufchateau", "Bastogne", "Sibret")
    assert by_road(graph, "Bastogne", "Martelange", "Arlon")


def test_the_attacks_across_the_our(graph):
    assert river(graph, "Dasburg", "Vianden")
    assert river(graph, "Dasburg", "Clervaux")


def test_breakthrough_from_spa(graph, plain):
    """8: to Verviers, Stoumont or Trois Ponts; not to Malmedy, a forest without road."""
    assert words("Verviers, Stoumont, Trois Ponts, Malmedy") <= set(graph.neighbours("Spa"))
    assert plain["Malmedy"]["terrain"] == "forest"
    assert not road(graph, "Spa", "Malmedy")
    assert river(graph, "Spa", "Malmedy")
    assert not river(graph, "Eupen", "Verviers")


def test_supply_of_1_ss_in_spa(graph):
    assert all(graph.adjacent(one, other) for one, other in pairwise(("Spa", "Malmedy", "Losheim", "Stadtkyll")))


def test_terrain_the_examples_name(plain):
    told = {name: (space["terrain"], space["settlement"]) for name, space in plain.items()}
    assert told["Losheim"][0] == "woods"
    assert told["Spa"] == ("woods", "town")
    assert told["Verviers"] == ("clear", "city")
    assert told["Malmedy"][0] == "forest"
    assert told["Vianden"][0] != "clear"
    assert told["Clervaux"][0] != "clear"


def test_five_exits_and_two_spaces_of_entry_a(plain):
    assert len([name for name, space in plain.items() if space["exit"] == "yes"]) == 5


def test_spaces_lie_where_their_towns_do(form, draft):
    """Every space within three kilometres of the town it is named after; Baasem is shifted on purpose."""
    towns = {}
    for town in draft("bulge").paper.gazetteer.towns.values():
        for name in (town.name, town.id.replace("-", " "), *town.aliases):
            towns.setdefault(name.casefold().replace(".", "").replace("-", " "), []).append((town.lat, town.lon))
    far = {}
    for name, space in form.spaces.items():
        found = towns.get(name.casefold().replace(".", "").replace("-", " "), [])
        offs = [abs(lat - space.at[0]) * 111 + abs(lon - space.at[1]) * 71 for lat, lon in found]
        far[name] = min(offs, default=None)
    assert [name for name, off in far.items() if off is not None and off > 4] in ([], ["Baasem"])
    assert len([off for off in far.values() if off is not None]) > 50


# --- shapes --------------------------------------------------------------------------------------------


def test_the_file_of_shapes_is_what_the_atlas_makes():
    assert target(GAME).read_text("utf-8") == generate(GAME)


def test_countries_touch_exactly_where_the_graph_says(form):
    """Two outlines share a stretch of border if, and only if, the spaces are adjacent."""
    countries = Countries(form)
    sides = {}
    for name in form.spaces:
        outline = countries.outline(name)
        for pair in zip(outline, outline[1:] + outline[:1], strict=True):
            sides.setdefault(frozenset(pair), set()).add(name)
    touching = {frozenset(names) for names in sides.values() if len(names) > 1}
    assert touching == {frozenset(pair) for pair in form.pairs}


def test_countries_hold_their_own_centres(form):
    countries = Countries(form)
    for name in form.spaces:
        outline, (x, y) = countries.outline(name), countries.at[name]
        inside = False
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        assert inside, name


def test_the_blank_picture_shows_all_of_it(form):
    picture = blank(GAME)
    assert {space.id for space in picture.spaces} == set(form.spaces)
    roads = [line for line in picture.lines if line.kind == "main-road"]
    assert len(roads) == len([border for border in form.borders.values() if border.road])
    assert len(picture.crossings) == len([b for b in form.borders.values() if b.road and b.river != "none"])
    assert {line.name for line in picture.lines if line.kind == "major-river"} == {"Meuse"}
