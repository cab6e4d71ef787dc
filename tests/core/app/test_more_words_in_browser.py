"""Words that a line says beside its order, composed in the browser: conditions, else, several hexes, hex by hex."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from composing import SPACE
from moments import FordMoment, Moment
from test_sheets_in_browser import by_system, wrong
from test_turns_composed_in_browser import GERMAN, march_by

from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.s09_combat import cannot_attack, strengths_of

BATTLES = Moment("battles-for-the-ardennes", "st-vith", "allied", 3)
CARDS = Moment("enemy-action-ardennes", "assault", "german", 4, seed=6)
WAITING = (
    FordMoment(),
    Moment("ardennes-offensive", "1", "german", 9),
    Moment("bulge", "variable", "allied", 11),
    Moment("wwii-commander", "full", "german", 11),
    BATTLES,
)
TWO_MOVES = """() => {
  const list = document.getElementById('unit');
  for (const { value } of [...list.options].filter((one) => one.value)) {
    list.value = value;
    list.onchange();
    const all = [...document.querySelectorAll('#offers .move[data-space]')].map((one) => one.dataset);
    const goes = all.filter(({ offer, space }) => space && /: /.test(offer)
      && !/hold|strategic|exit|road mode|mech:/.test(offer));
    const part = goes.length ? goes[0].offer.split(' ')[0] : '';
    const here = goes.filter(({ offer }) => offer.startsWith(part));
    if (here.length > 1) { return [value, part, here[0].offer, here[0].space, here[1].offer]; }
  }
}"""


def ask(reader: Any, key: str, offer: str, *, keys: bool) -> None:
    """By its key, on the board, or by its button."""
    if keys:
        reader.page.locator(".board svg.pm").focus()
        reader.press(key)
    else:
        reader.page.locator(f'#offers [data-offer="{offer}"]').click()


def to_the_space(reader: Any, place: str, *, keys: bool) -> None:
    if keys:
        reader.page.locator(".board svg.pm").focus()
        reader.press("/")
        reader.page.keyboard.insert_text(place)
        reader.press("Enter", "Enter")
        return
    if not reader.page.evaluate(SPACE, place):
        reader.page.get_by_role("button", name="whole map").click()
    reader.page.mouse.click(*reader.page.evaluate(SPACE, place))


@pytest.mark.parametrize("moment", WAITING, ids=by_system)
def test_a_line_waits_for_something_and_says_what_else(at: Any, moment: Moment) -> None:
    """By keys and by mouse; each word is a step that is taken back."""
    reader = at(moment.page())
    keys, start = WAITING.index(moment) % 2 == 1, reader.sheet
    unit, part, first, space, second = reader.page.evaluate(TWO_MOVES)
    reader.choose(unit, first)
    ordered = reader.sheet
    ask(reader, "i", f"? {part} if", keys=keys)
    reader.page.locator("#offers .phrase", has_text=" cleared").press("Enter")
    to_the_space(reader, space, keys=keys)
    assert f"if: {space} cleared" in reader.sheet
    assert f"added: if: {space} cleared" in reader.said
    reader.page.locator(f'#offers [data-offer="{first}"][aria-pressed=true]').wait_for()
    waits = reader.sheet
    ask(reader, "e", f"? {part} else", keys=keys)
    reader.page.locator(f'#offers [data-offer="{second}"]').press("Enter")
    assert "else: {" in reader.sheet
    assert wrong(moment, reader.sheet) == []
    for before in (waits, ordered, start):
        reader.page.locator("#undo").click()
        assert reader.sheet == before


def test_conditions_are_taken_back_with_what_is_else(at: Any) -> None:
    """A counter of the enemy fills the gap; Escape leaves it open; without a condition there is no else."""
    moment = WAITING[0]
    reader = at(moment.page())
    reader.choose("1 Foot", "march 0502 1 Foot: to 0502")
    reader.page.locator('#offers [data-offer="? march unless"]').click()
    reader.page.locator("#offers .phrase", has_text="UNIT alive").click()
    reader.press("Escape")
    assert reader.said == "nothing is said"
    assert "- 1 Foot: to 0502" in reader.orders
    reader.page.locator('#offers [data-offer="? march unless"]').click()
    reader.page.locator("#offers .phrase", has_text="UNIT alive").click()
    reader.click_unit("4 Foot")
    assert "- {1 Foot: to 0502, unless: 4 Foot alive}" in reader.orders
    reader.page.locator('#offers [data-offer="? march else"]').click()
    reader.page.locator("#offers button", has_text="hold").first.click()
    assert "- {1 Foot: to 0502, unless: 4 Foot alive, else: {1 Foot: hold}}" in reader.orders
    assert wrong(moment, reader.sheet) == []
    reader.page.locator('#offers [data-offer^="? march unless: "]').click()
    assert "- 1 Foot: to 0502" in reader.orders
    reader.page.locator("#tab-orders").click()
    reader.page.get_by_role("button", name="if-impossible: ask").click()
    assert reader.orders[-1] == "if-impossible: ask"
    assert wrong(moment, reader.sheet) == []


def test_one_attack_is_on_several_hexes(at: Any) -> None:
    """Whoever stands beside all of them joins it, and its odds are those of all; a press leaves one out again."""
    moment = Moment("ardennes-offensive", "1", "german", 9)
    table = moment.now.position.table
    near, foes = the_map().neighbours, {unit.hex for unit in table.units.values() if unit.side == "allied" and unit.hex}
    taken = {unit.hex for unit in table.units.values()}
    one, two, *beside = next(
        (foe, other, *both)
        for foe in sorted(foes & the_map().live)
        for other in sorted({*near[foe]} & foes & the_map().live)
        if len(both := sorted({*near[foe]} & {*near[other]} & the_map().live - taken)) > 1
    )
    for name, hex in zip(("2/2Pz", "3/2Pz"), beside, strict=False):
        table.units[name] = replace(table.units[name], hex=hex, road=False)
    reader = at(moment.page("game: kh7f\nexchange: 9\nside: german\n"))
    reader.choose("2/2Pz", f"combat {one} {{attack: {one}, with: [UNIT]}}")
    reader.page.locator(f'#offers [data-offer="& {two}"]').click()
    assert reader.orders == ["combat:", f"- {{attack: [{one}, {two}], with: [2/2Pz]}}"]
    reader.page.select_option("#unit", "3/2Pz")
    reader.page.locator("#offers .attack", has_text=f"attack {one}, {two}").press("Enter")
    reader.page.locator("#tab-orders").click()
    least = reader.page.locator('#composed [data-say^="combat 0  min "]').last
    odds = str(least.get_attribute("data-say")).rpartition(" ")[2]
    least.click()
    assert reader.orders == ["combat:", f"- {{attack: [{one}, {two}], with: [2/2Pz, 3/2Pz], min: {odds}}}"]
    sheet, problems = moment.read(reader.sheet, moment.now, "german", 9)
    assert sheet is not None
    assert problems == []
    (line,) = sheet.parts["combat"].lines
    assert cannot_attack(as_orders_begin(table), "german", line) is None
    assert strengths_of(as_orders_begin(table), line).odds == odds
    reader.page.locator(f'#offers [data-offer="& {one}"]').press("Enter")
    assert f"attack: {two}, with: [2/2Pz, 3/2Pz]" in reader.sheet
    reader.page.locator("#undo").click()
    reader.page.locator("#undo").click()
    assert reader.orders == ["combat:", f"- {{attack: [{one}, {two}], with: [2/2Pz, 3/2Pz]}}"]


def test_a_move_keeps_to_the_road(at: Any) -> None:
    """Offered where roads alone lead there, for as many points as it takes; led on from there it stays so."""
    reader, compared = at(GERMAN.page()), 0
    germans = (one for _, one in sorted(GERMAN.view.table.units.items()) if one.side == "german")
    for unit in [one.id for one in germans if one.hex and not one.road][:20:5]:
        reader.choose(unit)
        offers = reader.page.locator('#offers [data-offer^="movement"]')
        for number in range(1, offers.count(), 3):
            offers.nth(number).click()
            road = reader.page.locator('#offers [data-offer="~ movement"]')
            if road.count():
                points = road.inner_text().split()[2]
                road.press("Enter")
                (line,) = (line[2:] for line in reader.orders if line.startswith(f"- {unit}: "))
                assert line.endswith(" by road")
                assert march_by(GERMAN, line).total == int(points)
                assert wrong(GERMAN, reader.sheet) == []
                compared += 1
        while reader.page.locator("#undo").is_enabled():
            reader.page.locator("#undo").click()
    assert compared > 3


@pytest.mark.parametrize("moment", [WAITING[0], WAITING[2], BATTLES], ids=by_system)
def test_a_way_is_given_hex_by_hex(at: Any, moment: Moment) -> None:
    """By mouse in one game and by keys in others; only to a hex that touches; Backspace takes one back."""
    reader = at(moment.page())
    keys, start = moment is not WAITING[0], reader.sheet
    unit, part, goal, path = way_in(moment, spots := spots_of(reader))
    reader.choose(unit)
    reader.page.locator(".board svg.pm").focus()
    reader.press("v")
    for space in path:
        to_the_space(reader, space, keys=keys)
    assert f"- {unit}: {' '.join(path)}" in reader.orders
    assert wrong(moment, reader.sheet) == []
    to_the_space(reader, next(one for one in spots if one != goal and not touching(spots, goal, one)), keys=True)
    assert "is not next to" in reader.said
    reader.press("Backspace")
    if len(path) > 1:
        assert f"- {unit}: {' '.join(path[:-1])}" in reader.orders
        reader.press(*["Backspace"] * (len(path) - 1))
    reader.press("Escape")
    assert [line for line in reader.orders if line.startswith(f"- {unit}")] == []
    assert part in reader.sheet
    assert reader.sheet.replace("\n", "") == start.replace("\n", "")


Spots: TypeAlias = dict[str, tuple[float, float]]


def spots_of(reader: Any) -> Spots:
    found = reader.page.evaluate("[...document.querySelector('.board figure.map').chart.spaces.values()]")
    return {one["id"]: (one["x"], one["y"]) for one in found}


def way_in(moment: Moment, spots: Spots) -> tuple[str, str, str, list[str]]:
    """A unit of the moment, and a way of two hexes that it can go; its goal."""
    words = moment.terms.spec.wording
    assert words is not None
    picture = moment.bulletin.picture
    assert picture is not None
    home = {one.id: one.space for one in picture.counters}
    part = words.walks[0]
    goals: dict[str, list[str]] = defaultdict(list)
    for choice in moment.offered():
        if choice.part == part and choice.line == f"{choice.unit}: to {choice.space}" and choice.unit in home:
            goals[choice.unit].append(choice.space)
    for unit, reached in sorted(goals.items()):
        for first in (hex for hex in reached if touching(spots, home[unit], hex)):
            for second in (hex for hex in reached if touching(spots, first, hex) and hex != home[unit]):
                line = f"{part}:\n  - {unit}: {first} {second}\n"
                if not wrong(moment, line):
                    return unit, part, second, [first, second]
    raise AssertionError("no way of two hexes")


def touching(spots: Spots, one: str, other: str) -> bool:
    def far(to: str) -> float:
        return (spots[one][0] - spots[to][0]) ** 2 + (spots[one][1] - spots[to][1]) ** 2

    return one != other and far(other) < 1.5 * min(far(to) for to in spots if to != one)


def test_a_regiment_of_an_impulse_goes_hex_by_hex(at: Any) -> None:
    """Within the order of the open card; a plan waits for more than one thing."""
    reader = at(CARDS.page())
    reader.page.locator('#cards [data-card="56"]').click()
    reader.page.locator('#uses button[data-use="play: 56 as activate I SS"]').click()
    reader.choose("Peiper")
    reader.page.locator('#offers [data-offer="> impulses"]').click()
    picture = CARDS.bulletin.picture
    assert picture is not None
    spots = spots_of(reader)
    home = next(one.space for one in picture.counters if one.id == "Peiper")
    goals = [one.space for one in CARDS.offered() if one.unit == "Peiper" and one.into == "move[]"]
    step = next(goal for goal in goals if touching(spots, home, goal))
    to_the_space(reader, step, keys=True)
    assert f"- Peiper: {step}" in reader.orders
    assert wrong(CARDS, reader.sheet) == []
    reader.press("Backspace")
    assert f"- Peiper: {step}" not in reader.orders
