"""Sheets' text, the words of a label, and the file of secrets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.errors import Refused, Tampered
from pbem.seal.secrets import GameSecrets
from pbem.seal.sheettext import check_sheet_text, sheet_text
from pbem.seal.wordlist import WORDS
from pbem.seal.words import label

HEAD = bytes(range(0, 256, 8))


@given(st.text(max_size=60) | st.text(" \n\r\t\u200b\ufeffa\u0308e#", max_size=30))
def test_what_is_made_is_accepted_and_made_the_same_again(written: str) -> None:
    try:
        text = sheet_text(written)
    except Refused:
        return
    assert check_sheet_text(text.encode()) == text == sheet_text(text)


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("a", "a\n"),
        ("a\r\nb\rc", "a\nb\nc\n"),
        ("a \t\nb\u00a0\n\n\n", "a\nb\n"),
        ("\ufeffa\u200b\u202eb", "ab\n"),
        ("u\u0308", "\u00fc\n"),
        ("\n\na", "\n\na\n"),
        ("", "\n"),
    ],
)
def test_how_a_text_is_made(written: str, made: str) -> None:
    assert sheet_text(written) == made


@pytest.mark.parametrize(("written", "place"), [("a\n\tb", "U[+]0009 at 2:1"), ("ab\x1b[2J", "U[+]001B at 1:3")])
def test_a_control_character_is_named_with_its_place(written: str, place: str) -> None:
    with pytest.raises(Refused, match=place):
        sheet_text(written)


def test_a_long_run_of_blanks_is_read_in_one_go() -> None:
    """A search for blanks at a line's end that tries every blank anew would not come back from this."""
    text = " " * 199_000 + "#\n"
    assert sheet_text(text) == check_sheet_text(text.encode()) == text


def _within_one_letter(word: str) -> set[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    longer = {head + letter + tail for head, tail in cuts for letter in letters}
    other = {head + letter + tail[1:] for head, tail in cuts if tail for letter in letters}
    shorter = {head + tail[1:] for head, tail in cuts if tail}
    return (longer | other | shorter) - {word}


def test_there_are_2048_plain_words_and_no_slip_gives_another() -> None:
    assert len(WORDS) == len(set(WORDS)) == 2048
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)
    known = set(WORDS)
    assert not [word for word in WORDS if known & _within_one_letter(word)]


def test_the_words_of_the_examples_are_in_the_list() -> None:
    examples = "river-tin-poppy-four amber-cloud-pike-one copper-otter-mill-ninety".replace("-", " ")
    assert set(examples.split()) <= set(WORDS)


def test_a_label_is_the_first_bits() -> None:
    assert label(bytes(32)) == "-".join([WORDS[0]] * 4)
    assert label(b"\xff" * 32, 12) == "-".join([WORDS[-1]] * 12)
    assert label((1 << (256 - 22)).to_bytes(32, "big"), 2) == f"{WORDS[0]}-{WORDS[1]}"
    assert label(HEAD, 12).startswith(label(HEAD))


def _secrets() -> GameSecrets:
    return GameSecrets.generate(draft=bytes(32), seat="referee", referee=True)


def test_secrets_are_read_back() -> None:
    for made in (_secrets(), GameSecrets.generate(draft=bytes(32), seat="german")):
        assert GameSecrets.from_bytes(made.to_bytes()) == made
    assert len({made.chain, made.sealing, _secrets().chain, _secrets().hidden, _secrets().sealing}) == 5


def test_only_the_referee_has_a_hidden_key() -> None:
    assert len(_secrets().hidden) == 32
    assert GameSecrets.generate(draft=bytes(32), seat="german").hidden == b""


def test_secrets_do_not_print() -> None:
    made = _secrets()
    assert all(repr(part)[2:-1] not in repr(made) for part in (made.chain, made.sealing, made.hidden))
    assert repr(made) == f"GameSecrets(draft={bytes(32)!r}, seat='referee')"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seat"', b'"seal"'),
        (b"secrets/1", b"secrets/2"),
        (b'"seat":"referee"', b'"seat":7'),
        (b'"draft":"00', b'"draft":"'),
        (b'"draft":"00', b'"draft":"0x'),
        (b'"draft":"00', b'"draft":"00 '),
        (b"{", b"{ "),
    ],
)
def test_another_file_is_no_secrets_file(old: bytes, new: bytes) -> None:
    data = _secrets().to_bytes()
    assert old in data
    with pytest.raises(Tampered):
        GameSecrets.from_bytes(data.replace(old, new, 1))
