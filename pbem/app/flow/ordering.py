"""What a seat writes: orders, answers, standing orders; and what it may know when it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.app.flow.game import Game
from pbem.app.flow.judging import Whole
from pbem.app.flow.mails import Mail, block, box_block, keep, mail
from pbem.app.flow.vault import Opened
from pbem.book.documents import REFEREE
from pbem.book.lock import locked
from pbem.model.decision import Decision
from pbem.model.errors import Refused
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.seal.box import close_box
from pbem.seal.envelope import SALT, Envelope
from pbem.seal.sheettext import sheet_text


class SheetRefused(Refused):
    """A sheet that cannot be read; all that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        first = next((one for one in problems if one.kind != "doubtful"), problems[0])
        super().__init__(first.lines()[0], first.hint)
        self.problems = problems


@frozen
class Knowledge:
    """What a seat knows where the game stands: its view, what it is asked, its own part as it was sent."""

    view: View
    due: tuple[Decision, ...]
    whole: Whole
    """The bookmark holds the seat's own secrets and no others."""
    part: Any


@frozen
class Signed:
    """What was signed, its text as it was signed, doubtful lines, and the mail if there is one to send."""

    envelope: Envelope
    text: str
    problems: tuple[Problem, ...]
    mail: Mail | None


def knowledge(game: Game, seat: str = "") -> Knowledge:
    """What a player knows; the referee may ask for each seat."""
    side, number = seat or game.seat, game.course.resume
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


def sign(game: Game, text: str, *, again: bool = False) -> Signed:
    """Orders of a sheet, signed.  The same text is the same envelope; another text is a higher revision."""
    with locked(game.folder.path):
        return _sign(game, text, again)


def _sign(game: Game, text: str, again: bool) -> Signed:
    course, flow = game.course, game.course.procedure
    if game.seat not in course.next.seats:
        owing = " and ".join(course.next.seats) or "nobody"
        raise Refused(
            f"{game.seat} is not due, the exchange waits for {owing}", "pbem sign --standing takes standing orders"
        )
    text = sheet_text(text)
    known = knowledge(game)
    sheet, problems = game.rules.read(text, course.open_number, known.view, known.due)
    if sheet is None:
        raise SheetRefused(problems)
    links_in_orders = flow.link_in.get(game.seat) == "orders"
    final = links_in_orders and not game.charter.has_referee and not again
    link = game.vault.chain.link(course.open_number) if links_in_orders else b""
    envelope = _revision(game, "orders", text, link=link, sealed=game.seat in flow.sealed, final=final)
    game.desk.put(envelope)
    if flow.closer == game.seat:
        return Signed(envelope, text, tuple(problems), None)
    boxed = flow.boxed and envelope.sealed
    title = f"orders, revision {envelope.header.revision}"
    return Signed(envelope, text, tuple(problems), _post(game, envelope, title, boxed, flow.closer, text))


def sign_standing(game: Game, text: str) -> Signed:
    """Standing orders as a document of their own: in force from the next exchange."""
    with locked(game.folder.path):
        text = sheet_text(text)
        sheet, problems = game.rules.read_standing(text, game.course.open_number, game.seat)
        if sheet is None:
            raise SheetRefused(problems)
        with_referee = game.charter.has_referee
        envelope = _revision(game, "standing", text, link=b"", sealed=with_referee, final=False)
        game.desk.put(envelope)
        closer = game.course.procedure.closer
        title = f"standing orders, revision {envelope.header.revision}"
        post = None if closer == game.seat else _post(game, envelope, title, with_referee, closer, text)
        return Signed(envelope, text, tuple(problems), post)


def answer(game: Game, answers: dict[str, str]) -> Signed:
    """Answers to questions by their labels, as a sheet that holds nothing else."""
    lines = [f"game: {game.charter.name}", f"exchange: {game.course.open_number}", f"side: {game.seat}", "answers:"]
    lines += [f"  {label}: {said}" for label, said in answers.items()]
    return sign(game, "\n".join(lines) + "\n")


def _revision(game: Game, kind: str, text: str, *, link: bytes, sealed: bool, final: bool) -> Envelope:
    """The envelope that says this: the last one signed, if it says the same, or the next revision."""
    number, body = game.course.open_number, text.encode("utf-8")
    before = [one for one in game.vault.all_signed(kind, number) if one.header.after == game.course.head]
    if before and contents(game, before[-1]) == body:
        return before[-1]
    if before and final:
        raise Refused("these orders are final, their link is out", "sign again only if they were refused")
    revision = before[-1].header.revision + 1 if before else 1

    def make() -> Envelope:
        salt = game.entropy(SALT) if sealed else b""
        made = game.envelope(kind, body, revision=revision, link=link, salt=salt)
        if sealed:
            game.vault.keep_opening(made.header.digest(), Opened(salt, body))
        return made

    return game.vault.sign_once(kind, number, make, f"{revision:06}")


def contents(game: Game, envelope: Envelope) -> bytes | None:
    """What an envelope says, if it is open or its opening is known here."""
    if not envelope.sealed:
        return envelope.body
    opened = game.vault.opening(envelope.header.digest())
    return opened.payload if opened else None


def _post(game: Game, envelope: Envelope, title: str, boxed: bool, to: str, text: str) -> Mail:
    """The envelope, with its contents in a box for the referee if the flow wants one."""
    blocks = [block(envelope)]
    if boxed:
        blocks.append(box_block(referee_box(game, envelope)))
    words = f"For exchange {envelope.header.exchange}, written at {game.head_words}."
    name = f"{envelope.header.exchange:02}-{envelope.header.type}-{game.seat}-{envelope.header.revision}"
    return keep(game.folder, [mail([to], game.label(game.seat), title, words, blocks, name)])[0]


def referee_box(game: Game, envelope: Envelope) -> Any:
    """What a sealed document says, for the referee's eyes."""
    opened = game.vault.opening(envelope.header.digest())
    if opened is None:
        raise Refused("what was signed cannot be opened here", "copy the secrets from where they were kept")
    reader = game.course.keys[REFEREE].sealing
    return close_box(envelope.header, salt=opened.salt, payload=opened.payload, reader=reader)
