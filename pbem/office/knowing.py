"""What a seat may know where the game stands: its view, what it is asked, what it has signed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.book.documents import REFEREE, Opening
from pbem.court.judging import Whole
from pbem.engine.advance import Bookmark
from pbem.model.decision import Decision
from pbem.model.errors import Refused
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.seal.box import close_box
from pbem.seal.envelope import Envelope


@frozen
class Knowledge:
    """What a seat knows where the game stands: its view, what it is asked, its own part as it was sent."""

    view: View
    due: tuple[Decision, ...]
    whole: Whole
    """The bookmark holds the seat's own secrets and no others."""
    part: Any


def knowledge(game: Game, seat: str = "", after: int | None = None) -> Knowledge:
    """What a player knows, now or after a number of the book; the referee may ask for each seat."""
    side, number = seat or game.seat, game.judged(game.course.number if after is None else after)
    whole = game.whole(number)
    part = part_of(game, side, number)
    due = [one for one in whole.due if one.side == side]
    if part is None or game.is_referee:
        # two alone, the referee, or nothing has happened yet: what there is, is in the whole state
        own = whole.position.secrets.get(side)
        entry = whole.bookmark.entry.secrets.get(side)
    else:
        kind, codec = game.rules.spec.secrets.get(side), game.rules.codec
        own = codec.read_own(kind, part["own"]) if kind else None
        entry = codec.read_own(kind, part["entry"]) if kind else None
        due += [codec.read_decision(one) for one in part["due"]]
        whole = replace(whole, papers={side: codec.read_papers(part["papers"])})
    mark = replace(whole.bookmark, entry=Position(whole.bookmark.entry.table, {side: entry} if entry else {}))
    position = Position(whole.position.table, {side: own} if own else {})
    mine = replace(whole, bookmark=mark, position=position, due=tuple(due))
    return Knowledge(View(side, position.table, own), tuple(due), mine, part)


def part_of(game: Game, side: str, number: int) -> Any:
    """A side's hidden part of a number: as it was opened at the end, as the referee made it, or as it was sent.

    None where there is none, and where this seat may not know it.
    """
    if game.rules.openness == "all" or number == 0:
        return None
    if (opening := opening_of(game)) is not None:
        return opening.parts.get(str(number), {}).get(side)
    if game.is_referee:
        return (game.vault.whole(number) or {"parts": {}})["parts"].get(side)
    return game.vault.part(number) if side == game.seat else None


def opening_of(game: Game) -> Opening | None:
    """What was opened at the end, once it is."""
    if not game.course.opened:
        return None
    return game.course.pages[max(game.course.pages)].opening


NO_SEAT = "who has no seat in the game"


def may_read(game: Game, side: str) -> bool:
    """Whether this seat may know what a side knows: its own, all sides' for who judges, and all after the opening."""
    return side == game.seat or game.knows_all or game.course.opened


def check_may_read(game: Game, side: str) -> None:
    """Refuse what a side knows to whom it does not belong."""
    if not may_read(game, side):
        who, hint = (game.seat, "leave --for out, or name your own side") if game.seat else (NO_SEAT, "leave --for out")
        raise Refused(f"{who} does not know what {side} knows", hint)


def with_own(game: Game, mark: Bookmark) -> Bookmark:
    """The bookmark with what this seat alone was told of its step, exchange by exchange."""
    told, number, codec = mark.told, game.judged(game.course.number), game.rules.codec
    own: list[Told] = []
    while game.rules.openness != "all" and not game.is_referee and number > 0:
        news = (game.vault.part(number) or {"news": []})["news"]
        here = [one for one in news if (one["step"], one["turn"]) == (mark.step, mark.turn)]
        own += [codec.read_told({name: one[name] for name in ("answers", "entries", "rolls")}) for one in here]
        if not here or len(news) > 1:
            break
        number = game.judged(number - 1)
    for news in reversed(own):
        told = Told((*told.answers, *news.answers), (*told.rolls, *news.rolls), (*told.entries, *news.entries))
    return replace(mark, told=told)


def referee_box(game: Game, envelope: Envelope) -> Any:
    """What a sealed document says, for the referee's eyes."""
    opened = game.vault.opening(envelope.header.digest())
    if opened is None:
        raise Refused("what was signed cannot be opened here", "copy the secrets from where they were kept")
    reader = game.course.keys[REFEREE].sealing
    return close_box(envelope.header, salt=opened.salt, payload=opened.payload, reader=reader)
