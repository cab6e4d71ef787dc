"""`pbem show`: the page of a game in the browser, or where it lies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import voice
from pbem.cli.setting import in_folder, the_game

if TYPE_CHECKING:
    from pbem.office.game import Game

PAGE = "page.html"


@click.command(epilog="Example: pbem show")
@click.option("--open/--no-open", "opened", default=None, help="Open it in a browser; at a terminal by default.")
@in_folder
def show(opened: bool | None, folder: Path | None) -> int:
    """Write the page of this game as it stands, report, map and composer in one file, and open it in your browser.

    Where no browser can be opened, it says where the page lies. A referee gets the public report.
    """
    game = the_game(folder)
    if not game.has_begun:
        voice.say(voice.NOT_BEGUN)
        return voice.PROBLEMS
    path = written_page(game)
    seen = opened_in_browser(path) if (sys.stdout.isatty() if opened is None else opened) else False
    voice.result(voice.page_lies(path, seen))
    return voice.DONE


def written_page(game: Game) -> Path:
    """The page of a seat, or the public report, in a file of its folder that nobody else may read."""
    from pbem.app.reports import told
    from pbem.book.writing import PRIVATE, write_file
    from pbem.model.errors import Refused

    player = game.seat in game.rules.spec.sides
    try:
        made = told(game, game.seat, "page") if player else told(game, "", "html")
    except Refused:  # a game without a map
        made = told(game, game.seat if player else "", "html")
    path = game.folder.path / PAGE
    write_file(path, made.encode("utf-8") if isinstance(made, str) else made, PRIVATE)
    return path


def opened_in_browser(path: Path) -> bool:
    """Whether a browser took the file."""
    import webbrowser

    try:
        return webbrowser.open(path.resolve().as_uri())
    except webbrowser.Error:
        return False
