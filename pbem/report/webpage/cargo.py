"""What the page's script needs to know: the units, and what each unit may choose, worked out beforehand.

What many have in common is said once: a big game offers ten thousands of choices.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pbem.model.picture import Counter, Picture
from pbem.model.wording import Choice
from pbem.report.clean import clean
from pbem.report.drawing.counters import describe
from pbem.report.drawing.fitting import MARGIN, fit
from pbem.report.webpage.workplace import Workplace

BETWEEN = "|"
"""Between the spaces of a trace, and between spaces and notes of a reach."""
EDGE = 8.0  # what is seen around the map without its heading and legend


def cargo(picture: Picture, desk: Workplace) -> str:
    """The data as JSON that may stand in a page: no character in it can end the element it stands in."""
    fitting = fit(picture)
    frame = MARGIN - EDGE, fitting.top - EDGE, fitting.width + 2 * EDGE, fitting.height + 2 * EDGE
    offers, reaches, notes = offers_of(desk.choices, desk.parts)
    data = {
        "file": desk.file,
        "side": desk.side,
        "parts": [*desk.parts],
        "blocks": [*desk.blocks],
        "frame": [*map(round, frame)],
        "units": [[c.id, c.space, c.force, clean(words_of(picture, c))] for c in picture.counters],
        "offers": offers,
        "reaches": reaches,
        "notes": notes,
        "supply": [
            [unit, clean(answer.lines[0]), BETWEEN.join(answer.trace), int(answer.cut_off)]
            for unit, answer in desk.supply.items()
        ],
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def offers_of(choices: Sequence[Choice], parts: Sequence[str]) -> tuple[list[list[Any]], list[str], list[str]]:
    """Choices that differ in their space alone, as one offer: its part's number, unit, kind, where it must be, the line
    before and after the space's name, and the number of its reach; each reach is space, number of
    its note, space, number ...; then the notes."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for choice in choices:
        around = choice.line.split(choice.space, 1) if choice.space else [choice.line]
        key = choice.part, choice.unit, choice.kind, choice.at, *around
        grouped.setdefault(key, []).extend((choice.space, choice.note))
    numbers: dict[tuple[str, ...], int] = {}
    offers = []
    for (part, unit, kind, at, *around), reach in grouped.items():
        number = numbers.setdefault(tuple(reach), len(numbers))
        offers.append([parts.index(part), unit, kind, at, number, *around])
    notes = {note: n for n, note in enumerate(dict.fromkeys(note for reach in numbers for note in reach[1::2]))}
    written = [
        BETWEEN.join(f"{space}{BETWEEN}{notes[note]}" for space, note in zip(reach[::2], reach[1::2], strict=True))
        for reach in numbers
    ]
    return offers, written, [*map(clean, notes)]


def words_of(picture: Picture, counter: Counter) -> str:
    """A counter with its side: `Blue: 1 Foot, infantry, 4-6`."""
    force = next((force.name for force in picture.forces if force.key == counter.force), "")
    return f"{force}: {describe(counter)}" if force else describe(counter)
