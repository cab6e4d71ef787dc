"""Small positions on the real map, and a step played with written sheets and laid-down dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.orders import NotCarriedOut
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.model.position import Position, View
from pbem.model.sheet import Sheet
from pbem.play.faces import LaidFaces
from pbem.sheets.read import read_sheet
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.table import Bulge


def fresh(options: Mapping[str, str] | None = None, scenario: str = "historical") -> Bulge:
    """The set-up."""
    return RULESET.set_up(Setup(scenario=scenario, options=options or {})).table


def place(at: Mapping[str, str], options: Mapping[str, str] | None = None, **fields: Any) -> Bulge:
    """Only these units, in these hexes, on the map; game-turn 4, overcast, unless it says otherwise."""
    table = fresh(options)
    table.turn, table.weather = 4, "overcast"
    for unit in table.units.values():
        unit.lost, unit.hex = unit.id not in at, at.get(unit.id, "")
    for name, value in fields.items():
        setattr(table, name, value)
    return table


@dataclass
class Played:
    """What came of it."""

    now: Progress
    texts: list[str] = field(default_factory=list)

    @property
    def table(self) -> Bulge:
        return self.now.position.table

    @property
    def entries(self) -> list[Any]:
        return [entry for stretch in self.now.stretches for entry in stretch.told.entries]

    def happened(self, name: str) -> list[Any]:
        """The events of that name, in turn."""
        return [entry.event for entry in self.entries if type(entry.event).__name__ == name]

    def one(self, name: str) -> Any:
        (event,) = self.happened(name)
        return event

    def cases(self, name: str) -> list[str]:
        return [entry.case for entry in self.entries if type(entry.event).__name__ == name]

    @property
    def refusals(self) -> list[str]:
        """Case and reason of every line that was not carried out."""
        entries = [entry for entry in self.entries if isinstance(entry.event, NotCarriedOut)]
        return [f"{entry.case}: {entry.event.why}" for entry in entries]

    @property
    def asked(self) -> dict[str, tuple[str, ...]]:
        """Who is asked what in the end: `german retreat` and the options."""
        return {f"{one.side} {one.topic}": one.options for one in self.now.decisions}

    def hex(self, unit: str) -> str:
        return self.table.units[unit].hex


def sheet_of(side: str, text: str) -> Sheet:
    form = form_of(RULESET, game="test", exchange=1, side=side, due=())
    sheet, problems = read_sheet(f"game: test\nexchange: 1\nside: {side}\n{text}", form, "")
    assert sheet is not None, problems
    assert not problems, [problem.lines() for problem in problems]
    return sheet


def play(
    table: Bulge,
    step: str,
    text: str = "",
    faces: Mapping[str, int] | None = None,
    *,
    foe: str = "",
    standing: Mapping[str, str] | None = None,
    silent: tuple[str, ...] = (),
    windows: Mapping[str, str] | None = None,
) -> Played:
    """One step; `text` is the phasing side's sheet, `foe` the other's, in the words of a player."""
    sheets = {}
    for side, words in ((table.side, text), ("allied" if table.side == "german" else "german", foe)):
        if words:
            sheets[side] = sheet_of(side, words)
    papers = {
        side: Papers(standing=sheet_of(side, f"standing:\n{words}").standing or ())
        for side, words in (standing or {}).items()
    }
    dice = LaidFaces({name: (face,) for name, face in (faces or {}).items()})
    now = advance(
        Terms(RULESET, windows or {}),
        Bookmark(step, RULESET.turn(table), Position(table)),
        papers,
        Intake(sheets, frozenset(silent)),
        dice,
        1,
        last_step=step,
    )
    assert dice.unused() == [], "dice that nobody threw"
    return Played(now)


def problems_of(side: str, text: str) -> list[str]:
    """What reading a sheet finds wrong."""
    form = form_of(RULESET, game="test", exchange=1, side=side, due=())
    _, problems = read_sheet(f"game: test\nexchange: 1\nside: {side}\n{text}", form, "")
    return [line for problem in problems for line in problem.lines()]


def ask(table: Bulge, kind: str, *arguments: Any) -> Any:
    """A query's data."""
    return RULESET.queries[kind](View(table.side, table), *arguments)


@pytest.fixture(name="place")
def place_fixture() -> Callable[..., Bulge]:
    return place


@pytest.fixture(name="fresh")
def fresh_fixture() -> Callable[..., Bulge]:
    return fresh


@pytest.fixture(name="play")
def play_fixture() -> Callable[..., Played]:
    return play


@pytest.fixture(name="ask")
def ask_fixture() -> Callable[..., Any]:
    return ask


@pytest.fixture(name="problems_of")
def problems_fixture() -> Callable[..., list[str]]:
    return problems_of


@pytest.fixture(name="sheet_of")
def sheet_fixture() -> Callable[..., Sheet]:
    return sheet_of
