"""The page of exchange 1, which confirms the charter: what is said to do, and what is composed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from staged import Stage, page_of, pbem

NOBODY_ORDERED = "No unit is ordered yet. Standing orders can go with it"
SAID = (
    ("ford", "crossing", "blue", "It asks you for plot"),
    ("bulge", "variable", "allied", NOBODY_ORDERED),
    ("wwii-commander", "full", "german", NOBODY_ORDERED),
    ("ardennes-offensive", "1", "german", NOBODY_ORDERED),
    ("battles-for-the-ardennes", "st-vith", "german", NOBODY_ORDERED),
    ("battles-for-the-ardennes", "1944-campaign", "german", "It asks you for secret"),
    ("enemy-action-ardennes", "assault", "allied", NOBODY_ORDERED),
)


@pytest.mark.parametrize(("system", "scenario", "side", "words"), SAID, ids=[f"{one[0]} {one[1]}" for one in SAID])
def test_the_page_says_what_exchange_1_is_for(
    tmp_path: Path, system: str, scenario: str, side: str, words: str
) -> None:
    stage = Stage.founded(tmp_path / "game", system, scenario)
    page = page_of(stage.theatre.seats[side])
    told = [re.sub("<[^>]+>", "", one) for one in re.findall('<p class="present">(.*?)</p>', page)]
    assert words in told[0]
    assert f"pbem sign {side}-01.yaml --final" in told[1]
    assert "The page that asks you for orders" in told[2]
    assert "an answer" not in page.partition("</header>")[0]


def test_who_is_asked_first_is_told_where_it_is_known(tmp_path: Path) -> None:
    """The German moves first in Bulge; nobody can say while a set-up is asked for."""
    stage = Stage.founded(tmp_path / "first", "bulge", "variable")
    assert "You are asked first." in page_of(stage.theatre.seats["german"])
    assert "German is asked first." in page_of(stage.theatre.seats["allied"])
    stage = Stage.founded(tmp_path / "free", "ardennes-offensive", "3")
    assert "asked first" not in page_of(stage.theatre.seats["allied"])


def test_standing_orders_are_composed_before_anybody_is_ordered(at: Any, tmp_path: Path) -> None:
    """By a press on a counter, an enemy's too, or by finding it; the tab that has them is open."""
    stage = Stage.founded(tmp_path / "game", "bulge", "variable")
    game = stage.theatre.seats["allied"]
    reader = at(page_of(game))
    assert reader.page.locator("#panel-orders").is_visible()
    wish = reader.page.locator("#lines .wishes")
    wish.get_by_role("button", name="away from UNIT").click()
    assert reader.said.startswith("choose a unit")
    reader.click_unit("272 VG")
    wish.get_by_role("button", name="away from UNIT").click()
    reader.page.locator(".board svg.pm").focus()
    reader.press("/")
    reader.page.keyboard.insert_text("106")
    reader.press("Enter")
    never = wish.filter(has=reader.page.locator("b", has_text="losses")).get_by_role("button", name="never UNIT")
    never.focus()
    reader.press("Enter")
    assert reader.orders == ["standing:", "retreat: away from 272 VG", "losses: never 106"]
    checked = pbem(stage, game, "check", reader.sheet)
    assert checked.returncode == 0, checked.stdout


def test_a_free_set_up_is_composed_on_the_map_by_the_side_that_has_one(at: Any, tmp_path: Path) -> None:
    """The Germans of scenario 3, by mouse and by keys."""
    stage = Stage.founded(tmp_path / "game", "ardennes-offensive", "3")
    game = stage.theatre.seats["german"]
    reader = at(page_of(game))
    reader.choose("1/1SS", "set-up 0902 1/1SS: 0902")
    reader.choose("2/1SS")
    reader.page.locator(".board svg.pm").focus()
    reader.press("/")
    reader.page.keyboard.insert_text("1102")
    reader.press("Enter", "Enter")
    assert [line for line in reader.orders if ":" in line][:3] == ["set-up:", "- 1/1SS: 0902", "- 2/1SS: 1102"]
    checked = pbem(stage, game, "check", reader.sheet)
    assert checked.returncode == 0, checked.stdout


def test_who_is_asked_nothing_is_told_how_to_go_on(tmp_path: Path) -> None:
    stage = Stage.founded(tmp_path / "game", "ford", "crossing")
    stage.play_until(lambda game, seat: game.course.open_number > 2)
    (due,) = stage.theatre.referee.course.next.seats
    idle = "red" if due == "blue" else "blue"
    page = page_of(stage.theatre.seats[idle])
    assert f"nothing is asked of {idle} after exchange 2; it is the turn of {due}" in page
    assert 'class="present"' not in page_of(stage.theatre.seats[due])
