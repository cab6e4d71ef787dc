"""Where everything lies: names of folders and files, inside the game folder and inside the home folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pbem.model.records import frozen
from pbem.seal.envelope import Envelope, Header

NUMBERED = re.compile(r"[0-9]{2,6}")
ALONE = ("draft", "close", "record")
"""Of these there is one in a folder, whoever signed it."""


@frozen
class GameFolder:
    """A game folder.  `book` is public and may be shared whole; what lies beside it is its owner's."""

    path: Path

    @property
    def book(self) -> Path:
        return self.path / "book"

    @property
    def desk(self) -> Path:
        """Envelopes and boxes that belong to no record yet."""
        return self.path / "desk"

    @property
    def kept(self) -> Path:
        """Mails that were not accepted, with the reason."""
        return self.path / "kept"

    @property
    def sent(self) -> Path:
        """Mails as they went out, to be sent again byte for byte."""
        return self.path / "sent"

    @property
    def reports(self) -> Path:
        """Reports as they were written when a number came in; they can be written again at will."""
        return self.path / "reports"

    @property
    def scratch(self) -> Path:
        return self.path / ".scratch"

    @property
    def seat(self) -> Path:
        """Whose folder it is."""
        return self.path / "seat.json"

    def page(self, number: int) -> Path:
        return self.book / page_name(number)

    def numbers(self) -> list[int]:
        """The folders of the book, in order."""
        if not self.book.is_dir():
            return []
        return sorted(int(one.name) for one in self.book.iterdir() if is_page_name(one.name))


@frozen
class SecretFolder:
    """What one seat keeps to itself about one game: below the home folder, readable by its owner alone."""

    path: Path

    @classmethod
    def of(cls, home: Path, draft: bytes, seat: str) -> SecretFolder:
        return cls(home / "secrets" / f"{draft.hex()[:16]}-{seat}")

    @property
    def secrets(self) -> Path:
        return self.path / "secrets.json"

    @property
    def checkpoint(self) -> Path:
        """Where the book stood when it was last verified."""
        return self.path / "checkpoint"

    @property
    def state(self) -> Path:
        """A copy of the public state where the game stands."""
        return self.path / "state"

    def signed(self, name: str) -> Path:
        """What was signed once and is never signed again otherwise."""
        return self.path / "signed" / name

    def opening(self, document: bytes) -> Path:
        """Salt and contents of a sealed document."""
        return self.path / "openings" / f"{document.hex()}.json"

    def whole(self, number: int) -> Path:
        """The referee's: the whole state after a record."""
        return self.path / "whole" / f"{page_name(number)}.json"

    def part(self, number: int) -> Path:
        """A player's own hidden part after a record."""
        return self.path / "parts" / f"{page_name(number)}.json"


def files_in(folder: Path, start: str, ending: str) -> list[Path]:
    """The files of a folder whose names begin and end so, in order; a long game has hundreds beside them."""
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    return [folder / name for name in sorted(names) if name.startswith(start) and name.endswith(ending)]


def page_name(number: int) -> str:
    return f"{number:02}"


def is_page_name(name: str) -> bool:
    return bool(NUMBERED.fullmatch(name)) and page_name(int(name)) == name


def file_name(document: Header | Envelope) -> str:
    """The name of a document's file in the book."""
    header = document.header if isinstance(document, Envelope) else document
    if header.type in ALONE:
        return f"{header.type}.pbem"
    revision = f"-{header.revision}" if header.revision else ""
    return f"{header.type}-{header.seat}{revision}.pbem"
