"""What can never be carried out is told when the sheet is checked: with its place, its case and what would do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from moments import FordMoment, Moment

from pbem.model.yamltext import plain, read

KINDS = ("illegal", "doubtful", "invalid")


def listed() -> list[tuple[tuple[str, ...], str, str]]:
    node, problems = read(Path(__file__).with_name("vain_wishes.yml").read_text(encoding="utf-8"), "vain_wishes.yml")
    assert node is not None
    assert not problems
    games: Any = plain(node)
    return [(tuple(game["at"].values()), wish["write"], wish["told"]) for game in games for wish in game["wishes"]]


@cache
def moment(system: str, scenario: str, side: str, exchange: str) -> Moment:
    return (FordMoment if system == "ford" else Moment)(system, scenario, side, int(exchange))


@pytest.mark.parametrize(("at", "sheet", "told"), listed(), ids=lambda given: given if isinstance(given, str) else None)
def test_a_wish_that_cannot_be_is_told_with_its_case(at: tuple[str, str, str, str], sheet: str, told: str) -> None:
    found = moment(*at).problems(f"{sheet}\n")
    said = [line for line in found if told in line]
    assert said, found
    place, kind = said[0].split(": ", 2)[:2]
    assert place.split(":")[-2] == "4"
    assert kind in KINDS
