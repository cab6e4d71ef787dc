"""Data packs of users, checked and copied, and the schema files."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.app.schemas import schemas
from pbem.book.writing import write_file
from pbem.engine.spec import DataShelf
from pbem.kit.data import read_data
from pbem.kit.mapdata import check_map
from pbem.kit.packfiles import LARGEST
from pbem.model.errors import Refused
from pbem.model.problem import Problem, Where
from pbem.model.records import frozen
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset, usable

Files = tuple[tuple[str, bytes], ...]
"""The files of a pack by their names: a pack that can travel between processes and machines."""


@frozen
class CheckedPack:
    """What came of looking at a pack: how many files, what is wrong, and by which system they were judged."""

    files: int
    problems: list[Problem]
    system: str = ""
    digest: str = ""


def check_pack(pack: Path, system: str = "") -> CheckedPack:
    """All the faults of a pack.  Which system's it is says the folder's name, if nobody says it."""
    system = system or (system_of(pack) if pack.is_dir() else "")
    if not system or not pack.is_dir():
        return CheckedPack(*_form_alone(pack))
    judged = shelf_of(system).judged(pack)
    digest = judged.pack.digest.hex() if judged.pack is not None else ""
    return CheckedPack(len(judged.files), judged.problems, system, digest)


def system_of(folder: Path) -> str:
    """The system that a folder is named after, or the one whose data it is; nothing, if none is."""
    whole = folder.resolve()
    names = [whole.name, whole.parent.name] if whole.name == "data" else [whole.name]
    known = [name.replace("_", "-").lower() for name in names]
    return next((name for name in known if name in installed()), "")


def whose_pack(folder: Path, system: str) -> str:
    """The system of a pack that is taken in: somebody must know it."""
    if not (found := system or system_of(folder)):
        raise Refused(f"{folder.name} is the name of no system", "say whose pack it is: --system NAME")
    return found


def shelf_of(system: str) -> DataShelf:
    """Where a system's data lie."""
    spec = ruleset(system)
    if spec.shelf is None:
        raise Refused(f"{spec.title} reads no data pack", "its author says so with shelf=DATA")
    return spec.shelf


def copy_pack(system: str, into: Path) -> list[str]:
    """The pack of a system written into a new folder, to be put right there; the names of its files."""
    shelf = shelf_of(system)
    if into.exists() and any(into.iterdir()):
        raise Refused(f"{into} is not empty", "name a new folder")
    source = Path(ruleset(system).folder, "data")
    for name in sorted(shelf.models):
        write_file(into / name, (source / name).read_bytes())
    return sorted(shelf.models)


def lay_pack(system: str, folder: Path) -> list[Problem]:
    """From now on the system is looked at on this pack; what is wrong with it, if it is not sound."""
    shelf = shelf_of(system)
    judged = shelf.judged(folder)
    if judged.pack is not None:
        shelf.lay(judged.pack)
    return list(judged.problems)


def files_of(system: str, folder: Path) -> Files:
    """A pack to be played on elsewhere; its faults are told by who lays it here."""
    return tuple((name, (folder / name).read_bytes()) for name in sorted(shelf_of(system).models))


def lay_files(system: str, files: Files) -> None:
    """From now on the system is played on these files in this process; on its own data, if there are none."""
    shelf = ruleset(system).shelf
    if shelf is not None:
        shelf.lay(_pack_of(system, files) if files else None)


@lru_cache(maxsize=4)
def _pack_of(system: str, files: Files) -> Any:
    """Read once in every process."""
    with TemporaryDirectory() as place:
        for name, data in files:
            path = Path(place, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        judged = shelf_of(system).judged(Path(place))
    if judged.pack is None:
        raise Refused(f"the files are no sound data pack of {system}", "pbem data check FOLDER tells what is wrong")
    return judged.pack


def _form_alone(pack: Path) -> tuple[int, list[Problem]]:
    """How many files were read, and the faults that each shows for itself."""
    files = sorted(pack.rglob("*.yaml")) if pack.is_dir() else [pack]
    if not files:
        raise Refused(f"{pack} holds no .yaml file", "pbem guide your-own-map says what a pack is made of")
    problems: list[Problem] = []
    for path in files:
        name = path.relative_to(pack).as_posix() if pack.is_dir() else path.name
        if path.stat().st_size > LARGEST:
            too_large = f"more than {LARGEST} bytes, which nobody reads"
            problems.append(Problem(kind="invalid", case="data", message=too_large, where=Where(file=name)))
            continue
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
