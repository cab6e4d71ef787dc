"""The copy of the state: read instead of its file only while both are what was found equal and signed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.book.states import keep_state, read_state, recall_state, state_digest, state_text
from pbem.model.errors import Tampered

KEY = b"k" * 32
STATE = {"table": {"units": {"1 Foot": {"hex": "0503", "lost": False}}, "round": 1}, "turn": "Dawn"}
SIGNED = state_digest(STATE).hex()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    keep_state(tmp_path / "state", state_text(STATE), STATE, KEY)
    return tmp_path / "state"


def test_the_copy_is_the_state(copy: Path) -> None:
    assert recall_state(copy, state_text(STATE), SIGNED, KEY) == STATE == read_state(state_text(STATE))


def test_the_last_two_are_kept(copy: Path) -> None:
    """A report tells of the state before and the state after."""
    dusk, night = {**STATE, "turn": "Dusk"}, {**STATE, "turn": "Night"}
    keep_state(copy, state_text(dusk), dusk, KEY)
    keep_state(copy, state_text(dusk), dusk, KEY)
    assert recall_state(copy, state_text(STATE), SIGNED, KEY) == STATE
    keep_state(copy, state_text(night), night, KEY)
    assert recall_state(copy, state_text(dusk), state_digest(dusk).hex(), KEY) == dusk
    assert recall_state(copy, state_text(STATE), SIGNED, KEY) is None


def test_a_touched_file_is_not_passed_over(copy: Path) -> None:
    touched = state_text(STATE).replace(b"0503", b"0504")
    assert recall_state(copy, touched, SIGNED, KEY) is None


def test_another_state_was_signed(copy: Path) -> None:
    assert recall_state(copy, state_text(STATE), state_digest({**STATE, "turn": "Dusk"}).hex(), KEY) is None


def test_a_forged_copy_is_not_believed(copy: Path, tmp_path: Path) -> None:
    """Not even one whose state was signed, of another text."""
    other = state_text({**STATE, "turn": "Dusk"})
    keep_state(tmp_path / "forged", other, STATE, b"another key".ljust(32))
    assert recall_state(tmp_path / "forged", other, SIGNED, KEY) is None


@pytest.mark.parametrize("cut", [0, 3, 40, 100, -1])
def test_a_cut_off_copy_is_not_read(copy: Path, cut: int) -> None:
    copy.write_bytes(copy.read_bytes()[:cut])
    assert recall_state(copy, state_text(STATE), SIGNED, KEY) is None
    assert recall_state(copy.parent / "none", state_text(STATE), SIGNED, KEY) is None


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(Tampered, match="not UTF-8"):
        read_state(b"a: \xff\n")
