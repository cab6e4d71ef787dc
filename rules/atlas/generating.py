"""The maps of the games, made anew from the atlas: text out of data, nothing written here."""

from __future__ import annotations

from pathlib import Path

from pbem.kit.data import Data, open_pack
from pbem.model.errors import Refused
from rules.atlas.drafting import Draft
from rules.atlas.forms import GameSheet, Overrides
from rules.atlas.gazetteer import the_gazetteer
from rules.atlas.writing import Writer

HERE = Path(__file__).parent
HEX_GAMES = ("ardennes_offensive", "bulge", "battles_for_the_ardennes", "enemy_action_ardennes")
GAMES = (*HEX_GAMES,)


def generate(game: str) -> str:
    """The text of a game's map file."""
    draft, words = draft_of(game)
    return Writer(draft, words).text()


def draft_of(game: str) -> tuple[Draft, Data]:
    """The draft of a map of hexes, and the overrides with their provenance."""
    if game not in HEX_GAMES:
        raise Refused(f"the atlas draws no map of hexes for {game}", f"it draws {', '.join(HEX_GAMES)}")
    sheets = open_pack(HERE / "data" / "games", {f"{game}.yaml": GameSheet})
    known = open_pack(map_file(game).parent, {"overrides.yaml": Overrides})
    sheet, words = sheets.take(GameSheet, f"{game}.yaml"), known.take(Overrides, "overrides.yaml")
    return Draft(sheet, words, the_gazetteer()), known.data["overrides.yaml"]


def map_file(game: str) -> Path:
    """Where a game keeps its map."""
    return HERE.parent / game / "data" / "map.yaml"


def stale() -> tuple[str, ...]:
    """The games whose map file is not what the atlas would write today."""
    return tuple(game for game in GAMES if map_file(game).read_text("utf-8") != generate(game))
