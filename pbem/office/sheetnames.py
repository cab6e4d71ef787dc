"""The names of the files that a seat writes its sheets into."""

from __future__ import annotations

from pbem.office.game import Game


def sheet_name(game: Game, seat: str = "") -> str:
    """The file name that a draft goes by: blue-04.yaml."""
    return f"{seat or game.seat}-{game.course.open_number:02}.yaml"


def standing_name(game: Game) -> str:
    return f"{game.seat}-standing.yaml"
