"""A report in the format that was asked for."""

from __future__ import annotations

from pbem.app.flow.game import Game
from pbem.app.page import page
from pbem.app.published import for_everyone, for_seat, newest
from pbem.app.report import report
from pbem.app.seats import draft_sheet
from pbem.model.errors import Refused
from pbem.report import FORMATS, Format, render


def told(game: Game, side: str, form: str) -> str | bytes:
    """The newest report, public or one side's."""
    bulletin = for_seat(game, side) if side else for_everyone(newest(game))
    if form == "page":
        return page(for_seat(game, side or game.seat), _sheet(game))
    known: dict[str, Format] = {name: name for name in FORMATS}
    return render(report(bulletin), known[form])


def _sheet(game: Game) -> str:
    """The draft that the page begins with; nothing where nothing is due."""
    try:
        return draft_sheet(game)
    except Refused:
        return ""
