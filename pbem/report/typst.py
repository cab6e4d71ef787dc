"""A document as PDF, through the typst package (the extra `[pdf]`), which is imported only here and when needed.

The source is written as typst code, not as typst markup: every text is a quoted string, in which nothing
is markup.  Only typst's own fonts are used and the time is fixed, so that the same document gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Literal

from pbem.kit.keeper import keeper
from pbem.kit.witnesses import keep, recalled
from pbem.model import document as doc
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.model.picture import Picture
from pbem.report.additions import ANSWER, WHOLE_MAP, secret_heading, silence
from pbem.report.clean import clean_lines
from pbem.report.drawing.clearance import Box
from pbem.report.drawing.fitting import fit
from pbem.report.drawing.lettermap import map_lines
from pbem.report.drawing.panels import captions, not_shown, panels_of, printed_size, stacked
from pbem.report.drawing.svg import Leaves, leaves
from pbem.report.typstmap import country_source, map_source, quoted, string

COUNTRY = "country.pdf"
NO_FILES: Mapping[str, bytes] = MappingProxyType({})
_PRELUDE = """
#let accent = rgb("#8c2b20")
#let soft = rgb("#655f50")
#let hair = 0.5pt + rgb("#d8d0ba")
#let mono = "DejaVu Sans Mono"
#let label(body) = text(weight: "bold", size: 0.88em, tracking: 0.04em, body)
#let mark(body) = text(weight: "bold", fill: accent, body)
#let typed(body) = text(font: mono, size: 0.8em, body)
#let said(body) = block(above: 0.65em, below: 0.65em, body)
#let quiet(body) = said(text(fill: soft, body))
#let small(body) = said(text(size: 0.78em, fill: soft, body))
#let headed(rank, title, note, body) = {
  block(above: 1.5em, below: 0.7em, sticky: true, {
    heading(level: rank, outlined: true, title)
    if note != none { text(fill: soft, note) }
  })
  body
}
#let sealed(title, body) = block(width: 100%, inset: 9pt, radius: 3pt, stroke: (left: 3pt + accent, rest: hair),
  fill: rgb("#f6ead9"), { heading(level: 2, title); body })
#let asked(name, prompt, options, notes) = block(width: 100%, inset: 9pt, radius: 3pt, breakable: false,
  stroke: (left: 3pt + accent, rest: hair), fill: rgb("#fffdf6"), {
  said({ mark(name); h(0.8em); prompt })
  for option in options { said(pad(left: 1em, { mark(option.at(0)); h(0.7em); option.at(1) })) }
  for note in notes { quiet(note) }
})
#let labelled(rows) = grid(columns: (auto, 1fr), column-gutter: 0.9em, row-gutter: 0.6em,
  ..rows.map(row => (row.at(0), row.at(1))).flatten())
#let flow(items) = said(items.map(item => box(item)).join(h(1.4em, weak: true)))
#let tabled(caption, aligns, header, cells, notes) = {
  if caption != none { block(below: 0.4em, sticky: true, text(size: 0.88em, weight: "bold", fill: soft, caption)) }
  block(text(size: 0.92em, table(columns: aligns.len(), align: aligns, stroke: (x, y) => (bottom: hair),
    inset: (x: 0.35em, y: 0.32em), ..header, ..cells)))
  for note in notes { quiet(text(size: 0.9em, note)) }
}
#let drawn(sheet, alt: "") = layout(size => context {
  let picture = image(sheet, alt: alt, width: size.width)
  let high = measure(picture).height
  align(center, if high > 235mm { image(sheet, alt: alt, height: 235mm) } else { picture })
})
#let part(sheet, at, size, whole, caption) = align(center, block(breakable: false, above: 0.8em, below: 0.8em, {
  block(width: size.at(0), height: size.at(1), clip: true, below: 0.6em,
    place(dx: -at.at(0), dy: -at.at(1), image(sheet, alt: caption, width: whole.at(0), height: whole.at(1))))
  text(size: 0.9em, fill: soft, caption)
}))
#let after = []
#let whole(title, sheet, after, alt: "") = block(breakable: false, width: 100%, above: 1.2em, {
  heading(level: 2, title)
  layout(size => context {
    let high = calc.min(235mm, measure(image(sheet, width: size.width)).height)
    let room = 245mm - measure(width: size.width, after).height
    let fits = if room < 0.7 * high { high } else { calc.min(high, room) }
    align(center, image(sheet, alt: alt, width: size.width, height: fits, fit: "contain"))
  })
})
#let fixed(caption, body) = {
  if caption != none { quiet(caption) }
  block(width: 100%, inset: 7pt, radius: 3pt, stroke: hair, fill: rgb("#fffdf6"),
    text(font: mono, size: 7.6pt, raw(block: true, body)))
}
"""


def render_pdf(document: doc.Document) -> bytes:
    """The document as PDF."""
    sheets: dict[str, Leaves] = {}
    source = typst_source(document, sheets)
    return compiled(source, "pdf", files={name: _map_sheet(drawn) for name, drawn in sheets.items()})


def _map_sheet(drawn: Leaves) -> bytes:
    """A map as a sheet of its own."""
    country = _country_sheet(drawn.printed, country_source(drawn))
    return compiled(map_source(drawn, COUNTRY), "pdf", files={COUNTRY: country})


def _country_sheet(name: str, source: str) -> bytes:
    """The sheet of a country; of a printed map it is kept, known by its source and by the typst that set it."""
    place, own, kept_as = keeper(), digest("pbem/country/1", source), f"{name}-paper"
    if place is None or not name:
        return compiled(source, "pdf")
    found = recalled(place, kept_as, own)
    if found is not None:
        return found.body
    sheet = compiled(source, "pdf")
    keep(place, kept_as, own, ("typst",), sheet)
    return sheet


def typst_source(document: doc.Document, sheets: dict[str, Leaves] | None = None) -> str:
    """The document as typst source; its maps, of which sheets are drawn first, go into `sheets`."""
    page = _TypstPage(document.system, {} if sheets is None else sheets)
    title = quoted(document.title)
    body = "\n".join(page.body(document.blocks))
    return f"""#set document(title: {title}, date: none)
