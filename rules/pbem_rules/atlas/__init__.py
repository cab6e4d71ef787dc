"""The atlas: one geography of the Ardennes, and from it the map of each of the five games."""

from __future__ import annotations

from pbem_rules.atlas.generating import GAMES, generate, target
from pbem_rules.atlas.pictures import blank

__all__ = ["GAMES", "blank", "generate", "target"]
