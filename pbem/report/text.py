"""A document as plain text for mails: 76 columns, labels in the left column, hanging lines."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model import document as doc
from pbem.model.document import plain
from pbem.report.additions import ANSWER, secret_heading, silence
from pbem.report.clean import clean, clean_lines, display_width
from pbem.report.columns import table_lines
from pbem.report.drawing.lettermap import map_lines
from pbem.report.wrapping import fill, hung, indented, wrap

WIDTH = 76
LEFT_COLUMN = 7
LABEL_AT_MOST = 24
GAP = "   "


def render_text(document: doc.Document) -> str:
    """The whole document, lines ended by a newline."""
    page = _TextPage(document.system)
    lines = _head(document)
    for number, block in enumerate(document.blocks):
        lines += ([""] if number else []) + page.lines(block, WIDTH)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(document: doc.Document) -> list[str]:
    """Title and tags; subtitle, and at the right edge for whom; further lines; a dashed line."""
    lines = wrap("     ".join(clean(part) for part in (document.title, *document.tags)), WIDTH)
    subtitle, audience = clean(document.subtitle), clean(document.audience)
    room = WIDTH - display_width(subtitle) - display_width(audience)
    if room >= 1:
        lines.append(subtitle + " " * room + audience)
    else:
        lines += wrap(subtitle, WIDTH) + wrap(audience, WIDTH)
    for line in document.lines:
        lines += wrap(clean(line), WIDTH)
    return [*(line for line in lines if line.strip()), "-" * WIDTH]


class _TextPage:
    """Lines of each kind of block, for a document of this system."""

    def __init__(self, system: str) -> None:
        self.system = system

    def lines(self, block: doc.Block, width: int) -> list[str]:
        match block:
            case str():
                return wrap(clean(block), width)
            case doc.Paragraph():
                return self.words(block.text, width)
            case doc.Flow():
                return fill([self.said(item) for item in block.items], width, GAP)
            case doc.Rows():
                return self.rows(block.rows, width, LEFT_COLUMN if width == WIDTH else 0)
            case doc.Items():
                return self.items(block.items, width)
            case doc.Table():
                return self.table(block, width)
            case doc.Verbatim():
                return (wrap(clean(block.caption), width) if block.caption else []) + clean_lines(block.text)
            case doc.MapBlock():
                return map_lines(block)
            case doc.Question():
                return self.question(block, width)
            case doc.Section():
                return self.headed(clean(block.title), self.said(block.note), block.blocks, width)
            case doc.Secret():
                note = f"; {self.said(block.note)})" if block.note else ")"
                return self.headed(clean(secret_heading(block)) + note, "", block.blocks, width)
            case doc.Rule():
                return ["-" * width]

    def said(self, inline: doc.Inline) -> str:
        return clean(plain(inline, self.system))

    def words(self, inline: doc.Inline, width: int) -> list[str]:
        return wrap(self.said(inline), width)

    def headed(self, title: str, note: str, blocks: Sequence[doc.Block], width: int) -> list[str]:
        """A heading, its note beside it, and the blocks below, tables and lists further left than text."""
        room = width - display_width(title) - len(GAP)
        if note and room >= LABEL_AT_MOST:
            lines = hung(title + GAP, wrap(note, room))
        else:
            lines = wrap(f"{title}{GAP}{note}", width)
        for block in blocks:
            margin = 2 if isinstance(block, doc.Table | doc.Items | doc.Section | doc.Question) else 5
            lines += indented(self.lines(block, width - margin), margin)
        return lines

    def rows(self, rows: Sequence[doc.Row], width: int, least: int) -> list[str]:
        """Labels and bodies in two columns; a label too long for its column has lines of its own."""
        widths = [display_width(clean(row.label)) + 2 for row in rows]
        column = max([least, *(wide for wide in widths if wide <= LABEL_AT_MOST)])
        lines = []
        for row in rows:
            body = self.words(row.text, width - column)
            for block in row.blocks:
                body += self.lines(block, width - column)
            lines += self.labelled(clean(row.label), body, column, width)
        return lines

    def labelled(self, label: str, body: list[str], column: int, width: int) -> list[str]:
        if display_width(label) + 2 > column:
            return wrap(label, width) + indented(body, column)
        return hung(label + " " * (column - display_width(label)), body)

    def items(self, items: Sequence[doc.Item], width: int) -> list[str]:
        return self.rows([doc.Row(item.mark, item.text, item.blocks) for item in items], width, 3)

    def table(self, table: doc.Table, width: int) -> list[str]:
        heads = [clean(column.title) for column in table.columns]
        cells = [[self.said(cell) for cell in row] for row in table.rows]
        lines = wrap(clean(table.caption), width) if table.caption else []
        lines += table_lines(heads, cells, [column.align for column in table.columns], width)
        for note in table.notes:
            lines += indented(self.words(note, width - 3), 3)
        return lines

    def question(self, question: doc.Question, width: int) -> list[str]:
        """Prompt; options beside each other where they fit; how to answer; what silence means."""
        name = clean(question.name)
        column = min(LABEL_AT_MOST, display_width(name) + 2)
        inner = width - column
        body = self.words(question.prompt, inner)
        options = [f"{clean(option.letter)}  {self.said(option.text)}" for option in question.options]
        if any(display_width(option) > inner - 2 for option in options):
            listed = [doc.Row(option.letter, option.text) for option in question.options]
            body += indented(self.rows(listed, inner - 2, 3), 2)
        else:
            body += indented(fill(options, inner - 2, " " * 4), 2)
        answer = f"{ANSWER}  {clean(question.answer)}" if question.answer else ""
        body += fill([part for part in (answer, self.said(silence(question))) if part], inner, " " * 5)
        for note in question.notes:
            body += self.words(note, inner)
        return self.labelled(name, body, column, width)
