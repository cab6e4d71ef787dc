"""A file that finished games are written into one by one, so that many of them can be stopped and gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.model.errors import Refused


class Ledger:
    """A line of JSON for what is played, then one a game.  A line that was cut off in mid-write is done again."""

    def __init__(self, path: Path, title: dict[str, Any]) -> None:
        self.path, self.found = path, dict[int, dict[str, Any]]()
        lines = list(self._whole_lines())
        if lines and lines[0] != title:
            other = [name for name in title if lines[0].get(name) != title[name]]
            raise Refused(f"{path.name} is of other games: {', '.join(other)}", "another file, or the same games")
        for line in lines[1:]:
            self.found[line["seed"]] = line
        if not lines:
            self._append(title)

    def add(self, game: dict[str, Any]) -> None:
        """A seed counts once, whoever played it how often."""
        if game["seed"] not in self.found:
            self.found[game["seed"]] = game
            self._append(game)

    def _append(self, line: dict[str, Any]) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(line, sort_keys=True).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _whole_lines(self) -> Iterator[dict[str, Any]]:
        """All lines that end; what comes after the last end is cut away."""
        if not self.path.exists():
            return
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                read = json.loads(line)
            except ValueError:
                read = None
            if not isinstance(read, dict) or (number > 1 and not isinstance(read.get("seed"), int)):
                raise Refused(f"{self.path}:{number}: this is no line of finished games", "another file")
            yield read
