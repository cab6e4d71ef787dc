"""Puts an invented field in the place of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ao_field import PLAIN, field, pack_with

from pbem_rules.ardennes_offensive import board


@pytest.fixture
def ground(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`ground(rough=[...], ...)` lays the field out; the tables and units stay the game's own."""

    def lay_out(**features: Any) -> None:
        pack = pack_with(field(**features)) if features else PLAIN
        monkeypatch.setattr(board, "the_pack", lambda: pack)

    lay_out()
    return lay_out
