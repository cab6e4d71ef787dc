"""The mail matrix: sealed orders, open orders and reports as programs, servers, lists and forums hand them on.

Each letter of `vectors/mail/desk-letters` goes through the two doors by which letters come in, a round of a desk and
`pbem receive`, into the game that it is for, and comes to what is written in it.
"""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from known_keys import known_key

from pbem.app.home import Home
from pbem.cli.root import run
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.counter import MailDesk, Round
from pbem.maildesk.opening import OutFolder, mailbox, take_up
from pbem.maildesk.rounds import run_round
from pbem.maildesk.store import Store
from pbem.model.digest import digest
from pbem.post.letters import letters
from pbem.seal.envelope import Envelope

VECTORS = Path(__file__).parents[1] / "vectors" / "mail"
LETTERS = sorted((VECTORS / "desk-letters").glob("*.letter"))
MARK = b"=" * 80 + b"\n"
NOW = datetime(2025, 11, 4, 12, tzinfo=UTC)
SEATS = {"sealed": "referee", "open": "allied", "report": "blue"}
"""Who reads a letter, by the game that it is for."""
DOCUMENT = {"sealed": "*/01/orders-blue-999999*", "open": "*/02/orders-german-1*", "report": "book/01"}
"""What lies in the game folder once it is taken in: a document on its desk or in its book, or a number of the book."""
ACCUSING = ("edited", "forged", "tampered", "manipulated", "cheat", "you changed")


@dataclass
class Vector:
    """A letter with what is written in front of it."""

    holds: str
    comes_to: str
    letter: bytes

    @classmethod
    def read(cls, path: Path) -> Vector:
        head, _, letter = path.read_bytes().partition(MARK)
        said = dict(line.split(": ", 1) for line in head.decode().splitlines())
        assert list(said) == ["way", "holds", "comes to"]
        return cls(said["holds"], said["comes to"], letter)

    @property
    def game(self) -> str:
        return "open" if self.holds == "commented" else self.holds

    @property
    def taken(self) -> bool:
        return not self.comes_to.startswith(("refused: ", "passed over", "in part"))

    @property
    def words(self) -> str:
        return self.comes_to.partition(": ")[2]


@dataclass
class Place:
    """A seat's game folder and home as the letter finds them."""

    root: Path
    seat: str
    holds: str

    @property
    def game(self) -> Path:
        return self.root / "game"

    @property
    def home(self) -> Path:
        return self.root / "home"

    def has_it(self) -> bool:
        return any(self.game.glob(DOCUMENT[self.holds]))


@pytest.fixture
def place(tmp_path: Path, path: Path) -> Iterator[Place]:
    game = Vector.read(path).game
    found = copied(VECTORS / "desk-games" / game, Place(tmp_path / "place", SEATS[game], game))
    yield found
    shutil.rmtree(found.root)


def copied(game: Path, place: Place) -> Place:
    """A game of the vectors, with the key that signed in it."""
    shutil.copytree(game, place.root)
    (place.home / "keys").mkdir()
    (place.home / "keys" / "key").write_bytes(known_key(digest("test/identity", place.seat, 0)).dump(""))
    return place


def named(path: Path) -> str:
    return path.name.removesuffix(".letter")


@pytest.mark.parametrize("path", LETTERS, ids=named)
def test_pbem_receive(path: Path, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = Vector.read(path)
    code, said = received(place, vector.letter, monkeypatch)
    if vector.taken:
        assert code == 0, said
        assert place.has_it(), said
        assert not list(place.game.glob("kept/*")), said
        assert readable(vector) == vector.comes_to
        return
    assert not place.has_it()
    assert code == (0 if vector.comes_to.startswith("passed over") else 1), said
    assert vector.words in said, said
    assert not any(word in said.lower() for word in ACCUSING), said


@pytest.mark.parametrize("path", LETTERS, ids=named)
def test_a_round_of_the_desk(path: Path, place: Place) -> None:
    vector = Vector.read(path)
    done = desk_round(place, vector.letter)
    assert not done.wrong
    assert not done.broken
    assert (done.taken > 0) == (vector.taken or vector.comes_to.startswith("in part"))
    assert place.has_it() == vector.taken
    assert done.passed_over == vector.comes_to.startswith("passed over")
    left = list((place.home / "desk" / "in" / "new").iterdir())
    assert bool(left) == (done.taken == 0 and "readable text" not in vector.words), "what was for no game stays"


def received(place: Place, letter: bytes, monkeypatch: pytest.MonkeyPatch, box: Path | None = None) -> tuple[int, str]:
    """`pbem receive letter.eml`, or a mailbox, in this process: how it ended, and all that it said."""
    mail = box or place.root / "letter.eml"
    if box is None:
        mail.write_bytes(letter)
    monkeypatch.setenv("PBEM_HOME", str(place.home))
    monkeypatch.setenv("PBEM_CLOCK", NOW.isoformat())
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), pytest.raises(SystemExit) as ended:
        run(["receive", str(mail), "-C", str(place.game)])
    return int(ended.value.code or 0), said.getvalue()


def desk_round(place: Place, letter: bytes) -> Round:
    home, config = Home(place.home), DeskConfig.model_validate({"desk": {"address": "desk@example.org"}})
    store = Store(place.home / "desk" / "state.sqlite3")
    desk = MailDesk(
        home, config, store, lambda: NOW, lambda look_only: mailbox(home, config, look_only=look_only),
        lambda: OutFolder(place.home / "desk" / "out"),
    )  # fmt: skip
    box = place.home / "desk" / "in" / "new"
    box.mkdir(parents=True)
    (box / "1.letter").write_bytes(letter)
    try:
        take_up(desk, place.game, ())
        return run_round(desk)
    finally:
        store.close()


def readable(vector: Vector) -> str:
    """How the text above the block came through, beside what was signed."""
    if vector.game != "open":
        return "as it is"
    blocks = [block for one in letters(vector.letter, "letter") for block in one.blocks if block.whole]
    block = blocks[0]
    if block.readable is None:
        return "without its readable text"
    signed = Envelope.decode(block.data()).body.decode()
    if block.readable == signed.rstrip("\n"):
        return "as it is"
    same = "".join(block.readable.split()) == "".join(signed.split())
    return "blanks changed" if same else "comments or signs changed"


def test_there_are_letters_of_every_kind() -> None:
    found = [Vector.read(path) for path in LETTERS]
    assert {one.holds for one in found} == {"sealed", "open", "commented", "report"}
    ways = {path.name.partition(".")[0] for path in LETTERS}
    assert len(ways) >= 74
