"""What is printed of positions of bots' games can be read: nothing hides a strength or a name, nothing is too small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from moments import GAME, bot

from pbem.app.bulletin import Bulletin
from pbem.engine.advance import Terms
from pbem.engine.spec import Setup
from pbem.model.picture import Picture
from pbem.model.wording import Chapter
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges
from pbem.report.clean import display_width
from pbem.report.drawing.clearance import Box, shared
from pbem.report.drawing.frames import FACE
from pbem.report.drawing.panels import panels_of, printed_size
from pbem.report.drawing.svg import draw

COUNTER = re.compile(
    r'<g class="pm-counter [^"]*" transform="translate\(([-\d.]+) ([-\d.]+)\)(?:scale\(([\d.]+)\))?"'
    r' data-unit="([^"]*)"'
)
NAME = re.compile(r'<text class="pm-name( pm-heading)?" font-size="([\d.]+)" x="([-\d.]+)" y="([-\d.]+)">(.*?)</text>')
STAR = re.compile(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)"><title>Battle')


def positions(system: str, scenario: str, seed: int, most: int, every: int) -> Iterator[Picture]:
    """What the reports of a game between bots show."""
    setup = Setup(scenario=scenario, options={})
    terms = Terms(ruleset(system).for_game(setup))
    players = {side: bot(terms, side) for side in terms.spec.sides}
    for number, now in enumerate(islice(exchanges(terms, setup, NumberedFaces(seed), players), most), 1):
        if number % every == 0:
            table = now.position.table
            chapters = tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in now.stretches)
            told = Bulletin(spec=terms.spec, game=GAME, exchange=number, scenario=scenario, options={}, before=table,
                            after=table, chapters=chapters, due=now.decisions)  # fmt: skip
            assert told.picture is not None
            yield told.picture


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
    found = {}
    for bold, size, x, y, words in NAME.findall(drawn):
        text, high = re.sub("<.*?>", "", words), float(size)
        wide = display_width(text) * high * (0.56 if bold else 0.5)
        found[text] = float(x), float(y) - 0.8 * high, float(x) + wide, float(y) + 0.2 * high
    return found


def hidden(drawn: str) -> list[str]:
    """What a counter or a star hides of another counter's strength or of a town's name."""
    placed, written = [*counters(drawn).items()], names(drawn)
    stars = [(float(x) - 14, float(y) - 14, float(x) + 14, float(y) + 14) for x, y in STAR.findall(drawn)]
    troubles = []
    for number, (unit, at) in enumerate(placed):
        over = [face(other) for _, other in placed[number + 1 :]] + stars
        if any(shared(strength(at), box) for box in over):
            troubles.append(f"the strength of {unit}")
        troubles += [f"{name} under {unit}" for name, box in written.items() if shared(face(at), box)]
    return troubles + [name for name, box in written.items() if any(shared(box, star) for star in stars)]


AREAS = [("full", 1, 60, 6), ("full", 2, 60, 10), ("race", 3, 50, 6), ("race", 4, 50, 10)]


@pytest.mark.parametrize(("scenario", "seed", "most", "every"), AREAS)
def test_no_counter_of_an_area_hides_a_strength_or_a_name(scenario: str, seed: int, most: int, every: int) -> None:
    seen = stars = 0
    for picture in positions("wwii-commander", scenario, seed, most, every):
        drawn = draw(picture)
        assert counters(drawn).keys() == {counter.id for counter in picture.counters}
        assert len(names(drawn)) == len(picture.towns)
        assert hidden(drawn) == []
        for box in panels_of(picture):
            millimetres = printed_size(picture, box)[0] / (box[2] - box[0]) * picture.pace / 100
            shown = counters(draw(picture, box=box)).values()
            assert all(FACE * scale * millimetres >= 9 - 1e-6 for _, _, scale in shown)
        seen += len(picture.counters)
        stars += len(STAR.findall(drawn))
    assert seen > 100
    assert stars
