"""What players ask: the queries of a ruleset by their names."""

from __future__ import annotations

from collections.abc import Callable

from pbem.model.wording import QueryAnswer


def queries(*asked: Callable[..., QueryAnswer]) -> dict[str, Callable[..., QueryAnswer]]:
    """For `RULESET.queries`: a function called `supply_of_a_place` answers `supply of a place`."""
    return {each.__name__.replace("_", " "): each for each in asked}
