"""Hidden parts: what the referee's one hidden key gives.

His entry commits to the key, so he cannot choose what is drawn; nobody else has it, so nobody foresees.
"""

from __future__ import annotations

import hmac

from pbem.model.digest import digest, mac
from pbem.model.errors import Tampered


def commitment(draft: bytes, hidden: bytes) -> bytes:
    """What the referee's entry shows of his hidden key."""
    return digest("pbem/hidden/1", draft, hidden)


def check_commitment(draft: bytes, hidden: bytes, *, shown: bytes) -> None:
    """Refuse a hidden key, published at the end, that is not the one the entry committed to."""
    if not hmac.compare_digest(commitment(draft, hidden), shown):
        raise Tampered("the hidden key is not the one the referee's entry committed to")


def hidden_seed(hidden: bytes, seed: bytes) -> bytes:
    """What stands in place of the seed for hidden rolls, draws, and bots with secrets."""
    return mac(hidden, "pbem/draw/1", seed)


def salt_of(hidden: bytes, exchange: int, side: str) -> bytes:
    """The salt under which one side's part of the state is recorded in an exchange."""
    return mac(hidden, "pbem/salt/1", exchange, side)


def part_digest(salt: bytes, part: bytes) -> bytes:
    """What the record says of a hidden part.  Without the salt nobody can try out what the part may be."""
    return digest("pbem/part/1", salt, part)
