"""A group whose commands are imported when they are run, and may be shortened at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from pbem.cli import voice
from pbem.cli.verbs import help_text


class LazyGroup(click.Group):
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
        return command

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
