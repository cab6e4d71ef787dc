"""`name=value` on the command line."""

from __future__ import annotations

import click

from pbem.cli import voice


def pairs(said: tuple[str, ...]) -> dict[str, str]:
    """All of them; a word without a sign is told."""
    parted = [text.partition("=") for text in said]
    if wrong := [name for name, sign, _ in parted if not sign]:
        raise click.UsageError(voice.not_a_pair(wrong[0]))
    return {name.strip(): value.strip() for name, _, value in parted}
