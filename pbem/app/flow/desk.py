"""The desk: envelopes and boxes that came in, or were signed here, and belong to no record yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.book.layout import GameFolder, page_name
from pbem.book.page import as_file, from_file
from pbem.book.writing import remove, write_once
from pbem.model.records import frozen
from pbem.seal.armour import armour, blocks
from pbem.seal.box import Box
from pbem.seal.envelope import Envelope


@frozen
class TheDesk:
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

    def find(self, number: int, digest: bytes) -> Envelope | None:
        return next((one for one in self._all(number) if one.header.digest() == digest), None)

    def take_away(self, envelope: Envelope) -> None:
        remove(self._path(envelope))

    def clear(self, number: int, in_book: Iterable[Envelope]) -> None:
        """A number is in the book: what lies there for it goes, to the kept mails if the book does not hold it."""
        digests = {envelope.header.digest() for envelope in in_book}
        for envelope in self.envelopes(number):
            path = self._path(envelope)
            if envelope.header.digest() not in digests:
                write_once(self.folder.kept / page_name(number) / path.name, path.read_bytes())
            remove(path)

    # boxes

    def put_box(self, box: Box) -> None:
        write_once(self._box_path(box.document), armour(box.encode(), kind="BOX").encode("ascii"))

    def box(self, document: bytes) -> Box | None:
        path = self._box_path(document)
        return Box.decode(blocks(path.read_text(encoding="ascii"))[0].data()) if path.exists() else None

    def drop_box(self, document: bytes) -> None:
        """A box that was opened, or was no good."""
        path = self._box_path(document)
        if path.exists():
            remove(path)

    def _all(self, number: int) -> Iterator[Envelope]:
        folder = self.folder.desk / page_name(number)
        for path in sorted(folder.glob("*.pbem")) if folder.is_dir() else ():
            yield from_file(path.read_bytes())

    def _path(self, envelope: Envelope) -> Path:
        header = envelope.header
        name = f"{header.type}-{header.seat}-{header.revision}-{header.digest().hex()[:16]}.pbem"
        return self.folder.desk / page_name(header.exchange) / name

    def _box_path(self, document: bytes) -> Path:
        return self.folder.desk / "boxes" / f"{document.hex()}.box"
