"""A player for every game: tries its sheet and what comes after it, keeps what did best, and betters that.

It knows no game.  A ruleset gives it lines (`propose`), a mentor for all that it does not think about, a quick bot for
the enemy, positions that fit what it sees (`imagine`), and `value`, how good a position is for a side.  It looks at a
number of positions, not for a time, so it makes the same choices on every machine; and it sees what its side sees:
trials begin from a stop that was made whole again by guessing, and roll dice of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field, replace
from functools import partial

from pbem.engine.advance import Bookmark, Intake, Terms, advance
from pbem.engine.asked import Asked
from pbem.engine.guessing import made_whole
from pbem.engine.papers import Bot, Docket, Papers
from pbem.engine.situation import Situation
from pbem.engine.spec import Idea, RulesetSpec
from pbem.engine.stands import HashedFaces, Stand
from pbem.model.chooser import Whims
from pbem.model.decision import Pick
from pbem.model.position import View
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Order, Part

THINKER = "thinker"

FUTURES = 8
"""A sheet is tried in so many of them at most: guesses at what is hidden, and dice.  All sheets in the same ones."""
SHARE, A_QUESTION = 8, 10
"""One sheet, one answer to a question gets so small a part of all positions."""
FEWEST = 2
"""In so many a sheet is tried before it is given up; in one, where trials are short."""
IDEAS = 6
"""So many sheets are tried before lines of the best one are changed."""
FINALISTS = 2
"""So many of the best sheets, the last ones that were better than all before, are compared with the usual one."""
PROOFS = 4
"""In so many futures at least whatever is done instead of the usual must be better."""
MOST_OPTIONS = 6
"""Between so many options it chooses for itself; where there are more, the mentor does."""
MOST_DULL = 40
"""So many sheets in a row that were tried before, or that cannot be: nothing is left to think of."""
WON = 10**9


class Horizon(BaseException):
    """Here a trial ends; what it has come to, as the side sees it."""

    def __init__(self, view: View) -> None:
        super().__init__(view.side)
        self.view = view


@mutable
class Rounds:
    """Who has moved since the side last began to, and how often it is still to begin."""

    side: str
    left: int
    """None is left: the trial ends where somebody begins who is not among those that go on."""
    moved: set[str]
    going_on: Collection[str] = ()
    own: object = None
    """What the side alone knows, as it last saw it."""

    def begin(self, view: View) -> None:
        """Somebody is asked for a part of his turn."""
        if self.left == 0 and view.side not in self.going_on:
            raise Horizon(View(self.side, view.table, self.own))
        if self.left and view.side == self.side and self.moved - {view.side}:
            self.left -= 1
            if self.left == 0:
                raise Horizon(view)
            self.moved.clear()
        self.moved.add(view.side)


@frozen
class Thinker:
    """One side's; the same seed, the same choices."""

    spec: RulesetSpec
    quick: str
    side: str
    seed: tuple[str | int | bytes, ...]
    positions: int

    @property
    def mentor(self) -> str:
        """Whose sheets it begins with, and who does for its side what it does not think about."""
        return self.spec.mentor or self.quick

    def pick(self, view: View, asked: Asked, situation: Callable[[], Situation]) -> Pick:
        """Parts are thought about, and questions with few options; all else is answered as the mentor does."""
        whims = Whims(*self.seed, *asked.decision.key)
        usual = answer(self.spec, self.mentor, view, asked, whims)
        if self.spec.value is None:
            return usual
        if isinstance(usual, str):
            return self._option(usual, view, asked, situation)
        if not isinstance(usual, Part) or usual.as_written:
            return usual
        futures = Futures(self, view, asked, situation())
        return Search(self.spec, view, asked, whims, futures, self.positions).best(usual)

    def _option(self, usual: str, view: View, asked: Asked, situation: Callable[[], Situation]) -> str:
        """The option that does clearly better than the others in a few futures; else the usual one."""
        if self.spec.ponders is not None and asked.decision.topic not in self.spec.ponders:
            return usual
        others = [option for option in asked.decision.options if option != usual and asked.wrong(option) is None]
        if not 0 < len(others) < MOST_OPTIONS:
            return usual
        futures = Futures(self, view, asked, situation(), moves={"others"}, brief=self.spec.glance)
        numbers = range(max(PROOFS, self.positions // A_QUESTION))
        best, worths = usual, list[int]()
        for option in others:
            if (found := futures.clearly_better(option, best, worths, numbers)) is not None:
                best, worths = option, found
        return best


def answer(spec: RulesetSpec, name: str, view: View, asked: Asked, whims: Whims) -> Pick:
    """The bot's answer; the default where that is not lawful."""
    said = spec.bots[name](view, asked.decision, whims)
    return said if asked.wrong(said) is None else Docket(spec, {}).default(asked.decision, view)


@mutable
class Futures:
    """What may come of a pick, future by future."""

    thinker: Thinker
    view: View
    asked: Asked
    situation: Situation
    moves: Collection[str] = ()
    """Who has moved already: where the enemy's turn is under way, the next own part ends a trial."""
    brief: bool = False
    """Whether trials end with what is under way: a sheet's with the own turn, an answer's with the part."""
    looked: int = 0
    _stops: dict[int, Bookmark | None] = field(default_factory=dict)

    def worth(self, pick: Pick, number: int) -> int:
        """How good the position is that one future leads to."""
        self.looked += 1
        spec, side = self.thinker.spec, self.thinker.side
        if (stop := self._stop(number)) is None:
            return 0
        rounds = Rounds(side, 0 if self.brief else spec.horizon, {*self.moves}, self._going_on(), self.view.own)
        bots: Mapping[str, Bot] = {one: partial(self._answer, pick, number, rounds) for one in spec.sides}
        try:
            now = advance(Terms(spec, bots=bots), stop, {}, Intake(), HashedFaces(number), self.situation.exchange)
        except Horizon as end:
            return self._value(end.view)
        value = self._value(View(side, now.position.table, now.position.secrets.get(side)))
        if now.ending is None or now.ending.winner is None:
            return value
        return value + (WON if now.ending.winner == side else -WON)

    def better(
        self, pick: Pick, best: Pick, worths: list[int], numbers: range, fewest: int = FEWEST
    ) -> list[int] | None:
        """Its worths, if they are better; given up as soon as it lies behind.  Those of the best are filled up."""
        mine: list[int] = []
        for number in numbers:
            if len(mine) == len(worths):
                worths.append(self.worth(best, number))
            mine.append(self.worth(pick, number))
            if len(mine) >= fewest and sum(mine) <= sum(worths[: len(mine)]):
                return None
        return mine

    def clearly_better(self, pick: Pick, best: Pick, worths: list[int], numbers: range) -> list[int] | None:
        """The same, if their lead is more than its likely error."""
        if (mine := self.better(pick, best, worths, numbers)) is None:
            return None
        leads = [own - other for own, other in zip(mine, worths, strict=True)]
        return mine if sum(leads) ** 2 > sum(lead * lead for lead in leads) else None

    def _going_on(self) -> Collection[str]:
        """Whose further parts belong to what is under way."""
        return (self.view.side,) if self.asked.decision.kind == "part" else ()

    def _value(self, view: View) -> int:
        value = self.thinker.spec.value
        return value(view) if value is not None else 0

    def _stop(self, number: int) -> Bookmark | None:
        """The stop, made whole; None where no guess fits what the side was told."""
        if number not in self._stops:
            terms, situation = Terms(self.thinker.spec), self.situation
            mark = Bookmark(situation.step, situation.turn, situation.entry, situation.told)
            due = (self.asked.decision,)
            stand = Stand(terms, mark, self.thinker.side, Papers(), due, situation.exchange, here=self.view)
            self._stops[number] = made_whole(stand, number)
        return self._stops[number]

    def _answer(
        self, pick: Pick, number: int, rounds: Rounds, view: View, asked: Asked, situation: Callable[[], Situation]
    ) -> Pick:
        """The pick that is tried, and what mentor and quick bot say to all else, until the side would move again."""
        decision = asked.decision
        if decision.key == self.asked.decision.key and asked.wrong(pick) is None:
            return pick
        if view.side == rounds.side:
            rounds.own = view.own
        if decision.kind == "part" and "again" not in decision.facts:
            rounds.begin(view)
        whims = Whims("future", number, *decision.key)
        name = self.thinker.mentor if view.side == self.thinker.side else self.thinker.quick
        return answer(self.thinker.spec, name, view, asked, whims)


@mutable
class Search:
    """The best of many sheets: some as the mentor might have written them, then the best one with a line changed."""

    spec: RulesetSpec
    view: View
    asked: Asked
    whims: Whims
    futures: Futures
    positions: int
    _tried: set[str] = field(default_factory=set)
    _pool: list[Order] = field(default_factory=list)
    _longest: int = 0

    def best(self, usual: Part) -> Part:
        """The sheet that did best, if it does better than the usual one in futures that it was not chosen by."""
        if (muse := self._muse()) is None:
            return usual
        bests, worths = [usual], list[int]()
        idea: tuple[Order, ...] | None = self._idea(muse)
        self._tried.add(repr(usual.lines))
        self._pool += usual.lines
        self._longest = max(self._longest, len(usual.lines))
        proofs = max(PROOFS, self.positions // SHARE)
        numbers = range(min(FUTURES, max(FEWEST + 1, self.positions // SHARE)))
        fewest = 1 if self.spec.glance else FEWEST
        finals = 2 * proofs
        dull = 0
        self.futures.brief = self.spec.glance
        while self.futures.looked + finals < self.positions and dull < MOST_DULL:
            lines = idea if idea is not None else self._next(muse, bests[-1].lines)
            idea, dull = None, dull + 1
            if repr(lines) in self._tried or self.asked.wrong(part := replace(usual, lines=lines)) is not None:
                continue
            self._tried.add(repr(lines))
            dull = 0
            if (found := self.futures.better(part, bests[-1], worths, numbers, fewest)) is not None:
                bests.append(part)
                worths = found
        self.futures.brief = False
        return self._proved(usual, bests[1:], proofs)

    def _next(self, muse: Idea, lines: tuple[Order, ...]) -> tuple[Order, ...]:
        """What is tried next: ideas, nothing at all, then changes of the best; none longer than an idea."""
        count = len(self._tried)
        if count == IDEAS:
            return ()
        if count < IDEAS or not self.whims.number(3):
            return self._idea(muse)
        return self._changed(lines)[: self._longest]

    def _proved(self, usual: Part, finalists: list[Part], proofs: int) -> Part:
        """The last of the best that does clearly better than the usual one in futures that it was not chosen by."""
        worths: list[int] = []
        for part in reversed(finalists[-FINALISTS:]):
            if self.futures.clearly_better(part, usual, worths, range(FUTURES, FUTURES + proofs)) is not None:
                return part
        return usual

    def _muse(self) -> Idea | None:
        """Where ideas come from.  None: there is nothing to think of."""
        view, decision = self.view, self.asked.decision
        if self.spec.ideas is not None:
            return self.spec.ideas(view, decision)
        return partial(self.spec.propose, view, decision) if self.spec.propose is not None else None

    def _idea(self, muse: Idea) -> tuple[Order, ...]:
        """A sheet that a player might write; its lines are kept to choose from."""
        lines = muse(self.whims)
        self._pool += [line for line in lines if line not in self._pool]
        self._longest = max(self._longest, len(lines))
        return lines

    def _changed(self, lines: tuple[Order, ...]) -> tuple[Order, ...]:
        """A line less, a line earlier, a line more, or another for the one about the same piece."""
        way = self.whims.number(6)
        if lines and way < 2:
            gone = self.whims.number(len(lines))
            return (*lines[:gone], *lines[gone + 1 :])
        if len(lines) > 1 and way == 2:
            late = 1 + self.whims.number(len(lines) - 1)
            return (lines[late], *lines[:late], *lines[late + 1 :])
        fresh = self._proposed() if way == 3 else self._pool
        return _with_line(lines, self.whims.one(fresh), first=not self.whims.number(2)) if fresh else lines

    def _proposed(self) -> list[Order]:
        """Lines that anybody might write."""
        return list(self.spec.propose(self.view, self.asked.decision, self.whims)) if self.spec.propose else []


def _with_line(lines: tuple[Order, ...], line: Order, *, first: bool) -> tuple[Order, ...]:
    """With one line more, or instead of the one about the same piece."""
    about = _about(line)
    if about and any(_about(one) == about for one in lines):
        return tuple(line if _about(one) == about else one for one in lines)
    return (line, *lines) if first else (*lines, line)


def _about(line: Order) -> object:
    """What a line is about: its first field, a unit or a place, as sheets are written."""
    return next((getattr(line, name) for name in type(line).model_fields if name not in Order.model_fields), None)
