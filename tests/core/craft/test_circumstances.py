"""Conditions: names in them are read as on a sheet, and the usual ones hold when they say so."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pbem.craft.circumstances import alive, cleared, conditions, gave, held, in_hex, lost
from pbem.craft.naming import Names
from pbem.engine.phrases import holds, match
from pbem.model.errors import RulesBug
from pbem.model.problem import Problem
from pbem.ruleset import Ruleset, View


@dataclass
class Unit:
    side: str
    hex: str
    lost: bool = False


@dataclass
class Table:
    units: dict[str, Unit] = field(default_factory=dict)
    gave: dict[str, str] = field(default_factory=dict)
    turn: int = 3


NAMES = Names(
    lambda: {
        "unit": ("1 Foot", "2 Foot"),
        "hex": ("0101", "0102", "0103"),
        "side": ("blue", "red"),
        "result": ("A1", "A12", "D1", "Dr", "Ex"),
    }
)
CONDITIONS = conditions(
    NAMES,
    {
        "attack {hex} gave {result...}": gave,
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{unit} in {hex}": in_hex,
        "{unit} alive": alive,
        "{unit} lost": lost,
        "turn {number}": lambda view, number: view.table.turn == int(number),
    },
)
TABLE = Table(
    {"1 Foot": Unit("blue", "0101"), "2 Foot": Unit("red", "0102"), "dead": Unit("red", "", lost=True)},
    {"0103": "Dr2", "0102": "D1 A12"},
)


class Spec:
    """As much of a ruleset as conditions need."""

    conditions = CONDITIONS


def says(words: str, side: str = "blue") -> bool:
    spec: Ruleset = Spec()  # type: ignore[assignment]
    return holds(spec, View(side, TABLE), words)


@pytest.mark.parametrize(
    ("words", "side", "holds"),
    [
        ("0101 held by blue", "blue", True),
        ("0101 held by red", "blue", False),
        ("0102 cleared", "blue", False),
        ("0102 cleared", "red", True),
        ("0103 cleared", "blue", True),
        ("1 Foot in 0101", "red", True),
        ("1 foot in 0101", "red", True),
        ("2 Foot in 0101", "red", False),
        ("1 Foot alive", "red", True),
        ("1 Foot lost", "red", False),
        ("attack 0103 gave Dr", "red", True),
        ("attack 0103 gave Ex", "red", False),
        ("attack 0102 gave Dr", "red", False),
        ("attack 0102 gave D1", "red", True),
        ("attack 0102 gave A12", "red", True),
        ("attack 0102 gave A1", "red", False),
        ("attack 0102 gave A12 D1", "red", True),
        ("attack 0102 gave A12 Ex", "red", False),
        ("turn 3", "red", True),
    ],
)
def test_the_usual_conditions(words: str, side: str, holds: bool) -> None:
    assert says(words, side) is holds


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("0999 cleared", 'no hex "0999"', "one of 0101, 0102, 0103"),
        ("101 cleared", 'hex "101" has three digits', "write four digits, did you mean 0101?"),
        ("1 Fot alive", 'no unit "1 Fot"', "did you mean 1 Foot?"),
        ("0101 held by green", 'no side "green"', "one of blue, red"),
        ("attack 0101 gave up", 'no result "up"', "one of A1, A12, D1, Dr, Ex"),
        ("turn soon", 'no number "soon"', ""),
    ],
)
def test_names_that_are_none_are_told(words: str, message: str, hint: str) -> None:
    spec: Ruleset = Spec()  # type: ignore[assignment]
    found = match(spec, words)
    assert found is not None
    condition, caught = found
    assert condition.misread is not None
    problem = condition.misread(**caught)
    assert isinstance(problem, Problem)
    assert (problem.message, problem.hint) == (message, hint)


def test_a_condition_that_nobody_read_is_a_bug() -> None:
    with pytest.raises(RulesBug, match='no unit "9 Foot"'):
        says("9 Foot alive")
