"""What can be read of a sheet that has come in, for the receipt that its writer gets."""

from __future__ import annotations

from pbem.model.yamltext import read
from pbem.office.game import Game
from pbem.office.glimpse import contents
from pbem.office.knowing import knowledge
from pbem.post.mailwords import LookedThrough
from pbem.seal.envelope import Envelope


def looked_at(game: Game, envelope: Envelope) -> LookedThrough | None:
    """What reading finds in a sheet that has come in; None as long as it is sealed to who closes, too."""
    text, header = contents(game, envelope), envelope.header
    if text is None:
        return None
    known, words = knowledge(game, header.seat), text.decode("utf-8")
    if header.type == "standing":
        _, problems = game.rules.read_standing(words, header.exchange, header.seat)
    else:
        _, problems = game.rules.read(words, header.exchange, known.view, known.due)
    doubtful = sum(one.kind == "doubtful" for one in problems)
    papers = known.whole.papers.get(header.seat)
    since = standing_since(game, header.seat) if papers and papers.standing else 0
    new = header.type == "orders" and (brings_standing(text) or bool(game.here.of_type("standing", header.seat)))
    return LookedThrough(len(problems) - doubtful, doubtful, since, new)


def standing_since(game: Game, seat: str) -> int:
    """The exchange that brought a seat's standing orders, going back through what has led to where the game stands."""
    pages, resumes = game.course.pages, game.course.resumes
    number = game.course.resume
    while number:
        agreed = pages[number].agreement
        page = pages[agreed.exchange] if agreed else pages[number]  # judged again: what was ordered then
        orders = page.accepted(seat)
        unread = page.outcome is None or seat in page.outcome.unreadable
        if page.find("standing", seat) or (orders and not unread and brings_standing(contents(game, orders) or b"")):
            return page.number
        number = resumes[page.number - 1]
    return 0


def brings_standing(sheet: bytes) -> bool:
    """Whether a sheet replaces its side's standing orders."""
    if b"standing" not in sheet.lower():
        return False
    root, _ = read(sheet.decode("utf-8", "replace"), "sheet")
    parts = root.value if root is not None and isinstance(root.value, dict) else {}
    return any(name.casefold() == "standing" and node.value for name, node in parts.items())
