"""Records as YAML: one printing, which reads back to the very same record, by our reader and by any other."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pbem.book.shown import STATE_WIDTH, read_loosely, read_shown, shown
from pbem.model.errors import Tampered

KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = st.sampled_from(
    ["yes", "Null", "0312", "1e5", "-1", "~", "a: b", "- a", "12:30", "2025-11-07", "", " ", "#", "[x]"]
)
RECORDS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


@given(RECORDS)
def test_what_is_shown_reads_back_the_same(record: Any) -> None:
    assert read_shown(shown(record)) == record


@given(RECORDS)
def test_other_yaml_readers_see_the_same_texts(record: Any) -> None:
    assert as_texts(yaml.load(shown(record), Loader=yaml.BaseLoader)) == as_texts(record)


def as_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_texts(item) for item in value]
    return value if isinstance(value, str) else json.dumps(value)


@given(RECORDS, st.integers(0, 200), st.characters(min_codepoint=32, max_codepoint=126))
def test_a_changed_character_is_refused_or_means_something_else(record: Any, at: int, sign: str) -> None:
    text = shown(record)
    at %= len(text)
    changed = text[:at] + sign + text[at + 1 :]
    if changed == text:
        return
    with suppress(Tampered):
        assert read_shown(changed) != record


def test_short_things_stand_on_one_line() -> None:
    record = {"b": [1, 2], "a": {"z": "Ann", "x": "0312"}, "c": [{"name": "long " * 30}, "short"], "d": []}
    assert shown(record).split("\n") == [
        'a: {x: "0312", z: Ann}', "b: [1, 2]", "c:", f'  - name: "{"long " * 30}"', "  - short", "d: []", "",
    ]  # fmt: skip


def test_in_a_state_a_unit_is_a_line() -> None:
    unit = {f"field {number}": number for number in range(12)}
    state = {"units": {f"{number} VG": unit for number in range(9)}}
    text = shown(state, STATE_WIDTH)
    assert len(text.split("\n")) == 1 + 9 + 1
    assert read_shown(text, STATE_WIDTH) == state
    with pytest.raises(Tampered):
        read_shown(text)
    assert len(shown(state).split("\n")) == 1 + 9 * 13 + 1
    assert shown(state, STATE_WIDTH) == text


def test_what_python_takes_for_the_same_is_not_shown_alike() -> None:
    """Lines are remembered: one for what is alike, and true is not 1."""
    assert shown([[1, 0], [True, False], [1, 0]]) == "[[1, 0], [true, false], [1, 0]]\n"
    assert shown({"a": {"x": 1}, "b": {"x": True}}) == "{a: {x: 1}, b: {x: true}}\n"
    assert shown([[None, ""], ["None", "0"]]) == '[[null, ""], [None, "0"]]\n'


@pytest.mark.parametrize(
    "text",
    [
        "a: 1", "a:  1\n", "a: 1 # why\n", "b: 1\na: 2\n", "a: 1\na: 1\n", '"a": 1\n', "a: &x 1\n", "a: *x\n",
        "---\na: 1\n", "a: 01\n", "a: {}\n\n", "a:\n  b: 1\n", "", "a: 'b'\n", "\ufeffa: 1\n", "a: 1\r\n", "a: 1e5\n",
        "[" * 90, "a: !!int 1\n", "a: .nan\n", "a: 99999999999999999999\n", "a: \t1\n", "? a\n", "a: |\n  b\n",
    ],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(Tampered):
        read_shown(text)


def test_a_changed_list_still_tells_its_lines() -> None:
    found = read_loosely(shown([{"a": "x" * 120}, {"a": "y" * 120}]).replace("y", "z", 1))
    assert found is not None
    assert found[1] == {1: 1, 2: 2}
