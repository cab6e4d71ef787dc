"""Vectors of keys and signatures: one function, one file of the same name in `seal/`."""

from __future__ import annotations

import base64
import hashlib

import points
from seal_samples import ALLIED, GERMAN, known
from vector_form import Maker, Vector

from pbem.model.digest import framed
from pbem.seal.curve import SMALL_ORDER, L, P
from pbem.seal.keys import KIND, public_line


def _point(key: bytes) -> points.Point:
    point = points.decompressed(key)
    assert point is not None
    return point


BASE = _point(bytes.fromhex("58" + "66" * 31))
ORDER_8 = _point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
MESSAGE = b"orders for exchange 4"

# written by ssh-keygen
PLAIN_KEY = """\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
QyNTUxOQAAACAC3mOzGeTV6XH3GU3kzT5d+UaNXNb28vcbHeyvBSrIGwAAAJC3C6MOtwuj
DgAAAAtzc2gtZWQyNTUxOQAAACAC3mOzGeTV6XH3GU3kzT5d+UaNXNb28vcbHeyvBSrIGw
AAAEAfj8kb5ua6QqMaTvIl11uUdrHPsdxrNZM+WTFvWhW7yQLeY7MZ5NXpcfcZTeTNPl35
Ro1c1vby9xsd7K8FKsgbAAAABmdlcm1hbgECAwQFBgc=
-----END OPENSSH PRIVATE KEY-----
"""
PLAIN_LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIALeY7MZ5NXpcfcZTeTNPl35Ro1c1vby9xsd7K8FKsgb german"
LOCKED_KEY = """\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABCDr/Zz/S
hBIr59wyHtVzEDAAAAAQAAAAEAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIJWGMoO9wWoASWef
qQ0Sx+yGJXxel0fuT6KFDG6+mwHGAAAAkNCkaIqb/ZVc9Cg1R+Hv8g+YRhf+HPX1bttBmy
gSjjBDh9zrDUqYhf2cN6S6kudPd4RilxMSuRuURbUeNmvK4rMOXlP41CbmtcawfH/dCZrk
nYKS0NtsmE1xWOYmHRfl5gEjMle93ReUtXljH8HlpAuG5WiLVczK+n9yKKls4PEYO/0gXR
6H7dP+rLc7ZWjj2w==
-----END OPENSSH PRIVATE KEY-----
"""
LOCKED_LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJWGMoO9wWoASWefqQ0Sx+yGJXxel0fuT6KFDG6+mwHG german"
ECDSA_KEY = """\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAaAAAABNlY2RzYS
1zaGEyLW5pc3RwMjU2AAAACG5pc3RwMjU2AAAAQQSBO6IyervxHq23MYCTTj3i6WtKmvj7
Vh4z9KreykJ37o3ej6RWsTtwDs2+FIhWRsLU8NHreb7yBHbSeVRW/LyoAAAAoLoqrBW6Kq
wVAAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBIE7ojJ6u/Eerbcx
gJNOPeLpa0qa+PtWHjP0qt7KQnfujd6PpFaxO3AOzb4UiFZGwtTw0et5vvIEdtJ5VFb8vK
gAAAAhAIBOk+lublrWM/ujOkjomhJzd7i4/DWHr3kZuOw66dSDAAAABmdlcm1hbgE=
-----END OPENSSH PRIVATE KEY-----
"""


def _signature(expect: str, signature: bytes, *, key: bytes = GERMAN.public, message: bytes = MESSAGE) -> Vector:
    return Vector("signature", expect, signature, {"key": key.hex(), "message": message.hex()})


def _scalar(name: str) -> int:
    """The secret number behind the key of a known seed."""
    low = bytearray(hashlib.sha512(known(name)).digest()[:32])
    low[0] &= 248
    low[31] = low[31] & 127 | 64
    return int.from_bytes(low, "little")


def _challenge(r: bytes, key: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + key + MESSAGE).digest(), "little") % L


