"""A report in the format that was asked for."""

from __future__ import annotations

from pbem.app.bulletin import report, wording
from pbem.app.page import page
from pbem.app.readers import for_everyone, for_seat
from pbem.app.seats import draft_sheet
from pbem.model.errors import Refused
from pbem.model.position import View
from pbem.office.game import Game
from pbem.office.looking import replay
from pbem.report import FORMATS, Format, MapFormat, render, render_map


def told(game: Game, side: str, form: str, at: int | None = None) -> str | bytes:
    """The report of a number of the book, the newest if none is named: public, or one side's."""
    number = game.course.number if at is None else at
    if form == "page":
        sheet = _sheet(game) if number == game.course.number else ""
        return page(for_seat(game, side or game.seat, number), sheet)
    bulletin = for_seat(game, side, number) if side else for_everyone(game.published(number))
    known: dict[str, Format] = {name: name for name in FORMATS}
    return render(report(bulletin), known[form])


def _sheet(game: Game) -> str:
    """The draft that the page begins with; nothing where nothing is due."""
    try:
        return draft_sheet(game)
    except Refused:
        return ""


def map_now(game: Game, form: MapFormat) -> str | bytes:
    """The map as this seat may see it now."""
    number = game.course.number
    drawn = (for_everyone(game.published(number)) if game.is_referee else for_seat(game, game.seat, number)).picture
    if drawn is None:
        raise Refused(f"{game.rules.spec.name} draws no map")
    return render_map(drawn, form)


def map_after(game: Game, number: int, form: MapFormat) -> str:
    """The map as it was after a number of the book, as everybody saw it."""
    draw = wording(game.rules.spec).picture
    if draw is None:
        raise Refused(f"{game.rules.spec.name} draws no map")
    state = replay(game, number)
    table = game.rules.codec.read_position({"secrets": {}, "table": state["table"]}).table
    drawn = render_map(draw(View("", table), None), form)
    return drawn if isinstance(drawn, str) else drawn.decode("utf-8")
