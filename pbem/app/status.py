"""Where a game stands, in the words that a player needs: on top of what the folder holds."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.app.owing import Status, status
from pbem.book.charter import read_draft
from pbem.book.documents import REFEREE
from pbem.book.silence import owed_next
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.office.glimpse import contents, kinds_asked, turn_of
from pbem.office.press import came_now
from pbem.office.proposals import Proposal
from pbem.office.sheetnames import sheet_name
from pbem.post.moments import moment
from pbem.seal.sheettext import sheet_text, without_comments
from pbem.seal.words import BY_VOICE, label

if TYPE_CHECKING:
    from pbem.model.outcome import Ending


@frozen
class Glance:
    """The status, with titles, what each seat owes, and what this one does next."""

    status: Status
    title: str
    scenario: str
    turn: str
    owes: dict[str, str]
    idle: tuple[str, ...]
    next: str
    edited: str = ""
    """The sheet on the disk, if it is no longer what was signed."""
    ending: Ending | None = None
    """How the game ended."""
    late: str = ""
    """What this seat waits for in vain, and what can be done about it."""
    id: str = ""
    """The beginning of the draft's digest, in hexadecimal."""
    moved: int = 0
    """How often the deadline has been moved."""
    letters: int = 0
    """Letters of other players that came in this exchange."""
    mine: bool = False
    """The game waits for this seat."""

    def plain(self) -> dict[str, Any]:
        until, result = self.status.until, self.status.result
        return {
            "game": self.status.name,
            "id": self.id,
            "title": self.title,
            "scenario": self.scenario,
            "stage": self.status.stage,
            "turn": self.turn,
            "exchange": self.status.exchange,
            "until": until.isoformat() if until else None,
            "moved": self.moved,
            "due": [
                {"seat": one.seat, "what": self.owes.get(one.seat, one.what), "in": one.is_in, "signed": one.signed}
                for one in self.status.owed
            ],
            "waiting": list(self.status.waiting),
            "proposals": [one.words() for one in self.status.proposals],
            "seat": self.status.seat,
            "next": self.next,
            "mine": self.mine,
            "kept": self.status.kept,
            "letters": self.letters,
            "edited": self.edited,
            "late": self.late,
            "head": self.status.head,
            "winner": result.winner if result else None,
            "ended": {"case": self.ending.case, "words": self.ending.words} if self.ending else None,
        }


def glance(game: Game, now: datetime) -> Glance:
    """Who owes what by when, and what this seat does next."""
    found = status(game, now)
    draft, id = read_draft(game.draft_envelope), game.draft_envelope.header.digest().hex()[:16]
    if found.stage == "draft":
        entries = f"waiting for the entry of {' and '.join(found.waiting)}" if found.waiting else "all are in"
        title = game.title
        mine = game.seat in found.waiting or not found.waiting
        return Glance(found, title, draft.scenario, entries, {}, (), _before(game, found), id=id, mine=mine)
    title, turn = turn_of(game)
    owes = {one.seat: _what(game, one.seat, one.what) for one in found.owed}
    idle = tuple(seat for seat in game.charter.players if seat not in owes)
    edited = edited_after_signing(game)
    return Glance(
        found, title, draft.scenario, turn, owes, idle, _next(game, found, now), edited,
        game.published(game.course.number).ending if game.course.result else None, _late(game, found, now),
        id, sum(one.header.type in ("extension", "away") for one in game.here.documents), len(came_now(game)),
        _is_mine(game, found, now),
    )  # fmt: skip


def _late(game: Game, found: Status, now: datetime) -> str:
    """What is overdue, since when, and from when on one may say so; by the charter that ends the game, or does not."""
    debt, terms = found.debt, game.charter.draft.stalled
    if debt is None or now < debt.since or any(one.by == game.seat for one in found.accusations):
        return ""
    what = f"{debt.by} owes the {debt.owed} since {moment(debt.since)}"
    if terms.then == "wait" and debt.by != REFEREE:
        return f"{what}; by the charter all wait, pbem end asks all to end the game"
    return f"{what}; pbem silence says so from {moment(debt.since + timedelta(days=terms.after))} on"


def edited_after_signing(game: Game) -> str:
    """The name of this seat's sheet, if the file has changed since it was signed."""
    path = game.folder.path / sheet_name(game)
    signed = game.vault.all_signed("orders", game.course.open_number) if path.exists() else []
    if not signed:
        return ""
    try:
        now = without_comments(sheet_text(path.read_text(encoding="utf-8-sig"))).encode("utf-8")
    except (Refused, UnicodeDecodeError):
        return path.name
    return "" if any(contents(game, one) == now for one in signed[-1:]) else path.name


