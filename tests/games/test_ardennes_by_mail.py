"""Battles for the Ardennes with a referee: a whole game through seats to its audit, and what the secrets weigh."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folk import Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import audit
from pbem.app.ending import open_hidden
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.model.sheet import Part, Sheet
from pbem.office.knowing import knowledge
from pbem.sheets import print_sheet
from pbem_rules.battles_for_the_ardennes import RULESET

CELLES = replace(RULESET, scenarios=tuple(one for one in RULESET.scenarios if one.name == "celles"))
"""The shortest scenario first: games of `Folk` take it."""
SECRETS = {"greif": "yes", "16.46": "yes", "dumps": "yes", "16.56": "yes", "intensive": "yes", "saturation": "yes"}
SAFE = ["A2201", "A2101", "A2001"]


def bot_sheet(folk: Folk, seat: str) -> str:
    """What the game's own bot writes, sheet by sheet."""
    game, spec = folk.seats[seat], folk.spec
    known = knowledge(game)
    number, parts, answers = game.course.open_number, dict[str, Part](), dict[tuple[str, ...], Any]()
    for decision in known.due:
        pick = spec.bots["simple"](View(seat, known.view.table, known.view.own), decision, Whims(seat, *decision.key))
        if isinstance(pick, Part):
            parts[pick.name] = pick
        else:
            answers[decision.key] = pick
    form = game.rules.form(number, seat, known.due)
    return print_sheet(Sheet(seat, game.charter.name, number, parts, answers=answers), form)


def founded(root: Path, **options: str) -> Folk:
    return Folk(root, CELLES, "referee", terms={"options": {**SECRETS, **options}}).found()


def test_a_game_with_targets_and_dumps_is_played_by_mail_to_its_audit(tmp_path: Path) -> None:
    folk = founded(tmp_path)
    folk.sheet_of = lambda seat: bot_sheet(folk, seat)  # type: ignore[method-assign]
    folk.play()
    audits = [audit(tmp_path / seat, rulesets=lambda name: CELLES) for seat in folk.seats]
    assert all(one.findings.closed["hidden"] for one in audits), "before the opening something stays closed"
    folk.carry(open_hidden(folk.seats["referee"]))
    for seat, game in folk.seats.items():
        found = audit(tmp_path / seat, rulesets=lambda name: CELLES)
        assert found.ok, found.lines()
        assert not found.findings.closed["hidden"] + found.findings.closed["rules"]
        assert game.course.result is not None
    told = [type(entry.event).__name__ for entry in entries(folk)]
    assert told.count("SecretShown") == 2
    assert "AttackResolved" in told


def entries(folk: Folk) -> list[Any]:
    game = folk.seats["referee"]
    numbers = range(1, game.course.number + 1)
    return [entry for number in numbers for one in game.published(number).chapters() for entry in one.entries]
