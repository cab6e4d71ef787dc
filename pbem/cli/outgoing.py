"""What a verb has made to be sent: said in a line, printed for another program, written for a mail program, or sent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import voice
from pbem.cli.setting import post

if TYPE_CHECKING:
    from pbem.office.game import Game
    from pbem.office.mails import Mail


def printed(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option to see the mail where nobody reads base64."""
    help_ = "Print the mail, on a terminal too."
    return click.option("--print", "shown", is_flag=True, help=help_)(command)


def sending(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option to send at once."""
    return click.option("--send", is_flag=True, help="Send it at once, as desk.toml says.")(command)


def show(mails: Sequence[Mail], folder: Path, shown: bool) -> None:
    """Print the mails where another program reads, or on demand; say where they lie."""
    _print(mails, shown)
    post([*mails], folder)


def hand_out(game: Game, mails: Sequence[Mail], eml: Path | None, shown: bool, send_it: bool) -> int:
    """The same, with the first as a file for a mail program where that is wanted; and sent, if it is to be."""
    _print(mails, shown)
    if eml is not None and mails:
        eml.write_bytes(eml_of(game, mails[0]))
        voice.say(voice.eml_written(eml))
    post([*mails], game.folder.path)
    return send(game, mails) if send_it else voice.DONE


def _print(mails: Sequence[Mail], shown: bool) -> None:
    if shown or not sys.stdout.isatty():
        voice.result("\n".join(mail.text.rstrip("\n") for mail in mails))


def print_file(text: str) -> None:
    """A file for another program, whose ends of lines are its own affair."""
    click.echo(text.encode("utf-8"), nl=False)


def eml_of(game: Game, mail: Mail) -> bytes:
    """The same file as lies in `sent`."""
    from pbem.office import mails

    return mails.eml_of(mail, game.address(mail.to[0]))


def send(game: Game, mails: Sequence[Mail]) -> int:
    """Through the desk of the home folder; what does not go out now waits in its queue."""
    from pbem.cli.maildesk import NO_SERVER, the_desk
    from pbem.maildesk.sendnow import send_now

    if not mails:
        return voice.DONE
    waiting = send_now(the_desk(), game.folder.path, tuple(f"{mail.name}.txt" for mail in mails))
    for line in waiting:
        voice.say(line)
    if not waiting:
        voice.result(f"sent  to {', '.join(dict.fromkeys(seat for mail in mails for seat in mail.to))}")
    return NO_SERVER if waiting else voice.DONE
