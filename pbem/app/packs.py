"""Data packs of users, and the schema files."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.app.schemas import schemas
from pbem.kit.data import read_data
from pbem.kit.mapdata import check_map
from pbem.model.errors import Refused
from pbem.model.problem import Problem, Where
from pbem.office.offers import installed
from pbem.office.rulesets import usable


def check_pack(pack: Path) -> tuple[int, list[Problem]]:
    """How many files were read, and all their faults."""
    files = sorted(pack.rglob("*.yaml")) if pack.is_dir() else [pack]
    if not files:
        raise Refused(f"{pack} holds no .yaml file", "pbem guide your-own-map says what a pack is made of")
    problems: list[Problem] = []
    for path in files:
        name = path.relative_to(pack).as_posix() if pack.is_dir() else path.name
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            where = Where(file=name)
            problems.append(Problem(kind="invalid", case="data", message=f"not UTF-8, byte {error.start}", where=where))
            continue
        problems += _faults(text, name)
    return len(files), problems


def _faults(text: str, name: str) -> list[Problem]:
    """A map of hexes is checked as one; of other files every value must say where it comes from."""
    is_map = Path(name).name == "map.yaml" and re.search(r"^  sheets:", text, re.MULTILINE) is not None
    return check_map(text, name) if is_map else read_data(text, name)[1]


def write_schemas(into: Path) -> list[str]:
    """Write all schemas; the names of the files written."""
    into.mkdir(parents=True, exist_ok=True)
    found = schemas([spec for name in installed() if (spec := usable(name)) is not None])
    for name, text in found.items():
        Path(into, name).write_text(text, encoding="utf-8")
    return list(found)
