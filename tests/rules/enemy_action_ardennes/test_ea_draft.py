"""What a draft offers of reserves: a division comes in one hex, other units of a corps alone."""

from __future__ import annotations

import pytest

from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.ruleset import Setup
from pbem_rules.enemy_action_ardennes.drafting import draft_day, draft_deployment

SPEC = ruleset("enemy-action-ardennes")


def offered(card: str, *waiting: str) -> list[str]:
    position = SPEC.set_up(Setup(scenario="surprised"))
    table = position.table
    table.stage, table.side, table.day = "impulse", "allied", 18
    for name in waiting:
        table.units[name].box = "reserve"
    view = View("allied", table, position.secrets["allied"])
    return [line.text.partition("deploy: [")[2].partition(":")[0] for line in draft_deployment(view, card)]


@pytest.mark.case("EA", "11.2")
def test_a_division_is_offered_together():
    assert offered("18", "CCB.9A", "CCR.9A") == ["{CCB.9A + CCR.9A"]


@pytest.mark.case("EA", "11.2", "5.2")
def test_one_that_the_card_does_not_name_comes_alone():
    assert offered("19", "CCB.9A", "CCR.9A") == ["{CCB.9A", "{CCR.9A"]


@pytest.mark.case("EA", "11.2")
def test_an_airborne_division_finds_no_hex_for_all_four():
    names = ("327.101", "501.101", "502.101", "506.101")
    assert offered("18", *names) == [f"{{{name}" for name in names]


@pytest.mark.case("EA", "11.3")
def test_the_block_for_the_morning_names_who_will_have_waited_two_days_by_then():
    position = SPEC.set_up(Setup(scenario="surprised"))
    table = position.table
    table.stage, table.side, table.day = "impulse", "allied", 17
    late = sorted(name for name, unit in table.units.items() if unit.side == "allied" and unit.data.due == 16)
    for name in late:
        if not table.units[name].hex:
            table.units[name].box = "reserve"
    waiting = [name for name in late if table.units[name].box == "reserve"]
    view = View("allied", table, position.secrets["allied"])
    told = {day: [line.comment for line in draft_day(view, day) if "reserves" in line.text] for day in (17, 18)}
    assert waiting
    assert told == {17: [], 18: [f"late then, two days past their date: {', '.join(waiting)}"]}
