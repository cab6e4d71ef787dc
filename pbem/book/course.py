"""The course of a game: what follows from its pages without the rules.  Keys, seeds, heads, who is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from pbem.book.charter import Charter, SeatKeys
from pbem.book.documents import Due, Outcome, Result, Versions
from pbem.book.page import Page
from pbem.book.pages import Pages
from pbem.book.procedure import Procedure, procedure
from pbem.book.times import Span
from pbem.dice.seed import first_seed
from pbem.model.records import frozen


@frozen
class Course:
    """Where the chain of records stands."""

    charter: Charter
    number: int
    head: bytes
    seeds: Mapping[int, bytes]
    keys: Mapping[str, SeatKeys]
    writer: str
    """Who wrote the last record, or the draft."""
    next: Due
    versions: Versions
    resumes: Mapping[int, int] = field(default_factory=lambda: {0: 0})
    """By number: the number whose state the game goes on from."""
    absences: tuple[Span, ...] = ()
    """Those that were receipted in time, up to here."""
    time: str = ""
    """When the last record or agreement was made; empty after the charter."""
    pages: Pages = field(default_factory=Pages)
    standing: frozenset[int] = frozenset()
    """The numbers that the game still goes on from: what an undo or a rejudge did not set aside."""
    opened: bool = False

    @property
    def open_number(self) -> int:
        """The exchange that is open, or would be."""
        return self.number + 1

    @property
    def resume(self) -> int:
        """The number whose state the game goes on from now."""
        return self.resumes[self.number]

    @property
    def result(self) -> Result | None:
        return self.next.result

    @property
    def seed(self) -> bytes:
        return self.seeds[self.number]

    @property
    def procedure(self) -> Procedure:
        return procedure(self.charter, self.next.seats, self.writer)

    def base_of(self, number: int) -> int:
        """The number whose state a page went on from."""
        agreed = self.pages[number].agreement
        if agreed is not None and agreed.kind == "rejudge":
            return self.resumes[agreed.exchange - 1]
        return self.resumes[number - 1]

    def followed_by(self, page: Page) -> Course:
        """The course with its last page."""
        kept, agreed = self.standing, page.agreement
        if agreed is not None and agreed.kind != "end":
            edge = agreed.exchange - (agreed.kind == "rejudge")
            kept = frozenset(one for one in kept if one <= edge)
        return replace(self, number=page.number, pages=self.pages.followed_by(page), standing=kept | {page.number})

    def outcome(self, number: int) -> Outcome | None:
        page = self.pages.get(number)
        return page.outcome if page else None


def begin(charter: Charter) -> Course:
    """The course at head 0: every player confirms the charter in exchange 1."""
    return Course(
        charter=charter,
        number=0,
        head=charter.game,
        seeds={0: first_seed(charter.game)},
        keys={seat: SeatKeys.of(entry) for seat, entry in charter.entries.items()},
        writer=charter.drafter,
        next=Due(seats=list(charter.players), kind="part", until=charter.draft.first),
        versions=charter.draft.versions,
    )
