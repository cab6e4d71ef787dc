"""Verbs about data files: checking packs, writing schemas."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import voice


@click.group(epilog="Example: pbem data check my-maps/bulge")
def data() -> None:
    """Check your own map, unit and table packs; write the schemas that editors use."""


@data.command(epilog="Example: pbem data check my-maps/bulge")
@click.argument("pack", type=click.Path(exists=True, path_type=Path))
def check(pack: Path) -> int:
    """All faults of a pack's files at once, with file and line."""
    from pbem.app.packs import check_pack

    checked, found = check_pack(pack)
    voice.problems(found)
    voice.say(voice.pack_checked(checked, len(found)))
    return voice.PROBLEMS if found else voice.DONE


@data.command(epilog="Example: pbem data schemas --into schemas")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
def schemas(into: Path) -> None:
    """Write the JSON Schemas of all files that people write."""
    from pbem.app.packs import write_schemas

    for name in write_schemas(into):
        voice.result(name)
