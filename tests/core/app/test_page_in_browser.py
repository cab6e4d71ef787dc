"""The page in a browser: sheets composed by keyboard and by mouse that `pbem check` accepts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import until
from moments import FordMoment, Moment

from pbem.app.reports import page

BRIDGEHEAD = FordMoment()
THIRD_TURN = Moment("wwii-commander", "full", "german", 11)
FOURTH_DAY = Moment("ardennes-offensive", "1", "german", 9)


def test_a_sheet_by_keyboard_alone_is_accepted(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("1 Foot")
    reader.press("ArrowRight", "ArrowDown")
    assert "0603" in reader.said
    assert "4 Foot" in reader.said
    reader.press("Enter")
    reader.tab_to("2 Foot")
    reader.press("ArrowRight", "Enter")
    assert reader.said.startswith("2 Foot: attack 0603 with 1 Foot")
    reader.tab_to("3 Foot")
    reader.press("ArrowUp", "Enter", "Backspace", "ArrowDown", "ArrowDown", "Enter")
    assert reader.orders == ["march:", "- 3 Foot: to 0404", "combat:", "- {attack: 0603, with: [1 Foot, 2 Foot]}"]
    assert reader.page.locator("#count").inner_text() == "3 of 5 units have orders"
    assert BRIDGEHEAD.problems(reader.sheet) == []


def test_a_sheet_by_mouse_alone_is_accepted(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.click_unit("1 Foot")
    reader.click_space("0502")
    reader.click_space("0602")
    reader.click_unit("4 Foot")
    reader.page.locator("#offers button", has_text="attack 0703").click()
    reader.click_unit("2 Foot")
    reader.click_unit("4 Foot")
    assert reader.orders == [
        "march:",
        "- 1 Foot: to 0602",
        "combat:",
        "- {attack: 0703, with: [1 Foot]}",
        "- {attack: 0603, with: [2 Foot]}",
    ]
    assert BRIDGEHEAD.problems(reader.sheet) == []
    reader.page.locator("#remove").click()
    assert reader.orders[-1] == "- {attack: 0703, with: [1 Foot]}"


def test_an_attack_goes_with_the_move_that_made_it_possible(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.click_unit("1 Foot")
    reader.click_space("0602")
    reader.click_unit("2 Guns")
    assert "- {attack: 0703, with: [1 Foot]}" in reader.orders
    reader.page.locator("#offers button", has_text="hold").click()
    assert reader.orders == ["march:", "- 1 Foot: hold", "combat:"]
    assert "taken back: 1 Foot: attack 0703" in reader.said


def test_a_sheet_of_a_whole_player_turn_is_accepted(at: Any) -> None:
    """Arrivals, moves, attacks and second moves of a big game; moves and attacks by keys on the map."""
    reader = at(FOURTH_DAY.page())
    reader.choose("1/1SS")
    reader.click_space("1005")
    reader.page.locator(".board svg.pm").focus()
    reader.press("ArrowLeft", "Enter")
    assert reader.said.startswith("1/1SS: attack 1006")
    reader.choose("9/3FJ", "movement 1106 9/3FJ: to 1106", "combat 1006 {attack: 1006, with: [UNIT]}")
    reader.choose("2/2Pz", "mechanized 2313 2/2Pz: to 2313")
    reader.choose("2SS a", "reinforcements 2201 2SS a: at 2201")
    assert [line for line in reader.orders if not line.startswith("#")] == [
        "reinforcements:",
        "- 2SS a: at 2201",
        "movement:",
        "- 1/1SS: to 1005",
        "- 9/3FJ: to 1106",
        "combat:",
        "- {attack: 1006, with: [1/1SS, 9/3FJ]}",
        "mechanized:",
        "- 2/2Pz: to 2313",
    ]
    assert FOURTH_DAY.problems(reader.sheet) == []


def test_an_order_is_told_without_what_stands_around_it(at: Any) -> None:
    """`{activate: Schonberg, move: [{18VG: Losheim}]}`"""
    reader = at(THIRD_TURN.page())
    reader.choose("18VG")
    buttons = reader.page.locator('#offers [data-offer^="turns"]').all_inner_texts()
    assert [button.splitlines()[0] for button in buttons] == [
        "\u2715 attack St. Vith 0.4:0.8 hits",
        "hold stays",
        "Losheim free",
        "Malmedy 1 point",
        "Prum free",
    ]
    reader.page.locator("#offers button", has_text="Losheim").first.click()
    assert "- {activate: Schonberg, move: [{18VG: Losheim}]}" in reader.orders


def test_a_second_move_starts_where_the_first_one_did(at: Any) -> None:
    reader = at(FOURTH_DAY.page())
    reader.choose("2/2Pz", "mechanized 2313 2/2Pz: to 2313", "movement 2211 2/2Pz: to 2211")
    assert reader.orders[-3:] == ["- 2/2Pz: to 2211", "combat:", "mechanized:"]
    assert "taken back: 2/2Pz: to 2313" in reader.said


def test_what_is_typed_counts(at: Any) -> None:
    """The text is the truth: the page follows it, keeps what it does not know, and shows what it says."""
    written = BRIDGEHEAD.draft.replace("march:\n", "march:   # mine\n  - if: 0404 cleared\n    3 Foot: to 0404\n")
    reader = at(BRIDGEHEAD.page(written))
    assert reader.page.locator("#count").inner_text() == "1 of 5 units have orders"
    reader.page.locator("#sheet").fill(written + "#  a remark\n")
    reader.tab_to("1 Guns")
    reader.press("Enter")
    assert reader.sheet == (written + "#  a remark\n").replace(
        "3 Foot: to 0404\n", "3 Foot: to 0404\n  - 1 Guns: hold\n"
    )
    assert BRIDGEHEAD.problems(reader.sheet) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("march: none", "march:\n  - 1 Foot: hold"),
        ("march:\n- 2 Foot: hold", "march:\n- 2 Foot: hold\n- 1 Foot: hold"),
        ("march:\n  - 1 foot: 0502   # why", "march:\n  - 1 Foot: to 0502"),
        ("march:\n  - 1 Foot + 2 Foot: hold", "march:\n  - 2 Foot: hold\n  - 1 Foot: hold"),
        ("march:\n  - 11 Foot: hold", "march:\n  - 11 Foot: hold\n  - 1 Foot: hold"),
        ("combat:", "march:\n  - 1 Foot: hold\ncombat:"),
        ("arrive:", "arrive:\nmarch:\n  - 1 Foot: hold"),
        ("march: [1 Foot: hold]", "march: [1 Foot: hold]"),
    ],
)
def test_how_a_line_finds_its_place(at: Any, before: str, after: str) -> None:
    head = "game: kh7f\nexchange: 3\nside: blue\n"
    reader = at(BRIDGEHEAD.page(f"{head}{before}\n"))
    reader.tab_to("1 Foot")
    reader.press("Enter")
    assert reader.sheet == f"{head}{after}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- {attack: [0703, 0803], with: [1 Foot, 2 Foot]}", "- {attack: [0703, 0803], with: [2 Foot]}"),
        ("- attack: 0703\n  with: [1 foot, 2 Foot]\n  min: 2-1", "- attack: 0703\n  with: [2 Foot]\n  min: 2-1"),
        ("- {attack: [0703, 0803], with: [1 Foot]}", ""),
    ],
)
def test_a_unit_leaves_an_attack_that_was_typed(at: Any, before: str, after: str) -> None:
    head, new = "game: kh7f\nexchange: 3\nside: blue\ncombat:\n", "- {attack: 0603, with: [1 Foot]}\n"
    reader = at(BRIDGEHEAD.page(f"{head}{before}\n"))
    reader.choose("1 Foot")
    assert reader.page.locator("#count").inner_text().startswith("1" if after == "" else "2")
    reader.page.locator("#offers button", has_text="attack 0603").click()
    assert reader.sheet.replace("  - {", "- {") == f"{head}{after}\n{new}" if after else f"{head}{new}"


def test_tab_leaves_the_map_and_slash_finds(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("3 Foot")
    for _ in range(12):
        reader.press("Tab")
    assert not reader.page.evaluate("document.activeElement.closest('.board')")
    reader.press("/")
    reader.page.keyboard.type("alder")
    reader.press("Enter")
    assert reader.said.startswith("0603 Alder: town")
    reader.press("/")
    reader.page.keyboard.type("0999")
    reader.press("Enter")
    assert reader.said == "nothing on the map is called 0999"
    reader.page.locator("#sheet").focus()
    reader.press("/")
    assert "/" in reader.sheet


def test_marks_are_more_than_colours(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("1 Foot")
    shown = reader.page.locator
    assert shown(".light.move").count() > 3
    assert shown(".light.attack").count() == shown(".strokes").count() == 1
    dashes = "(element) => getComputedStyle(element).strokeDasharray"
    assert shown(".light.attack").first.evaluate(dashes) != shown(".light.move").first.evaluate(dashes)
    assert shown(".cost").count() == shown("#offers button[data-space]").count()


def test_supply_lines_and_who_has_none(at: Any) -> None:
    """By key and by button; the enemy's lines are dotted, and those who have none have a crossed circle."""
    reader = at(FOURTH_DAY.page())
    shown = reader.page.locator
    reader.choose("2/1SS")
    assert shown(".way, .lack, .source").count() == 0
    shown("#spoken").click()
    reader.press("s")
    assert reader.said.endswith("no supply for 272 VG, 326 VG")
    assert "Blankenheim edge 1001" in reader.said
    assert shown("circle.lack").count() == shown("path.lack").count() == 2
    assert shown(".way.mine.chosen").count() == shown(".source").count() == 1
    dashes = "(element) => getComputedStyle(element).strokeDasharray"
    assert shown(".way.theirs").evaluate(dashes) != shown(".way.mine").first.evaluate(dashes)
    reader.choose("272 VG")
    assert "unsupplied, no free way to a source" in reader.said
    assert shown(".way.mine.chosen").count() == 0
    shown("#supply").click()
    assert shown(".way, .lack, .source").count() == 0
    assert reader.said == "supply hidden"


