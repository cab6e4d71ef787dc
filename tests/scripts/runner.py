"""Command lines run as a user types them, each script in a folder of its own.

A script is a text file: commands first, then the files they need.

    pbem rule ford 7.1          must end with exit 0
    1! pbem rule ford 99        must end with exit 1
    stdout owner retreats       the last command's output must hold this (a regular expression)
    ! stdout Traceback          and must not hold that
    stderr no case
    cp a.yaml b.yaml            copies a file
    -- a.yaml --                from here on the text of a file
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

FILE = re.compile(r"-- (\S+) --")
EXPECT = re.compile(r"(! )?(stdout|stderr) (.+)")
COMMAND = re.compile(r"(?:(\d)! )?(pbem(?: .*)?)")

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

    def run(self, folder: Path, run: Run) -> None:
        """Run it; an AssertionError names the line that did not hold."""
        for name, text in self.files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        ended = Ended(0, "", "")
        for number, line in enumerate(self.lines, 1):
            if not line.strip() or line.startswith("#"):
                continue
            place = f"{self.name}:{number}: {line}"
            if found := COMMAND.fullmatch(line):
                ended = run(shlex.split(found[2])[1:])
                assert ended.code == int(found[1] or 0), f"{place}\nexit {ended.code}\n{ended.stdout}{ended.stderr}"
            elif found := EXPECT.fullmatch(line):
                said = ended.stdout if found[2] == "stdout" else ended.stderr
                holds = re.search(found[3], said, re.MULTILINE) is not None
                assert holds != bool(found[1]), f"{place}\n{said}"
            elif line.startswith("cp "):
                source, target = shlex.split(line)[1:]
                shutil.copy(Path(folder, source), Path(folder, target))
            else:
                raise AssertionError(f"{place}: not understood")
