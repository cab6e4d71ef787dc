"""Envelopes: accepted means reprints the same, and what a header promises is kept."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_keys import known_key

from pbem.model.errors import Tampered
from pbem.seal.envelope import TYPES, Envelope, Header, payload_digest
from pbem.seal.signing import check_signed, signed

KEY = known_key(bytes(range(32)))
PAYLOAD = b"game: kh7f\n"


def _header(salt: bytes = b"") -> Header:
    promised = payload_digest(game=bytes(32), exchange=4, seat="german", salt=salt, payload=PAYLOAD)
    return Header(
        type="orders",
        game=bytes(32),
        exchange=4,
        seat="german",
        revision=1,
        after=bytes(32),
        payload_digest=promised,
    )


GOOD = signed(KEY, _header(), PAYLOAD).encode()


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_no_changed_byte_is_accepted(at: int, change: int) -> None:
    spoilt = GOOD[:at] + bytes([GOOD[at] ^ change]) + GOOD[at + 1 :]
    with pytest.raises(Tampered):
        check_signed(Envelope.decode(spoilt), KEY.public)


@given(st.binary(max_size=80) | st.integers(0, len(GOOD) - 1).map(lambda end: GOOD[:end]))
def test_accepted_means_reprints_the_same(data: bytes) -> None:
    try:
        envelope = Envelope.decode(data)
    except Tampered:
        return
    assert envelope.encode() == data


def test_a_document_is_its_header_not_its_signature() -> None:
    header = _header()
    other = Envelope(header, bytes(64), PAYLOAD)
    assert Envelope.decode(GOOD).header.digest() == other.header.digest() == header.digest()


@pytest.mark.parametrize(
    "change",
    [
        {"exchange": 5},
        {"seat": "allied"},
        {"game": bytes([1]) * 32},
        {"payload_digest": bytes(32)},
    ],
)
def test_contents_belong_to_game_exchange_and_seat(change: dict[str, object]) -> None:
    header = replace(_header(salt=bytes(32)), **change)  # type: ignore[arg-type]
    with pytest.raises(Tampered, match="not what"):
        header.check_opening(salt=bytes(32), payload=PAYLOAD)


def test_every_field_of_the_header_moves_the_digest() -> None:
    header = _header()
    changes = [
        {"type": "standing"},
        {"game": bytes([1]) * 32},
        {"exchange": 5},
        {"seat": "allied"},
        {"revision": 2},
        {"after": bytes([1]) * 32},
        {"link": bytes(32)},
        {"payload_digest": bytes(32)},
    ]
    digests = {replace(header, **change).digest() for change in changes}  # type: ignore[arg-type]
    assert len(digests | {header.digest()}) == 9


def test_types_are_words() -> None:
    assert all(word.isascii() and word.islower() and word.isalpha() for word in TYPES)


def test_reading_envelopes_and_dice_needs_no_cryptography() -> None:
    modules = "pbem.seal.envelope, pbem.seal.armour, pbem.seal.keys, pbem.dice.log, pbem.dice.chain, pbem.dice.seed"
    code = f"import sys, {modules}; sys.exit('cryptography' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
