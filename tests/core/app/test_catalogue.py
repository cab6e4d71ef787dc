"""What is said of the systems is said again from the cache, as long as nothing about them has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.app import catalogue as module
from pbem.app.catalogue import catalogue
from pbem.app.games import described
from pbem.kit.keeper import nobody, use
from pbem.office.cache import Cache
from pbem.office.offers import folder_of, installed


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    made = Cache(tmp_path)
    use(lambda: made)
    yield made
    use(nobody)


def test_the_catalogue_is_the_same_out_of_the_cache(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    said = catalogue()
    assert said == [described(name) for name in installed()]
    monkeypatch.setattr(module, "_loaded", None)
    assert catalogue() == said
    assert all(folder_of(name) is not None for name in installed())


def test_another_program_loads_the_systems_again(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_loaded", lambda name: {"system": name, "title": "kept"})
    assert {one["title"] for one in catalogue()} == {"kept"}
    monkeypatch.setattr(module, "_loaded", lambda name: {"system": name, "title": "new"})
    assert {one["title"] for one in catalogue()} == {"kept"}
    monkeypatch.setattr(module.pbem, "VERSION", "9.9")
    assert {one["title"] for one in catalogue()} == {"new"}


def test_what_is_broken_is_not_kept(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_loaded", lambda name: {"system": name, "broken": "no such thing"})
    assert "broken" in json.dumps(catalogue())
    monkeypatch.setattr(module, "_loaded", lambda name: {"system": name})
    assert "broken" not in json.dumps(catalogue())
