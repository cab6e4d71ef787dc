"""A report's blocks said in a line, and the labelled numbers that stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.model import document as doc
from pbem.model.film import Label
from pbem.model.records import frozen

COUNTED = ("#", "")
"""Columns that only count."""


@frozen
class Brief:
    """What blocks say: in a line, and part by part where they hold labelled numbers."""

    words: str
    card: tuple[Label, ...]

    @property
    def labelled(self) -> str:
        """The labelled numbers alone, without notes."""
        return "; ".join(f"{label} {text}" for label, text in self.card if label)


def brief(blocks: Iterable[doc.Block], mark: str) -> Brief:
    """The line, and what stands in tables and rows."""
    parts = [part for block in blocks for part in _parts(block, mark)]
    said = [text if not label else f"{label} {text}" for label, text, noted in parts if text and not noted]
    card = [(label, text) for label, text, _ in parts if text]
    return Brief("; ".join(said), tuple(card) if any(label for label, _ in card) else ())


Part = tuple[str, str, bool]
"""A label or nothing, a text, and whether it is a note that the line does without."""


def _parts(block: doc.Block, mark: str) -> Iterator[Part]:
    match block:
        case str():
            yield "", block, False
        case doc.Paragraph():
            yield "", doc.plain(block.text, mark), False
        case doc.Flow():
            yield "", ", ".join(doc.plain(item, mark) for item in block.items), False
        case doc.Rows():
            for row in block.rows:
                yield row.label, doc.plain(row.text, mark), False
                yield from _below(row.blocks, mark)
        case doc.Items():
            for item in block.items:
                yield "", doc.plain(item.text, mark), False
                yield from _below(item.blocks, mark)
        case doc.Table():
            yield from _cells(block, mark)
        case doc.Section():
            yield from _section(block, mark)
        case _:
            return


def _below(blocks: Iterable[doc.Block], mark: str) -> Iterator[Part]:
    for block in blocks:
        yield from _parts(block, mark)


def _cells(table: doc.Table, mark: str) -> Iterator[Part]:
    if table.caption:
        yield "", table.caption, True
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            if column.title not in COUNTED or not table.columns[0].title:
                yield column.title, doc.plain(cell, mark), False
    for note in table.notes:
        yield "", doc.plain(note, mark), True


def _section(section: doc.Section, mark: str) -> Iterator[Part]:
    """The heading says turn and phase in capitals; what it says otherwise belongs to what happened."""
    heading = [part for part in section.title.split("   ") if part != part.upper()]
    for part in heading:
        yield "", part, False
    if section.note:
        yield "", doc.plain(section.note, mark), True
    if heading and all(isinstance(block, str | doc.Paragraph) for block in section.blocks):
        return
    yield from _below(section.blocks, mark)
