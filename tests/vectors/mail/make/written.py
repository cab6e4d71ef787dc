"""Makes the vectors that no client at hand writes: Python's own mails, and by hand what web mail and forums do.

    python written.py

The HTML follows what these programs are seen to send, cut down to the one thing each vector is about.
"""

from __future__ import annotations

import base64
import html
import io
import textwrap
import zipfile
from email import policy
from email.message import EmailMessage
from pathlib import Path

from sent import ALLIED as ALLIED_SHEET

VECTORS = Path(__file__).parent.parent
GERMAN = (VECTORS / "sent" / "german-04.pbem").read_text(encoding="utf-8")
ALLIED = (VECTORS / "sent" / "allied-05.pbem").read_text(encoding="utf-8")
HEAD = (
    "From: German <german@example.org>\nTo: allied@example.org\nSubject: orders\n"
    "Date: Wed, 05 Nov 2025 18:40:00 +0000\nMessage-ID: <4@example.net>\nMIME-Version: 1.0\n"
)
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


def write(name: str, content: str | bytes) -> None:
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
    (VECTORS / name).write_bytes(data)


def raw(name: str, content_type: str, body: str, encoding: str = "8bit") -> None:
    write(name, f"{HEAD}Content-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n\n{body}")


def message(subject: str = "orders") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "German <german@example.org>", "allied@example.org", subject
    mail["Date"], mail["Message-ID"] = "Wed, 05 Nov 2025 18:40:00 +0000", "<4@example.net>"
    return mail


def save(name: str, mail: EmailMessage, how: policy.Policy = policy.default) -> None:
    for number, part in enumerate(mail.walk()):
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            part.set_boundary(f"=-boundary-{number}-=")
    write(name, mail.as_bytes(policy=how))


def page(text: str) -> str:
    """A text as a careless editor makes HTML of it."""
    lines = [html.escape(line).replace("  ", "&nbsp; ") for line in text.split("\n")]
    return "<br>\n".join(lines)


def quoted(text: str, marks: str) -> str:
    return "".join(f"{marks}{line}\n" for line in text.splitlines())


# Python's own -------------------------------------------------------------------------------------------------


def python_mails() -> None:
    for name, transfer, charset in (
        ("python-smtp-quoted-printable", "quoted-printable", "utf-8"),
        ("python-smtp-base64", "base64", "utf-8"),
        ("python-smtp-latin-9", "quoted-printable", "iso-8859-15"),
    ):
        mail = message()
        text = ALLIED.replace("’", "'") if "latin" in name else ALLIED
        mail.set_content(text, cte=transfer, charset=charset)
        save(f"{name}.eml", mail, policy.SMTP)
    mail = message()
    mail.set_content("Two attachments.\n")
    mail.add_attachment(GERMAN.encode(), maintype="application", subtype="octet-stream", filename="german-04.pbem")
    mail.add_attachment(ALLIED.encode("utf-16"), maintype="application", subtype="x-pbem", filename="Züge 5.PBEM")
    save("python-attachments-octet-stream.eml", mail)
    mail = message()
    mail.set_content(GERMAN)
    mail.add_alternative(f"<html><body>{page(GERMAN)}</body></html>", subtype="html")
    save("python-alternative.eml", mail)
    mail = message()
    mail.set_content("Your program cannot show this mail.\n")
    mail.add_alternative(f"<html><body>{page(ALLIED)}<img src='cid:p'></body></html>", subtype="html")
    mail.get_payload()[1].add_related(PIXEL, maintype="image", subtype="gif", cid="<p>")
    save("python-html-with-picture.eml", mail, policy.SMTP)
    inner = message("inner")
    inner.set_content(ALLIED)
    outer = message("Fwd: inner")
    outer.set_content("See below.\n")
    outer.add_attachment(inner)
    save("python-attached-mail.eml", outer)
    outer = message("as a file")
    outer.set_content("See the file.\n")
    saved = inner.as_bytes(policy=policy.SMTP)
    outer.add_attachment(saved, maintype="application", subtype="octet-stream", filename="saved.eml")
    save("python-attached-eml-octet-stream.eml", outer)
    nothing = message("nothing in it")
    nothing.set_content("I attach my orders as a zip archive.\n")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as bag:
        bag.writestr(zipfile.ZipInfo("german-04.pbem", (2025, 11, 5, 18, 40, 0)), GERMAN)
    nothing.add_attachment(archive.getvalue(), maintype="application", subtype="zip", filename="orders.zip")
    save("bad-zip.eml", nothing)


