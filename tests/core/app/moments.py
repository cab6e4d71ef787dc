"""Positions of games, their pages, and what `pbem check` has against a sheet written on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from pbem.app.bulletin import Bulletin
from pbem.app.reports import page
from pbem.court.forms import form_of
from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.check import check
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.engine.stands import Stand, seen_by
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.sheet import Part, Sheet
from pbem.model.wording import Chapter, Choice
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges
from pbem.sheets import SheetForm, draft, read_sheet

PLOTS = {"blue": "plot: {objective: Alder}", "red": "plot: {mine: north ford}"}
GAME = "kh7f"


@dataclass(frozen=True)
class Moment:
    """A side has a sheet to write, `exchange` being the next one."""

    system: str
    scenario: str
    side: str
    exchange: int
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @cached_property
    def setup(self) -> Setup:
        return Setup(scenario=self.scenario, options=dict(self.options))

    @cached_property
    def terms(self) -> Terms:
        return Terms(ruleset(self.system).for_game(self.setup))

    @cached_property
    def now(self) -> Progress:
        """Bots have played until here."""
        spec = self.terms.spec
        players = {side: bot(self.terms, side) for side in spec.sides}
        game = exchanges(self.terms, self.setup, NumberedFaces(self.seed), players)
        return next(now for number, now in enumerate(game, 2) if number == self.exchange)

    def form(self, asked: Progress, side: str, exchange: int) -> SheetForm:
        return form_of(self.terms.spec, game=GAME, exchange=exchange, side=side, due=asked.decisions)

    def read(self, text: str, asked: Progress, side: str, exchange: int) -> tuple[Sheet | None, list[Problem]]:
        head = "" if text.startswith("game:") else f"game: {GAME}\nexchange: {exchange}\nside: {side}\n"
        return read_sheet(head + text, self.form(asked, side, exchange), "sheet.yaml")

    @property
    def view(self) -> View:
        position = self.now.position
        return View(self.side, position.table, position.secrets.get(self.side))

    def offered(self) -> tuple[Choice, ...]:
        words = self.terms.spec.wording
        assert words is not None
        assert words.choices is not None
        return words.choices(self.view)

    @property
    def bulletin(self) -> Bulletin:
        return Bulletin(
            spec=self.terms.spec,
            game=GAME,
            exchange=self.exchange - 1,
            scenario=self.scenario,
            options={},
            before=self.view.table,
            after=self.view.table,
            chapters=tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in self.now.stretches),
            due=self.now.decisions,
            reader=self.side,
            own=self.view.own,
        )

    @property
    def draft(self) -> str:
        words = self.terms.spec.wording
        assert words is not None
        assert words.draft is not None
        form = self.form(self.now, self.side, self.exchange)
        return draft(form, [*words.draft(self.view, self.now.decisions).items()])

    def page(self, sheet: str = "") -> str:
        return page(self.bulletin, sheet or self.draft)

    def problems(self, text: str) -> list[str]:
        """All that reading and checking a sheet finds."""
        sheet, problems = self.read(text, self.now, self.side, self.exchange)
        if sheet is not None:
            seen = seen_by(self.now.bookmark, self.side)
            stand = Stand(self.terms, seen, self.side, Papers(), self.now.decisions, self.exchange, False, self.view)
            problems += check(stand, sheet).problems
        return [line for problem in problems for line in problem.lines()]


@dataclass(frozen=True)
class FordMoment(Moment):
    """A side's first sheet of a scenario of The Ford, after both have plotted."""

    system: str = "ford"
    scenario: str = "bridgehead"
    side: str = "blue"
    exchange: int = 3

    @cached_property
    def now(self) -> Progress:
        spec = self.terms.spec
        start = begin(spec, spec.set_up(Setup(scenario=self.scenario, options={})))
        asked = advance(self.terms, start, {}, Intake(), NumberedFaces(1), 1)
        plots = {side: self.read(text, asked, side, 1)[0] for side, text in PLOTS.items()}
        handed_in = Intake({side: sheet for side, sheet in plots.items() if sheet})
        return advance(self.terms, asked.bookmark, asked.papers, handed_in, NumberedFaces(1), 2, asked.decisions)


def bot(terms: Terms, side: str) -> Callable[[tuple[Asked, ...], Progress], Sheet]:
    """The first of the ruleset's bots, with a sheet for whatever it is asked."""
    play, whims = next(iter(terms.spec.bots.values())), Whims(side, 1)

    def sheet(asked: tuple[Asked, ...], now: Progress) -> Sheet:
        view = View(side, now.position.table, now.position.secrets.get(side))
        picks = {question.decision.key: play(view, question.decision, whims) for question in asked}
        parts = {pick.name: pick for pick in picks.values() if isinstance(pick, Part)}
        return Sheet(
            side, parts=parts, answers={key: pick for key, pick in picks.items() if not isinstance(pick, Part)}
        )

    return sheet
