"""Who owes what by when, and what this folder holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.app.flow.absences import effective_until
from pbem.app.flow.game import Game
from pbem.app.flow.ordering import knowledge
from pbem.app.forms import labelled
from pbem.app.report import wording
from pbem.book.documents import REFEREE
from pbem.seal.words import label


@dataclass(frozen=True, slots=True)
class Owed:
    """What one seat owes."""

    seat: str
    what: str
    state: str


@dataclass(frozen=True, slots=True)
class Status:
    game: str
    title: str
    scenario: str
    turn: str
    exchange: int
    until: datetime | None
    now: datetime
    owed: tuple[Owed, ...]
    idle: tuple[str, ...]
    seat: str
    next: str
    kept: int
    head: str
    over: str

    def plain(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "title": self.title,
            "scenario": self.scenario,
            "turn": self.turn,
            "exchange": self.exchange,
            "until": self.until.isoformat() if self.until else None,
            "due": [{"seat": owed.seat, "what": owed.what, "state": owed.state} for owed in self.owed],
            "seat": self.seat,
            "next": self.next,
            "kept": self.kept,
            "head": self.head,
            "over": self.over,
        }


def status_of(game: Game, now: datetime) -> Status:
    course, rules = game.course, game.rules
    seats = course.next.seats
    owed = tuple(_owed(game, seat) for seat in seats)
    known = game.whole(course.resume)
    result = course.result
    over = f"{result.winner or 'nobody'} has won: {result.words}" if result else ""
    return Status(
        game=game.charter.name,
        title=rules.spec.title,
        scenario=rules.draft.scenario,
        turn=wording(rules.spec).turn(known.position.table),
        exchange=course.open_number,
        until=effective_until(game) if seats else None,
        now=now,
        owed=owed,
        idle=tuple(seat for seat in game.charter.players if seat not in seats),
        seat=game.seat,
        next=_next(game, owed),
        kept=len(list(game.folder.kept.glob("*.txt"))) if game.folder.kept.is_dir() else 0,
        head=label(course.head),
        over=over,
    )


def _owed(game: Game, seat: str) -> Owed:
    number = game.course.open_number
    inside = [one for one in game.desk.envelopes(number, "orders") if one.header.seat == seat]
    state = f"revision {max(one.header.revision for one in inside)} is in" if inside else "not in"
    return Owed(seat, _what(game, seat), state)


def _what(game: Game, seat: str) -> str:
    if game.course.open_number == 1:
        return "confirmation of the charter"
    if not (game.knows_all or seat == game.seat):
        return "orders"
    due = knowledge(game, seat).due
    questions = [label for label, asked in labelled(due).items() if asked.kind != "part"]
    said = ["orders"] if any(asked.kind == "part" for asked in due) else []
    return " and ".join([*said, *questions]) or "orders"


def _next(game: Game, owed: tuple[Owed, ...]) -> str:
    """What this seat does next."""
    if game.course.result is not None:
        return "nothing, the game is over"
    mine = next((one for one in owed if one.seat == game.seat), None)
    if mine is not None and mine.state == "not in":
        return "pbem draft, then pbem check and pbem sign"
    if game.seat == game.course.procedure.closer:
        waiting = [one.seat for one in owed if one.state == "not in"]
        return f"pbem receive the mail of {' and '.join(waiting)}" if waiting else "pbem adjudicate"
    return f"pbem receive the mail of {'the referee' if game.charter.has_referee else game.course.procedure.closer}"


def head_in_words(game: Game) -> str:
    """Twelve words, 132 bits: enough to compare by voice."""
    return label(game.course.head, 12)


def calendar(found: Status, now: datetime) -> str:
    """The deadline as an iCalendar file."""
    until = (found.until or now).astimezone(UTC)
    stamp = "%Y%m%dT%H%M%SZ"
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//status//EN", "BEGIN:VEVENT",
        f"UID:{found.game}-{found.exchange}@pbem", f"DTSTAMP:{now.astimezone(UTC):{stamp}}",
        f"DTSTART:{until - timedelta(hours=1):{stamp}}", f"DTEND:{until:{stamp}}",
        f"SUMMARY:pbem {found.game}: {' and '.join(one.seat for one in found.owed) or REFEREE} due",
        "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    return "\r\n".join(lines)
