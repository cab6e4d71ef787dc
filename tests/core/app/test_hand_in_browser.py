"""Whole impulses of a game of cards, composed in the browser from the hand, and accepted by `pbem check`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import until
from composing import SPACE, Composer
from moments import Moment
from test_sheets_in_browser import wrong

from pbem.model.chooser import Whims
from pbem_rules.enemy_action_ardennes.board import the_cards, the_map
from pbem_rules.enemy_action_ardennes.phrases import KAMPFGRUPPE
from pbem_rules.enemy_action_ardennes.s06_commands import Command, kampfgruppe

SURPRISE = Moment("enemy-action-ardennes", "assault", "german", 2)


def card(reader: Any, number: str) -> Any:
    return reader.page.locator(f'#cards [data-card="{number}"]')


def use(reader: Any, words: str) -> Any:
    return reader.page.locator(f'#uses button[data-use="{words}"]')


def say(reader: Any, where: str, words: str) -> None:
    """A detail of an order: `impulses 0 attacks 0 tactics`."""
    reader.page.locator(f'#composed [data-say="{where} {words}"]').click()


def offer(reader: Any, unit: str, words: str) -> None:
    reader.choose(unit)
    reader.page.locator("#offers button", has_text=words).first.click()


def test_surprise_impulses_a_plan_and_standing_orders_are_composed_by_mouse(at: Any) -> None:
    reader = at(SURPRISE.page())
    card(reader, "66").click()
    use(reader, "play: 66 as activate LXXXV").click()
    offer(reader, "352", "attack 2107")
    offer(reader, "13.5F", "attack 2107")
    say(reader, "impulses 0 attacks 0 tactics", "36 as Combat Engineers")
    say(reader, "impulses 0 attacks 0 draw", "maximum")
    say(reader, "impulses 0 attacks 0 losses", "13.5F first")
    say(reader, "impulses 0 attacks 0 then", "advance 352")
    card(reader, "41").click()
    use(reader, "play: 41 as activate 277").click()
    offer(reader, "277", "attack 0505")
    card(reader, "46").click()
    use(reader, "play: 46 as activate 2P").click()
    offer(reader, "2.2P", "attack 1708")
    offer(reader, "304.2P", "attack 1708")
    card(reader, "50").click()
    use(reader, "play: 50 as activate 116P").click()
    assert reader.said.startswith("planned")
    offer(reader, "60.116P", "attack 1307")
    say(reader, "ahead 0  if", "pile empty")
    say(reader, "ahead 0  else", "wait")
    for topic, words in (("hits", "stand in towns"), ("losses", "elite last")):
        topics = reader.page.locator("#lines .wishes").filter(has=reader.page.locator("b", has_text=topic))
        topics.locator("button", has_text=re.compile(f"^{words}$")).click()
    assert [line for line in reader.orders if not line.startswith("#")] == [
        "impulses:",
        "- play: 66 as activate LXXXV",
        "attacks:",
        "- attack: 2107",
        "with: [352, 13.5F]",
        "tactics: [36 as Combat Engineers]",
        "draw: maximum",
        "losses: 13.5F first",
        "then: advance 352",
        "- play: 41 as activate 277",
        "attacks:",
        "- attack: 0505",
        "with: [277]",
        "- play: 46 as activate 2P",
        "attacks:",
        "- attack: 1708",
        "with: [2.2P, 304.2P]",
        "react:",
        "ahead:",
        "- play: 50 as activate 116P",
        "attacks:",
        "- attack: 1307",
        "with: [60.116P]",
        "if: pile empty",
        "else: wait",
        "standing:",
        "hits: stand in towns",
        "losses: elite last",
    ]
    assert wrong(SURPRISE, reader.sheet) == []


MARCH = Moment("enemy-action-ardennes", "assault", "german", 4, seed=6)
CRISIS = Moment("enemy-action-ardennes", "crisis", "allied", 4)
BREAKOUT = Moment("enemy-action-ardennes", "crisis", "german", 3)


def press_to(reader: Any, key: str, said: str) -> None:
    """The key again and again, until the page or what has the focus says so."""
    for _ in range(40):
        held = reader.page.evaluate("document.activeElement.dataset.card || document.activeElement.dataset.use || ''")
        if said == held or said in reader.said:
            return
        reader.press(key)
    raise AssertionError(f"{key} does not come to {said}: {reader.said}")


def test_an_impulse_is_composed_by_keys_alone(at: Any) -> None:
    """From the hand to the map: a card, one of its uses, a unit, where it goes, whom it attacks from there."""
    reader = at(MARCH.page())
    reader.page.locator(".board svg.pm").focus()
    reader.press("h")
    press_to(reader, "ArrowRight", "56")
    reader.press("Enter")
    press_to(reader, "ArrowRight", "play: 56 as activate I SS")
    reader.press("Enter")
    assert reader.said.startswith("played: 56 6th Panzer Army")
    press_to(reader, "Tab", "German: Peiper")
    press_to(reader, "ArrowLeft", "Enter: to ")
    place = reader.said[:4]
    reader.press("Enter")
    assert f"Peiper: to {place}" in reader.said
    press_to(reader, "Shift+Tab", "German: 27.12VG")
    press_to(reader, "ArrowLeft", "Enter: attack")
    goal = reader.said[:4]
    reader.press("Enter")
    assert [line for line in reader.orders if not line.startswith("#")] == [
        "impulses:",
        "- play: 56 as activate I SS",
        "move:",
        f"- Peiper: to {place}",
        "attacks:",
        f"- attack: {goal}",
        "with: [27.12VG]",
        "react:",
    ]
    assert wrong(MARCH, reader.sheet) == []
    reader.press("Backspace")
    assert "attacks:" not in reader.orders
    reader.press("u")
    assert "attacks:" in reader.orders
    assert reader.page.locator(".board svg.pm").bounding_box()["height"] >= 560


def test_an_impulse_by_taps_in_the_dark(at: Any) -> None:
    """On a phone; the map comes into view when a condition asks for a hex of it."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    reader = at(MARCH.page(), **phone)
    card(reader, "56").tap()
    use(reader, "play: 56 as activate I SS").tap()
    reader.page.select_option("#unit", "Peiper")
    reader.page.locator("#offers button", has_text="to 0").first.tap()
    reader.page.locator("#tab-orders").tap()
    reader.page.locator('#composed [data-offer="? impulses unless"]').tap()
    reader.page.locator("#offers .phrase", has_text=" cleared").tap()
    until(reader.page, lambda: reader.page.locator(".board svg.pm").bounding_box()["y"] >= -60)  # it scrolls there
    place = re.findall(r"Peiper: to (\d+)", reader.sheet)[0]
    reader.page.touchscreen.tap(*reader.page.evaluate(SPACE, place))
    until(reader.page, lambda: f"unless: {place} cleared" in reader.sheet)
    assert wrong(MARCH, reader.sheet) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("moment", "kinds"),
    [
        (CRISIS, {"activate", "unit", "deploy", "replace", "position", "nothing"}),
        (BREAKOUT, {"activate", "unit", "Kampfgruppe", "repair", "nothing"}),
    ],
    ids=["allied", "german"],
)
def test_each_kind_of_use_is_played_and_accepted(at: Any, moment: Moment, kinds: set[str]) -> None:
    """With a unit chosen before it, or a first deed behind it, where it wants one."""
    reader = at(moment.page())
    played: set[str] = set()
    for number in moment.view.own.hand:
        card(reader, number).click()
        found = reader.page.locator("#uses button[data-use]:enabled")
        for line in found.evaluate_all("(all) => all.map((one) => one.dataset.use)"):
            if kind_of(line) not in played:
                played.add(kind_of(line))
                play_one(reader, line)
                assert wrong(moment, reader.sheet) == [], line
                reader.page.locator("#uses .out").click()
    assert played >= kinds


