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

    One run at a time writes in it; another is refused.  A file that is refused stays as it was.
    """

    def __init__(self, path: Path, title: Line, again: Callable[[int], Line]) -> None:
        if path.exists() and not path.is_file():
            raise Refused(f"{path} is no file", "name one that games can be kept in")
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
        content = self.path.read_bytes()
        if content != (begun := _written(title)) and begun.startswith(content):
            self._file.truncate(0)
            self._append(title)
            return
        found = read_ledger(self.path)
        if found is None:
            raise Refused(f"{self.path}:1: this is no line of finished games", "another file")
        self._same_games(title, found)
        self._file.truncate(content.rfind(b"\n") + 1)
        if (now := _dated(title)) not in found.programs:
            self._same_players(found.games, again)
            self._append(now)

    def _same_games(self, title: Line, found: Read) -> None:
        """Of what is to be played, each seed once; or the same twice."""
        other = [name for name in {**title, **found.title} if found.title.get(name) != title.get(name)]
        if named := [name for name in other if name not in DATED]:
            there = f"its {named[0]}: {json.dumps(found.title.get(named[0]))}"
            raise Refused(f"{self.path.name} is of other games: {', '.join(named)}", f"another file, or {there}")
        for game in found.games:
            if _alike(self.found.setdefault(game["seed"], game)) != _alike(game):
                twice = f"seed {game['seed']} stands in {self.path.name} twice, and comes out otherwise"
                raise Refused(twice, "take away the line that is wrong: --games 1 --seed plays the game again")

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
        try:
            self._file.write(_written(line))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise


def _written(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


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


def read_ledger(path: Path) -> Read | None:
    """All lines that end; what comes after the last end was cut off.  None: there is none."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    lines = [_line(path, number, line) for number, line in enumerate(whole.splitlines(), 1)]
    return Read(lines) if lines else None


def _line(path: Path, number: int, line: bytes) -> Line:
    try:
        read = json.loads(line)
    except ValueError:
        read = None
    if not isinstance(read, dict) or (number > 1 and type(read.get("seed")) is not int and not _notes(read)):
        raise Refused(f"{path}:{number}: this is no line of finished games", "another file")
    return read
