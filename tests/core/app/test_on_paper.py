"""What is printed of positions of bots' games can be read: nothing hides a strength or a name, nothing is too small."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest
from moments import GAME, bot
from sheets_of_paper import filled, pages

from pbem.app.bulletin import Bulletin, report
from pbem.engine.advance import Progress, Terms
from pbem.engine.asked import Asked
from pbem.engine.spec import Setup
from pbem.model.document import Document
from pbem.model.picture import Picture
from pbem.model.sheet import Part, Sheet
from pbem.model.wording import Chapter
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import Player, exchanges
from pbem.report.clean import display_width
from pbem.report.drawing.clearance import Box, shared
from pbem.report.drawing.fitting import fit
from pbem.report.drawing.frames import FACE
from pbem.report.drawing.lettermap import draw_letters
from pbem.report.drawing.panels import panels_of, printed_size
from pbem.report.drawing.svg import draw
from pbem.report.typst import render_pdf

COUNTER = re.compile(
    r'<g class="pm-counter [^"]*" transform="translate\(([-\d.]+) ([-\d.]+)\)(?:scale\(([\d.]+)\))?"'
    r' data-unit="([^"]*)"'
)
NAMES = re.compile(r'<g class="pm-name( pm-heading)?" font-size="([\d.]+)">(.*?)</g>', re.DOTALL)
NAME = re.compile(r'<text x="([-\d.]+)" y="([-\d.]+)">(.*?)</text>')
STAR = re.compile(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)"><title>Battle')


def positions(
    system: str, scenario: str, seed: int, most: int, every: int, *, phased: bool = False
) -> Iterator[Picture]:
    """What the reports of a game between bots show, which are asked for each part of a turn by itself or not."""
    for told in bulletins(system, scenario, seed, most, every, phased=phased):
        assert told.picture is not None
        yield told.picture


def bulletins(
    system: str, scenario: str, seed: int, most: int, every: int, *, phased: bool = False
) -> Iterator[Bulletin]:
    """What the reports of such a game are made of."""
    setup = Setup(scenario=scenario, options={})
    spec = ruleset(system).for_game(setup)
    terms = Terms(spec, {topic.name: "ask" for topic in spec.topics if phased})
    parts = [part.name for part in spec.parts if phased]
    players = {side: phase_by_phase(bot(terms, side), parts) for side in spec.sides}
    for number, now in enumerate(islice(exchanges(terms, setup, NumberedFaces(seed), players), most), 1):
        if number % every == 0:
            table = now.position.table
            chapters = tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in now.stretches)
            yield Bulletin(spec=terms.spec, game=GAME, exchange=number, scenario=scenario, options={}, before=table,
                           after=table, chapters=chapters, due=now.decisions)  # fmt: skip


def phase_by_phase(player: Player, parts: Sequence[str]) -> Player:
    """A bot that wants to be asked for each part of its turn when its time has come."""

    def sheet(asked: tuple[Asked, ...], now: Progress) -> Sheet:
        said = player(asked, now)
        return replace(said, parts={name: Part(name, later=True) for name in parts} | dict(said.parts))

    return sheet


def counters(drawn: str) -> dict[str, tuple[float, float, float]]:
    """Middle and scale of every counter, in the order in which they are drawn."""
    return {unit: (float(x), float(y), float(scale or 1)) for x, y, scale, unit in COUNTER.findall(drawn)}


def face(at: tuple[float, float, float]) -> Box:
    x, y, scale = at
    half = FACE / 2 * scale
    return x - half, y - half, x + half, y + half


def strength(at: tuple[float, float, float]) -> Box:
    """Where the strength is written: the lowest line of a counter."""
    x, y, scale = at
    return x - 26 * scale, y + 13 * scale, x + 26 * scale, y + 27 * scale


def names(drawn: str) -> dict[str, Box]:
    return dict(written(drawn))


def written(drawn: str) -> Iterator[tuple[str, Box]]:
    """Names and the boxes that they are written in; on the map's edge several roads may lead to one town."""
    for bold, size, alike in NAMES.findall(drawn):
        for x, y, words in NAME.findall(alike):
            text, high = re.sub("<.*?>", "", words), float(size)
            wide = display_width(text) * high * (0.56 if bold else 0.5)
            yield text, (float(x), float(y) - 0.8 * high, float(x) + wide, float(y) + 0.2 * high)