#set text(font: "Libertinus Serif", size: 10.5pt, lang: {quoted(_language(document.language))})
#set page(paper: "a4", margin: (x: 16mm, top: 18mm, bottom: 20mm),
  footer: context align(center, text(size: 8pt, {title} + h(1em) + counter(page).display())))
#set par(leading: 0.55em)
#show heading: set text(size: 0.85em, tracking: 0.06em)
{_PRELUDE}
#{{
{_head(document)}
{body}
}}
"""


def _language(language: str) -> str:
    """Typst takes a language's letters only."""
    return language if language.isascii() and language.isalpha() and len(language) in (2, 3) else "en"


def _head(document: doc.Document) -> str:
    """Title, tags, subtitle and for whom, further lines, a double rule."""
    tags = _several(quoted(tag) for tag in document.tags)
    subtitle, audience = quoted(document.subtitle), quoted(document.audience)
    parts = [f'block(below: 0.6em, text(size: 19pt, weight: "bold", tracking: 0.03em, {quoted(document.title)}))']
    parts += [f"flow({tags})"] if document.tags else []
    parts.append(f'said({{ text(style: "italic", {subtitle}); h(1fr); text(fill: accent, {audience}) }})')
    parts += [f"quiet({quoted(line)})" for line in document.lines]
    return "\n".join([*parts, "line(length: 100%, stroke: 1pt + soft)"])


def _several(parts: Iterable[str]) -> str:
    """A typst array."""
    return "(" + "".join(f"{part}, " for part in parts) + ")"


