"""The page on a phone, by fingers: taps, a drag, a pinch; and what is read there."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import until
from composing import COUNTER, SPACE
from moments import FordMoment, Moment

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
VIEW = "document.querySelector('.sheet svg.pm').getAttribute('viewBox').split(' ').map(Number)"
GAMES = (
    FordMoment(),
    Moment("ardennes-offensive", "1", "german", 9),
    Moment("bulge", "historical", "allied", 34, seed=40),
    Moment("wwii-commander", "full", "german", 11),
    Moment("battles-for-the-ardennes", "st-vith", "allied", 3),
)


def fingers(reader: Any, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 8) -> None:
    """Each finger goes from here to there, all at once: touches as the browser gets them from its screen."""
    touch = reader.page.context.new_cdp_session(reader.page)
    for step in range(steps + 1):
        points = [
            {"id": n, "x": x + (to_x - x) * step / steps, "y": y + (to_y - y) * step / steps}
            for n, ((x, y), (to_x, to_y)) in enumerate(ways)
        ]
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points}
        )  # fmt: skip
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(reader: Any) -> tuple[float, float]:
    box = reader.page.locator(".sheet svg.pm").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("moment", GAMES, ids=lambda moment: moment.system)
def test_fingers_move_the_map_and_order_nothing(at: Any, moment: Moment) -> None:
    """Two fingers apart bring the map nearer about their middle, together farther; one moves it."""
    reader = at(moment.page(), **PHONE)
    start, (x, y) = reader.sheet, middle(reader)
    before = reader.page.evaluate(VIEW)
    fingers(reader, ((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    near = reader.page.evaluate(VIEW)
    assert near[2] == pytest.approx(before[2] / 3, rel=0.15)
    assert near[0] + near[2] / 2 == pytest.approx(before[0] + before[2] / 2, abs=before[2] / 8)
    fingers(reader, ((x + 60, y), (x - 60, y + 20)))
    moved = reader.page.evaluate(VIEW)
    assert moved[0] > near[0]
    assert moved[2] == near[2]
    fingers(reader, ((x - 90, y), (x - 45, y)), ((x + 90, y), (x + 45, y)))
    assert reader.page.evaluate(VIEW)[2] == pytest.approx(near[2] * 2, rel=0.15)
    assert reader.sheet == start


FREE = """() => {
  const { units } = JSON.parse(document.getElementById('cargo').textContent);
  const taken = new Set(units.map((one) => one[1]));
  return [...document.querySelectorAll('#offers [data-space]')].map((one) => one.dataset.space)
    .filter((space) => !taken.has(space));
}"""
OWN = "[...document.querySelectorAll('.board .pm-counters [tabindex]')].map((one) => one.dataset.unit)"
TO_THE_MAP = "scrollTo(0, document.querySelector('.board figure').offsetTop)"


@pytest.mark.parametrize("moment", GAMES, ids=lambda moment: moment.system)
def test_an_order_by_taps(at: Any, moment: Moment) -> None:
    """A tap on the counter, a tap on a free space that is lit; nothing is wider than the screen."""
    reader = at(moment.page(), **PHONE)
    page, start = reader.page, reader.sheet
    for unit in page.evaluate(OWN):
        page.select_option("#unit", unit)
        page.evaluate(TO_THE_MAP)
        spots = [spot for goal in page.evaluate(FREE) if (spot := page.evaluate(SPACE, goal))]
        counter = page.evaluate(COUNTER, unit)
        if spots and counter and counter[2]:
            break
    page.select_option("#unit", index=0)
    page.evaluate(TO_THE_MAP)
    page.touchscreen.tap(*page.evaluate(COUNTER, unit)[:2])
    until(page, lambda: page.locator("#unit").input_value() in page.evaluate(OWN))
    page.select_option("#unit", unit)
    page.evaluate(TO_THE_MAP)
    page.touchscreen.tap(*next(spot for goal in page.evaluate(FREE) if (spot := page.evaluate(SPACE, goal))))
    until(page, lambda: reader.sheet != start)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#undo").tap()
    until(page, lambda: reader.sheet == start)
