"""What every map must have in common with the country, whatever its grid."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise
from statistics import median

import pytest

from pbem_rules.atlas import courses
from pbem_rules.atlas.generating import HEX_GAMES, generate, target

ROADS_LEFT_OUT = {"bulge": {("la-roche", "rochefort"), ("st-vith", "wiltz")}}  # its net has no direct road there
every_game = pytest.mark.parametrize("game", HEX_GAMES)


def words(text):
    return text.split()


MAIN_TOWNS = words(
    "bastogne st-vith malmedy houffalize marche dinant huy vielsalm stavelot la-roche st-hubert"
    " neufchateau martelange ettelbruck echternach clervaux wiltz manhay rochefort givet prum bitburg"
)


@every_game
def test_the_file_is_what_the_atlas_makes(game):
    assert target(game).read_text("utf-8") == generate(game)


def test_the_same_text_under_another_hash_seed():
    words = "import sys; from pbem_rules.atlas import generate; sys.stdout.write(generate('enemy_action_ardennes'))"
    told = {
        subprocess.run(
            [sys.executable, "-c", words],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert told == {target("enemy_action_ardennes").read_bytes()}


@every_game
def test_the_file_has_no_faults(game, map_of):
    """Among them: no road crosses a river but at a bridge or a ford, and none of these is without a river."""
    assert map_of(game).faults() == ()


@every_game
def test_every_place_is_within_one_hex_of_its_true_place(game, draft):
    sheet = draft(game).paper
    far = {}
    for place, hex in sheet.places.items():
        true = sheet.plane.hex_of(sheet.gazetteer.at(place))
        if true is None:
            off = sheet.plane.flat(sheet.gazetteer.at(place)).off(sheet.plane.centre(hex))
            far[place] = 1 if off < 1.5 else 2
        else:
            far[place] = sheet.grid.distance(true, hex)
    assert {place: hexes for place, hexes in far.items() if hexes > 1} == {}


@every_game
def test_the_fit_is_true_to_the_names_on_the_map(game, map_of, draft):
    """The places of the file are those of the draft: none is left out, none stands elsewhere."""
    sheet, map = draft(game).paper, map_of(game)
    named = {hex for hex, place in map.hexes.items() if place.name}
    assert set(sheet.places.values()) <= named


# --- rivers --------------------------------------------------------------------------------------------


def lines_of(river, grid):
    """A river's hexsides, cut where one does not touch the next."""
    lines = [[river.sides[0]]]
    for before, side in pairwise(river.sides):
        if set(courses.corners(before, grid)) & set(courses.corners(side, grid)):
            lines[-1].append(side)
        else:
            lines.append([side])
    return [tuple(line) for line in lines]


def on_the_rim(corner, grid, rim):
    return any(corner in grid.corners(hex) for hex in rim)


@every_game
def test_rivers_are_unbroken(game, map_of):
    """Each is one line from hexside to hexside, or several if it leaves the map and comes back."""
    map = map_of(game)
    rim = [hex for hex in map.grid.all() if len(map.grid.neighbours(hex)) < 6]
    for name, river in map.rivers.items():
        assert len(set(river.sides)) == len(river.sides), name
        lines = lines_of(river, map.grid)
        for line in lines:
            corners = courses.path(line, map.grid)
            assert len(set(corners)) == len(corners), f"{name} meets itself"
        for before, after in pairwise(lines):
            end, start = courses.path(before, map.grid)[-1], courses.path(after, map.grid)[0]
            assert on_the_rim(end, map.grid, rim), name
            assert on_the_rim(start, map.grid, rim), name


@every_game
def test_rivers_never_cross(game, map_of):
    """Two rivers share corners only where one of them ends."""
    map = map_of(game)
    paths = [
        (name, courses.path(line, map.grid)) for name, river in map.rivers.items() for line in lines_of(river, map.grid)
    ]
    crossed = []
    for (one, first), (other, second) in combinations(paths, 2):
        shared = set(first) & set(second)
        inner = shared - {first[0], first[-1], second[0], second[-1]}
        if one != other and inner:
            crossed.append((one, other, len(inner)))
    assert crossed == []


