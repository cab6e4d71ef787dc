"""The home folder: keys, secrets, settings.  Which key signs for a seat is remembered there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.book.layout import GameFolder, is_page_name
from pbem.book.writing import PRIVATE, write_file, write_once
from pbem.model.errors import Refused
from pbem.model.records import frozen

if TYPE_CHECKING:
    from pbem.court.published import Published
    from pbem.office.game import Game
    from pbem.office.mails import Cover
    from pbem.seal.keys import Identity

NOBODY, BOOK = "", "book"
"""The seat of who has none, and the folder that he looks at."""
PUBLIC = ".pub"
"""What the file with the public line is called by, after its key's whole name."""


@frozen
class Home:
    """Where one person's keys and secrets lie.  Nothing of it belongs into a book."""

    path: Path

    @property
    def keys(self) -> Path:
        return self.path / "keys"

    def settings(self) -> dict[str, str]:
        """`config.toml`, if there is one."""
        path = self.path / "config.toml"
        if not path.exists():
            return {}
        import tomllib

        try:
            read = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Refused(f"config.toml cannot be read: {error}", f"mend {path}") from error
        return {name: str(value) for name, value in read.items()}

    def make_key(self, name: str, passphrase: str = "") -> tuple[Path, str]:
        """A new signing key as OpenSSH files; its path, and the public line."""
        if not name or name.startswith(".") or any(sign in name for sign in "/\\ \t\n"):
            raise Refused(f"a key's name is one word, read {name!r}", "pbem keygen anna")
        if name.endswith(PUBLIC):
            raise Refused(f"{name!r} is the name of a public line", f"pbem keygen {name.removesuffix(PUBLIC)}")
        private = self.keys / name
        if private.exists():
            raise Refused(f"there is a key {name} already", f"it lies at {private}")
        from pbem.seal.keys import Identity, public_line

        identity = Identity.generate()
        line = public_line(identity.public, name)
        write_once(private, identity.dump(passphrase))
        write_file(self.keys / f"{name}{PUBLIC}", (line + "\n").encode(), PRIVATE)
        return private, line

    def key_path(self, name: str = "") -> Path:
        """The private key of this name or path; without a name the usual one, or the only one there is."""
        name = name or self.settings().get("identity", "")
        if name:
            found = next((path for path in (self.keys / name, Path(name).expanduser()) if path.is_file()), None)
            if found is None:
                raise Refused(f"no key {name!r}", f"pbem keygen {name}, or give the path of an OpenSSH key")
            return found
        there = sorted(path for path in self.keys.glob("[!.]*") if path.is_file() and path.suffix != PUBLIC)
        if len(there) == 1:
            return there[0]
        if not there:
            raise Refused("there is no key to sign with", "pbem keygen NAME makes one")
        raise Refused(f"there are {len(there)} keys", f"name one: --as {there[0].name}")

    def identity(self, path: Path, passphrase: str = "") -> Identity:
        from pbem.seal.keys import Identity

        return Identity.load(path.read_bytes(), passphrase)

    # which key signs for a seat

    def key_of(self, game: Game) -> str:
        """The key that signs for the seat of a game; in a game that has begun no new one will do."""
        try:
            return remembered(game) or str(self.key_path())
        except Refused as refused:
            if not game.has_begun:
                raise
            raise Refused(
                f"the key of {game.seat} is not on this computer",
                f"bring keys and secrets from where you played into {self.path}; if they are gone, pbem rekey --lost",
            ) from refused


def remember(game: Game, key: Path) -> None:
    """Which key signs for a seat: noted where the secrets of that game are."""
    write_file(memory_of(game), str(key).encode(), PRIVATE)


def remembered(game: Game) -> str:
    path = memory_of(game)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def memory_of(game: Game) -> Path:
    return game.home / "seats" / f"{game.draft_envelope.header.digest().hex()[:16]}-{game.seat}"


def in_a_game(start: Path) -> bool:
    """Whether this folder is a game's, or lies in one."""
    return _seated(start.resolve()) is not None


def _seated(start: Path) -> Path | None:
    """The nearest folder from here up in which somebody has taken a seat."""
    return next((folder for folder in (start, *start.parents) if (folder / "seat.json").is_file()), None)


def game_folder(start: Path) -> Path:
    """The game folder that this folder is, or lies in."""
    if (folder := _seated(start)) is not None:
        return folder
    if (start / "desk" / "draft.pbem").is_file():
        raise Refused(f"nobody has taken a seat in {start} yet", "pbem join --seat referee, or the seat that is yours")
    raise Refused(f"{start} is no game folder", "cd to one, or make one: pbem join DRAFT --seat SIDE --into FOLDER")


def take_seat(folder: Path, seat: str) -> None:
    """Make a folder that holds a copy of a book the folder of a seat."""
    if not (folder / "book" / "00").is_dir():
        raise Refused(f"{folder} holds no book", "copy the folder book of the game into it first")
    from pbem.office.game import seat_file

    if write_once(folder / "seat.json", seat_file(seat)) != seat_file(seat):
        raise Refused("the folder is another seat's", "one folder, one seat")


def check_is_book(folder: Path) -> None:
    """Refuse a folder that is neither a book nor holds one; a book of which something is missing is one."""
    if not any(is_page_name(one.name) for place in (folder, folder / "book") for one in place.glob("*")):
        raise Refused(f"{folder} holds no book", "name the folder book of a game, or the game folder")


def open_game(start: Path, home: Home) -> Game:
    """The game of a folder, with reports, without a key."""
    from pbem.office.game import Game

    folder = game_folder(start)
    return Game.open(folder, (own_home(folder) or home).path, reports=_reports, letters=_cover)


def open_to_read(start: Path, home: Home) -> Game:
    """The game of a folder; a book that lies there alone, as anybody sees it who has no seat in the game."""
    from pbem.office.game import Game

    start = start.resolve()
    place = start.parent if start.name == BOOK else start
    if in_a_game(start) or not (place / BOOK / "00").is_dir():
        return open_game(start, home)
    return Game(GameFolder(place), home.path, NOBODY, reports=_reports)


def _reports(published: Published) -> Mapping[str, bytes]:
    from pbem.app.readers import public_reports

    return public_reports(published)


def _cover(game: Game, number: int, seat: str) -> Cover:
    from pbem.app.reportmail import cover

    return cover(game, number, seat)


def own_home(folder: Path) -> Home | None:
    """A demonstration keeps everybody's secrets beside its book, so that one can look around in it at once."""
    places = (folder / "secrets", folder.parent / "secrets")
    return next((Home(place) for place in places if (place / "seats").is_dir()), None)