class _TypstPage:
    """The typst code of each kind of block, one statement each."""

    def __init__(self, system: str, sheets: dict[str, Leaves]) -> None:
        self.system = system
        self.sheets = sheets

    def body(self, blocks: Sequence[doc.Block]) -> Iterator[str]:
        """The blocks below each other; a whole map shrinks a little where all that follows then has room below it."""
        for number, block in enumerate(blocks, 1):
            if isinstance(block, doc.MapBlock) and not block.letters:
                yield f"let after = {self.below(blocks[number:], 2)}"
                yield self.map(block)
                yield "after"
                return
            yield self.block(block, 2)

    def block(self, block: doc.Block, level: int) -> str:
        match block:
            case str():
                return f"said({quoted(block)})"
            case doc.Paragraph():
                return f"said({self.said(block.text)})"
            case doc.Flow():
                return f"flow({_several(self.said(item) for item in block.items)})"
            case doc.Rows():
                rows = [(f"label({quoted(row.label)})", row.text, row.blocks) for row in block.rows]
                return self.labelled(rows, level)
            case doc.Items():
                items = [(f"mark({quoted(item.mark)})", item.text, item.blocks) for item in block.items]
                return self.labelled(items, level)
            case doc.Table():
                return self.table(block)
            case doc.Verbatim():
                return _fixed(clean_lines(block.text), block.caption)
            case doc.MapBlock():
                return self.map(block)
            case doc.Question():
                return self.question(block)
            case doc.Section():
                note = self.said(block.note) if block.note else "none"
                return f"headed({level}, {quoted(block.title)}, {note}, {self.below(block.blocks, level + 1)})"
            case doc.Secret():
                note = f' + "; " + {self.said(block.note)}' if block.note else ""
                title = f'[#{quoted(secret_heading(block))}]{note} + ")"'
                return f"sealed({title}, {self.below(block.blocks, level + 1)})"
            case doc.Rule():
                return "line(length: 100%, stroke: hair)"

    def below(self, blocks: Sequence[doc.Block], level: int) -> str:
        return "{\n" + "\n".join(self.block(block, level) for block in blocks) + "\n}"

    def said(self, inline: doc.Inline) -> str:
        """A line of spans as one value: their sum, begun with empty content so that it is content too."""
        return " + ".join(["[]", *(self.span(span) for span in doc.spans(inline))])

    def span(self, span: doc.Span) -> str:
        text = quoted(doc.span_text(span, self.system))
        match span:
            case doc.Strong():
                return f"strong({text})"
            case doc.Emphasis():
                return f"emph({text})"
            case doc.Code() | doc.DieRef():
                return f"typed({text})"
            case _:
                return text

    def labelled(self, entries: Iterable[tuple[str, doc.Inline, tuple[doc.Block, ...]]], level: int) -> str:
        rows = []
        for label, text, blocks in entries:
            lead = f"{self.said(text)}\n" if text else ""
            body = "\n".join(self.block(block, level) for block in blocks)
            rows.append(f"({label}, {{\n{lead}{body}\n}})")
        return f"labelled({_several(rows)})"

    def table(self, table: doc.Table) -> str:
        aligns = _several({"centre": "center"}.get(column.align, column.align) for column in table.columns)
        titles = _several(f"label({quoted(column.title)})" for column in table.columns)
        header = f"(table.header(..{titles}),)" if any(column.title for column in table.columns) else "()"
        cells = _several(self.said(cell) for row in table.rows for cell in row)
        caption = quoted(table.caption) if table.caption else "none"
        return f"tabled({caption}, {aligns}, {header}, {cells}, {_several(map(self.said, table.notes))})"

    def map(self, block: doc.MapBlock) -> str:
        """The parts of the map where the action is, large enough to be read, and the whole on a sheet of its own."""
        if block.letters:
            return _fixed(map_lines(block), "")
        picture, alt = block.picture, quoted(block.picture.title)
        drawn, name = leaves(picture), f"map-{len(self.sheets) + 1}.pdf"
        self.sheets[name] = drawn
        boxes = panels_of(picture)
        below = [f"small({quoted(words)})" for words in (not_shown(picture, boxes), stacked(picture, boxes)) if words]
        if not boxes:
            return "\n".join([f"drawn({quoted(name)}, alt: {alt})", *below])
        parts = [
            _part(name, picture, box, drawn.size, caption)
            for box, caption in zip(boxes, captions(picture, boxes), strict=True)
        ]
        whole = f"whole({quoted(WHOLE_MAP)}, {quoted(name)}, after, alt: {alt})"
        return "\n".join([*parts, *below, whole])

    def question(self, question: doc.Question) -> str:
        options = _several(f"({quoted(o.letter)}, {self.said(o.text)})" for o in question.options)
        answer = f"[#{quoted(ANSWER)} ] + typed({quoted(question.answer)})" if question.answer else ""
        until = silence(question)
        notes = [answer, self.said(until) if until else "", *map(self.said, question.notes)]
        listed = _several(note for note in notes if note)
        return f"asked({quoted(question.name)}, {self.said(question.prompt)}, {options}, {listed})"


def _fixed(lines: Sequence[str], caption: str) -> str:
    return f"fixed({quoted(caption) if caption else 'none'}, {string(chr(10).join(lines))})"


def _part(sheet: str, picture: Picture, box: Box, whole: tuple[float, float], caption: str) -> str:
    """A view of a box of the map's sheet, in the size that it is printed in."""
    fitting, (wide, high) = fit(picture), printed_size(picture, box)
    (left, top), (right, _) = fitting.at(box[:2]), fitting.at(box[2:])
    by = wide / (right - left)
    places = ((left * by, top * by), (wide, high), (whole[0] * by, whole[1] * by))
    lengths = ", ".join(f"({across:.2f}mm, {down:.2f}mm)" for across, down in places)
    return f"part({quoted(sheet)}, {lengths}, {quoted(caption)})"


def compiled(
    source: str, kind: Literal["pdf", "png"], ppi: float = 144.0, files: Mapping[str, bytes] = NO_FILES
) -> bytes:
    """The typst source as PDF or PNG, with typst's own fonts and a fixed time: the same bytes every time.

    `files` are the drawings that it takes in.
    """
    try:
        import typst
    except ImportError as missing:
        raise Refused("PDF and PNG need the typst package", 'pip install "pbem[pdf]"') from missing
    with TemporaryDirectory(prefix="pbem-") as folder:
        root, main = Path(folder), Path(folder, "main.typ")
        main.write_text(source, encoding="utf-8")
        for name, data in files.items():
            (root / name).write_bytes(data)
        return typst.compile(main, root=root, format=kind, ppi=ppi, ignore_system_fonts=True, timestamp=0)