def _number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def signature_rfc_8032_test_1() -> Vector:
    """the first known answer of RFC 8032: an empty message"""
    return _signature(
        "ok",
        bytes.fromhex(
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        key=bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
        message=b"",
    )


def signature_rfc_8032_test_2() -> Vector:
    """the second known answer of RFC 8032: one byte"""
    return _signature(
        "ok",
        bytes.fromhex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        key=bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
        message=b"\x72",
    )


def signature_rfc_8032_test_3() -> Vector:
    """the third known answer of RFC 8032: two bytes"""
    return _signature(
        "ok",
        bytes.fromhex(
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
        key=bytes.fromhex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"),
        message=b"\xaf\x82",
    )


def signature_good() -> Vector:
    """German's signature"""
    return _signature("ok", GERMAN.sign(MESSAGE))


def signature_other_message() -> Vector:
    """a good signature of another message"""
    return _signature("does-not-fit", GERMAN.sign(MESSAGE + b" and 5"))


def signature_other_key() -> Vector:
    """a good signature by another seat"""
    return _signature("does-not-fit", ALLIED.sign(MESSAGE))


def signature_short() -> Vector:
    """the last byte is missing"""
    return _signature("wrong-length", GERMAN.sign(MESSAGE)[:-1])


def signature_long() -> Vector:
    """one byte follows"""
    return _signature("wrong-length", GERMAN.sign(MESSAGE) + b"\0")


def signature_s_plus_order() -> Vector:
    """S raised by the order of the group: the same equation, another text"""
    good = GERMAN.sign(MESSAGE)
    return _signature("s-too-large", good[:32] + _number(int.from_bytes(good[32:], "little") + L))


def signature_s_is_order() -> Vector:
    """S equal to the order of the group, the first value that is too large"""
    return _signature("s-too-large", GERMAN.sign(MESSAGE)[:32] + _number(L))


def signature_r_identity() -> Vector:
    """R is the identity; the equation holds, and the signer has shown his secret number"""
    s = _challenge(points.compressed(points.IDENTITY), GERMAN.public) * _scalar("german") % L
    return _signature("r-of-small-order", points.compressed(points.IDENTITY) + _number(s))


def signature_r_identity_not_canonical() -> Vector:
    """R is the identity, written one field size higher; lenient verifiers take it for the same"""
    r = _number(P + 1)
    return _signature("r-of-small-order", r + _number(_challenge(r, GERMAN.public) * _scalar("german") % L))


def signature_r_order_8() -> Vector:
    """R has order 8: verifiers that multiply by the cofactor accept, the others do not"""
    r = points.compressed(ORDER_8)
    return _signature("r-of-small-order", r + _number(_challenge(r, GERMAN.public) * _scalar("german") % L))


def signature_r_mixed_order() -> Vector:
    """R of an honest signature with a point of order 8 added: only verifiers with the cofactor accept"""
    nonce = int.from_bytes(known("nonce"), "little") % L
    r = points.compressed(points.plus(points.times(nonce, BASE), ORDER_8))
    return _signature("does-not-fit", r + _number((nonce + _challenge(r, GERMAN.public) * _scalar("german")) % L))


def signature_identity_key_fits_all() -> Vector:
    """under the identity as key this one signature fits every message"""
    base = bytes.fromhex("58" + "66" * 31)
    return _signature("unfit-key", base + _number(1), key=points.compressed(points.IDENTITY))


def key_good() -> Vector:
    """an honest key"""
    return Vector("key", "ok", GERMAN.public)


def key_short() -> Vector:
    """31 bytes"""
    return Vector("key", "key-length", GERMAN.public[:-1])


def key_mixed_order() -> Vector:
    """an honest key with a point of order 8 added"""
    return Vector("key", "mixed-order", points.compressed(points.plus(_point(GERMAN.public), ORDER_8)))


def key_not_canonical() -> Vector:
    """y written one field size higher, not of small order"""
    y = next(y for y in range(2, 19) if points.decompressed(_number(y)) is not None)
    return Vector("key", "not-canonical", _number(P + y))


def key_not_on_the_curve() -> Vector:
    """no point has this y"""
    y = next(y for y in range(2, 19) if points.decompressed(_number(y)) is None)
    return Vector("key", "no-point", _number(y))


def _small_order_makers() -> list[Maker]:
    """One vector for each of the fourteen encodings."""

    def maker(number: int, encoding: bytes) -> Maker:
        def make() -> Vector:
            return Vector("key", "small-order", encoding)

        make.__name__ = f"key_small_order_{number:02d}"
        make.__doc__ = f"number {number} of the 14 encodings that are taken for points of small order"
        return make

    return [maker(number, encoding) for number, encoding in enumerate(sorted(SMALL_ORDER), start=1)]


def _identity(expect: str, text: str, line: str = "", passphrase: str = "") -> Vector:
    return Vector("identity", expect, text, {"line": line, "passphrase": passphrase})


def identity_of_ssh_keygen() -> Vector:
    """a key file as ssh-keygen writes it"""
    return _identity("ok", PLAIN_KEY, PLAIN_LINE)


def identity_with_needless_passphrase() -> Vector:
    """a passphrase for a key that has none"""
    return _identity("ok", PLAIN_KEY, PLAIN_LINE, "tin river")


def identity_locked() -> Vector:
    """a key file of ssh-keygen with a passphrase"""
    return _identity("ok", LOCKED_KEY, LOCKED_LINE, "tin river")


def identity_locked_without_passphrase() -> Vector:
    """the passphrase was not given"""
    return _identity("passphrase-wanted", LOCKED_KEY)


def identity_locked_with_wrong_passphrase() -> Vector:
    """the passphrase is another one"""
    return _identity("no-identity", LOCKED_KEY, passphrase="tin rivet")


def identity_of_another_type() -> Vector:
    """an ECDSA key"""
    return _identity("other-type", ECDSA_KEY)


def identity_cut_off() -> Vector:
    """the last lines of the file are missing"""
    return _identity("no-identity", PLAIN_KEY[:200])


def line_good() -> Vector:
    """the line of a .pub file"""
    return Vector("public-line", "ok", public_line(GERMAN.public, "german@example"), {"key": GERMAN.public.hex()})


def line_two_lines() -> Vector:
    """two keys: which one would be enrolled?"""
    lines = public_line(GERMAN.public) + "\n" + public_line(ALLIED.public) + "\n"
    return Vector("public-line", "no-public-line", lines)


def line_with_options() -> Vector:
    """something before the type, as in an authorized_keys file"""
    return Vector("public-line", "no-public-line", 'command="ls" ' + public_line(GERMAN.public))


def line_of_another_type() -> Vector:
    """an RSA key"""
    return Vector("public-line", "no-public-line", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== german")


def line_cut_off() -> Vector:
    """the end of the key is missing"""
    return Vector("public-line", "mistyped-line", public_line(GERMAN.public)[:-8])


def line_with_more_behind() -> Vector:
    """a field follows the key, inside the base64"""
    return _spoilt_line(framed(KIND, GERMAN.public, b""))


def line_with_short_key() -> Vector:
    """a key of 31 bytes"""
    return _spoilt_line(framed(KIND, GERMAN.public[:-1]))


def line_of_another_type_inside() -> Vector:
    """the line says ssh-ed25519, its base64 something else"""
    return _spoilt_line(framed("ssh-ed448", GERMAN.public))


def line_with_needless_padding() -> Vector:
    """an = that is not needed: the same bytes from another text"""
    return Vector("public-line", "mistyped-line", public_line(GERMAN.public) + "=")


def _spoilt_line(blob: bytes) -> Vector:
    return Vector("public-line", "mistyped-line", f"{KIND} {base64.b64encode(blob).decode()}")


MAKERS: list[Maker] = [
    *(make for name, make in list(globals().items()) if name.startswith(("signature_", "key_", "identity_", "line_"))),
    *_small_order_makers(),
]
