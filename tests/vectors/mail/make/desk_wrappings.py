"""More ways: what is put around a letter by signing programs, lists, forwards, forums; and what breaks one."""

from __future__ import annotations

import hashlib
import html
import io
import re
import struct
import zipfile

from desk_ways import (
    BLANKS,
    COMMENTS,
    FOOTER,
    OTHER,
    OWN_WORDS,
    WAYS,
    Sent,
    attached,
    b64,
    every,
    gmail,
    linked,
    page,
    part,
    qp,
    quoted,
    raw,
    several,
    way,
)

CUT = "refused: the block has no end, the text was cut off"


def noise(name: str, size: int) -> bytes:
    """Bytes such as a signature or a cipher has, the same each time."""
    return b"".join(hashlib.sha256(f"{name} {n}".encode()).digest() for n in range(size // 32 + 1))[:size]


def pgp(kind: str, name: str, size: int) -> str:
    return f"-----BEGIN PGP {kind}-----\n\n{b64(noise(name, size)).decode()}=abcd\n-----END PGP {kind}-----\n"


# signed and sealed by others ------------------------------------------------------------------------------------------


@way("gpg --clearsign: `- ` before each mark, a signature below")
def pgp_inline(sent: Sent) -> bytes:
    said = "".join(f"- {line}\n" if line.startswith("-") else f"{line}\n" for line in sent.text.splitlines())
    return raw(sent, f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{said}{pgp('SIGNATURE', 'inline', 120)}")


@way("PGP/MIME: multipart/signed")
def pgp_mime(sent: Sent) -> bytes:
    signature = part(pgp("SIGNATURE", "mime", 120), 'application/pgp-signature; name="signature.asc"', "7bit")
    kind = "multipart/signed; micalg=pgp-sha512; protocol=application/pgp-signature"
    return several(sent, [part(qp(sent.text), encoding="quoted-printable"), signature], kind)


@way("PGP, encrypted: nobody but its reader can open it", **every("passed over: encrypted"))
def pgp_encrypted(sent: Sent) -> bytes:
    version = part("Version: 1\n", "application/pgp-encrypted", "7bit")
    cipher = part(pgp("MESSAGE", "cipher", 900), 'application/octet-stream; name="encrypted.asc"', "7bit")
    return several(sent, [version, cipher], "multipart/encrypted; protocol=application/pgp-encrypted")


@way("S/MIME, the text in clear beside its signature")
def smime_clear(sent: Sent) -> bytes:
    signature = attached(noise("smime", 700), "smime.p7s", "application/pkcs7-signature")
    kind = "multipart/signed; micalg=sha-256; protocol=application/pkcs7-signature"
    return several(sent, [part(sent.text), signature], kind)


def der(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 128 else b"\x82" + struct.pack(">H", size)
    return bytes([tag]) + length + content


@way("S/MIME, the text within the signature: DER around a mail of its own")
def smime_opaque(sent: Sent) -> bytes:
    inner = part(sent.text).replace(b"\n", b"\r\n")
    data, signed = bytes.fromhex("06092a864886f70d010701"), bytes.fromhex("06092a864886f70d010702")
    held = der(0x30, data + der(0xA0, der(0x04, inner)))
    whole = der(0x30, signed + der(0xA0, der(0x30, b"\x02\x01\x01" + der(0x31, b"") + held + der(0x31, b""))))
    kind = "application/pkcs7-mime; smime-type=signed-data"
    head = sent.head(
        f'Content-Type: {kind}; name="smime.p7m"', "Content-Transfer-Encoding: base64",
        'Content-Disposition: attachment; filename="smime.p7m"',
    )  # fmt: skip
    return head.encode() + b"\n" + b64(whole)


@way("S/MIME, encrypted", **every("passed over: smime.p7m"))
def smime_encrypted(sent: Sent) -> bytes:
    head = sent.head(
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
        "Content-Transfer-Encoding: base64",
    )
    return head.encode() + b"\n" + b64(noise("enveloped", 1500))


# lists, digests, scanners ---------------------------------------------------------------------------------------------

LISTED = ("List-Id: Wargamers <list.example.org>", "Precedence: list", "List-Post: <mailto:list@example.org>")


@way("through a list: its footer below the text, its headers above")
def list_footer(sent: Sent) -> bytes:
    return raw(sent, f"{sent.text}{FOOTER}", "text/plain; charset=utf-8", "8bit", *LISTED)


@way("through a list that puts its footer into a part of its own, and the subject's beginning")
def list_footer_part(sent: Sent) -> bytes:
    other = Sent(sent.holds, sent.sender, sent.to, f"[Wargamers] {sent.subject}", sent.text)
    return several(
        other, [part(b64(sent.text.encode()), encoding="base64"), part(FOOTER)], "multipart/mixed", *LISTED
    )  # fmt: skip


@way("a footer in plain words put behind base64 by a list that does not look")
def footer_behind_base64(sent: Sent) -> bytes:
    return raw(sent, b64(sent.text.encode()) + f"\n--\n{FOOTER}".encode(), encoding="base64")


@way("groups.io: a footer of links")
def groups_footer(sent: Sent) -> bytes:
    foot = (
        "-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\n"
        "View/Reply Online (#123): https://groups.example.com/g/ardennes/message/123\n-=-=-=-=-=-=-=-=-=-=-=-\n"
    )
    return raw(sent, f"{sent.text}\n{foot}")


@way("a warning about mails from outside above, a disclaimer below")
def warnings(sent: Sent) -> bytes:
    above = "CAUTION: This mail comes from outside. Do not click on anything that you do not know.\n\n"
    below = "\nThe contents of this mail are confidential. If you are not -----meant-----, forget them.\n"
    return raw(sent, above + sent.text + below)


@way("a virus scanner's footer, as text and as a table of HTML")
def virus_scanner(sent: Sent) -> bytes:
    said = "This email has been checked for viruses by a scanner.\nwww.example.com\n"
    table = f'<div id="DAB4"><table><tr><td><img src="cid:x"></td><td>{said}</td></tr></table></div>'
    plain = part(f"{sent.text}\n-- \n{said}")
    return several(sent, [plain, part(gmail(sent.text) + table, "text/html; charset=utf-8")], "multipart/alternative")


@way("one of three mails of a digest in MIME")
def mime_digest(sent: Sent) -> bytes:
    other = "From: carl@example.org\nSubject: a talk\n\nWho plays Thursday?\n"
    mails = [b"\n" + one for one in (other.encode(), raw(sent, sent.text), other.encode())]
    return several(sent, mails, "multipart/digest", *LISTED)


@way("one of two mails of a digest in plain text, RFC 1153")
def plain_digest(sent: Sent) -> bytes:
    line, short = "-" * 70, "-" * 30
    text = (
        f"Wargamers Digest, Vol 7, Issue 3\n\n{line}\n\nDate: Tue, 04 Nov 2025 09:00:00 +0000\nFrom: carl@example.org\n"
        f"Subject: a talk\n\nWho plays Thursday?\n\n{short}\n\nDate: Tue, 04 Nov 2025 09:30:00 +0000\n"
        f"From: {sent.sender}\nSubject: {sent.subject}\n\n{sent.text}\n{short}\n\nEnd of Wargamers Digest\n"
    )
    return raw(sent, text, "text/plain; charset=utf-8", "8bit", *LISTED)


@way("an answering machine sends all of it back: it counts, and is not answered")
def vacation_reply(sent: Sent) -> bytes:
    text = f"I am away until Monday.\n\nYou wrote:\n{quoted(sent.text, '> ')}"
    return raw(sent, text, "text/plain; charset=utf-8", "8bit", "Auto-Submitted: auto-replied")


# forwards -------------------------------------------------------------------------------------------------------------


@way("forwarded by Gmail, within the text")
def forwarded_inline(sent: Sent) -> bytes:
    head = "---------- Forwarded message ---------\nFrom: Anna <anna@example.net>\nDate: Tue, 4 Nov 2025\n"
    return raw(sent, f"FYI\n\n{head}Subject: {sent.subject}\nTo: {sent.to}\n\n\n{sent.text}")


@way("forwarded by Outlook, within the text and quoted")
def forwarded_original_message(sent: Sent) -> bytes:
    head = f"-----Original Message-----\nFrom: Anna\nSent: Tuesday\nTo: Blue\nSubject: {sent.subject}\n\n"
    return raw(sent, quoted(head + sent.text, "> "))


@way("forwarded as a mail within a mail")
def forwarded_attached(sent: Sent) -> bytes:
    inner = part(raw(sent, qp(sent.text), encoding="quoted-printable"), "message/rfc822", "8bit")
    return several(sent, [part("See the mail below.\n"), inner])


@way("forwarded as a saved file")
def forwarded_as_file(sent: Sent) -> bytes:
    saved = raw(sent, sent.text).replace(b"\n", b"\r\n")
    return several(sent, [part("See the file.\n"), attached(saved, "orders.eml", "application/octet-stream")])


# attachments ----------------------------------------------------------------------------------------------------------


@way("attached as a .pbem file, text/plain; the mail's own text says nothing")
def attached_pbem(sent: Sent) -> bytes:
    return several(sent, [part(OWN_WORDS), attached(sent.text.encode(), "orders.pbem", "text/plain; charset=utf-8")])


@way("attached as octet-stream")
def attached_octet_stream(sent: Sent) -> bytes:
    file = attached(sent.text.encode(), "orders.pbem", "application/octet-stream")
    return several(sent, [part(OWN_WORDS), file])


@way("a text file to be shown inline, in UTF-16, from an editor that saves so")
def attached_inline_utf_16(sent: Sent) -> bytes:
    file = attached(sent.text.replace("\n", "\r\n").encode("utf-16"), "orders.txt", "text/plain", "inline")
    return several(sent, [part(OWN_WORDS), file])


@way("in the text and as a file too: it counts once")
def text_and_file(sent: Sent) -> bytes:
    file = attached(sent.text.encode(), "orders.pbem", "text/plain; charset=utf-8")
    return several(sent, [part(qp(sent.text), encoding="quoted-printable"), file])


@way("beside a picture, a calendar's date and a card")
def among_others(sent: Sent) -> bytes:
    calendar = part("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n", "text/calendar; method=PUBLISH")
    card = part("BEGIN:VCARD\nFN:Anna\nEND:VCARD\n", "text/vcard")
    return several(sent, [part(sent.text), calendar, card, attached(noise("gif", 60), "map.gif", "image/gif")])


@way("as the description of a calendar's date, lines folded, commas escaped", open=OTHER.format(line=6))
def in_a_calendar(sent: Sent) -> bytes:
    said = sent.text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = "".join(f"DESCRIPTION:{line}\n" if not n else f" {line}\n" for n, line in enumerate(said.split("\n")))
    return raw(sent, f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{lines}END:VEVENT\nEND:VCALENDAR\n", "text/calendar")


@way("in a zip archive, which is not opened", **every("passed over: orders.zip"))
def zipped(sent: Sent) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bag:
        bag.writestr(zipfile.ZipInfo("orders.pbem", (2025, 11, 4, 9, 0, 0)), sent.text)
    return several(sent, [part(OWN_WORDS), attached(archive.getvalue(), "orders.zip", "application/zip")])


@way("Outlook's winmail.dat, the text packed in it", **every("passed over: winmail.dat"))
def winmail(sent: Sent) -> bytes:
    packed = struct.pack("<IH", 0x223E9F78, 1) + noise("rtf", 1200)
    return several(sent, [part(OWN_WORDS), attached(packed, "winmail.dat", "application/ms-tnef")])


# mailboxes and relays -------------------------------------------------------------------------------------------------


@way("an mbox whose writer escaped lines that begin with From")
def mbox_escaped(sent: Sent) -> bytes:
    body = re.sub(r"^From ", ">From ", f"From here on it is serious.\n\n{sent.text}", flags=re.MULTILINE)
    return b"From anna@example.org Tue Nov  4 09:30:00 2025\n" + raw(sent, body)


@way("a mailbox of three letters, ours the second")
def mbox_of_three(sent: Sent) -> bytes:
    line = b"From anna@example.org Tue Nov  4 09:30:00 2025\n"
    other = f"{sent.head()}\nWho plays Thursday?\n\n".encode()
    return line + other + line + raw(sent, sent.text) + b"\n\n" + line + other


@way("dot-stuffed as it goes over the wire, and never unstuffed")
def dot_stuffed(sent: Sent) -> bytes:
    return raw(sent, f".. said Anna\n..\n{sent.text}")


# forums and chats -----------------------------------------------------------------------------------------------------


@way("BBCode: all of it in a code box")
def bbcode_code(sent: Sent) -> bytes:
    return raw(sent, f"[b]My orders[/b]\n[code]\n{sent.text}[/code]\n")


@way("BBCode: quoted by another, in a code box within a spoiler")
def bbcode_quoted(sent: Sent) -> bytes:
    return raw(sent, f'[quote="anna" post_id=77][spoiler][code]{sent.text}[/code][/spoiler][/quote]\nSeen.\n')


@way("phpBB tells of a post by mail: the page's HTML, entities, a code box")
def phpbb_mail(sent: Sent) -> bytes:
    code = html.escape(sent.text).replace("\n", "<br />")
    box = f'<div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>{code}</code></pre></div>'
    return raw(sent, page(f'<blockquote class="uncited"><div>{box}</div></blockquote>'), "text/html; charset=utf-8")


@way("Discourse, fenced: a mail of both kinds")
def discourse_fenced(sent: Sent) -> bytes:
    cooked = f'<pre><code class="lang-auto">{html.escape(sent.text, quote=False)}</code></pre>'
    plain = part(f"```\n{sent.text}```\n\n---\n[Visit Topic](https://forum.example.com/t/7) to respond.\n")
    return several(sent, [plain, part(page(cooked), "text/html; charset=utf-8")], "multipart/alternative")


@way(
    "Discourse, unfenced: lines that were all comment became headings and look like orders; quotes typographic",
    open=COMMENTS,
    commented=OTHER.format(line=11),
)
def discourse_unfenced(sent: Sent) -> bytes:
    made = []
    for line in sent.text.split("\n"):
        heading = re.fullmatch(r"# ?(.*)", line)
        made.append(f"<h1>{html.escape(heading[1], quote=False)}</h1>" if heading else f"{linked(line)}<br>\n")
    return raw(sent, page("".join(made).replace("'", "’")), "text/html; charset=utf-8")


@way("Markdown: fenced, in a quote")
def markdown_fenced(sent: Sent) -> bytes:
    return raw(sent, quoted(f"```text\n{sent.text}```\n", "> "))


@way("Markdown, indented by four: a block of code", open=BLANKS)
def markdown_indented(sent: Sent) -> bytes:
    return raw(sent, f"My orders:\n\n{quoted(sent.text, '    ')}")


@way("Markdown that ate stars, lines under words and grave accents", commented=COMMENTS)
def markdown_eaten(sent: Sent) -> bytes:
    return raw(sent, re.sub(r"[*_`](\w+)[*_`]", r"\1", sent.text))


@way("a chat that makes pictures of smileys and fat of [b]", commented=COMMENTS)
def emoji(sent: Sent) -> bytes:
    text = sent.text.replace(":)", "\N{SLIGHTLY SMILING FACE}").replace("[b]", "").replace("[/b]", "")
    return raw(sent, text)


@way("an RSS robot escapes what Markdown might mean, within the base64 too", **every("refused: is not base64"))
def robot_escaped(sent: Sent) -> bytes:
    return raw(sent, re.sub(r"([+_*#-])", r"\\\1", sent.text).replace("\\-", "-"))


@way("saved page of a forum, attached: a script on it holds a mark")
def saved_page(sent: Sent) -> bytes:
    script = "<script>var x = '-----BEGIN PBEM ENVELOPE-----';</script>"
    made = page(f"<pre>{html.escape(sent.text, quote=False)}</pre>", script)
    return several(sent, [part(OWN_WORDS), attached(made.encode(), "topic.html", "text/html")])


@way("cut into two messages of a chat between two lines, the times of day between", **every("refused: is not base64"))
def chat_in_two(sent: Sent) -> bytes:
    lines = sent.text.split("\n")
    half = next(n for n, line in enumerate(lines) if line.startswith("-----BEGIN PBEM ENV")) + 3
    return raw(sent, "\n".join([*lines[:half], "", "anna, today at 09:31", *lines[half:]]))


# broken ---------------------------------------------------------------------------------------------------------------


@way("cut off in the middle of the last block", **every(CUT))
def cut_off(sent: Sent) -> bytes:
    return raw(sent, sent.text[: sent.text.index("-----BEGIN PBEM ENVELOPE-----") + 300])


@way(
    "one line of the block lost",
    sealed="refused: the block is damaged",
    open="refused: the block is damaged",
    report="in part: record 1 waits for close.pbem",
)
def line_lost(sent: Sent) -> bytes:
    lines = sent.text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("-----BEGIN PBEM ENVELOPE")) + 3
    return raw(sent, "\n".join(lines[:at] + lines[at + 1 :]))


@way("one letter of the block lost", **every("refused: letters of the block are missing or changed"))
def letter_lost(sent: Sent) -> bytes:
    at = sent.text.index("-----BEGIN PBEM ENVELOPE-----\n") + 100
    return raw(sent, sent.text[:at] + sent.text[at + 1 :])


@way("the line that begins the block lost", **every("refused: the end of a block without its beginning"))
def beginning_lost(sent: Sent) -> bytes:
    return raw(sent, sent.text.replace("-----BEGIN PBEM ENVELOPE-----\n", ""))


@way("the same block twice in one mail, once quoted: it counts once")
def twice_in_one(sent: Sent) -> bytes:
    return raw(sent, f"{sent.text}\n> > older:\n{quoted(sent.text, '> ')}")


@way("an older broken block quoted below the whole one: the whole one counts")
def broken_one_quoted_below(sent: Sent) -> bytes:
    broken = sent.text[: sent.text.index("-----BEGIN PBEM ENVELOPE-----") + 300]
    return raw(sent, f"{sent.text}\n{quoted(broken, '> ')}")


EVERY_WAY = WAYS
"""Those of `desk_ways.py` and of here."""
