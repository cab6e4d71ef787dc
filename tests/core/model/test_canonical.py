"""A record has one text: what is printed is read back, and nothing else is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.canonical import DEEPEST, LARGEST_NUMBER, canonical, parse_canonical
from pbem.model.errors import RulesBug, Tampered

leaves = st.none() | st.booleans() | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER) | st.text(max_size=8)
keys = st.text(st.characters(max_codepoint=127), max_size=5)
records = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)


@given(records)
def test_what_is_printed_is_read_back(record: Any) -> None:
    data = canonical(record)
    assert parse_canonical(data) == record
    assert canonical(parse_canonical(data)) == data


@given(st.binary(max_size=40) | st.text('[]{}",:0123456789-.eNa \\u', max_size=40).map(str.encode))
def test_what_is_read_is_printed_the_same(data: bytes) -> None:
    try:
        record = parse_canonical(data)
    except Tampered:
        return
    assert canonical(record) == data


def test_order_of_keys_does_not_matter() -> None:
    assert canonical({"b": 1, "a": (2, "ü")}) == '{"a":[2,"ü"],"b":1}'.encode()


def _nested(depth: int) -> list[Any]:
    return [] if depth == 1 else [_nested(depth - 1)]


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    assert canonical([LARGEST_NUMBER, -LARGEST_NUMBER])
    assert parse_canonical(canonical(_nested(DEEPEST))) == _nested(DEEPEST)
    for beyond in (LARGEST_NUMBER + 1, -LARGEST_NUMBER - 1, _nested(DEEPEST + 1)):
        with pytest.raises(RulesBug):
            canonical(beyond)


@pytest.mark.parametrize("value", [1.0, {1: 2}, {"ü": 1}, {1, 2}, b"bytes", "\ud800", {None: 1}, [float("nan")]])
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(RulesBug):
        canonical(value)


def test_a_record_beyond_the_size_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.model.canonical.LONGEST", 10)
    assert parse_canonical(b'"12345678"') == "12345678"
    with pytest.raises(Tampered, match="longer than"):
        parse_canonical(b'"123456789"')
    with pytest.raises(RulesBug, match="longer than"):
        canonical("123456789")
