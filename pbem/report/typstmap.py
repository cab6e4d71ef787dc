"""A map as a sheet of its own in typst: what a report in PDF shows, whole and in parts, is drawn once.

The numbers of hexes stand there as lines of text, as far apart as the hexes are: fifteen hundred numbers, each set by
itself by whoever draws the SVG, took longer than all the rest of a report.  So did the names of towns, whose halos were
drawn letter by letter.  The country with its numbers, which stays as it is while the game goes on, is kept as a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.report.clean import clean
from pbem.report.drawing.labels import RECONSTRUCTED, Label, Named
from pbem.report.drawing.palette import paper
from pbem.report.drawing.svg import Leaves

SLIP = 0.3
"""How far a number may lie from where its row would have it."""

_SETTING = """
#let ink = rgb("#554d38")
#let halo = 1.6pt + rgb("#fdfaf0")
#let broad = 3.2pt + rgb("#fdfaf0")
#set text(top-edge: "baseline", bottom-edge: "baseline")
#let named(size, weight, ..names) = {
  set text(size: size, weight: weight)
  for (x, y, name, worth) in names.pos() {
    let words = name + if worth != "" { text(weight: "bold", " " + worth) }
    let inked = name + if worth != "" { text(weight: "bold", fill: rgb("#8e2018"), " " + worth) }
    place(dx: x, dy: y, text(stroke: broad, fill: broad.paint, words))
    place(dx: x, dy: y, text(fill: rgb("#1d1b16"), inked))
  }
}
#let numbers(x, y, pace, first, words) = context {
  let set-in(body, ..more) = text(size: 11pt, number-width: "tabular", ..more, body)
  let wide = measure(set-in(first)).width
  for more in ((stroke: halo, fill: halo.paint), (fill: ink)) {
    place(dx: x - wide / 2, dy: y, set-in(words, spacing: pace - wide, ..more))
  }
}
"""


def country_source(drawn: Leaves) -> str:
    """The typst source of a drawing's country with its numbers: a sheet of its own, a point for each of its units."""
    rows = "\n".join(map(_row, _rows(drawn.numbers)))
    return f"{_sheet(drawn.size[0], drawn.depth)}\n{_leaf(drawn.below, drawn.size[0])}\n{rows}\n"


def map_source(drawn: Leaves, country: str) -> str:
    """The typst source of the whole drawing; the sheet of its country is taken from a file."""
    wide, high = drawn.size
    return f"""{_sheet(wide, high)}
#set page(fill: rgb("{paper()}"))
#place(image({quoted(country)}, width: {wide}pt))
{_leaf(drawn.above, wide)}
{_names(drawn.names)}
"""


def _sheet(wide: float, high: float) -> str:
    page = f"#set page(width: {wide}pt, height: {high}pt, margin: 0pt)"
    return f'{page}\n#set text(font: "Libertinus Serif", hyphenate: false)\n{_SETTING}'


def _leaf(drawing: str, wide: float) -> str:
    return f'#place(image(bytes({string(drawing)}), format: "svg", width: {wide}pt))'


def _rows(numbers: Iterable[Label]) -> Iterator[list[Label]]:
    """Numbers of one length that stand in a line at one distance from each other."""
    for _, line in groupby(sorted(numbers, key=lambda one: (one.at[1], one.at[0])), key=lambda one: one.at[1]):
        row: list[Label] = []
        for label in line:
            if row and not _goes_on(row, label):
                yield row
                row = []
            row.append(label)
        yield row


def _goes_on(row: Sequence[Label], label: Label) -> bool:
    if _pattern(label.words) != _pattern(row[0].words):
        return False
    return len(row) < 2 or abs(label.at[0] - row[0].at[0] - len(row) * (row[1].at[0] - row[0].at[0])) < SLIP


def _pattern(words: str) -> str:
    """Figures are all of one width; what has a letter in it is like nothing but itself."""
    figures = words.removesuffix(RECONSTRUCTED)
    return words.replace(figures, "0" * len(figures)) if figures.isdecimal() else words


def _row(row: Sequence[Label]) -> str:
    (x, y), first = row[0].at, quoted(row[0].words)
    pace = row[1].at[0] - x if len(row) > 1 else 100
    words = quoted(" ".join(label.words for label in row))
    return f"#numbers({x:.2f}pt, {y:.2f}pt, {pace:.3f}pt, {first}, {words})"


def _names(names: Iterable[Named]) -> str:
    """The towns' names, those that follow each other in one writing together."""
    lines = []
    for (size, bold), alike in groupby(names, lambda name: (name.size, name.bold)):
        told = ", ".join(map(_name, alike))
        lines.append(f'#named({size:.2f}pt, "{"bold" if bold else "regular"}", {told})')
    return "\n".join(lines)


def _name(name: Named) -> str:
    x, y = name.spot
    return f"({x:.2f}pt, {y:.2f}pt, {quoted(name.town.name)}, {quoted(name.town.worth)})"


def quoted(text: str) -> str:
    """Clean text as a typst string, in which nothing is markup."""
    return string(clean(text))


def string(text: str) -> str:
    """Text as it stands as a typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
