"""HTML of mails into plain text: line breaks, paragraphs, quotes and entities; in one pass over any input.

The standard parser takes quadratic time on some hostile inputs and raises on others, so the few things that
matter in a letter are read here.
"""

from __future__ import annotations

import html
import re

TOKEN = re.compile(r"</?[A-Za-z][^<>]*>|<[!?][^<>]*>|[^<]+|<")
TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")
BLANKS = re.compile(r"[ \t\r\n\f]+")
OVERLONG_NUMBER = re.compile(r"&#[xX]?[0-9A-Fa-f]{8,};?")

BREAKS = """
    address article blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr
    html li main nav ol p pre section table tbody tr ul
"""
BREAKING = frozenset(BREAKS.split())
DROPPED = frozenset({"script", "style", "title"})
DEEPEST_QUOTE = 20


def html_to_text(source: str, keep_breaks: bool = False) -> str:
    """What a reader sees; `keep_breaks` trusts the source's own lines, as for white-space: pre-wrap."""
    page = _HtmlText(keep_breaks)
    for token in TOKEN.finditer(_without_comments(source)):
        page.take(token.group())
    return page.text()


def unescape(text: str) -> str:
    """Entities into letters; absurdly long numbers are left out, for int() refuses them."""
    return html.unescape(OVERLONG_NUMBER.sub("", text))


def _without_comments(source: str) -> str:
    """The source without `<!-- -->`; a comment without an end is only a stray mark."""
    pieces, at = [], 0
    while (start := source.find("<!--", at)) >= 0 and (end := source.find("-->", start + 4)) >= 0:
        pieces.append(source[at:start])
        at = end + 3
    return "".join([*pieces, source[at:]])


class _HtmlText:
    """The text as it grows, line by line."""

    def __init__(self, keep_breaks: bool) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.keep_breaks = keep_breaks
        self.preformatted = 0
        self.quotes = 0
        self.dropping = ""

    def take(self, token: str) -> None:
        """One tag or one run of text."""
        name = TAG_NAME.match(token)
        if token == "<" or not token.startswith("<"):
            self._say(token)
        elif name:
            self._tag(name.group(1).lower(), closing=token.startswith("</"))

    def _tag(self, name: str, *, closing: bool) -> None:
        if self.dropping:
            self.dropping = "" if closing and name == self.dropping else self.dropping
            return
        if name in BREAKING:
            self._break(always=name == "br")
        step = -1 if closing else 1
        if name == "pre":
            self.preformatted = max(self.preformatted + step, 0)
        elif name == "blockquote":
            self.quotes = max(self.quotes + step, 0)
        elif name == "li" and not closing:
            self.line.append("- ")
        elif name in ("td", "th") and closing:
            self.line.append(" ")
        elif name in DROPPED and not closing:
            self.dropping = name

    def _say(self, raw: str) -> None:
        if self.dropping:
            return
        if self.keep_breaks or self.preformatted:
            first, *others = unescape(raw).splitlines() or [""]
            self.line.append(first)
            for other in others:
                self._break(always=True)
                self.line.append(other)
            if raw.endswith(("\n", "\r")):
                self._break(always=True)
        else:
            said = BLANKS.sub(" ", raw)
            self.line.append(unescape(said if self.line else said.lstrip(" ")))

    def _break(self, *, always: bool) -> None:
        line = "".join(self.line).rstrip()
        self.line = []
        if line.strip() or always:
            self.lines.append("> " * min(self.quotes, DEEPEST_QUOTE) + line)

    def text(self) -> str:
        self._break(always=False)
        return "\n".join(self.lines) + "\n"
