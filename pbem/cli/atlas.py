"""Verbs about the atlas: one geography, all maps."""

from __future__ import annotations

import click

from pbem.cli import voice
from pbem.cli.lazy import Verbs


@click.group(cls=Verbs, epilog="Example: pbem atlas check")
def atlas() -> None:
    """Make the maps anew from the shared geography, or see whether they are current."""


@atlas.command(epilog="Example: pbem atlas build")
def build() -> None:
    """Write every map that the atlas draws."""
    from pbem.app.maps import build_maps

    changed = build_maps()
    for name in changed:
        voice.result(name)
    voice.say(voice.maps_built(len(changed)))


@atlas.command(epilog="Example: pbem atlas check")
def check() -> int:
    """Whether every map is what the atlas would write now."""
    from pbem.app.maps import stale_maps

    stale = stale_maps()
    for name in stale:
        voice.result(voice.map_stale(name))
    return voice.PROBLEMS if stale else voice.DONE
