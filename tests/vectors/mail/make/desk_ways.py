"""What mail programs, servers, lists and forums do to a text on its way: bytes of a letter out of subject and text.

By hand and with Python's standard library alone, after what these programs are seen to send.  Each way has its reason.
"""

from __future__ import annotations

import base64
import html
import quopri
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

TAKEN, BLANKS, COMMENTS = "as it is", "blanks changed", "comments or signs changed"
OTHER = "refused: line {line} of the readable text says something else than the signed block below it"
BOUNDARY = "=-part-=-of-=-this-=-letter-="
FOOTER = "_______________________________________________\nWargamers mailing list\nlist@example.org\n"
OWN_WORDS = "Hello,\nhere it comes. Have fun!\n\n"


@dataclass(frozen=True)
class Sent:
    """A mail as it was written: what it holds (sealed, open, report), from whom to whom, subject, text."""

    holds: str
    sender: str
    to: str
    subject: str
    text: str

    def head(self, *more: str, mime: bool = True) -> str:
        lines = [
            f"From: {self.sender.partition('@')[0].title()} <{self.sender}>", f"To: {self.to}",
            f"Subject: {self.subject}", "Date: Tue, 04 Nov 2025 09:30:00 +0000", "Message-ID: <77@example.org>",
            *(["MIME-Version: 1.0"] if mime else []), *more,
        ]  # fmt: skip
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Way:
    name: str
    why: str
    make: Callable[[Sent], bytes]
    comes_to: dict[str, str] = field(default_factory=dict)
    """What it comes to, by what the letter holds; where nothing is said: taken as it is."""


WAYS: dict[str, Way] = {}
Maker = Callable[[Sent], bytes]


def way(why: str, **comes_to: str) -> Callable[[Maker], Maker]:
    """A way by the name of its function."""

    def keep(make: Maker) -> Maker:
        name = make.__name__.replace("_", "-")
        WAYS[name] = Way(name, why, make, comes_to)
        return make

    return keep


def every(said: str) -> dict[str, str]:
    return dict.fromkeys(("sealed", "open", "report"), said)


# pieces ---------------------------------------------------------------------------------------------------------------


def raw(
    sent: Sent, body: str | bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit", *more: str
) -> bytes:
    head = sent.head(f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *more)
    return head.encode() + b"\n" + (body.encode() if isinstance(body, str) else body)


def qp(text: str, charset: str = "utf-8") -> bytes:
    return quopri.encodestring(text.encode(charset, "replace"))


def b64(data: bytes) -> bytes:
    return base64.encodebytes(data)


