"""What the page's script needs to know: the units, and what each unit may choose, worked out beforehand.

What many have in common is said once: a big game offers ten thousands of choices.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.model.picture import Counter, Picture
from pbem.model.wording import Choice, QueryAnswer
from pbem.report.clean import clean
from pbem.report.drawing.counters import describe
from pbem.report.drawing.fitting import MARGIN, fit
from pbem.report.webpage.details_cargo import details_of
from pbem.report.webpage.hand_cargo import hand_of
from pbem.report.webpage.onward_cargo import onward_cargo
from pbem.report.webpage.workplace import Workplace

Trace: TypeAlias = tuple[str, ...]
BETWEEN = "|"
"""Between the spaces of a trace, and between spaces and notes of a reach."""
ITS_UNIT = "@"
"""At the beginning of a line, before a colon: the unit of its choice."""
SHORT_REACH = 12
"""So many choices stand in the order in which the game offers them."""
JOINT = 2
"""A line joins another if it has so many more spaces to go: what is shorter is as short in full."""
EDGE = 8.0  # what is seen around the map without its heading and legend


def cargo(picture: Picture, desk: Workplace) -> str:
    """The data as JSON that may stand in a page: no character in it can end the element it stands in."""
    fitting = fit(picture)
    frame = MARGIN - EDGE, fitting.top - EDGE, fitting.width + 2 * EDGE, fitting.height + 2 * EDGE
    offers, texts, reaches, notes = offers_of(desk.choices, desk.parts)
    data = {
        "file": desk.file,
        "game": desk.game,
        "exchange": desk.exchange,
        "side": desk.side,
        "parts": [*desk.parts],
        "blocks": [*desk.blocks],
        "hand": hand_of(desk.hand),
        "details": details_of(desk.details),
        "frame": [*map(round, frame)],
        "units": [[c.id, c.space, picture.owner(c)] for c in picture.counters],
        "offers": offers,
        "either": desk.either,
        "must": desk.must,
        "again": desk.again,
        "topics": desk.topics,
        "force": desk.in_force,
        "conditions": desk.conditions,
        "walks": desk.walks,
        "onward": onward_cargo(desk.onward),
        "texts": texts,
        "reaches": reaches,
        "notes": notes,
        **supply_of(desk.supply),
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def supply_of(answers: Mapping[str, QueryAnswer]) -> dict[str, Any]:
    """Each unit's answer: the number of its words behind the place they begin with, its way, whether it is cut off,
    which line it goes on as.  And those words, which many units share."""
    words: dict[str, int] = {}
    told = []
    for (unit, answer), (way, joined) in zip(answers.items(), joining(answers.values()), strict=True):
        place, _, rest = clean(answer.lines[0]).rpartition(": ")
        number = words.setdefault(rest, len(words))
        told.append([unit, place, number, BETWEEN.join(way), int(answer.cut_off), *joined])
    return {"supply": told, "supplies": [*words]}


def joining(answers: Iterable[QueryAnswer]) -> Iterator[tuple[Trace, tuple[int, ...]]]:
    """Lines of supply run together: of each its way up to the first space from which it is as an earlier one, and the
    number of that one; the whole way where it joins none."""
    known: dict[Trace, int] = {}
    for number, answer in enumerate(answers):
        way = answer.trace
        rests = {way[n:]: n for n in range(len(way) - JOINT)}
        rest = next((rest for rest in rests if rest in known), None)
        yield (way, ()) if rest is None else (way[: rests[rest] + 1], (known[rest],))
        if len({*way}) == len(way):  # else a space would not say where on the line it is
            known |= {rest: number for rest in rests if rest not in known}


def offers_of(
    choices: Sequence[Choice], parts: Sequence[str]
) -> tuple[list[list[Any]], list[str], list[str], list[str]]:
    """Choices that differ in their space alone, as one offer: the numbers of its part and of its reach, then as
    numbers of texts its unit, its kind, where it must be, the line before and after the space's name; behind them
    what is rarer, where there is any.  Then the texts; each reach, as `#` and the number of a note and the spaces that
    it is for; the notes.  A long reach is put in the order of its notes, which are its costs."""
    grouped: dict[tuple[Any, ...], list[str]] = {}
    for choice in choices:
        around = _around(choice.space, _line(choice)) if not choice.entry else (_line(choice),)
        key = choice.part, _rarer(choice), choice.unit, choice.kind, choice.at, *around
        grouped.setdefault(key, []).extend((choice.space, choice.note))
    numbers: dict[tuple[str, ...], int] = {}
    offers: list[list[Any]] = []
    texts: dict[str, int] = {}
    for (part, rarer, *line), reach in grouped.items():
        number = numbers.setdefault(tuple(reach), len(numbers))
        known = (texts.setdefault(text, len(texts)) for text in line)
        offers.append([parts.index(part), number, *known, *([rarer] if rarer else [])])
    reaches = [_in_order([*zip(reach[::2], reach[1::2], strict=True)]) for reach in numbers]
    notes = {note: n for n, note in enumerate(dict.fromkeys(note for reach in reaches for _, note in reach))}
    written = [_written(reach, notes) for reach in reaches]
    return offers, [*texts], written, [*map(clean, notes)]


def _line(choice: Choice) -> str:
    """The line, with a sign for the unit that it begins with: so units share it."""
    unit, colon, rest = choice.line.partition(":")
    return f"{ITS_UNIT}:{rest}" if colon and unit == choice.unit else choice.line


def _around(space: str, text: str) -> tuple[str, ...]:
    """A text before and after a space's name."""
    return (*text.split(space, 1),) if space else (text,)


def _rarer(choice: Choice) -> tuple[Any, ...]:
    """Its weight; beside which others it stands, how many there may be, whether alone; where in an order it goes; its
    entry before and after the space."""
    if choice.entry or choice.beside or choice.most or choice.alone or choice.into:
        entry = _around(choice.space, choice.entry)
        return choice.weight, choice.beside, choice.most, int(choice.alone), choice.into, *entry
    return (choice.weight,) if choice.weight else ()


def _in_order(reach: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A short reach as it is; of a long one, spaces of one note together."""
    if len(reach) <= SHORT_REACH:
        return reach
    rank = {note: n for n, note in enumerate(sorted(dict.fromkeys(note for _, note in reach), key=_by_cost))}
    return sorted(reach, key=lambda one: rank[one[1]])


def _by_cost(note: str) -> tuple[float, str]:
    """Notes by the number that they begin with."""
    found = re.match(r"[\d.]+", note)
    return float(found[0].strip(".") or 0) if found else 0.0, note


def _written(reach: list[tuple[str, str]], notes: dict[str, int]) -> str:
    """`#3|0502|0503|#4|0504`: a note's number once for all spaces that follow."""
    parts: list[str] = []
    last = ""
    for space, note in reach:
        parts += [space] if parts and note == last else [f"#{notes[note]}", space]
        last = note
    return BETWEEN.join(parts)


def words_of(picture: Picture, counter: Counter) -> str:
    """A counter with its side: `Blue: 1 Foot, infantry, 4-6`."""
    force = next((force.name for force in picture.forces if force.key == counter.force), "")
    return f"{force}: {describe(counter)}" if force else describe(counter)
