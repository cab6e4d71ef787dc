"""A position of The Ford, its page, and what `pbem check` has against a sheet written on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.app.forms import form_of
from pbem.app.page import page
from pbem.app.report import Bulletin, chapters_of
from pbem.app.rulesets import ruleset
from pbem.engine.advance import Advanced, Intake, Terms, advance, begin
from pbem.engine.check import check
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.engine.trial import Stand, on_view
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.sheet import Sheet
from pbem.play.faces import NumberedFaces
from pbem.sheets import SheetForm, draft, read_sheet

PLOTS = {"blue": "plot: {objective: Alder}", "red": "plot: {mine: north ford}"}


@dataclass(frozen=True)
class Moment:
    """A side's first sheet of a scenario, after both have plotted."""

    scenario: str
    side: str = "blue"

    @cached_property
    def terms(self) -> Terms:
        return Terms(ruleset("ford"))

    @cached_property
    def now(self) -> Advanced:
        spec = self.terms.spec
        start = begin(spec, spec.set_up(Setup(scenario=self.scenario, options={})))
        asked = advance(self.terms, start, {}, Intake(), NumberedFaces(1), 1)
        plots = {side: self.read(text, asked, side, 1)[0] for side, text in PLOTS.items()}
        handed_in = Intake({side: sheet for side, sheet in plots.items() if sheet})
        return advance(self.terms, asked.bookmark, asked.papers, handed_in, NumberedFaces(1), 2, asked.decisions)

    def form(self, asked: Advanced, side: str, exchange: int) -> SheetForm:
        return form_of(self.terms.spec, game="kh7f", exchange=exchange, side=side, due=asked.decisions)

    def read(self, text: str, asked: Advanced, side: str, exchange: int) -> tuple[Sheet | None, list[Problem]]:
        head = "" if text.startswith("game:") else f"game: kh7f\nexchange: {exchange}\nside: {side}\n"
        return read_sheet(head + text, self.form(asked, side, exchange), "sheet.yaml")

    @property
    def bulletin(self) -> Bulletin:
        position = self.now.position
        return Bulletin(
            spec=self.terms.spec,
            game="kh7f",
            exchange=2,
            scenario=self.scenario,
            options={},
            before=position.table,
            after=position.table,
            chapters=chapters_of(self.now.stretches),
            due=self.now.decisions,
            reader=self.side,
            own=position.secrets[self.side],
        )

    @property
    def draft(self) -> str:
        words = self.terms.spec.wording
        assert words is not None
        assert words.draft is not None
        view = View(self.side, self.now.position.table, self.now.position.secrets[self.side])
        return draft(self.form(self.now, self.side, 3), [*words.draft(view, self.now.decisions).items()])

    def page(self, sheet: str = "") -> str:
        return page(self.bulletin, sheet or self.draft, f"{self.side}-03.yaml")

    def problems(self, text: str) -> list[str]:
        """All that reading and checking a sheet finds."""
        sheet, problems = self.read(text, self.now, self.side, 3)
        if sheet is not None:
            seen = on_view(self.now.bookmark, self.now.position, self.side)
            problems += check(Stand(self.terms, seen, self.side, Papers(), self.now.decisions, 3), sheet).problems
        return [line for problem in problems for line in problem.lines()]
