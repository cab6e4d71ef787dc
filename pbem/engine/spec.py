"""What a ruleset declares of itself, so that the engine, the sheets and the players' tools can use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from pbem.model.chooser import Chooser
from pbem.model.decision import Decision, Pick
from pbem.model.errors import RulesBug
from pbem.model.gaps import expression
from pbem.model.outcome import Ending
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.sheet import Order
from pbem.model.wording import QueryAnswer, Wording

if TYPE_CHECKING:
    from pbem.engine.umpire import Umpire

Step: TypeAlias = "Callable[[Any, Umpire], str | None]"
"""A stretch of the sequence of play.  Gets the table and the umpire, returns the name of the next step."""

Idea: TypeAlias = Callable[[Chooser], tuple[Order, ...]]
"""Lines that a bot might write for a part, others each time."""

Cannot: TypeAlias = tuple[str, str] | tuple[str, str, str]
"""Why something is not allowed: the case, the reason, and perhaps a hint."""


@frozen(slots=False)
class PartSpec:
    """A part of the sheet: its name, the form of its lines, and how a single line is judged."""

    name: str
    order: type[Order]
    cannot: Callable[[Any, str, Any], Cannot | None] | None = None
    """`cannot(table, side, line)`: used by check for lines that it cannot play through."""
    echo: Callable[[Any, Any], str] | None = None
    """The line as understood, in the wargamer's words."""
    serves: Literal["this turn", "next turn", "until used"] = "this turn"
    """A part for the next turn waits until a step asks for it.  One `until used` is never asked for: each of its lines
    waits until it has answered a question, or until the part is handed in anew."""
    answers: Callable[[View, Decision, Any], Pick | None] | None = None
    """`answers(view, decision, line)`, for parts `until used`: what a line says to a question that is put to its owner;
    None where it is not meant."""
    single: bool = False
    """The part is one block, not a list of lines."""
    ahead: bool = False
    """Lines of this part may stand under `ahead:`."""
    beforehand: bool = False
    """Settled before the first turn, when the players confirm the charter: a set-up, a secret."""
    window: bool = False
    """Not handed in means nothing; nobody is asked for it, unless the charter says so."""
    vain: Callable[[Any, str, Any], Iterable[Cannot]] | None = None
    """`vain(table, side, line)`: wishes in a lawful line that cannot come true, however the dice fall.  Check tells of
    them; the line is carried out without them."""
    takes: Callable[[Any], Iterable[str]] | None = None
    """`takes(line)`: what the line uses up, such as cards.  Check tells of what a line that waits takes and one of this
    turn, or a plan, takes too: only one of the two can have it."""


@frozen(slots=False, kw_only=True)
class Topic:
    """A kind of question, its default, and the words a standing order may use for it.

    `settle(view, decision, words)` turns a policy in words into a pick, or None where it does not apply.
    `misread(words)` says what is wrong with the words, if anything.
    """

    name: str
    default: Callable[[View, Decision], Pick]
    settle: Callable[[View, Decision, str], Pick | None] | None = None
    misread: Callable[[str], Problem | str | None] | None = None
    words: tuple[str, ...] = ()
    places: Callable[[Decision], tuple[str, ...]] | None = None
    """The places that a decision is about: a standing order may name them (`retreat from 0312: ...`)."""
    place: str = ""
    """What kind of names those are, for near misses: hex, unit, ..."""
    beforehand: bool = False
    """Settled before the first turn, when the players confirm the charter."""


@frozen(slots=False)
class Condition:
    """Words after `if:` or `unless:`; braces name what they catch: `{hex} held by {side}`."""

    pattern: str
    holds: Callable[..., bool]
    """`holds(view, **caught)`."""
    misread: Callable[..., Problem | str | None] | None = None
    """`misread(**caught)`: what is wrong with the words caught, whatever the position."""

    @property
    def expression(self) -> re.Pattern[str]:
        return expression(self.pattern)


@frozen(slots=False)
class Option:
    """A line of the charter: a rule that groups play differently."""

    name: str
    choices: tuple[str, ...]
    case: str
    words: str
    default: str = ""
    """What holds if nobody says otherwise; left out, the first of the choices."""
    boards: bool = False
    """Its choices are boards: the shelf lays the one that is chosen (`Shelf.on_board`)."""

    def __post_init__(self) -> None:
        if not self.default:
            object.__setattr__(self, "default", self.choices[0])


