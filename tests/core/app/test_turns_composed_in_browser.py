"""Whole player-turns composed in the browser, by mouse alone and by keys alone: `pbem check` accepts the sheets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from composing import Composer
from moments import Moment
from staged import Stage, asked, page_of, refused

from pbem.craft.sayings import many
from pbem.model.chooser import Whims
from pbem.office.game import Game
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.choices import Front, ends
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.s07_control import lay_of

When = Callable[[Game, str], bool]


def when(*parts: str, turn: int = 0, side: str = "", stage: str = "") -> When:
    """A seat is asked for one of these parts."""

    def reached(game: Game, seat: str) -> bool:
        view = asked(game, *parts)
        if view is None or seat not in (side or seat):
            return False
        return getattr(view.table, "turn", turn) >= turn and stage in getattr(view.table, "stage", stage)

    return reached


TURNS: dict[str, tuple[str, tuple[tuple[When, bool, set[str]], ...]]] = {
    "ford": (
        "crossing",
        ((when("plot", side="red"), True, {"plot"}), (when("march", turn=1), False, {"march", "discard"})),
    ),
    "bulge": (
        "variable",
        (
            (when("air"), False, {"air", "before", "movement", "after"}),
            (when("resupply", "before", side="allied"), True, {"air", "before", "movement"}),
        ),
    ),
    "wwii-commander": (
        "full",
        (
            (when("turns", stage="surprise"), True, {"turns"}),
            (when("turns", stage="turn"), False, {"turns", "ahead"}),
            (when("day"), True, {"day"}),
        ),
    ),
    "ardennes-offensive": (
        "1",
        (
            (when("reinforcements", "combat"), False, {"combat", "mechanized"}),
            (when("reinforcements", turn=4), True, {"movement", "mechanized"}),
        ),
    ),
}
"""By game its scenario, and when sheets are composed: by keys or by mouse, with the parts that must get orders."""

LATER = (
    (Moment("bulge", "historical", "allied", 34, seed=40), {"movement", "after"}),
    (Moment("wwii-commander", "full", "german", 112), {"turns", "ahead"}),
    (Moment("ardennes-offensive", "1", "allied", 30), {"movement", "mechanized"}),
)


@pytest.mark.parametrize("system", TURNS)
def test_turns_are_composed_and_accepted_by_check(at: Any, system: str, tmp_path: Path) -> None:
    scenario, stages = TURNS[system]
    stage = Stage.founded(tmp_path / "game", system, scenario)
    for number, (reached, keys, parts) in enumerate(stages):
        game = stage.theatre.seats[stage.play_until(reached)]
        composer = composed(at, page_of(game), lambda text: refused(game, text), keys, number)  # noqa: B023
        assert set(composer.kept) >= parts
        assert len(composer.undone) <= sum(composer.kept.values()) / 10, composer.undone
        checked = pbem(stage, game, "check", composer.reader.sheet)
        assert checked.returncode == 0, checked.stdout
        assert "ok  " in checked.stdout


@pytest.mark.parametrize(("moment", "parts"), LATER, ids=[f"{one.system} {one.exchange}" for one, _ in LATER])
def test_turns_late_in_a_game_are_composed(at: Any, moment: Moment, parts: set[str]) -> None:
    composer = composed(at, moment.page(), lambda text: wrong(moment, text), moment.exchange % 2 == 0, 9, 2)
    assert set(composer.kept) >= parts
    assert len(composer.undone) <= sum(composer.kept.values()) / 10, composer.undone


def composed(at: Any, page: str, judge: Callable[[str], list[str]], keys: bool, number: int, most: int = 1) -> Composer:
    composer = Composer(at(page), judge, Whims("composed", number), keys)
    composer.compose(most)
    assert composer.on_the_map
    assert judge(composer.reader.sheet) == []
    return composer


def wrong(moment: Moment, sheet: str) -> list[str]:
    return [line for line in moment.problems(sheet) if any(f" {kind}: " in line for kind in ("illegal", "invalid"))]


def pbem(stage: Stage, game: Game, verb: str, sheet: str) -> subprocess.CompletedProcess[str]:
    """The program itself, in the seat's folder."""
    (game.folder.path / "composed.yaml").write_text(sheet, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pbem", verb, "composed.yaml"], cwd=game.folder.path, text=True, capture_output=True,
        env={**os.environ, "PBEM_HOME": str(stage.theatre.home.path)},
    )  # fmt: skip


