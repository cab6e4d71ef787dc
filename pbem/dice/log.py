"""The die log: every die of a game by name, so that anyone can compute it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from pbem.dice.roll import SPAN, Try, face_of, limit, roll, tries
from pbem.model.errors import RulesBug, Tampered
from pbem.model.ids import Key, spoken
from pbem.model.records import frozen, mutable

_FIELDS = {"die", "exchange", "face", "hidden", "index", "key", "name"}


@frozen(kw_only=True)
class Die:
    """One die or draw: what it was for, how many faces it has, what it showed.

    `index` counts the dice rolled together; `hidden`: the referee's hidden key stood in for the seed.
    """

    key: Key
    die: int
    index: int
    face: int
    exchange: int
    hidden: bool = False

    @property
    def name(self) -> str:
        """Exchange, then the key."""
        return name_of(self.exchange, self.key)

    @property
    def short(self) -> str:
        """What people call it."""
        return short_name(self.exchange, self.key)

    def to_record(self) -> dict[str, Any]:
        """The line of the log."""
        return {
            "die": self.die,
            "exchange": self.exchange,
            "face": self.face,
            "hidden": self.hidden,
            "index": self.index,
            "key": list(self.key),
            "name": self.name,
        }

    @classmethod
    def from_record(cls, record: object) -> Die:
        """The die of a line of the log; Tampered if it is not such a line."""
        if not isinstance(record, dict) or set(record) != _FIELDS:
            raise Tampered(f"a line of the die log has not exactly the fields {', '.join(sorted(_FIELDS))}")
        key = record["key"]
        if not (isinstance(key, list) and key and all(isinstance(part, str) for part in key)):
            raise Tampered("the key in a line of the die log is no list of words")
        numbers = {name: record[name] for name in ("die", "index", "face", "exchange")}
        if any(type(number) is not int for number in numbers.values()) or type(record["hidden"]) is not bool:
            raise Tampered("a number in a line of the die log is none")
        made = cls(key=tuple(key), hidden=record["hidden"], **numbers)
        if made.name != record["name"] or not 1 <= made.die <= SPAN or made.index < 0:
            raise Tampered(f"the line {record['name']!r} of the die log does not agree with itself")
        return made


class WrongDie(NamedTuple):
    """A die that is not what it should be: its place in the log from 0, its name, and what is wrong."""

    place: int
    name: str
    message: str


class Fact(NamedTuple):
    """One step of a computation that a reader can follow by hand."""

    name: str
    value: str


@mutable
class SeededDice:
    """Dice for the rules, from the seed of one exchange.  Each die is written down in `log`, once.

    A step that is run again throws the same key again and gets the same faces.  `hidden_seed` is the
    referee's; without it hidden dice cannot be thrown, only read from the record.
    """

    seed: bytes = field(repr=False)
    exchange: int
    hidden_seed: bytes | None = field(repr=False, default=None)
    log: list[Die] = field(default_factory=list)
    _thrown: dict[Key, list[Die]] = field(repr=False, default_factory=dict)

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        """The faces of `count` dice for a key."""
        if key not in self._thrown:
            self._thrown[key] = self._throw(key, die, count, hidden)
            self.log += self._thrown[key]
        thrown = self._thrown[key]
        if len(thrown) != count or any((one.die, one.hidden) != (die, hidden) for one in thrown):
            raise RulesBug(f"{spoken(key)} is thrown again with other dice")
        return tuple(one.face for one in thrown)

    def _throw(self, key: Key, die: int, count: int, hidden: bool) -> list[Die]:
        seed = self.hidden_seed if hidden else self.seed
        if seed is None:
            raise RulesBug(f"only the referee can throw {spoken(key)}")
        return [
            Die(
                key=key,
                die=die,
                index=index,
                face=roll(seed, key, index=index, faces=die),
                exchange=self.exchange,
                hidden=hidden,
            )
            for index in range(count)
        ]


def name_of(exchange: int, key: Key) -> str:
    """The whole name of a die: exchange, then the key."""
    return f"{exchange}/{spoken(key)}"


def short_name(exchange: int, key: Key) -> str:
    """What people call a die, as reports print it: exchange/phase/place[/what].

    Turn and case are left out, as is `die`; `pbem dice explain` takes the short name and the whole one.
    """
    if len(key) < 3:
        return f"{exchange}/{spoken(key)}"
    step, *places, _case, subject = key
    phase = step.rsplit("/", 1)[-1]
    return "/".join([str(exchange), phase, *places, *([] if subject == "die" else [subject])])


def verify(
    log: Iterable[Die], seeds: Mapping[int, bytes], hidden_seeds: Mapping[int, bytes] | None = None
) -> list[WrongDie]:
    """Compute every die again and tell which are not what they should be.

    `seeds` are the game's, by exchange.  Without `hidden_seeds` hidden dice are passed over: not yet open.
    """
    found, seen = [], set()
    for place, die in enumerate(log):
        if (die.name, die.index) in seen:
            found.append(WrongDie(place, die.name, "is there twice"))
        seen.add((die.name, die.index))
        if not die.hidden or hidden_seeds is not None:
            wrong = _wrong(die, (hidden_seeds or {}) if die.hidden else seeds)
            found += [WrongDie(place, die.name, wrong)] if wrong else []
    return found


def explain(die: Die, seed: bytes) -> list[Fact]:
    """How the seed of its exchange gives a die its face, step by step."""
    made = tries(seed, die.key, index=die.index, faces=die.die)
    counts = made[-1]
    rejected = [Fact("mac", _told(attempt)) for attempt in made[:-1]]
    return [
        Fact("seed", seed.hex()),
        Fact("key", f"{spoken(die.key)}, die {die.index}, {die.die} faces"),
        *rejected,
        Fact("mac", _told(counts)),
        Fact("test", f"v is below {limit(die.die)}, largest multiple of {die.die}: try {len(made) - 1} counts"),
        Fact(
            "face",
            f"1 + v mod {die.die} = 1 + {counts.value % die.die} = {face_of(counts.value, die.die)}",
        ),
    ]


def _wrong(die: Die, seeds: Mapping[int, bytes]) -> str:
    """What is wrong with a die, or nothing."""
    if die.exchange not in seeds:
        return f"belongs to exchange {die.exchange}, which has no seed"
    computed = roll(seeds[die.exchange], die.key, index=die.index, faces=die.die)
    return "" if computed == die.face else f"says {die.face}, computed {computed}"


def _told(attempt: Try) -> str:
    return f"{attempt.mac.hex()}   first 8 bytes v = {attempt.value}"