def hidden(drawn: str) -> list[str]:
    """What a counter or a star hides of another counter's strength or of a town's name."""
    placed, named = [*counters(drawn).items()], names(drawn)
    troubles = []
    stars = star_boxes(drawn)
    for number, (unit, at) in enumerate(placed):
        over = [face(other) for _, other in placed[number + 1 :]] + stars
        if any(shared(strength(at), box) for box in over):
            troubles.append(f"the strength of {unit}")
        troubles += [f"{name} under {unit}" for name, box in named.items() if shared(face(at), box)]
    return troubles + [name for name, box in named.items() if any(shared(box, star) for star in stars)]


def star_boxes(drawn: str) -> list[Box]:
    return [(float(x) - 14, float(y) - 14, float(x) + 14, float(y) + 14) for x, y in STAR.findall(drawn)]


def cut(picture: Picture, drawn: str) -> list[str]:
    """The counters of which a part on paper shows less than the whole."""
    fitting, found = fit(picture), []
    for box in panels_of(picture):
        (left, top), (right, bottom) = fitting.at(box[:2]), fitting.at(box[2:])
        for unit, at in counters(drawn).items():
            (x, y, u, v), seen = face(at), shared(face(at), (left, top, right, bottom))
            found += [unit] if 0 < seen < 0.99 * (u - x) * (v - y) else []
    return found


AREAS = [("full", 1, 60, 6), ("full", 2, 60, 10), ("race", 3, 50, 6), ("race", 4, 50, 10)]


@pytest.mark.parametrize(("scenario", "seed", "most", "every"), AREAS)
def test_no_counter_of_an_area_hides_a_strength_or_a_name(scenario: str, seed: int, most: int, every: int) -> None:
    seen = stars = 0
    for picture in positions("wwii-commander", scenario, seed, most, every):
        drawn = draw(picture)
        assert counters(drawn).keys() == {counter.id for counter in picture.counters}
        assert len(names(drawn)) == len(picture.towns)
        assert hidden(drawn) == []
        assert cut(picture, drawn) == []
        for box in panels_of(picture):
            millimetres = printed_size(picture, box)[0] / (box[2] - box[0]) * picture.pace / 100
            shown = counters(draw(picture, box=box)).values()
            assert all(FACE * scale * millimetres >= 9 - 1e-6 for _, _, scale in shown)
        seen += len(picture.counters)
        stars += len(STAR.findall(drawn))
    assert seen > 100
    assert stars


# hexes


HEXES = [
    ("ford", "crossing", 1, 12), ("ardennes-offensive", "1", 2, 36), ("bulge", "historical", 3, 16),
    ("battles-for-the-ardennes", "st-vith", 4, 26), ("enemy-action-ardennes", "assault", 5, 22),
]  # fmt: skip
TOUCHING = 1.0
"""Two boxes that share no more only touch."""


@pytest.mark.parametrize(("system", "scenario", "seed", "most"), HEXES)
def test_counters_stars_and_names_of_a_hex_map_do_not_hide_each_other(
    system: str, scenario: str, seed: int, most: int
) -> None:
    """Of the positions of a game those with most battles, and some others."""
    pictures = [*positions(system, scenario, seed, most, 1, phased=True)]
    fought = sorted(pictures, key=lambda picture: -len(picture.battles))[:4]
    for picture in [*fought, *pictures[::8]]:
        drawn = draw(picture)
        assert counters(drawn).keys() == {counter.id for counter in picture.counters}
        assert covering(picture, drawn) == []
        assert cut(picture, drawn) == []
    assert fought[0].battles
    assert [rows for picture in pictures for rows in [twice_in_letters(picture)] if rows] == []


