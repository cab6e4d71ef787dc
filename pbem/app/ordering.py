"""What a seat writes: orders, answers, standing orders; and what it may know when it does."""

from __future__ import annotations

from datetime import UTC, datetime

from pbem.book.folder import COUNTED
from pbem.book.lock import locked
from pbem.book.times import as_time
from pbem.model.errors import Refused
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.office.closing import check_no_consent
from pbem.office.game import Game
from pbem.office.glimpse import contents
from pbem.office.knowing import knowledge
from pbem.office.mails import Mail
from pbem.office.posting import put_and_post
from pbem.office.resuming import resume
from pbem.office.vault import Opened
from pbem.seal.envelope import FINAL, SALT, Envelope
from pbem.seal.sheettext import sheet_text, without_comments
from pbem.sheets.refused import SheetRefused


@frozen
class Signed:
    """What was signed, its text as it was signed, doubtful lines, and the mail if there is one to send."""

    envelope: Envelope
    text: str
    problems: tuple[Problem, ...]
    mail: Mail | None


def sign(
    game: Game,
    text: str,
    *,
    file: str = "sheet",
    again: bool = False,
    final: bool = False,
    clock: datetime | str | None = None,
) -> Signed:
    """Orders of a sheet, signed.  The same text is the same envelope; another text is a higher revision.

    `final` says that no other orders will follow, so that nobody need wait for second thoughts.
    """
    with locked(game.folder.path):
        return _sign(game, text, file, again, final, as_time(clock or datetime.now(UTC)))


def _sign(game: Game, text: str, file: str, again: bool, final: bool, now: datetime) -> Signed:
    course, flow = game.course, game.course.procedure
    if game.seat not in course.next.seats:
        owing = " and ".join(course.next.seats) or "nobody"
        raise Refused(
            f"{game.seat} is not due, the exchange waits for {owing}", "pbem sign --standing takes standing orders"
        )
    check_no_consent(game, now)
    resume(game)
    text = sheet_text(text)
    known = knowledge(game)
    sheet, problems = game.rules.read(text, course.open_number, known.view, known.due, file)
    if sheet is None:
        raise SheetRefused(problems)
    text = without_comments(text)
    links_in_orders = flow.link_in.get(game.seat) == "orders"
    link_out = links_in_orders and not game.charter.has_referee and not again
    link = game.link(course.open_number) if links_in_orders else b""
    envelope = _revision(
        game, "orders", text, link=link, sealed=game.seat in flow.sealed, link_out=link_out, final=final
    )
    mails = put_and_post(game, envelope)
    return Signed(envelope, text, tuple(problems), mails[0] if mails else None)


def signed_text(game: Game) -> str:
    """The newest orders that were signed here for the exchange that is due, as text; empty if there are none."""
    before = _signed_here(game, "orders")
    return (contents(game, before[-1]) or b"").decode("utf-8") if before else ""


def sign_standing(game: Game, text: str, file: str = "standing") -> Signed:
    """Standing orders as a document of their own: in force from the next exchange."""
    with locked(game.folder.path):
        resume(game)
        text = sheet_text(text)
        sheet, problems = game.rules.read_standing(text, game.course.open_number, game.seat, file)
        if sheet is None:
            raise SheetRefused(problems)
        text = without_comments(text)
        envelope = _revision(game, "standing", text, link=b"", sealed=game.charter.has_referee)
        mails = put_and_post(game, envelope)
        return Signed(envelope, text, tuple(problems), mails[0] if mails else None)


def answer(game: Game, answers: dict[str, str], clock: datetime | str | None = None) -> Signed:
    """Answers to questions by their labels, as a sheet that holds nothing else."""
    return sign(game, answer_sheet(game, answers), clock=clock)


def answer_sheet(game: Game, answers: dict[str, str]) -> str:
    """The sheet that answers these questions and says nothing else."""
    lines = [f"game: {game.charter.name}", f"exchange: {game.course.open_number}", f"side: {game.seat}", "answers:"]
    lines += [f"  {label}: {said}" for label, said in answers.items()]
    return "\n".join(lines) + "\n"


def _revision(
    game: Game, kind: str, text: str, *, link: bytes, sealed: bool, link_out: bool = False, final: bool = False
) -> Envelope:
    """The envelope that says this: the last one signed, if it says the same, or the next revision."""
    number, body, before = game.course.open_number, text.encode("utf-8"), _signed_here(game, kind)
    same = before and contents(game, before[-1]) == body and before[-1].header.revision >= next_counted(game, kind) - 1
    if same and (not final or before[-1].header.revision == FINAL):
        return before[-1]
    if before and link_out:
        raise Refused("these orders are final, their link is out", "sign again only if they were refused")
    if before and before[-1].header.revision == FINAL:
        raise Refused("you have said that your orders are final", "agree on pbem undo if they are wrong")
    revision = FINAL if final else next_counted(game, kind)

    def make() -> Envelope:
        salt = game.entropy(SALT) if sealed else b""
        made = game.envelope(kind, body, revision=revision, link=link, salt=salt)
        if sealed:
            game.vault.keep_opening(made.header.digest(), Opened(salt, body))
        return made

    return game.vault.sign_once(kind, number, make, f"{revision:06}")


def _signed_here(game: Game, kind: str) -> list[Envelope]:
    """What this seat has signed of a type for the exchange that is due, revision by revision."""
    signed = game.vault.all_signed(kind, game.course.open_number)
    return [one for one in signed if one.header.after == game.course.head]


def next_counted(game: Game, kind: str) -> int:
    """The next revision of a type; orders and consents share one counter."""
    kinds = COUNTED if kind in COUNTED else (kind,)
    used = [one.header.revision for name in kinds for one in game.vault.all_signed(name, game.course.open_number)]
    return 1 + max((revision for revision in used if revision < FINAL), default=0)
