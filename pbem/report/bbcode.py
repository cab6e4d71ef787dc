"""A document as BBCode for forums: bold, lists, quotations and code, which every forum knows.

Tables and maps stand in code blocks, aligned by blanks.  BBCode has no way to escape a bracket, so an
invisible joiner is put behind one that could begin a tag, by itself or with the text that follows, and into what a
forum would make a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.model import document as doc
from pbem.report.additions import ANSWER, secret_heading, silence
from pbem.report.clean import clean, clean_lines
from pbem.report.columns import table_lines
from pbem.report.drawing.lettermap import map_lines

JOINER = "\u2060"
WIDTH = 76
_TAG = re.compile(r"\[(?=[/*a-z]|\Z)", re.IGNORECASE)
_LINK = re.compile(r":(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_CODE_END = re.compile(r"\[(?=/?code)", re.IGNORECASE)


def render_bbcode(document: doc.Document) -> str:
    """The whole document."""
    page = _ForumPage(document.system)
    head = [document.tags, (document.subtitle, document.audience), *((line,) for line in document.lines)]
    lines = [f"[b]{escaped(document.title)}[/b]"]
    lines += ["   ".join(escaped(part) for part in parts if part) for parts in head if any(parts)]
    for block in document.blocks:
        lines += ["", *page.lines(block)]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text in which nothing is a tag or a link."""
    text = _TAG.sub("[" + JOINER, clean(text))
    return _LINK.sub(lambda sign: sign.group() + JOINER, text)


class _ForumPage:
    """Lines of each kind of block."""

    def __init__(self, system: str) -> None:
        self.system = system

    def lines(self, block: doc.Block) -> list[str]:
        match block:
            case str():
                return [escaped(block)]
            case doc.Paragraph():
                return [self.said(block.text)]
            case doc.Flow():
                return ["   ".join(self.said(item) for item in block.items)]
            case doc.Rows():
                return self.entries((row.label, row.text, row.blocks) for row in block.rows)
            case doc.Items():
                return self.entries((item.mark, item.text, item.blocks) for item in block.items)
            case doc.Table():
                return self.table(block)
            case doc.Verbatim():
                caption = [escaped(block.caption)] if block.caption else []
                return [*caption, *_code(clean_lines(block.text))]
            case doc.MapBlock():
                return _code(map_lines(block))
            case doc.Question():
                return self.question(block)
            case doc.Section():
                note = "   " + self.said(block.note) if block.note else ""
                return [f"[b]{escaped(block.title)}[/b]{note}", *self.below(block.blocks)]
            case doc.Secret():
                note = f"; {self.said(block.note)}" if block.note else ""
                heading = f"[b]{escaped(secret_heading(block))}{note})[/b]"
                return ["[quote]", heading, *self.below(block.blocks), "[/quote]"]
            case doc.Rule():
                return ["-" * 40]

    def below(self, blocks: Sequence[doc.Block]) -> list[str]:
        return [line for block in blocks for line in self.lines(block)]

    def said(self, inline: doc.Inline) -> str:
        return "".join(self.span(span) for span in doc.spans(inline)).strip()

    def span(self, span: doc.Span) -> str:
        text = escaped(doc.span_text(span, self.system))
        match span:
            case doc.Strong():
                return f"[b]{text}[/b]"
            case doc.Emphasis():
                return f"[i]{text}[/i]"
            case _:
                return text

    def entries(self, entries: Iterable[tuple[str, doc.Inline, tuple[doc.Block, ...]]]) -> list[str]:
        """A list whose entries begin with a strong label."""
        lines = ["[list]"]
        for label, text, blocks in entries:
            strong = f"[b]{escaped(label)}[/b] " if label else ""
            lines += [f"[*]{strong}{self.said(text)}".rstrip(), *self.below(blocks)]
        return [*lines, "[/list]"]

    def table(self, table: doc.Table) -> list[str]:
        heads = [clean(column.title) for column in table.columns]
        rows = [[clean(doc.plain(cell, self.system)) for cell in row] for row in table.rows]
        lines = [f"[b]{escaped(table.caption)}[/b]"] if table.caption else []
        lines += _code(table_lines(heads, rows, [column.align for column in table.columns], WIDTH))
        return [*lines, *(self.said(note) for note in table.notes)]

    def question(self, question: doc.Question) -> list[str]:
        lines = [f"[b]{escaped(question.name)}[/b] {self.said(question.prompt)}"]
        lines += self.entries((option.letter, option.text, ()) for option in question.options)
        answer = f"{ANSWER} {escaped(question.answer)}" if question.answer else ""
        lines += [said for said in (answer, self.said(silence(question))) if said]
        return [*lines, *(self.said(note) for note in question.notes)]


def _code(lines: Sequence[str]) -> list[str]:
    """A code block; nothing in it can end it."""
    return ["[code]", *(_CODE_END.sub("[" + JOINER, line) for line in lines), "[/code]"]
