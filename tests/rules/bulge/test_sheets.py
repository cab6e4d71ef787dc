"""Sheets, conditions, standing orders: what players write, and what silence means."""

from __future__ import annotations

import pytest

from pbem.ruleset import View
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.conditions import CONDITIONS
from pbem_rules.bulge.sheets import column_named, read_route


def holds(table, words, side="german"):
    for condition in CONDITIONS:
        if caught := condition.expression.fullmatch(words):
            return condition.holds(View(side, table), **caught.groupdict())
    raise AssertionError(words)


def misread(words):
    for condition in CONDITIONS:
        if caught := condition.expression.fullmatch(words):
            return condition.misread(**caught.groupdict())
    raise AssertionError(words)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("0503 cleared", True),
        ("0304 cleared", False),
        ("0304 held by allied", True),
        ("0304 held by german", False),
        ("1412 interdicted", True),
        ("1413 interdicted", False),
        ("weather overcast", True),
        ("weather clear", False),
        ("support left 1", True),
        ("support left 2", False),
        ("victory german 12", True),
        ("victory german 13", False),
        ("victory allied 12", True),
        ("victory allied 11", False),
        ("1SS in supply", True),
        ("1SS in EZOC", False),
        ("326 VG in EZOC", True),
        ("2 attacked", True),
        ("99 attacked", False),
        ("2 alive", True),
        ("14 alive", False),
        ("1SS in 0501", True),
        ("1SS in 0502", False),
        ("attack 0304 gave Ct", True),
        ("attack 0304 gave De", False),
    ],
)
def test_conditions(place, words, wanted):
    table = place({"1SS": "0501", "326 VG": "0203", "2": "0304", "99": "1902"}, vp=12)
    table.markers, table.support = {"german": ["1412"], "allied": []}, {"german": 1}
    table.attacked, table.gave = ["2"], {"0304": "Ct"}
    assert holds(table, words) is wanted


@pytest.mark.parametrize(
    "words",
    ["9999 cleared", "13SS alive", "0304 held by nobody", "weather rain", "support left some", "attack 0304 gave D9"],
)
def test_misread_conditions(words):
    assert misread(words)


def test_ways_are_read_word_by_word():
    assert read_route("enter 1025 mech, to 1412 by road").enter == "1025"
    assert read_route("0601 0602 exit").exit == "0602"
    assert read_route("exit 0118").exit == "0118"
    assert read_route("hold").path == ()
    assert read_route("to 1412 via 1312").via == ("1312",)


def test_columns_are_known_by_label_or_number():
    assert column_named("-1") == "-1"
    assert column_named("+7") == "+6 to +8"
    assert column_named("+12 or more") == "+12 or more"
    assert column_named("much") is None


def test_the_sheets_of_the_guide(problems_of):
    """Every line of its attacks and moves is understood."""
    assert problems_of("german", GERMAN_TURN_1) == []
    assert problems_of("allied", ALLIED_TURN_1) == []
    assert problems_of("allied", ALLIED_TURN_3) == []


GERMAN_TURN_1 = """
air: [support]
before:
  - {attack: 1005, with: [116 Pz, 560 VG], then: advance 116 Pz}
  - {attack: 1307, with: [2 Pz, 26 VG], then: advance 2 Pz}
  - {attack: 1506, with: [5 FJ, 352 VG], then: advance 352 VG}
  - {attack: 0503, with: [3 FJ, 12 VG], then: advance 3 FJ}
  - {attack: 0804, with: [18 VG, 62 VG], then: advance 62 VG}
  - {attack: 0104, with: [272 VG, 326 VG], then: advance 272 VG}
movement:
  - if: 0503 cleared
    1SS: 0601 0602 0603 0504
  - 12SS: 0502
  - if: 0804 cleared
    62 VG: 0705 0706
  - 116 Pz: 1006 1107
  - 560 VG: 1005
  - 26 VG: 1206 1207
  - Lehr: 1306
  - 352 VG: 1606
  - 5 FJ: 1506
  - 150: enter 1101 mech, 1102 1202 1203 1204 1205 1206
after:
  - {attack: 0403, with: [1SS, 3 FJ, 12 VG, 277 VG], then: advance 1SS}
  - {attack: 0104, with: [272 VG, 326 VG], support: 1, then: advance 272 VG}
  - {attack: 1802, with: [212 VG], crt: secondary}
  - if: 1308 held by allied
    attack: 1308
    with: [2 Pz, 26 VG]
    then: advance 2 Pz
  - rest: secondary
if-impossible: skip
"""

ALLIED_TURN_1 = """
before: none
movement:
  - 9B: mech 0407 0507 0607
  - 9A: 1805 1804 1803
  - rest: hold
after:
  - {attack: 0403, with: [2], crt: secondary}
  - {attack: 1308, with: [110], crt: secondary}
  - {attack: 1702, with: [4], crt: secondary}
air: []
"""

