"""Verbs of somebody who wants proof."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import plain, voice
from pbem.cli.bars import progress
from pbem.cli.lazy import Verbs
from pbem.cli.means import with_means
from pbem.cli.setting import as_data, in_folder, the_book, the_game, the_home, with_pack_given

if TYPE_CHECKING:
    from pbem.app.audits import Audited
    from pbem.app.labour import Lost, Means

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(epilog="Example: pbem audit book --with my-orders.pbem")
@click.argument("books", type=FOLDER, nargs=-1, required=True, metavar="BOOK...")
@click.option("--with", "own", multiple=True, type=click.Path(exists=True, path_type=Path), help="A mail you sent.")
@with_pack_given
@with_means
@as_data
def audit(books: tuple[Path, ...], own: tuple[Path, ...], pack: Path | None, means: Means, as_json: bool) -> int:
    """Check every byte of a book, or of several: signatures, chain, links, dice, rules, states."""
    from pbem.app.audits import audit as check
    from pbem.app.audits import audit_many, system_of_book
    from pbem.app.home import check_is_book

    for book in books:
        check_is_book(book)
    home = the_home().path
    if pack is not None and (system := system_of_book(books[0])):
        from pbem.cli.datapacks import taken

        taken(system, pack)
    if len(books) > 1:
        if own:
            raise click.UsageError(voice.with_one_book())
        return _audits(audit_many(books, home, means), as_json)
    with progress("audit", pages_in(books[0])) as one_more:
        found = check(books[0], home=home, watch=one_more, own=[(path.name, path.read_bytes()) for path in own])
    if as_json:
        voice.result(json.dumps(found.plain(), indent=2))
    else:
        for line in [*found.lines(), voice.audit_end(found)]:
            voice.result(line)
    return voice.DONE if found.ok else voice.BROKEN


def _audits(found: Iterable[tuple[Path, Audited | Lost]], as_json: bool) -> int:
    """One book after the other: what breaks in each, and how it ends; or why it could not be judged."""
    from pbem.app.labour import Lost

    plain, code = dict[str, object](), voice.DONE
    for book, one in found:
        if isinstance(one, Lost):
            plain[str(book)], worst = {"ok": False, "not_judged": one.why}, voice.PROBLEMS
            lines = [voice.not_judged(book, one.why)]
        else:
            plain[str(book)], worst = one.plain(), voice.DONE if one.ok else voice.BROKEN
            lines = [voice.audit_of(book, one), *(f"  {broken}" for broken in one.findings.breaks)]
        code = max(code, worst)
        for line in [] if as_json else lines:
            voice.result(line)
    if as_json:
        voice.result(json.dumps(plain, indent=2))
    return code


def pages_in(book: Path) -> int:
    """How many pages an audit will go through: the charter's and one for each number."""
    root = book / "book" if (book / "book").is_dir() else book
    return sum(path.name.isdecimal() for path in root.iterdir())


@click.group(cls=Verbs, epilog="Example: pbem dice explain 2/combat/0503")
def dice() -> None:
    """Check the dice, or recompute one by hand."""


@dice.command(epilog="Example: pbem dice explain 2/combat/0503")
@click.argument("roll")
@in_folder
@as_data
def explain(roll: str, folder: Path | None, as_json: bool) -> None:
    """How a die came to its face: seed, key, mac, test."""
    from pbem.app.dicework import explain_die

    found = explain_die(the_game(folder), roll)
    if as_json:
        plain = [{"name": one.die.name, "face": one.die.face, **{f.name: f.value for f in one.facts}} for one in found]
        voice.result(json.dumps(plain, indent=2))
        return
    for one in found:
        for fact in one.facts:
            voice.result(f"{fact.name:6} {fact.value}")
    voice.result(voice.by_hand())


@dice.command(epilog="Example: pbem dice verify")
@in_folder
@as_data
def verify(folder: Path | None, as_json: bool) -> int:
    """Compute every die of the book again, and compare the die logs that people read with what was signed."""
    from pbem.app.dicework import verified

    count, breaks = verified(the_game(folder))
    if as_json:
        voice.result(json.dumps({"checked": count, "breaks": breaks}))
    else:
        for line in [*breaks, voice.dice_end(count, len(breaks))]:
            voice.result(line)
    return voice.BROKEN if breaks else voice.DONE


@click.command(epilog="Example: pbem luck")
@in_folder
@as_data
def luck(folder: Path | None, as_json: bool) -> None:
    """How lucky each side was, counted from all dice: mean score, and how likely it was to do as well or better."""
    from pbem.app.dicework import luck_of

    found = luck_of(the_book(folder))
    if as_json:
        voice.result(json.dumps(plain.luck(found), indent=2))
    else:
        voice.result("\n".join(voice.luck(found)))