@every_game
def test_rivers_keep_to_their_true_courses(game, map_of, draft):
    """Every hexside of a river lies within one hex and a half of it, or of what flows into it, in life."""
    sheet, map = draft(game).paper, map_of(game)
    rivers = sheet.gazetteer.rivers
    names = {river.name: id for id, river in rivers.items()}
    for name, river in map.rivers.items():
        system = [names[name], *(id for id, one in rivers.items() if one.flows_into == names[name])]
        line = [spot for id in system for spot in sheet.plane.line(sheet.gazetteer.course(id))]
        for side in river.sides:
            hexes = [sheet.plane.centre(hex) for hex in side.split("-")]
            far = min(min(hex.off(spot) for hex in hexes) for spot in line)
            assert far < 1.5, (name, side, round(far, 2))


# --- roads ---------------------------------------------------------------------------------------------


def road_graph(map):
    near = {}
    for side in (*map.roads.main, *map.roads.secondary):
        one, other = side.split("-")
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    return near


def steps_from(start, near):
    far, edge = {start: 0}, [start]
    for here in edge:
        for there in sorted(near.get(here, ())):
            if there not in far:
                far[there] = far[here] + 1
                edge.append(there)
    return far


@every_game
def test_every_road_is_connected(game, map_of):
    near = road_graph(map_of(game))
    assert len(steps_from(min(near), near)) == len(near)


@every_game
def test_towns_and_exits_lie_on_roads(game, map_of):
    map = map_of(game)
    near = road_graph(map)
    towns = {name for name, hexes in map.towns.items() if not any(hex in near for hex in hexes)}
    assert towns == set()
    assert {hex for hex in map.exits if hex not in near} == set()


@every_game
def test_no_road_ends_in_the_open(game, map_of):
    """A road ends at a place, at an exit, at the rim, or where the rules say so."""
    map = map_of(game)
    rim = {hex for hex in map.grid.all() if len(map.grid.neighbours(hex)) < 6}
    ends = {hex for hex, others in road_graph(map).items() if len(others) == 1}
    loose = {hex for hex in ends - rim - set(map.exits) if not map.place(hex).name}
    assert loose == ({"2312"} if game == "enemy_action_ardennes" else set())


@every_game
def test_road_distances_are_in_true_proportion(game, map_of, draft):
    """Between main towns at least eight hexes apart, within a quarter of the kilometres by real road."""
    sheet, map = draft(game).paper, map_of(game)
    near, net = road_graph(map), draft(game).roadworks.net
    hexes = {town: hex for town, hex in sheet.places.items() if town in MAIN_TOWNS and hex in near}
    ratios = {}
    for one, other in combinations(sorted(hexes), 2):
        steps = steps_from(hexes[one], near)[hexes[other]]
        if steps >= 8:
            ratios[one, other] = net.km(net.way(one, {other}, secondary=1.0)) / steps
    middle = median(ratios.values())
    off = {pair: round(km / middle, 2) for pair, km in ratios.items() if not 0.75 <= km / middle <= 1.25}
    assert len(ratios) > 20
    assert off.keys() == ROADS_LEFT_OUT.get(game, set())


# --- the front -----------------------------------------------------------------------------------------


@every_game
def test_the_front_parts_the_map_in_two(game, map_of):
    map = map_of(game)
    german = map.german_ground
    parted = {map.grid.hexside(hex, near) for hex in german for near in map.grid.neighbours(hex) if near not in german}
    assert set(map.front) == parted
    for side in (german, set(map.grid.all()) - german):
        first = min(side)
        seen, edge = {first}, [first]
        for here in edge:
            for there in map.grid.neighbours(here):
                if there in side and there not in seen:
                    seen.add(there)
                    edge.append(there)
        assert len(seen) == len(side)


@every_game
def test_the_wall_stands_on_the_german_side(game, map_of):
    map = map_of(game)
    wall = {hex for hex, place in map.hexes.items() if place.west_wall}
    beyond = {hex for hex in wall if hex not in map.german_ground}
    cleared = {hex for hex in wall if map.place(hex).west_wall == "cleared"}
    schnee_eifel = {"1105", "1205"} if game == "enemy_action_ardennes" else set()
    assert len(wall) > 12
    assert beyond <= cleared | schnee_eifel


@every_game
def test_ground_is_in_sensible_shares(game, map_of):
    map = map_of(game)
    shares = Counter(map.terrain_of(hex) for hex in map.grid.all())
    whole = sum(shares.values())
    assert all(0.05 < number / whole < 0.7 for number in shares.values()), shares
