"""What every verb must have: help with an example, a script that tries it, data for tools where it has some to give."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem.cli.root import pbem as all_verbs
from pbem.cli.verbs import VERBS

from .runner import Run, Script

SCRIPTS = [Script.read(path) for path in sorted(Path(__file__).parent.glob("*.txt"))]
TRIED = [(code, args) for script in SCRIPTS for code, args in script.commands()]
NEVER_FAIL = {"games", "completion", "atlas"}
"""They read nothing of the user's."""
WRITE_TO_THE_PROGRAM = {("atlas", "build")}
"""Its own maps; to try that is for the tests of the atlas."""


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every verb, and the verbs within a verb."""
    context = click.Context(all_verbs)
    for name in VERBS:
        command = all_verbs.get_command(context, name)
        assert command is not None, name
        yield (name,), command
        if isinstance(command, click.Group):
            yield from (((name, inner), found) for inner, found in sorted(command.commands.items()))


COMMANDS = dict(commands())
LEAVES = {words: command for words, command in COMMANDS.items() if not isinstance(command, click.Group)}


def tried(words: tuple[str, ...], *codes: int) -> list[list[str]]:
    return [args for code, args in TRIED if tuple(args[: len(words)]) == words and code in codes]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_has_an_example(words: tuple[str, ...], pbem: Run) -> None:
    ended = pbem([*words, "--help"])
    assert ended.code == 0
    assert f"Example: pbem {words[0]}" in ended.stdout
    assert str(COMMANDS[words].epilog).strip("\b\n") in ended.stdout, "who copies it wants it in one line"
    for option in COMMANDS[words].params:
        if isinstance(option, click.Option) and option.name not in ("help", "mode", "games", "form"):
            assert option.help, f"{option.name} of {' '.join(words)} has no help"


@pytest.mark.parametrize("words", [words for words in COMMANDS if words not in LEAVES], ids=" ".join)
def test_verbs_within_a_verb_are_told_in_whole(words: tuple[str, ...], pbem: Run) -> None:
    assert "..." not in pbem([*words, "--help"]).stdout.replace("VERB [ARGS]...", "")


def test_help_may_be_read_by_a_pager_that_was_closed() -> None:
    closed, write = os.pipe()
    os.close(closed)
    ended = subprocess.run([sys.executable, "-m", "pbem", "--help"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_an_unknown_option_is_wrong_usage(words: tuple[str, ...], pbem: Run) -> None:
    ended = pbem([*words, "--no-such-thing"])
    assert ended.code == 2
    assert "no-such-thing" in ended.stderr


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_a_script_tries_it(words: tuple[str, ...]) -> None:
    assert tried(words, 0) or words in WRITE_TO_THE_PROGRAM, "no script tries it with success"
    assert words[0] in NEVER_FAIL or tried(words, 1, 2, 3, 4), "no script sees it fail"


@pytest.mark.parametrize("words", [words for words in LEAVES if words[0] not in NEVER_FAIL], ids=" ".join)
def test_its_data_is_tried(words: tuple[str, ...]) -> None:
    """The runner parses whatever a command prints with --json."""
    if any("--json" in option.opts for option in LEAVES[words].params):
        assert [args for args in tried(words, 0, 1, 3, 4) if "--json" in args]


def test_every_exit_code_is_seen() -> None:
    assert {code for code, _ in TRIED} == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_of_its_shell(shell: str, pbem: Run, tmp_path: Path) -> None:
    ended = pbem(["completion", shell])
    assert "_PBEM_COMPLETE" in ended.stdout
    if shutil.which(shell):
        script = tmp_path / "completion"
        script.write_text(ended.stdout, encoding="utf-8")
        assert subprocess.run([shell, "-n", str(script)], check=False).returncode == 0


def test_completion_knows_the_verbs(monkeypatch: pytest.MonkeyPatch, pbem: Run) -> None:
    monkeypatch.setenv("_PBEM_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "pbem adj")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert "adjudicate" in pbem(["adj"]).stdout


@pytest.mark.parametrize("given", [["adj"], ["re", "x"]])
def test_scripts_write_verbs_in_full(given: list[str], pbem: Run) -> None:
    """A beginning is enough at a terminal; a script would change its meaning with a new verb."""
    ended = pbem(given)
    assert ended.code == 2
    assert "adjudicate" in ended.stderr or "may be" in ended.stderr


def test_a_sheet_that_is_no_text_is_told(pbem: Run) -> None:
    pbem(["play", "ford", "--bot", "steady"])
    Path("ford/blue/blue-01.yaml").write_bytes("plot:  # für heute\n".encode("latin-1"))
    ended = pbem(["play", "ford"])
    assert ended.code == 1
    assert "blue-01.yaml is not UTF-8 text: byte 10" in ended.stderr