def part(body: str | bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit", *more: str) -> bytes:
    head = "\n".join([f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *more])
    return head.encode() + b"\n\n" + (body.encode() if isinstance(body, str) else body)


def several(sent: Sent, parts: Iterable[bytes], kind: str = "multipart/mixed", *more: str) -> bytes:
    separator = b"\n--" + BOUNDARY.encode()
    whole = b"".join(separator + b"\n" + one for one in parts) + separator + b"--\n"
    return sent.head(f'Content-Type: {kind}; boundary="{BOUNDARY}"', *more).encode() + whole


def attached(data: bytes, name: str, kind: str, disposition: str = "attachment") -> bytes:
    return part(b64(data), f'{kind}; name="{name}"', "base64", f'Content-Disposition: {disposition}; filename="{name}"')


def quoted(text: str, marks: str) -> str:
    return "".join(f"{marks}{line}\n" for line in text.splitlines())


def wrapped(text: str, width: int, marks: str = "") -> str:
    """As a program cuts that knows nothing of quotes: at a blank, or in the middle where there is none."""
    made: list[str] = []
    for line in text.splitlines():
        made += textwrap.wrap(
            marks + line, width, break_on_hyphens=False, drop_whitespace=True, replace_whitespace=False
        ) or [marks.rstrip()]
    return "\n".join(made) + "\n"


def escaped(line: str) -> str:
    return html.escape(line, quote=False).replace("  ", "&nbsp; ")


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body>{body}</body></html>\n"


def gmail(text: str) -> str:
    """A div for each line."""
    return '<div dir="ltr">' + "".join(f"<div>{escaped(line) or '<br>'}</div>" for line in text.split("\n")) + "</div>"


def outlook(text: str) -> str:
    lines = "".join(
        f"<p class=MsoNormal><span lang=EN-GB>{escaped(line) or '&nbsp;'}<o:p></o:p></span></p>\n"
        for line in text.split("\n")
    )
    return f"<!--[if gte mso 9]><xml></xml><![endif]--><div class=WordSection1>{lines}</div>"


def linked(text: str) -> str:
    """Web and mail addresses made clickable, the text kept."""
    text = html.escape(text, quote=False)
    return re.sub(r"(https?://\S+)", r'<a href="\1">\1</a>', text)


# character sets and encodings -----------------------------------------------------------------------------------------


@way("UTF-8 as it is, eight bits", commented=TAKEN)
def utf_8_8bit(sent: Sent) -> bytes:
    return raw(sent, sent.text)


@way("quoted-printable UTF-8, lines soft-broken at 76")
def quoted_printable(sent: Sent) -> bytes:
    return raw(sent, qp(sent.text), encoding="quoted-printable")


@way("the text in base64")
def base64_text(sent: Sent) -> bytes:
    return raw(sent, b64(sent.text.encode()), encoding="base64")


@way("seven bits: whatever is no ASCII became a question mark", commented=COMMENTS)
def us_ascii_7bit(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode("ascii", "replace"), "text/plain; charset=us-ascii", "7bit")


@way("swaks: no MIME headers at all, eight bits undeclared")
def undeclared_8bit(sent: Sent) -> bytes:
    return sent.head(mime=False).encode() + b"\n" + sent.text.encode()


@way("windows-1252 in quoted-printable")
def windows_1252(sent: Sent) -> bytes:
    return raw(sent, qp(sent.text, "cp1252"), "text/plain; charset=windows-1252", "quoted-printable")


@way("ISO 8859-1, which has no typographic signs", commented=COMMENTS)
def latin_1(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode("latin-1", "replace"), "text/plain; charset=iso-8859-1")


@way("ISO 8859-15", commented=COMMENTS)
def latin_9(sent: Sent) -> bytes:
    return raw(sent, qp(sent.text, "iso-8859-15"), "text/plain; charset=iso-8859-15", "quoted-printable")


@way("windows-1252 that says it is ISO 8859-1, as old clients do", commented=TAKEN)
def windows_1252_called_latin_1(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode("cp1252", "replace"), "text/plain; charset=iso-8859-1")


@way("windows-1252 that says it is UTF-8")
def windows_1252_called_utf_8(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode("cp1252", "replace"), "text/plain; charset=utf-8")


@way("a character set that nobody knows")
def unknown_charset(sent: Sent) -> bytes:
    return raw(sent, sent.text, "text/plain; charset=x-unknown")


@way("UTF-8 read as windows-1252 and sent on as UTF-8: two letters for one", commented=COMMENTS)
def mojibake(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode().decode("cp1252", "replace"))


@way("UTF-16 with its mark, in base64")
def utf_16(sent: Sent) -> bytes:
    return raw(sent, b64(sent.text.encode("utf-16")), "text/plain; charset=utf-16", "base64")


@way("UTF-16, little end first, without a mark, in base64")
def utf_16_without_mark(sent: Sent) -> bytes:
    return raw(sent, b64(sent.text.encode("utf-16-le")), "text/plain; charset=utf-16le", "base64")


@way("UTF-7, as some gateways of old sent it")
def utf_7(sent: Sent) -> bytes:
    return raw(sent, sent.text.encode("utf-7"), "text/plain; charset=utf-7", "7bit")


@way("a byte order mark before the text")
def byte_order_mark(sent: Sent) -> bytes:
    return raw(sent, "\ufeff" + sent.text)


@way("the source of a quoted-printable mail copied into a new one")
def quoted_printable_pasted(sent: Sent) -> bytes:
    return raw(sent, qp(sent.text))


@way("subject in encoded words, with an emoji; the text as it is")
def encoded_subject(sent: Sent) -> bytes:
    word = base64.b64encode(f"\N{CROSSED SWORDS} {sent.subject}".encode()).decode()
    other = Sent(sent.holds, sent.sender, sent.to, f"=?utf-8?B?{word}?=", sent.text)
    return raw(other, sent.text)


# lines and blanks -----------------------------------------------------------------------------------------------------


@way("CRLF throughout, as it goes over the wire")
def crlf(sent: Sent) -> bytes:
    return raw(sent, sent.text).replace(b"\n", b"\r\n")


@way("bare CR within the text, as old Macs end lines")
def bare_cr(sent: Sent) -> bytes:
    return raw(sent, b64(sent.text.replace("\n", "\r").encode()), encoding="base64")


@way("blanks at the ends of lines stripped, empty lines doubled", open=BLANKS)
def double_spaced(sent: Sent) -> bytes:
    return raw(sent, "\n\n".join(line.rstrip() for line in sent.text.split("\n")))


@way("empty lines taken out")
def no_empty_lines(sent: Sent) -> bytes:
    return raw(sent, "\n".join(line for line in sent.text.split("\n") if line.strip()) + "\n")


@way("blanks added at the ends of lines")
def blanks_at_the_ends(sent: Sent) -> bytes:
    return raw(sent, "".join(f"{line}   \n" for line in sent.text.split("\n")))


@way("everything indented by four blanks", open=BLANKS)
def indented(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, "    "))


