"""What a replay carries so that it can be checked: the signed documents, the public states, the verifier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.model.film import Film
from pbem.model.records import frozen
from pbem.model.recount import Recount

Anchor = tuple[tuple[str, ...], str]
"""Where a state names the pieces, and in which field of a piece its place stands: `units`, `hex`."""


@frozen(slots=False)
class Vouchers:
    """The documents by their names in the book (`02/record.pbem`), and the code that checks them."""

    documents: Mapping[str, bytes]
    verifier: str
    """The part of `verify.html` that verifies, as it stands there."""
    recount: Recount = Recount()
    """How points and luck are counted again from them."""


def framed(documents: Mapping[str, bytes]) -> bytes:
    """All documents one after the other, each name and each envelope with its length before it."""
    fields = [field for name, data in sorted(documents.items()) for field in (name.encode(), data)]
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def difference(before: Any, after: Any) -> Any:
    """What makes one value into another: None, nothing; `[0, value]`; of a mapping `[1, {key: difference}, [gone]]`,
    of a list `[2, length, {place: difference}]`."""
    if before == after and type(before) is type(after):
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        inner = {key: difference(before[key], after[key]) if key in before else [0, after[key]] for key in after}
        changed = {key: one for key, one in inner.items() if one is not None}
        return [1, changed, [key for key in before if key not in after]]
    if isinstance(before, list) and isinstance(after, list):
        known = len(before)
        places = {n: difference(before[n], one) if n < known else [0, one] for n, one in enumerate(after)}
        return [2, len(after), {n: one for n, one in places.items() if one is not None}]
    return [0, after]


def state_steps(film: Film) -> list[list[Any]]:
    """The number and the difference from the state before, for every state that a record signs."""
    steps, last = [], None
    for scene in film.scenes:
        if scene.state is not None:
            steps.append([scene.number, difference(last, scene.state)])
            last = scene.state
    return steps


def anchors(film: Film) -> list[Anchor]:
    """Where the states say where each piece is: the places that every map of the film agrees with."""
    scenes = [scene for scene in film.scenes if scene.state is not None]
    found: dict[Anchor, None] = {}
    for scene in scenes[:1]:
        where = {counter.id: counter.space for counter in scene.after.counters}
        found.update(dict.fromkeys(_named((), scene.state["table"], where)))
    places = set(film.places)
    return [anchor for anchor in found if all(_agrees(scene, anchor, places) for scene in scenes)]


def _named(path: tuple[str, ...], value: Any, where: Mapping[str, str]) -> Iterator[Anchor]:
    for key, inner in value.items() if isinstance(value, dict) else ():
        if key in where and isinstance(inner, dict):
            yield from ((path, leaf) for leaf, said in inner.items() if said == where[key])
        else:
            yield from _named((*path, key), inner, where)


def _agrees(scene: Any, anchor: Anchor, places: set[str]) -> bool:
    """Whether the map shows exactly the pieces, and where, that the state has there."""
    pieces: Any = scene.state["table"]
    for key in anchor[0]:
        pieces = pieces.get(key, {})
    said = {name: piece[anchor[1]] for name, piece in pieces.items() if piece.get(anchor[1]) in places}
    shown = {counter.id: counter.space for counter in scene.after.counters if counter.id in pieces}
    return said == shown


def plain_anchors(found: Sequence[Anchor]) -> list[list[Any]]:
    return [[list(path), leaf] for path, leaf in found]
