"""Identities: Ed25519 keys in the format of OpenSSH, so a key that somebody has already will do."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import TYPE_CHECKING

from pbem.model.digest import framed, unframed
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.seal.curve import weakness

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KIND = "ssh-ed25519"
HOW_TO_MAKE_ONE = "make one with pbem keygen or ssh-keygen -t ed25519"
_PUBLIC_LINE = re.compile(r"ssh-ed25519 ([A-Za-z0-9+/]+={0,2})(?: [^\r\n]*)?\n?")


@frozen
class Identity:
    """Somebody's private key.  It prints as nothing but its public line."""

    _key: Ed25519PrivateKey

    @classmethod
    def generate(cls) -> Identity:
        """A new key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, data: bytes, passphrase: str = "") -> Identity:
        """The key in the text of an OpenSSH private key file."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = _read_private(data, passphrase)
        if not isinstance(key, Ed25519PrivateKey):
            raise Refused("the identity is no Ed25519 key", HOW_TO_MAKE_ONE)
        return cls(key)

    def dump(self, passphrase: str = "") -> bytes:
        """The text of an OpenSSH private key file, as `ssh-keygen` reads it."""
        from cryptography.hazmat.primitives import serialization as form

        lock = form.BestAvailableEncryption(passphrase.encode()) if passphrase else form.NoEncryption()
        return self._key.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, lock)

    @property
    def public(self) -> bytes:
        """The 32 bytes others know this key by."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature of these bytes."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"Identity({public_line(self.public)!r})"


def public_line(key: bytes, comment: str = "") -> str:
    """A public key as one line of text, without its end."""
    body = base64.b64encode(framed(KIND, key)).decode("ascii")
    return f"{KIND} {body} {comment}".rstrip()


def parse_public_line(line: str) -> bytes:
    """The key of a public line, the comment put aside; one line only, and nothing before the type."""
    found = _PUBLIC_LINE.fullmatch(line)
    if not found:
        raise Refused(f"no public key in {line[:24]!r}", f"wanted one line that begins with {KIND}")
    try:
        (_kind, key), _rest = unframed(base64.b64decode(found[1], validate=True), 2)
    except (binascii.Error, Tampered) as error:
        raise Refused("the public key is cut off or mistyped", "copy the whole line again") from error
    if len(key) != 32 or public_line(key).split()[1] != found[1]:
        raise Refused("the public key is cut off or mistyped", "copy the whole line again")
    return key


def fingerprint(key: bytes) -> str:
    """What people compare by voice: as `ssh-keygen -lf` prints it."""
    body = base64.b64encode(hashlib.sha256(framed(KIND, key)).digest()).decode("ascii")
    return f"SHA256:{body.rstrip('=')}"


def check_enrolment(key: bytes) -> None:
    """Refuse a key under which a signature would prove nothing.  Asked once, when a seat enters."""
    if wrong := weakness(key):
        raise Refused(f"the public key is unfit: {wrong}", HOW_TO_MAKE_ONE)


def _read_private(data: bytes, passphrase: str) -> object:
    """What a key file holds, whatever kind of key it is."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        return load_ssh_private_key(data, passphrase.encode() or None)
    except TypeError as error:
        if passphrase:
            return _read_private(data, "")  # the key is not locked: a needless passphrase does no harm
        raise Refused("the identity is locked with a passphrase", "give it when asked") from error
    except UnsupportedAlgorithm as error:
        raise Refused("the identity is of a kind this program cannot read", f"it reads {KIND}") from error
    except ValueError as error:
        raise Refused("the identity or its passphrase is wrong", "wanted an OpenSSH key file") from error
