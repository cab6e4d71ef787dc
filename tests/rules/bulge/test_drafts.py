"""What a draft and the page offer is lawful when it is offered, in mid-turn too."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.model.position import View
from pbem.model.wording import DraftLine
from pbem_rules.bulge import RULESET
from pbem_rules.bulge.drafting import lines_of
from pbem_rules.bulge.wording import WORDING


def draft_of(played: Any, side: str) -> dict[str, tuple[DraftLine, ...]]:
    own = tuple(decision for decision in played.now.decisions if decision.side == side)
    return dict(WORDING.draft(View(side, played.table), own))


def texts(lines: tuple[DraftLine, ...]) -> list[str]:
    return [line.text for line in lines if line.text]


def remarks(lines: tuple[DraftLine, ...]) -> list[str]:
    return [line.comment for line in lines if not line.text]


@pytest.fixture(name="refused")
def refused_fixture(sheet_of):
    def refused(table: Any, side: str, part: str, lines: tuple[DraftLine, ...]) -> list[Any]:
        """What is wrong with each line if it alone is given."""
        given = [sheet_of(side, f"{part}:\n  - {text}").parts[part].lines[0] for text in texts(lines)]
        found = [RULESET.part(part).cannot(table, side, line) for line in given]
        return [problem for problem in found if problem]

    return refused


FRONT = {"26 VG": "1306", "2 Pz": "1206", "5 FJ": "1405", "110": "1307", "109": "1506"}


@pytest.mark.case("BU", "12.0b")
@pytest.mark.parametrize("part", ["before", "after"])
def test_who_has_attacked_is_not_offered_again(play, place, part, refused):
    first, second = "{attack: 1307, with: [2 Pz, 26 VG], column: '0'}", "{attack: 1506, with: [5 FJ]}"
    table = place(FRONT | {"112": "1207"}, turn=2)  # beside 2 Pz, which has had its attack
    played = play(table, part, f"after-each: ask\n{part}: [{first}, {second}]", {"1307/die": 4})
    assert played.one("Fought").result == "Ct"
    lines = draft_of(played, "german")[part]
    assert "{attack: 1506, with: [5 FJ]}" in texts(lines)
    assert not [text for text in texts(lines) if "1307" in text or "1207" in text]
    assert refused(played.table, "german", part, lines) == []


def test_the_rest_of_a_part_can_stay_and_nothing_in_its_draft_is_live(play, place):
    text = "after-each: ask\nafter: [{attack: 1307, with: [2 Pz, 26 VG], column: '0'}, {attack: 1506, with: [5 FJ]}]"
    played = play(place(FRONT, turn=2), "after", text, {"1307/die": 4})
    lines = draft_of(played, "german")["after"]
    assert remarks(lines) == ['or "after: as written", which keeps the 1 line left of your sheet']
    assert not [line for line in lines if line.live]
    assert texts(lines)[-1] == "rest: secondary"


@pytest.mark.case("BU", "10.0")
def test_who_has_moved_is_not_offered_again(play, place, refused):
    at = {"2": "0407", "9B": "0812", "101": "1412", "1SS": "0501"}
    text = "after-each: ask\nmovement: [{9B: 0813}, {101: 1413}]"
    played = play(place(at, side="allied"), "movement", text)
    assert played.hex("9B") == "0813"
    lines = draft_of(played, "allied")["movement"]
    assert "2: hold" in texts(lines)
    assert "9B: hold" not in texts(lines)
    assert not [text for text in texts(lines) if text.startswith("mech")]
    assert refused(played.table, "allied", "movement", lines) == []
    offered = WORDING.choices(View("allied", played.table))
    assert {choice.unit for choice in offered if choice.part == "movement"} == {"2", "101"}
    assert {choice.part for choice in offered} == {"movement", "after"}


@pytest.mark.case("BU", "10.2c")
def test_markers_are_offered_to_infantry_that_can_use_them(place):
    at = {"2": "0407", "9B": "0812", "101": "1412", "4": "0502", "1SS": "0501"}
    table = place(at, side="allied")
    lines = lines_of("movement", table, "allied")
    assert texts(lines)[0] == "mech: [101, 2]"
    table.mechanized = ["2"]
    assert texts(lines_of("movement", table, "allied"))[0] == "mech: [101]"


@pytest.mark.case("BU", "13.0b")
def test_reinforcements_are_offered_entries_that_are_open(place, refused):
    table = place({"12SS": "0308"}, side="allied", turn=5)
    for name in ("1", "30"):
        table.units[name].lost = False
    table.units["2 Pz"].exited, table.units["2 Pz"].lost = "0107", False
    lines = lines_of("movement", table, "allied")
    assert [text for text in texts(lines) if "enter" in text] == ["1: enter 0110", "30: enter 0113"]
    assert "CF 5, from the north: 0110 0113 0115 0118 0123" in [line.comment for line in lines]
    assert refused(table, "allied", "movement", lines) == []


@pytest.mark.case("BU", "8.0")
def test_a_reinforcement_goes_past_a_friend_in_the_entry_hex(place, refused):
    table = place({"1SS": "0201", "12SS": "0601", "9SS": "0901", "Lehr": "1101", "2 Pz": "1401"}, turn=2)
    table.units["150"].lost = False
    lines = lines_of("movement", table, "german")
    (entry,) = [text for text in texts(lines) if "enter" in text]
    assert len(entry.removeprefix("150: enter ").split()) == 2
    assert refused(table, "german", "movement", lines) == []


@pytest.mark.case("BU", "13.0a")
def test_a_reinforcement_without_an_open_entry_is_a_remark(place):
    table = place({"2": "0201", "9A": "0601", "9B": "0901", "101": "1101", "82": "1401"}, turn=2)
    table.units["150"].lost = False
    lines = lines_of("movement", table, "german")
    assert remarks(lines) == ["150 CF 2, from the east: no hex is open to it"]


@pytest.mark.case("BU", "9.1a")
def test_a_unit_in_contact_may_yet_be_freed_by_combat(place):
    table = place({"26 VG": "1306", "110": "1307"})
    (freed,) = remarks(lines_of("movement", table, "german"))
    assert freed.endswith("in EZOC: cannot move unless combat frees it")
    table.phase = "movement"
    (stuck,) = remarks(lines_of("movement", table, "german"))
    assert stuck.endswith("in EZOC: cannot move")


@pytest.mark.case("BU", "3.1b")
def test_a_unit_that_can_leave_the_map_is_told_where(place):
    table = place({"276 VG": "0114", "2": "1412"})
    (line,) = [line for line in lines_of("movement", table, "german") if line.text == "276 VG: hold"]
    assert line.comment.endswith(", can exit by 0113 0115 0118")


@pytest.mark.case("BU", "14.1m")
def test_a_unit_out_of_supply_is_told_of_the_die(place):
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", **ring}, side="allied")
    (line,) = [line for line in lines_of("movement", table, "allied") if line.text == "101: hold"]
    assert "out of supply, a die for its points, at most" in line.comment
    table.resupplied = ["101"]
    (line,) = [line for line in lines_of("movement", table, "allied") if line.text == "101: hold"]
    assert "resupplied" in line.comment
    assert "die" not in line.comment


@pytest.mark.case("BU", "7.4")
def test_a_unit_with_a_marker_is_not_offered_another(place):
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", "82": "0516", **ring}, side="allied", resupplies=2)
    assert sorted(texts(lines_of("resupply", table, "allied"))) == ["101", "82"]
    table.resupplied, table.resupplies = ["101"], 1
    lines = lines_of("resupply", table, "allied")
    assert texts(lines) == ["82"]
    assert remarks(lines) == ["1 marker; 1 unit out of supply"]


@pytest.mark.case("BU", "12.0a")
def test_attacks_after_movement_that_are_asked_for_in_their_turn_are_all_covered(play, place, refused):
    played = play(place(FRONT, turn=2), "after", "after: ask")
    lines = draft_of(played, "german")["after"]
    assert [line.text for line in lines if line.live] == ["rest: secondary"]
    assert refused(played.table, "german", "after", lines) == []
    apart = play(place({"26 VG": "1306", "110": "1310"}), "before", "before: ask")
    assert remarks(draft_of(apart, "german")["before"]) == ["nobody has an enemy to attack"]


@pytest.mark.case("BU", "7.3")
def test_ground_support_in_words_is_no_more_than_is_left(place, sheet_of):
    table = place({"26 VG": "1306", "110": "1307"}, turn=2, support={"german": 1})
    assert remarks(lines_of("before", table, "german")) == [
        'ground support: 1 left; "support: 1" in an attack takes one'
    ]
    line = sheet_of("german", "before: [{attack: 1307, with: [26 VG], support: 3}]").parts["before"].lines[0]
    echo = RULESET.part("before").echo(table, line)
    table.support = {"german": 0}
    none = RULESET.part("before").echo(table, line)
    assert "support" in echo
    assert "support" not in none


@pytest.mark.case("BU", "6.1")
def test_the_die_for_mist_is_still_to_come(place):
    table = place({"26 VG": "1306", "110": "1307"}, turn=2, weather="mist", phase="after", bound=["26 VG"])
    first, *_ = lines_of("after", table, "german")
    assert first.comment.endswith("before the die for mist")


@pytest.mark.case("BU", "7.2")
def test_interdiction_is_drafted_when_it_is_asked_for(place, play):
    table = place({"2 Pz": "1206", "110": "1307"}, weather="clear", turn=7)
    played = play(
        table, "air", "air: [support]", foe="air: [interdict, interdict]", windows={"interdict": "ask"}
    )  # fmt: skip
    lines = draft_of(played, "allied")["interdict"]
    assert remarks(lines) == ["2 markers, any road hexes without a unit; the first that are lawful are taken"]
    assert texts(lines) == ["1107", "1205", "1207"]
    assert lines[1].comment == "beside 2 Pz"


@pytest.mark.case("BU", "7.2")
def test_a_question_for_interdiction_is_about_nothing_else(place, play):
    table = place({"2 Pz": "1206", "110": "1307"}, weather="overcast", turn=1)
    played = play(table, "air", "air: [interdict]", windows={"interdict": "ask"})
    assert list(draft_of(played, "german")) == ["interdict"]


def test_a_line_refused_as_the_last_one_leaves_nothing_to_keep(play, place):
    text = "if-impossible: ask\nbefore: [{attack: 1308, with: [2 Pz]}]"
    lines = draft_of(play(place(FRONT, turn=2), "before", text), "german")["before"]
    assert remarks(lines) == ['or "before: as written", which orders nothing more']


@pytest.mark.case("BU", "15.0")
def test_the_drop_is_offered_where_it_is_played(fresh, refused):
    table = fresh({"airdrop": "yes"})
    lines = lines_of("movement", table, "german")
    assert [text for text in texts(lines) if text.startswith("vDH: drop")]
    assert refused(table, "german", "movement", lines) == []
    assert not [text for text in texts(lines_of("movement", fresh(), "german")) if "vDH" in text]


def test_the_page_offers_no_attack_to_who_has_fought(place):
    table = place(FRONT, turn=2, phase="after", fought=["2 Pz"], attacked=["109"])
    offered = {(choice.unit, choice.space) for choice in WORDING.choices(View("german", table))}
    assert offered == {("26 VG", "1307"), ("rest", "")}