def test_a_supply_line_goes_from_the_unit_to_its_source(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("1 Foot")
    reader.press("s")
    ends = reader.page.evaluate("""() => {
      const path = document.querySelector('.way.mine.chosen'), at = (far) => path.getPointAtLength(far);
      const near = (number, { x, y }) => Math.abs(number.getAttribute('x') - x) < 1
        && Math.abs(number.parentNode.getAttribute('y') - y) < 1;
      const named = (point) => [...document.querySelectorAll('.pm-number tspan')]
        .find((number) => near(number, point)).textContent;
      return [named(at(0)), named(at(path.getTotalLength()))];
    }""")
    assert ends == ["0503", "0103"]


def test_tabs_layers_and_the_twin(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    assert reader.page.locator(".panel:visible").count() == 1
    reader.page.locator("#tab-short").focus()
    reader.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert reader.page.locator("#panel-victory").is_visible()
    reader.page.locator("summary").click()
    twin = reader.page.locator(".twin tr", has_text="Blue: 1 Foot")
    until(reader.page, lambda: "supplied from" in twin.inner_text())  # it is filled once it is open
    row = twin.inner_text()
    assert "0503" in row
    assert "supplied from 0103: 0403 0303 0202 0103" in row
    assert "attack 0603 4 to 4" in row


def test_save_and_copy(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("3 Foot")
    reader.press("Enter")
    with reader.page.expect_download() as download:
        reader.page.locator("#save").click()
    assert download.value.suggested_filename == "blue-03.yaml"
    assert Path(download.value.path()).read_text(encoding="utf-8") == reader.sheet
    reader.page.locator("#copy").click()
    assert reader.page.evaluate("navigator.clipboard.readText()") == reader.sheet


def test_without_a_script_all_is_there_to_read(at: Any) -> None:
    reader = at(BRIDGEHEAD.page(), java_script_enabled=False)
    assert reader.page.locator(".panel:visible").count() == 5
    assert reader.page.locator("#sheet").input_value() == BRIDGEHEAD.draft
    assert not reader.page.locator(".bar").is_visible()


def test_who_is_not_asked_has_no_sheet_before_him(at: Any) -> None:
    """Nothing to order with: the report stands beside the map."""
    reader = at(page(replace(BRIDGEHEAD.bulletin, due=()), ""))
    for name in ("#sheet", ".bar", "#tab-orders", ".blank"):
        assert not reader.page.locator(name).is_visible()
    assert reader.page.locator("#panel-short").is_visible()
    assert at(BRIDGEHEAD.page()).page.locator("#sheet").is_visible()


def test_paper_shows_map_battles_and_a_blank_sheet(at: Any) -> None:
    reader = at(BRIDGEHEAD.page(), color_scheme="dark")
    reader.page.emulate_media(media="print")
    shown = {
        name: reader.page.locator(name).is_visible()
        for name in (".blank", "#panel-battles", ".sheet svg.pm", "#sheet", ".bar")
    }
    assert shown == {".blank": True, "#panel-battles": True, ".sheet svg.pm": True, "#sheet": False, ".bar": False}
    fills = "[...document.querySelectorAll('.pm-face')].map((face) => getComputedStyle(face).fill)"
    assert set(reader.page.evaluate(fills)) == {"rgb(255, 255, 255)", "rgb(201, 201, 201)"}


def test_on_paper_no_word_stands_for_battles_that_were_not_fought(at: Any) -> None:
    reader = at(page(replace(BRIDGEHEAD.bulletin, chapters=()), ""))
    reader.page.locator("#tab-battles").click()
    nothing = reader.page.locator("#panel-battles").get_by_text("Nothing.", exact=True)
    assert nothing.is_visible()
    reader.page.emulate_media(media="print")
    assert not nothing.is_visible()
