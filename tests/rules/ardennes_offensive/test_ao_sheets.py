"""Whole sheets as players write them: read, checked, echoed; standing orders; questions; words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from ao_field import go, hit, play, table_with

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Terms, advance, begin
from pbem.engine.check import check
from pbem.engine.papers import Papers
from pbem.engine.stands import Stand
from pbem.model.decision import Decision
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.sheet import Sheet
from pbem.play.faces import NumberedFaces
from pbem.ruleset import Setup
from pbem.sheets import read_sheet
from pbem_rules.ardennes_offensive import RULESET
from pbem_rules.ardennes_offensive.queries import moves, odds, supply
from pbem_rules.ardennes_offensive.s05_movement import cannot_move
from pbem_rules.ardennes_offensive.standing import TOPICS

Lay = Callable[..., None]

GERMAN = """\
game: kh7f
exchange: 2                     # GT1, German player-turn
side: german
reinforcements:
  - 1 a: at 1001                # assault guns, wait in road mode
combat:
  - attack: [0309, 0407]        # one attack, two hexes
    with: [326 VG]
  - {attack: 0706, with: [989/277, 990/277, 991/277]}
  - {attack: 0906, with: [12 VG]}
  - {attack: 1106, with: [9/3FJ]}
  - {attack: 1305, with: [294/18, 295/18]}
  - {attack: 1708, with: [183/62, 190/62]}
  - {attack: 2010, with: [1128/560, 1129/560]}
  - attack: 2312
    with: [2/2Pz]
    then: advance 2/2Pz
  - {attack: 2809, with: [13/5FJ, 14/5FJ, 15/5FJ]}
  - {attack: 3107, with: [916/352, 276 VG]}
  - {attack: 3305, with: [423/212]}
  - {attack: 3503, with: [320/212]}
mechanized:
  - if: 0906 cleared
    26/12SS: 0905 0906
    else: 0905
  - 1/1SS: 0905
  - 1SS a: 1004
if-impossible: skip
"""

ALLIED = """\
game: kh7f
exchange: 5
side: allied
reinforcements:
  - cca7: at 0112, enter 0212
  - 39/9 + 47/9: at 0117, enter 0217
movement:
  - cca7: to 1012 by road, leave road mode
  - ccb9: to 1113
  - 22/4: hold
  - ccr9: enter road mode, to 1409 by road
combat:
  - if: 0907 held by german
    attack: 0907
    with: [394/99, 14 ac]
    odds: 3-1
    min: 2-1
    pay: [14 ac]
    then: advance 14 ac
mechanized:
  - unless: 14 ac attacked
    14 ac: to 0809 by road
  - {if: [attack 1305 gave Ex, ccb9 in supply, section NE open, victory german 20], ccb9: hold}
standing:
  immunity at 1411: waive at 7-1 or more
  retreats: away from 2521, toward 2001
  losses: fewest units, never cca7
  advance: into towns and roads, weakest first
  sections: NW, W
