"""The public state after a number: its digest, its file in the book, and the copies that a seat keeps of the last two.

A copy is the signed JSON.  It is read instead of the file as long as the file is, byte for byte, the one that was
found equal to it, and its digest the one that was signed; else the file is read.
"""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path
from typing import Any

from pbem.book.shown import STATE_WIDTH, read_shown, shown
from pbem.book.writing import PRIVATE, write_file
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.digest import digest, framed, mac, unframed
from pbem.model.errors import Tampered

KEPT = "pbem/checkpoint/2"
COPIES = 2


def state_digest(state: Any) -> bytes:
    return signed_digest(canonical(state))


def signed_digest(body: bytes) -> bytes:
    """The digest of a state in its signed form."""
    return digest("pbem/state/1", body)


def state_text(state: Any) -> bytes:
    """What `state.yaml` says."""
    return shown(state, STATE_WIDTH).encode("utf-8")


def read_state(text: bytes) -> Any:
    """The state of such a text; Tampered for every other."""
    try:
        return read_shown(text.decode("utf-8"), STATE_WIDTH)
    except UnicodeDecodeError as error:
        raise Tampered(f"not UTF-8 text: byte {error.start}") from error


def keep_state(path: Path, text: bytes, state: Any, key: bytes) -> None:
    """Keep a copy of a state whose file says this, beside the one that was kept last: a report tells of two."""
    made = hashlib.sha256(text).digest(), canonical(state)
    others = [one for one in _kept(path, key) if one[0] != made[0]]
    body = b"".join(framed(*one) for one in (made, *others[: COPIES - 1]))
    write_file(path, framed(mac(key, KEPT, body), body), PRIVATE)


def recall_state(path: Path, text: bytes, signed: str, key: bytes) -> Any:
    """The state, if a copy is ours, of this text and of what was signed; else None."""
    found = hashlib.sha256(text).digest()
    state = next((state for of, state in _kept(path, key) if of == found), None)
    try:
        return parse_canonical(state) if state is not None and signed_digest(state).hex() == signed else None
    except (Tampered, ValueError):
        return None


def _kept(path: Path, key: bytes) -> list[tuple[bytes, bytes]]:
    """The copies that lie there, each with the digest of its text, the newest first; none if they are not ours."""
    found: list[tuple[bytes, bytes]] = []
    try:
        (code, body), rest = unframed(path.read_bytes(), 2)
        if rest or not hmac.compare_digest(code, mac(key, KEPT, body)):
            return []
        while body:
            (of, state), body = unframed(body, 2)
            found.append((of, state))
    except (OSError, Tampered, ValueError):
        return []
    return found
