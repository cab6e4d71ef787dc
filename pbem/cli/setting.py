"""Where a command finds itself: home, folder, clock, key."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import voice

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.app.home import Home
    from pbem.office.cache import Cache
    from pbem.office.game import Game
    from pbem.office.mails import Mail


def the_home() -> Home:
    """PBEM_HOME, or the user's own folder for settings."""
    from pbem.app.home import Home

    return Home(Path(os.environ.get("PBEM_HOME") or click.get_app_dir("pbem")))


def the_cache() -> Cache:
    """Where what can be worked out again is kept: beside PBEM_HOME's keys, or where the system has its caches."""
    from pbem.office.cache import Cache

    home, user = os.environ.get("PBEM_HOME"), Path(os.path.expanduser("~"))
    if home:
        return Cache(Path(home) / "cache")
    if sys.platform == "win32":
        return Cache(Path(os.environ.get("LOCALAPPDATA") or user / "AppData" / "Local") / "pbem" / "cache")
    if sys.platform == "darwin":
        return Cache(user / "Library" / "Caches" / "pbem")
    return Cache(Path(os.environ.get("XDG_CACHE_HOME") or user / ".cache") / "pbem")


def now() -> datetime:
    """The clock.  PBEM_CLOCK sets it, for tests and for writing documents."""
    from datetime import UTC, datetime

    said = os.environ.get("PBEM_CLOCK")
    return datetime.fromisoformat(said) if said else datetime.now(UTC)


def the_game(folder: Path | None) -> Game:
    """The game of this folder, without a key."""
    from pbem.app.home import open_game

    home = the_home()
    game = open_game((folder or Path.cwd()).resolve(), home)
    game.address = partial(_address, home, game.folder.path)
    return game


def the_book(folder: Path | None) -> Game:
    """The game of this folder, to look back on; somebody else's, if all that lies here is its book."""
    from pbem.app.home import open_to_read

    return open_to_read((folder or Path.cwd()).resolve(), the_home())


def _address(home: Home, folder: Path, seat: str) -> str:
    """What the desk's address book has for a seat, if there is one."""
    if not (home.path / "desk" / "state.sqlite3").exists():
        return ""
    from pbem.maildesk.store import Store

    store = Store(home.path / "desk" / "state.sqlite3")
    try:
        return store.address_in(folder, seat)
    finally:
        store.close()


def signing_game(folder: Path | None, key: str, clock_is_right: bool = False) -> Game:
    """The game of this folder, ready to sign with the seat's key."""
    from pbem.app.home import Home

    game = the_game(folder)
    game.sure_of_clock = clock_is_right
    home = Home(game.home)
    game.identity = load_key(home, key or home.key_of(game))
    return game


def load_key(home: Home, key: str) -> Any:
    """A key, asking for its passphrase at a terminal if it has one."""
    from pbem.model.errors import Refused

    path = home.key_path(key)
    try:
        return home.identity(path)
    except Refused:
        if not sys.stdin.isatty():
            raise
        return home.identity(path, click.prompt(voice.passphrase(path.name), hide_input=True, err=True))


def in_folder(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for the game folder."""
    option = click.option(
        "-C", "--folder", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The game folder."
    )
    return option(command)


def with_key(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for the signing key."""
    return click.option("--as", "key", default="", metavar="KEY", help="Sign with this key: a name or a path.")(command)


def sure_of_clock(command: Callable[..., Any]) -> Callable[..., Any]:
    """The word that the clock is right, long after the newest document of a game."""
    help_ = "Sign although the newest document of the game is more than 30 days old."
    return click.option("--clock-is-right", is_flag=True, help=help_)(command)


def with_pack_given(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for a data pack of one's own."""
    help_ = "A data pack of your own that the game is played on; a copy of it is kept at home."
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    return click.option("--data", "pack", type=kind, default=None, metavar="DIR", help=help_)(command)


def with_pack_to_see(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option for a data pack of one's own that is looked at, and kept nowhere."""
    kind = click.Path(exists=True, file_okay=False, path_type=Path)
    return click.option("--data", "pack", type=kind, default=None, metavar="DIR", help="On this data pack.")(command)


def as_data(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="The result as data.")(command)


def read_sheet_file(path: Path) -> str:
    """A sheet's text from its file."""
    from pbem.model.errors import Refused

    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not UTF-8 text: byte {error.start}", "save it as UTF-8") from error


def post(mails: tuple[Mail, ...] | list[Mail], folder: Path) -> None:
    """Say where the mails lie that are to be sent."""
    for mail in mails:
        voice.say(voice.to_send(mail.to, mail.subject, Path(folder, "sent", f"{mail.name}.txt")))