def odd_encodings() -> None:
    utf_16 = base64.encodebytes(ALLIED.encode("utf-16")).decode()
    raw("hand-base64-utf-16.eml", "text/plain; charset=utf-16", utf_16, encoding="base64")
    inner = f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n{ALLIED}".encode()
    body = (
        "--=-b-=\nContent-Type: text/plain\n\nSee below.\n\n--=-b-=\nContent-Type: message/rfc822\n"
        f"Content-Transfer-Encoding: base64\n\n{base64.encodebytes(inner).decode()}\n--=-b-=--\n"
    )
    raw("hand-attached-mail-base64.eml", 'multipart/mixed; boundary="=-b-="', body)


# Flowed, wrapped, quoted --------------------------------------------------------------------------------------


def flow(text: str, width: int, stuffing: str = " ") -> str:
    """Lines cut anywhere, as DelSp=yes allows: each cut is a blank at the end of the line."""
    out: list[str] = []
    for line in text.splitlines():
        pieces = [line[at : at + width] for at in range(0, len(line), width)] or [""]
        out += [stuffing + piece + (" " if number < len(pieces) - 1 else "") for number, piece in enumerate(pieces)]
    return "\n".join(out) + "\n"


def wrapped() -> None:
    raw("hand-flowed-delsp.eml", 'text/plain; charset=utf-8; format="flowed"; DelSp="Yes"', flow(ALLIED, 40))
    crossed = quoted(flow(ALLIED, 30, ""), ">> ").replace(">> ", ">>")
    raw("hand-flowed-delsp-quoted.eml", "text/plain; charset=utf-8; format=flowed; delsp=yes", crossed)
    deep = "\n".join(
        "\n".join(textwrap.wrap(f"> > > > > > > {line}", 76, break_long_words=True)) for line in ALLIED.splitlines()
    )
    raw("hand-quoted-7-deep-cut-at-76.eml", "text/plain; charset=utf-8", f"On Wed somebody wrote:\n{deep}\n")
    cut = "\n".join("\n".join(textwrap.wrap(line, 60)) for line in ALLIED.splitlines())
    raw("hand-cut-at-60.eml", "text/plain; charset=utf-8", cut)
    two = f"New orders:\n\n{ALLIED}\n\nOn Tue the referee wrote:\n{quoted(GERMAN, '> ')}"
    raw("hand-new-above-old.eml", "text/plain; charset=utf-8", two)
    raw("hand-pgp-clearsigned.eml", "text/plain; charset=utf-8", pgp())
    footer = "\n_______________________________________________\nwargames mailing list\n"
    raw("hand-list-footer.eml", "text/plain; charset=utf-8", f"{GERMAN}{footer}")
    latin = ALLIED.replace("’", "'").encode("latin-1").decode("ascii", "surrogateescape")
    raw("hand-no-charset-latin-1.eml", "text/plain; charset=us-ascii", latin)


def pgp() -> str:
    escaped = "".join(f"- {line}\n" if line.startswith("-") else f"{line}\n" for line in GERMAN.splitlines())
    signature = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n=abcd\n-----END PGP SIGNATURE-----\n"
    return f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{escaped}{signature}"


# Web mail -----------------------------------------------------------------------------------------------------


