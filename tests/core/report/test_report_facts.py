"""Every format says the same: the words of each rendering are those of the others."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from report_samples import report

from pbem.model.document import Document, Item, Items, MapBlock
from pbem.model.errors import Refused
from pbem.report import FORMATS, render
from pbem.report.typst import typst_source


def without_map(document: Document) -> Document:
    return replace(document, blocks=tuple(block for block in document.blocks if not isinstance(block, MapBlock)))


class PageText(HTMLParser):
    """The text of a page's head and main part."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hidden = 0
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += self.skipped(tag)

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= self.skipped(tag)

    def skipped(self, tag: str) -> bool:
        return tag in ("head", "nav", "button", "script", "a")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def typst_text(source: str) -> str:
    """All strings of the document's own part but the names of styles."""
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', source.split("\n#{\n")[1])
    return " ".join(string.replace("\\n", " ") for string in strings if string not in ("italic", "bold"))


def words(format: str, document: Document) -> Counter[str]:
    text = typst_text(typst_source(document)) if format == "pdf" else str(render(document, format))
    if format == "html":
        text = " ".join(PageText(text).words)
    if format == "bbcode":
        text = re.sub(r"\[/?(?:b|i|list|quote|code|\*)\]", " ", text)
    return Counter(re.findall(r"\w+", text))


@pytest.mark.parametrize("format", ["md", "bbcode", "html", "pdf"])
def test_the_same_words_as_the_text(format: str) -> None:
    document = without_map(report())
    assert words(format, document) == words("text", document)


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_bytes_every_time(format: str) -> None:
    assert render(report(), format) == render(report(), format)


def test_a_case_of_the_own_system_is_printed_without_it() -> None:
    text = str(render(report(), "text"))
    assert "(10.3)" in text
    assert "see AO 8.2C" in text
    assert "FO 10.3" not in text


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(Refused, match="no report format 'doc'"):
        render(report(), "doc")  # type: ignore[arg-type]


def test_the_units_on_the_map_are_told_in_words_and_letters() -> None:
    assert "9 Art, artillery II, 4-2" in str(render(report(), "html"))
    for format in ("text", "md", "bbcode"):
        assert "[14c]" in str(render(report(), format))


def test_what_has_no_label_is_not_bold_in_a_forum():
    unlabelled = Document(title="Ford", blocks=(Items((Item("", "4 Foot retreats"), Item("1", "it rains"))),))
    lines = str(render(unlabelled, "bbcode")).splitlines()
    assert lines[-3:-1] == ["[*]4 Foot retreats", "[*][b]1[/b] it rains"]
