"""The door by which players come in: what they write is text, and what a game keeps between two mails is JSON.

Random players who go through it meet what real ones would: a sheet that cannot be written or read back, a record that
does not come back from the book as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Progress
from pbem.engine.codec import Codec
from pbem.engine.papers import Papers, sighted
from pbem.engine.spec import RulesetSpec
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import RulesBug
from pbem.model.position import View
from pbem.model.sheet import Sheet
from pbem.sheets import print_sheet, read_sheet

GAME = "selfplay"


class Door:
    """One ruleset's."""

    def __init__(self, spec: RulesetSpec) -> None:
        self.spec, self.codec = spec, Codec(spec)

    def sheet(self, sheet: Sheet, now: Progress) -> Sheet:
        """The sheet as it comes out of its own text."""
        form = form_of(self.spec, game=GAME, exchange=1, side=sheet.side, due=now.decisions)
        text = print_sheet(replace(sheet, game=GAME, exchange=1), form)
        again, problems = read_sheet(text, form, "")
        if again is None:
            told = "; ".join(line for problem in problems for line in problem.lines()[:1])
            raise RulesBug(f"a sheet of {sheet.side} that cannot be read back: {told}\n{text}")
        if self.said(again) != self.said(sheet):
            raise RulesBug(f"a sheet of {sheet.side} that reads otherwise than it was meant\n{text}")
        return sighted(again, self.spec, View(sheet.side, now.position.table, now.position.secrets.get(sheet.side)))

    def said(self, sheet: Sheet) -> Any:
        """All that a sheet says, without the places where it says so and without what its plans saw."""
        return _placeless(
            {
                "parts": {name: self.codec.part(part) for name, part in sheet.parts.items()},
                "ahead": [self.codec.plan(replace(plan, seen="")) for plan in sheet.ahead or ()],
                "answers": dict(sheet.answers),
                "standing": [(order.topic, order.wish, order.places) for order in sheet.standing or ()],
            }
        )

    def kept(self, now: Progress) -> tuple[Bookmark, Mapping[str, Papers]]:
        """Where a game stands, as it comes back from the book."""
        bookmark = self.codec.read_bookmark(through_json(self.codec.bookmark(now.bookmark)))
        papers = {
            side: self.codec.read_papers(through_json(self.codec.papers(own))) for side, own in now.papers.items()
        }
        if bookmark != now.bookmark or papers != now.papers:
            raise RulesBug(f"{now.bookmark.step_id} does not come back from JSON as it was")
        return bookmark, papers


def through_json(value: Any) -> Any:
    return parse_canonical(canonical(value))


def _placeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _placeless(item) for key, item in value.items() if key != "at"}
    return [_placeless(item) for item in value] if isinstance(value, list) else value
