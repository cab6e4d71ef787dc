"""A file that finished games are written into one by one, so that many of them can be stopped and gone on with.

Its title says what is played, by which version of the rules, and by which program: digests of their data and of all the
code that bots and rules are made of.  When one of these digests is another, games of the file are played again; if they
come out as before, it is noted and the file goes on, else it is refused, so that no table ever counts games of two
different players as one.  Another version judges otherwise by its own word, and is refused at once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Any

from pbem.book.lock import Busy, take
from pbem.model.errors import Refused

Line = dict[str, Any]
PROGRAM = "program"
DATED = ("data", PROGRAM)
"""What a later program may have otherwise, in the title and where it is noted."""
UNLIKE = ("seconds",)
"""What may differ when a game is played again."""


class Ledger:
    """A line of JSON for what is played, then one a game.  A line that was cut off in mid-write is done again.

    One run at a time writes in it; another is refused.
    """

    def __init__(self, path: Path, title: Line, again: Callable[[int], Line]) -> None:
        self.path, self.found = path, dict[int, Line]()
        self._file = path.open("a+b")
        try:
            if not take(self._file):
                raise Busy(f"another run writes in {path.name}", "wait for it, or take another file")
            self._go_on(title, again)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def add(self, game: Line) -> None:
        """A seed counts once, whoever played it how often."""
        if game["seed"] not in self.found:
            self.found[game["seed"]] = game
            self._append(game)

    def _go_on(self, title: Line, again: Callable[[int], Line]) -> None:
        found = read_ledger(self.path, cut=self._file.truncate)
        if found is None:
            self._append(title)
            return
        other = [name for name in {**title, **found.title} if found.title.get(name) != title.get(name)]
        if named := [name for name in other if name not in DATED]:
            raise Refused(f"{self.path.name} is of other games: {', '.join(named)}", "another file, or the same games")
        self.found = {game["seed"]: game for game in reversed(found.games)}
        if (now := _dated(title)) not in found.programs:
            self._same_players(found.games, again)
            self._append(now)

    def _same_players(self, games: list[Line], again: Callable[[int], Line]) -> None:
        """The first game and the last come out as they did, whatever has changed of the program."""
        for game in games[:1] + games[1:][-1:]:
            if _alike(again(game["seed"])) != _alike(game):
                other = f"seed {game['seed']} comes out otherwise"
                raise Refused(
                    f"{self.path.name} was played by other bots or other rules: {other}",
                    "another file; or take this one away, and all its games are played anew",
                )

    def _append(self, line: Line) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _dated(line: Line) -> Line:
    return {name: line[name] for name in DATED if name in line}


def _notes(line: Line) -> bool:
    """Whether it notes a later program."""
    return {PROGRAM} <= {*line} <= {*DATED}


def _alike(game: Line) -> Line:
    told = {name: value for name, value in game.items() if name not in UNLIKE}
    return dict(json.loads(json.dumps(told)))


class Read:
    """What stands in a ledger."""

    def __init__(self, lines: list[Line]) -> None:
        self.title = lines[0]
        self.programs = [*accumulate((_dated(line) for line in lines if PROGRAM in line), dict.__or__)]
        self.games = [line for line in lines if "seed" in line]


def read_ledger(path: Path, cut: Callable[[int], object] = lambda size: None) -> Read | None:
    """All lines that end; what comes after the last end may be cut away.  None: there is nothing yet."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        cut(len(whole))
    lines = [_line(path, number, line) for number, line in enumerate(whole.splitlines(), 1)]
    return Read(lines) if lines else None


def _line(path: Path, number: int, line: bytes) -> Line:
    try:
        read = json.loads(line)
    except ValueError:
        read = None
    if not isinstance(read, dict) or (number > 1 and not isinstance(read.get("seed"), int) and not _notes(read)):
        raise Refused(f"{path}:{number}: this is no line of finished games", "another file")
    return read
