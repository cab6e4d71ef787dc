"""Verbs that take mails in, resolve an exchange, and tell of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import plain, voice
from pbem.cli.setting import as_data, in_folder, now, post, signing_game, sure_of_clock, the_book, the_home, with_key
from pbem.model.counting import many

if TYPE_CHECKING:
    from pbem.app.receiving import Received
    from pbem.office.game import Game


@click.command(epilog="Example: pbem receive ~/Mail/pbem.mbox")
@click.argument("mail", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@click.option(
    "--games",
    "below",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="One inbox for all game folders below this one: each gets what is its own.",
)
@click.option("--late", is_flag=True, help="Take an agreement although it had lapsed and you have gone on.")
@in_folder
@with_key
@sure_of_clock
@as_data
def receive(
    mail: tuple[Path, ...],
    below: Path | None,
    late: bool,
    folder: Path | None,
    key: str,
    clock_is_right: bool,
    as_json: bool,
) -> int:
    """Take in mails, mailboxes, Maildir folders, pasted text (- for standard input)."""
    sources = [source for path in mail for source in sources_of(path)]
    if below is None:
        found = {"": _take_in(signing_game(folder, key, clock_is_right), sources, late, quiet=as_json)}
    else:
        found = _take_in_all(below, sources, late, key, clock_is_right, quiet=as_json)
    if as_json:
        told = {name: plain.received(one) for name, one in found.items()}
        voice.result(json.dumps(told[""] if below is None else told, indent=2))
    return voice.PROBLEMS if any(one.kept for one in found.values()) else voice.DONE


def _take_in(game: Game, sources: list[tuple[str, bytes]], late: bool, *, quiet: bool) -> Received:
    from pbem.app.receiving import receive as take_in

    received = take_in(game, sources, now(), late=late)
    for line in [] if quiet else voice.received(received):
        voice.result(line)
    post(received.mails, game.folder.path)
    if received.pages and not game.is_referee:
        voice.say(voice.read_it(game.seat))
    return received


def _take_in_all(
    below: Path, sources: list[tuple[str, bytes]], late: bool, key: str, clock_is_right: bool, *, quiet: bool
) -> dict[str, Received]:
    """Each letter into the games that it concerns."""
    from pbem.maildesk.routing import games_below, route

    routed, strange = route(games_below(below), the_home(), sources)
    found = {}
    for folder, letters in sorted(routed.items()):
        game = signing_game(folder, key, clock_is_right)
        if not quiet:
            voice.result(f"{folder}")
        found[str(folder)] = _take_in(game, letters, late, quiet=quiet)
    if strange:
        voice.say(f"{many(strange, 'letter')} of no game in {below}")
    return found


def sources_of(path: Path) -> tuple[tuple[str, bytes], ...]:
    """A file's name and bytes; of a folder, of each mail in it."""
    from pbem.post.folders import gathered

    if str(path) == "-":
        if sys.stdin.isatty():
            voice.say(voice.paste())
        return ((str(path), sys.stdin.buffer.read()),)
    found = gathered(path)
    for line in found.unread:
        voice.say(line)
    return found.sources


@click.command(epilog="Example: pbem adjudicate")
@click.option("--missed", is_flag=True, help="Go on without those who are silent after grace.")
@click.option("--extend", type=click.IntRange(1), metavar="HOURS", help="Give more time instead, visibly.")
@click.option("--why", default="", help="Why more time is given.")
@in_folder
@with_key
@sure_of_clock
@as_data
def adjudicate(
    missed: bool, extend: int | None, why: str, folder: Path | None, key: str, clock_is_right: bool, as_json: bool
) -> int:
    """Resolve the exchange and publish: close, dice, record, report."""
    from pbem.app.adjudicating import adjudicate as resolve
    from pbem.app.status import is_waiting
    from pbem.model.errors import Refused

    game = signing_game(folder, key, clock_is_right)
    if extend:
        from pbem.app.absences import extend as give_time
        from pbem.office.overdue import effective_until

        mails = give_time(game, extend, why, now())
        voice.result(voice.extended(game.course.open_number, effective_until(game)))
        post(mails, game.folder.path)
        return voice.DONE
    try:
        done = resolve(game, now(), missed=missed)
    except Refused as refused:
        if not is_waiting(game, now()):
            raise
        voice.refuse(refused)
        return voice.WAITING
    if as_json:
        voice.result(json.dumps({"stage": done.stage, "number": done.number, "waiting": list(done.waiting)}))
    else:
        voice.result(voice.adjudicated(done.stage, done.number, done.waiting, game.head_words))
    post(done.mails, game.folder.path)
    return voice.WAITING if done.waiting else voice.DONE


@click.command(epilog="Example: pbem silence")
@in_folder
@with_key
@sure_of_clock
def silence(folder: Path | None, key: str, clock_is_right: bool) -> int:
    """Say that you wait in vain; said again when the charter's days are over, it ends the game."""
    from pbem.app.silencing import silence as accuse
    from pbem.office.overdue import accusations

    game = signing_game(folder, key, clock_is_right)
    mails = accuse(game, now())
    if game.course.result is not None:
        voice.result(voice.ended_by_silence(game.course.result.winner))
    for one in accusations(game) if game.course.result is None else ():
        if one.by == game.seat:
            voice.result(voice.accused(one.said.by, one.said.owed, one.ripe))
    post(mails, game.folder.path)
    return voice.DONE


@click.command(epilog="Example: pbem report --for blue --format html > blue-04.html")
@click.option("--for", "side", default="", help="A side's own report; the public one by default.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "bbcode", "html", "pdf", "page"]),
    default="text",
    show_default=True,
)
@click.option("--at", type=int, default=None, metavar="N", help="Of number N of the book; the newest by default.")
@in_folder
def report(side: str, form: str, at: int | None, folder: Path | None) -> None:
    """The report of an exchange; `page` is report and order composer in one file."""
    from pbem.app.reports import told

    game = the_book(folder)
    if not side and game.seat and not game.is_referee and form != "page":
        voice.say(voice.public_report(game.seat))
    out = told(game, side, form, at)
    if isinstance(out, bytes):
        sys.stdout.buffer.write(out)
    else:
        voice.result(out.rstrip("\n"))
