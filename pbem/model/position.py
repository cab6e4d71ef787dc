"""Where a game stands: the table, which all see, and each side's secrets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Position:
    """`table` is public by construction.  `secrets`: one record per side that has any, and the referee's BOX."""

    table: Any
    secrets: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """What one side may go by: the table and its own secrets (None where it has none)."""

    side: str
    table: Any
    own: Any = None
