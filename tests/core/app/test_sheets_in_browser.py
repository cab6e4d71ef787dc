"""Whole sheets of every game, composed in the browser; steps taken back, and what is kept there."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import until
from moments import FordMoment, Moment

from pbem.app.reports import page
from pbem.model.document import Document
from pbem.report.webpage import Workplace, render_page

BRIDGEHEAD = FordMoment()
MOMENTS = (
    Moment("ardennes-offensive", "1", "german", 9),
    Moment("bulge", "variable", "german", 4),
    Moment("wwii-commander", "full", "german", 11),
    Moment("battles-for-the-ardennes", "st-vith", "allied", 3),
    Moment("enemy-action-ardennes", "assault", "german", 4),
)
ASKED = (
    Moment("bulge", "variable", "german", 7),
    Moment("ardennes-offensive", "1", "german", 4, seed=4),
)


def by_system(moment: Moment) -> str:
    return moment.system


def wrong(moment: Moment, sheet: str) -> list[str]:
    """What `pbem check` refuses in a sheet."""
    return [line for line in moment.problems(sheet) if any(f" {kind}: " in line for kind in ("illegal", "invalid"))]


def lines_of(reader: Any) -> list[dict[str, str]]:
    """What the draft offers: part, line, and whether it stands in the sheet."""
    found: list[dict[str, str]] = reader.page.evaluate("""() => {
      let part = '';
      return [...document.querySelectorAll('#lines > *')].flatMap((one) => {
        if (one.tagName === 'H3') { part = one.textContent; }
        if (one.tagName !== 'BUTTON') { return []; }
        return [{ part, words: one.querySelector('span').textContent, live: one.getAttribute('aria-pressed') }];
      });
    }""")
    return found


@pytest.mark.parametrize("moment", [BRIDGEHEAD, *MOMENTS], ids=by_system)
def test_lines_of_the_draft_are_ordered_by_key_and_accepted(at: Any, moment: Moment) -> None:
    """One after the other, each that is accepted beside those before it stays; in the end every part has its lines."""
    reader = at(moment.page())
    reader.page.locator("#tab-orders").click()
    offered = lines_of(reader)
    assert offered
    buttons = reader.page.locator("#lines > button")
    kept: dict[str, int] = {line["part"]: 1 for line in offered if line["live"] == "true"}
    for number, line in enumerate(offered):
        if line["live"] == "true" or kept.get(line["part"], 0) >= 3:
            continue
        buttons.nth(number).focus()
        reader.press("Enter")
        if wrong(moment, reader.sheet):
            reader.press("Enter")
        else:
            kept[line["part"]] = kept.get(line["part"], 0) + 1
    assert set(kept) == {line["part"] for line in offered}
    assert wrong(moment, reader.sheet) == []
    live = [line for line in lines_of(reader) if line["live"] == "true"]
    assert len(live) >= sum(kept.values())


@pytest.mark.parametrize("moment", [BRIDGEHEAD, *MOMENTS], ids=by_system)
def test_what_is_ordered_and_taken_back_leaves_the_draft_as_it_was(at: Any, moment: Moment) -> None:
    reader = at(moment.page())
    reader.page.locator("#tab-orders").click()
    before, buttons = reader.sheet, reader.page.locator("#lines > button")
    for number in range(min(6, buttons.count())):
        buttons.nth(number).click()
        assert reader.sheet != before
        buttons.nth(number).click()
        assert reader.sheet == before


@pytest.mark.parametrize("moment", ASKED, ids=by_system)
def test_questions_are_answered_by_a_press(at: Any, moment: Moment) -> None:
    reader = at(moment.page(f"game: kh7f\nexchange: {moment.exchange}\nside: {moment.side}\n"))
    reader.page.locator("#tab-questions").click()
    options = reader.page.locator(".question .options li")
    several = reader.page.locator(".question[data-several]").count()
    options.nth(0).click()
    assert reader.orders == ["answers:", "Q1: a"]
    options.nth(1).focus()
    reader.press("Enter")
    assert reader.orders == ["answers:", "Q1: [a, b]" if several else "Q1: b"]
    assert options.nth(1).get_attribute("aria-pressed") == "true"
    if several:
        options.nth(0).click()
    assert reader.orders == ["answers:", "Q1: b"]
    assert wrong(moment, reader.sheet) == []
    options.nth(1).click()
    assert reader.orders == ["answers:"]


def test_each_step_is_taken_back(at: Any) -> None:
    """A move that takes an attack with it is one step."""
    reader = at(BRIDGEHEAD.page())
    start = reader.sheet
    reader.click_unit("1 Foot")
    reader.click_space("0602")
    moved = reader.sheet
    reader.page.locator("#offers button", has_text="attack 0703").click()
    both = reader.sheet
    reader.page.locator("#offers button", has_text="hold").click()
    assert "taken back" in reader.said
    reader.page.locator("#undo").click()
    assert reader.sheet == both
    reader.page.locator(".board svg.pm").focus()
    reader.press("u")
    assert reader.sheet == moved
    reader.press("Control+z")
    assert reader.sheet == start
    reader.press("u")
    assert reader.said == "nothing to take back"
    assert reader.page.locator("#undo").is_disabled()


def test_a_sheet_is_kept_in_the_browser(at: Any) -> None:
    """It is there again after the page was closed; undo brings back the draft; another draft begins anew."""
    reader = at(BRIDGEHEAD.page())
    start = reader.sheet
    reader.tab_to("3 Foot")
    reader.press("Enter")
    reader.page.locator("#sheet").press_sequentially("# mine")
    written = reader.sheet
    reader.page.reload()
    assert reader.sheet == written != start
    assert "as you left it" in reader.said
    reader.page.locator("#undo").click()
    assert reader.sheet == start
    reader.page.evaluate("localStorage.setItem(Object.keys(localStorage).find((key) => key.includes(' sheet ')),"
                         " JSON.stringify({ of: 1, text: 'another', day: 1e9 }))")  # fmt: skip
    reader.page.reload()
    assert reader.sheet == start


def test_a_sheet_of_another_exchange_is_told_of(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.page.locator("#sheet").fill(reader.sheet.replace("exchange: 3", "exchange: 5"))
    told = "this page is of exchange 3, the sheet of 5"
    assert reader.page.locator("#count").inner_text() == told
    reader.tab_to("3 Foot")
    reader.press("Enter")
    assert reader.page.locator("#count").inner_text() == told
    assert "exchange" in " ".join(BRIDGEHEAD.problems(reader.sheet))


def test_two_windows_of_one_page(at: Any) -> None:
    """Who writes in one is told in the other, and nothing is lost there until it is loaded again."""
    reader = at(BRIDGEHEAD.page())
    reader.tab_to("3 Foot")
    reader.press("Enter")
    own = reader.sheet
    other = reader.page.context.new_page()
    other.goto(reader.page.url)
    assert other.locator("#sheet").input_value() == own
    other.locator("#undo").click()
    until(reader.page, lambda: "another window" in reader.said)
    assert reader.sheet == own


FORBIDDEN = (
    "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new DOMException('', 'SecurityError'); }"
)


def test_a_browser_that_keeps_nothing(at: Any) -> None:
    """Storage is full or forbidden: a sheet is composed all the same, and who leaves unsaved is asked."""
    reader = at(BRIDGEHEAD.page())
    reader.page.add_init_script(FORBIDDEN)
    reader.page.reload()
    reader.tab_to("3 Foot")
    reader.press("Enter", "u", "Enter")
    assert BRIDGEHEAD.problems(reader.sheet) == []
    asked = []
    reader.page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    reader.page.reload()
    assert asked == ["beforeunload"]


def test_sheets_of_long_ago_are_cleared_away(at: Any) -> None:
    reader = at(BRIDGEHEAD.page())
    reader.page.evaluate("localStorage.setItem('pbem T sheet old.yaml', JSON.stringify({ of: 1, text: 'x', day: 1 }))")
    reader.page.reload()
    assert reader.page.evaluate("localStorage.getItem('pbem T sheet old.yaml')") is None


def test_lines_about_the_chosen_unit_are_marked(at: Any) -> None:
    reader = at(MOMENTS[3].page())
    reader.choose("28-112")
    about = reader.page.locator("#lines button.about span").all_text_contents()
    assert about
    assert all("28-112" in words for words in about)


def test_standing_orders_are_pressed_together(at: Any) -> None:
    """Plain words take each other's place, what names a unit or a space is added; those in force go along."""
    moment = Moment("ardennes-offensive", "1", "german", 9)
    reader = at(page(moment.bulletin, moment.draft, in_force=(("advance", "stay"), ("retreats at 2521", "ask"))))
    reader.page.locator("#tab-orders").click()
    wishes = reader.page.locator("#lines .wishes")
    losses = wishes.filter(has=reader.page.locator("b", has_text="losses"))
    losses.get_by_role("button", name="never UNIT").click()
    assert reader.said.startswith("choose a unit")
    reader.choose("2/2Pz")
    losses.get_by_role("button", name="never UNIT").focus()
    reader.press("Enter")
    losses.get_by_role("button", name="least strength").click()
    losses.get_by_role("button", name="fewest units").click()
    assert reader.orders[-4:] == [
        "standing:", "advance: stay", "retreats at 2521: ask", "losses: fewest units, never 2/2Pz",
    ]  # fmt: skip
    assert wrong(moment, reader.sheet) == []
    assert losses.get_by_role("button", name="never UNIT").get_attribute("aria-pressed") == "true"
    losses.get_by_role("button", name="never UNIT").click()
    assert reader.orders[-1] == "losses: fewest units"


def test_a_part_asked_for_again_may_stay_as_it_was_written(at: Any) -> None:
    moment = Moment("ford", "crossing", "blue", 3)
    desk = Workplace(
        side="blue", sheet="game: g\nmarch:\n  - 1 Foot: hold\n", file="s", parts=("march",), again=("march",)
    )  # fmt: skip
    assert moment.bulletin.picture is not None
    reader = at(render_page(Document("T", ()), moment.bulletin.picture, desk))
    reader.page.locator("#tab-orders").click()
    stays = reader.page.get_by_role("button", name="march: as written")
    stays.click()
    assert reader.sheet == "game: g\nmarch: as written\n#  - 1 Foot: hold\n"
    assert stays.get_attribute("aria-pressed") == "true"
    stays.click()
    assert reader.sheet == "game: g\nmarch:\n#  - 1 Foot: hold\n"