@way("indented by a tab, as s-nail quotes", open=BLANKS)
def tab_quoted(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, "\t"))


@way("no-break spaces for blanks")
def no_break_spaces(sent: Sent) -> bytes:
    return raw(sent, sent.text.replace(" ", "\u00a0").replace("-----BEGIN\u00a0PBEM", "-----BEGIN PBEM"))


@way("soft hyphens in long words, and zero-width spaces in longer ones")
def soft_hyphens(sent: Sent) -> bytes:
    return raw(sent, re.sub(r"([A-Za-z0-9+/]{20})", "\\1\u00ad", sent.text).replace("\u00ad", "\u200b", 2))


@way("typographic quotes, dashes and dots, in the marks too", open=COMMENTS, commented=COMMENTS)
def smart_quotes(sent: Sent) -> bytes:
    text = re.sub(r"-----(BEGIN|END)([^-]*)-----", "\u2014\u2013\\1\\2\u2014\u2013", sent.text)
    return raw(sent, text.replace("'", "\u2019").replace('"', "\u201d").replace("...", "\u2026").replace("--", "–"))


@way("all line ends lost", open=BLANKS)
def on_one_line(sent: Sent) -> bytes:
    return raw(sent, b64(" ".join(sent.text.split("\n")).encode()), encoding="base64")


@way("one long line that a server has split at 990 bytes", open=BLANKS)
def split_at_990(sent: Sent) -> bytes:
    line = " ".join(sent.text.split("\n")).encode()
    return raw(sent, b"\n ".join(line[at : at + 990] for at in range(0, len(line), 990)))


@way("lines cut at 60, where there is a blank or not", open=BLANKS)
def wrapped_60(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 60))


@way("lines cut at 72", open=BLANKS, commented=BLANKS)
def wrapped_72(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 72))


@way("lines cut at 76", open=BLANKS)
def wrapped_76(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 76))


# format=flowed --------------------------------------------------------------------------------------------------------


def flowed(text: str, delete: str = "", marks: str = "") -> str:
    """RFC 3676: space-stuffed, long lines cut behind a blank, or anywhere with a blank added where it is deleted."""
    made = []
    for line in text.splitlines():
        line = line.rstrip() if line != "-- " else line
        pieces = [line]
        if len(line) > 70 and (" " in line[:70].strip() or delete):
            cut = line.rfind(" ", 1, 70) + 1 or 70
            pieces = [line[:cut] + delete, line[cut:]]
        elif delete and len(line) > 60:
            pieces = [line[:40] + delete, line[40:]]
        made += [marks + (" " if not marks and one[:1] in (" ", ">", "F") else "") + one for one in pieces]
    return "\n".join(made) + "\n"


@way("format=flowed: space-stuffed, long lines go on behind a blank")
def format_flowed(sent: Sent) -> bytes:
    return raw(sent, flowed(sent.text), "text/plain; charset=utf-8; format=flowed")


@way("format=flowed with DelSp=yes, base64 lines cut in two")
def format_flowed_delsp(sent: Sent) -> bytes:
    return raw(sent, flowed(sent.text, " "), "text/plain; charset=utf-8; format=flowed; DelSp=yes")


@way("format=flowed, quoted")
def format_flowed_quoted(sent: Sent) -> bytes:
    return raw(sent, "> " + flowed(sent.text, "", "> ")[2:], "text/plain; charset=utf-8; format=flowed")


@way("says format=fixed and is cut at 72", open=BLANKS)
def format_fixed_72(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 72), "text/plain; charset=utf-8; format=fixed")


# quoted ---------------------------------------------------------------------------------------------------------------


@way("quoted whole in a reply, own words above")
def quoted_reply(sent: Sent) -> bytes:
    return raw(sent, f"{OWN_WORDS}On 4 Nov 2025 at 09:00, Anna wrote:\n{quoted(sent.text, '> ')}")


@way("quoted twice, `>> `")
def quoted_twice(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, ">> "))


