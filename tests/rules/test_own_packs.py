"""Packs of somebody's own: what is wrong in one is told with its line, and what is sound can be played."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pack_changes import changed, played, printed, whims, write_pack

from pbem.engine.spec import RulesetSpec
from pbem.model.problem import Problem
from pbem.model.yamltext import plain, read
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset

SLIPS = int(os.environ.get("PBEM_SLIPS", "8"))
"""How many slips of the pen are tried for each game; more by PBEM_SLIPS=500."""
SHORT = 3
"""Exchanges of a game that shows whether a pack can be played; at night more."""
PURE = {"clause", "stretches_of", "face", "fade", "_ground", "enough"}
"""What remembers nothing of a pack, or asks for the pack by name."""

Fault = tuple[str, str, str, str]


def read_faults() -> dict[str, list[Fault]]:
    """What is tried in the pack of each game, from the list beside this file."""
    text = Path(__file__).with_name("own_pack_faults.yml").read_text(encoding="utf-8")
    node, problems = read(text, "own_pack_faults.yml")
    assert node is not None
    assert not problems
    listed: Any = plain(node)
    return {system: [(f["in"], f["was"], f["now"], f["told"]) for f in faults] for system, faults in listed.items()}


FAULTS = read_faults()


def spec_of(system: str) -> RulesetSpec:
    spec = ruleset(system)
    assert spec.shelf is not None
    return spec


@pytest.fixture
def pack(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a game's pack."""

    def copied(system: str) -> Path:
        return Path(shutil.copytree(Path(spec_of(system).folder, "data"), tmp_path / "pack"))

    return copied


def problems_of(system: str, folder: Path) -> list[Problem]:
    shelf = spec_of(system).shelf
    assert shelf is not None
    found: list[Problem] = shelf.judged(folder).problems
    return found


@pytest.mark.parametrize("system", installed())
def test_a_pack_as_it_came_is_sound(system: str, pack: Callable[[str], Path]) -> None:
    assert problems_of(system, pack(system)) == []


@pytest.mark.parametrize(
    ("system", "fault"), [(system, fault) for system, faults in FAULTS.items() for fault in faults],
    ids=lambda given: given if isinstance(given, str) else given[3][:40],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(system: str, fault: Fault, pack: Callable[[str], Path]) -> None:
    name, before, after, message = fault
    folder = pack(system)
    text = (folder / name).read_text(encoding="utf-8")
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    found = problems_of(system, folder)
    said = "\n".join(line for one in found for line in one.lines())
    told = [one for one in found if one.where.file == name and message in one.message]
    assert told, said
    if after:  # what is missing is told at the place it is missing from
        assert any(one.where.line in (line, line + 1) for one in told) or "missing" in message or "grow" in message, (
            said
        )
    else:
        assert all(one.where.line for one in told), said


@pytest.mark.parametrize("system", installed())
def test_a_misspelt_limit_is_told_with_the_word_that_is_meant(system: str, pack: Callable[[str], Path]) -> None:
    folder = pack(system)
    text = (folder / "tables.yaml").read_text(encoding="utf-8")
    limits = ruleset_limits(system)
    limit = max(limits, key=len)
    (folder / "tables.yaml").write_text(text.replace(f"{limit}:", f"{limit}x:", 1), encoding="utf-8")
    found = problems_of(system, folder)
    assert [one.hint for one in found if f'"{limit}x" is not known here' in one.message] == [f"did you mean {limit}?"]
    assert any(f'"{limit}" is missing' in one.message for one in found)


def ruleset_limits(system: str) -> list[str]:
    return sorted(printed(spec_of(system))["tables.yaml"]["limits"].keys() - {"certainty", "source"})


@pytest.mark.parametrize("system", installed())
def test_all_faults_are_told_at_once(system: str, pack: Callable[[str], Path]) -> None:
    """A word that is no number in one file hides no name that is nowhere in another."""
    folder = pack(system)
    for name, before, after, _ in FAULTS[system]:
        text = (folder / name).read_text(encoding="utf-8")
        if after and before in text:
            (folder / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    found = problems_of(system, folder)
    assert {one.where.file for one in found} >= {name for name, _, after, _ in FAULTS[system] if after} - {"map.yaml"}
    assert len(found) >= len(FAULTS[system]) // 2


@pytest.fixture
def the_printed_pack_again() -> Iterator[None]:
    yield
    for system in installed():
        spec_of(system).lay_data()


@pytest.mark.usefixtures("the_printed_pack_again")
@pytest.mark.parametrize("system", installed())
def test_a_slip_of_the_pen_is_refused_with_a_line_or_can_be_played(system: str, tmp_path: Path) -> None:
    """Any value altered, any name misspelt, any row left out: nothing goes through the check and breaks a game."""
    spec = spec_of(system)
    assert spec.shelf is not None
    files, scenarios = printed(spec), [scenario.name for scenario in spec.scenarios]
    for number in range(SLIPS):
        slipped, said = changed(files, whims(system, number))
        spec.lay_data()
        judged = spec.shelf.judged(write_pack(tmp_path / str(number), slipped))
        if judged.problems:
            assert all(one.where.file and one.where.line for one in judged.problems), said
            continue
        spec.shelf.lay(judged.pack)
        try:
            played(spec, scenarios[number % len(scenarios)], number, SHORT if SLIPS < 100 else 12)
        except Exception as failure:
            raise AssertionError(f"slip {number}, {said}") from failure


@pytest.mark.usefixtures("the_printed_pack_again")
@pytest.mark.parametrize("system", installed())
def test_nothing_of_one_pack_is_remembered_under_another(system: str) -> None:
    """Every function of a game that remembers its answers forgets them when another pack is laid down."""
    spec = spec_of(system)
    package = Path(spec.folder).name
    stems = sorted(path.stem for path in Path(spec.folder).glob("*.py") if path.stem != "__init__")
    modules = [importlib.import_module(f"pbem_rules.{package}.{stem}") for stem in stems]
    caches = {
        name: found
        for module in modules
        for name, found in vars(module).items()
        if hasattr(found, "cache_info") and getattr(found, "__module__", "").startswith(f"pbem_rules.{package}")
    }
    played(spec, spec.scenarios[0].name, 1, 2)
    assert spec.shelf is not None
    spec.shelf.lay(spec.shelf.judged(Path(spec.folder, "data")).pack)
    left = sorted(name for name, found in caches.items() if found.cache_info().currsize and name not in PURE)
    assert left == []
