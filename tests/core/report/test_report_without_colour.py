"""No meaning by colour alone: sides in grey and to other eyes, contrast of what is written, stars and names."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from pixels import EYES, Eye, Rows, apart, grey, pixels
from report_samples import at, hex_map

from pbem.engine.spec import Setup
from pbem.model.picture import Battle, Counter, Force, Move, Picture, Space, Tone, Town
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.report.drawing import labels, stars
from pbem.report.drawing.clearance import Box, shared
from pbem.report.drawing.fitting import fit, fitted
from pbem.report.drawing.frames import FRAMES
from pbem.report.drawing.palette import GROUNDS, INKS, PAINTS
from pbem.report.drawing.panels import stacked
from pbem.report.drawing.piles import piles
from pbem.report.drawing.svg import draw
from pbem.report.drawing.yards import NO_YARDS
from pbem.report.png import png

GAMES = (
    "ford", "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes",
)  # fmt: skip
PLAIN = 12.0
"""What sets two sides' counters apart in lightness, in the mean over the whole space, whose ground is the same."""
SHAPE = 0.8
"""What sets them apart in their outlines and hatching alone."""
SPOT = (Space("a", (0.0, 0.0), ((-50, -50), (50, -50), (50, 50), (-50, 50))),)


@cache
def seen(tone: Tone, painted: Tone | None = None) -> Rows:
    """A counter of a side, with nothing around it; or its shape in another side's paint."""
    picture = Picture(
        "", SPOT, 100, forces=(Force("x", "", tone),), counters=(Counter("7", "a", "x", "armour", "X", "4-4", "7"),)
    )
    drawn = draw(picture)
    if painted:
        for key in ("face", "ink", "edge"):
            drawn = drawn.replace(getattr(PAINTS[tone], key), getattr(PAINTS[painted], key))
    size = fit(picture)
    left, top = round(size.at((-50, -50))[0]), round(size.at((-50, -50))[1])
    return [row[left : left + 100] for row in pixels(png(drawn))[top : top + 100]]


def enemies(system: str) -> set[tuple[Tone, Tone]]:
    """The tones of forces of two sides that meet on a game's map."""
    spec = ruleset(system)
    assert spec.wording is not None
    assert spec.wording.picture is not None
    found: set[tuple[Tone, Tone]] = set()
    for scenario in spec.scenarios:
        table = spec.set_up(Setup(scenario=scenario.name)).table
        forces = spec.wording.picture(View("", table), None).forces
        found |= {(a.tone, b.tone) for a, b in combinations(forces, 2) if a.owner != b.owner}
    return found


@pytest.mark.parametrize("eye", EYES.values(), ids=EYES)
@pytest.mark.parametrize("system", GAMES)
def test_counters_of_two_sides_are_told_apart(system: str, eye: Eye) -> None:
    """By lightness, and by their shape even where both are painted alike."""
    assert enemies(system)
    for one, other in enemies(system):
        assert apart(seen(one), seen(other), eye) > PLAIN
        assert apart(seen(one), seen(other, painted=one), eye) > SHAPE


def test_the_same_side_looks_the_same() -> None:
    """What the others are measured by: nothing sets a counter apart from itself, and paint alone is no shape."""
    assert apart(seen("olive"), seen("olive"), grey) == 0
    assert apart(seen("olive"), seen("olive", painted="field-grey"), grey) > PLAIN
    assert apart(seen("field-grey"), seen("black", painted="field-grey"), grey) == 0


@pytest.mark.parametrize(("one", "other"), [*combinations(("olive", "sand", "blue"), 2)])
def test_nations_of_one_side_differ_in_shape(one: Tone, other: Tone) -> None:
    assert apart(seen(one), seen(other, painted=one), grey) > SHAPE


def test_arrows_of_light_sides_are_hollow_and_their_frontiers_broken() -> None:
    moves = tuple(Move(force, (at("0102"), at("0402")), "move", force) for force in ("red", "green"))
    drawn = draw(replace(hex_map(), moves=moves))
    heads = re.findall(r'class="pm-(field-grey|olive)"><title>\w+</title>.*?class="(pm-head[^"]*)"', drawn)
    assert heads == [("field-grey", "pm-head"), ("olive", "pm-head pm-hollow")]
    assert re.search(r"\.pm-olive\.pm-band{stroke-dasharray:[\d ]+}", drawn)
    assert not re.search(r"\.pm-field-grey\.pm-band{stroke-dasharray", drawn)


