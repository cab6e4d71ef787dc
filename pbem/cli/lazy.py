"""A group whose commands are imported when they are run, and may be shortened at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from pbem.cli import voice
from pbem.cli.verbs import help_text

UNWRAPPED = "\b\n"
"""Before a paragraph of a help text that is printed as it stands."""


class Verbs(click.Group):
    """A verb that has verbs: each is told in a whole sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"subcommand_metavar": "VERB [ARGS]...", **kwargs})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        verbs = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.get_short_help_str(limit=200)) for name, verb in verbs if verb])


class LazyGroup(Verbs):
    """`commands`: name -> (module, what it does in a line).  The module holds the command under its own name."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.lazy:
            return None
        command: click.Command = getattr(import_module(self.lazy[name][0]), name.replace("-", "_"))
        return with_whole_examples(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Any unambiguous beginning of a verb works at a terminal; scripts write it in full."""
        given = args[0]
        if given not in self.lazy:
            meant = [name for name in self.lazy if name.startswith(given)]
            if len(meant) == 1 and sys.stdin.isatty():
                return super().resolve_command(ctx, [meant[0], *args[1:]])
            raise click.UsageError(voice.no_such_verb(given, meant, list(self.lazy)), ctx)
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The list of verbs without importing any of them."""
        return help_text()


def with_whole_examples(command: click.Command) -> click.Command:
    """Examples stand in one line, so that they can be copied; those of the verbs within it, too."""
    if command.epilog and not command.epilog.startswith(UNWRAPPED):
        command.epilog = UNWRAPPED + command.epilog
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        with_whole_examples(inner)
    return command
