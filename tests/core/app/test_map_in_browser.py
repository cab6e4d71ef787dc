"""A map in a browser: it opens on the front, remembers, shows the whole in small, and every unit of a stack."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from browsing import until
from moments import FordMoment, Moment

from pbem.model.document import Document, MapBlock
from pbem.model.picture import Counter, Picture
from pbem.report import render
from pbem.report.drawing.action import windows
from pbem.report.drawing.clearance import within
from pbem.report.drawing.fitting import fit

FOURTH_DAY = Moment("ardennes-offensive", "1", "german", 9)
THIRD_TURN = Moment("wwii-commander", "full", "german", 11)
VIEW = "document.querySelector('.sheet svg.pm').getAttribute('viewBox').split(' ').map(Number)"
KEPT = "JSON.parse(localStorage.getItem(localStorage.key(0)))"
WIDE = "document.querySelector('.sheet svg.pm [data-unit] .pm-face').getBoundingClientRect().width"
SPOT = """(unit) => {
  const box = document.querySelector(`.sheet svg.pm [data-unit="${unit}"] .pm-face`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
OWN_STACK = """[...[...document.querySelectorAll('.pm-stack')].find((stack) => stack.querySelector('[tabindex]'))
  .querySelectorAll('[data-unit]')].map((one) => one.dataset.unit)"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@cache
def picture() -> Picture:
    found = FOURTH_DAY.bulletin.picture
    assert found is not None
    return found


@cache
def stacked() -> Picture:
    """Three units more on top of one at the front, and no other stack."""
    single = {one.space: one for one in picture().counters}.values()
    bottom = next(one for one in picture().counters if one.id == "9/3FJ")
    more = tuple(Counter(f"pile {n}", bottom.space, bottom.force, name=f"pile {n}") for n in range(3))
    return replace(picture(), counters=(*single, *more))


def report(shown: Picture) -> str:
    made = render(Document("T", (MapBlock(shown),), tags=("exchange 9",)), "html")
    assert isinstance(made, str)
    return made


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("kind", ["page", "report"])
def test_a_map_opens_on_the_front_and_counters_can_be_read(at: Any, kind: str, screen: dict[str, Any]) -> None:
    reader = at(FOURTH_DAY.page() if kind == "page" else report(picture()), **screen)
    left, top, wide, high = reader.page.evaluate(VIEW)
    (x0, y0, x1, y1) = windows(picture())[0].box
    x, y = fit(picture()).at(((x0 + x1) / 2, (y0 + y1) / 2))
    assert left < x < left + wide
    assert top < y < top + high
    assert reader.page.evaluate(WIDE) >= 26
    assert reader.page.locator("svg.inset").is_visible()


def test_a_small_map_opens_whole(at: Any) -> None:
    reader = at(FordMoment().page())
    assert not reader.page.locator("svg.inset").is_visible()
    assert not reader.page.get_by_role("button", name="where the action is").count()


def test_what_was_looked_at_is_remembered(at: Any) -> None:
    """In the same report; the next one opens where its own action is."""
    reader = at(report(picture()))
    opened = reader.page.evaluate(VIEW)
    reader.page.locator("svg.pm").first.focus()
    reader.press("0", "+", "+", "ArrowLeft")
    looked = reader.page.evaluate(VIEW)
    assert looked != opened
    until(reader.page, lambda: reader.page.evaluate(KEPT) == pytest.approx(looked, abs=1))
    reader.page.reload()
    assert reader.page.evaluate(VIEW) == pytest.approx(looked, abs=1)
    key = reader.page.evaluate("localStorage.key(0)")
    assert "exchange 9" in key


def test_a_browser_that_keeps_nothing_opens_the_map_too(at: Any) -> None:
    forbidden = "<script>Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })</script>"
    text = report(picture()).replace("<meta http-equiv", "<!--").replace("form-action 'none'\">", "-->", 1)
    reader = at(text.replace("<title>", f"{forbidden}<title>", 1))
    assert reader.page.evaluate(WIDE) >= 26


def test_the_inset_goes_there_and_the_whole_has_none(at: Any) -> None:
    reader = at(report(picture()))
    box = reader.page.locator("svg.inset").bounding_box()
    reader.page.mouse.click(box["x"] + 4, box["y"] + 4)
    left, _, wide, _ = reader.page.evaluate(VIEW)
    assert left + wide / 2 < 400
    reader.page.get_by_role("button", name="whole map").click()
    assert not reader.page.locator("svg.inset").is_visible()
    reader.page.get_by_role("button", name="where the action is").click()
    assert reader.page.evaluate(VIEW)[0] > left + wide / 2


COVERED = """(corners) => {
  const inset = document.querySelector('svg.inset'), now = inset.getAttribute('class');
  const counters = [...document.querySelectorAll('.pm-counters .pm-counter')].map((one) => one.getBoundingClientRect());
  return Object.fromEntries([now, ...corners].map((name) => {
    inset.setAttribute('class', name);
    const box = inset.getBoundingClientRect();
    const covered = counters.filter((one) => one.left < box.right && box.left < one.right && one.top < box.bottom
      && box.top < one.bottom).length;
    return [name, [covered, name === now]];
  }));
}"""
CORNERS = ["inset", "inset right", "inset upper"]


def test_the_inset_lies_where_it_covers_the_fewest_counters(at: Any) -> None:
    """Where it lies usually, at the lower left, every hex is full."""
    left, top, right, bottom = windows(picture())[0].box
    full = (left, (top + bottom) / 2, (left + right) / 2, bottom)
    low = [Counter(f"c{n}", one.id, "german") for n, one in enumerate(picture().spaces) if within(full, one.centre)]
    reader = at(report(replace(picture(), counters=(*picture().counters, *low))))
    found = reader.page.evaluate(COVERED, CORNERS)
    (now,) = (name for name, (_, is_there) in found.items() if is_there)
    assert now in CORNERS[1:]
    assert found[now][0] == min(covered for covered, _ in found.values()) < found["inset"][0]


def test_a_stack_is_a_fan_under_the_pointer(at: Any) -> None:
    """All its units beside each other, large enough; it stays while the pointer goes into it."""
    reader = at(report(stacked()))
    reader.page.locator("svg.pm").first.focus()
    reader.press("n")
    reader.press("Escape")
    reader.page.mouse.move(*reader.page.evaluate(SPOT, "pile 2"))
    fan = reader.page.locator(".pm-fan [data-unit]")
    assert fan.count() == 4
    boxes = [fan.nth(n).locator(".pm-face").bounding_box() for n in range(4)]
    assert all(box["width"] >= 44 for box in boxes)
    assert all(b["x"] >= a["x"] + 44 for a, b in pairwise(boxes))
    reader.page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 20)
    assert fan.count() == 4
    assert reader.page.locator(".told").inner_text().startswith("9/3FJ")
    reader.page.mouse.move(5, 5)
    reader.page.mouse.move(*reader.page.evaluate(SPOT, "2/1SS"))
    assert fan.count() == 0


def test_stacks_are_gone_through_by_key(at: Any) -> None:
    reader = at(report(stacked()))
    reader.page.locator("svg.pm").first.focus()
    reader.press("0", "n")
    assert reader.page.locator(".pm-fan .meant").get_attribute("data-unit") == "pile 2"
    assert all(name in reader.page.locator(".told").inner_text() for name in ("9/3FJ", "pile 0", "pile 1", "pile 2"))
    assert reader.page.locator(".told").get_attribute("aria-live") == "polite"
    reader.press("Escape")
    assert reader.page.locator(".pm-fan").count() == 0


def test_a_unit_in_a_stack_is_chosen_from_the_fan(at: Any) -> None:
    """On the page: the key Tab opens the fan with the unit meant; a click on another chooses it."""
    reader = at(THIRD_TURN.page())
    stack = reader.page.evaluate(OWN_STACK)
    reader.page.locator(f'.pm-counters [data-unit="{stack[0]}"]').focus()
    assert reader.page.locator(".pm-fan .meant").get_attribute("data-unit") == stack[0]
    reader.page.locator(f'.pm-fan [data-unit="{stack[1]}"] .pm-face').click()
    assert reader.page.locator("#unit").input_value() == stack[1]


def test_paper_shows_the_whole_drawing_whatever_was_looked_at(at: Any) -> None:
    reader = at(report(picture()))
    near = reader.page.evaluate(VIEW)
    reader.page.emulate_media(media="print")
    reader.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    drawn = reader.page.evaluate(VIEW)
    assert drawn[2] > 4000
    assert reader.page.locator(".panels svg").count() == 3
    faces = reader.page.locator(".panels svg").evaluate_all(
        "(all) => all.map((one) => 58 * one.getBoundingClientRect().width / one.viewBox.baseVal.width * 25.4 / 96)"
    )
    assert all(face >= 8.99 for face in faces)
    reader.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert reader.page.evaluate(VIEW) == pytest.approx(near, abs=1)
