"""Packs that were read and judged once and kept: known by the bytes of their files and by the code that judged them.

Kept of each file are its value, its plain data, and where each text comes from; the lines it stands on are forgotten,
since a pack without faults has none to show.  A value is put together when it is first wanted, and not judged again:
where packs are kept, nothing comes back but what was put there.  Anything that is not what it should be is read anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pbem.kit.data import CERTAINTIES, Data, Pack, Provenance, Shares, Value, open_pack
from pbem.kit.keeper import Keeper, keeper
from pbem.kit.keptforms import Unkept, put_together, written
from pbem.kit.witnesses import Worked, keep, recalled, unsealed
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
    name, own = pack_name(folder, models), files_of(folder, models)
    found = recalled(place, name, own)
    pack = _unpacked(found, place, name, folder, models) if found is not None else None
    if pack is not None and found is not None:
        pack.kept_as, pack.stamp = name, found.stamp
        return pack
    pack = open_pack(folder, dict(models))
    with suppress(Unkept):
        values = framed(*(written(pack.take(object, file)) for file in sorted(models)))
        packages = {model.__module__.partition(".")[0] for model in models.values()}
        pack.kept_as, pack.stamp = name, keep(place, name, own, packages, values)
        place.keep(_beside(name), framed(pack.stamp, *_sources(pack, models)))
    return pack


def pack_name(folder: Path, models: Models) -> str:
    """One name for a pack, whatever it holds: what was kept before is written over."""
    return f"pack-{digest('pbem/pack/name/1', str(folder), *sorted(models)).hex()[:20]}"


def files_of(folder: Path, models: Models) -> bytes:
    """A digest of the files of a pack and of the names of their types."""
    fields: list[bytes | str] = []
    for name, model in sorted(models.items()):
        path = folder / name
        fields += [name, f"{model.__module__}:{model.__qualname__}", path.read_bytes() if path.is_file() else ""]
    return digest("pbem/pack/1", *fields)


# what is kept: the values; and beside them, since few ask for that, the plain data and where each text comes from


def _beside(name: str) -> str:
    return f"{name}-sources"


def _sources(pack: Pack, models: Models) -> list[bytes]:
    parts: list[bytes] = []
    for name in sorted(models):
        data = pack.data[name]
        runs = [[count, told.certainty, told.source] for count, told in _runs(data)]
        parts += [json.dumps(plain(data.node)).encode(), json.dumps(runs).encode()]
    return parts


def _unpacked(found: Worked, place: Keeper, name: str, folder: Path, models: Models) -> Pack | None:
    """The pack again; None if it is not whole."""
    names = sorted(models)
    try:
        values, rest = unframed(found.body, len(names))
    except Tampered:
        return None
    anew = cache(lambda: open_pack(folder, dict(models)))

    def sources() -> list[bytes]:
        kept = unsealed(place.recall(_beside(name)), found.stamp, 2 * len(names))
        if kept is None:
            kept = _sources(anew(), models)
            place.keep(_beside(name), framed(found.stamp, *kept))
        return kept

    return None if rest else KeptPack(KeptValues(dict(zip(names, values, strict=True)), anew), KeptData(names, sources))


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
    """The files as they were kept; they are fetched when one is wanted, and each taken apart when it is."""

    def __init__(self, names: Sequence[str], fetch: Callable[[], list[bytes]]) -> None:
        self._names, self._fetch = names, fetch
        self._apart: dict[str, Data] = {}

    @cached_property
    def _texts(self) -> Mapping[str, tuple[bytes, bytes]]:
        """Of each file its plain data, and where its texts come from."""
        parts = self._fetch()
        return dict(zip(self._names, zip(parts[::2], parts[1::2], strict=True), strict=True))

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
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

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
