"""A report before it has a format: records only.  Renderers make text, Markdown, BBCode, HTML, PDF of it.

Two shorthands keep reports readable where they are written: a plain string is a span, and a plain
string is a paragraph.  Everything named `text`, `note`, `prompt` or `title` of a cell is `Inline`.
No record holds markup: what looks like markup in a string is printed as it stands.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pbem.model.picture import Picture
from pbem.model.records import frozen

# --- spans: what may stand in a line ---------------------------------------------------------------


@frozen
class Strong:
    """Words that must not be missed."""

    text: str


@frozen
class Emphasis:
    """Words said with another voice."""

    text: str


@frozen
class Cite:
    """A rule case.  A case of the document's own system is printed without the system."""

    system: str
    case: str


@frozen
class DieRef:
    """The name of a die, as `pbem dice explain` takes it."""

    name: str


@frozen
class PlaceRef:
    """A hex or area, by its id on the map; `text` is printed instead of the id if given."""

    id: str
    text: str = ""


@frozen
class UnitRef:
    """A unit, by its id; `text` is printed instead of the id if given."""

    id: str
    text: str = ""


@frozen
class Code:
    """Something to type: a command, a line of a sheet, a file's name."""

    text: str


Span: TypeAlias = str | Strong | Emphasis | Cite | DieRef | PlaceRef | UnitRef | Code
Inline: TypeAlias = str | tuple[Span, ...]

# --- blocks: what follows below each other ------------------------------------------------------------


@frozen
class Paragraph:
    """Running text, wrapped."""

    text: Inline


@frozen
class Flow:
    """Short statements one after the other in a line, broken only between them: `26VG 1207   Lehr 1306`."""

    items: tuple[Inline, ...]


@frozen
class Row:
    """A label in the left column, its text, and further blocks below the text."""

    label: str
    text: Inline = ""
    blocks: tuple[Block, ...] = ()


@frozen
class Rows:
    """Rows that share one left column: DUE, SHORT, NEXT, LUCK, BOOK; or a battle's defender, attacker."""

    rows: tuple[Row, ...]


@frozen
class Item:
    """One of a numbered or marked list, such as a battle: its mark, its first line, what stands below it."""

    mark: str
    text: Inline
    blocks: tuple[Block, ...] = ()


@frozen
class Items:
    """A list whose marks are chosen by the writer: `1`, `2a`, `Q1`."""

    items: tuple[Item, ...]


Align: TypeAlias = Literal["left", "right", "centre"]


@frozen
class Column:
    """A table's column."""

    title: str
    align: Align = "left"


@frozen
class Table:
    """Rows under headed columns; every row has as many cells as there are columns.

    The first column names the row.  Without any column title no header is printed.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Inline, ...], ...]
    caption: str = ""
    notes: tuple[Inline, ...] = ()


@frozen
class Verbatim:
    """Text of fixed width that is printed line for line: a draft of a sheet, a map of letters."""

    text: str
    caption: str = ""


@frozen
class MapBlock:
    """A map: drawn where pictures can stand, in letters where they cannot.

    Every format shows where the action is; of a large map, letters and paper show parts, a screen can zoom.
    """

    picture: Picture
    letters: str = ""  # a map of letters made elsewhere, printed instead of ours


@frozen
class LetteredOption:
    """One lawful answer: its letter and what it means."""

    letter: str
    text: Inline


@frozen
class Question:
    """An open decision: what is asked, the options, how to answer, what silence means."""

    name: str
    prompt: Inline
    options: tuple[LetteredOption, ...]
    answer: str = ""  # the command to type: pbem answer Q1 a
    deadline: str = ""
    silence: Inline = ""
    notes: tuple[Inline, ...] = ()
    several: bool = False  # whether it takes more than one letter


@frozen
class Section:
    """A headed part: `COMBAT   German Initial table (10.3)` and the blocks below."""

    title: str
    note: Inline = ""
    blocks: tuple[Block, ...] = ()


@frozen
class Secret:
    """What one seat alone may read; every format marks it the same way."""

    seat: str
    note: Inline = ""
    blocks: tuple[Block, ...] = ()


@frozen
class Rule:
    """A line across the page."""


Block: TypeAlias = (
    str | Paragraph | Flow | Rows | Items | Table | Verbatim | MapBlock | Question | Section | Secret | Rule
)


@frozen
class Document:
    """A whole report: head, then blocks.

    The head reads `TITLE     tag     tag`, then `subtitle                 audience`, then further lines.
    """

    title: str
    blocks: tuple[Block, ...]
    tags: tuple[str, ...] = ()
    subtitle: str = ""
    audience: str = ""
    lines: tuple[str, ...] = ()
    system: str = ""
    language: str = "en"


def spans(inline: Inline) -> tuple[Span, ...]:
    """The spans of a line, whichever way it was written."""
    if isinstance(inline, str):
        return (inline,) if inline else ()
    return inline


def span_text(span: Span, system: str = "") -> str:
    """What a span says, without its manner; `system` is the one whose cases need no name."""
    match span:
        case str():
            return span
        case Cite():
            return span.case if span.system in ("", system) else f"{span.system} {span.case}"
        case DieRef():
            return span.name
        case PlaceRef() | UnitRef():
            return span.text or span.id
        case Strong() | Emphasis() | Code():
            return span.text


def plain(inline: Inline, system: str = "") -> str:
    """A line's words, without their manner."""
    return "".join(span_text(span, system) for span in spans(inline))
