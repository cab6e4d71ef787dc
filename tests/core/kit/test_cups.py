"""Cups, hands and piles."""

from __future__ import annotations

import pytest

from pbem.kit.cups import counted, merged, without
from pbem.model.errors import RulesBug


def test_taking_out_takes_one_piece_for_each_name() -> None:
    assert without(["b", "a", "b"], "b") == ("a", "b")
    assert without(["b", "a", "b"], "b", "b") == ("a",)
    with pytest.raises(RulesBug, match="c is not there"):
        without(["a"], "c")


def test_putting_together_forgets_the_order() -> None:
    assert merged(["b", "a"], ("c", "a")) == ("a", "a", "b", "c")


def test_counting() -> None:
    assert list(counted(["b", "a", "b"]).items()) == [("a", 1), ("b", 2)]
