"""What comes out of hostile mails stays text in every format: no control, no tag, no link, no code."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from nasty import ANY_TEXT, NASTY, hostile_document, hostile_map

from pbem.model.document import Document, MapBlock
from pbem.report import render
from pbem.report.bbcode import JOINER
from pbem.report.clean import clean, display_width
from pbem.report.drawing.lettermap import draw_letters
from pbem.report.drawing.svg import draw
from pbem.report.typst import quoted

ALL_FORMATS = ("text", "md", "bbcode", "html", "pdf")


def said(text: str, format: str) -> str:
    rendered = render(hostile_document(text), format)
    assert isinstance(rendered, str)
    return rendered


def forbidden(text: str) -> set[str]:
    """Controls, changes of direction and other hidden characters in a text, but line ends."""
    kinds = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return {sign for sign in text if sign not in "\n" + JOINER and unicodedata.category(sign) in kinds}


@given(ANY_TEXT)
@settings(max_examples=60, deadline=None)
def test_text_formats_carry_no_hidden_character(text: str) -> None:
    for format in ("text", "md", "bbcode", "html"):
        assert not forbidden(said(text, format))
    assert not forbidden("\n".join(draw_letters(hostile_map(text))))
    assert not forbidden(draw(hostile_map(text)))


@given(ANY_TEXT)
@settings(max_examples=100, deadline=None)
def test_text_keeps_within_its_columns(text: str) -> None:
    document = hostile_document(text)
    blocks = tuple(block for block in document.blocks if "Verbatim" not in repr(block))
    rendered = render(Document(text, blocks, tags=(text,), subtitle=text, audience=text), "text")
    assert max(display_width(line) for line in str(rendered).split("\n")) <= 76


class Outline(HTMLParser):
    """The tags and attributes' names of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, ...]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, *(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(("/" + tag,))

    def handle_comment(self, data: str) -> None:
        self.tags.append(("comment",))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@given(ANY_TEXT.filter(lambda text: clean(text).strip()))
@settings(max_examples=60, deadline=None)
def test_html_keeps_its_structure(text: str) -> None:
    hostile, tame = Outline(said(text, "html")), Outline(said("tame", "html"))
    assert hostile.tags == tame.tags
    assert clean(text) in hostile.words


def shape(svg: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(element.tag, tuple(element.attrib)) for element in ElementTree.fromstring(svg).iter()]


@given(ANY_TEXT.filter(lambda text: clean(text).strip()))
@settings(max_examples=25, deadline=None)
def test_svg_is_well_formed_and_carries_the_text_as_text(text: str) -> None:
    svg = draw(hostile_map(text))
    root = ElementTree.fromstring(svg)
    assert clean(text) in [element.text for element in root.iter()]
    allowed = {tag for tag, _ in shape(draw(hostile_map("tame")))}
    allowed |= {tag for tag, _ in shape(draw(hostile_map("III")))}
    assert {tag for tag, _ in shape(svg)} <= allowed
    assert not any(name.startswith("on") or name == "style" for _, names in shape(svg) for name in names)


@given(ANY_TEXT.filter(lambda text: clean(text).strip()))
@settings(max_examples=60, deadline=None)
def test_markdown_keeps_its_structure(text: str) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    parser = markdown_it.MarkdownIt("commonmark").enable("table")

    def tokens(source: str) -> list[str]:
        flat = [inner for token in parser.parse(source) for inner in (token, *(token.children or ()))]
        kinds = ("text", "code_inline", "strong", "em", "text_special", "softbreak")
        return [token.type for token in flat if not token.type.startswith(kinds)]

    assert tokens(said(text, "md")) == tokens(said("tame", "md"))


@given(ANY_TEXT.filter(lambda text: clean(text).strip()))
@example("B[")
@settings(max_examples=100, deadline=None)
def test_bbcode_has_no_tag_but_ours(text: str) -> None:
    """Inside a code block only its end is a tag."""
    tag = re.compile(r"\[/?(?:b|i|u|url|img|code|quote|list|color|size)\b[^\]]*\]|\[/?\*\]", re.IGNORECASE)

    def tags(rendered: str) -> list[str]:
        return tag.findall(re.sub(r"\[code\].*?\[/code\]", "[code]", rendered, flags=re.DOTALL | re.IGNORECASE))

    hostile = said(text, "bbcode")
    assert tags(hostile) == tags(said("tame", "bbcode"))
    assert "://" not in hostile.split("[code]")[0]


@given(ANY_TEXT)
def test_a_typst_string_is_one_string(text: str) -> None:
    string = quoted(text)
    assert re.fullmatch(r'"(?:[^"\\\n]|\\["\\n])*"', string)
    assert string[1:-1].replace('\\"', '"').replace("\\\\", "\\") == clean(text)


@pytest.mark.parametrize("text", NASTY)
def test_pdf_of_nasty_text_is_made(text: str) -> None:
    document = hostile_document(text)
    pdf = render(Document(document.title, (*document.blocks, MapBlock(hostile_map(text)))), "pdf")
    assert isinstance(pdf, bytes)
    assert pdf.startswith(b"%PDF")
