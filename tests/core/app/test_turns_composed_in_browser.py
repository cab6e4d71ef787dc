"""Whole player-turns composed in the browser, by mouse alone and by keys alone: `pbem check` accepts the sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from composing import Composer
from moments import Moment
from staged import Stage, asked, page_of, pbem, refused

from pbem.app.seats import known_to_player
from pbem.craft.sayings import many
from pbem.model.chooser import Whims
from pbem.model.picture import Counter
from pbem.office.game import Game
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.choices import Front, ends
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.queries import destinations
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import plan
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s09_combat import attack_strength, odds_between, total
from pbem_rules.ardennes_offensive.sheets import MoveLine

When = Callable[[Game, str], bool]


def when(*parts: str, turn: int = 0, side: str = "", stage: str = "") -> When:
    """A seat is asked for one of these parts."""

    def reached(game: Game, seat: str) -> bool:
        view = asked(game, *parts)
        if view is None or seat not in (side or seat):
            return False
        return getattr(view.table, "turn", turn) >= turn and stage in getattr(view.table, "stage", stage)

    return reached


TURNS: dict[str, tuple[str, tuple[tuple[When, bool, set[str]], ...]]] = {
    "ford": (
        "crossing",
        ((when("plot", side="red"), True, {"plot"}), (when("march", turn=1), False, {"march", "discard"})),
    ),
    "bulge": (
        "variable",
        (
            (when("air"), False, {"air", "before", "movement", "after"}),
            (when("resupply", "before", side="allied"), True, {"air", "before", "movement"}),
        ),
    ),
    "wwii-commander": (
        "full",
        (
            (when("turns", stage="surprise"), True, {"turns"}),
            (when("turns", stage="turn"), False, {"turns", "ahead"}),
            (when("day", side="allied"), True, {"day"}),
        ),
    ),
    "ardennes-offensive": (
        "1",
        (
            (when("reinforcements", "combat"), False, {"combat", "mechanized"}),
            (when("reinforcements", turn=4), True, {"movement", "mechanized"}),
        ),
    ),
}
"""By game its scenario, and when sheets are composed: by keys or by mouse, with the parts that must get orders."""

LATER = (
    (Moment("bulge", "historical", "allied", 34, seed=40), {"movement", "after"}),
    (Moment("wwii-commander", "full", "german", 112), {"turns", "ahead"}),
    (Moment("ardennes-offensive", "1", "allied", 30), {"movement", "mechanized"}),
)


@pytest.mark.parametrize("system", TURNS)
def test_turns_are_composed_and_accepted_by_check(at: Any, system: str, tmp_path: Path) -> None:
    scenario, stages = TURNS[system]
    stage = Stage.founded(tmp_path / "game", system, scenario)
    for number, (reached, keys, parts) in enumerate(stages):
        game = stage.theatre.seats[stage.play_until(reached)]
        composer = composed(at, page_of(game), lambda text: refused(game, text), keys, number)  # noqa: B023
        assert set(composer.kept) >= parts
        assert len(composer.undone) <= sum(composer.kept.values()) / 10, composer.undone
        checked = pbem(stage, game, "check", composer.reader.sheet)
        assert checked.returncode == 0, checked.stdout
        assert "ok  " in checked.stdout


@pytest.mark.parametrize(("moment", "parts"), LATER, ids=[f"{one.system} {one.exchange}" for one, _ in LATER])
def test_turns_late_in_a_game_are_composed(at: Any, moment: Moment, parts: set[str]) -> None:
    composer = composed(at, moment.page(), lambda text: wrong(moment, text), moment.exchange % 2 == 0, 9, 2)
    assert set(composer.kept) >= parts
    assert len(composer.undone) <= sum(composer.kept.values()) / 10, composer.undone


LATE = (
    ("ardennes-offensive", "1", 30),
    ("bulge", "variable", 18),
    ("wwii-commander", "full", 40),
    ("battles-for-the-ardennes", "celles", 8),
    ("enemy-action-ardennes", "assault", 10),
)


@pytest.mark.slow
@pytest.mark.parametrize(("system", "scenario", "exchange"), LATE, ids=[one[0] for one in LATE])
def test_a_turn_late_in_a_game_is_accepted_by_the_program(
    at: Any, tmp_path: Path, system: str, scenario: str, exchange: int
) -> None:
    """In a folder that bots have brought so far, by `pbem check` itself."""
    stage = Stage.founded(tmp_path / "game", system, scenario)
    game = stage.theatre.seats[
        stage.play_until(lambda game, _: game.course.open_number >= exchange and is_ordering(game))
    ]
    composer = composed(at, page_of(game), lambda text: refused(game, text), False, 10, 2)
    checked = pbem(stage, game, "check", composer.reader.sheet)
    assert checked.returncode == 0, checked.stdout
    assert "ok  " in checked.stdout


def is_ordering(game: Game) -> bool:
    """Its units are asked for, not answers to questions alone."""
    return any(one.kind == "part" and one.topic != "day" for one in known_to_player(game).due)


def composed(at: Any, page: str, judge: Callable[[str], list[str]], keys: bool, number: int, most: int = 1) -> Composer:
    composer = Composer(at(page), judge, Whims("composed", number), keys)
    composer.compose(most)
    assert composer.on_the_map
    assert judge(composer.reader.sheet) == []
    return composer


def wrong(moment: Moment, sheet: str) -> list[str]:
    return [line for line in moment.problems(sheet) if any(f" {kind}: " in line for kind in ("illegal", "invalid"))]


def test_interdiction_is_composed_in_the_order_in_which_it_is_wanted(at: Any) -> None:
    """The mission that flies it, and its hexes by mouse and by keys; the first of them is taken back."""
    moment = Moment("bulge", "variable", "german", 2)
    reader = at(moment.page())
    reader.page.select_option("#unit", "air")
    reader.page.locator('#offers [data-offer$=" interdict"]').click()
    reader.page.select_option("#unit", "interdiction")
    hexes = Whims("roads", 1).some([choice.space for choice in moment.offered() if choice.unit == "interdiction"], 4)
    for hex in hexes[:2]:
        reader.page.locator(f'#offers [data-offer="interdict {hex} {hex}"]').click()
    for hex in (*hexes[2:], hexes[0]):
        reader.page.locator(".board svg.pm").focus()
        reader.press("/")
        reader.page.keyboard.insert_text(hex)
        reader.press("Enter", "Enter")
    assert "missions: [interdict]" in reader.orders
    assert [line for line in reader.orders if re.fullmatch(r"- \d{4}", line)] == [f"- {hex}" for hex in hexes[1:]]
    assert wrong(moment, reader.sheet) == []


ALLIED, GERMAN = Moment("ardennes-offensive", "1", "allied", 8), Moment("ardennes-offensive", "1", "german", 9)
SECOND_MOVES = (
    (GERMAN, ("2/2Pz", "1 a", "26/12SS", "3/2Pz", "902/Lehr", "1SS a"), 300),
    (Moment("ardennes-offensive", "1", "allied", 30), ("32 Gds", "5 Gds"), 30),
)


@pytest.mark.parametrize(("moment", "units", "least"), SECOND_MOVES, ids=["german", "beyond the Meuse"])
def test_second_moves_are_those_of_the_rules(at: Any, moment: Moment, units: tuple[str, ...], least: int) -> None:
    """From where the first move leads, with every other unit where it is: the same hexes, words and points."""
    if moment.side == "allied":
        settle_beyond_the_meuse(moment, units)
    reader = at(moment.page())
    compared = 0
    for unit in units:
        reader.page.select_option("#unit", unit)
        goals = [line for line in reader.page.evaluate(FIRST) if not line.endswith(("hold", "mode"))]
        for line in Whims("goals", unit).some(goals, 3):
            reader.page.locator(f'#offers [data-offer^="movement"][data-offer$="{line}"]').click()
            found = reader.page.evaluate(SECOND)
            found.pop(f"{unit}: hold")
            assert found == by_the_rules(moment, unit, line), line
            compared += len(found)
        reader.page.locator("#remove").click()
    assert compared > least


def settle_beyond_the_meuse(moment: Moment, units: tuple[str, ...]) -> None:
    """British units stand on the bank that they may not leave."""
    table, here = moment.now.position.table, the_map()
    taken = {unit.hex for unit in table.units.values()}
    ends = {hex for name in here.meuse for hex in name.split("-")}
    free = sorted(here.far_bank & ends - taken - here.edge)
    for name, hex in zip(units, free[:: len(free) // len(units)], strict=False):
        table.units[name] = replace(table.units[name], hex=hex, entry="", road=False)


def test_first_moves_and_attacks_are_those_of_the_rules(at: Any) -> None:
    """From where each unit stands, with no order given to anybody: the same spaces, lines and notes."""
    compared = 0
    for moment, count in ((ALLIED, 4), (GERMAN, 6)):
        reader, offered = at(moment.page()), moment.offered()
        home = {counter.id: counter.space for counter in shown(moment)}
        units = [choice.unit for choice in offered if choice.line.endswith("hold") and not choice.at]
        for unit in (*Whims("first", moment.side).some(units, count), *weakened(moment)):
            reader.page.select_option("#unit", unit)
            own = [choice for choice in offered if choice.unit == unit and choice.at in ("", home[unit])]
            wanted = {f"{choice.part} {choice.space} {choice.line}": choice.note for choice in own}
            assert reader.page.evaluate(OFFERED) == wanted
            compared += len(wanted)
    assert compared > 600


def shown(moment: Moment) -> tuple[Counter, ...]:
    picture = moment.bulletin.picture
    assert picture is not None
    return picture.counters


def weakened(moment: Moment) -> list[str]:
    """One whose strength is halved, and rounded up before the West Wall counts."""
    return ["326 VG"] if moment.side == "german" else []


@pytest.mark.parametrize("moment", [ALLIED, GERMAN], ids=["at the edge", "from the east"])
def test_moves_of_arrivals_are_those_of_the_rules(at: Any, moment: Moment) -> None:
    reader, offered = at(moment.page()), moment.offered()
    arrivals = [choice for choice in offered if choice.part == "reinforcements"]
    compared = 0
    for choice in Whims("arrivals", moment.side).some(arrivals, 4):
        reader.choose(choice.unit, f"reinforcements {choice.space} {choice.line}")
        moves = [one for one in offered if (one.unit, one.at) == (choice.unit, choice.space)]
        wanted = {f"movement {one.space} {one.line}": one.note for one in moves if one.part == "movement"}
        found = reader.page.evaluate(OFFERED)
        assert {offer: note for offer, note in found.items() if offer in wanted} == wanted
        rest = [offer for offer in found if offer.startswith("movement") and offer not in wanted]
        assert rest in ([], [f"movement {choice.space} {choice.unit}: hold"])
        reader.page.locator("#undo").click()
        compared += len(wanted)
    assert compared > 20


def test_who_waits_behind_a_column_comes_on_when_it_has_moved_off(at: Any) -> None:
    """British wait at the edge; each that comes by a hex loses two road hexes for each before it."""
    moment = Moment("ardennes-offensive", "1", "allied", 14)
    reader = at(moment.page())
    first = '#offers [data-offer^="movement"]'
    reader.choose("130 Br")
    assert reader.page.locator(first).count() == 0
    reader.choose("325 G", "movement 0939 325 G: to 0939")
    reader.choose("5 Gds", "reinforcements 0541 5 Gds: at 0542, enter 0541")
    alone = reader.page.locator(first).count()
    reader.choose("130 Br", "movement 0238 130 Br: to 0238")
    reader.choose("5 Gds")
    assert 0 < reader.page.locator(first).count() < alone
    reader.page.locator(first).first.click()
    moved = [line[2:].partition(":")[0] for line in reader.orders if line.startswith("- ") and ": to" in line]
    assert moved == ["325 G", "130 Br", "5 Gds"]
    assert wrong(moment, reader.sheet) == []


def test_second_moves_lead_through_hexes_that_are_attacked(at: Any) -> None:
    """By one attack or by several, with conditions: once the hexes are empty the rules let the unit go there, and not
    while they are held."""
    foes = sorted({unit.hex for unit in GERMAN.view.table.units.values() if unit.side == "allied" and unit.hex})
    attacks = "".join(f"  - {{attack: {hex}, with: [326 VG]}}\n" for hex in foes)
    reader = at(GERMAN.page(f"game: kh7f\nexchange: 9\nside: german\ncombat:\n{attacks}"))
    compared, several = 0, 0
    for unit in ("1/1SS", "25/12SS", "2/2Pz"):
        reader.page.select_option("#unit", unit)
        through = {line: note for line, note in reader.page.evaluate(SECOND).items() if "cleared" in line}
        for line in Whims("through", unit).some([*through], 7):
            goal, *hexes = re.findall(r"\b(\d{4})(?=,| cleared)", line)
            assert points_to(GERMAN, unit, goal, hexes) <= int(through[line].split()[0]), line
            assert points_to(GERMAN, unit, goal, []) == FAR, line
            compared, several = compared + 1, several + (len(hexes) > 1)
    assert compared > 15
    assert several > 2


def test_second_moves_in_road_mode_lead_through_attacked_hexes(at: Any) -> None:
    """Along the road, unless a friend has advanced into the place."""
    moment = Moment("ardennes-offensive", "1", "german", 9)
    units = moment.now.position.table.units
    units["3/2Pz"] = replace(units["3/2Pz"], hex="2014", road=True)
    units["2/2Pz"] = replace(units["2/2Pz"], hex="2214", road=False)
    reader = at(moment.page("game: kh7f\nexchange: 9\nside: german\ncombat:\n  - {attack: 2114, with: [2/2Pz]}\n"))
    line = "{3/2Pz: to 2113, if: 2114 cleared, unless: 2114 held by german}"
    reader.choose("3/2Pz", f"mechanized 2113 {line}")
    assert reader.orders[-2:] == ["mechanized:", f"- {line}"]
    assert points_to(moment, "3/2Pz", "2113", []) == FAR
    assert points_to(moment, "3/2Pz", "2113", ["2114"]) == 1
    reader.page.locator("#offers button", has_text="to 2113, leave road mode").click()
    assert moment.read(reader.sheet, moment.now, "german", 9)[1] == []
    assert 'to 2113, leave road mode", if: 2114 cleared' in reader.orders[-1]


FAR = 99


def points_to(moment: Moment, unit: str, goal: str, hexes: list[str]) -> int:
    empty = emptied(moment, hexes)
    found = [end.points for end in ends(Front(empty, lay_of(empty), {}), empty.units[unit]) if end.hex == goal]
    return min(found, default=FAR)


def test_moves_that_are_led_on_are_those_of_the_rules(at: Any) -> None:
    """From where a line ends, twice over, by hexes and by changes of mode: each is carried out for as many points, and
    leads wherever the unit can go on to in the mode in which it is."""
    reader, compared, words = at(GERMAN.page()), 0, ""
    for unit in ("2/2Pz", "1 a", "26 VG", "3/2Pz", "1/1SS", "902/Lehr"):
        for chosen in ("road mode", "to"):
            reader.page.select_option("#unit", unit)
            for step in (1, 2):
                ways = [line for line in reader.page.evaluate(FIRST) if chosen in line]
                if not ways:
                    continue
                (line,) = Whims("led", f"{unit} {chosen} {step}").some(ways, 1)
                reader.page.locator(f'#offers [data-offer^="movement"][data-offer$="{line}"]').click()
                on = reader.page.locator('[data-offer="> movement"][aria-pressed=false]')
                if on.count():
                    on.click()
                found = reader.page.evaluate(LED)
                assert found == {way: march_by(GERMAN, way).total for way in found}
                assert {way.split()[-1] for way in goals(found)} >= {*destinations(march_by(GERMAN, line))}
                compared, words = compared + len(found), " ".join((words, *found))
            while reader.page.locator("#undo").is_enabled():
                reader.page.locator("#undo").click()
    assert compared > 60
    assert all(word in words for word in (" via ", "enter road mode", "leave road mode"))


def test_a_move_is_led_by_keys_over_hexes_that_are_chosen(at: Any) -> None:
    reader = at(GERMAN.page())
    reader.choose("2/2Pz", "movement 2211 2/2Pz: to 2211")
    reader.page.locator(".board svg.pm").focus()
    reader.press("v", "ArrowUp", "Enter")
    assert reader.said.startswith("2/2Pz: to")
    (line,) = (line for line in reader.orders if "via" in line)
    assert line == "- 2/2Pz: to 2111 via 2211"
    reader.press("v")
    assert reader.said == "2/2Pz: another way"
    assert wrong(GERMAN, reader.sheet) == []


def test_who_has_moved_in_road_mode_attacks_with_half_his_strength(at: Any) -> None:
    """6.6K And asks for odds that he has then, no better ones."""
    reader = at(GERMAN.page())
    reader.choose("20/9SS", "reinforcements 2201 20/9SS: at 2201", "movement 1512 20/9SS: to 1512")
    attack = reader.page.locator("#offers .attack").first
    ours, theirs = re.findall(r"\d+", str(attack.get_attribute("title")))[:2]
    table = GERMAN.now.position.table
    there = replace(table.units["20/9SS"], hex="1512", entry="", road=True)
    assert int(ours) == total(attack_strength(table, [there])) < there.strength
    attack.click()
    assert wrong(GERMAN, reader.sheet) == []
    least = reader.page.locator('[data-offer="+ combat min"]')
    best = least.evaluate("(list) => list.options[list.options.length - 1].value")
    assert best == odds_between(int(ours), int(theirs))
    least.select_option(best)
    assert wrong(GERMAN, reader.sheet) == []


def march_by(moment: Moment, line: str) -> March:
    unit, _, way = line.partition(": ")
    table = as_orders_begin(moment.now.position.table)
    found = plan(table, moment.side, MoveLine(unit=unit, way=way), lay_of(table))
    assert isinstance(found, March), (line, found)
    return found


def goals(lines: Iterable[str]) -> list[str]:
    """The last clause of each, as `to HEX`."""
    return [found[1] for line in lines if (found := re.search(r"(to \d{4})(?: via [\d ]+)?$", line))]


def emptied(moment: Moment, hexes: list[str]) -> Any:
    """The table as orders begin, without those who stand in some hexes."""
    ahead = as_orders_begin(moment.now.position.table)
    ahead.units.update({name: replace(unit, hex="") for name, unit in ahead.units.items() if unit.hex in hexes})
    return ahead


OFFERED = """() => Object.fromEntries([...document.querySelectorAll('#offers [data-space]')]
  .map((one) => [one.dataset.offer, one.title]))"""
FIRST = """[...document.querySelectorAll('#offers [data-offer^="movement"]')].map((one) => (
  one.dataset.offer.split(' ').slice(2).join(' ')))"""
LED = """() => Object.fromEntries([...document.querySelectorAll('#offers [data-offer^="movement"]')].map((one) => (
  [one.dataset.offer.split(' ').slice(2).join(' '), parseInt(one.title, 10)])))"""
SECOND = """() => Object.fromEntries([...document.querySelectorAll('#offers [data-offer^="mechanized"]')].map((one) => (
  [one.dataset.offer.split(' ').slice(2).join(' '), one.title])))"""


def by_the_rules(moment: Moment, name: str, line: str) -> dict[str, str]:
    ahead = as_orders_begin(moment.now.position.table)
    unit = ahead.units[name]
    road = "enter" in line or (unit.road and "leave" not in line)
    ahead.units[name] = there = replace(unit, hex=re.findall(r"to (\d+)", line)[0], road=road, entry="")
    found = ends(Front(ahead, lay_of(ahead), {}), there)
    return {f"{name}: {end.way}": many(end.points, "point") + ", road mode" * end.road for end in found}
