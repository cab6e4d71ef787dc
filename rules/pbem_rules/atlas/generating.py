"""The maps of the games, made anew from the atlas: text out of data, nothing written here."""

from __future__ import annotations

from pathlib import Path

from pbem.kit.data import Data, open_pack
from pbem.ruleset import RulesBug
from pbem_rules.atlas.areas import GraphForm, shapes
from pbem_rules.atlas.drafting import MapDraft
from pbem_rules.atlas.forms import GameSheet, Overrides
from pbem_rules.atlas.gazetteer import the_gazetteer
from pbem_rules.atlas.writing import Writer

HERE = Path(__file__).parent
HEX_GAMES = ("ardennes_offensive", "bulge", "battles_for_the_ardennes", "enemy_action_ardennes")
AREA_GAMES = ("wwii_commander",)
GAMES = (*HEX_GAMES, *AREA_GAMES)


def generate(game: str) -> str:
    """The text of what the atlas writes for a game: its map, or the shapes for its graph of areas."""
    if game in AREA_GAMES:
        graphs = open_pack(target(game).parent, {"map.yaml": GraphForm})
        return shapes(graphs.take(GraphForm, "map.yaml"))
    draft, words = draft_of(game)
    return Writer(draft, words).text()


def draft_of(game: str) -> tuple[MapDraft, Data]:
    """The draft of a map of hexes, and the overrides with their provenance."""
    if game not in HEX_GAMES:
        raise RulesBug(f"the atlas draws no map of hexes for {game}, it draws {', '.join(HEX_GAMES)}")
    sheets = open_pack(HERE / "data" / "games", {f"{game}.yaml": GameSheet})
    known = open_pack(target(game).parent, {"overrides.yaml": Overrides})
    sheet, words = sheets.take(GameSheet, f"{game}.yaml"), known.take(Overrides, "overrides.yaml")
    return MapDraft(sheet, words, the_gazetteer()), known.data["overrides.yaml"]


def target(game: str) -> Path:
    """The file the atlas writes for a game."""
    return HERE.parent / game / "data" / ("shapes.yaml" if game in AREA_GAMES else "map.yaml")
