"""Letters between players: written, and read."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import voice
from pbem.cli.outgoing import hand_out, printed, sending
from pbem.cli.setting import in_folder, now, signing_game, the_game, with_key


@click.command(epilog='Example: pbem press red "the bridge at dawn?"')
@click.argument("to", required=False)
@click.argument("text", required=False)
@click.option("--grey", is_flag=True, help="Only the referee is to know who wrote it.")
@click.option(
    "--eml", type=click.Path(dir_okay=False, path_type=Path), help="Write the mail as a file for your client."
)
@printed
@sending
@in_folder
@with_key
def press(
    to: str | None, text: str | None, grey: bool, eml: Path | None, shown: bool, send: bool, folder: Path | None,
    key: str,
) -> int:  # fmt: skip
    """A letter to a seat, or to all players, carried by the referee; - reads it.  Without a text: those that came."""
    from pbem.app.pressing import write_press
    from pbem.office.press import ALL, all_press

    if to is None or text is None:
        for one in all_press(the_game(folder)):
            if to in (None, ALL, one.sender) or to in one.said.to:
                voice.result("\n".join([*one.words(), ""]))
        return voice.DONE
    game = signing_game(folder, key)
    said = sys.stdin.read() if text == "-" else text
    mails = write_press(game, to, said, now(), grey=grey)
    return hand_out(game, mails, eml, shown, send)
