"""A browser that opens pages from disk, and somebody who sits at it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
AT_MOST = 60_000  # milliseconds: a busy machine may be slow, what never comes is waited for no longer


@contextmanager
def launched() -> Iterator[Any]:
    """Chromium; skips where it or playwright is not installed."""
    driver = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install 'pbem[dev]'")
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS])
        yield browser
        browser.close()


def new_page(browser: Any, **settings: Any) -> Any:
    """A page that shares nothing with others."""
    page = browser.new_context(**settings).new_page()
    page.set_default_timeout(AT_MOST)
    return page


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Waits for what comes by itself.  (`wait_for_function` evaluates text in the page, which ours forbid.)"""
    for _ in range(AT_MOST // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


LEFT_END = """(space) => {
  const svg = document.querySelector('.board svg.pm'), numbers = [...svg.querySelectorAll('.pm-number tspan')];
  const number = numbers.find((one) => one.textContent === space);
  const spot = new DOMPoint(number.getAttribute('x') - 40, number.parentNode.getAttribute('y'));
  const { x, y } = spot.matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""


class Reader:
    """Somebody at the page: presses keys, clicks, and reads what is there."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        page.on("request", lambda it: self.troubles.append(it.url) if it.url.startswith("http") else None)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, unit: str) -> None:
        """Tab from the map's beginning until the unit is chosen."""
        self.page.locator(".board svg.pm").focus()
        for _ in range(12):
            self.press("Tab")
            if self.page.evaluate("document.activeElement.dataset.unit") == unit:
                return
        raise AssertionError(f"Tab does not come to {unit}")

    def choose(self, unit: str, *offers: str) -> None:
        """From the list of units; then some of the buttons for what it may do."""
        self.page.select_option("#unit", unit)
        for offer in offers:
            self.page.locator(f'#offers [data-offer="{offer}"]').click()

    def click_unit(self, unit: str) -> None:
        box = self.page.locator(f'[data-unit="{unit}"] .pm-face').bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def click_space(self, space: str) -> None:
        """Near its left end, where no counter lies."""
        self.page.mouse.click(*self.page.evaluate(LEFT_END, space))

    @property
    def sheet(self) -> str:
        return str(self.page.locator("#sheet").input_value())

    @property
    def orders(self) -> list[str]:
        """The sheet's live lines below its header."""
        return [line.strip() for line in self.sheet.split("\n")[3:] if line and not line.startswith("#")]

    @property
    def said(self) -> str:
        return str(self.page.locator("#spoken").inner_text())
