"""What a side cannot see changes nothing for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from pbem.engine.advance import Bookmark, Intake, Terms, advance
from pbem.engine.papers import Papers
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.entry import told_to
from pbem.model.outcome import Told
from pbem.model.position import View
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer
from pbem.proof.subject import MOST_LOOKS, Subject, spread


def hidden_where_silence_passes(subject: Subject) -> Iterator[str]:
    """Change what is hidden: what a side is told and asked, and who owes an answer, stays; silence passes."""
    return _hidden(subject, "pass")


def hidden_where_all_are_asked(subject: Subject) -> Iterator[str]:
    """Change what is hidden: what a side is told and asked, and who owes an answer, stays; everybody is asked."""
    return _hidden(subject, "ask")


def _hidden(subject: Subject, windows: str) -> Iterator[str]:
    spec, changed = subject.spec, 0
    if not spec.secrets or spec.imagine is None:
        return
    starts = {now.bookmark.step_id: now.bookmark for now in subject.watched if now.bookmark.step is not None}
    for number, start in enumerate(spread(list(starts.values()), MOST_LOOKS // 2)):
        bookmark = replace(start, told=Told())
        for side in spec.sides:
            view = View(side, bookmark.entry.table, bookmark.entry.secrets.get(side))
            other = spec.imagine(view, Whims("hidden", number))
            if (other.table, other.secrets.get(side)) != (view.table, view.own):
                yield f"{side} at {start.step_id} would notice what imagine made of its own"
            changed += other != bookmark.entry
            seen = _seen_by(spec, side, bookmark, windows, number)
            imagined = _seen_by(spec, side, replace(bookmark, entry=other), windows, number)
            if (parted := _parting(spec, seen, imagined)) is not None:
                yield f"{side} at {start.step_id}: {parted}"
    if not changed:
        yield "imagine never changed anything that is hidden"


def _seen_by(spec: RulesetSpec, side: str, start: Bookmark, windows: str, number: int) -> list[Any]:
    """What a side sees of a step: what it is told, what it is asked, and who else is asked about what.

    It plays on as its view and a number have it; the others are silent.
    """
    names = [*(topic.name for topic in spec.topics), *(part.name for part in spec.parts)]
    terms, others = Terms(spec, dict.fromkeys(names, windows)), frozenset(spec.sides) - {side}
    bookmark, intake, seen = start, Intake(), list[Any]()
    papers: Mapping[str, Papers] = {}
    due: tuple[Decision, ...] = ()
    for exchange in range(1, MOST_LOOKS):
        faces = NumberedFaces(number)
        now = advance(terms, bookmark, papers, intake, faces, exchange, due, last_step=start.step or "")
        seen += [entry for stretch in now.stretches for entry in told_to(side, stretch.told.entries)]
        seen += [d if d.side == side else (d.side, d.topic, d.case) for d in now.decisions]
        if not now.decisions:
            break
        asked = tuple(one for one in now.asked if one.decision.side == side)
        sheet = RandomPlayer(spec, side, Whims("seen", number, exchange)).sheet(asked, now.position)
        bookmark, papers, due, intake = now.bookmark, now.papers, now.decisions, Intake({side: sheet}, others)
    return seen


def _parting(spec: RulesetSpec, seen: list[Any], imagined: list[Any]) -> str | None:
    """Where the two part, if it is not an event by which something hidden becomes known."""
    for one, other in zip_longest(seen, imagined):
        if one != other:
            revealed = [isinstance(getattr(found, "event", None), spec.reveals) for found in (one, other)]
            return None if any(revealed) else f"{one} became {other}"
    return None
