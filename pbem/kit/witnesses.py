"""What was worked out and kept, with the code that did it: it is believed as long as that code is what it was.

All code that took part was loaded when it was done, wherever it was imported.  So beside what was worked out stand the
files of all modules that were there then, what the disk says of each, and a digest of their bytes.  A file of which the
disk says the same was not written since: its length, its number, when its bytes and when its entry changed; Python goes
by less when it takes compiled code for current.  If the disk says otherwise, the bytes decide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem import VERSION
from pbem.kit.keeper import Keeper
from pbem.model.digest import Field, digest, framed, unframed
from pbem.model.errors import Tampered
from pbem.model.records import frozen

JUDGES = ("pydantic.version", "yaml")
"""Modules of others that say which judge and reader of people's writing they belong to."""


@frozen
class Worked:
    """Something that was worked out, and the digest of all that it follows from."""

    stamp: bytes
    body: bytes


def recalled(place: Keeper, name: str, own: bytes) -> Worked | None:
    """What was kept under a name, if it follows from `own` and its code is still the same."""
    parts = unsealed(place.recall(name), made := _all_of(own), 4)
    if parts is None:
        return None
    paths, told, code, body = parts
    files = paths.decode().split("\n")
    told_now = place.told(files)
    if told_now != told:
        if digest_of(files) != code:
            return None
        place.keep(name, framed(made, paths, told_now, code, body))
    return Worked(digest("pbem/worked/1", made, code), body)


def keep(place: Keeper, name: str, own: bytes, packages: Iterable[str], body: bytes) -> bytes:
    """Keep what was just worked out from `own` by code of pbem and of these packages; the stamp of it."""
    files, made = loaded({"pbem", *packages}), _all_of(own)
    code = digest_of(files)
    place.keep(name, framed(made, "\n".join(files), place.told(files), code, body))
    return digest("pbem/worked/1", made, code)


def unsealed(kept: bytes | None, stamp: bytes, count: int) -> list[bytes] | None:
    """So many parts of what was kept behind this stamp; None if it was made of something else, or is not whole."""
    try:
        (made, *parts), rest = unframed(kept or b"", 1 + count)
    except Tampered:
        return None
    return parts if made == stamp and not rest else None


def loaded(packages: Iterable[str]) -> list[str]:
    """The files of all modules of these packages that are loaded, and of those that say which judges there are."""
    heads = tuple(f"{package}." for package in packages)
    names = [name for name in sys.modules if f"{name}.".startswith(heads) or name in JUDGES]
    found = {getattr(sys.modules[name], "__file__", None) for name in names}
    return sorted(file for file in found if file)


def digest_of(files: Sequence[str]) -> bytes:
    """The digest of the bytes of these files; of one that is not there any more, of its name."""
    fields: list[Field] = []
    for file in files:
        path = Path(file)
        fields += [file, path.read_bytes() if path.is_file() else ""]
    return digest("pbem/witnesses/1", *fields)


def _all_of(own: bytes) -> bytes:
    """With the program that is there, the Python that runs it, and where either finds its modules."""
    return digest("pbem/own/1", VERSION, __file__, sys.version, repr(sys.path[1:]), own)