def kind_of(line: str) -> str:
    """`activate`, `unit`, `Kampfgruppe`: what a use plays its card as."""
    words = line.partition(" as ")[2].partition(",")[0].strip('"')
    return words.split(" ")[0] if words[:1].islower() else words


AIMED = ("Kampfgruppe", "Airpower", "von der Heydte")
FILLED = ("deploy", "replace", "Raise the Alarm", "Withdrawal")


def play_one(reader: Any, line: str) -> None:
    """The use, and what it wants: a unit before it, or something from the map behind it."""
    if "[UNIT]" in line:
        reader.page.locator("#after").click()
    use(reader, line).click()
    if kind_of(line) in FILLED:
        reader.page.locator("#after").click()
    if kind_of(line) in (*AIMED, *FILLED):
        offers = reader.page.locator("#offers button:not(.part)")
        assert offers.count(), line
        offers.first.click()


@pytest.mark.parametrize(("moment", "keys"), [(CRISIS, True), (BREAKOUT, False)], ids=["allied", "german"])
def test_reactions_and_the_morning_are_composed_and_accepted(at: Any, moment: Moment, keys: bool) -> None:
    """Window by window what a card answers with, and when; for the next day bridges, fuel and interdiction."""
    composer = Composer(at(moment.page()), lambda text: doubted(moment, text), Whims("morning", moment.side), keys)
    composer.compose(4, ("react", "day"))
    assert set(composer.kept) == {"react", "day"}
    assert composer.undone == []
    if moment is CRISIS:
        assert "when: " in composer.reader.sheet


