"""A document as one HTML file: nothing loaded from elsewhere, read by keyboard and screen reader, printable.

The page's style and script are named by their digests in a Content-Security-Policy; nothing else may run.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pbem.model import document as doc
from pbem.report.additions import ANSWER, CONTENTS, SKIP, secret_heading, silence
from pbem.report.clean import clean_lines
from pbem.report.drawing.lettermap import map_lines
from pbem.report.drawing.markup import said
from pbem.report.html_map import map_sheet, map_table, panels, stacks
from pbem.report.html_script import SCRIPT
from pbem.report.html_style import style


def render_html(document: doc.Document) -> str:
    """The whole page."""
    writer = BlockWriter(document.system)
    body = "\n".join(writer.block(block, 2) for block in document.blocks)
    parts = [
        f'<a class="skip" href="#report">{SKIP}</a>',
        _head(document),
        _contents(writer.sections),
        f'<main id="report">\n{body}\n</main>',
    ]
    return whole_page(document, "<body>", "\n".join(parts), style(), SCRIPT)


def whole_page(document: doc.Document, opening: str, body: str, style: str, script: str) -> str:
    """The file around a body.  Nothing may be loaded or run but this style and this script."""
    allowed = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{said(document.language)}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{said(document.title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            opening,
            body,
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _head(document: doc.Document) -> str:
    """Title, tags, subtitle, for whom, further lines, and the place of the button for day and night."""
    tags = "".join(f"<li>{said(tag)}</li>" for tag in document.tags)
    parts = [
        f"<h1>{said(document.title)}</h1>",
        f'<ul class="tags">{tags}</ul>' if tags else "",
        f'<p class="subtitle">{said(document.subtitle)}</p>' if document.subtitle else "",
        f'<p class="audience">{said(document.audience)}</p>' if document.audience else "",
        *(f'<p class="line">{said(line)}</p>' for line in document.lines),
        '<button type="button" id="theme" hidden>dark / light</button>',
    ]
    return "<header>\n" + "\n".join(part for part in parts if part) + "\n</header>"


def _contents(sections: Sequence[tuple[str, str]]) -> str:
    """Links to the sections, where there is more than one."""
    if len(sections) < 2:
        return ""
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in sections)
    return f'<nav aria-label="{CONTENTS}"><ol>{links}</ol></nav>'


class BlockWriter:
    """The HTML of each kind of block; `level` is that of a heading at this depth."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.sections: list[tuple[str, str]] = []
        self.numbers: Iterator[int] = iter(range(1, 1_000_000))

    def block(self, block: doc.Block, level: int) -> str:
        match block:
            case str():
                return f"<p>{said(block)}</p>"
            case doc.Paragraph():
                return f"<p>{self.said(block.text)}</p>"
            case doc.Flow():
                items = " ".join(f"<li>{self.said(item)}</li>" for item in block.items)
                return f'<ul class="flow">{items}</ul>'
            case doc.Rows():
                return self.rows(block, level)
            case doc.Items():
                return self.items(block, level)
            case doc.Table():
                return self.table(block)
            case doc.Verbatim():
                return _verbatim(clean_lines(block.text), block.caption)
            case doc.MapBlock():
                return self.map(block)
            case doc.Question():
                return self.question(block)
            case doc.Section():
                return self.section("part", said(block.title), self.said(block.note), block.blocks, level)
            case doc.Secret():
                note = f"; {self.said(block.note)}" if block.note else ""
                return self.section("secret", f"{said(secret_heading(block))}{note})", "", block.blocks, level)
            case doc.Rule():
                return "<hr>"

    def below(self, blocks: Iterable[doc.Block], level: int) -> str:
        return "\n".join(self.block(block, level) for block in blocks)

    def said(self, inline: doc.Inline) -> str:
        return "".join(self.span(span) for span in doc.spans(inline))

    def span(self, span: doc.Span) -> str:
        text = said(doc.span_text(span, self.system))
        match span:
            case doc.Strong():
                return f"<strong>{text}</strong>"
            case doc.Emphasis():
                return f"<em>{text}</em>"
            case doc.Code():
                return f"<code>{text}</code>"
            case doc.DieRef():
                return f'<code class="die">{text}</code>'
            case doc.Cite():
                return f'<cite title="{said(f"{span.system} {span.case}")}">{text}</cite>'
            case doc.PlaceRef():
                return f'<span class="place" data-place="{said(span.id)}">{text}</span>'
            case doc.UnitRef():
                return f'<span class="unit" data-of="{said(span.id)}">{text}</span>'
            case _:
                return text

    def section(self, kind: str, title: str, note: str, blocks: Sequence[doc.Block], level: int) -> str:
        """A part of the page under its heading; those of the first rank are listed in the contents."""
        name = f"part-{next(self.numbers)}"
        if level == 2:
            self.sections.append((name, title.partition(" (")[0]))
        rank = min(level, 6)
        heading = f'<h{rank} id="{name}">{title}</h{rank}>'
        beside = f'<p class="note">{note}</p>' if note else ""
        body = self.below(blocks, level + 1)
        return f'<section class="{kind}" aria-labelledby="{name}">\n{heading}{beside}\n{body}\n</section>'

    def rows(self, rows: doc.Rows, level: int) -> str:
        parts = []
        for row in rows.rows:
            text = f"<p>{self.said(row.text)}</p>" if row.text else ""
            parts.append(f"<div><dt>{said(row.label)}</dt><dd>{text}{self.below(row.blocks, level)}</dd></div>")
        return '<dl class="rows">\n' + "\n".join(parts) + "\n</dl>"

    def items(self, items: doc.Items, level: int) -> str:
        parts = []
        for item in items.items:
            mark = f'<span class="mark">{said(item.mark)}</span> ' if item.mark else ""
            parts.append(f"<li><p>{mark}{self.said(item.text)}</p>{self.below(item.blocks, level)}</li>")
        kind = "items" if any(item.mark for item in items.items) else "items bare"
        return f'<ol class="{kind}" role="list">\n' + "\n".join(parts) + "\n</ol>"

    def table(self, table: doc.Table) -> str:
        """A headed table that scrolls by itself where the screen is narrow."""
        aligns = [f' class="{column.align}"' if column.align != "left" else "" for column in table.columns]
        titles = [said(column.title) for column in table.columns]
        heads = "".join(
            f'<th scope="col"{a}>{title}</th>' if title else f"<td{a}></td>"
            for title, a in zip(titles, aligns, strict=True)
        )
        caption = f"<caption>{said(table.caption)}</caption>" if table.caption else ""
        head = f"<thead><tr>{heads}</tr></thead>" if any(titles) else ""
        rows = "\n".join(self.table_row(row, aligns) for row in table.rows)
        notes = "".join(f'<p class="foot">{self.said(note)}</p>' for note in table.notes)
        return f'<div class="scroll" tabindex="0"><table>{caption}{head}<tbody>\n{rows}\n</tbody></table></div>{notes}'

    def table_row(self, row: Sequence[doc.Inline], aligns: Sequence[str]) -> str:
        first, *others = [f"{align}>{self.said(cell)}" for cell, align in zip(row, aligns, strict=True)]
        return f'<tr><th scope="row"{first}</th>' + "".join(f"<td{cell}</td>" for cell in others) + "</tr>"

    def map(self, block: doc.MapBlock) -> str:
        """The drawing, what is under the pointer in words, and the same map as a table."""
        if block.letters:
            return _verbatim(map_lines(block), "")
        number = next(self.numbers)
        prefix = "map" if number == 1 else f"map{number}"
        return (
            f'<figure class="map">{panels(block.picture, prefix)}{map_sheet(block.picture, prefix)}'
            f'<p class="told" aria-hidden="true">&#160;</p>{stacks(block.picture)}{map_table(block.picture)}</figure>'
        )

    def question(self, question: doc.Question) -> str:
        name = f"question-{next(self.numbers)}"
        several = " data-several" if question.several else ""
        options = "".join(
            f'<li><span class="mark">{said(option.letter)}</span> {self.said(option.text)}</li>'
            for option in question.options
        )
        answer = f"{ANSWER} <code>{said(question.answer)}</code>" if question.answer else ""
        notes = [answer, self.said(silence(question)), *(self.said(note) for note in question.notes)]
        return (
            f'<section class="question"{several} aria-labelledby="{name}">'
            f'<p id="{name}"><span class="mark">{said(question.name)}</span> {self.said(question.prompt)}</p>'
            f'<ol class="options" role="list">{options}</ol>'
            + "".join(f'<p class="note">{note}</p>' for note in notes if note)
            + "</section>"
        )


def _verbatim(lines: Sequence[str], caption: str) -> str:
    text = "\n".join(escape(line) for line in lines)
    title = f"<figcaption>{said(caption)}</figcaption>" if caption else ""
    return f'<figure class="verbatim">{title}<pre tabindex="0">{text}</pre></figure>'
