"""Bytes of any origin into text, whatever the letter says its character set is; never fails."""

from __future__ import annotations

import codecs
import email.errors
from email.header import decode_header

from pbem.model.printable import printable

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WINDOWS_WESTERN = "cp1252"
SAID_BY_IT = {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"}
"""What Windows programs call their own character set, which has more letters than these."""
# Not for mail, and two of them take quadratic time on hostile bytes.
NEVER = {"punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined"}
LONGEST_HEADER = 2_000


def to_text(source: bytes, declared: str | None = None) -> str:
    """The bytes as text: by their byte order mark, as declared, as UTF-8, as Windows western, as Latin-1."""
    for charset in _candidates(source, declared):
        try:
            return source.decode(charset)
        except (UnicodeError, LookupError, ValueError):
            continue
    return source.decode("latin-1")


def _candidates(source: bytes, declared: str | None) -> list[str]:
    marked = [charset for mark, charset in BYTE_ORDER_MARKS if source.startswith(mark)][:1]
    said = (declared or "").lower().replace("_", "-")
    named = [declared] if declared and said not in NEVER else []
    if said in SAID_BY_IT and not source.isascii():
        named = ["utf-8", WINDOWS_WESTERN] if "ascii" in said else [WINDOWS_WESTERN]
    unmarked_utf16 = []
    if source[1:400:2].count(0) > len(source[1:400:2]) // 2:
        unmarked_utf16 = ["utf-16-le"]
    elif source[0:400:2].count(0) > len(source[0:400:2]) // 2:
        unmarked_utf16 = ["utf-16-be"]
    return [*marked, *unmarked_utf16, *named, "utf-8", WINDOWS_WESTERN]


def header_text(raw: str, limit: int = 200) -> str:
    """A header field for display: encoded words decoded, raw bytes guessed, made harmless, one line."""
    field = to_text(raw[:LONGEST_HEADER].encode("utf-8", "surrogateescape"))
    try:
        words = decode_header(field)
    except (email.errors.HeaderParseError, ValueError):
        words = [(field, None)]
    shown = "".join(word if isinstance(word, str) else to_text(word, charset) for word, charset in words)
    return printable(shown, limit)