@frozen(slots=False)
class Scenario:
    name: str
    title: str
    words: str


@frozen(slots=False, kw_only=True)
class Setup:
    """What the charter says about how the game begins."""

    scenario: str
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class DataShelf(Protocol):
    """Where a game's data lie, so that another pack may lie there: `pbem.kit.shelf.Shelf`."""

    @property
    def models(self) -> Mapping[str, type[Any]]:
        """The files of a pack, and what each is read into."""

    def judged(self, folder: Path) -> Any:
        """The pack in a folder, with all that is wrong with it."""

    def own(self, folder: Path, digest: bytes) -> Any:
        """A pack that was judged before."""

    def lay(self, pack: Any, board: str = "") -> None:
        """From now on games are played on this pack; None: on that of the package.  `board`: as it is on that one."""

    def on_board(self, board: str) -> AbstractContextManager[None]:
        """Inside what it gives, games are played on that board; an empty word: on the usual one."""


@frozen(slots=False, kw_only=True)
class RulesetSpec:
    """The ruleset as a value.  `pbem.ruleset` is the door by which plug-ins import it."""

    name: str
    title: str
    mark: str
    """The short name before a case: `AO 8.2C`."""
    version: str
    """Rises when the meaning of a rule changes: 1, 2, 3 ...; never for words, drawings or speed."""
    folder: str
    """Where the package's data, cases and rulings lie."""
    judges: tuple[str, ...] = ()
    """Earlier versions by which games that began with them go on; the rules ask `umpire.since`."""

    sides: tuple[str, ...]
    table: type
    secrets: Mapping[str, type] = field(default_factory=lambda: MappingProxyType({}))
    """The type of each side's secrets and of BOX; sides without secrets are left out."""
    events: tuple[type, ...]

    steps: Mapping[str, Step]
    first: str
    turn: Callable[[Any], str]
    """What the present turn is called; a part of a sheet serves one turn."""
    ending: Callable[[Any], Ending | None]
    set_up: Callable[[Setup], Position]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()

    parts: tuple[PartSpec, ...] = ()
    topics: tuple[Topic, ...] = ()
    conditions: tuple[Condition, ...] = ()
    mentions: Callable[[View, Any], str] | None = None
    """What the names in an order look like now; for `if: quiet`."""

    hides: Callable[[Setup], bool] | None = None
    """Whether a game that begins so has anything to hide; None: it has, if there are secrets.  A game that hides
    nothing is played without secrets, and two players need no referee for it."""
    imagine: Callable[[View, Chooser], Position] | None = None
    """A whole position that fits what a side can see; the side cannot tell it from the true one."""
    reveals: tuple[type, ...] = ()
    """The events by which something hidden becomes known: from there on positions that a side could not tell apart
    may take different ways."""
    propose: Callable[[View, Decision, Chooser], tuple[Order, ...]] | None = None
    """Lines that a player might write for a part, given as a decision; for bots."""
    queries: Mapping[str, Callable[..., QueryAnswer]] = field(default_factory=lambda: MappingProxyType({}))
    """Answers from the code that adjudicates: `moves(view, unit)`, `odds(view, target, with_, more)` where `more`
    holds what else an order line may say, `supply(view, unit)`, `supply of a place` the same of a place."""
    wording: Wording | None = None
    """How all this is told."""
    bots: Mapping[str, Callable[[View, Decision, Chooser], Pick]] = field(default_factory=lambda: MappingProxyType({}))
    """Players that a newcomer can lose to, by name: `bot(view, decision, chooser)`.  The first is the quick one."""
    mentor: str = ""
    """The bot with whose sheets and answers a thinker begins, better than the quick one; empty: the quick one."""
    ideas: Callable[[View, Decision], Idea | None] | None = None
    """What its mentor might write in other moods, one sheet a call; the thinker tries such first.  What all of them
    need is worked out once.  None: it leaves the part to the mentor.  Without any ideas, `propose` serves."""
    value: Callable[[View], int] | None = None
    """How good a position is for a side, in whole numbers; more is better.  The thinker goes by it."""
    horizon: int = 1
    """After so many of its own turns, each with the enemy's reply, a thinker's trial ends and `value` judges."""
    glance: bool = False
    """Whether a thinker tries sheets to the end of its own turn, and only the best of them beyond it; and answers to
    questions to the end of what is under way.  For games in which it costs much to play on."""
    ponders: Collection[str] | None = None
    """The topics of questions that a thinker thinks about; all others its mentor answers.  None: all of them."""
    losses: Callable[[Any], Mapping[str, int]] | None = None
    """`losses(table)`: what each side has lost so far, in the game's own measure; summaries of many games tell it."""
    names: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    """The names that sheets may use, by kind (unit, hex, ...), for near misses."""
    spellings: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    """Other spellings that sheets may use for names, by kind, for editors."""
    piece: str = "unit"
    """The kind of names of the things that players move and ask about."""
    place: str = "hex"
    """The kind of names of the places that they stand in."""

    ground: Callable[[Mapping[str, Any]], AbstractContextManager[None]] | None = None
    """Inside what it gives, the map is another: for written cases that lay ground over it, in the ruleset's words."""
    clear: Callable[[Any, Collection[str]], None] | None = None
    """`clear(table, keep)`: takes all out of the game but these, for written cases."""

    shelf: DataShelf | None = None
    """Where its data lie; without one it is always played on the data of the package."""
    pack: Any = None
    """The pack of somebody's own that this game is played on; None: that of the package."""
    board: str = ""
    """The board that this game is played on; empty: the usual one."""

    def on(self, pack: Any) -> RulesetSpec:
        """The ruleset as a game on this pack is played by."""
        return replace(self, pack=pack)

    def lay_data(self) -> None:
        """From now on the rules see the data of this game, whatever another game in this process is played on."""
        if self.shelf is not None:
            self.shelf.lay(self.pack, self.board)

    def for_game(self, setup: Setup) -> RulesetSpec:
        """The ruleset as a game that begins so is played by: on its board, without secrets where nothing is hidden."""
        board = self._board_of(setup)
        here = self if board == self.board else replace(self, board=board)
        if not self.secrets or self.hides is None or self.hides(setup):
            return here
        return replace(here, secrets={}, imagine=None, reveals=(), set_up=partial(_in_the_open, self.set_up))

    def on_board(self, setup: Setup) -> AbstractContextManager[None]:
        """Inside what it gives, the rules see the board of a game that begins so, whatever pack is laid."""
        return self.shelf.on_board(self._board_of(setup)) if self.shelf is not None else nullcontext()

    def _board_of(self, setup: Setup) -> str:
        """What the option says that chooses a board; empty for the usual one."""
        said = ((option, setup.options.get(option.name, option.default)) for option in self.options if option.boards)
        return next((choice for option, choice in said if choice != option.default), "")

    def part(self, name: str) -> PartSpec:
        return next(part for part in self.parts if part.name == name)

    def find_topic(self, name: str) -> Topic | None:
        return next((topic for topic in self.topics if topic.name == name), None)

    def topic(self, name: str) -> Topic:
        if (topic := self.find_topic(name)) is None:
            raise RulesBug(f"{self.name} asks about {name!r} and declares no such topic")
        return topic

    def knows(self, decision: Decision) -> None:
        """Whoever is asked about something that was never declared could not be answered by a standing order."""
        if decision.kind != "part":
            self.topic(decision.topic)
        elif all(part.name != decision.topic for part in self.parts):
            raise RulesBug(f"{self.name} asks for the part {decision.topic!r} and declares no such part")

    def settles(self, decision: Decision) -> bool:
        """Whether this is asked beforehand, when the players confirm the charter."""
        if decision.kind == "part":
            return self.part(decision.topic).beforehand
        topic = self.find_topic(decision.topic)
        return topic is not None and topic.beforehand

    @property
    def unordered(self) -> str:
        """What becomes of all that nobody ordered, in the ruleset's words."""
        return self.wording.unordered if self.wording is not None else "what is not ordered is not done"


def _in_the_open(set_up: Callable[[Setup], Position], setup: Setup) -> Position:
    return Position(set_up(setup).table)
