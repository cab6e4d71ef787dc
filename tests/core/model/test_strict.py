"""Records out of plain data and back: nothing is bent, nothing is let in, and what is wrong has its place."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, Literal

import pytest

from pbem.model.errors import RulesBug
from pbem.model.records import frozen, mutable
from pbem.model.strict import Unfit, as_plain, between, matching, read_plain, sized


@frozen
class Corps:
    name: Annotated[str, matching("[A-Z]+")]
    over: Corps | None = None


@mutable
class Army:
    """One field of each type that a record can hold."""

    name: str
    strength: int
    tired: bool = False
    stance: Literal["attack", "defend", 3] = "defend"
    corps: list[Corps] = field(default_factory=list)
    at: tuple[str, ...] = ()
    score: tuple[int, str] = (0, "")
    losses: dict[Annotated[str, sized(1, 3)], int] = field(default_factory=dict)
    way: str | tuple[str, ...] | None = None
    said: dict[str, Any] = field(default_factory=dict)
    day: Annotated[int, between(1, 31)] = 16


PLAIN: dict[str, Any] = {
    "name": "Fifth", "strength": 7, "tired": True, "stance": "attack", "day": 17,
    "corps": [{"name": "XLVII", "over": {"name": "V"}}],
    "at": ["0312", "0313"], "score": [3, "towns"], "losses": {"Pz": 2}, "way": ["0312"], "said": {"x": [1, None]},
}  # fmt: skip


def test_everything_comes_back_as_it_was() -> None:
    army = read_plain(Army, PLAIN)
    assert army.corps == [Corps("XLVII", Corps("V"))]
    assert (army.at, army.score, army.way) == (("0312", "0313"), (3, "towns"), ("0312",))
    whole = {**PLAIN, "corps": [{"name": "XLVII", "over": {"name": "V", "over": None}}]}
    assert as_plain(army) == whole
    assert read_plain(Army, as_plain(army)) == army
    assert read_plain(Army, {"name": "Sixth", "strength": 1}) == Army("Sixth", 1)


def test_what_is_made_shares_nothing_that_changes() -> None:
    plain = {"name": "Fifth", "strength": 7, "losses": {"Pz": 2}, "corps": []}
    army = read_plain(Army, plain)
    army.losses["Pz"] = 3
    army.corps.append(Corps("II"))
    assert plain["losses"] == {"Pz": 2}
    assert plain["corps"] == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": 3}, "name: read 3, wanted a text"),
        ({"name": None}, "name: read null, wanted a text"),
        ({"strength": "7"}, 'strength: read "7", wanted a whole number'),
        ({"strength": True}, "strength: read true, wanted a whole number"),
        ({"strength": 7.0}, "strength: read something else, wanted a whole number"),
        ({"tired": 1}, "tired: read 1, wanted true or false"),
        ({"stance": "wait"}, 'stance: read "wait", wanted "attack" or "defend" or 3'),
        ({"stance": True}, "stance: read true"),
        ({"corps": {}}, "corps: read a mapping, wanted a list"),
        ({"corps": [{"name": "I"}, {"name": "ii"}]}, 'corps.1.name: "ii" is not of the form [A-Z]+'),
        ({"corps": [{"name": "I\n"}]}, "corps.0.name: "),
        ({"corps": [{"name": "I", "over": {}}]}, "corps.0.over.name: is missing"),
        ({"at": "0312"}, 'at: read "0312", wanted a list'),
        ({"at": ["0312", 313]}, "at.1: read 313, wanted a text"),
        ({"score": [3]}, "score: read a list, wanted a list of 2"),
        ({"score": ["3", "x"]}, 'score: read "3", wanted a whole number'),
        ({"losses": {"Pz": "2"}}, 'losses.Pz: read "2", wanted a whole number'),
        ({"losses": {"": 2}}, "losses.: 0 characters, from 1 up to 3 are wanted"),
        ({"losses": {"Army": 2}}, "losses.Army: 4 characters"),
        ({"way": 3}, "way: read 3, wanted a list"),
        ({"day": 32}, "day: 32 does not lie between 1 and 31"),
        ({"said": []}, "said: read a list, wanted a mapping"),
        ({"flag": 1}, "flag: there is no such field"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(Unfit) as caught:
        read_plain(Army, {**PLAIN, **wrong})
    assert str(caught.value).startswith(said)


def test_a_record_that_is_none() -> None:
    with pytest.raises(Unfit, match="all of it: read a list, wanted a mapping"):
        read_plain(Army, [])
    with pytest.raises(Unfit, match="strength: is missing"):
        read_plain(Army, {"name": "Sixth"})


def test_what_stands_there_acts_on_no_terminal() -> None:
    with pytest.raises(Unfit) as caught:
        read_plain(Army, {**PLAIN, "strength": "\x1b[31m" + "7" * 100})
    assert str(caught.value) == f'strength: read "{"7" * 37}...", wanted a whole number'
    with pytest.raises(Unfit) as unknown:
        read_plain(Army, {**PLAIN, "\x1b[31mflag": 1})
    assert "\x1b" not in str(unknown.value)


@frozen
class Odd:
    names: frozenset[str]


def test_a_type_that_no_record_can_hold_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="a record cannot hold frozenset"):
        read_plain(Odd, {"names": []})
    with pytest.raises(RulesBug, match="frozenset has no place in a record"):
        as_plain(Odd(frozenset()))
