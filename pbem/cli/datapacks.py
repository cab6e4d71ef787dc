"""Verbs about data files: copying and checking packs, writing schemas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from pbem.cli import pack_words, voice
from pbem.cli.lazy import Verbs
from pbem.cli.setting import the_home

if TYPE_CHECKING:
    from pbem.model.problem import Problem
    from pbem.office.ownpacks import TakenPack


@click.group(cls=Verbs, epilog="Example: pbem data check my-maps/bulge")
def data() -> None:
    """Copy a game's data, check what you have put right in it; write the schemas that editors use."""


@data.command(epilog="Example: pbem data copy bulge my-maps/bulge")
@click.argument("system")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def copy(system: str, folder: Path) -> None:
    """A game's map, units and tables, into a new folder, for you to put right."""
    from pbem.app.packs import copy_pack

    files = copy_pack(system, folder)
    for name in files:
        voice.result(str(folder / name))
    for line in pack_words.copied(system, files, folder):
        voice.say(line)


@data.command(epilog="Example: pbem data check my-maps/bulge")
@click.argument("pack", type=click.Path(exists=True, path_type=Path))
@click.option("--system", default="", help="Whose pack it is; the one that the folder is named after by default.")
def check(pack: Path, system: str) -> int:
    """All faults of a pack's files at once, with file and line."""
    from pbem.app.packs import check_pack

    found = check_pack(pack, system)
    voice.problems(found.problems)
    for line in pack_words.checked(found):
        voice.say(line)
    return voice.PROBLEMS if found.problems else voice.DONE


@data.command(epilog="Example: pbem data take my-maps/bulge")
@click.argument("pack", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--system", default="", help="Whose pack it is; the one that the folder is named after by default.")
def take(pack: Path, system: str) -> None:
    """Keep a copy of a pack at home, for the games that are played on it."""
    from pbem.app.packs import whose_pack

    found = taken(whose_pack(pack, system), pack)
    voice.result(found.digest)
    voice.say(pack_words.taken(found))


def laid(system: str, pack: Path) -> None:
    """For this command the system is played on a pack of somebody's own; its faults told, if it has any."""
    from pbem.app.packs import lay_pack

    if problems := lay_pack(system, pack):
        refuse(system, pack, problems)


def refuse(system: str, pack: Path, problems: list[Problem]) -> NoReturn:
    from pbem.model.errors import Refused

    voice.problems(problems)
    raise Refused(f"{pack} is no sound data pack of {system}", f"pbem data check {pack} --system {system}")


def taken(system: str, pack: Path, pinned: str = "") -> TakenPack:
    """A pack of somebody's own, kept at home; its faults told, if it has any.  `pinned`: the digest that a game has."""
    from pbem.office.ownpacks import check_same, take_pack
    from pbem.office.rulesets import ruleset

    found = take_pack(the_home().path, ruleset(system), pack)
    if found.problems:
        refuse(system, pack, found.problems)
    if pinned:
        check_same(pack, found, pinned)
    return found


@data.command(epilog="Example: pbem data schemas --into schemas")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
def schemas(into: Path) -> None:
    """Write the JSON Schemas of all files that people write."""
    from pbem.app.packs import write_schemas

    for name in write_schemas(into):
        voice.result(name)
