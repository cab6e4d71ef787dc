"""Packs of somebody's own: kept in the home folder by their digest, found again by the game that is pinned to one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.book.documents import Versions
from pbem.book.writing import write_folder
from pbem.court.auditing import Rulesets
from pbem.court.rules import INSTALL, SHOWN, data_pinned
from pbem.engine.spec import RulesetSpec
from pbem.kit.fingerprint import data_digest
from pbem.model.errors import Refused
from pbem.model.problem import Problem
from pbem.model.records import frozen


@frozen(slots=False)
class TakenPack:
    """A pack that was looked at, and kept if nothing is wrong with it."""

    spec: RulesetSpec | None
    """The ruleset as a game on this pack is played by."""
    problems: list[Problem]

    @property
    def digest(self) -> str:
        return data_pinned(self.spec) if self.spec is not None else ""


def pack_folder(home: Path, digest: str) -> Path:
    return home / "packs" / digest


def take_pack(home: Path, spec: RulesetSpec, folder: Path) -> TakenPack:
    """Look through a pack and keep a copy of it by its digest; what is the package's own data needs none."""
    if spec.shelf is None:
        raise Refused(f"{spec.title} reads no data pack", "its author says so with shelf=DATA")
    judged = spec.shelf.judged(folder)
    if judged.pack is None:
        return TakenPack(None, judged.problems)
    if _is_installed(spec, judged.files):
        return TakenPack(spec, [])
    place = pack_folder(home, judged.pack.digest.hex())
    if not place.exists():
        write_folder(place, judged.files, place.with_name(f".{place.name[:SHOWN]}.part"))
    _opened(spec, place, judged.pack.digest.hex())
    return TakenPack(spec.on(judged.pack), [])


def check_same(folder: Path, found: TakenPack, pinned: str) -> None:
    """Refuse a pack that is not the one that a game is played on."""
    if found.digest != pinned:
        ours, theirs = found.digest[:SHOWN], pinned[:SHOWN]
        hint = "all who play or audit it need the same files, to the byte: ask for the folder that it was begun with"
        raise Refused(f"{folder} holds pack {ours}, the game is played on {theirs}", hint)


def _is_installed(spec: RulesetSpec, files: Mapping[str, bytes]) -> bool:
    return all((Path(spec.folder, "data", name)).read_bytes() == data for name, data in files.items())


def _opened(spec: RulesetSpec, place: Path, digest: str) -> Any:
    """The pack that is kept there; Refused if it has been changed since."""
    assert spec.shelf is not None
    try:
        return spec.shelf.own(place, bytes.fromhex(digest))
    except Refused as refused:
        message = f"the data pack {digest[:SHOWN]} in {place} was changed, or something of it is lost"
        raise Refused(message, "remove that folder, then: pbem data take DIR, with the pack as it was") from refused


def with_pack(spec: RulesetSpec, pinned: Versions, home: Path, *, anew: bool = False) -> RulesetSpec:
    """The ruleset with the data that a game is pinned to: those of the package, or a pack that is kept at home.

    Who judges `anew` takes what is installed where neither is the one.
    """
    if pinned.data == data_digest(spec.folder).hex():
        return spec
    place = pack_folder(home, pinned.data)
    if spec.shelf is not None and place.is_dir():
        return spec.on(_opened(spec, place, pinned.data))
    if anew:
        return spec
    raise Refused(no_data(spec, pinned), NO_PACK)


def is_own(pinned: Versions) -> bool:
    """Whether a game is played on other data than came with its system."""
    from pbem.office.rulesets import usable

    spec = usable(pinned.ruleset)
    return spec is not None and pinned.data != data_digest(spec.folder).hex()


def no_data(spec: RulesetSpec, pinned: Versions) -> str:
    return f"the game is played on data of {spec.name} that are not here, digest {pinned.data[:SHOWN]}"


NO_PACK = f"if it is a pack of somebody's own, ask for its folder and say pbem data take DIR; else {INSTALL}"
"""What to do about it: a book does not tell a pack of somebody's own from data that came with another version."""


def rulesets_at(home: Path) -> Rulesets:
    """Where this user's rulesets come from."""
    from pbem.office.rulesets import ruleset

    return lambda pinned: with_pack(ruleset(pinned.ruleset), pinned, home)
