"""What reports are given: one page of the book with the tables before and after it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from pbem.book.course import Course
from pbem.book.documents import Outcome, Silence, read_payload
from pbem.court.rules import Rules
from pbem.model.decision import Decision
from pbem.model.outcome import Ending
from pbem.model.records import frozen
from pbem.model.wording import Chapter


@frozen(slots=False)
class Published:
    """A page as everybody may see it."""

    rules: Rules
    course: Course
    """The course after this page: head, what is due, versions."""
    number: int
    before: Any
    """The public state before, as `state.yaml` has it."""
    state: Any
    """The public state after."""

    @property
    def outcome(self) -> Outcome | None:
        return self.course.outcome(self.number)

    @cached_property
    def table_before(self) -> Any:
        return self._table(self.before)

    @cached_property
    def table(self) -> Any:
        return self._table(self.state)

    @cached_property
    def due(self) -> tuple[Decision, ...]:
        """What everybody may know of what is asked next."""
        return tuple(map(self.rules.codec.read_decision, self.course.next.decisions))

    @property
    def ending(self) -> Ending | None:
        """How the game ended, in words; None while it goes on."""
        result = self.course.result
        if result is None:
            return None
        return Ending(result.winner or None, result.case, self._ended())

    def _ended(self) -> str:
        """The book holds no words: by the rules they follow from the table, else from what ended the game."""
        last = next(page for _, page in sorted(self.course.pages.items(), reverse=True) if page.opening is None)
        if last.silence is not None and last.record is not None:
            return f"{read_payload(Silence, last.silence.body).by} fell silent"
        if last.agreement is not None and last.agreement.kind == "end":
            return last.agreement.why or "all have agreed"
        ending = self.rules.spec.ending(self.table)
        return ending.words if ending is not None else "by the rules"

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """What happened, step by step, as far as everybody may know it."""
        codec, outcome = self.rules.codec, self.outcome
        return tuple(
            Chapter(
                one.step,
                one.turn,
                tuple(map(codec.read_entry, one.entries)),
                tuple(map(codec.read_roll, one.rolls)),
            )
            for one in (outcome.stretches if outcome else ())
        )

    def _table(self, state: Any) -> Any:
        return self.rules.codec.read_position({"secrets": {}, "table": state["table"]}).table


Reports: TypeAlias = Callable[[Published], Mapping[str, bytes]]
"""The reports of a page, by the endings of their files."""
