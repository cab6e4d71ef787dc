"""Verbs that begin a game, and say where it stands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import voice
from pbem.cli.outgoing import print_file, printed, show
from pbem.cli.pairs import check_once, pairs
from pbem.cli.setting import (
    as_data,
    in_folder,
    load_key,
    now,
    post,
    signing_game,
    the_game,
    the_home,
    with_key,
    with_pack_given,
)

if TYPE_CHECKING:
    from pbem.engine.spec import RulesetSpec, Setup


@click.command(epilog="Example: pbem keygen anna")
@click.argument("name")
@click.option("--passphrase/--no-passphrase", default=False, help="Ask for a passphrase that protects the key.")
def keygen(name: str, passphrase: bool) -> None:
    """A signing key in OpenSSH format.  An Ed25519 key of ssh-keygen works as well."""
    secret = ""
    if passphrase:
        secret = click.prompt(voice.new_passphrase(), hide_input=True, confirmation_prompt=True, err=True)
    path, line = the_home().make_key(name, secret)
    voice.result(line)
    voice.say(voice.key_made(path))


@click.command(epilog="Example: pbem new ford --scenario crossing --seat referee --into kh7f --as anna")
@click.argument("system")
@click.option("--scenario", default="", help="The scenario; the first if it is left out.")
@click.option("--seat", default="", help="Your own seat; the referee's if it is left out.")
@click.option(
    "--mode",
    type=click.Choice(["referee", "mutual", "alone"]),
    default="referee",
    show_default=True,
    help="A referee resolves; links are shown after his close; two play alone.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help="A charter option.")
@click.option(
    "--window",
    "windows",
    multiple=True,
    metavar="TOPIC[@SIDE]=ask|pass",
    help="Whether a question that may pass in silence is asked; of one side alone with @SIDE.",
)
@click.option("--bot", "bots", multiple=True, metavar="SIDE[=NAME]", help="A side that the program plays.")
@click.option("--think", default="", metavar="N|Ns", help="What a thinker may do for a sheet: positions, or seconds.")
@click.option("--turn", default=72, type=click.IntRange(1), show_default=True, help="Hours for a turn.")
@click.option("--question", default=48, type=click.IntRange(1), show_default=True, help="Hours for a question.")
@click.option("--grace", default=48, type=click.IntRange(0), show_default=True, help="Hours of grace after either.")
@click.option(
    "--earliest", default=1, type=click.IntRange(0), show_default=True, help="Hours a slip can still be replaced."
)
@click.option("--clock", default="20:00", metavar="HH:MM", show_default=True, help="The hour of deadlines, in UTC.")
@click.option(
    "--days", default="mon-sun", metavar="DAYS", show_default=True, help="Their weekdays: mon-fri, or mon, wed, fri."
)
@click.option("--away-days", default=21, type=click.IntRange(0), show_default=True, help="Days a seat may be away.")
@click.option("--misses", default=2, type=click.IntRange(1), show_default=True, help="Misses in a row that matter.")
@click.option(
    "--silence",
    type=click.Choice(["lost", "wait"]),
    default=None,
    help="Whether who falls silent loses, or the others wait; lost by default, asked at a terminal.",
)
@click.option(
    "--silence-after",
    default=14,
    type=click.IntRange(3, 365),
    show_default=True,
    help="Days of silence before it may be said, and as many to answer.",
)
@click.option("--invite", "invited", multiple=True, metavar="SEAT=FILE.pub", help="Keep a seat for this key.")
@click.option("--substitutes", is_flag=True, help="A lost player may be replaced, if all others sign.")
@click.option(
    "--attach",
    type=click.Choice(["page", "html", "none"]),
    default="page",
    show_default=True,
    help="What goes with a report mail beside the next draft: the page, the report as HTML, nothing.",
)
@click.option(
    "--press",
    type=click.Choice(["off", "white", "grey"]),
    default="off",
    show_default=True,
    help="Letters between players through the referee: none, with their names, also without.",
)
@click.option(
    "--into", type=click.Path(path_type=Path), default=None, help="The new game folder; the system's name by default."
)
@with_pack_given
@printed
@with_key
def new(
    system: str,
    scenario: str,
    seat: str,
    mode: str,
    options: tuple[str, ...],
    windows: tuple[str, ...],
    bots: tuple[str, ...],
    think: str,
    turn: int,
    question: int,
    grace: int,
    earliest: int,
    clock: str,
    days: str,
    away_days: int,
    misses: int,
    silence: str | None,
    silence_after: int,
    invited: tuple[str, ...],
    substitutes: bool,
    attach: str,
    press: str,
    into: Path | None,
    pack: Path | None,
    shown: bool,
    key: str,
) -> None:
    """The draft of a charter: the terms of a new game, signed by you."""
    import os

    from pbem.app.founding import new as offer
    from pbem.app.founding import new_draft
    from pbem.cli.datapacks import taken
    from pbem.engine.spec import Setup
    from pbem.office.rulesets import ruleset

    home = the_home()
    spec = ruleset(system) if pack is None else taken(system, pack).spec or ruleset(system)
    identity = load_key(home, key)
    setting = Setup(scenario=scenario or spec.scenarios[0].name, options=pairs(options))
    draft = new_draft(
        spec,
        scenario=setting.scenario,
        mode=mode,
        entropy=os.urandom,
        now=now(),
        bots=_bots(spec, bots, think, setting),
        options=dict(setting.options),
        windows=pairs(windows),
        turn=turn,
        question=question,
        grace=grace,
        earliest=earliest,
        clock=clock,
        days=days,
        away={"days": away_days},
        misses=misses,
        stalled={"after": silence_after, "then": silence or _asked_policy(silence_after)},
        invited={seat_: _public_line(file) for seat_, file in pairs(invited).items()},
        substitutes=substitutes,
        attach=attach,
        press=press,
    )
    own_pack = spec.pack is not None
    folder = into or Path(system)
    mail = offer(folder, draft, seat=seat or draft.seats[-1], identity=identity, own_pack=own_pack)
    show([mail], folder, shown)
    voice.say(voice.drafted(draft.seats))


def _asked_policy(after: int) -> str:
    """What silence means is a matter between people: at a terminal they are asked."""
    if not sys.stdin.isatty():
        return "lost"
    return str(click.prompt(voice.silence_policy(after), type=click.Choice(["lost", "wait"]), default="lost", err=True))


def _public_line(file: str) -> str:
    """The public line in a file, without its comment."""
    from pbem.seal.keys import parse_public_line, public_line

    return public_line(parse_public_line(Path(file).read_text(encoding="utf-8").strip()))


def _bots(spec: RulesetSpec, said: tuple[str, ...], think: str, setting: Setup) -> dict[str, str]:
    """A side may name its bot; without a name it gets the first there is.  What a thinker may do is in the charter."""
    from pbem.app.budget import with_time

    first = next(iter(spec.bots), "")
    parted = [text.partition("=") for text in said]
    check_once([side for side, _, _ in parted])
    return with_time({side: name or first for side, _, name in parted}, think, spec, setting)


@click.command(epilog="Example: pbem join draft.txt --seat blue --into kh7f --as anna")
@click.argument("charter", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--seat", required=True, help="The seat to take.")
@click.option("--into", type=click.Path(path_type=Path), default=None, help="The game folder; this one by default.")
@click.option("--spare", default="", metavar="LINE", help="Public line of a spare key.")
@click.option("--backup", type=click.Path(path_type=Path), default=None, help="Also write the secrets to this file.")
@with_pack_given
@printed
@with_key
def join(
    charter: Path | None,
    seat: str,
    into: Path | None,
    spare: str,
    backup: Path | None,
    pack: Path | None,
    shown: bool,
    key: str,
) -> None:
    """Enter a game: your entry, for the others.  Your secrets are made here and stay here."""
    import os

    from pbem.app.founding import join as enter
    from pbem.app.home import open_game, remember
    from pbem.app.mailing import draft_in
    from pbem.app.status import glance
    from pbem.book.writing import make_folder

    folder, home = (into or Path.cwd()).resolve(), the_home()
    path = home.key_path(key)
    identity = load_key(home, key)
    draft = draft_in(charter.name, charter.read_bytes()) if charter else None
    if pack is not None:
        from pbem.app.founding import terms_offered
        from pbem.cli.datapacks import taken

        pinned = terms_offered(folder, draft).versions
        taken(pinned.ruleset, pack, pinned.data)
    make_folder(folder)
    mail = enter(
        folder,
        home.path,
        seat=seat,
        identity=identity,
        entropy=os.urandom,
        now=now(),
        draft=draft,
        spare=spare,
        backup=backup,
    )
    game = open_game(folder, home)
    remember(game, path.resolve())
    show([mail], folder, shown)
    waiting = glance(game, now()).status.waiting
    for line in voice.entered(seat, waiting, game.vault.folder.secrets, backup):
        voice.say(line)


@click.command(epilog="Example: pbem start")
@click.option(
    "--entry",
    "entries",
    multiple=True,
    metavar="SEAT=FINGERPRINT",
    help="Where two have entered for a seat: the key that shall have it.",
)
@in_folder
@with_key
def start(entries: tuple[str, ...], folder: Path | None, key: str) -> None:
    """Make the charter, once all entries are in."""
    from pbem.app.founding import start as begin

    game = signing_game(folder, key)
    mails = begin(game, pairs(entries))
    voice.result(voice.started(game.charter.name, game.head_words, game.course.next.seats))
    post(mails, game.folder.path)


@click.command(epilog="Example: pbem status --games ~/games")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--games",
    "below",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="All games that lie in this folder, a line each.",
)
@click.option("--ics", is_flag=True, help="The deadline as a calendar entry.")
@click.option("--words", is_flag=True, help="Twelve words of the head, to compare by voice.")
@in_folder
@as_data
def status(
    folders: tuple[Path, ...], below: Path | None, ics: bool, words: bool, folder: Path | None, as_json: bool
) -> int:
    """Who owes what by when; of several folders a table, a line a game, what waits for you first and marked with !.

    The table ends with 0 if no game waits for you, 3 if one does, 1 if a folder cannot be read.
    """
    from pbem.app.status import glance, head_in_words
    from pbem.cli.status_words import status_lines

    if folders or below:
        if ics or words or folder:
            raise click.UsageError("--ics, --words and -C are for one game; -C names it")
        return _table_of(folders, below, as_json)
    game = the_game(folder)
    if words:
        voice.result(head_in_words(game))
        return voice.DONE
    found = glance(game, now())
    if ics:
        from pbem.app.ics import calendar, deadline_in

        one = deadline_in(found.plain())
        print_file(calendar([one] if one else [], now()))
    elif as_json:
        voice.result(json.dumps(found.plain(), indent=2))
    else:
        voice.result("\n".join(status_lines(found)))
    return voice.DONE


def _table_of(folders: tuple[Path, ...], below: Path | None, as_json: bool) -> int:
    """Many games, a line each."""
    from pbem.cli.many import code_of, standings, table
    from pbem.maildesk.routing import games_below

    found = standings([*folders, *(games_below(below) if below else ())], now())
    if as_json:
        plain = [{"folder": str(one.folder), "fault": one.fault, **(one.plain or {})} for one in found]
        voice.result(json.dumps(plain, indent=2))
    else:
        voice.result("\n".join(table(found)))
    return code_of(found)
