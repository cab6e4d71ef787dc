"""What a draft offers of reserves: a division comes in one hex, other units of a corps alone."""

from __future__ import annotations

import pytest

from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.ruleset import Setup
from pbem_rules.enemy_action_ardennes.drafting import draft_deployment

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
