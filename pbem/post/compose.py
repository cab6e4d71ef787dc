"""A mail file that any mail program opens: the same bytes for the same arguments, nothing asked of a clock.

Text is plain UTF-8 and fixed, never flowed, in lines that nobody needs to break, so that a block survives.
"""

from __future__ import annotations

from base64 import encodebytes
from collections.abc import Mapping
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen

MEDIA_TYPES = {
    ".pbem": "text/plain", ".txt": "text/plain", ".yaml": "text/plain", ".html": "text/html", ".ics": "text/calendar",
}  # fmt: skip


@frozen
class Attachment:
    """A file that goes with a mail."""

    name: str
    content: bytes


def compose(
    subject: str,
    body: str,
    attachments: tuple[Attachment, ...] = (),
    *,
    sender: str = "",
    to: tuple[str, ...] = (),
    date: datetime | None = None,
    message_id: str,
    in_reply_to: str = "",
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """The mail in RFC 5322 form.  Without a sender it is a draft, which the mail program completes and dates."""
    mail = EmailMessage(policy=SMTP)
    mail["Subject"] = printable(subject)
    if sender:
        mail["From"] = _address(sender)
    else:
        mail["X-Unsent"] = "1"
    if to:
        mail["To"] = tuple(_address(one) for one in to)
    if date:
        mail["Date"] = format_datetime(date)
    mail["Message-ID"] = _message_id(message_id)
    if in_reply_to:
        mail["In-Reply-To"] = _message_id(in_reply_to)
    for name, value in (headers or {}).items():
        mail[name] = printable(value, 2_000)
    mail.set_content(body, cte="7bit" if _plain(body) else "quoted-printable")
    for attachment in attachments:
        _announce(mail, attachment)
    if not attachments:
        return mail.as_bytes()
    boundary = _boundary(body)
    mail.set_boundary(boundary)
    head, text, *parts, end = mail.as_bytes().split(fence := f"\r\n--{boundary}".encode())
    whole = (part + _base64(attachment.content) for part, attachment in zip(parts, attachments, strict=True))
    return fence.join((head, text, *whole, end))


def _announce(mail: EmailMessage, attachment: Attachment) -> None:
    """The head of a part.  What is in it comes later: the library would look at every line of it several times."""
    name = printable(attachment.name).replace("\\", "/").rsplit("/", 1)[-1]
    media = MEDIA_TYPES.get(name[name.rfind(".") :].lower(), "application/octet-stream")
    maintype, subtype = media.split("/")
    mail.add_attachment(b"", maintype=maintype, subtype=subtype, filename=name, cte="base64")
    if maintype == "text":
        part = list(mail.iter_parts())[-1]
        part.set_param("charset", "utf-8")


def _base64(content: bytes) -> bytes:
    """Text and all else comes out byte for byte."""
    return encodebytes(content).replace(b"\n", b"\r\n")


def _plain(body: str) -> bool:
    return body.isascii() and all(len(line) < 900 for line in body.splitlines())


def _address(address: str) -> Address:
    """`name@host`, or with a name before it in angle brackets; Refused if it is no address."""
    name, bracket, rest = printable(address).rpartition("<")
    spec = rest.rstrip("> ") if bracket else rest
    try:
        return Address(name.strip(' "'), addr_spec=spec)
    except (MessageError, ValueError, IndexError) as error:
        raise Refused(f"not a mail address: {printable(address, 60)}", "write it as name@host") from error


def _message_id(given: str) -> str:
    return f"<{printable(given).strip('<>').replace(' ', '')}>"


def _boundary(body: str) -> str:
    """A line that stands nowhere in the text; attachments travel in base64 and cannot hold it."""
    number = 1
    while f"=_pbem_{number}" in body:
        number += 1
    return f"=_pbem_{number}"
