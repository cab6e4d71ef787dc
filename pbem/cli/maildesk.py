"""The mail desk: letters in, mails out, deadlines kept."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from pbem.cli import voice
from pbem.cli.lazy import Verbs
from pbem.cli.outgoing import print_file
from pbem.cli.setting import as_data, now, the_home
from pbem.model.counting import many

if TYPE_CHECKING:
    from pbem.maildesk.counter import MailDesk

BUSY, NO_SERVER = 3, 5


def the_desk() -> MailDesk:
    """The desk of this home; settings that cannot be are wrong usage."""
    from pbem.maildesk.config import Misconfigured
    from pbem.maildesk.opening import open_desk

    try:
        return open_desk(the_home(), now)
    except Misconfigured as error:
        raise click.UsageError(f"{error.message}\nhint: {error.hint}") from error


@click.group(cls=Verbs, epilog="Example: pbem desk run --dry-run")
def desk() -> None:
    """Carry mails between a mailbox and game folders, and keep the deadlines."""


@desk.command(epilog="Example: pbem desk init")
@click.option("--print", "shown", is_flag=True, help="Print the settings instead of writing them.")
def init(shown: bool) -> None:
    """Write desk.toml with every setting as a comment, and the desk's folders.  Asks nothing."""
    from pbem.book.writing import PRIVATE, make_folder, write_once
    from pbem.maildesk.config import TEMPLATE
    from pbem.maildesk.opening import maildir_path, outbox_path, settings_path

    if shown:
        voice.result(TEMPLATE.rstrip("\n"))
        return
    path = settings_path(the_home())
    write_once(path, TEMPLATE.encode("utf-8"), PRIVATE)
    made = the_desk()
    if not made.config.imap.host:
        made.letters(False).close()
        voice.result(f"letters come from {maildir_path(made.home, made.config)}")
    if not made.config.smtp.host and not made.config.smtp.command:
        make_folder(outbox_path(made.home, made.config))
        voice.result(f"mails go to {outbox_path(made.home, made.config)}")
    voice.result(f"settings are in {path}")
    voice.say("pbem desk add FOLDER --address SEAT=MAIL takes a game up; pbem desk test tries the servers")


@desk.command(epilog="Example: pbem desk add games/kh7f --address blue=anna@example.org")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--address", "addresses", multiple=True, metavar="SEAT=MAIL", help="Where mails to a seat go.")
@click.option("--send", is_flag=True, help="Send the mails that lie there already; else they count as sent.")
def add(folder: Path, addresses: tuple[str, ...], send: bool) -> None:
    """Take a game up.  Its folder is not changed."""
    from pbem.maildesk.opening import take_up

    pairs = []
    for one in addresses:
        seat, sign, mail = one.partition("=")
        if not sign:
            raise click.UsageError(voice.not_a_pair(one))
        pairs.append((seat, mail))
    name, there = take_up(the_desk(), folder, tuple(pairs), send=send)
    voice.result(f"{name} is on the desk")
    if there:
        said = "to go out in the next round" if send else "taken as sent; --send says otherwise"
        voice.say(f"{many(there, 'mail')} found there: {said}")


@desk.command(epilog="Example: pbem desk drop kh7f")
@click.argument("game")
def drop(game: str) -> None:
    """Look after a game no longer.  Its folder is not changed."""
    from pbem.maildesk.opening import drop as let_go

    let_go(the_desk(), game)
    voice.result(f"{game} is off the desk; its folder is as it was")


@desk.command(epilog="Example: pbem desk address kh7f blue anna@example.org")
@click.argument("game", required=False)
@click.argument("seat", required=False)
@click.argument("mail", required=False)
@click.option("--forget", is_flag=True, help="Forget the address of this seat.")
def address(game: str | None, seat: str | None, mail: str | None, forget: bool) -> None:
    """Show addresses and where each was learned, set one, or forget one."""
    from pbem.maildesk.opening import set_address

    made = the_desk()
    if game and seat and mail:
        set_address(made, game, seat, mail)
    elif game and seat and forget:
        made.store.do("delete from address where game = ? and seat = ?", game, seat)
    for row in made.store.rows("select * from address order by game, seat"):
        if (not game or row["game"] == game) and (not seat or row["seat"] == seat):
            bad = f"   bad: {row['bad']}" if row["bad"] else ""
            voice.result(f"{row['game']}  {row['seat']:10} {row['mail']}   {row['learned']} {row['since'][:10]}{bad}")


@desk.command(epilog="Example: pbem desk test")
@click.option("--send", is_flag=True, help="Send a mail to the desk's own address and see it come.")
def test(send: bool) -> int:
    """Log in and out of the servers, and say in plain words what fails."""
    from pbem.maildesk.trying import try_servers

    good = True
    for name, fault in try_servers(the_desk(), send=send):
        voice.result(f"{name:6} {'ok' if fault is None else fault.message}")
        if fault is not None:
            good = False
            voice.say(f"hint: {fault.hint}")
    return voice.DONE if good else NO_SERVER


@desk.command(epilog="Example: pbem desk run --dry-run")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--dry-run", "dry", is_flag=True, help="Say what would be done; change nothing, send nothing.")
@click.option("--letter", type=click.File("rb"), help="A letter that came another way; - for standard input.")
def run(names: tuple[str, ...], dry: bool, letter: IO[bytes] | None) -> int:
    """One round: fetch, take in, resolve, remind, send.  Safe at any time, also twice at once."""
    from pbem.book.lock import Busy
    from pbem.maildesk.rounds import run_round

    made = the_desk()
    try:
        done = run_round(made, only=names, dry=dry, letter=letter.read() if letter else None)
    except Busy:
        voice.say("pbem: another desk is at work")
        return BUSY
    return _told(done)