ALLIED_TURN_3 = """
resupply: [2]
before:
  - if: support left 1
    attack: 0706
    with: [7, 30]
    support: 1
    pay: [30]
movement:
  - mech: [101, 82]
  - 101: enter 1025 mech, to 1412 by road
  - 82: enter 0725 mech, to 0812 by road
  - 9: enter 0107, 0207 0307 0407
  - hold back: [10]
after:
  - rest: secondary
air:
  overcast: []
  mist: [cap, resupply]
  clear: [support, support, interdict, resupply]
"""


def test_the_report_of_the_guide(play, fresh):
    """The dice of the printed report lead to its results: eight points after six and four attacks."""
    table = fresh()
    table.weather, table.support = "overcast", {"german": 1}
    faces = {
        "before/1005/die": 3, "1307/die": 5, "before/1506/die": 4, "before/0503/die": 2, "before/0804/die": 4,
        "before/0104/die": 5,
    }  # fmt: skip
    before = play(table, "before", GERMAN_TURN_1, {name.split("before/")[-1]: f for name, f in faces.items()},
                  standing={"allied": "  retreat: into town"})  # fmt: skip
    results = [(event.target, event.column, event.result) for event in before.happened("Fought")]
    assert results == [
        ("1005", "+12 or more", "De"),
        ("1307", "+12 or more", "Dr"),
        ("1506", "+9 to +11", "Ex"),
        ("0503", "+12 or more", "De"),
        ("0804", "+6 to +8", "Ex"),
        ("0104", "+9 to +11", "Ct"),
    ]
    assert [event.unit for event in before.happened("Eliminated")] == ["112", "109", "14", "106", "18 VG"]
    assert before.hex("110") == "1308"
    assert before.table.vp == 1 + 1 + 1 + 4 - 4
    moved = play(before.table, "movement", GERMAN_TURN_1)
    assert moved.refusals == []
    costs = {event.unit: event.fifths for event in (*moved.happened("Moved"), *moved.happened("Entered"))}
    assert costs["1SS"] == 5 * 5
    assert costs["62 VG"] == 4 * 5
    assert costs["150"] == 7
    wanted = {
        "1SS": "0504", "12SS": "0502", "116 Pz": "1107", "560 VG": "1005", "26 VG": "1207", "Lehr": "1306",
        "352 VG": "1606", "5 FJ": "1506",
    }  # fmt: skip
    assert {unit: moved.hex(unit) for unit in wanted} == wanted
    after = play(
        moved.table, "after", GERMAN_TURN_1, {"0403/die": 3, "0104/die": 2, "1802/die": 3, "1308/die": 5},
        standing={"allied": "  retreat from 1308: ask"},
    )  # fmt: skip
    fought = after.happened("Fought")
    assert [(event.target, event.differential, event.column, event.result) for event in fought] == [
        ("0403", 13, "+12 or more", "De"),
        ("0104", 3, "+12 or more", "De"),
        ("1802", -4, "-1", "Ct"),
        ("1308", 7, "+12 or more", "Dr"),
    ]
    assert after.table.vp == 8
    assert set(after.asked["allied retreat"]) == {"1309", "1408"}


def test_topics_have_lawful_words():
    for topic in RULESET.topics:
        assert callable(topic.default)
        for words in topic.words:
            if topic.misread and words == words.lower():
                assert topic.misread(words) is None, (topic.name, words)
    retreat = RULESET.topic("retreat")
    assert retreat.misread("toward north edge, away from 2 Pz, in supply") is None
    assert retreat.misread("to the rear")
    assert RULESET.topic("losses").misread("never 101, weakest") is None
    assert RULESET.topic("losses").misread("never nobody")
    assert RULESET.topic("advance").misread("always X")
    assert RULESET.topic("air").misread("support, bombing")
    assert RULESET.topic("after").misread("primary at +6 or more") is None
    assert RULESET.topic("after").misread("always")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("before", "[{attack: 1307}]"),
        ("before", "[{attack: 1307, with: [26 VG], then: follow}]"),
        ("before", "[{attack: 1307, with: [26 VG], column: high}]"),
        ("after", "[{rest: sometimes}]"),
        ("after", "[{rest: secondary, attack: 1307, with: [26 VG]}]"),
        ("before", "[{attack: 1307, with: [26 VG], then: advance 2 Pz}]"),
        ("before", "[{attack: 1307, with: [26 VG], pay: [2 Pz]}]"),
        ("movement", "[{mech: [101], hold back: [82]}]"),
    ],
)
def test_lines_that_cannot_be_read(problems_of, part, words):
    assert problems_of("german", f"{part}: {words}")


def test_names_in_then_may_be_written_without_blanks(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"}, turn=2)
    text = "before: [{attack: 1307, with: [26VG, 2Pz], then: advance 26vg}]"
    assert play(table, "before", text, {"1307/die": 1}).hex("26 VG") == "1307"


def test_two_german_interdictions_are_one_too_many(place):
    from pbem_rules.bulge.s07_air import cannot_fly
    from pbem_rules.bulge.sheets import AirLine

    wrong = cannot_fly(place({}), "german", AirLine(missions=("interdict", "interdict")))
    assert wrong == ("7.2", "2 missions interdict, the counters allow 1", "make one of them support or cap")
