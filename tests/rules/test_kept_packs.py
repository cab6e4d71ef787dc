"""Every game's data comes out of the cache as it was read: the same values, as sure as they were."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.kit.data import open_pack
from pbem.kit.keeper import nobody, use
from pbem.kit.kept import kept_pack
from pbem.kit.shelf import Shelf
from pbem.office.cache import Cache
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset


def shelves(system: str) -> list[Shelf]:
    folder = Path(ruleset(system).folder)
    modules = [one for one in list(sys.modules.values()) if Path(getattr(one, "__file__", None) or "").parent == folder]
    return list(
        {id(found): found for one in modules for found in vars(one).values() if isinstance(found, Shelf)}.values()
    )


@pytest.mark.parametrize("system", installed())
def test_a_pack_is_the_same_out_of_the_cache(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shelf,) = shelves(system)
    read = open_pack(shelf.folder, shelf.models)
    use(lambda: Cache(tmp_path))
    try:
        kept_pack(shelf.folder, shelf.models)
        monkeypatch.setattr("pbem.kit.kept.open_pack", None)
        kept = kept_pack(shelf.folder, shelf.models)
    finally:
        use(nobody)
    for name, model in shelf.models.items():
        assert kept.take(model, name) == read.take(model, name)
        assert kept.shares_of(name) == read.data[name].shares()
        told = {loc: value.provenance for loc, value in read.data[name].values.items()}
        assert {loc: value.provenance for loc, value in kept.data[name].values.items()} == told
        assert kept.data[name] is kept.data[name]  # taken apart once, however often it is asked
