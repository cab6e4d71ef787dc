"""The page under odd names, in odd folders, and its sheet on its way through other people's programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import Reader, new_page, until
from moments import FordMoment
from staged import Stage, page_of, pbem

from pbem.app.reports import page
from pbem.model.document import Document
from pbem.model.wording import Choice
from pbem.report.webpage import Workplace, render_page
from pbem.sheets import read_sheet

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
    reader = Reader(new_page(browser))
    reader.page.goto(file.as_uri())
    reader.choose("1 Foot", "march 0502 1 Foot: to 0502")
    written = reader.sheet
    reader.page.reload()
    assert reader.sheet == written
    assert "- 1 Foot: to 0502" in reader.orders
    reader.page.context.close()
    assert reader.troubles == []


def test_an_old_page_says_that_its_exchange_is_over(browser: Any, tmp_path: Path) -> None:
    """As soon as a newer one of the same game and side is opened in the browser, and whenever it is opened again; what
    is copied or saved says so, too.  Pages of other games and sides, and older ones, do nothing."""
    later = replace(BRIDGEHEAD.bulletin, exchange=BRIDGEHEAD.bulletin.exchange + 2)
    files = {
        "old": BRIDGEHEAD.page(),
        "other": page(replace(later, game="other"), BRIDGEHEAD.draft),
        "red": page(replace(later, reader="red"), BRIDGEHEAD.draft),
        "new": page(later, BRIDGEHEAD.draft.replace("exchange: 3", "exchange: 5")),
    }
    for name, text in files.items():
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    shown = {}
    for name in files:
        assert not any(one.locator(".old").count() for one in shown.values()), name
        shown[name] = context.new_page()
        shown[name].goto((tmp_path / f"{name}.html").as_uri())
    old, new = shown["old"], shown["new"]
    old.locator(".old").wait_for()
    old.reload()
    told = old.locator(".old").inner_text()
    assert "exchange 3, and one of exchange 5 was opened" in told
    assert "refused" in told
    assert new.locator(".old").count() == 0
    old.bring_to_front()
    old.get_by_role("button", name="copy the old sheet").click()
    until(old, lambda: "will refuse it" in old.locator("#spoken").inner_text())
    remark, _, sheet = old.evaluate("navigator.clipboard.readText()").partition("\n")
    assert remark.startswith("# of an old page: this page is of exchange 3")
    assert sheet == old.locator("#sheet").input_value() == BRIDGEHEAD.draft
    form = BRIDGEHEAD.form(BRIDGEHEAD.now, "blue", 3)
    assert {one.kind for one in read_sheet(f"{remark}\n{sheet}", form, "sheet.yaml")[1]} == {"doubtful"}
    with old.expect_download() as download:
        old.get_by_role("button", name="save the old sheet").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == f"{remark}\n{sheet}"
    context.close()


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
