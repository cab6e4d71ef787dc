"""What the page's script needs to know: the spaces, the units, and what each unit may choose, worked out beforehand."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.model.picture import Counter, Picture
from pbem.model.telling import Choice
from pbem.report.clean import clean
from pbem.report.drawing.counters import describe
from pbem.report.drawing.fitting import MARGIN, fit, fitted

EDGE = 8.0  # what is seen around the map without its heading and legend


def cargo(picture: Picture, choices: Sequence[Choice], *, parts: Sequence[str], file: str) -> str:
    """The data as JSON that may stand in a page: no character in it can end the element it stands in."""
    fitting = fit(picture)
    spaces = fitted(picture, fitting).spaces
    frame = MARGIN - EDGE, fitting.top - EDGE, fitting.width + 2 * EDGE, fitting.height + 2 * EDGE
    towns = {town.space: town.name for town in picture.towns}
    data = {
        "file": file,
        "parts": [*parts],
        "frame": [*map(round, frame)],
        "spaces": [[s.id, clean(s.name or towns.get(s.id, "")), *map(round, s.centre)] for s in spaces],
        "units": [[counter.id, counter.space, clean(words_of(picture, counter))] for counter in picture.counters],
        "choices": [[c.part, c.unit, c.space, c.line, clean(c.note), c.kind, c.at] for c in choices],
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def words_of(picture: Picture, counter: Counter) -> str:
    """A counter with its side: `Blue: 1 Foot, infantry, 4-6`."""
    force = next((force.name for force in picture.forces if force.key == counter.force), "")
    return f"{force}: {describe(counter)}" if force else describe(counter)


def reach(choices: Sequence[Choice], counter: Counter) -> list[str]:
    """What a unit may choose from where it is, for the map's twin: `0503 2 of 6`, `attack 0603 4 to 3`."""
    return [_offer(choice) for choice in choices if choice.unit == counter.id and choice.at in ("", counter.space)]


def _offer(choice: Choice) -> str:
    kind = "" if choice.kind == "move" else f"{choice.kind} "
    return f"{kind}{choice.space} {choice.note.partition(',')[0]}".rstrip()
