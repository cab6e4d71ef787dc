"""Packs that were read and judged once and kept: known by the bytes of their files and of the program that judges them.

Kept of each file are its value, its plain data, and where each text comes from; the lines it stands on are forgotten,
since a pack without faults has none to show.  A value is put together when it is first wanted, and not judged again:
where packs are kept, nothing comes back but what was put there.  Anything that is not what it should be is read anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pbem import VERSION
from pbem.kit.data import CERTAINTIES, Data, Pack, Provenance, Shares, Value, open_pack
from pbem.kit.fingerprint import files_behind, files_digest, judges_version
from pbem.kit.keeper import keeper
from pbem.kit.keptforms import Unkept, put_together, written
from pbem.model.digest import digest, framed, unframed
from pbem.model.errors import Tampered
from pbem.model.problem import Where
from pbem.model.yamltext import Node, plain

Models = Mapping[str, type[Any]]
Runs = list[tuple[int, Provenance]]
"""Where the texts of a file come from, in its order: so many from here, so many from there."""


def kept_pack(folder: Path, models: Models) -> Pack:
    """The pack of a folder, from where it is kept or from its files; then it is kept."""
    place = keeper()
    if place is None:
        return open_pack(folder, dict(models))
    name, stamp = pack_name(folder, models), stamp_of(folder, models)
    found = place.recall(name)
    pack: Pack | None = _unpacked(found, stamp, folder, models) if found is not None else None
    if pack is None:
        pack = open_pack(folder, dict(models))
        with suppress(Unkept):
            place.keep(name, _packed(pack, stamp, models))
    pack.kept_as, pack.stamp = name, stamp
    return pack


def pack_name(folder: Path, models: Models) -> str:
    """One name for a pack, whatever it holds: what was kept before is written over."""
    return f"pack-{digest('pbem/pack/name/1', str(folder), *sorted(models)).hex()[:20]}"


def stamp_of(folder: Path, models: Models) -> bytes:
    """A digest of all that a pack follows from: its files, and the program's code that reads and judges them."""
    code = files_behind({__name__, Pack.__module__, *(model.__module__ for model in models.values())})
    code += sorted(Path(sys.modules[Node.__module__].__file__ or "").parent.glob("yaml*.py"))
    fields: list[bytes | str] = [VERSION, judges_version(), sys.version, files_digest(code)]
    for name in sorted(models):
        path = folder / name
        fields += [name, path.read_bytes() if path.is_file() else ""]
    return digest("pbem/pack/1", *fields)


# what is kept


def _packed(pack: Pack, stamp: bytes, models: Models) -> bytes:
    parts: list[bytes] = [stamp]
    for name in sorted(models):
        data = pack.data[name]
        runs = [[count, told.certainty, told.source] for count, told in _runs(data)]
        parts += [written(pack.take(object, name)), json.dumps(plain(data.node)).encode(), json.dumps(runs).encode()]
    return framed(*parts)


def _unpacked(kept: bytes, stamp: bytes, folder: Path, models: Models) -> Pack | None:
    """The pack again; None if it is another's, or not whole."""
    names = sorted(models)
    try:
        (made, *parts), rest = unframed(kept, 1 + 3 * len(names))
    except (Tampered, ValueError):
        return None
    if made != stamp or rest:
        return None
    values = KeptValues(dict(zip(names, parts[::3], strict=True)), lambda: open_pack(folder, dict(models)))
    texts = dict(zip(names, zip(parts[1::3], parts[2::3], strict=True), strict=True))
    return KeptPack(values, KeptData(texts))


class KeptPack(Pack):
    """A pack out of what was kept."""

    def shares_of(self, name: str) -> Shares:
        return self.data.shares_of(name) if isinstance(self.data, KeptData) else super().shares_of(name)


class KeptValues(Mapping[str, object]):
    """The values of the files; each is put together when it is first wanted, or read anew if that cannot be done."""

    def __init__(self, texts: Mapping[str, bytes], anew: Callable[[], Pack]) -> None:
        self._texts, self._anew = texts, anew
        self._made: dict[str, object] = {}

    def __getitem__(self, name: str) -> object:
        if name not in self._made:
            try:
                self._made[name] = put_together(self._texts[name])
            except Tampered:
                self._made[name] = self._anew().take(object, name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class KeptData(Mapping[str, Data]):
    """The files as they were kept; each is taken apart when it is first wanted."""

    def __init__(self, texts: Mapping[str, tuple[bytes, bytes]]) -> None:
        self._texts = texts
        self._apart: dict[str, Data] = {}

    def __getitem__(self, name: str) -> Data:
        if name not in self._apart:
            self._apart[name] = self._taken_apart(name)
        return self._apart[name]

    def _taken_apart(self, name: str) -> Data:
        node = _node(json.loads(self._texts[name][0]), Where(file=name))
        told = (provenance for count, provenance in self._told(name) for _ in range(count))
        leaves = zip(_leaves(node, ()), told, strict=True)
        return Data(node, {loc: Value(loc, provenance, Where(file=name)) for loc, provenance in leaves})

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def shares_of(self, name: str) -> Shares:
        shares: Shares = dict.fromkeys(CERTAINTIES, 0)
        for count, told in self._told(name):
            if told.certainty is not None:
                shares[told.certainty] += count
        return shares

    def _told(self, name: str) -> Runs:
        return [(count, Provenance(certainty, source)) for count, certainty, source in json.loads(self._texts[name][1])]


def _runs(data: Data) -> Runs:
    runs: Runs = []
    for loc in _leaves(data.node, ()):
        told = data.values[loc].provenance
        if runs and runs[-1][1] == told:
            runs[-1] = runs[-1][0] + 1, told
        else:
            runs.append((1, told))
    return runs


def _leaves(node: Node, loc: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The texts of a file in its order."""
    if isinstance(node.value, str):
        yield loc
    elif isinstance(node.value, list):
        for place, item in enumerate(node.value):
            yield from _leaves(item, (*loc, place))
    else:
        for key, item in node.value.items():
            yield from _leaves(item, (*loc, key))


def _node(value: Any, where: Where) -> Node:
    if isinstance(value, list):
        return Node([_node(item, where) for item in value], where)
    if isinstance(value, dict):
        return Node({key: _node(item, where) for key, item in value.items()}, where, dict.fromkeys(value, where))
    return Node(value, where)
