"""What a report mail tells its reader, so that who only reads mail knows what happened and what he owes."""

from __future__ import annotations

from pbem.app.readers import public_text
from pbem.book.times import read_time
from pbem.model.printable import printable_lines
from pbem.office.game import Game
from pbem.post.moments import moment
from pbem.seal.blocks import mark_in

HOW = (
    "To answer: pbem receive this mail, pbem draft, write your sheet, pbem sign it, and send what that makes.",
    "Below stands the signed record. It may be cut off when you quote this mail.",
)


def letter(game: Game, number: int, seat: str) -> str:
    """The report of a number as everybody may read it, and what the seat owes until when.

    A mail may be posted in a forum: what a side alone may know stays in its box.
    """
    lines = [
        line
        for line in printable_lines(public_text(game, number)).rstrip().split("\n")
        if not mark_in(" ".join(line.split()))
    ]
    return "\n".join([*lines, "", *_sealed(game, number, seat), *_due(game, number, seat)])


def _sealed(game: Game, number: int, seat: str) -> list[str]:
    outcome = game.course_after(number).outcome(number)
    if outcome is None or seat not in outcome.parts:
        return []
    return [f"What you alone may know is sealed below: pbem receive this mail, then pbem report --for {seat}."]


def _due(game: Game, number: int, seat: str) -> list[str]:
    due = game.course_after(number).next
    if due.result is not None:
        return []
    if seat not in due.seats:
        return [f"You owe nothing now; the exchange waits for {' and '.join(due.seats)}."]
    return [f"You owe {'orders' if due.kind == 'part' else 'an answer'} until {moment(read_time(due.until))}.", *HOW]
