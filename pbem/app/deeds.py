"""What became of counters between two maps, in words: for a replay, for a unit's story and for `pbem diff` alike."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from pbem.model.film import Deed
from pbem.model.picture import Counter, Move, Picture

GOES = {"move": "goes", "attack": "attacks", "advance": "advances", "retreat": "retreats"}
Names = Mapping[str, str]
"""Spaces with their names."""


def deeds(
    before: Picture,
    after: Picture,
    names: Names,
    moves: Iterable[Move] = (),
    way: Sequence[str] = (),
    comes: str = "comes on at",
) -> tuple[Deed, ...]:
    """Every counter that differs, but for its marks, in the order of the map before, then new ones.

    `way`: the places that whoever moves comes through, as far as they are known; `comes`: what is said of one that was
    not there before.
    """
    if before.counters is after.counters or before.counters == after.counters:
        return ()
    old, new = _by_id(before), _by_id(after)
    kinds = {move.note: move.kind for move in moves}
    found = []
    for unit in dict.fromkeys((*old, *new)):
        was, now = old.get(unit), new.get(unit)
        if was != now:
            verb = GOES[kinds[unit]] if unit in kinds else GOES["move"]
            found += [Deed(unit, words) for words in _became(was, now, names, verb, way, comes)]
    return tuple(found)


def step_words(step: str, sides: Container[str]) -> str:
    """A step's name as it is told: `0530 German turn`."""
    return " ".join(word.capitalize() if word in sides else word for word in step.split(" "))


def step_told(turn: str, step: str, told: Mapping[str, str], sides: Container[str]) -> str:
    """What a step adds to the name of its turn: `combat before movement`; nothing where the turn bears its name."""
    return "" if set(step.split()) <= set(turn.split()) else step_words(told.get(step, step), sides)


def place_names(picture: Picture) -> Names:
    """Every space with its own name, or that of its town."""
    towns = {town.space: town.name for town in picture.towns if town.space}
    return {space.id: space.name or towns.get(space.id, "") for space in picture.spaces}


def place(space: str, names: Names) -> str:
    """A space with its name: `1708 Dasburg`."""
    name = names.get(space, "")
    return space if name in ("", space) else f"{space} {name}"


def _by_id(picture: Picture) -> dict[str, Counter]:
    return {counter.id: counter for counter in picture.counters}


def _became(
    was: Counter | None, now: Counter | None, names: Names, verb: str, way: Sequence[str], comes: str
) -> Iterator[str]:
    if (marker := was or now) is not None and marker.is_marker:
        yield from _marker(was, now, names)
    elif was is None and now is not None:
        if len(way) > 1 and way[-1] == now.space:
            by = _by(way[0], now.space, names, way)
            yield f"{comes} {place(way[0], names)}, {verb} to {place(now.space, names)}{by}"
        else:
            yield f"{comes} {place(now.space, names)}"
    elif was is not None and now is None:
        yield f"leaves the map at {place(was.space, names)}"
    elif was is not None and now is not None:
        if was.space != now.space:
            by = _by(was.space, now.space, names, way)
            yield f"{verb} from {place(was.space, names)} to {place(now.space, names)}{by}"
        yield from _changed(was, now)


def _marker(was: Counter | None, now: Counter | None, names: Names) -> Iterator[str]:
    if was is None and now is not None:
        yield f"is laid at {place(now.space, names)}"
    elif was is not None and now is None:
        yield f"is taken from {place(was.space, names)}"


def _by(start: str, end: str, names: Names, way: Sequence[str]) -> str:
    """The towns on a way."""
    towns = [names[one] for one in way if one not in (start, end) and names.get(one, one) not in ("", one)]
    return f" by {', '.join(towns)}" if towns else ""


def marked(before: Picture, after: Picture) -> tuple[Deed, ...]:
    """Every mark that a counter has got or lost."""
    old = _by_id(before)
    return tuple(
        Deed(now.id, words)
        for now in after.counters
        if not now.is_marker and (now.id in old or now.marks)
        for words in _marks(old[now.id].marks if now.id in old else (), now.marks)
    )


def _changed(was: Counter, now: Counter) -> Iterator[str]:
    """What is printed on the counter otherwise."""
    if now.reduced and not was.reduced:
        yield f"loses a step{_strengths(was, now)}"
    elif was.reduced and not now.reduced:
        yield f"has its step back{_strengths(was, now)}"
    elif was.strength != now.strength:
        yield f"has strength {now.strength or 'none'}, was {was.strength or 'none'}"


def _strengths(was: Counter, now: Counter) -> str:
    return f" ({was.strength}, now {now.strength})" if was.strength != now.strength else ""


def _marks(was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    for mark in now:
        if mark not in was:
            yield f"is {mark}"
    for mark in was:
        if mark not in now:
            yield f"is {mark.removeprefix('un')} again" if mark.startswith("un") else f"is no longer {mark}"
