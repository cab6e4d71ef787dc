"""Secrets and whole player-turns of Battles for the Ardennes, composed in the browser and accepted by `pbem check`."""

from __future__ import annotations

from typing import Any

from moments import Moment
from test_hand_in_browser import say
from test_sheets_in_browser import wrong

PLOTS = (("greif", "yes"), ("16.46", "yes"), ("dumps", "yes"))
FIRES = (("intensive", "yes"), ("saturation", "yes"))
EARLY = Moment("battles-for-the-ardennes", "st-vith", "german", 2, options=FIRES)
MIDDLE = Moment("battles-for-the-ardennes", "st-vith", "allied", 9, options=FIRES)
LATE = Moment("battles-for-the-ardennes", "st-vith", "german", 20, options=FIRES)
TARGETS = ("B0914", "B0310", "B0418", "B0507", "B0518", "B0608", "B0616", "B0706", "B0710", "B0720")


def give(reader: Any, unit: str, *lines: str) -> None:
    """Choose a unit, and press the buttons of what it may do, by part, space and line."""
    reader.choose(unit, *lines)


def test_targets_are_plotted_on_the_map(at: Any) -> None:
    """Ten road hexes, three of them primary; a press takes one back."""
    moment = Moment("battles-for-the-ardennes", "st-vith", "german", 2, options=PLOTS)
    reader = at(moment.page())
    for hex in (*TARGETS[:9], "B0803", "B0803", TARGETS[9]):
        give(reader, "Greif targets", f"secret {hex} {hex}")
    assert f"greif: [{', '.join(TARGETS)}]" in reader.orders
    assert "3 of the ten are wanted" in "".join(wrong(moment, reader.sheet))
    reader.page.select_option("#unit", "primary targets")
    for hex in TARGETS[:3]:
        reader.press("/")
        reader.page.keyboard.type(hex)
        reader.press("Enter", "Enter")
    assert reader.orders == ["secret:", f"greif: [{', '.join(TARGETS)}]", f"primary: [{', '.join(TARGETS[:3])}]"]
    assert wrong(moment, reader.sheet) == []


def test_dumps_are_placed_on_the_map(at: Any) -> None:
    moment = Moment("battles-for-the-ardennes", "st-vith", "allied", 2, options=PLOTS)
    reader = at(moment.page())
    give(reader, "30 petrol points", "secret B1211 B1211: 30", "secret B1413 B1413: 30")
    give(reader, "5 petrol points", "secret B1110 B1110: 5")
    assert reader.orders == ["secret:", "dumps: {B1211: 30, B1413: 30, B1110: 5}"]
    assert wrong(moment, reader.sheet) == []


def test_a_plan_is_chosen_by_a_press(at: Any) -> None:
    moment = Moment("battles-for-the-ardennes", "1944-campaign", "german", 2)
    reader = at(moment.page())
    reader.page.locator("#tab-orders").click()
    reader.page.locator("#lines button", has_text="plan: ").first.click()
    assert reader.orders[0] == "secret:"
    other = reader.page.locator("#composed .detail button").last
    name = other.get_attribute("data-say").removeprefix("secret 0  plan ")
    assert f"plan: {name}" not in reader.orders
    other.click()
    assert reader.orders == ["secret:", f"plan: {name}"]
    assert wrong(moment, reader.sheet) == []


def test_an_early_turn_fires_and_attacks(at: Any) -> None:
    """16 December AM: nobody moves; a bridge, guns, two attacks with all that they can say."""
    reader = at(EARLY.page())
    reader.page.locator("#tab-orders").click()
    give(reader, "1SS-PIO", "building B1024 1SS-PIO: bridge B1024-B1124")
    give(reader, "388VAK", f"artillery {EARLY.view.table.units['388VAK'].hex} 388VAK: to movement mode")
    give(reader, "12-27", "combat B1321 {attack: B1321, with: [UNIT]}")
    give(reader, "12-48", "combat B1321 {attack: B1321, with: [UNIT]}")
    say(reader, "combat 0  barrage", "12-ART saturate normal")
    say(reader, "combat 0  intensive", "12-27: 2")
    say(reader, "combat 0  losses", "12-27")
    say(reader, "combat 0  losses", "12-48")
    say(reader, "combat 0  then", "advance 12-48")
    give(reader, "62-183", "combat B0419 {attack: B0419, with: [UNIT]}")
    say(reader, "combat 1  min", "1-2")
    assert [line for line in reader.orders if not line.startswith("#")][-2:] == [
        "- {attack: B1321, with: [12-27, 12-48], barrage: [12-ART saturate normal], intensive: {12-27: 2},"
        " losses: [12-27, 12-48], then: advance 12-48}",
        "- {attack: B0419, with: [62-183], min: 1-2}",
    ]
    assert wrong(EARLY, reader.sheet) == []


def test_a_middle_turn_marches_builds_and_comes_on(at: Any) -> None:
    """By keys: the unit by Tab, the space by its number, Enter."""
    reader = at(MIDDLE.page())
    give(reader, "291ENG", "bridges B1413 291ENG: blow B1413-B1514")
    give(reader, "254ENG", "building B1319 254ENG: improved position")
    give(reader, "7A-CCB", "reinforcements B1202 7A-CCB: enter B1202")
    give(reader, "1-26", "movement B1814 1-26: march, to B1814")
    reader.page.select_option("#unit", "99-394")
    reader.press("/")
    reader.page.keyboard.type("B1421")
    reader.press("Enter", "Enter")
    reader.press("/")
    reader.page.keyboard.type("B1422")
    reader.press("Enter", "Enter")
    assert [line for line in reader.orders if not line.startswith("#")] == [
        "bridges:",
        "- 291ENG: blow B1413-B1514",
        "building:",
        "- 254ENG: improved position",
        "artillery:",
        "reinforcements:",
        "- 7A-CCB: enter B1202",
        "movement:",
        "- 1-26: march, to B1814",
        "- 99-394: to B1421",
        "combat:",
        "- {attack: B1422, with: [99-394]}",
    ]
    assert wrong(MIDDLE, reader.sheet) == []


def test_a_late_turn_comes_on_and_attacks_with_all_arms(at: Any) -> None:
    reader = at(LATE.page())
    reader.page.locator("#tab-orders").click()
    give(reader, "9SS-ART", f"artillery {LATE.view.table.units['9SS-ART'].hex} 9SS-ART: to battery")
    on = next(choice for choice in LATE.offered() if choice.unit == "246-352")
    assert on.line.startswith("246-352: enter B2029, to ")  # the hex of entry is full
    give(reader, on.unit, f"{on.part} {on.space} {on.line}")
    give(reader, "1SS-PZ", "movement B1023 1SS-PZ: to B1023", "combat B1022 {attack: B1022, with: [UNIT]}")
    give(reader, "18-293", "combat B1022 {attack: B1022, with: [UNIT]}")
    say(reader, "combat 0  intensive", "1SS-PZ: 3")
    say(reader, "combat 0  then", "advance 1SS-PZ")
    guns = reader.page.locator('#composed [data-say^="combat 0  barrage"]')
    guns.first.click()
    assert guns.first.get_attribute("aria-pressed") == "true"
    assert "intensive: {1SS-PZ: 3}" in reader.sheet
    assert wrong(LATE, reader.sheet) == []
