"""The desk: envelopes that came in, or were signed here, and belong to no record yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from pbem.book.layout import GameFolder, is_page_name, page_name
from pbem.book.page import as_file, from_file
from pbem.book.times import read_time, say
from pbem.book.writing import remove, write_once
from pbem.model.digest import digest
from pbem.model.records import frozen
from pbem.seal.envelope import Envelope


@frozen
class Desk:
    """One folder for each number; files are named by type, seat and digest."""

    folder: GameFolder

    def put(self, envelope: Envelope) -> bool:
        """Lay an envelope down; False if it lies there already."""
        path = self._path(envelope)
        if path.exists():
            return False
        write_once(path, as_file(envelope))
        return True

    def envelopes(self, number: int, kind: str = "") -> list[Envelope]:
        """What lies there for a number, in the order of the file names."""
        return [one for one in self._all(number) if not kind or one.header.type == kind]

    def find(self, number: int, document: bytes) -> Envelope | None:
        return next((one for one in self._all(number) if one.header.digest() == document), None)

    def take_away(self, envelope: Envelope) -> None:
        remove(self._path(envelope))

    def numbers(self, last: int) -> list[int]:
        """The numbers up to this one for which anything lies here that has to go when they are in the book."""
        folder = self.folder.desk
        found = [one for one in folder.iterdir() if is_page_name(one.name)] if folder.is_dir() else []
        return sorted(int(one.name) for one in found if 1 <= int(one.name) <= last and _lies_there(one))

    def clear(self, number: int, in_book: Iterable[Envelope]) -> None:
        """A number is in the book: what lies there for it goes, to the kept mails if the book does not hold it."""
        digests = {envelope.header.digest() for envelope in in_book}
        for envelope in self.envelopes(number):
            path = self._path(envelope)
            if envelope.header.digest() not in digests:
                write_once(self.folder.kept / page_name(number) / path.name, path.read_bytes())
            remove(path)
        folder = self.folder.desk / page_name(number)
        for ending in ("came", "letter"):
            for path in sorted(folder.glob(f"*.{ending}")):
                remove(path)
        with suppress(OSError):  # what is void stays
            folder.rmdir()

    # letters

    def note_letter(self, envelope: Envelope, message_id: str) -> None:
        """Which letter a document came with: what answers it names that."""
        if message_id:
            write_once(self._path(envelope).with_suffix(".letter"), message_id.encode("ascii"))

    def letter_of(self, envelope: Envelope) -> str:
        path = self._path(envelope).with_suffix(".letter")
        return path.read_text(encoding="ascii") if path.exists() else ""

    # silences

    def note_arrival(self, envelope: Envelope, at: datetime) -> None:
        """When a document came in here, by this machine's clock."""
        write_once(self._path(envelope).with_suffix(".came"), say(at).encode("ascii"))

    def came(self, envelope: Envelope) -> datetime | None:
        path = self._path(envelope).with_suffix(".came")
        return read_time(path.read_text(encoding="ascii")) if path.exists() else None

    def make_void(self, envelope: Envelope) -> None:
        """A silence that was answered: it stands in no book, and is not laid down again."""
        write_once(self._path(envelope).with_suffix(".void"), as_file(envelope))
        self.take_away(envelope)

    def is_void(self, envelope: Envelope) -> bool:
        return self._path(envelope).with_suffix(".void").exists()

    # dated ahead

    def put_off(self, source: bytes) -> None:
        """A mail with a document dated later than this clock: it is read again when its time has come."""
        write_once(self._ahead / f"{digest('pbem/ahead/1', source).hex()[:32]}.mail", source)

    def put_off_until_now(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in sorted(self._ahead.glob("*.mail"))} if self._ahead.is_dir() else {}

    @property
    def _ahead(self) -> Path:
        return self.folder.desk / "ahead"

    def _all(self, number: int) -> Iterator[Envelope]:
        folder = self.folder.desk / page_name(number)
        for path in sorted(folder.glob("*.pbem")) if folder.is_dir() else ():
            yield from_file(path.read_bytes())

    def _path(self, envelope: Envelope) -> Path:
        header = envelope.header
        name = f"{header.type}-{header.seat}-{header.revision}-{header.digest().hex()[:16]}.pbem"
        return self.folder.desk / page_name(header.exchange) / name


def _lies_there(folder: Path) -> bool:
    return any(path.suffix in (".pbem", ".came") for path in folder.iterdir())
