"""Every verb that writes begins here: what an earlier one left undone, when it died, is done first."""

from __future__ import annotations

from pbem.book.page import Page
from pbem.office.concluding import conclude
from pbem.office.game import Game
from pbem.office.mails import Mail
from pbem.office.posting import catch_up, lay_out_own
from pbem.office.proposals import complete_agreement
from pbem.office.publishing import tells


def resume(game: Game) -> list[Mail]:
    """Signatures onto the desk, a complete agreement into the book, mails that were never written; the mails."""
    if not game.has_begun:
        return []
    _bring_keys_into_force(game)
    for number in game.desk.numbers(game.course.number):
        game.desk.clear(number, game.course.pages[number].documents.values())
    lay_out_own(game)
    page = _agreed(game)
    return [*conclude(game, page)] if page is not None else catch_up(game)


def _bring_keys_into_force(game: Game) -> None:
    """The page with new keys of this seat is in the book: so are their secrets its secrets."""
    if game.vault.bring_into_force(game.course.keys[game.seat].sealing):
        game.refresh(game.course)


def _agreed(game: Game) -> Page | None:
    """An agreement that this seat's signature made complete, and that nobody has been told of."""
    if game.course.result is not None or game.vault.went_on(game.course.open_number):
        return None
    page = complete_agreement(game)
    mine = page is not None and page.find("agreement", game.seat) is not None and tells(game, page)
    return page if mine else None
