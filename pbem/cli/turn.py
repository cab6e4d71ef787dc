"""A player's turn in three commands: `pbem turn`, the editor, `pbem sign --send`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import voice
from pbem.cli.setting import in_folder, now, post, signing_game, sure_of_clock, the_home, with_key
from pbem.cli.showing import opened_in_browser, written_page

if TYPE_CHECKING:
    from pbem.office.game import Game


@click.command(epilog="Example: pbem turn ~/Mail/pbem.mbox")
@click.argument("mail", nargs=-1, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@click.option("--open/--no-open", "opened", default=None, help="Open the page in a browser; at a terminal by default.")
@in_folder
@with_key
@sure_of_clock
def turn(mail: tuple[Path, ...], opened: bool | None, folder: Path | None, key: str, clock_is_right: bool) -> int:
    """Take in what came, show the report, write the draft of your next sheet, open the page.

    Without a file to read, mail is fetched as desk.toml says, if there is one.
    """
    from pbem.app.reports import told
    from pbem.office.press import came_now

    game = signing_game(folder, key, clock_is_right)
    kept = _take_in(game, mail)
    game.refresh()
    if not game.has_begun:
        voice.say(voice.NOT_BEGUN)
        return voice.PROBLEMS
    player = game.seat in game.rules.spec.sides
    report = told(game, game.seat if player else "", "text")
    voice.result(report if isinstance(report, str) else report.decode("utf-8"))
    for letter in came_now(game):
        voice.result("\n".join(["", *letter.words()]))
    if player:
        _draft(game)
        _page(game, sys.stdout.isatty() if opened is None else opened)
    return voice.PROBLEMS if kept else voice.DONE


def _take_in(game: Game, mail: tuple[Path, ...]) -> bool:
    """What came, by file or by the desk; whether something was kept and does not count."""
    from pbem.app.receiving import receive
    from pbem.cli.referee import sources_of
    from pbem.maildesk.opening import settings_path

    if mail:
        got = receive(game, [source for path in mail for source in sources_of(path)], now())
        for line in voice.received(got):
            voice.say(line)
        post(got.mails, game.folder.path)
        return bool(got.kept)
    if settings_path(the_home()).exists():
        from pbem.cli.maildesk import the_desk
        from pbem.maildesk.rounds import run_round
        from pbem.maildesk.sendnow import at_hand

        desk = the_desk()
        at_hand(desk, game.folder.path)
        done = run_round(desk, only=(str(game.folder.path.resolve()),))
        for line in (*done.said, *done.wrong, *([done.fault] if done.fault else [])):
            voice.say(line)
        return bool(done.wrong or done.fault)
    return False


def _draft(game: Game) -> None:
    """The next sheet, if one is due and none lies there."""
    from pbem.app.moment_schemas import next_draft

    if game.seat not in game.course.next.seats or game.here.close is not None:
        return
    path = next_draft(game)
    voice.result(f"write {path}, then: pbem check {path.name}; pbem sign {path.name} --send")


def _page(game: Game, opened: bool) -> None:
    """The page of this number, and the browser on it, if somebody sits there."""
    path = written_page(game)
    if opened:
        opened_in_browser(path)
    voice.result(f"page  {path}")
