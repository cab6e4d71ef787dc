"""What players may ask: moves, odds, supply."""

from __future__ import annotations

from pbem.ruleset import View
from pbem.ruleset.telling import Choice
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.choices import choices
from pbem_rules.bulge.drawing import counters


def lines(table, kind, *arguments):
    return RULESET.queries[kind](View(table.side, table), *arguments).lines


def test_the_odds_of_the_guide(fresh):
    table = fresh()
    table.weather = "overcast"
    told = lines(table, "odds", "0104", ("272 VG", "326 VG"), {"support": "1", "phase": "after"})
    assert told == (
        "6 - (1 + rough 1 + town 1) = +3, column +3 to +5; surprise 1, overcast 1, support 1: column +12 or more",
        "Primary CRT: De 3/6  Dr 1/6  Ex 1/6  Ar 1/6",
        "expected: the defence loses 0.67 CF, the attack 0.00",
    )


def test_odds_out_of_supply_and_in_mist(place):
    pocket = {"2": "0215", "99": "0514", "1": "0815", "30": "0818", "84": "0520", "75": "0218"}
    table = place({"26 VG": "0517", "110": "0516", **pocket}, weather="mist")
    told = lines(table, "odds", "0516", ("26 VG",), {"phase": "after"})
    assert told[1].startswith("Secondary CRT")
    assert "out of supply: 26 VG; Secondary CRT only (14.1)" in told
    assert "mist: one column more on a die of 1 to 3 (6.1)" in told


def test_odds_that_cannot_be_told(fresh):
    assert lines(fresh(), "odds", "1412", ("272 VG",), {}) == ("BU 12.0b: nobody in 1412",)
    assert lines(fresh(), "odds", "0104", ("1SS",), {}) == ("BU 12.0b: 1SS in 0501 is not next to 0104",)
    assert lines(fresh(), "odds", "0104", (), {})[0].startswith("BU 12.0b")


def test_supply_in_words(fresh, place):
    table = fresh()
    assert lines(table, "supply", "9B") == ("0406: supplied, on a road: by road 0407 0307 0207 0107, north edge",)
    assert lines(table, "supply", "1SS") == ("0501: supplied: 0601 (2 points), then east edge",)
    assert lines(table, "supply", "9SS") == ("9SS: due in GT3, from the east (13.0)",)
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", **ring}, side="allied")
    assert lines(table, "supply", "101") == ("0517: out of supply, no line to a friendly map edge (14.0)",)
    us = {"2": "0215", "99": "0514", "1": "0815", "30": "0818", "84": "0520", "75": "0218"}
    early = place({"26 VG": "0517", **us}, turn=2)
    assert lines(early, "supply", "26 VG") == ("0517: no line, but in supply until the end of GT3 (5.0)",)


def test_supply_on_the_map(fresh, place):
    """A unit can be supplied without a line: in the first three game-turns, or from the air."""

    def supply(table, unit):
        answer = RULESET.queries["supply"](View("german", table), unit)
        return answer.trace, answer.cut_off

    assert supply(fresh(), "9B") == (("0406", "0407", "0307", "0207", "0107"), False)
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    assert supply(place({"101": "0517", **ring}, side="allied"), "101") == ((), True)
    assert supply(place({"101": "0517", **ring}, side="allied", resupplied=["101"]), "101") == ((), False)
    us = {"2": "0215", "99": "0514", "1": "0815", "30": "0818", "84": "0520", "75": "0218"}
    assert supply(place({"26 VG": "0517", **us}, turn=2), "26 VG") == ((), False)


def test_the_counter_of_a_resupplied_unit_does_not_say_that_it_is_out_of_supply(place):
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    for resupplied, mark in ([], "out of supply"), (["101"], "resupplied"):
        table = place({"101": "0517", **ring}, side="allied", resupplied=resupplied)
        assert next(one.marks for one in counters(table) if one.id == "101") == (mark,)


def test_resupply_is_offered_to_who_is_out_of_supply(place):
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", **ring}, side="allied", resupplies=1)
    offered = [choice for choice in choices(View("allied", table)) if choice.part == "resupply"]
    assert offered == [Choice("resupply", "101", "0517", "101", "resupply")]


def test_moves_in_words(fresh, place):
    table = fresh()
    assert lines(table, "moves", "277 VG") == ("277 VG in 0303: in EZOC, cannot move (9.1)",)
    told = lines(table, "moves", "1SS")
    assert told[0] == "1SS in 0501, 5 points"
    assert "0602  3  0601 0602" in told
    entering = lines(table, "moves", "150")
    assert entering[0] == "150 in the east, 5 points"
    assert "0202  2/5  0201 0202" in entering
    assert lines(place({"1SS": "0501"}), "moves", "26 VG") == ("26 VG: lost",)
