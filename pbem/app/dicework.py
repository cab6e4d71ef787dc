"""The dice of a whole book: computed again, compared with what is shown, and how lucky they were."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pbem.app.tallies import luck_in
from pbem.book.course import Course
from pbem.book.page import Page
from pbem.book.shown import read_loosely, shown
from pbem.dice.hidden import hidden_seed
from pbem.dice.log import Die, Fact, explain, verify
from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.play.luck import Fortune, fortunes

LOG = "dice.yaml"


def verified(game: Game) -> tuple[int, list[str]]:
    """How many dice were computed again; which come out otherwise, and which are shown otherwise than signed."""
    course = game.course
    hidden = next((page.opening.hidden for page in course.pages.values() if page.opening), "")
    secret = {n: hidden_seed(bytes.fromhex(hidden), seed) for n, seed in course.seeds.items()} if hidden else None
    count, wrong = 0, []
    for number, page in sorted(course.pages.items()):
        for log in logs_of(page):  # one by one: what was judged again has the same dice again
            count += len(log)
            wrong += [f"{one.name}: {one.message}" for one in verify(log, course.seeds, secret)]
        if page.outcome is not None:
            path = game.folder.page(number) / LOG
            wrong += _misprints(page.outcome.dice, path, f"{page.name}/{LOG}")
    return count, wrong


def _misprints(signed: list[dict[str, Any]], path: Path, place: str) -> Iterator[str]:
    """Where the die log that people read is not what was signed, with its line."""
    if not path.exists():
        yield f"{place}: is missing"
        return
    text, wanted = path.read_bytes().decode("utf-8", "replace"), shown(signed)
    if text == wanted:
        return
    dice, lines = read_loosely(text) or ([], {})
    alike = len(dice) == len(signed) and all(isinstance(die, dict) for die in dice)
    pairs = enumerate(zip(dice, signed, strict=True), 1) if alike else ()
    changed = [(lines[number], die, true) for number, (die, true) in pairs if die != true]
    for line, die, true in changed:
        yield f"{place}:{line}: {true['name']} shows {_changes(die, true)}"
    if not changed:
        yield f"{place}:{_first_difference(text, wanted)}: not as it was signed"


def _changes(die: dict[str, Any], signed: dict[str, Any]) -> str:
    """What a line of the die log says otherwise: `face 1, signed 6`."""
    fields = sorted(die.keys() | signed.keys())
    changed = [name for name in fields if die.get(name) != signed.get(name)]
    told = "; ".join(f"{name} {die.get(name)}, signed {signed.get(name)}" for name in changed)
    return printable(told, 200)


def _first_difference(one: str, other: str) -> int:
    pairs = zip_longest(one.splitlines(), other.splitlines())
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 1)


def luck_of(game: Game) -> dict[str, Fortune]:
    """Each side's luck in the whole game so far."""
    return fortunes(luck_in(game.rules, game.course, game.course.standing))


@frozen
class Explained:
    """A die and how its seed gave it."""

    die: Die
    facts: tuple[Fact, ...]


def all_dice(course: Course) -> list[Die]:
    """The public die log of the whole book; after the opening the hidden dice too.

    An exchange that was judged again has its dice once more: the same ones.
    """
    return [die for _, page in sorted(course.pages.items()) for log in logs_of(page) for die in log]


def logs_of(page: Page) -> Iterator[list[Die]]:
    """The open dice of a page, or, in the opening, the hidden ones of each number."""
    if page.outcome is not None:
        yield [Die.from_record(line) for line in page.outcome.dice]
    if page.opening is not None:
        for parts in page.opening.parts.values():
            yield [Die.from_record(line) for part in parts.values() for line in part["dice"]]


def explain_die(game: Game, name: str) -> tuple[Explained, ...]:
    """How every die of this name came about; several that were thrown together are told in order."""
    course = game.course
    found = list(dict.fromkeys(die for die in all_dice(course) if name in (die.name, die.short)))
    if not found:
        near = [die.short for die in all_dice(course) if name in die.name]
        raise Refused(f"no die {name!r} in the book", f"did you mean {near[0]}" if near else "pbem report names them")
    hidden = next((page.opening.hidden for page in course.pages.values() if page.opening), "")
    explained = []
    for die in found:
        seed = course.seeds[die.exchange]
        if die.hidden:
            seed = hidden_seed(bytes.fromhex(hidden), seed)
        explained.append(Explained(die, tuple(explain(die, seed))))
    return tuple(explained)
