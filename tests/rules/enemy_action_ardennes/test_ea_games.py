"""Whole games, what they cost in mails, and that nothing a side reads depends on what it cannot see."""

from __future__ import annotations

import os
from functools import partial

import pytest

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.model.sheet import Part, Plan, Sheet, StandingOrder
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, self_play
from pbem.ruleset import Setup
from pbem_rules.enemy_action_ardennes.bot import staff
from pbem_rules.enemy_action_ardennes.bot_plans import planned_day
from pbem_rules.enemy_action_ardennes.bot_temper import QUICK
from pbem_rules.enemy_action_ardennes.sheets import PASS

SPEC = ruleset("enemy-action-ardennes")
GAMES = int(os.environ.get("PBEM_EA_GAMES", "0"))


def by_staff(view, asked, situation, side=""):
    return staff(view, asked.decision, Whims(side))


def played_by_staff(scenario: str, seed: int) -> Progress:
    bots = {side: partial(by_staff, side=side) for side in SPEC.sides}
    start = begin(SPEC, SPEC.set_up(Setup(scenario=scenario)))
    return advance(Terms(SPEC, {}, bots), start, {}, Intake(), NumberedFaces(seed), 1)


def test_a_veteran_says_nothing_against_the_rules():
    refused = []

    def pick(view, asked, situation, side=""):
        said = SPEC.bots[SPEC.mentor](view, asked.decision, Whims(side))
        if why := asked.wrong(said):
            refused.append((asked.decision.key, said, why))
        return said

    bots = {side: partial(pick, side=side) for side in SPEC.sides}
    start = begin(SPEC, SPEC.set_up(Setup(scenario="assault")))
    now = advance(Terms(SPEC, bots=bots), start, {}, Intake(), NumberedFaces(7), 1)
    assert now.ending is not None
    assert not refused


def test_ideas_are_impulses_of_all_kinds():
    wanted = []

    def pick(view, asked, situation, side=""):
        if not wanted and asked.decision.kind == "part" and view.side == "allied":
            muse = SPEC.ideas(view, asked.decision)
            wanted.extend(muse(Whims(number)) for number in range(12))
            part = asked.decision
            assert all(asked.wrong(Part(part.topic, lines)) is None for lines in wanted)
        return by_staff(view, asked, situation, side)

    bots = {side: partial(pick, side=side) for side in SPEC.sides}
    start = begin(SPEC, SPEC.set_up(Setup(scenario="assault")))
    advance(Terms(SPEC, bots=bots), start, {}, Intake(), NumberedFaces(7), 1)
    assert len({lines[0].play for lines in wanted}) > 3


def test_the_staff_plays_a_game_out():
    now = played_by_staff("assault", 4)
    assert now.ending is not None
    assert now.position.table.hands == {"german": 0, "allied": 0}


@pytest.mark.skipif(not GAMES, reason="PBEM_EA_GAMES says how many random games of each scenario")
@pytest.mark.parametrize("scenario", [scenario.name for scenario in SPEC.scenarios])
def test_random_games(scenario):
    assert not self_play(SPEC, scenario, GAMES, 1000).failures


# Mails


def mails(scenario: str, seed: int, plans: int) -> int:
    """How many rounds of mail a game of two staffs takes, with so many impulses planned ahead."""
    players = {side: partial(staff_sheet, side, plans) for side in SPEC.sides}
    return sum(1 for _ in exchanges(Terms(SPEC), Setup(scenario=scenario), NumberedFaces(seed), players))


def staff_sheet(side: str, plans: int, asked, now: Progress) -> Sheet:
    view = View(side, now.position.table, now.position.secrets[side])
    parts, answers = {}, {}
    for one in asked:
        pick = staff(view, one.decision, Whims(side))
        if isinstance(pick, Part):
            parts[pick.name] = pick
        else:
            answers[one.decision.key] = pick
    standing = (StandingOrder("impulses", "pass when allowed"),) if plans and not view.table.piles[side] else None
    return Sheet(side, parts=parts, answers=answers, ahead=ahead(view, parts, plans), standing=standing)


def ahead(view: View, parts, plans: int):
    """The next impulses as the staff plans its day; all that are left once its pile is empty."""
    if not plans or "impulses" not in parts:
        return None
    now = len(parts["impulses"].lines)
    deep = plans if view.table.piles[view.side] else max(plans, len(view.own.hand))
    lines = planned_day(view, now + deep, QUICK[view.side])[now:]
    return tuple(Plan(Part("impulses", (line,))) for line in lines if line.play != PASS)


def test_plans_save_mails():
    assert mails("assault", 5, plans=2) < mails("assault", 5, plans=0)