if-impossible: ask
"""


def reading(text: str, side: str, exchange: int) -> tuple[Sheet | None, list[Problem]]:
    form = form_of(RULESET, game="kh7f", exchange=exchange, side=side, due=())
    return read_sheet(text, form, f"{side}-{exchange:02}.yaml")


def told(problems: list[Problem]) -> list[str]:
    return [line for problem in problems for line in problem.lines()]


def first_turn() -> tuple[Bookmark, Mapping[str, Papers], tuple[Decision, ...]]:
    """Scenario 1 as the German is asked for his first sheet."""
    start = begin(RULESET, RULESET.set_up(Setup(scenario="1")))
    now = advance(Terms(RULESET), start, {}, Intake(), NumberedFaces(1), 1)
    return now.bookmark, now.papers, now.decisions


def test_the_first_german_sheet_is_read_and_has_nothing_wrong() -> None:
    sheet, problems = reading(GERMAN, "german", 2)
    assert told(problems) == []
    assert sheet is not None
    bookmark, papers, due = first_turn()
    assert [(one.side, one.topic) for one in due] == [("german", "reinforcements")]
    checked = check(Stand(Terms(RULESET), bookmark, "german", papers["german"]), sheet)
    assert told(list(checked.problems)) == []
    words = {echo.words for echo in checked.echoes}
    assert "attack 0309 and 0407: 326 VG, 15 : 8, 1-1, initial table" in words
    assert "attack 0706: 989/277 990/277 991/277, 18 : 4, 4-1, initial table" in words
    assert "attack 2809: 13/5FJ 14/5FJ 15/5FJ, 27 : 3, 9-1, initial table" in words


@pytest.mark.case("AO", "E4.2")
def test_check_tells_whom_the_first_plan_forgets() -> None:
    sheet, problems = reading(GERMAN.replace(", 991/277]", "]"), "german", 2)
    assert sheet is not None, told(problems)
    bookmark, papers, _ = first_turn()
    checked = check(Stand(Terms(RULESET), bookmark, "german", papers["german"]), sheet)
    assert any("991/277 touches" in line for line in told(list(checked.problems)))


def test_a_full_allied_sheet_is_read() -> None:
    sheet, problems = reading(ALLIED, "allied", 5)
    assert told(problems) == []
    assert sheet is not None
    parts = sheet.parts
    assert parts["movement"].lines[0].way == "to 1012 by road, leave road mode"  # type: ignore[attr-defined]
    assert [line.unit for line in parts["reinforcements"].lines] == ["cca7", "39/9", "47/9"]  # type: ignore[attr-defined]
    attack = parts["combat"].lines[0]
    assert (attack.odds, attack.min, attack.pay, attack.then) == ("3-1", "2-1", ("14 ac",), ("14 ac",))  # type: ignore[attr-defined]
    assert sheet.standing is not None
    assert len(sheet.standing) == 5


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("combat: [{attack: 906, with: [12 VG]}]", 'hex "906"'),
        ("combat: [{attack: 0906, with: [2 ai]}]", "2 ai"),
        ("combat: [{attack: 0906, with: [12 VG], odds: 10-1}]", 'no odds "10-1"'),
        ("movement: [{12 VG: 906}]", 'hex "906" has 3 digits'),
        ("movement: [{12 VG: 4501}]", 'no hex "4501"'),
        ("movement: [{12 VG: by train}]", 'no words for a move: "by train"'),
        ("movement: [{12 ZZ: 0906}]", 'no unit "12 ZZ"'),
        ("reinforcements: [{1 a: soon}]", 'no words for an arrival: "soon"'),
        ("combat: [{attack: 0906, with: [12 VG], then: advance nobody}]", "nobody"),
        ("combat: [{attack: 0906, with: [12 VG], then: advance}]", '"advance" names nobody'),
        ("movement: [{if: 0906 gone, 12 VG: hold}]", "no condition"),
        ("movement: [{if: 0906 held by french, 12 VG: hold}]", 'no side "french"'),
        ("standing: {losses: anybody}", 'losses: it does not know "anybody"'),
        ("standing: {immunity: perhaps}", 'immunity: it does not know "perhaps"'),
        ("standing: {retreats: home}", 'retreats: it does not know "home"'),
        ("standing: {advance: slowly}", 'advance: it does not know "slowly"'),
        ("standing: {sections: E}", 'sections: it does not know "E"'),
    ],
)
def test_slips_of_the_pen_are_named(wrong: str, said: str) -> None:
    sheet, problems = reading(f"game: kh7f\nexchange: 2\nside: german\n{wrong}\n", "german", 2)
    assert sheet is None
    assert any(said in line for line in told(problems)), told(problems)


def test_every_topic_has_a_lawful_default_for_who_says_nothing(ground: Lay) -> None:
    assert {topic.name for topic in TOPICS} >= {part.name for part in RULESET.parts}


def test_a_unit_that_never_comes_can_be_named_and_is_refused() -> None:
    table = RULESET.set_up(Setup(scenario="1")).table
    table.turn, table.phase, table.side = 2, "movement", "german"
    for line in (go("10SS a", "1010"), go("Heydte", "1010"), go("cca9", "3107")):
        found = RULESET.part("movement").cannot(table, "german", line)  # type: ignore[misc]
        assert found is not None
        assert found[0] == "5.1A"
    assert RULESET.part("combat").cannot(table, "german", hit("3107", "10SS a")) is not None  # type: ignore[misc]
    assert moves(View("german", table), "10SS a").lines == ("10SS a: not in play",)
    assert supply(View("german", table), "10SS a").data["state"] == "not in play"


# What players ask


def test_moves_names_every_hex_in_reach_with_its_cost(ground: Lay) -> None:
    ground(rough=["1516"])
    table = table_with({"12 VG": "1515", "cca9": "1512"})
    answer = moves(View("german", table), "12 VG")
    assert answer.data["1516"] == 2
    assert answer.data["1513"] == 2
    assert "1512" not in answer.data
    for hex, points in answer.data.items():
        assert points <= 4
        assert cannot_move(table, "german", go("12 VG", f"to {hex}")) is None, hex


def test_moves_leaves_out_where_a_friendly_column_keeps_its_distance(ground: Lay) -> None:
    column: dict[str, str | bool] = {"hex": "2010", "road": True}
    table = table_with({"294/18": "2111", "2/2Pz": column, "cca9": {"hex": "2014", "road": True}})
    found = moves(View("german", table), "294/18").data
    assert found.keys().isdisjoint({"2009", "2010", "2011"})
    assert {"2012", "2013", "2110", "1911"} <= found.keys()
    assert cannot_move(table, "german", go("294/18", "to 2011")) is not None
    assert cannot_move(table, "german", go("294/18", "to 2012")) is None
    assert set(moves(View("german", table), "2/2Pz").data) >= {"2009", "2011"}  # not in its own way


def test_odds_says_what_the_battle_will_use(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "394/99": "1516"}, phase="combat")
    view = View("german", table)
    answer = odds(view, "1516", ["1SS a"], {})
    fought = play(table, "combat", {"combat": [hit("1516", "1SS a")]}, faces={"die": [6]}).events("Fought")[0]
    assert answer.data["odds"] == fought.odds == "2-1"
    assert answer.data["chances"] == {"Dr1": "5/6", "Dr2": "1/6"}
    assert odds(view, "1517", ["1SS a"], {}).data["case"] == "9.1A"
    assert odds(view, "1516", ["1SS a"], {"odds": "1-1"}).data["case"] == "E9.4L"


def test_supply_names_the_line_or_the_reason(ground: Lay) -> None:
    table = table_with({"1SS a": "1915", "2/2Pz": "1415"})
    found = supply(View("german", table), "1SS a")
    assert found.data["state"] == "supplied"
    assert found.data["line"][-1] == "2001"
    assert (found.trace[0], found.trace[-1], found.cut_off) == ("1915", "2001", False)
    without = supply(View("german", table), "2/2Pz")
    assert (without.data["state"], without.trace, without.cut_off) == ("unsupplied", (), True)


# Words


def test_every_event_of_a_bots_turn_is_told_and_the_draft_is_lawful() -> None:
    bookmark, _, due = first_turn()
    wording = RULESET.wording
    assert wording is not None
    assert wording.draft is not None
    lines = wording.draft(View("german", bookmark.entry.table), due)
    live = [line for line in lines["combat"] if line.live]
    assert len(live) >= 12
    head = "game: kh7f\nexchange: 2\nside: german\n"
    text = head + "".join(
        f"{part}:\n" + "".join(f"  - {line.text}\n" for line in found) for part, found in lines.items()
    )
    sheet, problems = reading(text, "german", 2)
    assert told(problems) == []
    assert sheet is not None
    checked = check(Stand(Terms(RULESET), bookmark, "german", Papers()), sheet)
    assert [problem.message for problem in checked.problems if problem.kind == "illegal"] == []


def test_a_position_is_written_and_read_again(ground: Lay) -> None:
    from pbem.engine.codec import Codec

    codec = Codec(RULESET)
    table = RULESET.set_up(Setup(scenario="6")).table
    position = Position(table)
    assert codec.read_position(codec.position(position)) == position
    assert Bookmark("begin", "x", position, Told()).step_id == "x/begin"
