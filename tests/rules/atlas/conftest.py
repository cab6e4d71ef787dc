"""The maps as the files have them, and the drafts they were made from, each read once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pbem.kit.data import Data, read_data, typed
from pbem.kit.mapdata import HexMap
from pbem_rules.atlas.drafting import MapDraft
from pbem_rules.atlas.generating import draft_of, target


@cache
def _read(game: str) -> tuple[HexMap, Data]:
    data, problems = read_data(target(game).read_text("utf-8"), f"{game}/map.yaml")
    assert data is not None, problems
    map, faults = typed(HexMap, data.node)
    assert map is not None, problems + faults
    return map, data


@cache
def _draft(game: str) -> MapDraft:
    return draft_of(game)[0]


@pytest.fixture(scope="session")
def map_of() -> Callable[[str], HexMap]:
    return lambda game: _read(game)[0]


@pytest.fixture(scope="session")
def data_of() -> Callable[[str], Data]:
    return lambda game: _read(game)[1]


@pytest.fixture(scope="session")
def draft() -> Callable[[str], MapDraft]:
    return _draft
