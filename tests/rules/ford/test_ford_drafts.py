"""Ford's drafts and what its page offers: lawful when the turn of the line comes, not only as things stand now."""

from __future__ import annotations

import pytest

from pbem.ruleset import Decision, Setup, View
from pbem_rules.ford import RULESET
from pbem_rules.ford.choices import choices
from pbem_rules.ford.events import Bombarded, Fought, Marched, StageBegan, Waited
from pbem_rules.ford.table import Ford
from pbem_rules.ford.wording import draft


def in_march() -> Ford:
    """Red's part of turn 3: 3 Horse and 7 Foot are due on the hex of Red's supply, where there is room for one."""
    table: Ford = RULESET.set_up(Setup(scenario="crossing")).table
    table.turn, table.stage = 3, "red"
    table.units["3 Horse"].arrives = table.units["7 Foot"].arrives = 3
    table.units["4 Foot"].hex, table.units["5 Foot"].hex = "0803", "0802"
    return table


def drafted(table: Ford, *parts: str, **facts: str) -> dict[str, list[str]]:
    due = tuple(Decision((), "", table.side, part, part, "part", facts=facts) for part in parts)
    return {
        part: [line.text for line in lines if line.text] for part, lines in draft(View(table.side, table), due).items()
    }


def of(unit: str, lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(f"{unit}: ")]


@pytest.mark.case("FO", "5.6", "3.2")
def test_nobody_is_sent_to_a_hex_that_arrivals_will_fill() -> None:
    table = in_march()
    lines = drafted(table, "arrive")
    assert lines["arrive"] == ["3 Horse: hold back", "7 Foot: hold back"]
    assert of("3 Horse", lines["march"])
    assert not of("7 Foot", lines["march"])
    assert of("5 Foot", lines["march"]) != ["5 Foot: to 0803"]
    offered = choices(View("red", table))
    assert [choice.part for choice in offered if choice.unit == "7 Foot"] == ["arrive"]
    assert not [choice for choice in offered if choice.unit == "5 Foot" and choice.line.endswith("to 0803")]


@pytest.mark.case("FO", "5.7")
def test_who_waits_is_not_offered_again_in_this_part() -> None:
    table = in_march()
    for unit in ("3 Horse", "7 Foot"):
        Waited(unit).apply(table)
    assert "arrive" not in drafted(table, "march")
    assert not {choice.unit for choice in choices(View("red", table))} & {"3 Horse", "7 Foot"}
    StageBegan(3, "red").apply(table)
    assert drafted(table, "arrive")["arrive"]


@pytest.mark.case("FO", "5.1")
def test_the_march_asked_again_is_drafted_alone_and_without_those_who_have_marched() -> None:
    table = in_march()
    Marched("5 Foot", "0702", 1).apply(table)
    lines = drafted(table, "march", again="rest")
    assert [*lines] == ["march"]
    assert of("4 Foot", lines["march"])
    assert not of("5 Foot", lines["march"])


@pytest.mark.case("FO", "6.1", "6.5")
def test_who_has_fought_or_bombarded_is_in_no_attack_that_is_drafted() -> None:
    table = in_march()
    table.units["1 Foot"].hex, table.units["2 Guns"].hex = "0703", "0702"
    assert drafted(table, "combat")["combat"] == ["{attack: 0703, with: [2 Guns, 4 Foot, 5 Foot]}"]
    Bombarded("0604", ("2 Guns",), (1,), 0).apply(table)
    Fought("0604", ("4 Foot",), (), 4, 4, "1-1", 0, "1-1", 3, "-").apply(table)
    assert drafted(table, "combat", again="rest")["combat"] == ["{attack: 0703, with: [5 Foot]}"]
