"""After the end: the referee opens what was hidden, and everybody plays everything again."""

from __future__ import annotations

from typing import Any

from pbem.app.flow.game import Game
from pbem.app.flow.mails import Mail, block, keep, mail
from pbem.app.flow.settling import append_page
from pbem.book.documents import Opening, Sheet
from pbem.book.lock import locked
from pbem.book.page import Page
from pbem.model.errors import Refused


def open_hidden(game: Game) -> tuple[Mail, ...]:
    """Publish the hidden key, the hidden parts and the sealed sheets."""
    with locked(game.folder.path):
        course, number = game.course, game.course.open_number
        if not game.is_referee:
            raise Refused("only the referee has something to open")
        if course.result is None:
            raise Refused("the game is not over", "what is hidden is opened at its end")
        if course.opened:
            raise Refused("everything is open already")
        envelope = game.vault.sign_once(
            "opening", number, lambda: game.envelope("opening", _opening(game).to_bytes()), "end"
        )
        page = Page.of(number, [envelope])
        append_page(game, page)
        words = "The game is over and everything is open: pbem audit plays all of it again."
        made = mail(game.charter.players, game.label(), "opened", words, [block(envelope)], f"{number:02}-opening")
        return keep(game.folder, [made])


def _opening(game: Game) -> Opening:
    """Everything that was sealed, by what it was sealed under."""
    sheets: dict[str, Sheet] = {}
    for page in game.course.pages.values():
        for envelope in (*page.of_type("orders"), *page.of_type("standing")):
            opened = game.vault.opening(envelope.header.digest()) if envelope.sealed else None
            if opened is not None:
                text = opened.payload.decode("utf-8", "replace")
                sheets[envelope.header.digest().hex()] = Sheet(salt=opened.salt.hex(), sheet=text)
    return Opening(hidden=game.hidden.hex(), parts=_parts(game), sheets=sheets)


def _parts(game: Game) -> dict[str, Any]:
    """The hidden parts of every page that has some, as they were made for it."""
    pages = [number for number, page in sorted(game.course.pages.items()) if page.outcome and page.outcome.parts]
    return {str(number): game.vault.whole(number)["parts"] for number in pages}