def test_a_card_that_is_played_and_waits_too_is_told_of(at: Any) -> None:
    """On the page and by check; a card that only waits is not, nor are other subjects ticked."""
    reader = at(CRISIS.page())
    reader.choose("roadblocks with 11", "react 0110 0110")
    assert reader.page.locator(".doubt").count() == 0
    card(reader, "10").click()
    use(reader, "play: 10 as nothing").click()
    assert reader.page.locator(".doubt").count() == 0
    reader.choose("roadblocks with 10", "react 0110 0110")
    told = "10 7A / 30 is played and waits in react, too: it serves once"
    assert reader.page.locator(".doubt").all_inner_texts() == [told]
    assert reader.said.endswith(told)
    assert "roadblocks with 23 \u2713" not in reader.page.locator("#unit").inner_text()
    doubts = [line for line in CRISIS.problems(reader.sheet) if " doubtful: " in line]
    assert len(doubts) == 1
    assert doubts[0].endswith("10 7A / 30 is used here and waits in react, too: it serves once")


def doubted(moment: Moment, sheet: str) -> list[str]:
    """What is refused, and what waits in vain."""
    return [*wrong(moment, sheet), *(line for line in moment.problems(sheet) if " doubtful: EA " in line)]


def able_units(reader: Any) -> list[str]:
    """Who can be given something in the open order: no reaction, nothing of the morning."""
    every: list[str] = reader.page.evaluate(
        "[...document.querySelectorAll('#unit option:enabled')].map((it) => it.value)"
    )
    return [name for name in every if name in MARCH.view.table.units or name == KAMPFGRUPPE]


def led(table: Any, number: str, hex: str) -> set[str]:
    return {unit.id for unit in kampfgruppe(table, Command(KAMPFGRUPPE, number, "", hex))}


def test_a_kampfgruppe_is_offered_to_those_around_its_marker(at: Any) -> None:
    """Whoever the rules let join: near enough, of the card's army, not barred."""
    reader, table = at(MARCH.page()), MARCH.view.table
    armies = [no for no in MARCH.view.own.hand if the_cards()[no].kind == "army"]
    offered = [choice for choice in MARCH.offered() if choice.into in ("move[]", "attacks[]", "dig[]")]
    compared = 0
    for number in armies:
        card(reader, number).click()
        use(reader, f"play: {number} as {KAMPFGRUPPE}").click()
        assert able_units(reader) == [KAMPFGRUPPE]
        offers = reader.page.locator("#offers button:not(.part)")
        hexes = offers.evaluate_all("(all) => all.map((one) => one.dataset.space)")
        assert set(hexes) == {hex for hex in the_map().grid.all() if led(table, number, hex)}
        for hex in Whims("markers", number).some(hexes, 3):
            reader.page.select_option("#unit", KAMPFGRUPPE)
            reader.page.locator(f'#offers [data-space="{hex}"]').click()
            able = able_units(reader)
            assert {*able} - {KAMPFGRUPPE} == led(table, number, hex) & {choice.unit for choice in offered}
            compared += len(able)
        reader.page.locator("#uses .out").click()
    assert compared > 6


ALARM = Moment("enemy-action-ardennes", "assault", "allied", 9)


@pytest.mark.parametrize("moment", [MARCH, CRISIS, ALARM], ids=["german", "crisis", "alarm"])
def test_moves_that_the_page_offers_are_accepted(moment: Moment) -> None:
    """A sample of them, those around a corner among them, each by a use of a card of the hand that has room for it."""
    words = moment.terms.spec.wording
    assert words is not None
    hand = words.hand(moment.view)
    assert hand is not None
    uses = [one for card in hand.cards if card.held for one in card.uses if "move" in one.lists and not one.barred]
    moves = [choice for choice in moment.offered() if choice.into == "move[]"]
    cornered = [choice for choice in moves if choice.line.count(" ") > 2]
    judged = 0
    for choice in (*moves[:: max(1, len(moves) // 12)], *cornered[:4]):
        alarmed = "Raise the Alarm" in choice.note
        able = [one for one in uses if alarmed == ("Alarm" in one.line) and "[UNIT]" not in one.line]
        fits = [one for one in able if not one.units or choice.unit in one.units]
        if fits and "Kampfgruppe" not in fits[0].line and "Withdrawal" not in fits[0].line:
            judged += 1
            assert wrong(moment, f"impulses:\n  - {{{fits[0].line}, move: [{{{choice.line}}}]}}\n") == []
    assert judged > 2


def test_orders_and_what_is_offered_stand_under_headings_of_their_own(at: Any) -> None:
    """What was composed from the hand, and what the draft offers for the same part."""
    headings = at(SURPRISE.page()).page.locator("#panel-orders h3").all_text_contents()
    assert {"impulses: your orders", "impulses"} < {*headings}
    assert len(headings) == len({*headings})