def web_mails() -> None:
    gmail = (
        '<div dir="ltr">Thanks, noted.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        'class="gmail_attr">On Wed, Nov 5, 2025 at 7:40\u202fPM German &lt;<a href="mailto:german@example.org">'
        'german@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px '
        f'0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{page(ALLIED)}</blockquote></div>'
    )
    raw("hand-gmail-reply.eml", 'text/html; charset="UTF-8"', gmail)
    word = "".join(
        "<p class=MsoNormal><span style='font-family:Consolas'>"
        f"{html.escape(line).replace('  ', '&nbsp; ') or '&nbsp;'}<o:p></o:p></span></p>\n"
        for line in GERMAN.splitlines()
    )
    outlook = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style>'
        '<!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]--></head><body lang=DE><div '
        "class=WordSection1><p class=MsoNormal>Hello,<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 "
        "1.0pt'><p class=MsoNormal><b>From:</b> German &lt;german@example.org&gt; <br><b>Subject:</b> orders<o:p></o:p>"
        f"</p></div>\n{word}</div></body></html>"
    )
    raw("hand-outlook-reply.eml", 'text/html; charset="utf-8"', outlook)
    apple = (
        '<html><body style="overflow-wrap: break-word;">Noted.<br><div><br><blockquote type="cite"><div>Am 05.11.2025 '
        'um 19:40 schrieb German:</div><br class="Apple-interchange-newline"><div>'
        + "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in ALLIED.splitlines())
        + "</div></blockquote></div></body></html>"
    )
    raw("hand-apple-mail-reply.eml", "text/html; charset=utf-8", apple)
    bird = (
        '<html><body><div class="moz-cite-prefix">wrote:</div><blockquote type="cite">'
        f'<pre class="moz-quote-pre" wrap="">{html.escape(ALLIED)}</pre></blockquote></body></html>'
    )
    raw("hand-thunderbird-reply.eml", "text/html; charset=utf-8", bird)
    prewrap = f'<div style="white-space: pre-wrap">{html.escape(ALLIED)}</div>'
    raw("hand-html-pre-wrap.eml", "text/html; charset=utf-8", prewrap)
    broken = f"<html><body><p>{page(GERMAN)}<blockquote><td></p></pre></div><b"
    raw("hand-html-unclosed.eml", "text/html; charset=utf-8", broken)
    damaged = GERMAN.replace("PBEM ENVELOPE-----\n", "PBEM ENVELOPE-----\nContent hidden\n", 1)
    mail = message()
    mail.set_content(damaged)
    mail.add_alternative(f"<pre>{html.escape(GERMAN)}</pre>", subtype="html")
    save("hand-alternative-plain-damaged.eml", mail)


# Pasted -------------------------------------------------------------------------------------------------------


def pasted() -> None:
    write("pasted-crlf.txt", ALLIED.replace("\n", "\r\n"))
    write("pasted-old-mac-cr.txt", GERMAN.replace("\n", "\r"))
    write("pasted-utf-16.txt", ALLIED.encode("utf-16"))
    write("pasted-utf-16-no-mark.txt", GERMAN.encode("utf-16-le"))
    write("pasted-windows-1252.txt", ALLIED.encode("cp1252"))
    indented = "".join(f"\u00a0\u00a0{line}\u00a0\n" for line in ALLIED.splitlines())
    write("pasted-no-break-spaces.txt", indented.replace("  ", "\u00a0 "))
    sprinkled = "".join(f"{line[:30]}\u200b{line[30:]}\u00ad\n" for line in ALLIED.splitlines())
    write("pasted-zero-width.txt", f"\ufeff{sprinkled}")
    write("pasted-long-dashes.txt", GERMAN.replace("-----", "\u2014\u2014-"))
    write("pasted-on-one-line.txt", "He wrote: " + " ".join(GERMAN.split("\n")))
    write("pasted-headers-above.txt", f"From: German\nSubject: orders\nSent: Wednesday\n\n{quoted(GERMAN, '| ')}")
    mail = message()
    mail.set_content(ALLIED, cte="quoted-printable")
    write("pasted-source-quoted-printable.txt", mail.as_string().partition("\n\n")[2])
    write("pasted-text-without-sheet.txt", "-----BEGIN PBEM ENVELOPE" + GERMAN.partition("-----BEGIN PBEM ENVELOPE")[2])
    post = (
        f"[quote=german post_id=81 time=1762368000 user_id=7]\n[b]Turn 2[/b]\n[code]{GERMAN}[/code][/quote]\nNoted!\n"
    )
    write("forum-phpbb-quote.txt", post)
    inner = f'[quote="german"]{GERMAN.rstrip()}[/quote]'
    outer = f'[quote="allied"]{inner}I answer:\n{ALLIED.rstrip()}[/quote]'
    write("forum-nested-quotes.txt", f"{outer}[size=85]done[/size]\n")
    fenced = f"> **german** wrote:\n>\n> ```\n{quoted(GERMAN, '> ')}> ```\n"
    write("forum-markdown.txt", f"{fenced}\nAnd mine:\n\n{quoted(ALLIED, '    ')}")
    write("forum-guillemets.txt", quoted(ALLIED, "» "))
    box = (
        "<!DOCTYPE html><html><head><title>GT2</title><script>if (1 < 2) { run('-----BEGIN PBEM TEXT-----') }</script>"
        '</head><body><div class="content">Hello<div class="codebox"><p>Code: <a href="#">Select all</a></p>'
        f"<pre><code>{html.escape(ALLIED)}</code></pre></div></div></body></html>"
    )
    write("forum-phpbb-page.html", box)


