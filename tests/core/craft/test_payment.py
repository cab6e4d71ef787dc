"""Payments for an exchange: enough, nobody too much, and of a great many units one that is found in time."""

from __future__ import annotations

import pytest

from pbem.craft.payment import MANY, best_payment, does_not_pay, fewest_that_pay, payments

WORTHS = {"a": 1, "b": 2, "c": 3, "d": 0}


def no_rank(units: tuple[str, ...]) -> int:
    return 0


def nobody(unit: str) -> int:
    return 0


@pytest.mark.parametrize(
    ("worth", "units", "wrong"),
    [
        (3, ("c",), None),
        (3, ("a", "b"), None),
        (3, ("b",), "worth 2, 3 is owed"),
        (3, ("b", "c"), "b could be spared"),
        (3, ("c", "d"), "d could be spared"),
        (1, (), "worth 0, 1 is owed"),
    ],
)
def test_what_pays(worth: int, units: tuple[str, ...], wrong: str | None) -> None:
    assert does_not_pay(worth, WORTHS, units) == wrong


def test_every_set_that_pays_those_of_fewest_units_first() -> None:
    assert list(payments(3, WORTHS)) == [("c",), ("a", "b")]
    assert list(payments(9, WORTHS)) == []


def test_the_best_by_rank_and_of_equals_the_first_by_name() -> None:
    assert best_payment(3, WORTHS, lambda units: -len(units), nobody) == ("a", "b")
    assert best_payment(3, WORTHS, no_rank, nobody) == ("a", "b")


def test_of_a_great_many_units_those_wanted_are_taken_first_and_who_can_be_spared_is_not_taken() -> None:
    many = {f"u{number:02}": 1 + number % 4 for number in range(MANY + 8)}
    picked = best_payment(9, many, no_rank, lambda unit: unit != "u00")
    assert does_not_pay(9, many, picked) is None
    assert "u00" in picked


def test_how_few_can_pay() -> None:
    assert [fewest_that_pay(worth, WORTHS.values()) for worth in (0, 3, 4, 6, 99)] == [0, 1, 2, 3, 4]
