"""What kind of file some bytes are, and an mbox cut into its letters.  Looks at bytes only, opens nothing."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["mail", "mbox", "text", "utf16", "zip", "outlook", "binary"]

HEADER_LINE = re.compile(rb"[!-9;-~]{1,80}:")
MAIL_HEADERS = frozenset(
    b"bcc cc content-transfer-encoding content-type date delivered-to dkim-signature from in-reply-to"
    b" message-id mime-version received references reply-to return-path sender subject to x-mailer"
    b" x-mozilla-status".split()
)
ENVELOPE_LINE = re.compile(rb"^From [^\n]*\r?\n(?=>?[!-9;-~]{1,80}:|>From )", re.MULTILINE)
LONGEST_HEADER_BLOCK = 200
COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # what Outlook's .msg is stored in


def kind_of(source: bytes) -> Kind:
    """Mail, mbox or anything else; by its beginning, never by its name."""
    start = source[:100_000].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if start.startswith(COMPOUND_FILE):
        return "outlook"
    if start.startswith(b"PK\x03\x04"):
        return "zip"
    if ENVELOPE_LINE.match(start):
        return "mbox"
    if _known_headers(start) >= 2:
        return "mail"
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or start[:400].count(0) * 3 > len(start[:400]) > 0:
        return "utf16"
    return "binary" if b"\0" in start[:4_000] else "text"


def _known_headers(start: bytes) -> int:
    """How many headers of mail stand before the first line that is none."""
    known = 0
    for line in start.splitlines()[:LONGEST_HEADER_BLOCK]:
        if line[:1] in (b" ", b"\t") and known:
            continue
        if not HEADER_LINE.match(line):
            break
        known += line.split(b":", 1)[0].lower() in MAIL_HEADERS
    return known


def split_mbox(source: bytes) -> list[bytes]:
    """The letters of an mbox, without their `From ` lines.

    A letter begins at a `From ` line that has a header line after it and a blank line, or nothing, before it;
    so an unescaped `From ` inside a text cuts nothing.
    """
    source = source.lstrip(b"\r\n")
    starts = [line for line in ENVELOPE_LINE.finditer(source) if _after_blank_line(source, line.start())]
    ends = [line.start() for line in starts[1:]] + [len(source)]
    return [source[line.end() : end] for line, end in zip(starts, ends, strict=True)]


def _after_blank_line(source: bytes, at: int) -> bool:
    return at == 0 or source[max(at - 3, 0) : at].endswith((b"\n\n", b"\n\r\n"))
