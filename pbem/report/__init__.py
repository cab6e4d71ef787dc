"""One document model, five renderings, drawn maps.  The door: `render(document, format)`."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from pbem.model.document import Document
from pbem.model.errors import Refused
from pbem.model.picture import Picture

Format: TypeAlias = Literal["text", "md", "bbcode", "html", "pdf"]
MapFormat: TypeAlias = Literal["svg", "png", "html", "ascii"]
FORMATS: tuple[Format, ...] = get_args(Format)
MAP_FORMATS: tuple[MapFormat, ...] = get_args(MapFormat)


def render(document: Document, format: Format) -> bytes | str:
    """The document in this format: bytes for PDF, text for the others."""
    match format:
        case "text":
            from pbem.report.text import render_text

            return render_text(document)
        case "md":
            from pbem.report.markdown import render_markdown

            return render_markdown(document)
        case "bbcode":
            from pbem.report.bbcode import render_bbcode

            return render_bbcode(document)
        case "html":
            from pbem.report.html import render_html

            return render_html(document)
        case "pdf":
            from pbem.report.typst import render_pdf

            return render_pdf(document)
    raise Refused(f"no report format {format!r}", f"one of {', '.join(FORMATS)}")


def render_map(picture: Picture, format: MapFormat, *, whole: bool = False, scale: float = 1.0) -> bytes | str:
    """The map alone in this format: bytes for PNG, text for the others.

    A drawing shows where the action is, with the whole as an inset, or the whole; `scale` is how large it is.
    """
    from pbem.model.document import MapBlock

    match format:
        case "svg" | "png":
            from pbem.report.drawing.action import front
            from pbem.report.drawing.svg import draw
            from pbem.report.png import enlarged, png

            drawn = draw(picture, box=None if whole else front(picture))
            return enlarged(drawn, scale) if format == "svg" else png(drawn, scale=scale)
        case "html":
            return render(Document(picture.title, (MapBlock(picture),)), "html")
        case "ascii":
            from pbem.report.drawing.action import spaces_within
            from pbem.report.drawing.lettermap import draw_letters

            window = spaces_within(picture, picture.part) if picture.part else tuple(picture.centres) if whole else ()
            return "\n".join(draw_letters(picture, window)) + "\n"
    raise Refused(f"no map format {format!r}", f"one of {', '.join(MAP_FORMATS)}")
