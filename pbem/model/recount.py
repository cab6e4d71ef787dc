"""How points and luck are counted again from what was signed, by somebody who has no rules: the page of a replay.

A figure is a sum of terms over the public state; a law says where what an entry tells lies among all that could come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pbem.model.records import frozen

NOTHING: Mapping[str, Any] = MappingProxyType({})


@frozen(kw_only=True)
class Term:
    """One thing that points are given for."""

    words: str
    at: tuple[str, ...]
    """Where it stands in the state's table: a number, a truth (one or nothing), or a mapping of things to count."""
    only: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: NOTHING)
    """Of a mapping those things whose fields have one of these values; the field without a name is the thing itself."""
    keys: Mapping[str, int] | None = None
    """What each thing of a mapping is worth; others nothing.  None: each is worth one."""
    each: int = 1
    """So many make one."""
    most: int = 0
    """It counts so often at most; 0: as often as there are."""
    times: int = 1
    since: tuple[str, int] | None = None
    """It counts from where a number of the table has come so far."""


@frozen(kw_only=True)
class Ranked:
    """A result among those of its column: what stands in some fields, and the score that it is."""

    event: str
    units: tuple[str, ...]
    """Fields of the event; the first unit that they name is of the side whose luck it is."""
    fields: tuple[str, ...]
    scores: Mapping[str, Fraction]
    """By the values of the fields, with a blank between them."""


@frozen(kw_only=True)
class HitByHit:
    """So many dice of so many faces, each a hit if it is no higher than the chance: fields of the event."""

    event: str
    units: tuple[str, ...]
    dice: str
    chance: str
    hits: str
    faces: int


@frozen(kw_only=True)
class ChitByChit:
    """Chits out of a cup, none put back: rows of good, bad and how many; what was drawn said in words like `D2 A1`."""

    event: str
    units: tuple[str, ...]
    cup: str
    drawn: str
    effects: str
    signs: Mapping[str, Mapping[str, int]]
    """By side, whether a word that begins so is good for it or bad."""


Law = Ranked | HitByHit | ChitByChit


@frozen(kw_only=True)
class Recount:
    """All that is counted again: figures by their names, and luck."""

    figures: Mapping[str, tuple[Term, ...]] = field(default_factory=lambda: NOTHING)
    luck: tuple[Law, ...] = ()


def counted(recount: Recount, table: Mapping[str, Any]) -> dict[str, int]:
    """The figures of a state's table, as a page counts them."""
    return {name: sum(_worth(term, table) for term in terms) for name, terms in recount.figures.items()}


def _worth(term: Term, table: Mapping[str, Any]) -> int:
    if term.since and table[term.since[0]] < term.since[1]:
        return 0
    there: Any = table
    for name in term.at:
        there = there.get(name, 0)
    if isinstance(there, Mapping):
        kept = [name for name, one in there.items() if _is_meant(term, one)]
        there = sum(1 if term.keys is None else term.keys.get(name, 0) for name in kept)
    times = int(there) // term.each
    return term.times * (min(term.most, times) if term.most else times)


def _is_meant(term: Term, one: Any) -> bool:
    return all((one[name] if name else one) in values for name, values in term.only.items())
