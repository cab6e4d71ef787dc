"""Whole player-turns composed in the browser, by mouse alone and by keys alone: `pbem check` accepts the sheets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from composing import Composer
from moments import Moment
from staged import Stage, asked, page_of, refused

from pbem.model.chooser import Whims
from pbem.office.game import Game

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
        ((when("turns", stage="surprise"), True, {"turns"}), (when("turns", stage="turn"), False, {"turns", "ahead"})),
    ),
    "ardennes-offensive": (
        "1",
        (
            (when("reinforcements", "combat"), False, {"combat", "mechanized"}),
            (when("reinforcements", turn=2), True, {"movement", "mechanized"}),
        ),
    ),
}
"""By game its scenario, and when sheets are composed: by keys or by mouse, with the parts that must get orders."""

LATER = (
    (Moment("bulge", "historical", "allied", 34, seed=40), {"movement", "after"}),
    (Moment("wwii-commander", "full", "german", 92), {"day"}),
    (Moment("wwii-commander", "full", "german", 112), {"turns", "ahead"}),
    (Moment("ardennes-offensive", "1", "allied", 31), {"movement", "mechanized"}),
)


@pytest.mark.parametrize("system", TURNS)
def test_turns_are_composed_and_accepted_by_check(at: Any, system: str, tmp_path: Path) -> None:
    scenario, stages = TURNS[system]
    stage = Stage.founded(tmp_path / "game", system, scenario)
    for number, (reached, keys, parts) in enumerate(stages):
        game = stage.theatre.seats[stage.play_until(reached)]
        composer = composed(at, page_of(game), lambda text: refused(game, text), keys, number)  # noqa: B023
        assert set(composer.kept) >= parts
        assert len(composer.undone) <= sum(composer.kept.values()) / 2, composer.undone
        checked = pbem(stage, game, "check", composer.reader.sheet)
        assert checked.returncode == 0, checked.stdout
        assert "ok  " in checked.stdout


@pytest.mark.parametrize(("moment", "parts"), LATER, ids=str)
def test_turns_late_in_a_game_are_composed(at: Any, moment: Moment, parts: set[str]) -> None:
    composer = composed(at, moment.page(), lambda text: wrong(moment, text), moment.exchange % 2 == 0, 9)
    assert set(composer.kept) >= parts
    assert len(composer.undone) <= sum(composer.kept.values()) / 2, composer.undone


def composed(at: Any, page: str, judge: Callable[[str], list[str]], keys: bool, number: int) -> Composer:
    composer = Composer(at(page), judge, Whims("composed", number), keys)
    composer.compose(2)
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
