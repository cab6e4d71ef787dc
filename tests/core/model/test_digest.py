"""The framing of fields: no field can run into the next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.digest import digest, digest_from, framed, mac, unframed
from pbem.model.errors import Tampered

fields = st.lists(st.binary(max_size=6), min_size=1, max_size=5)


@given(fields, fields)
def test_different_fields_give_different_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (framed(*one) == framed(*other)) == (one == other)


@given(fields, st.binary(max_size=6))
def test_fields_are_read_back(given_fields: list[bytes], rest: bytes) -> None:
    assert unframed(framed(*given_fields) + rest, len(given_fields)) == (given_fields, rest)


def test_a_number_is_decimal_text() -> None:
    assert framed(10, "ü", b"\0") == b"\0\0\0\x0210" + b"\0\0\0\x02\xc3\xbc" + b"\0\0\0\x01\0"


def test_domain_key_and_fields_all_count() -> None:
    made = {digest("a", "b"), digest("b", "a"), digest("ab"), mac(b"", "a", "b"), mac(b"k", "a", "b")}
    assert len(made) == 5


def test_a_truth_value_is_no_field() -> None:
    with pytest.raises(TypeError):
        digest("a", True)


@pytest.mark.parametrize("data", [b"", b"\0\0\0", b"\0\0\0\x02a", b"\xff\xff\xff\xffa"])
def test_bytes_that_end_too_early(data: bytes) -> None:
    with pytest.raises(Tampered, match="cut off in field 1 of 1"):
        unframed(data, 1)


def test_a_digest_begun_once_is_the_digest_of_all_fields() -> None:
    begun = digest_from("pbem/test/1", b"draft", "seat")
    assert begun(7, b"link") == digest("pbem/test/1", b"draft", "seat", 7, b"link")
    assert begun(8, b"link") == digest("pbem/test/1", b"draft", "seat", 8, b"link")
