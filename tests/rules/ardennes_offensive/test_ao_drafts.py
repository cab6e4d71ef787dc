"""Drafts and what the page offers: lawful when the turn of the line comes, not only on the table as it lies now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from ao_field import go, play, table_with

from pbem.model.chooser import Whims
from pbem.ruleset import Decision, Setup, View
from pbem.ruleset.telling import Choice, DraftLine
from pbem_rules.ardennes_offensive import RULESET
from pbem_rules.ardennes_offensive.choices import choices
from pbem_rules.ardennes_offensive.drafting import draft
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.sheets import ArrivalLine, MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]

CROWDED: dict[str, str | dict[str, Any]] = {
    "394/99": {"hex": "2017", "road": True},
    "cca9": "2018",
    "9/2": "3010",
    "1SS a": "1005",
}


def drafted(table: Ardennes, part: str, **facts: str) -> dict[str, tuple[DraftLine, ...]]:
    return draft(View(table.side, table), (Decision((), "", table.side, part, part, "part", facts=facts),))


def texts(lines: tuple[DraftLine, ...]) -> list[str]:
    return [line.text for line in lines if line.text]


@pytest.mark.case("AO", "6.7N")
def test_who_holds_does_not_move_before_others(ground: Lay) -> None:
    played = play(table_with(CROWDED, side="allied"), "movement", {"movement": [go("9/2", "hold")]})
    assert played.refused() == []


@pytest.mark.case("AO", "6.7N")
@pytest.mark.parametrize("phase", ["begin", "movement"])
def test_a_draft_orders_first_what_must_be_done_first(ground: Lay, phase: str) -> None:
    table = table_with(CROWDED, side="allied", phase=phase)
    live = [line for line in drafted(table, "movement")["movement"] if line.live]
    (cure,) = cures_for(table)
    assert texts(tuple(live)) == [f"{cure.unit}: {cure.way}"]


@pytest.mark.case("AO", "12.6", "12.4K")
def test_a_draft_knows_the_supply_of_the_player_turn_that_begins(ground: Lay) -> None:
    around = {"cca9": "1413", "ccb9": "1417", "9/2": "1617"}
    units = {"1SS a": "1515", "394/99": "1516", **around}
    table = table_with(units, phase="begin", turn=3)
    now = play(table, "begin", {}).table
    state = now.units["1SS a"].supply
    assert state != "supplied"
    before, after = drafted(table, "movement")["combat"], drafted(now, "combat")["combat"]
    assert before == after
    assert [line.comment for line in before] == ["5 : 4 = 1-1"]


def test_a_part_asked_again_is_drafted_alone_and_with_those_who_are_left(ground: Lay) -> None:
    units = {"1SS a": "1515", "2/2Pz": "1615", "394/99": "1516"}
    moved = table_with(units, moved=["1SS a"])
    lines = drafted(moved, "movement", again="rest")
    assert texts(lines.pop("movement")) == ["2/2Pz: hold"]
    assert not lines
    fought = table_with(units, phase="combat", fought=["1SS a"])
    assert texts(drafted(fought, "combat", again="rest")["combat"]) == ["{attack: 1516, with: [2/2Pz]}"]
    assert texts(drafted(fought, "combat")["mechanized"]) == ["2/2Pz: hold"]


@pytest.mark.case("AO", "E4.2")
def test_the_first_german_plan_is_not_ordered_a_second_time(ground: Lay) -> None:
    units = {"1SS a": "1515", "394/99": "1516", "2/2Pz": "1715", "393/99": "1716"}
    table = table_with(units, turn=1, phase="combat")
    assert [line.live for line in drafted(table, "combat")["combat"]] == [True, True]
    assert not any(line.live for line in drafted(table, "combat", again="rest")["combat"])
    begun = replace(table, fought=["1SS a"], attacked=["394/99"])
    lines = drafted(begun, "combat", again="rest")["combat"]
    assert texts(lines) == ["{attack: 1716, with: [2/2Pz]}"]
    assert not any(line.live for line in lines)


@pytest.mark.case("AO", "14.1A")
def test_a_draft_lists_who_waits_to_come_on(ground: Lay) -> None:
    table = table_with({"cca7": {"due": 2, "section": "W"}}, side="allied", phase="begin")
    lines = {line.text: line.comment for line in drafted(table, "reinforcements")["movement"]}
    assert lines["cca7: hold"].startswith("waits at ")


# What the page offers


@pytest.mark.case("AO", "14.1A", "6.5G")
def test_moves_offered_to_reinforcements_are_lawful_when_all_others_have_come_too() -> None:
    table = RULESET.set_up(Setup(scenario="7")).table
    table.turn, table.side, table.phase = 2, "german", "begin"
    offered = choices(View("german", table))
    arrivals = {(one.unit, one.space): one for one in offered if one.part == "reinforcements"}
    steps = [one for one in offered if one.part == "movement" and one.at == "1701"]
    for step in Whims("arrivals").some(steps, 25):
        assert refused(table, arrivals[step.unit, step.at], step) == [], step


def refused(table: Ardennes, arrival: Choice, step: Choice) -> list[str]:
    begun = play(table, "begin", {"reinforcements": [ArrivalLine(unit=step.unit, where=words(arrival))]})
    assert not begun.refused()
    line = MoveLine(unit=step.unit, way=words(step))
    return play(begun.table, "movement", {"movement": [line]}, faces={"Heydte": [6]}).refused()


def words(choice: Choice) -> str:
    return choice.line.removeprefix(f"{choice.unit}: ")
