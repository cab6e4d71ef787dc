"""The lines of one part of a sheet, taken from the top."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.engine.phrases import met
from pbem.model.decision import Fact, Pick
from pbem.model.errors import RulesBug
from pbem.model.records import frozen
from pbem.model.sheet import Order, Part

if TYPE_CHECKING:
    from pbem.engine.spec import Cannot
    from pbem.engine.umpire import Umpire


@frozen
class NotCarriedOut:
    """A line that did nothing, and why.  Its owner alone is told."""

    part: str
    line: int
    why: str
    hint: str = ""

    def apply(self, secrets: Any, /) -> None:
        """Nothing on the table or in a hand changes."""


class Orders:
    """Iterate over it for the lines; `refuse`, `review` and `need` may put new ones in their place."""

    def __init__(self, umpire: Umpire, case: str, side: str, part: Part) -> None:
        self._umpire, self._case, self.side, self.part = umpire, case, side, part
        self._lines: deque[Order] = deque(part.lines)
        self._last: Order | None = None
        self._rewritten = False
        """The rest was written after the last line was taken: `after-each` need not ask for it again."""

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._last is not None and self._lines and self.part.after_each == "ask" and not self._rewritten:
            self._rest(self._case, "go on with the rest?")
        self._rewritten = False
        while self._lines:
            line = self.meant(self._lines.popleft())
            if line is not None:
                self._last = line
                session = self._umpire.session
                session.docket.took(session.view(self.side), self.part.name, line)
                return line
        self._last = None
        raise StopIteration

    def __len__(self) -> int:
        """How many lines are still to come, those among them whose conditions may fail."""
        return len(self._lines)

    def lawful(self, cannot: Callable[[Any, str, Any], Cannot | None], table: Any) -> Iterator[Any]:
        """The lines that can be carried out, each as the table stands when its turn comes; the others are refused."""
        for line in self:
            if problem := cannot(table, self.side, line):
                self.refuse(*problem)
            else:
                yield line

    @property
    def rest(self) -> tuple[Order, ...]:
        """The lines that are still to come."""
        return tuple(self._lines)

    def refuse(self, case: str, why: str, hint: str = "", *, line: Order | None = None) -> bool:
        """The present line (or an order inside it) is not allowed.  True: its owner has written the rest anew."""
        line = line or self._last or Order()
        self._umpire.session.docket.refused(self.side, self.part.name, line, case, why, hint)
        self._tell(case, line, why, hint)
        return self.part.if_impossible == "ask" and self._rest(case, why)

    def review(self, case: str, why: str, when: str = "stopped") -> bool:
        """Something has come between.  True: its owner has written the rest anew."""
        asks = self.part.if_stopped if when == "stopped" else self.part.after_each
        return asks == "ask" and self._rest(case, why)

    def need(self, case: str, why: str, facts: Mapping[str, Fact] | None = None) -> Any:
        """One more line, since the rules demand it."""
        while (line := next(self, None)) is None:
            self._lines.extend(self._ask(case, why, "need", facts or {}).lines)
        return line

    def _rest(self, case: str, why: str) -> bool:
        part = self._ask(case, why, "rest", {})
        self._rewritten = True
        if part.as_written:
            return False
        self.part = replace(
            self.part,
            if_impossible=part.if_impossible,
            if_stopped=part.if_stopped,
            after_each=part.after_each,
        )
        self._lines = deque(part.lines)
        return True

    def _ask(self, case: str, why: str, kind: str, more: Mapping[str, Fact]) -> Part:
        at = self._umpire.within(f"{self.part.name} {kind}")
        left = tuple(str(line.at.line) for line in self._lines)
        facts: dict[str, Fact] = {"again": kind, "left": left, **more}
        judge = no_line if kind == "need" else None
        question = at.part(case, self.side, self.part.name, why, facts=facts, judge=judge)
        pick: Pick = self._umpire.session.answer_all([question])[0]
        if not isinstance(pick, Part):
            raise RulesBug(f"{case}: lines were wanted")
        return pick

    def meant(self, line: Order) -> Order | None:
        """The line, its alternative, or nothing: as its conditions hold now."""
        session = self._umpire.session
        if met(session.docket.spec, session.view(self.side), line):
            return line
        if line.else_ is not None:
            return self.meant(line.else_)
        conditions = ", ".join([*line.if_, *(f"unless {text}" for text in line.unless)])
        self._tell("sheet", line, f"it asks for: {conditions}", "")
        return None

    def _tell(self, case: str, line: Order, why: str, hint: str) -> None:
        self._umpire.do(case, NotCarriedOut(self.part.name, line.at.line, why, hint), only=self.side)


def no_line(part: Part) -> str | None:
    return None if part.lines else "a line is needed here"
