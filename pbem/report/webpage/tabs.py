"""A report's blocks sorted under the page's tabs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.model import document as doc

SHORT, BATTLES, VICTORY, QUESTIONS, LUCK = TABS = ("short", "battles", "victory", "questions", "luck")
_BY_LABEL = {"VICTORY": VICTORY, "LUCK": LUCK, "BOOK": LUCK, "CHECK": LUCK}
_BY_TITLE = {"VICTORY": VICTORY, "QUESTIONS": QUESTIONS, "LUCK": LUCK}


def sorted_under_tabs(document: doc.Document) -> dict[str, list[doc.Block]]:
    """Every block but the map under one tab: the phases under battles, what is labelled under its label."""
    tabs: dict[str, list[doc.Block]] = {tab: [] for tab in TABS}
    for block in document.blocks:
        for tab, part in _parts(block):
            tabs[tab].append(part)
    return tabs


def _parts(block: doc.Block) -> Iterator[tuple[str, doc.Block]]:
    match block:
        case doc.MapBlock() | doc.Rule():
            return
        case doc.Rows():
            for tab in TABS:
                if rows := tuple(row for row in block.rows if _BY_LABEL.get(row.label, SHORT) == tab):
                    yield tab, doc.Rows(rows)
        case doc.Question():
            yield QUESTIONS, block
        case doc.Section():
            yield _BY_TITLE.get(block.title, BATTLES), block
        case doc.Secret():
            yield SHORT, block
        case _:
            yield BATTLES, block


def row_text(document: doc.Document, label: str) -> doc.Inline:
    """What stands behind a label anywhere in the report, such as DUE."""
    return next((row.text for row in _rows(document.blocks) if row.label == label), "")


def _rows(blocks: Iterable[doc.Block]) -> Iterator[doc.Row]:
    for block in blocks:
        if isinstance(block, doc.Rows):
            yield from block.rows
