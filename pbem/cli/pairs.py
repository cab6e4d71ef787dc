"""`name=value` on the command line."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli import voice


def pairs(said: tuple[str, ...]) -> dict[str, str]:
    """All of them; a word without a sign is told."""
    parted = [text.partition("=") for text in said]
    if wrong := [name for name, sign, _ in parted if not sign]:
        raise click.UsageError(voice.not_a_pair(wrong[0]))
    check_once([name.strip() for name, _, _ in parted])
    return {name.strip(): value.strip() for name, _, value in parted}


def check_once(names: Sequence[str]) -> None:
    """Who says a thing twice is told: which one he means is not to be guessed."""
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise click.UsageError(voice.said_twice(twice))