def _told(done: object) -> int:
    from pbem.maildesk.counter import Round

    assert isinstance(done, Round)
    for line in done.said:
        voice.result(line)
    for line in done.wrong:
        voice.say(f"needs you: {line}")
    if done.passed_over:
        voice.result(f"{many(done.passed_over, 'letter')} passed over")
    voice.result(f"{many(done.taken, 'document')} taken in, {many(done.sent, 'mail')} sent")
    if done.fault:
        voice.say(f"pbem: {done.fault}")
    if done.broken:
        return voice.BROKEN
    return NO_SERVER if done.fault else voice.PROBLEMS if done.wrong else voice.DONE


@desk.command(epilog="Example: pbem desk watch")
@click.option("--rounds", type=click.IntRange(1), help="End after so many rounds.")
def watch(rounds: int | None) -> int:
    """Rounds for ever: at once when a letter comes, where the server tells, else as often as poll says."""
    from pbem.maildesk.watching import watch as keep_watching

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    made = the_desk()
    try:
        for number, done in enumerate(keep_watching(made), start=1):
            _told(done)
            sys.stdout.flush()
            if number == rounds:
                break
    except KeyboardInterrupt:
        voice.say("stopped")
    return voice.DONE


@desk.command(epilog="Example: pbem desk status")
@click.argument("game", default="")
@click.option("--max-age", default="", help="End with 1 if no mail was fetched for so long, such as 15m.")
@click.option("--ics", is_flag=True, help="All deadlines as a calendar.")
@as_data
def status(game: str, max_age: str, ics: bool, as_json: bool) -> int:
    """How things stand in all games, what needs you first."""
    from pbem.maildesk import dashboard
    from pbem.maildesk.config import length

    made, at = the_desk(), now()
    if ics:
        print_file(dashboard.deadlines(made, at, game))
        return voice.DONE
    found = dashboard.rows(made, at, game)
    if as_json:
        voice.result(json.dumps(dashboard.plain(made, found, at), indent=2))
    else:
        voice.result(dashboard.head(made, found, at))
        for line in dashboard.lines(found):
            voice.result(line)
    last = made.store.last_fetch(made.config.mailbox)
    old = bool(max_age) and (last is None or (at - last).total_seconds() > length(max_age))
    return voice.PROBLEMS if old else voice.DONE


@desk.command(epilog="Example: pbem desk queue")
@click.option("--retry", metavar="ID", help="Send this one again, whatever stopped it.")
@click.option("--drop", "dropped", metavar="ID", help="Do not send this one.")
@click.option("--show", metavar="ID", help="The text of this one.")
@as_data
def queue(retry: str | None, dropped: str | None, show: str | None, as_json: bool) -> None:
    """What waits to be sent, and why."""
    from pbem.maildesk import memory

    made = the_desk()
    if retry:
        memory.retry(made, retry)
    if dropped:
        memory.drop(made, dropped)
    if show:
        voice.result(memory.text_of(made, show))
        return
    found = memory.queue(made)
    if as_json:
        voice.result(json.dumps(found, indent=2))
        return
    for row in found:
        voice.result(f"{row['state']:8} {row['game']} {row['seat']:8} {row['file']:28} {row['why']}  {row['id']}")


@desk.command(epilog='Example: pbem desk pause kh7f --why "the referee is ill"')
@click.argument("game")
@click.option("--why", default="paused by hand", help="Shown on the dashboard.")
def pause(game: str, why: str) -> None:
    """Let a game, or all, rest: nothing is taken in, closed or said there."""
    from pbem.maildesk.memory import rest

    rest(the_desk(), game, why)


@desk.command(epilog="Example: pbem desk resume kh7f")
@click.argument("game")
def resume(game: str) -> None:
    """Go on with a game that rests, or with all.  Letters that came meanwhile are taken in."""
    from pbem.maildesk.memory import rest

    rest(the_desk(), game, "")


@desk.command(epilog="Example: pbem desk log kh7f --since 2d")
@click.argument("game", default="")
@click.option("--since", default="30d", help="Such as 2d or 12h.")
@as_data
def log(game: str, since: str, as_json: bool) -> None:
    """What came, what became of it, what went."""
    from pbem.maildesk.memory import log_since

    found = log_since(the_desk(), game, since)
    if as_json:
        voice.result(json.dumps(found, indent=2))
        return
    for row in found:
        voice.result(f"{row['at']}  {row['game']:5} {row['words']}")


@desk.command(epilog="Example: pbem desk forget --older 90d")
@click.argument("game", default="")
@click.option("--older", default="", help="Letters older than this, such as 90d.")
def forget(game: str, older: str) -> None:
    """Remove letters and addresses, of a game or older than some days.  Nothing of a book."""
    from pbem.maildesk.memory import forget as remove

    voice.result(f"{many(remove(the_desk(), game, older), 'letter or address', 'letters and addresses')} removed")


@desk.command(epilog='Example: pbem desk rebuild --sent-before "2026-11-01 12:00"')
@click.option("--sent-before", required=True, help="Mails older than this count as sent; newer ones wait for you.")
def rebuild(sent_before: str) -> None:
    """Make the desk's memory anew from the game folders, after it was lost."""
    from pbem.app.mailing import time_of
    from pbem.maildesk.memory import rebuild as again

    voice.result(f"{many(again(the_desk(), time_of(sent_before, now())), 'mail')} held: pbem desk queue shows what")
