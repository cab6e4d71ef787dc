"""How a ruleset tells what happened: the story it is given, and the functions that put it into words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pbem.model.decision import Decision
from pbem.model.detail import Detail
from pbem.model.document import Block
from pbem.model.entry import Entry, Roll
from pbem.model.hand import HandOfCards
from pbem.model.onward import Onward
from pbem.model.picture import MoveKind, Picture
from pbem.model.position import View
from pbem.model.records import frozen
from pbem.model.recount import Recount


@frozen
class Chapter:
    """What happened in one step: the entries and rolls that the reader may know."""

    step: str
    turn: str
    entries: tuple[Entry, ...]
    rolls: tuple[Roll, ...]


@frozen
class Story:
    """What a report tells: the table before and after one exchange, and the chapters between.

    `reader` is the side the report is for, None for everyone.  `own` are that side's secrets.
    """

    before: Any
    after: Any
    chapters: tuple[Chapter, ...]
    reader: str | None = None
    own: Any = None

    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)


@frozen
class QueryAnswer:
    """The answer to moves, odds or supply: lines for people, and the same as data; supply for the map, too."""

    lines: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    trace: tuple[str, ...] = ()
    """The spaces of a supply line, from the unit to its source, both included; empty: there is no line."""
    cut_off: bool = False
    """The unit is out of supply.  Some rules supply a unit without a line, so no trace does not mean cut off."""
    side: str = ""
    """Whose piece moves, and the places where it can end: so that a place can be asked who comes to it."""
    ends: tuple[str, ...] = ()


@frozen
class Luck:
    """One die or draw that was better or worse for a side: every score it could have had, and the one it had."""

    side: str
    chances: tuple[tuple[Fraction, Fraction], ...]
    """Score and how likely it was; 50 is par, 100 the best."""
    score: Fraction


@frozen
class DraftLine:
    """A line of a draft sheet: live, it counts as it stands; else it is offered behind a #.  Without text: a remark."""

    text: str = ""
    comment: str = ""
    live: bool = False


@frozen
class Choice:
    """Something the page offers for a click: with this unit chosen, this space writes this line of this part.

    A unit has one line in a part.  Where several share one, the line holds `[UNIT]`, such as
    `{attack: 0907, with: [UNIT]}`: every unit that chooses it is added to that list.
    """

    part: str
    unit: str
    space: str
    line: str
    note: str = ""
    """What it costs, the odds and the like; what stands before the first comma is written into the space."""
    kind: MoveKind = "move"
    """How the space is marked."""
    at: str = ""
    """Offered only while the unit stands here, or its orders in earlier parts take it here; empty: always."""
    entry: str = ""
    """What stands for `[UNIT]` in the line, such as `{26VG: Clervaux}`; empty: the unit's name."""
    beside: str = ""
    """Choices of a unit in a part take each other's place; one that is named here stands beside the others."""
    most: int = 0
    """For what is no unit, such as air points: so many of its lines, or entries of its list, may stand side by side.
    One with a space is chosen once, one without as often as there is room.  0: a unit has one."""
    alone: bool = False
    """Its line is the only one of its part: another that stands there goes."""
    into: str = ""
    """Where in an order of the part the line goes: `move[]` into this list, `dumps{}` into this mapping, `hex` as this
    field.  The order is the one that is open on the page; where the part is one block, that block."""
    weight: int = 0
    """What the unit brings to the order, by which the page knows what the order can say besides: see `Extra.least`."""


@frozen(slots=False, kw_only=True)
class Wording:
    """A ruleset's own words.  Whole sentences; keywords, dates and numbers as the rulebook writes them."""

    turn: Callable[[Any], str]
    """`turn(table)`: GT1, 16 December 1944, German player-turn."""
    short: Callable[[Story], str]
    """Two or three lines to read aloud."""
    phases: Callable[[Story], tuple[Block, ...]]
    """The body of the report, a section for each phase, so that every number can be redone by hand."""
    battle: Callable[[Entry], str] = lambda entry: ""
    """A battle, which a report has in a table, as a sentence for stories: who attacked whom and where, the odds, the
    die, the result.  Without its case; empty for all that is no battle."""
    steps: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What is done in a step whose own name does not say so: `before` is `combat before movement`."""
    victory: Callable[[Any], tuple[str, ...]]
    """The score as it stands, with what would end the game."""
    points: Callable[[Any], Mapping[str, int]] = lambda table: {}
    """The score in figures, by what is counted: `points(table)`; for curves."""
    unordered: str = "what is not ordered is not done"
    """What becomes of all that a sheet says nothing about."""
    secrets: Callable[[View], tuple[Block, ...]] = lambda view: ()
    """What stands under FOR YOUR EYES."""
    option: Callable[[Decision, str, Any], str] = lambda decision, option, table: option
    """An option of a question in words: `option(decision, option, table)`."""
    picture: Callable[[View, Story | None], Picture] | None = None
    """The map with everything the side may see; the story adds moves and battles.  `view.table` None: the empty map."""
    draft: Callable[[View, tuple[Decision, ...]], Mapping[str, tuple[DraftLine, ...]]] | None = None
    """The next sheet, ready to edit: for each part its lines, live or as comments.  Without the side's own secrets in
    the view it holds what everybody may know: a mail can be read by others."""
    choices: Callable[[View], tuple[Choice, ...]] | None = None
    """What the page's composer offers: moves, attacks, entries, worked out beforehand."""
    onward: Callable[[View], Onward | None] = lambda view: None
    """How units move and attack from where the sheet takes them: what the page then offers in place of `choices`."""
    walks: tuple[str, ...] = ()
    """Parts in which a unit's line may name its way hex by hex."""
    either: tuple[tuple[str, str], ...] = ()
    """Parts of which a unit has orders in one only: who attacks makes no second move."""
    must: tuple[str, ...] = ()
    """Parts in which every unit beside an enemy attacks: whom others leave no other place joins in their attack."""
    hand: Callable[[View], HandOfCards | None] = lambda view: None
    """The cards that orders are made of, for games that have them."""
    details: Callable[[View], tuple[Detail, ...]] = lambda view: ()
    """What the page offers for orders that stand: least odds, tactics, barrages, losses."""
    counts: Callable[[Entry], str] = lambda entry: ""
    """What a forecast counts: a few words, the same for the same outcome; empty: not worth counting."""
    luck: Callable[[Entry], tuple[Luck, ...]] = lambda entry: ()
    """What an entry says about luck."""
    recount: Callable[[Any], Recount] = lambda table: Recount()
    """How points and luck follow from signed states and entries: what a replay draws and proves; `recount(table)`."""
