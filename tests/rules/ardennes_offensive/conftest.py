"""Puts an invented field in the place of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from ao_field import PLAIN, field, pack_with

from pbem_rules.ardennes_offensive.board import DATA


@pytest.fixture
def ground() -> Iterator[Callable[..., None]]:
    """`ground(rough=[...], ...)` lays the field out; the tables and units stay the game's own."""
    with ExitStack() as stack:

        def lay_out(**features: Any) -> None:
            stack.enter_context(DATA.laid(pack_with(field(**features)) if features else PLAIN))

        lay_out()
        yield lay_out
