"""What is in the book: the log of its numbers, how things stood after one, what changed between two."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Literal

from pbem.app.bulletin import wording
from pbem.app.deeds import deeds, marked, place_names, step_told, step_words
from pbem.app.filming import film
from pbem.app.lives import told_of
from pbem.app.said_once import LEFT
from pbem.book.course import Course
from pbem.model.position import View
from pbem.model.records import frozen
from pbem.office.game import Game

NOTHING_ELSE = "nothing on the map and no score differs"


@frozen
class LogLine:
    """A line of the log: one number of the book."""

    number: int
    kind: Literal["charter", "record", "agreement", "opening"]
    at: str
    words: str
    head: str
    set_aside: bool


def log(game: Game) -> tuple[LogLine, ...]:
    """What is in the book, number by number."""
    course = game.course
    standing = course.standing
    seats = ", ".join(course.charter.seats)
    lines = [LogLine(0, "charter", "", f"the charter of {seats}", course.charter.game.hex(), False)]
    for number, page in sorted(course.pages.items()):
        head = _head_of(course, number)
        if page.record is not None:
            missed = f"; missed by {', '.join(page.record.missed)}" if page.record.missed else ""
            played = [(one.turn, one.step) for one in page.outcome.stretches] if page.outcome else []
            steps = steps_told(played, wording(game.rules.spec).steps, game.rules.spec.sides)
            silent = "" if page.outcome else "ended by silence"
            words = f"{steps or silent or 'nothing was played'}{missed}"
            lines.append(LogLine(number, "record", page.record.at, words, head, number not in standing))
        elif page.agreement is not None:
            said = page.agreement
            words = f"{said.kind} {said.exchange or ''}: {said.why}".replace(" :", ":")
            lines.append(LogLine(number, "agreement", said.at, words, head, False))
        else:
            lines.append(LogLine(number, "opening", "", "everything that was hidden", head, False))
    return tuple(lines)


def steps_told(played: Iterable[tuple[str, str]], told: Mapping[str, str], sides: Container[str]) -> str:
    """What was played, the steps of a turn together: `GT4 German movement, combat; GT4 Allied movement`."""
    turns: dict[str, list[str]] = {}
    for turn, step in played:
        turns.setdefault(turn, [])
        turns[turn] += filter(None, [step_told(turn, step, told, sides)])
    return "; ".join(f"{step_words(turn, sides)} {', '.join(steps)}".strip() for turn, steps in turns.items())


def _head_of(course: Course, number: int) -> str:
    page = course.pages[number]
    record = page.documents.get("record.pbem")
    return record.header.digest().hex() if record else ""


def replay(game: Game, to: int) -> Any:
    """The public state after a number."""
    return game.state(to)


@frozen
class Change:
    """One thing on the table that differs."""

    path: tuple[str, ...]
    before: Any
    after: Any


def diff(game: Game, one: int, other: int) -> tuple[Change, ...]:
    """What differs on the table between two numbers."""
    return tuple(_changes((), replay(game, one)["table"], replay(game, other)["table"]))


def told_diff(game: Game, one: int, other: int) -> tuple[str, ...]:
    """The same in the game's words, from the earlier one to the later: the turn, every counter, the score."""
    one, other = sorted((one, other))
    words = wording(game.rules.spec)
    before, after = table_after(game, one), table_after(game, other)
    was, now = words.turn(before), words.turn(after)
    head = [f"from: {was}", f"to: {now}"] if was != now else []
    lines: list[str] = []
    if words.picture is not None:
        old, new = (words.picture(View("", table), None) for table in (before, after))
        found = (*deeds(old, new, place_names(old), comes="comes on, now at"), *marked(old, new))
        became = {deed.unit: [one.words for one in found if one.unit == deed.unit] for deed in found}
        became |= ends_told(game, {unit for unit, said in became.items() if said[0].startswith(LEFT)}, one, other)
        lines += [f"{unit}: {', '.join(said)}" for unit, said in sorted(became.items())]
    scored, scores = words.victory(before), words.victory(after)
    lines += [f"score, before: {line}" for line in scored if line not in scores]
    lines += [f"score, now: {line}" for line in scores if line not in scored]
    return (*head, *(lines or [NOTHING_ELSE] * bool(head)))


def ends_told(game: Game, units: set[str], one: int, other: int) -> dict[str, list[str]]:
    """What became of pieces that are on the map no more, as the entries between two numbers tell it."""
    ends: dict[str, list[str]] = {}
    if not units:
        return ends
    seen = film(game, numbers=range(one + 1, other + 1))
    for scene in seen.scenes:
        for shot in scene.shots:
            for deed in shot.deeds:
                if deed.unit in units and deed.words.startswith(LEFT):
                    ends[deed.unit] = [f"{seen.with_towns(told_of(shot, deed.unit))} ({seen.mark} {shot.case})"]
    return ends


def table_after(game: Game, number: int) -> Any:
    """The table after a number, as everybody sees it."""
    return game.rules.codec.read_position({"secrets": {}, "table": replay(game, number)["table"]}).table


def _changes(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _changes((*path, key), before.get(key), after.get(key))
    elif before != after:
        yield Change(path, before, after)
