"""What a seat may know where the game stands: its view, what it is asked, what it has signed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.book.documents import REFEREE
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
    part = None
    if game.rules.openness != "all" and number > 0:
        part = game.vault.part(number) if not game.is_referee else None
    due = [one for one in whole.due if one.side == side]
    if part is None:  # two alone, the referee, or nothing has happened yet: what there is, is in the whole state
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