def test_interdiction_is_composed_in_the_order_in_which_it_is_wanted(at: Any) -> None:
    """The mission that flies it, and its hexes by mouse and by keys; the first of them is taken back."""
    moment = Moment("bulge", "variable", "german", 2)
    reader = at(moment.page())
    reader.page.select_option("#unit", "air")
    reader.page.locator('#offers [data-offer$=" interdict"]').click()
    reader.page.select_option("#unit", "interdiction")
    hexes = Whims("roads", 1).some([choice.space for choice in moment.offered() if choice.unit == "interdiction"], 4)
    for hex in hexes[:2]:
        reader.page.locator(f'#offers [data-offer="interdict {hex} {hex}"]').click()
    for hex in (*hexes[2:], hexes[0]):
        reader.page.locator(".board svg.pm").focus()
        reader.press("/")
        reader.page.keyboard.insert_text(hex)
        reader.press("Enter", "Enter")
    assert "missions: [interdict]" in reader.orders
    assert [line for line in reader.orders if re.fullmatch(r"- \d{4}", line)] == [f"- {hex}" for hex in hexes[1:]]
    assert wrong(moment, reader.sheet) == []


SECOND_MOVES = (
    (Moment("ardennes-offensive", "1", "german", 9), ("2/2Pz", "1 a", "26/12SS", "3/2Pz", "902/Lehr", "1SS a"), 300),
    (Moment("ardennes-offensive", "1", "allied", 30), ("32 Gds", "5 Gds"), 30),
)


@pytest.mark.parametrize(("moment", "units", "least"), SECOND_MOVES, ids=["german", "beyond the Meuse"])
def test_second_moves_are_those_of_the_rules(at: Any, moment: Moment, units: tuple[str, ...], least: int) -> None:
    """From where the first move leads, with every other unit where it is: the same hexes, words and points."""
    if moment.side == "allied":
        settle_beyond_the_meuse(moment, units)
    reader = at(moment.page())
    compared = 0
    for unit in units:
        reader.page.select_option("#unit", unit)
        goals = [line for line in reader.page.evaluate(FIRST) if not line.endswith(("hold", "mode"))]
        for line in Whims("goals", unit).some(goals, 3):
            reader.page.locator(f'#offers [data-offer^="movement"][data-offer$="{line}"]').click()
            found = reader.page.evaluate(SECOND)
            found.pop(f"{unit}: hold")
            assert found == by_the_rules(moment, unit, line), line
            compared += len(found)
        reader.page.locator("#remove").click()
    assert compared > least


def settle_beyond_the_meuse(moment: Moment, units: tuple[str, ...]) -> None:
    """British units stand on the bank that they may not leave."""
    table, here = moment.now.position.table, the_map()
    taken = {unit.hex for unit in table.units.values()}
    ends = {hex for name in here.meuse for hex in name.split("-")}
    free = sorted(here.far_bank & ends - taken - here.edge)
    for name, hex in zip(units, free[:: len(free) // len(units)], strict=False):
        table.units[name] = replace(table.units[name], hex=hex, entry="", road=False)


def test_second_moves_lead_through_hexes_that_are_attacked(at: Any) -> None:
    """On the first game-turn, by the attacks of the draft, with a condition; once a hex is empty the rules let the unit
    go there."""
    moment = Moment("ardennes-offensive", "1", "german", 2)
    reader = at(moment.page())
    compared = 0
    for unit in movers(moment):
        reader.page.select_option("#unit", unit)
        through = {line: note for line, note in reader.page.evaluate(SECOND).items() if "cleared" in line}
        for line, note in through.items():
            to, hex = re.findall(r"\d{4}", line)[-2:]
            empty = emptied(moment, hex)
            found = {end.hex: end.points for end in ends(Front(empty, lay_of(empty), {}), empty.units[unit])}
            assert found[to] <= int(note.split()[0]), line
            compared += 1
        if through:
            reader.page.locator(f'#offers [data-offer$="{[*through][-1]}"]').click()
            assert wrong(moment, reader.sheet) == []
            reader.page.locator("#undo").click()  # another unit might be in the next one's way
    assert compared > 10


def movers(moment: Moment) -> list[str]:
    words = moment.terms.spec.wording
    assert words is not None
    onward = words.onward(moment.view)
    assert onward is not None
    return [*onward.points]


def emptied(moment: Moment, hex: str) -> Any:
    """The table as orders begin, without those who stand in a hex."""
    ahead = as_orders_begin(moment.now.position.table)
    ahead.units.update({name: replace(unit, hex="") for name, unit in ahead.units.items() if unit.hex == hex})
    return ahead


FIRST = """[...document.querySelectorAll('#offers [data-offer^="movement"]')].map((one) => (
  one.dataset.offer.split(' ').slice(2).join(' ')))"""
SECOND = """() => Object.fromEntries([...document.querySelectorAll('#offers [data-offer^="mechanized"]')].map((one) => (
  [one.dataset.offer.split(' ').slice(2).join(' '), one.title])))"""


def by_the_rules(moment: Moment, name: str, line: str) -> dict[str, str]:
    ahead = as_orders_begin(moment.now.position.table)
    unit = ahead.units[name]
    road = "enter" in line or (unit.road and "leave" not in line)
    ahead.units[name] = there = replace(unit, hex=re.findall(r"to (\d+)", line)[0], road=road, entry="")
    found = ends(Front(ahead, lay_of(ahead), {}), there)
    return {f"{name}: {end.way}": many(end.points, "point") for end in found}
