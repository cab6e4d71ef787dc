"""Identities, and the arithmetic that judges a public key."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from known_keys import known_key

from pbem.model.errors import Refused
from pbem.seal import curve
from pbem.seal.keys import Identity, check_enrolment, parse_public_line, public_line

sys.path.insert(0, str(Path(__file__).parents[2] / "vectors"))

import points


def _lenient(encoding: bytes) -> points.Point:
    """The point a lenient reader takes an encoding for: y is reduced, a sign of zero does no harm."""
    number = int.from_bytes(encoding, "little")
    y, sign = number % 2**255 % curve.P, number >> 255
    texts = [(y | wanted << 255).to_bytes(32, "little") for wanted in (sign, 0)]
    return next(point for text in texts if (point := points.decompressed(text)))


def test_the_fourteen_have_small_order() -> None:
    found = [_lenient(encoding) for encoding in curve.SMALL_ORDER]
    assert len(found) == 14
    assert all(points.same(points.times(8, point), points.IDENTITY) for point in found)
    assert len({points.compressed(point) for point in found}) == 8


def test_honest_keys_are_enrolled() -> None:
    for seed in range(8):
        key = known_key(bytes([seed]) * 32).public
        check_enrolment(key)
        point = points.decompressed(key)
        assert point is not None
        assert points.compressed(point) == key


def test_all_eight_mixed_relatives_of_a_key_are_refused() -> None:
    honest = points.decompressed(known_key(bytes(32)).public)
    assert honest is not None
    torsion = {points.compressed(_lenient(encoding)) for encoding in curve.SMALL_ORDER}
    for encoding in torsion - {points.compressed(points.IDENTITY)}:
        relative = points.compressed(points.plus(honest, _lenient(encoding)))
        with pytest.raises(Refused, match="mixed order"):
            check_enrolment(relative)


def test_the_order_of_a_key_is_what_it_comes_to_by_addition() -> None:
    """What its multiple by L says, asked of points of the curve as they come: most of them are mixed."""
    judged = [(key, points.decompressed(key)) for key in (number.to_bytes(32, "little") for number in range(2, 80))]
    orders = [(key, points.same(points.times(curve.L, point), points.IDENTITY)) for key, point in judged if point]
    assert 2 <= sum(whole for _, whole in orders) < len(orders)
    assert {key: curve.weakness(key) == "" for key, _ in orders} == dict(orders)
    assert {curve.weakness(key) for key, point in judged if point is None} == {"it is no point of the curve"}


@pytest.mark.parametrize("passphrase", ["", "tin river", "größer"])
def test_an_identity_is_read_back(passphrase: str) -> None:
    identity = Identity.generate()
    again = Identity.load(identity.dump(passphrase), passphrase)
    assert again.public == identity.public
    assert again.sign(b"one") == identity.sign(b"one")


def test_two_identities_differ() -> None:
    assert Identity.generate().public != Identity.generate().public


def test_an_identity_prints_as_its_public_line() -> None:
    identity = known_key(bytes(32))
    assert repr(identity) == f"Identity('{public_line(identity.public)}')"


@pytest.mark.parametrize("comment", ["", "german@example", "two words"])
def test_a_public_line_is_read_back(comment: str) -> None:
    key = known_key(bytes(32)).public
    assert parse_public_line(public_line(key, comment)) == key
    assert parse_public_line(public_line(key, comment) + "\n") == key
