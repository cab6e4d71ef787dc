"""By which program work was done: digests of the code that bots and rules are made of, and of all the code there is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import pbem
from pbem.engine.spec import RulesetSpec
from pbem.kit.fingerprint import data_digest
from pbem.model.errors import Refused
from pbem.office.offers import installed, offers
from pbem.office.rulesets import usable

ROOMS = ("craft", "engine", "kit", "model", "play", "ruleset")
"""What a game between bots runs through, beside its ruleset."""


HERE = Path(pbem.__file__).parent
OURS = "pbem"


def program_of(spec: RulesetSpec) -> str:
    """Short, since it tells versions apart and proves nothing; the same wherever the same files are installed."""
    return _code([*(HERE / room for room in ROOMS), Path(spec.folder)])


def _code(places: Iterable[Path]) -> str:
    found = sha256()
    for place in places:
        for path in sorted(place.rglob("*.py"), key=lambda path: path.relative_to(place).as_posix()):
            found.update(path.relative_to(place).as_posix().encode() + b"\0")
            found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:16]


# processes that live long, and others elsewhere


def rulesets_in_use() -> Iterator[RulesetSpec]:
    """Those that this process has loaded."""
    for name in installed():
        if offers()[name][0].module in sys.modules and (spec := usable(name)) is not None:
            yield spec


def lay_printed() -> None:
    """From now on games are played here on what is printed, whatever packs were laid down before."""
    for spec in rulesets_in_use():
        if spec.shelf is not None:
            spec.shelf.lay(None)


def programs_in_use() -> dict[str, str]:
    """What this process works by, as it found that when it first asked: pbem, and the rulesets it has loaded."""
    return {OURS: _found_first(OURS), **{spec.name: _found_first(spec.name) for spec in rulesets_in_use()}}


@cache
def _found_first(name: str) -> str:
    return _digest(name)


def _digest(name: str) -> str:
    """Of pbem, or of a ruleset with its data; of what is not installed there is none."""
    if name == OURS:
        return _code([HERE])
    spec = usable(name)
    return f"{spec.version} {_code([Path(spec.folder)])} {data_digest(spec.folder).hex()}" if spec is not None else ""


class Programs:
    """What is installed here, to be compared with what others have done work by."""

    def __init__(self) -> None:
        self._here = cache(_digest)

    def check(self, there: Mapping[str, str], place: str, hint: str) -> None:
        """Refuse what was done by another program."""
        if other := [name for name, digest in there.items() if self._here(name) not in ("", digest)]:
            raise Refused(f"{place} has another {', '.join(other)} than is installed here", hint)