@way("quoted twice by two programs, `> > `, and once more without a blank")
def quoted_three_times(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, ">> > "))


@way("quoted with a bar")
def quoted_with_a_bar(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, "| "))


@way("quoted with the writer's letters, `AB> `")
def quoted_with_letters(sent: Sent) -> bytes:
    return raw(sent, quoted(sent.text, "AB> "))


@way("quoted and cut at 72: the rest of a line has no mark", open=BLANKS)
def quoted_and_wrapped_72(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 72, "> "))


@way("quoted twice and cut at 60", open=BLANKS)
def quoted_twice_and_wrapped_60(sent: Sent) -> bytes:
    return raw(sent, wrapped(sent.text, 60, "> > "))


# HTML -----------------------------------------------------------------------------------------------------------------


@way("Gmail, HTML alone: a div for each line, one blank less of several", commented=BLANKS)
def gmail_html(sent: Sent) -> bytes:
    return raw(sent, page(gmail(sent.text)), "text/html; charset=utf-8")


@way("Gmail, both: the plain part wrapped at 78, the HTML whole", open=BLANKS)
def gmail_alternative(sent: Sent) -> bytes:
    plain = part(wrapped(sent.text, 78), 'text/plain; charset="UTF-8"')
    rich = part(qp(gmail(sent.text)), 'text/html; charset="UTF-8"', "quoted-printable")
    return several(sent, [plain, rich], "multipart/alternative")


@way("Gmail, a reply in HTML alone: the old text in a blockquote")
def gmail_quoted(sent: Sent) -> bytes:
    block = f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{gmail(sent.text)}</blockquote>'
    return raw(sent, page(f'<div dir="ltr">Here it is.</div><br><div class="gmail_quote">{block}</div>'), "text/html")


@way("Outlook, HTML alone: MsoNormal, o:p, conditional comments, windows-1252")
def outlook_html(sent: Sent) -> bytes:
    body = page(outlook(sent.text), "<style>p.MsoNormal{margin:0}</style>").encode("cp1252", "xmlcharrefreplace")
    return raw(sent, quopri.encodestring(body), "text/html; charset=windows-1252", "quoted-printable")


@way("Outlook, both: the plain part double-spaced", open=BLANKS)
def outlook_alternative(sent: Sent) -> bytes:
    plain = part("\n\n".join(sent.text.split("\n")))
    return several(sent, [plain, part(page(outlook(sent.text)), "text/html; charset=utf-8")], "multipart/alternative")


@way("both, and the plain part lost half of it: the HTML is whole")
def plain_part_damaged(sent: Sent) -> bytes:
    plain = part(sent.text[: len(sent.text) // 2])
    return several(sent, [plain, part(page(gmail(sent.text)), "text/html; charset=utf-8")], "multipart/alternative")


@way("Thunderbird, HTML alone: pre in a blockquote")
def thunderbird_html(sent: Sent) -> bytes:
    said = linked(sent.text)
    return raw(sent, page(f'<blockquote type="cite"><pre class="moz-quote-pre">{said}</pre></blockquote>'), "text/html")


@way("Apple Mail, HTML alone: br at each end, blanks collapsed", open=BLANKS)
def apple_html(sent: Sent) -> bytes:
    lines = "<br>".join(html.escape(" ".join(line.split()), quote=False) for line in sent.text.split("\n"))
    return raw(sent, page(f'<div style="overflow-wrap: break-word">{lines}</div>'), "text/html; charset=utf-8")


@way("HTML whose lines hang on a style")
def html_pre_wrap(sent: Sent) -> bytes:
    said = html.escape(sent.text, quote=False)
    return raw(sent, page(f'<div style="white-space: pre-wrap">{said}</div>'), "text/html; charset=utf-8")


@way("HTML in which all became one paragraph", open=BLANKS)
def html_one_paragraph(sent: Sent) -> bytes:
    return raw(sent, page(f"<p>{html.escape(' '.join(sent.text.split()), quote=False)}</p>"), "text/html")


@way("web and mail addresses made links, shown as they were")
def autolinked(sent: Sent) -> bytes:
    lines = "<br>\n".join(linked(line).replace("  ", "&nbsp; ") for line in sent.text.split("\n"))
    return raw(sent, page(lines), "text/html; charset=utf-8")


@way("a gateway rewrites web addresses in plain text", commented=COMMENTS)
def rewritten_links(sent: Sent) -> bytes:
    safe = r"https://safelinks.example.com/?url=https%3A%2F%2F\1&data=05%7C02"
    return raw(sent, re.sub(r"https://(\S+)", safe, sent.text))
