"""What clients and forums do to a text, undone: quote marks, odd blanks, tags, encodings pasted raw.

Some of it can be told only by trying, so `readings` gives a text in several forms, the likeliest first.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator

from pbem.post.html_text import html_to_text, unescape

# Zero-width letters, soft hyphens and direction marks, which editors and web pages put into long lines.
UNSEEN = dict.fromkeys([0x00AD, 0x034F, 0x061C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)])
UNSEEN |= dict.fromkeys(range(0x2060, 0x2070))
BLANK = dict.fromkeys([0x0009, 0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")

BBCODE = re.compile(
    r"\[/?(?:(quote|code|codebox|spoiler|pre|list|indent|center|left|tt|php|noparse)"
    r"|b|i|u|s|size|color|font|url|email|mono|\*)(?:[=\s][^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
HTML_LOOK = re.compile(r"<(?:br|p|div|pre|span|html|blockquote|td)\b[^<>]{0,400}>|&(?:gt|nbsp|#62|#160);", re.I)
QP_LOOK = re.compile(r"=(?:3D|20|46|[C-F][0-9A-F]=|\n(?!.*PBEM))")  # base64 too ends in =, but above a mark


def even_out(text: str) -> str:
    """The same text with LF, plain blanks, nothing unseen, and no blanks at the ends of lines."""
    plain = text.translate(BLANK).translate(UNSEEN)
    return "\n".join(line.rstrip() for line in plain.splitlines()) + "\n"


def readings(text: str) -> Iterator[str]:
    """The text as it stands, then as what it may be instead: BBCode, HTML, quoted-printable."""
    plain = even_out(text)
    yield plain
    if BBCODE.search(plain):
        yield even_out(BBCODE.sub(lambda tag: "\n" if tag.group(1) else "", plain))
    if QP_LOOK.search(plain):
        decoded = quopri.decodestring(plain.encode("utf-8", "surrogatepass"))
        yield even_out(decoded.decode("utf-8", "replace"))
    if HTML_LOOK.search(plain):
        yield from html_readings(text)
        yield even_out(unescape(plain))


def html_readings(source: str) -> Iterator[str]:
    """A page as shown, then with the lines of its source kept."""
    yield even_out(html_to_text(source))
    yield even_out(html_to_text(source, keep_breaks=True))
