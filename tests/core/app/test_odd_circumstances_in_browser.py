"""The page under odd names, in odd folders, and its sheet on its way through other people's programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import Reader
from moments import FordMoment
from staged import Stage, page_of, pbem

from pbem.model.document import Document
from pbem.model.wording import Choice
from pbem.report.webpage import Workplace, render_page

BRIDGEHEAD = FordMoment()
ODD_NAMES = (
    "O'Brien & <b>1</b>", "\U0001f600 7", "\u05d0\u05d1\u05d2 7", '2 "Bert"', "</script><i>", "\\1 $& ${2}", "@",
)  # fmt: skip


def test_units_with_odd_names_are_ordered_and_taken_back(at: Any) -> None:
    """Quotes, tags, pictures, letters from right to left, signs of patterns: names are names."""
    picture = BRIDGEHEAD.bulletin.picture
    assert picture is not None
    known, rest = picture.counters[: len(ODD_NAMES)], picture.counters[len(ODD_NAMES) :]
    named = [replace(counter, id=name, name=name) for counter, name in zip(known, ODD_NAMES, strict=True)]
    choices = tuple(Choice("march", name, "0502", f"{name}: to 0502", "1 of 4") for name in ODD_NAMES)
    desk = Workplace(side="blue", sheet="game: g\nexchange: 3\nside: blue\nmarch:\n", file="s", parts=("march",),
                     choices=choices, topics=(("losses", ("UNIT first",)),))  # fmt: skip
    reader = at(render_page(Document("T", ()), replace(picture, counters=(*named, *rest)), desk))
    for name in ODD_NAMES:
        reader.page.select_option("#unit", name)
        assert reader.page.locator("#unit").input_value() == name
        reader.page.locator("#offers button[data-space]").first.click()
    assert reader.orders == ["march:", *(f"- {name}: to 0502" for name in ODD_NAMES)]
    assert reader.page.locator("#count").inner_text() == f"{len(ODD_NAMES)} of {len(ODD_NAMES)} units have orders"
    for name in ODD_NAMES:
        reader.page.select_option("#unit", name)
        reader.page.locator("#remove").click()
    assert reader.orders == ["march:"]


@pytest.mark.parametrize("folder", ["a game, mine %41 %zz", "#1 'Ardennes' & ü?"])
def test_a_page_in_an_oddly_named_folder_opens_and_keeps_its_sheet(browser: Any, tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    file = tmp_path / folder / "page 3 %20.html"
    file.write_text(BRIDGEHEAD.page(), encoding="utf-8")
    reader = Reader(browser.new_context().new_page())
    reader.page.goto(file.as_uri())
    reader.choose("1 Foot", "march 0502 1 Foot: to 0502")
    written = reader.sheet
    reader.page.reload()
    assert reader.sheet == written
    assert "- 1 Foot: to 0502" in reader.orders
    reader.page.context.close()
    assert reader.troubles == []


@pytest.mark.parametrize("ends", ["\r\n", "\ufeff\n"], ids=["windows", "byte order mark"])
def test_a_sheet_that_an_editor_has_saved_its_own_way_is_accepted(at: Any, tmp_path: Path, ends: str) -> None:
    stage = Stage.founded(tmp_path / "game", "ford", "crossing")
    game = stage.theatre.seats["blue"]
    reader = at(page_of(game))
    reader.page.locator("#tab-orders").click()
    reader.page.locator("#lines button", has_text="objective: Alder").click()
    sheet = ends[:-1].replace("\r", "") + reader.sheet.replace("\n", ends.replace("\ufeff", ""))
    checked = pbem(stage, game, "check", sheet)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "objective Alder" in checked.stdout
