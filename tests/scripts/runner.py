"""Command lines run as a user types them, each script in a folder of its own.

A script is a text file: commands first, then the files they need.

    pbem rule ford 7.1          must end with exit 0
    1! pbem rule ford 99        must end with exit 1
    pbem new ford > draft.txt   what it prints goes into a file
    stdout owner retreats       the last command's output must hold this (a regular expression)
    ! stdout Traceback          and must not hold that
    stderr no case
    let GAME stdout ^(\\w{4})    what the group caught is $GAME from here on
    days 14                     so many days pass on the clock
    cd blue                     into a folder
    cp a.yaml b.yaml            copies a file, or a folder with all that is in it
    rm a.yaml                   deletes a file or a folder
    home laptop                 on another computer: its keys and secrets lie in this folder beside the script's own
    edit blue-01.yaml a.yaml    below the header of the first comes the text of the second
    replace a.txt this => that  in a file, which must hold it
    -- a.yaml --                from here on the text of a file

What a command prints with --json must be JSON; whatever happens, nobody may see a traceback.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

FILE = re.compile(r"-- (\S+) --")
EXPECT = re.compile(r"(! )?(stdout|stderr) (.+)")
LET = re.compile(r"let ([A-Z]+) (stdout|stderr) (.+)")
COMMAND = re.compile(r"(?:(\d)! )?pbem( .*?)?(?: > (\S+))?")

Run = Callable[[list[str]], "Ended"]


@dataclass
class Ended:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


@dataclass
class Script:
    """The commands of a script and its files."""

    name: str
    lines: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Script:
        script, target = cls(path.stem), ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := FILE.fullmatch(line):
                target = found[1]
                script.files[target] = ""
            elif target:
                script.files[target] += line + "\n"
            else:
                script.lines.append(line)
        return script

    def commands(self) -> list[tuple[int, list[str]]]:
        """Every command with the exit code it must have."""
        found = (COMMAND.fullmatch(line) for line in self.lines)
        return [(int(one[1] or 0), shlex.split(one[2] or "")) for one in found if one]

    def run(self, folder: Path, run: Run) -> None:
        """Run it; an AssertionError names the line that did not hold."""
        for name, text in self.files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        stage = Stage(folder, run)
        for number, line in enumerate(self.lines, 1):
            if line.strip() and not line.startswith("#"):
                stage.do(stage.filled(line), f"{self.name}:{number}: {line}")


@dataclass
class Stage:
    """Where a script has got to."""

    folder: Path
    pbem: Run
    ended: Ended = field(default_factory=lambda: Ended(0, "", ""))
    caught: dict[str, str] = field(default_factory=dict)

    def filled(self, line: str) -> str:
        """The line with what was caught before."""
        return re.sub(r"\$([A-Z]+)", lambda name: self.caught.get(name[1], name[0]), line)

    def do(self, line: str, place: str) -> None:
        if found := COMMAND.fullmatch(line):
            self.command(shlex.split(found[2] or ""), int(found[1] or 0), found[3], place)
        elif found := EXPECT.fullmatch(line):
            holds = re.search(found[3], self.said(found[2]), re.MULTILINE) is not None
            assert holds != bool(found[1]), f"{place}\n{self.said(found[2])}"
        elif found := LET.fullmatch(line):
            meant = re.search(found[3], self.said(found[2]), re.MULTILINE)
            assert meant, f"{place}\n{self.said(found[2])}"
            self.caught[found[1]] = meant[1]
        else:
            self.file(line, place)

    def said(self, voice: str) -> str:
        return self.ended.stdout if voice == "stdout" else self.ended.stderr

    def command(self, args: list[str], code: int, target: str | None, place: str) -> None:
        self.ended = self.pbem(args)
        shown = f"{self.ended.stdout}{self.ended.stderr}"
        assert self.ended.code == code, f"{place}\nexit {self.ended.code}\n{shown}"
        assert "Traceback" not in shown, f"{place}\n{shown}"
        assert "a defect in pbem" not in shown, f"{place}\n{shown}"
        if "--json" in args and code != 2 and self.ended.stdout:
            json.loads(self.ended.stdout)
        if target:
            Path(target).write_text(self.ended.stdout, encoding="utf-8")

    def file(self, line: str, place: str) -> None:
        """What a user does without us: go somewhere, copy, edit."""
        match line.split(" ", 2):
            case ["cd", folder]:
                os.chdir(folder)
            case ["days", number]:
                now = datetime.fromisoformat(os.environ["PBEM_CLOCK"])
                os.environ["PBEM_CLOCK"] = (now + timedelta(days=int(number))).isoformat()
            case ["cp", source, target] if Path(source).is_dir():
                shutil.copytree(source, target)
            case ["cp", source, target]:
                shutil.copy(source, target)
            case ["rm", name] if Path(name).is_dir():
                shutil.rmtree(name)
            case ["rm", name]:
                Path(name).unlink()
            case ["home", folder]:
                os.environ["PBEM_HOME"] = str(self.folder / folder)
            case ["edit", sheet, body]:
                lines = Path(sheet).read_text(encoding="utf-8").splitlines(keepends=True)
                end = next(number for number, one in enumerate(lines, 1) if one.startswith("side:"))
                text = self.folder.joinpath(body).read_text(encoding="utf-8")
                Path(sheet).write_text("".join(lines[:end]) + text, encoding="utf-8")
            case ["replace", name, change]:
                before, after = change.split(" => ")
                text = Path(name).read_text(encoding="utf-8")
                assert before in text, f"{place}\n{text}"
                Path(name).write_text(text.replace(before, after, 1), encoding="utf-8")
            case _:
                raise AssertionError(f"{place}: not understood")
