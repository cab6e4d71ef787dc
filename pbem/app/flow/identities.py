"""Identities in the home folder: keys in OpenSSH format, made here or brought along."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.book.writing import PRIVATE, write_file, write_once
from pbem.model.errors import Refused
from pbem.seal.keys import Identity, public_line

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def keygen(home: Path, name: str, passphrase: str = "", identity: Identity | None = None) -> Path:
    """A new key under this name; the public half lies beside it.  A key that is there already stays."""
    path = _path(home, name)
    if path.exists():
        raise Refused(f"a key named {name} is there already: {path}", "take another name")
    made = identity or Identity.generate()
    write_once(path, made.dump(passphrase), PRIVATE)
    write_file(path.with_name(f"{path.name}.pub"), f"{public_line(made.public, name)}\n".encode())
    return path


def load_identity(home: Path, key: str, passphrase: str = "") -> Identity:
    """The identity of this name in the home folder, or in a file of its own such as ~/.ssh/id_ed25519."""
    path = Path(key).expanduser()
    if not path.is_file():
        path = _path(home, key)
    if not path.is_file():
        raise Refused(f"no key {key}", "pbem keygen makes one, or name the file of one you have")
    return Identity.load(path.read_bytes(), passphrase)


def _path(home: Path, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise Refused(f"{name[:40]!r} is no name for a key", "letters, digits, dots and dashes")
    return home / "keys" / name
