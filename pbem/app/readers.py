"""Reports of a page of the book: the public one, which audits make again, and a seat's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from pbem.app.bulletin import Bulletin, report_files
from pbem.app.tallies import earlier_luck
from pbem.book.times import read_time
from pbem.court.published import Published
from pbem.engine.papers import Note
from pbem.model.errors import Refused
from pbem.model.problem import Where
from pbem.model.wording import Chapter
from pbem.office.game import Game
from pbem.office.knowing import Knowledge, check_may_read, knowledge
from pbem.post.moments import moment
from pbem.seal.words import label


def public_reports(published: Published) -> Mapping[str, bytes]:
    """The public report of a page, as it is written beside the book; its text is remembered for the mails."""
    files, told = report_files(for_everyone(published)), published.rules.told
    told.clear()
    told[published.number, published.course.head] = files["txt"].decode("utf-8")
    return files


def public_text(game: Game, number: int) -> str:
    """The same as text alone."""
    key = number, game.course_after(number).head
    if key not in game.rules.told:
        public_reports(game.published(number))
    return game.rules.told[key]


def for_everyone(published: Published) -> Bulletin:
    course, rules = published.course, published.rules
    due = course.next
    return Bulletin(
        spec=rules.spec,
        game=rules.name,
        exchange=published.number,
        scenario=rules.draft.scenario,
        options=rules.draft.options,
        before=published.table_before,
        after=published.table,
        chapters=published.chapters,
        due=published.due,
        owing=tuple(due.seats),
        deadline=moment(read_time(due.until)) if due.until else "",
        head=grouped(course.head),
        label=label(course.head),
        earlier=earlier_luck(published),
        ending=published.ending,
        lines=remarks(published),
    )


def grouped(head: bytes) -> str:
    """The first sixteen figures of a head, in fours."""
    figures = head.hex()[:16]
    return " ".join(figures[at : at + 4] for at in range(0, 16, 4))


def remarks(published: Published) -> tuple[str, ...]:
    """Who missed his turn, and what was agreed: nobody should have to look for it."""
    page = published.course.pages.get(published.number)
    if page is None:
        return ("The charter is made; exchange 1 confirms it.",)
    remarks = []
    if page.agreement is not None:
        agreed = page.agreement
        why = f': "{agreed.why}"' if agreed.why else ""
        remarks.append(f"Agreed by all: {agreed.kind} {agreed.exchange}{why}")
    if page.record is not None and page.record.missed:
        remarks.append(f"MISSED: {', '.join(page.record.missed)}, played by standing orders and defaults")
    return tuple(remarks)


# a seat's own


def for_seat(game: Game, seat: str, number: int) -> Bulletin:
    """A number of the book as one seat may read it.  The referee may read each seat's."""
    public = for_everyone(game.published(number))
    if seat not in game.rules.spec.sides:
        raise Refused(f"no side {seat!r}", f"there are: {', '.join(game.rules.spec.sides)}")
    check_may_read(game, seat)
    known = knowledge(game, seat, number)
    news, notes = _news(game, known)
    sealed = tuple(one for one in known.due if one not in public.due)
    return replace(
        public,
        reader=seat,
        own=known.view.own,
        chapters=_merged(public.chapters, news),
        due=(*public.due, *sealed),
        notes=notes,
    )


def _news(game: Game, known: Knowledge) -> tuple[tuple[Chapter, ...], tuple[Note, ...]]:
    """What a side alone was told of the last exchange."""
    if known.part is None:
        return (), ()
    codec = game.rules.codec
    news = tuple(_chapter(codec, one) for one in known.part["news"])
    notes = tuple(Note(known.view.side, one["words"], Where(**one["where"])) for one in known.part["notes"])
    return news, notes


def _chapter(codec: Any, plain: Mapping[str, Any]) -> Chapter:
    entries = tuple(map(codec.read_entry, plain["entries"]))
    return Chapter(plain["step"], plain["turn"], entries, tuple(map(codec.read_roll, plain["rolls"])))


def _merged(public: tuple[Chapter, ...], own: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Step by step: what all know, then what the side alone knows."""
    merged = []
    for one, other in zip_longest(public, own):
        if one is None or other is None:
            merged.append(one or other)
        else:
            merged.append(Chapter(one.step, one.turn, (*one.entries, *other.entries), (*one.rolls, *other.rolls)))
    return tuple(merged)
