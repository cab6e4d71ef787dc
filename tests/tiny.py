"""Rulesets of a few lines, made where a test needs one, and a game of one that can be played by hand.

`tiny(step)` makes a ruleset of one step function; `Game` plays it: what comes in goes through `hand_in`,
what happened is in `said`, what is asked in `asked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.orders import NotCarriedOut
from pbem.engine.papers import Bot, Papers
from pbem.model.entry import Entry
from pbem.model.outcome import Ending
from pbem.play.faces import LaidFaces, NumberedFaces
from pbem.ruleset import (
    BOX,
    Condition,
    Decision,
    Order,
    Part,
    PartSpec,
    Pick,
    Position,
    Ruleset,
    Scenario,
    Setup,
    Topic,
    Umpire,
    View,
    event,
    record,
)

SIDES = ("blue", "red")


# The table, the secrets and what can happen


@record
class Piece:
    id: str
    place: str = "home"


@record
class Table:
    turn: int = 1
    side: str = "blue"
    pieces: dict[str, Piece] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    over: bool = False


@record
class Hand:
    cards: list[str] = field(default_factory=list)


@record
class Box:
    pile: list[str] = field(default_factory=list)


@event
class Said:
    """Words on the table: whatever a test wants to look at."""

    words: str

    def apply(self, table: Table) -> None:
        table.said.append(self.words)


@event
class Moved:
    piece: str
    place: str

    def apply(self, table: Table) -> None:
        table.pieces[self.piece].place = self.place


@event
class TurnBegan:
    turn: int

    def apply(self, table: Table) -> None:
        table.turn = self.turn


@event
class Took:
    """Into a hand, for its owner alone."""

    card: str

    def apply(self, hand: Hand) -> None:
        hand.cards.append(self.card)


@event
class LeftPile:
    """In the box."""

    card: str

    def apply(self, box: Box) -> None:
        box.pile.remove(self.card)


class Line(Order, subject="piece", body="place", word="says"):
    """`Ann: north`, or the word `pass`."""

    piece: str = ""
    place: str = ""
    says: str = ""


def place_of(view: View, line: Any) -> str:
    """What `if: quiet` looks at."""
    piece = view.table.pieces.get(line.piece)
    return piece.place if piece else ""


def is_at(view: View, piece: str, place: str) -> bool:
    return bool(view.table.pieces[piece].place == place)


def first(view: View, decision: Decision) -> Pick:
    """The first option, the first few, or no lines."""
    if decision.kind == "part":
        return Part(decision.topic)
    return decision.options[0] if decision.kind == "one" else decision.options[: decision.least]


def last_word(view: View, decision: Decision, words: str) -> Pick | None:
    """The words of every topic: `last`, or `never` for a policy that does not apply."""
    return decision.options[-1] if words == "last" else None


def topic(name: str, **more: Any) -> Topic:
    return Topic(**{"name": name, "default": first, "settle": last_word, "words": ("last",), **more})


PARTS = (
    PartSpec(name="moves", order=Line, ahead=True),
    PartSpec(name="more", order=Line),
    PartSpec(name="wishes", order=Line, serves="next turn", window=True),
    PartSpec(name="plan", order=Line, single=True),
)
TOPICS = tuple(map(topic, ("way", "losses", "card")))
CONDITIONS = (Condition("{piece} at {place}", is_at),)


def position(pieces: tuple[str, ...] = ("Ann", "Bob"), **secrets: Any) -> Position:
    return Position(Table(pieces={name: Piece(name) for name in pieces}), dict(secrets))


def tiny(*steps: Callable[[Table, Umpire], str | None], start: Position | None = None, **more: Any) -> Ruleset:
    """A ruleset of these steps, the first one first, with whatever else the test says."""
    start = start or position()
    kinds = {holder: type(own) for holder, own in start.secrets.items()}
    said: dict[str, Any] = {
        "name": "tiny",
        "title": "Tiny",
        "mark": "TI",
        "version": "1",
        "folder": "",
        "sides": SIDES,
        "table": Table,
        "secrets": kinds,
        "events": (Said, Moved, TurnBegan, Took, LeftPile),
        "steps": {step.__name__: step for step in steps},
        "first": steps[0].__name__,
        "turn": lambda table: f"turn {table.turn}",
        "ending": lambda table: Ending(None, "9", "it is over"),
        "set_up": lambda setup: start,
        "scenarios": (Scenario(name="only", title="Only", words=""),),
        "parts": PARTS,
        "topics": TOPICS,
        "conditions": CONDITIONS,
        "mentions": place_of,
        **more,
    }
    return Ruleset(**said)


# Playing it by hand


class Game:
    """A game of a tiny ruleset; every call of `hand_in` is an exchange."""

    def __init__(
        self,
        spec: Ruleset,
        *,
        faces: Mapping[str, tuple[int, ...]] | None = None,
        windows: Mapping[str, str] | None = None,
        bots: Mapping[str, Bot] | None = None,
    ) -> None:
        self.terms = Terms(spec, windows or {}, bots or {})
        start = spec.set_up(Setup(scenario="only"))
        self.bookmark = Bookmark(spec.first, spec.turn(start.table), start)
        self.papers: Mapping[str, Papers] = {}
        self.faces: Any = LaidFaces(faces) if faces is not None else NumberedFaces(1)
        self.exchange = 0
        self.now: Progress
        self.hand_in()

    def hand_in(self, *sheets: Any, absent: tuple[str, ...] = ()) -> Progress:
        """An exchange: these sheets come in, and the game goes on as far as it can."""
        self.exchange += 1
        due = self.now.decisions if self.exchange > 1 else ()
        intake = Intake({sheet.side: sheet for sheet in sheets}, frozenset(absent))
        self.now = advance(self.terms, self.bookmark, self.papers, intake, self.faces, self.exchange, due)
        self.bookmark, self.papers = self.now.bookmark, self.now.papers
        return self.now

    def rerun(self, **changes: Any) -> Progress:
        """The same place again, after a change of the ruleset."""
        terms = replace(self.terms, spec=replace(self.terms.spec, **changes))
        return advance(terms, self.bookmark, self.papers, Intake(), self.faces, self.exchange + 1)

    @property
    def asked(self) -> list[str]:
        return [f"{decision.side} {decision.topic}" for decision in self.now.decisions]

    def due(self, topic: str, side: str = "") -> Decision:
        return next(d for d in self.now.decisions if d.topic == topic and side in ("", d.side))

    @property
    def said(self) -> list[str]:
        return list(self.now.position.table.said)

    @property
    def entries(self) -> list[Entry]:
        """Of the last exchange."""
        return [entry for stretch in self.now.stretches for entry in stretch.told.entries]

    @property
    def refused(self) -> list[tuple[str | None, str, str]]:
        """Lines not carried out in the last exchange: for whom, the case, why."""
        return [(e.only, e.case, e.event.why) for e in self.entries if isinstance(e.event, NotCarriedOut)]

    @property
    def sources(self) -> list[str]:
        return [answer.source for stretch in self.now.stretches for answer in stretch.told.answers]

    @property
    def notes(self) -> list[str]:
        return [f"{note.side}: {note.words}" for note in self.now.notes]


__all__ = ["BOX", "Box", "Game", "Hand", "LeftPile", "Line", "Moved", "Said", "Table", "Took", "tiny"]
