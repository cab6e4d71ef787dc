"""Names as players write them: shortened, slightly wrong, meant in more than one way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.names import LONGEST, did_you_mean, resolve_name
from pbem.model.problem import Problem

UNITS = ("394/99", "39/9", "12 VG", "12/4", "2/2Pz", "2/1SS", "Pz Lehr", "116 Pz", "1/116 Pz", "HQ", "St. Vith")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("12 VG", "12 VG"),
        ("12vg", "12 VG"),
        ("12 v", "12 VG"),
        ("394", "394/99"),
        ("lehr", "Pz Lehr"),
        ("2 2pz", "2/2Pz"),
        ("116pz", "116 Pz"),
        ("St Vith", "St. Vith"),
        ("vith", "St. Vith"),
        ("39", "39/9"),
    ],
)
def test_a_form_that_fits_one_name_is_that_name(text: str, meant: str) -> None:
    assert resolve_name(text, UNITS, "unit") == meant


def test_digits_are_never_left_out() -> None:
    assert isinstance(resolve_name("3", UNITS, "unit"), Problem)
    assert isinstance(resolve_name("94", UNITS, "unit"), Problem)


def test_a_form_that_fits_several_names_is_ambiguous_and_lists_them() -> None:
    found = resolve_name("12", UNITS, "unit")
    assert isinstance(found, Problem)
    assert (found.kind, found.message) == ("ambiguous", 'unit "12" is 12 VG or 12/4')


def test_an_exact_name_is_never_ambiguous() -> None:
    assert resolve_name("1", ("1", "1/5", "1/6"), "unit") == "1"


def test_a_hex_without_its_zero_is_told_with_the_zero() -> None:
    found = resolve_name("906", ("0905", "0906"), "hex")
    assert isinstance(found, Problem)
    assert found.message == 'hex "906" has three digits'
    assert found.hint == "write four digits, did you mean 0906?"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("0905-0906", "these are 2, write 0905 0906"),
        ("0905,0906,0905", "these are 3, write 0905 0906 0905"),
        ("0905\u20130906", "these are 2, write 0905 0906"),
        ("0905; 0906", "these are 2, write 0905, 0906"),
        ("0905-0999", ""),
    ],
)
def test_names_in_one_word_are_taken_apart(text: str, hint: str) -> None:
    found = resolve_name(text, ("0905", "0906"), "hex")
    assert isinstance(found, Problem)
    assert found.hint == hint


def test_a_near_miss_is_offered_and_a_wide_one_not() -> None:
    assert did_you_mean("Troisponts", ("Trois Ponts", "Stoumont")) == "did you mean Trois Ponts?"
    assert did_you_mean("1/6", ("1/5", "HQ")) == "did you mean 1/5?"
    assert did_you_mean("xyzzy", UNITS) == ""


def test_a_long_text_is_nobodys_name_and_is_not_printed_whole() -> None:
    found = resolve_name("x" * 10_000, UNITS, "unit")
    assert isinstance(found, Problem)
    assert len(found.message) < 2 * LONGEST


@given(st.text(max_size=12), st.lists(st.text(max_size=8), max_size=6))
def test_any_text_gives_a_known_name_or_a_problem(text: str, names: list[str]) -> None:
    found = resolve_name(text, names, "unit")
    assert isinstance(found, Problem) or found in names


@given(st.lists(st.text(max_size=6), min_size=1, max_size=6))
def test_every_name_means_itself(names: list[str]) -> None:
    assert all(resolve_name(name, names, "unit") == name for name in names)
