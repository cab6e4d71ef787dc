"""What a seat keeps to itself about one game: secrets, what it signed once, openings, hidden parts.

What was signed is on the disk before anybody sees it, and comes back from there byte for byte: so nobody ever
signs two closes, reveals or records for one exchange, whatever crashes and whatever is run twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.book.layout import SecretFolder, files_in
from pbem.book.page import as_file, from_file
from pbem.book.writing import PRIVATE, remove, write_file, write_once
from pbem.dice.chain import Chain, KnownLink
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.digest import mac
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.seal.box import sealing_public
from pbem.seal.envelope import Envelope, Header
from pbem.seal.secrets import GameSecrets


@frozen
class Opened:
    """The contents of a sealed document."""

    salt: bytes
    payload: bytes


@frozen
class Vault:
    """The secret folder of one seat in one game."""

    folder: SecretFolder
    secrets: GameSecrets

    @classmethod
    def open(cls, home: Path, draft: bytes, seat: str) -> Vault:
        folder = SecretFolder.of(home, draft, seat)
        if not folder.secrets.exists():
            raise Refused(f"the secrets of {seat} are not in {home}", "copy them from where pbem join made a copy")
        return cls(folder, GameSecrets.from_bytes(folder.secrets.read_bytes()))

    @classmethod
    def make(cls, home: Path, secrets: GameSecrets) -> Vault:
        """A new vault; the secrets that are there already stay."""
        folder = SecretFolder.of(home, secrets.draft, secrets.seat)
        kept = write_once(folder.secrets, secrets.to_bytes())
        return cls(folder, GameSecrets.from_bytes(kept))

    @property
    def chain(self) -> Chain:
        return _chain(self.secrets)

    @property
    def checkpoint_key(self) -> bytes:
        """Nobody else can note where a book stands for this seat's program."""
        return mac(self.secrets.sealing, "pbem/checkpoint-key/1", self.secrets.draft, self.secrets.seat)

    def chain_of(self, known: KnownLink) -> Chain | None:
        """The chain whose links lead to one that is known; None if its secrets are not here."""
        chains = [_chain(own) for own in self.all_secrets()]
        if len(chains) == 1 and not known.number:
            return chains[0] if chains[0].tip == known.link else None
        return next((one for one in chains if one.at(known.number) == known.link), None)

    def all_secrets(self) -> list[GameSecrets]:
        """What this seat's links and boxes were ever made with, the newest first."""
        paths = [self.folder.path / "next.json", *sorted(self.folder.path.glob("before-*.json"), reverse=True)]
        waiting, before = paths[:1], paths[1:]
        found = [GameSecrets.from_bytes(path.read_bytes()) for path in waiting if path.exists()]
        return [*found, self.secrets, *(GameSecrets.from_bytes(path.read_bytes()) for path in before)]

    # new keys

    def waiting_secrets(self, secrets: GameSecrets) -> GameSecrets:
        """Secrets that new keys will bring into force: made once."""
        return GameSecrets.from_bytes(write_once(self.folder.path / "next.json", secrets.to_bytes()))

    def bring_into_force(self, sealing: bytes) -> bool:
        """The waiting secrets are the seat's from now on, if it is their sealing key that was taken in."""
        path = self.folder.path / "next.json"
        if not path.exists():
            return False
        secrets = GameSecrets.from_bytes(path.read_bytes())
        if sealing_public(secrets.sealing) != sealing:
            return False
        if secrets != self.secrets:  # else a program died between the two writes below
            kept = f"before-{len(list(self.folder.path.glob('before-*'))):03}.json"
            write_file(self.folder.path / kept, self.secrets.to_bytes(), PRIVATE)
            write_file(self.folder.secrets, secrets.to_bytes(), PRIVATE)
        remove(path)
        return True

    # an agreement that lapsed

    def goes_on(self, number: int) -> None:
        """This seat signs for a number although it has consented to something else, since that has lapsed."""
        write_once(self.folder.path / "went-on" / f"{number:06}", b"\n")

    def went_on(self, number: int) -> bool:
        return (self.folder.path / "went-on" / f"{number:06}").exists()

    # signed once

    def signed(self, kind: str, number: int, name: str = "") -> Envelope | None:
        """What was signed under this name, if anything was."""
        path = self._signed_path(kind, number, name)
        return from_file(path.read_bytes()) if path.exists() else None

    def sign_once(self, kind: str, number: int, make: Callable[[], Envelope], name: str = "") -> Envelope:
        """What was signed under this name before, or what is signed now; never two."""
        if (before := self.signed(kind, number, name)) is not None:
            return before
        return from_file(write_once(self._signed_path(kind, number, name), as_file(make())))

    def adopt(self, envelope: Envelope) -> bool:
        """A signature of this seat that was made elsewhere counts as made here: nothing else is signed in its place."""
        header = envelope.header
        path = self._signed_path(header.type, header.exchange, name_of(header))
        if path.exists():
            return False
        write_once(path, as_file(envelope))
        return True

    def all_signed(self, kind: str, number: int) -> list[Envelope]:
        """Everything of a kind that was signed for a number, by revision."""
        found = files_in(self.folder.path / "signed", f"{number:06}-{kind}", ".pbem")
        made = [from_file(path.read_bytes()) for path in found]
        return sorted((one for one in made if one.header.type == kind), key=lambda one: one.header.revision)

    def everything_signed(self, number: int) -> list[Envelope]:
        """All that was ever signed for a number."""
        found = files_in(self.folder.path / "signed", f"{number:06}-", ".pbem")
        return [from_file(path.read_bytes()) for path in found]

    def _signed_path(self, kind: str, number: int, name: str) -> Path:
        return self.folder.signed(f"{number:06}-{kind}{f'-{name}' if name else ''}.pbem")

    # openings

    def keep_opening(self, document: bytes, opened: Opened) -> None:
        record = {"payload": opened.payload.hex(), "salt": opened.salt.hex()}
        write_once(self.folder.opening(document), canonical(record))

    def opening(self, document: bytes) -> Opened | None:
        path = self.folder.opening(document)
        if not path.exists():
            return None
        record = parse_canonical(path.read_bytes())
        return Opened(bytes.fromhex(record["salt"]), bytes.fromhex(record["payload"]))

    # states and parts

    def keep_whole(self, number: int, plain: Any) -> None:
        write_file(self.folder.whole(number), canonical(plain), PRIVATE)

    def whole(self, number: int) -> Any:
        return _read(self.folder.whole(number))

    def keep_part(self, number: int, plain: Any) -> None:
        write_file(self.folder.part(number), canonical(plain), PRIVATE)

    def part(self, number: int) -> Any:
        return _read(self.folder.part(number))


def _chain(secrets: GameSecrets) -> Chain:
    return Chain(secrets.draft, secrets.seat, secrets.chain)


def name_of(header: Header) -> str:
    """The name under which a document is signed once: it tells apart those of one type and number."""
    if header.type == "receipt":
        return header.after.hex()[:16]
    if header.type == "opening" and header.revision == 0:
        return "end"
    return f"{header.revision:06}" if header.revision else ""


def _read(path: Path) -> Any:
    return json.loads(path.read_bytes()) if path.exists() else None
