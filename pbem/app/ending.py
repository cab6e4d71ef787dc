"""After the end: the referee opens what was hidden, and everybody plays everything again."""

from __future__ import annotations

from typing import Any

from pbem.book.documents import OpenedSheet, Opening
from pbem.book.lock import locked
from pbem.book.opened import sealed_sheets
from pbem.book.page import Page
from pbem.model.errors import Refused
from pbem.office.filing import append_page
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.publishing import publish_opening, unsent


def open_hidden(game: Game) -> tuple[Mail, ...]:
    """Publish the hidden key, the hidden parts and the sealed sheets."""
    with locked(game.folder.path):
        course, number = game.course, game.course.open_number
        if not game.is_referee:
            raise Refused("only the referee has something to open")
        if course.result is None:
            raise Refused("the game is not over", "what is hidden is opened at its end")
        if course.opened:
            if mails := unsent(game):
                return mails
            raise Refused("everything is open already")
        envelope = game.vault.sign_once(
            "opening", number, lambda: game.envelope("opening", _opening(game).to_bytes()), "end"
        )
        page = Page.of(number, [envelope])
        append_page(game, page)
        return publish_opening(game, page)


def _opening(game: Game) -> Opening:
    """Everything that was sealed, by what it was sealed under."""
    sheets: dict[str, OpenedSheet] = {}
    for digest in sealed_sheets(game.course):
        if (opened := game.vault.opening(digest)) is not None:
            text = opened.payload.decode("utf-8", "replace")
            sheets[digest.hex()] = OpenedSheet(salt=opened.salt.hex(), sheet=text)
    return Opening(hidden=game.hidden.hex(), parts=_parts(game), sheets=sheets)


def _parts(game: Game) -> dict[str, Any]:
    """The hidden parts of every page that has some, as they were made for it."""
    pages = [number for number, page in sorted(game.course.pages.items()) if page.outcome and page.outcome.parts]
    return {str(number): game.vault.whole(number)["parts"] for number in pages}
