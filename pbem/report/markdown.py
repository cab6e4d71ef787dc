"""A document as Markdown: CommonMark with GitHub's tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.model import document as doc
from pbem.report.additions import ANSWER, secret_heading, silence
from pbem.report.clean import clean, clean_lines
from pbem.report.drawing.lettermap import map_lines

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#$^!@{}])")
_LINK = re.compile(r":(?=/)|(?<=www)\.", re.IGNORECASE)
_START = re.compile(r"^(\d*)([-+=.)])")
_RULES = {"left": ":--", "right": "--:", "centre": ":-:"}
_BREAK = "   "


def render_markdown(document: doc.Document) -> str:
    """The whole document."""
    page = _MarkdownPage(document.system)
    head = [document.tags, (document.subtitle, document.audience), *((line,) for line in document.lines)]
    blocks = [[f"# {escaped(document.title)}"]]
    blocks += [[_BREAK.join(escaped(part) for part in parts if part)] for parts in head if any(parts)]
    blocks += [page.lines(block, 2) for block in document.blocks]
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def escaped(text: str) -> str:
    """A line in which nothing is markup, a link or the beginning of a list."""
    return _started(_inner(text).strip())


def _inner(text: str) -> str:
    """Escaped text for the middle of a line."""
    return _LINK.sub(lambda sign: "\\" + sign.group(), _SPECIAL.sub(r"\\\1", clean(text)))


def _started(line: str) -> str:
    """What would begin a list or underline a heading no longer does."""
    return _START.sub(r"\1\\\2", line)


class _MarkdownPage:
    """Lines of each kind of block; `level` is that of a heading at this depth."""

    def __init__(self, system: str) -> None:
        self.system = system

    def lines(self, block: doc.Block, level: int) -> list[str]:
        match block:
            case str():
                return [escaped(block)]
            case doc.Paragraph():
                return [self.said(block.text)]
            case doc.Flow():
                return [_BREAK.join(self.said(item) for item in block.items)]
            case doc.Rows():
                return self.entries([(row.label, row.text, row.blocks) for row in block.rows], level)
            case doc.Items():
                return self.entries([(item.mark, item.text, item.blocks) for item in block.items], level)
            case doc.Table():
                return self.table(block)
            case doc.Verbatim():
                caption = [escaped(block.caption), ""] if block.caption else []
                return [*caption, *_fenced(clean_lines(block.text))]
            case doc.MapBlock():
                return _fenced(map_lines(block))
            case doc.Question():
                return self.question(block, level)
            case doc.Section():
                return self.headed(escaped(block.title), block.note, block.blocks, level)
            case doc.Secret():
                return self.secret(block, level)
            case doc.Rule():
                return ["---"]

    def said(self, inline: doc.Inline) -> str:
        return _started("".join(self.span(span) for span in doc.spans(inline)).strip())

    def span(self, span: doc.Span) -> str:
        text = doc.span_text(span, self.system)
        match span:
            case doc.Strong():
                return _wrapped(text, "**")
            case doc.Emphasis():
                return _wrapped(text, "*")
            case doc.Code() | doc.DieRef():
                return _code(clean(text))
            case _:
                return _inner(text)

    def headed(self, title: str, note: doc.Inline, blocks: Sequence[doc.Block], level: int) -> list[str]:
        lines = [f"{'#' * min(level, 6)} {title}"]
        lines += ["", self.said(note)] if note else []
        for block in blocks:
            lines += ["", *self.lines(block, level + 1)]
        return lines

    def secret(self, secret: doc.Secret, level: int) -> list[str]:
        """A heading, and the rest as a quotation."""
        note = f"; {self.said(secret.note)}" if secret.note else ""
        heading, *body = self.headed(f"{escaped(secret_heading(secret))}{note})", "", secret.blocks, level)
        return [heading, *(f"> {line}".rstrip() if line else ">" for line in body)]

    def labelled(self, label: str, text: doc.Inline) -> str:
        """A strong label and its text."""
        return f"{_wrapped(label, '**')} {self.said(text)}".strip()

    def entries(self, entries: Iterable[tuple[str, doc.Inline, tuple[doc.Block, ...]]], level: int) -> list[str]:
        """A list whose entries begin with a strong label; what stands below them is indented."""
        lines = []
        for label, text, blocks in entries:
            lines.append(f"- {self.labelled(label, text)}")
            for block in blocks:
                lines += ["", *(f"  {line}".rstrip() for line in self.lines(block, level))]
        return lines

    def table(self, table: doc.Table) -> list[str]:
        rows = [[escaped(column.title) for column in table.columns]]
        rows += [[self.said(cell) for cell in row] for row in table.rows]
        lines = [self.labelled(table.caption, ""), ""] if table.caption else []
        cells = ["| " + " | ".join(row) + " |" for row in rows]
        rule = "| " + " | ".join(_RULES[column.align] for column in table.columns) + " |"
        lines += [cells[0], rule, *cells[1:]]
        for note in table.notes:
            lines += ["", self.said(note)]
        return lines

    def question(self, question: doc.Question, level: int) -> list[str]:
        options = [(option.letter, option.text, ()) for option in question.options]
        lines = [
            self.labelled(question.name, question.prompt),
            "",
            *self.entries(options, level),
        ]
        answer = f"{ANSWER} {_code(clean(question.answer))}" if question.answer else ""
        for said in (answer, self.said(silence(question)), *map(self.said, question.notes)):
            lines += ["", said] if said else []
        return lines


def _wrapped(text: str, sign: str) -> str:
    """Strong or emphatic text; blanks at its ends stay outside, where the sign would not hold."""
    inner = _inner(text)
    body = inner.strip()
    if not body:
        return inner
    start = inner.index(body)
    return f"{inner[:start]}{sign}{body}{sign}{inner[start + len(body) :]}"


def _code(text: str) -> str:
    """A code span, with a fence longer than any run of back quotes inside; a bar would end a table's cell."""
    if not text.strip() or "|" in text:
        return _inner(text)
    fence = "`" * (1 + _longest_run(text))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _fenced(lines: Sequence[str]) -> list[str]:
    fence = "`" * max(3, 1 + max((_longest_run(line) for line in lines), default=0))
    return [fence, *lines, fence]


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
