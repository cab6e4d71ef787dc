"""Packs of somebody's own as slips of the pen make them: a value altered, a name misspelt, a row left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.engine.advance import Terms
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.chooser import Chooser, Whims
from pbem.model.position import View
from pbem.model.yamltext import plain, read
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_players, random_windows

OWN_WORDS = ("provenance", "certainty", "source", "borders", "outlines", "words", "found", "title")
"""What no rule looks at."""
Path_ = tuple[str | int, ...]


def printed(spec: RulesetSpec) -> dict[str, Any]:
    """The files of a game's pack as plain data, the words of the loader among it."""
    assert spec.shelf is not None
    found = {}
    for name in sorted(spec.shelf.models):
        node, problems = read(Path(spec.folder, "data", name).read_text(encoding="utf-8"), name)
        assert node is not None
        assert not problems
        found[name] = plain(node)
    return found


def write_pack(folder: Path, files: dict[str, Any]) -> Path:
    """Plain data as files of a pack: JSON is YAML, with a line for each value."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    return folder


def changed(files: dict[str, Any], chooser: Chooser) -> tuple[dict[str, Any], str]:
    """One slip of the pen, and what it was."""
    name = chooser.one(sorted(files))
    data = json.loads(json.dumps(files[name]))
    path = chooser.one([path for path in places(data, ()) if path])
    said = _slip(data, path, chooser)
    return {**files, name: data}, f"{name} {'.'.join(map(str, path))}: {said}"


def places(data: Any, path: Path_) -> Iterator[Path_]:
    """Every value and row of a file."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in OWN_WORDS:
                yield from places(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from places(value, (*path, number))


def _slip(data: Any, path: Path_, chooser: Chooser) -> str:
    holder = data
    for part in path[:-1]:
        holder = holder[part]
    last: Any = path[-1]
    value = holder[last]
    what = (
        chooser.one(("alter", "alter", "drop", "rename")) if isinstance(value, str) else chooser.one(("drop", "rename"))
    )
    if what == "alter":
        holder[last] = _altered(value, data, chooser)
        return f"{value!r} altered to {holder[last]!r}"
    if what == "rename" and isinstance(holder, dict):
        new = f"{last}x" if chooser.number(2) else chooser.one(sorted(holder))
        holder[new] = holder.pop(last)
        return f"renamed {new}"
    if what == "rename":
        holder.append(value)
        return "said twice"
    del holder[last]
    return "dropped"


def _altered(value: str, data: Any, chooser: Chooser) -> str:
    texts = [value_at(data, path) for path in places(data, ())]
    others = sorted({text for text in texts if isinstance(text, str)})
    if value.lstrip("-").isdecimal() and chooser.number(3):
        number = int(value) + chooser.one((-1, 1, 3, 40, -int(value)))
        return str(number).zfill(len(value)) if value.startswith("0") else str(number)
    return chooser.one((f"{value}{value[-1:]}", "", "seven", "9999", "no", chooser.one(others), chooser.one(others)))


def value_at(data: Any, path: Path_) -> Any:
    for part in path:
        data = data[part]
    return data


def played(spec: RulesetSpec, scenario: str, seed: int, most: int) -> int:
    """The first exchanges of a random game on whatever pack lies there, its words and its map."""
    assert spec.wording is not None
    terms, setup = Terms(spec, random_windows(spec, seed)), Setup(scenario=scenario)
    number = 0
    for now in exchanges(terms, setup, NumberedFaces(seed), random_players(spec, seed)):
        number += 1
        if spec.wording.picture is not None and number in (1, most):
            spec.wording.picture(View("", now.position.table), None)
        spec.wording.turn(now.position.table)
        if number == most:
            break
    return number


def whims(system: str, number: int) -> Whims:
    return Whims("slip of the pen", system, number)