# --- contrast ------------------------------------------------------------------------------------------

AA = 4.5
WRITTEN = (".pm-number", ".pm-name", ".pm-river-name", ".pm-name .pm-worth", ".pm-heading", ".pm-said")


def luminance(colour: str) -> float:
    shares = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_everybody_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("selector", WRITTEN)
def test_what_is_written_on_the_map_is_legible_on_every_ground(selector: str, night: bool) -> None:
    inks = {(name, key): (by_day, by_night or by_day)[night] for name, key, by_day, by_night in INKS}
    ink = inks[selector, "fill"]
    papers = {"paper": inks[".pm-paper", "fill"]}
    if selector not in (".pm-heading", ".pm-said"):
        papers |= {look: (ground.tint, ground.night_tint)[night] for look, ground in GROUNDS.items()}
    assert {name: paper for name, paper in papers.items() if contrast(ink, paper) < AA} == {}


@pytest.mark.parametrize("tone", PAINTS)
def test_what_is_written_on_a_counter_is_legible(tone: Tone) -> None:
    paint = PAINTS[tone]
    assert contrast(paint.ink, paint.face) >= AA
    assert contrast(paint.edge, paint.face) >= 3 or FRAMES[tone].outline == FRAMES["black"].outline


@pytest.mark.parametrize("badge", [".pm-star", ".pm-disc"])
def test_what_is_written_on_a_badge_is_legible(badge: str) -> None:
    rules = re.findall(rf"{re.escape(badge)}{{[^}}]*fill:(#\w+)", draw(hex_map()))
    assert rules
    assert all(contrast("#fffdf6", fill) >= AA for fill in rules)


# --- stars ---------------------------------------------------------------------------------------------


def crowded(spots: int) -> Picture:
    """Towns with long names, each of them fought for."""
    places = [space for space in hex_map().spaces if space.row in ("02", "04", "06")][:spots]
    return replace(
        hex_map(),
        towns=tuple(Town(f"Great Sutton {place.id}", place.centre, 3, place.id) for place in places),
        battles=tuple(Battle(place.centre, str(n)) for n, place in enumerate(places)),
    )


def test_two_forces_of_one_side_stand_in_one_pile() -> None:
    """British and Americans in one hex hide each other, and nobody takes them for enemies."""
    forces = (Force("us", "US", "olive", side="allied"), Force("uk", "UK", "sand", side="allied"))
    here = tuple(Counter(str(n), hex_map().spaces[9].id, force) for n, force in enumerate(("us", "uk", "us", "uk")))
    picture = replace(hex_map(), counters=here, forces=forces)
    assert [len(pile.counters) for pile in piles(fitted(picture, fit(picture)), NO_YARDS)] == [4]
    assert stacked(picture, ()).count(":") == stacked(replace(picture, counters=here[:2]), ()).count(":") > 0
    enemies = replace(picture, forces=tuple(replace(force, side="") for force in forces))
    assert [len(pile.counters) for pile in piles(fitted(enemies, fit(enemies)), NO_YARDS)] == [2, 2]


def spots(page: Picture) -> list[Box]:
    return [pile.box for pile in piles(page, NO_YARDS)]


def test_no_star_covers_a_name() -> None:
    """Also where every town is fought for."""
    page = fitted(crowded(12), fit(crowded(12)))
    full = labels.covered(page, spots(page))
    placed = stars.placed(page, full)
    names = labels.named(page, full, (star.box for star in placed))
    assert len(placed) == len(names) == 12
    assert [(a.battle.label, b.town.name) for a in placed for b in names if shared(a.box, b.box)] == []


def test_stars_of_two_battles_stand_apart() -> None:
    at_once = replace(hex_map(), battles=tuple(Battle(at("0404"), str(n)) for n in range(4)))
    page = fitted(at_once, fit(at_once))
    placed = stars.placed(page, labels.covered(page, spots(page)))
    assert all(shared(a.box, b.box) == 0 for a, b in combinations(placed, 2))


def test_names_are_drawn_over_stars() -> None:
    drawn = draw(crowded(3))
    assert 0 < drawn.index('class="pm-battles"') < drawn.index('class="pm-names"')
