"""A pack of somebody's own: its files read, typed and looked through, and all that is wrong with it told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pbem.kit.data import Data, Pack, read_data, typed
from pbem.kit.inspection import Inspection
from pbem.kit.packfiles import pack_digest, pack_files, text_of
from pbem.kit.standins import standing_in
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.yamltext import plain

Inspect = Callable[[Inspection], None]
Models = Mapping[str, type[Any]]
MOST = 200
"""More faults at once help nobody."""


@frozen(slots=False)
class JudgedPack:
    """What a folder came to: a pack, or why it is none."""

    pack: Pack | None
    files: Mapping[str, bytes]
    problems: list[Problem]


def judged(folder: Path, models: Models, printed: Pack, inspect: Inspect, beside: tuple[str, ...] = ()) -> JudgedPack:
    """The pack in a folder, if nothing is wrong with it.  `printed` is the pack of the package, its pattern."""
    files, problems = pack_files(folder, models, beside)
    values: dict[str, object] = {}
    data: dict[str, Data] = {}
    unread: list[str] = []
    for name, model in sorted(models.items()):
        values[name], found, faults = _file(name, model, files.get(name), printed)
        data[name] = found or printed.data[name]
        unread += [] if found else [name]
        problems += faults
    look = Inspection(Pack(values, data), printed, unread)
    inspect(look)
    problems += look.problems
    problems.sort(key=lambda one: (one.where.file, one.where.line, one.where.column))
    problems = list(dict.fromkeys(problems))[:MOST]
    return JudgedPack(None if problems else Pack(values, data, pack_digest(files)), files, problems)


def _file(name: str, model: Any, source: bytes | None, printed: Pack) -> tuple[Any, Data | None, list[Problem]]:
    """The value of a file, or one that stands in for it while the others are looked at."""
    usual = printed.take(object, name), None
    if source is None:
        return *usual, []
    text = text_of(name, source)
    if isinstance(text, Problem):
        return *usual, [text]
    data, problems = read_data(text, name)
    if data is None:
        return *usual, problems
    value, faults = typed(model, data.node)
    if value is None:
        value = standing_in(model, data.node, plain(printed.data[name].node))
    return value, data, problems + faults
