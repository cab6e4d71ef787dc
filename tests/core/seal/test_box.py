"""Boxes: HPKE as RFC 9180 has it, closed here and opened there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.model.errors import Tampered
from pbem.seal.box import BLOCK, Box, close_box, open_box, padded, sealing_public, unpadded
from pbem.seal.envelope import Header, payload_digest

sys.path.insert(0, str(Path(__file__).parents[2] / "vectors"))

from hpke_by_hand import closed, key_and_nonce

SALT, SECRET = bytes(range(32)), bytes(range(32, 64))


def _header(payload: bytes) -> Header:
    game = bytes(32)
    promised = payload_digest(game=game, exchange=4, seat="german", salt=SALT, payload=payload)
    return Header(type="orders", game=game, exchange=4, seat="german", revision=1, after=game, payload_digest=promised)


def test_the_second_opinion_gives_the_answers_of_rfc_9180() -> None:
    """Appendix A.2.1: base mode with the three algorithms we use."""
    sender = bytes.fromhex("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600")
    reader = bytes.fromhex("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a")
    info = b"Ode on a Grecian Urn"
    key, nonce = key_and_nonce(reader=reader, sender=sender, info=info)
    assert key.hex() == "ad2744de8e17f4ebba575b3f5f5a8fa1f69c2a07f6e7500bc60ca6e3e3ec1c91"
    assert nonce.hex() == "5c4d98150661b848853b547f"
    message = b"Beauty is truth, truth beauty"
    made = closed(message, reader=reader, sender=sender, info=info, aad=b"Count-0")
    assert made[:32] == X25519PrivateKey.from_private_bytes(sender).public_key().public_bytes_raw()
    assert made[32:].hex() == (
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
    )


@pytest.mark.parametrize("length", [1, 983, 984, 985, 5000])
def test_a_box_opens_and_its_length_tells_little(length: int) -> None:
    payload = b"#" * length
    header = _header(payload)
    box = close_box(header, salt=SALT, payload=payload, reader=sealing_public(SECRET))
    assert open_box(header, Box.decode(box.encode()), secret=SECRET) == (SALT, payload)
    assert (len(box.closed) - 32 - 16) % BLOCK == 0


def test_nothing_false_is_put_into_a_box() -> None:
    with pytest.raises(Tampered, match="not what"):
        close_box(_header(b"one"), salt=SALT, payload=b"two", reader=sealing_public(SECRET))


def test_two_boxes_of_one_text_differ() -> None:
    header = _header(b"one")
    one, two = (close_box(header, salt=SALT, payload=b"one", reader=sealing_public(SECRET)) for _ in "12")
    assert one.closed != two.closed


def test_padding_is_read_back() -> None:
    assert unpadded(padded(SALT, b"one")) == (SALT, b"one")
    with pytest.raises(Tampered, match="padded"):
        unpadded(padded(SALT, b"one") + b"\0")
