"""What the page's script needs to know: the units, and what each unit may choose, worked out beforehand.

What many have in common is said once: a big game offers ten thousands of choices.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.model.picture import Counter, Picture
from pbem.model.wording import Choice
from pbem.report.clean import clean
from pbem.report.drawing.counters import describe
from pbem.report.drawing.fitting import MARGIN, fit
from pbem.report.webpage.workplace import Workplace

EDGE = 8.0  # what is seen around the map without its heading and legend


def cargo(picture: Picture, desk: Workplace) -> str:
    """The data as JSON that may stand in a page: no character in it can end the element it stands in."""
    fitting = fit(picture)
    frame = MARGIN - EDGE, fitting.top - EDGE, fitting.width + 2 * EDGE, fitting.height + 2 * EDGE
    offers, reaches = offers_of(desk.choices)
    data = {
        "file": desk.file,
        "side": desk.side,
        "parts": [*desk.parts],
        "blocks": [*desk.blocks],
        "frame": [*map(round, frame)],
        "units": [[c.id, c.space, c.force, clean(words_of(picture, c))] for c in picture.counters],
        "offers": offers,
        "reaches": reaches,
        "supply": [
            [unit, clean(answer.lines[0]), [*answer.trace], int(answer.cut_off)] for unit, answer in desk.supply.items()
        ],
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def offers_of(choices: Sequence[Choice]) -> tuple[list[list[Any]], list[list[str]]]:
    """Choices that differ in their space alone, as one offer: part, unit, kind, where it must be, the line before and
    after the space's name, and the number of its reach; each reach a list of space, note, space, note ..."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for choice in choices:
        around = choice.line.split(choice.space, 1) if choice.space else [choice.line]
        key = choice.part, choice.unit, choice.kind, choice.at, *around
        grouped.setdefault(key, []).extend((choice.space, choice.note))
    numbers: dict[tuple[str, ...], int] = {}
    offers = []
    for (part, unit, kind, at, *around), reach in grouped.items():
        number = numbers.setdefault(tuple(reach), len(numbers))
        offers.append([part, unit, kind, at, number, *around])
    return offers, [[clean(text) if at % 2 else text for at, text in enumerate(reach)] for reach in numbers]


def words_of(picture: Picture, counter: Counter) -> str:
    """A counter with its side: `Blue: 1 Foot, infantry, 4-6`."""
    force = next((force.name for force in picture.forces if force.key == counter.force), "")
    return f"{force}: {describe(counter)}" if force else describe(counter)


def reach(choices: Iterable[Choice], space: str) -> list[str]:
    """What a unit may choose from where it is, for the map's twin: `0503 2 of 6`, `attack 0603 4 to 3`."""
    return [*dict.fromkeys(_offer(choice) for choice in choices if choice.at in ("", space))]


def _offer(choice: Choice) -> str:
    kind = "" if choice.kind == "move" else f"{choice.kind} "
    return f"{kind}{choice.space} {choice.note.partition(',')[0]}".rstrip()
