"""Guides run as their readers run them: every `$ ` line of a ```console block, in order, in one folder.

    $ pbem status                       must end with exit 0
    $ pbem check bad.yaml   # exit 1    must end with exit 1
    kh7f  The Ford crossing   ...       its output must go on so; `...` is anything, alone on a line any lines

Where output is shown, `kh7f` stands for any game's name and `river-tin-poppy-four` for any four words.  A block that
opens with ```yaml FILE is what the reader writes into that file below the three lines of its header.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w*) ?(\S*)$")
EXIT = re.compile(r"\s+# exit (\d)$")
NAMES = {"kh7f": "[a-z0-9]{4}", "river-tin-poppy-four": "[a-z]+(?:-[a-z]+){3}", "...": ".*"}
HEADER = ("#", "game:", "exchange:", "side:")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    kind: str
    name: str
    line: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A command as it is shown, how it ends, and what it says."""

    place: str
    words: str
    code: int
    output: tuple[str, ...]


def blocks(path: Path) -> list[Block]:
    found, inside, start = [], None, 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if fence and inside is None:
            inside, start = fence, number
        elif line == "```" and inside is not None:
            found.append(Block(inside[1], inside[2], start, tuple(lines[start : number - 1])))
            inside = None
    assert inside is None, f"{path.name}:{start}: a block that is never closed"
    return found


def commands(block: Block, file: str) -> Iterator[Command]:
    """The commands of a console block, each with the output that is shown below it."""
    starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"{file}:{block.line}: a console block begins with a command"
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        words = block.lines[start][2:]
        said = EXIT.search(words)
        place = f"{file}:{block.line + 1 + start}: {words}"
        yield Command(place, EXIT.sub("", words), int(said[1]) if said else 0, block.lines[start + 1 : end])


@dataclass
class Reader:
    """Somebody who follows a guide: a folder to work in, and where he has gone from there."""

    folder: Path
    pbem: Callable[[list[str]], None]

    def follow(self, path: Path) -> int:
        """Run everything; the number of commands that were run."""
        count = 0
        for block in blocks(path):
            if block.kind == "yaml" and block.name:
                self.edit(self.folder / block.name, block.lines)
            elif block.kind == "console":
                for command in commands(block, path.name):
                    self.run(command)
                    count += 1
        return count

    def edit(self, file: Path, body: tuple[str, ...]) -> None:
        """What an editor does: the header stays, what stands below it is written anew."""
        assert file.exists(), f"{file.name} is edited before it is there"
        kept = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith(HEADER)]
        file.write_text("\n".join([*kept[: _header_lines(kept)], *body]) + "\n", encoding="utf-8")

    def run(self, command: Command) -> None:
        words = shlex.split(command.words)
        target = None
        if ">" in words:
            *words, _, name = words
            target = self.folder / name
        code, said = self.started(words, target)
        assert code == command.code, f"{command.place}\nexit {code}\n{said}"
        if command.output:
            wanted = "".join(map(expected, command.output))
            shown = "".join(f"{line.rstrip()}\n" for line in said.splitlines())
            assert re.fullmatch(wanted, shown), f"{command.place}\n{shown}"

    def started(self, words: list[str], target: Path | None) -> tuple[int, str]:
        """How a command ends and what is read on the screen."""
        match words:
            case ["pbem", *args]:
                return self.in_process(args, target)
            case ["cd", to]:
                self.folder = (self.folder / to).resolve()
                assert self.folder.is_dir(), f"there is no {self.folder}"
                return 0, ""
            case ["mkdir", name]:
                (self.folder / name).mkdir()
                return 0, ""
            case ["cp", "-r", source, goal]:
                shutil.copytree(self.folder / source, self.folder / goal)
                return 0, ""
            case ["cp", source, goal]:
                shutil.copy(self.folder / source, self.folder / goal)
                return 0, ""
            case ["cat", name]:
                return 0, (self.folder / name).read_text(encoding="utf-8")
        raise AssertionError(f"guides use pbem, cd, mkdir, cp and cat, not {' '.join(words)}")

    def in_process(self, args: list[str], target: Path | None) -> tuple[int, str]:
        """The program in this process, its two voices on one screen, or its results in a file."""
        screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        results = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) if target else screen
        before = sys.stdout, sys.stderr, Path.cwd()
        os.chdir(self.folder)
        sys.stdout, sys.stderr = results, screen
        try:
            self.pbem(args)
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            sys.stdout, sys.stderr = before[:2]
            os.chdir(before[2])
        if target is not None:
            target.write_bytes(bytes_of(results))
        return code, bytes_of(screen).decode("utf-8")


def _header_lines(kept: list[str]) -> int:
    """Up to the line that names the side; further comments belong to what was there."""
    return next(number for number, line in enumerate(kept, 1) if line.startswith("side:"))


def bytes_of(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def expected(line: str) -> str:
    """A line of shown output as a regular expression."""
    if line.strip() == "...":
        return r"(?:.*\n)*?"
    any_name = "|".join(map(re.escape, NAMES))
    between, names = re.split(any_name, line.rstrip()), re.findall(any_name, line)
    return (
        "".join(re.escape(text) + NAMES.get(name, "") for text, name in zip(between, [*names, ""], strict=True)) + r"\n"
    )
