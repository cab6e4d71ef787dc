"""A letter to other players is signed, and handed to who carries it."""

from __future__ import annotations

from datetime import datetime

from pbem.book.documents import REFEREE, Press
from pbem.book.lock import locked
from pbem.model.errors import Refused
from pbem.office.game import Game, others
from pbem.office.mails import Mail, keep
from pbem.office.press import ALL, MOST_A_DAY, file_letter, letter_lines, letters_today, owed_press
from pbem.office.resuming import resume


def write_press(game: Game, to: str, text: str, now: datetime, *, grey: bool = False) -> list[Mail]:
    """Sign a letter; its mails: to the referee, who carries it, or where there is none to its readers."""
    with locked(game.folder.path):
        resume(game)
        return _write(game, to, text, now, grey)


def _write(game: Game, to: str, text: str, now: datetime, grey: bool) -> list[Mail]:
    terms, seats = game.charter.draft.press, others(game.charter.seats, game.seat)
    if terms == "off":
        raise Refused("by the charter nobody carries letters", "pbem new --press white; write to each other yourselves")
    if grey and (terms != "grey" or not game.charter.has_referee):
        raise Refused("by the charter letters bear their writer's name", "leave --grey out")
    players = tuple(seat for seat in seats if seat != REFEREE)
    if to != ALL and to not in seats:
        raise Refused(f"no seat {to!r} to write to", f"there are: {', '.join([*seats, ALL])}")
    if letters_today(game, game.seat, now) >= MOST_A_DAY:
        raise Refused(f"{MOST_A_DAY} letters in a day are carried, and no more", "go on tomorrow")
    said = Press(to=list(players) if to == ALL else [to], grey=grey, lines=letter_lines(text))
    body = said.to_bytes()
    number = game.course.open_number
    revision = 1 + len(game.vault.all_signed("press", number))
    made = game.vault.sign_once(
        "press", number, lambda: game.envelope("press", body, revision=revision), f"{revision:06}"
    )
    file_letter(game, made, now)
    return [*keep(game.folder, [one.write() for one in owed_press(game)], game.address)]
