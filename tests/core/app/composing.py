"""Somebody who composes sheets on a page, by mouse alone or by keys alone, and looks whether they are accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbem.model.chooser import Whims

COUNTER = """(unit) => {
  const counter = document.querySelector(`.board .pm-counters [data-unit="${CSS.escape(unit)}"] .pm-face`);
  const box = counter && counter.getBoundingClientRect();
  const spot = box && [box.x + box.width / 2, box.y + box.height / 2];
  const shown = spot && document.elementsFromPoint(...spot).find((one) => one.closest('[data-unit], .inset, .tools'));
  return spot && [...spot, Boolean(shown && shown.closest('[data-unit]'))];
}"""
SPACE = """(space) => {
  const { chart } = document.querySelector('.board figure.map'), at = chart.spaces.get(space);
  if (!at) { return null; }
  const taken = (x, y) => document.elementsFromPoint(x, y).some((one) => one.closest('[data-unit], .tools, .inset'));
  for (const [dx, dy] of [[0, 0], [-40, 0], [40, 0], [0, 35], [0, -35], [-30, 30], [30, -30]]) {
    const { x, y } = new DOMPoint(at.x + dx, at.y + dy).matrixTransform(chart.svg.getScreenCTM());
    const found = chart.spaceAt({ clientX: x, clientY: y }), under = document.elementFromPoint(x, y);
    if (found && found.id === space && under && chart.svg.contains(under) && !taken(x, y)) { return [x, y]; }
  }
  return null;
}"""
PARTS = "[...document.querySelectorAll('#offers .part')].map((one) => one.textContent)"
OFFERS = "[...document.querySelectorAll('#offers [data-space]')].map((one) => [one.dataset.offer, one.dataset.space])"
UNITS = """() => {
  const { offers, parts, texts, onward } = JSON.parse(document.getElementById('cargo').textContent), found = {};
  const add = (part, unit) => { (found[part] = found[part] || new Set()).add(unit); };
  for (const [part, , unit] of offers) { add(parts[part], texts[unit]); }
  const placed = (unit) => document.querySelector(`.pm-counters [data-unit="${CSS.escape(unit)}"]`);
  for (const [unit, , weight, ...points] of onward ? onward.friends.filter(([name]) => placed(name)) : []) {
    onward.legs.forEach((part, n) => { if (points[n] >= 0) { add(part, unit); } });
    if (weight) { add(onward.strikes.part, unit); }
  }
  return Object.fromEntries(Object.entries(found).map(([part, units]) => [part, [...units]]));
}"""
ADDITIONS = """[...document.querySelectorAll('#offers .addition')]
  .filter((one) => !/^(if|unless|hex by hex)/.test(one.textContent)).flatMap((one) => (
  one.options ? [...one.options].filter((it) => it.value).map((it) => [one.dataset.offer, it.value])
  : [[one.dataset.offer, '']]))"""


@dataclass
class Composer:
    """Gives units orders, part by part; what `refused` finds something against is undone."""

    reader: Any
    refused: Callable[[str], list[str]]
    whims: Whims
    keys: bool
    kept: Counter[str] = field(default_factory=Counter)
    undone: list[str] = field(default_factory=list)
    on_the_map: int = 0
    """So many orders were given by a click on a space of the map."""

    def compose(self, most: int, parts: tuple[str, ...] = ()) -> None:
        """A few units of every part, or of some, and each with an order in all parts that it has something in."""
        units: dict[str, list[str]] = self.reader.page.evaluate(UNITS)
        able = [units[part] for part in parts or units]
        some = [unit for names in able for unit in self.whims.some(names, min(most, len(names)))]
        for unit in dict.fromkeys(some):
            self.choose(unit)
            for part in self.reader.page.evaluate(PARTS):
                self.order(unit, part)

    def order(self, unit: str, part: str) -> None:
        page = self.reader.page
        self.mean(part)
        offers = page.evaluate(OFFERS)
        if not offers:
            return
        offer, space = self.whims.one(offers)
        before = self.reader.sheet
        self.take(offer, space)
        if self.reader.sheet == before:
            return
        self.judged(f"{unit}: {offer}", part, before)
        additions = page.evaluate(ADDITIONS)
        for addition, word in self.whims.some(additions, 1) if additions else ():
            before = self.reader.sheet
            self.add(addition, word)
            self.judged(f"{addition} {word}", part, before)

    def judged(self, what: str, part: str, before: str) -> None:
        if wrong := self.refused(self.reader.sheet):
            self.undone.append(f"{what}: {wrong[0]}")
            self.undo_to(before)
        else:
            self.kept[part] += 1

    # by mouse, by keys

    def choose(self, unit: str) -> None:
        page = self.reader.page
        if self.keys:
            self.find(unit)
        elif spot := page.evaluate(COUNTER, unit):
            if not spot[2]:
                page.get_by_role("button", name="whole map").click()
                spot = page.evaluate(COUNTER, unit)
            for _ in range(6):
                page.mouse.click(*spot[:2])
                if page.locator("#unit").input_value() == unit:
                    break
            else:
                page.select_option("#unit", unit)
        else:
            page.locator("#waiting button", has_text=unit).last.click()
        assert page.locator("#unit").input_value() == unit

    def find(self, name: str) -> None:
        """The keyboard is on the map afterwards."""
        self.reader.page.locator(".board svg.pm").focus()
        self.reader.press("/")
        self.reader.page.keyboard.insert_text(name)
        self.reader.press("Enter")

    def mean(self, part: str) -> None:
        """Map and list show one part."""
        page = self.reader.page
        parts = page.evaluate(PARTS)
        if len(parts) < 2 or page.locator("#offers .part[aria-pressed=true]", has_text=part).count():
            return
        if not self.keys:
            page.locator(f'#offers .part[data-offer="= {part}"]').click()
            return
        page.locator(".board svg.pm").focus()
        for _ in range(len(parts) + 1):
            self.reader.press("m")
            if self.reader.said.endswith(f" shows {part}"):
                return
        raise AssertionError(f"m does not come to {part}")

    def take(self, offer: str, space: str) -> None:
        page = self.reader.page
        alone = sum(other == space for _, other in page.evaluate(OFFERS)) == 1
        if self.keys and space and alone:
            self.find(space)
            self.reader.press("Enter")
            self.on_the_map += 1
            return
        if not self.keys and space and alone:
            if not page.evaluate(SPACE, space):
                page.get_by_role("button", name="whole map").click()
            if spot := page.evaluate(SPACE, space):
                page.mouse.click(*spot)
                self.on_the_map += 1
                return
        self.press(offer)

    def press(self, offer: str) -> None:
        button = self.reader.page.locator(f'#offers [data-offer="{offer}"]')
        if self.keys:
            button.focus()
            self.reader.press("Enter")
        else:
            button.click()

    def add(self, addition: str, word: str) -> None:
        if not word:
            self.press(addition)
            return
        chosen = self.reader.page.locator(f'#offers [data-offer="{addition}"]')
        if self.keys:
            chosen.focus()
            options = chosen.evaluate("(list) => [...list.options].map((one) => one.value)")
            self.reader.press(*["ArrowDown"] * options.index(word))
        else:
            chosen.select_option(word)

    def undo_to(self, before: str) -> None:
        """A list that is gone through by arrow keys is a step for each word."""
        for _ in range(12):
            self.undo()
            if self.reader.sheet == before:
                return
        raise AssertionError("undo does not lead back")

    def undo(self) -> None:
        if self.keys:
            self.reader.page.locator(".board svg.pm").focus()
            self.reader.press("u")
        else:
            self.reader.page.locator("#undo").click()
