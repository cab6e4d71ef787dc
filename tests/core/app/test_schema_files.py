"""The JSON Schemas: current, and true of every file that people have written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.app.datafiles import data_models
from pbem.app.schemas import schemas
from pbem.model.yamltext import plain, read
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset

ROOT = Path(__file__).parents[3]
SPECS = [ruleset(name) for name in installed()]
MADE = schemas(SPECS)
KEPT = sorted(path.name for path in (ROOT / "schemas").glob("*.json"))
HEADER = "game: kh7f\nexchange: 2\nside: {side}\n"


@pytest.mark.parametrize("name", KEPT)
def test_schemas_are_current(name: str) -> None:
    kept = (ROOT / "schemas" / name).read_text(encoding="utf-8")
    assert MADE.get(name) == kept, "stale: pbem data schemas --into schemas"


def test_the_teaching_game_and_written_cases_have_theirs() -> None:
    mine = {name for name in MADE if name.endswith("-ford.json")} | {"cases.json"}
    assert {"sheet-ford.json", "standing-ford.json", "map-ford.json", "units-ford.json", "tables-ford.json"} < mine
    assert mine <= set(KEPT)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_data_file_has_a_model(spec: Any) -> None:
    files = {path.name.removesuffix(".yaml") for path in Path(spec.folder, "data").iterdir()}
    assert {"map", "units", "tables"} <= set(data_models(spec)) <= files


def written() -> Iterator[tuple[str, Path, str]]:
    """Files with the schema each must fit, and what stands before them."""
    for spec in SPECS:
        for name in data_models(spec):
            place = Path(spec.folder, "data", name)
            for path in sorted(place.glob("*.yaml")) if place.is_dir() else [place.with_suffix(".yaml")]:
                yield f"{name}-{spec.name}.json", path, ""
        for path in sorted(Path(spec.folder, "demo").glob("*.yaml")):
            yield f"sheet-{spec.name}.json", path, HEADER.format(side=path.stem.split("-")[1])
    for path in sorted((ROOT / "tests" / "rules").rglob("*.yaml")):
        yield "cases.json", path, ""


@pytest.mark.parametrize("found", list(written()), ids=lambda found: f"{found[0]}:{found[1].name}")
def test_what_is_written_fits(found: tuple[str, Path, str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    name, path, header = found
    node, problems = read(header + path.read_text(encoding="utf-8"), path.name)
    assert node is not None, problems
    validator = jsonschema.Draft202012Validator(json.loads(MADE[name]))
    assert not [f"{list(fault.path)}: {fault.message[:200]}" for fault in validator.iter_errors(plain(node))]


@pytest.mark.parametrize("wrong", ["marsh: none", "march: [{unit: 1 Foot, paht: 0403}]", "standing: {loses: ask}"])
def test_a_slip_does_not_fit(wrong: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    node, _ = read(HEADER.format(side="blue") + wrong + "\n", "sheet")
    assert node is not None
    validator = jsonschema.Draft202012Validator(json.loads(MADE["sheet-ford.json"]))
    assert list(validator.iter_errors(plain(node)))