def is_waiting(game: Game, now: datetime) -> bool:
    """Whether nothing stands in the way of this seat's resolving but the orders of others."""
    found = status(game, now)
    mine_to_close = found.stage == "open" and game.course.procedure.closer == game.seat
    return mine_to_close and any(not one.is_in for one in found.owed)


def _what(game: Game, seat: str, kind: str) -> str:
    """Orders and questions, as far as this seat may know them."""
    if kind != "orders" or not (game.knows_all or seat == game.seat):
        return kind
    if game.course.open_number == 1:
        return "confirmation of the charter"
    kinds = kinds_asked(game, seat)
    questions = [f"Q{number}" for number, asked in enumerate(kinds, 1) if asked != "part"]
    said = ["orders"] if "part" in kinds else []
    return " and ".join([*said, *questions]) or kind


def _before(game: Game, found: Status) -> str:
    if game.seat in found.waiting:
        return f"pbem join --seat {game.seat}"
    if found.waiting:
        return f"pbem receive the entry of {' and '.join(found.waiting)}"
    return "pbem start"


def _next(game: Game, found: Status, now: datetime) -> str:
    """What this seat does next."""
    course = game.course
    if course.result is not None:
        return "pbem open" if game.is_referee and not course.opened else "nothing, the game is over"
    if any(_may_sign(game.seat, proposal) for proposal in found.proposals):
        return "answer what is proposed: pbem agree, or do nothing and it lapses"
    mine = next((one for one in found.owed if one.seat == game.seat), None)
    if mine is not None and mine.signed:
        sent = _last_sent(game)
        return f"send {sent} if you have not; then pbem receive the receipt, and after a day without one send it again"
    if mine is not None and mine.what == "orders" and not mine.is_in:
        return "pbem draft, then pbem check and pbem sign"
    if _charter_waits(game):
        return "pbem start, and send the charter to all"
    if silent := _silent_after_grace(game, found, now):
        return f"pbem adjudicate --missed, to go on without {' and '.join(silent)}; or wait"
    return _of_procedure(game)


def _is_mine(game: Game, found: Status, now: datetime) -> bool:
    """Whether the game waits for this seat, and not for others alone."""
    course = game.course
    if course.result is not None:
        return game.is_referee and not course.opened
    mine = next((one for one in found.owed if one.seat == game.seat), None)
    if mine is not None and not mine.is_in:
        return not mine.signed
    if any(_may_sign(game.seat, proposal) for proposal in found.proposals):
        return True
    late = _charter_waits(game) or bool(_silent_after_grace(game, found, now))
    return late or game.seat in owed_next(game.here)[1]


def _charter_waits(game: Game) -> bool:
    """All are in, and the referee who offered the game has not sent the charter."""
    if game.course.number or not game.is_referee or game.charter.drafter != game.seat:
        return False
    return not (game.folder.sent / "00-charter.txt").exists() and not game.here.of_type("orders")


def _silent_after_grace(game: Game, found: Status, now: datetime) -> tuple[str, ...]:
    """Whom a referee may go on without."""
    if not game.is_referee or found.stage != "open" or found.until is None:
        return ()
    over = now >= found.until + timedelta(hours=game.charter.draft.grace)
    return tuple(one.seat for one in found.owed if not one.is_in) if over else ()


def _may_sign(seat: str, proposal: Proposal) -> bool:
    """Whether a proposal waits for this seat; a referee signs last."""
    return seat in proposal.waiting and (seat != REFEREE or proposal.waiting == (REFEREE,))


def _of_procedure(game: Game) -> str:
    """What the flow of the exchange wants of this seat, or of others."""
    flow = game.course.procedure
    owed, seats = owed_next(game.here)
    if game.seat in seats and owed == "reveal" and flow.recorder != game.seat:
        return "pbem reveal, and send what it makes"
    if game.seat in seats or (owed == "reveal" and flow.recorder == game.seat and seats == (game.seat,)):
        return "pbem adjudicate"
    if game.charter.has_referee and not game.is_referee:
        return "pbem receive the mail of referee"
    return f"pbem receive the mail of {' and '.join(seat for seat in seats if seat != game.seat)}"


def _last_sent(game: Game) -> str:
    """The mail with this seat's newest orders."""
    from pbem.office.posting import orders_mail

    return f"sent/{orders_mail(game.here.of_type('orders', game.seat)[-1].header)}.txt"


def head_in_words(game: Game) -> str:
    """Twelve words, 132 bits: enough to compare by voice."""
    return label(game.course.head, BY_VOICE)
