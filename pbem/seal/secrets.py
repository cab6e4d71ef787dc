"""The secrets of one seat in one game, as a record.  Where it lies and who may read it, `app` decides.

Secrets never appear in a log, an argument or an output, so they do not print either.
"""

from __future__ import annotations

import os
from dataclasses import field

from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Tampered
from pbem.model.records import frozen

FORMAT = "pbem/secrets/1"
SECRET = 32
_KEYS = {"chain", "draft", "format", "hidden", "sealing", "seat"}


@frozen(kw_only=True)
class GameSecrets:
    """The root of a seat's chain of links, its sealing key of this game, and the referee's hidden key."""

    draft: bytes
    seat: str
    chain: bytes = field(repr=False)
    sealing: bytes = field(repr=False)
    hidden: bytes = field(repr=False, default=b"")

    def __post_init__(self) -> None:
        right = len(self.draft) == len(self.chain) == len(self.sealing) == SECRET
        if not (right and len(self.hidden) in (0, SECRET)):
            raise Tampered(f"a secret has the wrong length, wanted {SECRET} bytes")

    @classmethod
    def generate(cls, *, draft: bytes, seat: str, referee: bool = False) -> GameSecrets:
        """New secrets for a seat of the game that `draft` offers; the referee's have a hidden key."""
        return cls(
            draft=draft,
            seat=seat,
            chain=os.urandom(SECRET),
            sealing=os.urandom(SECRET),
            hidden=os.urandom(SECRET) if referee else b"",
        )

    def to_bytes(self) -> bytes:
        """The text of the secrets file."""
        return canonical(
            {
                "chain": self.chain.hex(),
                "draft": self.draft.hex(),
                "format": FORMAT,
                "hidden": self.hidden.hex(),
                "sealing": self.sealing.hex(),
                "seat": self.seat,
            }
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> GameSecrets:
        """The secrets in the text of such a file; Tampered if they were not written by `to_bytes`."""
        record = parse_canonical(data)
        if not isinstance(record, dict) or set(record) != _KEYS or record["format"] != FORMAT:
            raise Tampered(f"the file is no secrets file of format {FORMAT}")
        if not all(isinstance(value, str) for value in record.values()):
            raise Tampered("a secret is not text")
        return cls(
            draft=_bytes(record["draft"]),
            seat=record["seat"],
            chain=_bytes(record["chain"]),
            sealing=_bytes(record["sealing"]),
            hidden=_bytes(record["hidden"]),
        )


def _bytes(text: str) -> bytes:
    """Bytes from hexadecimal; the message does not quote what it could not read."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        raise Tampered("a secret is not hexadecimal") from None
    if data.hex() != text:
        raise Tampered("a secret is not in its canonical form")
    return data
