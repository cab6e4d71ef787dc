"""Every scenario can be set up; the data say where they come from; who is a neighbour is one both ways."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pbem.engine.codec import Codec
from pbem.engine.spec import Option, Setup
from pbem.kit.data import read_data
from pbem.proof.door import through_json
from pbem.proof.subject import Subject


def scenarios_are_set_up(subject: Subject) -> Iterator[str]:
    """Every scenario can be set up with every option, is not over at once, and comes back from JSON."""
    spec = subject.spec
    for scenario in spec.scenarios:
        for options in ({}, *_single(spec.options)):
            position, at = spec.set_up(Setup(scenario=scenario.name, options=options)), f"{scenario.name} {options}"
            if Codec(spec).read_position(through_json(Codec(spec).position(position))) != position:
                yield f"{at}: does not come back from JSON as it was"
            if spec.ending(position.table) is not None:
                yield f"{at}: is over before it begins"
            if set(position.secrets) != set(spec.secrets):
                yield f"{at}: secrets of {sorted(position.secrets)}, declared of {sorted(spec.secrets)}"
            units = getattr(position.table, "units", {})
            yield from (f"{at}: {unit.id} goes by {name}" for name, unit in units.items() if name != unit.id)


def _single(options: tuple[Option, ...]) -> Iterator[dict[str, str]]:
    for option in options:
        yield from ({option.name: choice} for choice in option.choices)


def set_ups_are_separate(subject: Subject) -> Iterator[str]:
    """Two set-ups share nothing that changes."""
    first = subject.spec.scenarios[0].name
    one, other = (subject.spec.set_up(Setup(scenario=first)) for _ in range(2))
    if one.table is other.table:
        yield "set_up gives the same table twice: a second game would begin where the first one is"


def places_are_kinds_of_names(subject: Subject) -> Iterator[str]:
    """The places of topics are kinds of names that there are; so are the pieces and places of queries."""
    known = subject.spec.names()
    for kind in (subject.spec.piece, subject.spec.place) if subject.spec.queries else ():
        if kind not in known:
            yield f"{kind!r} is what queries ask about, and no kind of names"
    for topic in subject.spec.topics:
        if topic.place and topic.place not in known:
            yield f"topic {topic.name}: place {topic.place!r} is no kind of names"


def data_say_where_they_come_from(subject: Subject) -> Iterator[str]:
    """Every value in data/ says how sure it is and who says so."""
    for path in sorted((subject.folder / "data").rglob("*.yaml")):
        _, problems = read_data(path.read_text(encoding="utf-8"), path.name)
        yield from (problem.lines()[0] for problem in problems)


def neighbours_both_ways(subject: Subject) -> Iterator[str]:
    """Who is a neighbour of one has it for a neighbour: of whatever grids `board.the_map()` shows."""
    package = next((n for n, m in sys.modules.items() if _is_package(m, subject.folder)), "")
    if not package or find_spec(f"{package}.board") is None:
        return
    board = import_module(f"{package}.board")
    for grid in _grids_in(board.the_map()) if hasattr(board, "the_map") else ():
        for space in grid.all():
            near = grid.neighbours(space)
            if space in near or len(set(near)) != len(near):
                yield f"{space}: a neighbour of itself, or one twice"
            yield from (f"{other} does not touch {space}" for other in near if space not in grid.neighbours(other))


def _is_package(module: Any, folder: Path) -> bool:
    path = getattr(module, "__file__", None)
    return path is not None and Path(path) == folder / "__init__.py"


def _grids_in(here: Any) -> Iterator[Any]:
    """The map itself, or what hangs on it, if it can name all its spaces and their neighbours."""
    names = [name for name, value in vars(type(here)).items() if isinstance(value, cached_property | property)]
    names += [*getattr(here, "__dict__", {})]
    for found in (here, *(getattr(here, name) for name in names if not name.startswith("_"))):
        if callable(getattr(found, "neighbours", None)) and callable(getattr(found, "all", None)):
            yield found