# Mailboxes ----------------------------------------------------------------------------------------------------


def mailboxes() -> None:
    plain = f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n"
    line = "From german@example.org Wed Nov  5 18:40:00 2025\n"
    escaped = ALLIED.replace("\nFrom", "\n>From")
    story = "From what I hear, nobody moves.\n\nFrom now on: wait\n\n"
    write("hand-mboxo-from-in-text.mbox", f"{line}{plain}Hello\n\n{story}{GERMAN}\n{line}{plain}{escaped}\n")
    thunderbird = "From - Wed Nov  5 18:40:00 2025\nX-Mozilla-Status: 0001\n"
    both = f"{thunderbird}{plain}{escaped}\n{thunderbird}{plain}{GERMAN}\n"
    write("hand-thunderbird-crlf.mbox", both.replace("\n", "\r\n"))
    write("hand-mboxrd-quoted-from.mbox", f"{line}{plain}{quoted(ALLIED, '>').replace('>From', '>>From')}\n")


# Bad ----------------------------------------------------------------------------------------------------------


def bad() -> None:
    body = GERMAN.splitlines()
    raw("bad-cut-off.eml", "text/plain; charset=utf-8", "\n".join(body[:-4]) + "\n")
    raw("bad-no-beginning.eml", "text/plain; charset=utf-8", "\n".join(body[-6:]) + "\n")
    raw("bad-no-block.eml", "text/plain; charset=utf-8", "I move 26-VG to 1308. Is that right?\n")
    clipped = "\n".join([*body[:-3], "[message clipped]", *body[-3:]])
    raw("bad-line-inside.eml", "text/plain; charset=utf-8", f"{clipped}\n")
    raw("bad-letter-missing.eml", "text/plain; charset=utf-8", GERMAN.replace(body[-3], body[-3][:-1]))
    at = GERMAN.index("\n", GERMAN.index("BEGIN PBEM ENVELOPE")) + 1
    nested = GERMAN[: at + 65] + ALLIED + GERMAN[at + 65 :]
    raw("bad-block-in-block.eml", "text/plain; charset=utf-8", nested)
    other = GERMAN.replace("END PBEM ENVELOPE", "END PBEM BOX")
    raw("bad-marks-differ.eml", "text/plain; charset=utf-8", other)
    hostile = (
        "From: \x1b]0;owned\x07 =?utf-8?q?=1B=5B31mReferee=1B=5B0m?= <allied@example.org>\n"
        "Subject: =?utf-8?b?4oCucmV0c2FtIGVtYWfigKw=?= \x1b[2J orders\n\tand more\n"
        f"Content-Type: text/plain; charset=no-such-set\n\n{GERMAN}"
    )
    write("bad-hostile-headers.eml", hostile)
    deep = "".join(f"Content-Type: message/rfc822\nSubject: {n}\n\n" for n in range(40))
    write("bad-mails-in-mails.eml", f"{HEAD}{deep}{GERMAN}")
    write("bad-outlook-file.msg", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100) + GERMAN.encode())


if __name__ == "__main__":
    assert ALLIED_SHEET.rstrip() in ALLIED
    python_mails()
    odd_encodings()
    wrapped()
    web_mails()
    pasted()
    mailboxes()
    bad()