def twice_in_letters(picture: Picture) -> list[str]:
    """The rows that a map in letters has twice below the same columns."""
    parts = [part.split("\n") for part in "\n".join(draw_letters(picture)).split("\n\n")]
    rows = [(part[0], line.split()[0]) for part in parts for line in part[1:] if line[:5].strip().isalnum()]
    return sorted({row for columns, row in rows if rows.count((columns, row)) > 1})


def covering(picture: Picture, drawn: str) -> list[str]:
    """What hides something of the uppermost counter of a stack, or of a name, or of a star."""
    placed, named, stars = counters(drawn), [*written(drawn)], star_boxes(drawn)
    order = [*placed]
    stacks: dict[tuple[str, str], list[str]] = {}
    for one in picture.counters:
        stacks.setdefault((one.space, one.force), []).append(one.id)
    tops = {max(units, key=order.index) for units in stacks.values()}
    troubles = []
    for number, unit in enumerate(order):
        box = face(placed[unit])
        over = [other for other in order[number + 1 :] if shared(box, face(placed[other])) > TOUCHING]
        troubles += [f"{unit} under {other}" for other in over if unit in tops]
        troubles += [f"{unit} under a star" for star in stars if shared(strength(placed[unit]), star) > TOUCHING]
        troubles += [f"{name} over {unit}" for name, words in named if shared(box, words) > TOUCHING]
    troubles += [f"{name} under a star" for name, words in named for star in stars if shared(words, star) > TOUCHING]
    for number, (name, words) in enumerate(named):
        troubles += [f"{name} upon {other}" for other, it in named[number + 1 :] if shared(words, it) > TOUCHING]
    for number, star in enumerate(stars):
        troubles += ["a star upon another" for other in stars[number + 1 :] if shared(star, other) > TOUCHING]
    return troubles


def test_names_can_be_read_where_counters_are_as_small_as_they_may_be() -> None:
    """At a counter's nine millimetres the smallest name is six and a half points high."""
    points = 72 / 25.4 * 9 / FACE
    for system, scenario, seed, _ in HEXES:
        drawn = draw(next(positions(system, scenario, seed, 1, 1)))
        sizes = [float(size) for _, size, _ in NAMES.findall(drawn)]
        assert min(sizes) * points >= 6.5


SHEETS = [
    *HEXES, ("wwii-commander", "full", 6, 24), ("battles-for-the-ardennes", "1944-campaign", 7, 24),
    ("enemy-action-ardennes", "campaign", 8, 24),
]  # fmt: skip


@pytest.mark.parametrize(("system", "scenario", "seed", "most"), SHEETS)
def test_no_sheet_but_the_last_is_left_half_empty(system: str, scenario: str, seed: int, most: int) -> None:
    """The parts of the map fill theirs, and what is said after the whole map stands below it."""
    sheets = 0
    for told in bulletins(system, scenario, seed, most, most // 2, phased=system == "ardennes-offensive"):
        printed = render_pdf(report(told))
        count = pages(printed)
        assert all(filled(printed, number) > 0.6 for number in range(1, count))
        sheets += count
    assert sheets > 2


@pytest.mark.parametrize("scenario", ["assault", "campaign"])
def test_the_whole_map_leaves_room_for_the_few_lines_that_follow(scenario: str) -> None:
    """No sheet for a line or two."""
    document = report(next(bulletins("enemy-action-ardennes", scenario, 1, 1, 1)))
    alone = pages(render_pdf(document))
    assert all(pages(render_pdf(longer(document, lines))) == alone for lines in (2, 4, 6, 8))
    assert pages(render_pdf(longer(document, 40))) == alone + 1


def longer(document: Document, lines: int) -> Document:
    return replace(document, blocks=(*document.blocks, *("one more line" for _ in range(lines))))
