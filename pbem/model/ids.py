"""Names that everything else is built on.  Ids are the players' text: hex "0312", unit "2/116 Pz"."""

from __future__ import annotations

from typing import TypeAlias

Key: TypeAlias = tuple[str, ...]
"""Structural name of a decision or a roll: step id, places entered, case, and what it is about."""

BOX = "box"
"""The referee's secrets, which no seat may see.  A name among the sides, never a side."""


def spoken(key: Key) -> str:
    """The key as people read it.  Parts may hold slashes themselves, so this cannot be split again."""
    return "/".join(key)
