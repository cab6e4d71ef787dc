"""Makes the vectors that real mail clients write around the blocks in sent/.

    apt-get install mutt neomutt s-nail mailutils mpack
    PYTHONPATH=../../../.. python clients.py

Nothing is sent: `capture` stands in for sendmail and keeps the bytes.  Afterwards dates, message ids, boundaries
and the names of this machine are replaced; all else is as the client wrote it.  Versions when last run:
mutt 2.2.12, neomutt 20220429, s-nail 14.9.24, GNU Mailutils 3.15, mpack 1.6.
"""

from __future__ import annotations

import getpass
import mailbox
import os
import pty
import re
import select
import shutil
import socket
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from pbem.post.compose import Attachment, compose

MAKE = Path(__file__).parent.resolve()
VECTORS = MAKE.parent
GERMAN, ALLIED = "german@example.org", "allied@example.org"
WORK = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": str(WORK),
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "TERM": "xterm",
    "MAILRC": "/dev/null",
}
NOTE = "Noted, see below.\n"

MUTTRC = f"""
set sendmail="{MAKE / "capture"}"
set use_envelope_from=no use_from=yes hostname=example.net user_agent=yes
set copy=no confirmcreate=no folder="{WORK}" tmpdir="{WORK}" mbox_type=mbox
set fast_reply=yes autoedit=yes include=yes delete=no move=no confirmappend=no
set editor="{WORK / "editor"}" wait_key=no abort_unmodified=no
"""


def sent(name: str) -> bytes:
    return (VECTORS / "sent" / name).read_bytes()


def run(command: list[str], typed: bytes = b"", captured: str = "") -> None:
    """Runs a client that reads its text from standard input."""
    environment = ENVIRONMENT | {"CAPTURED": str(WORK / captured)}
    subprocess.run(command, input=typed, env=environment, cwd=WORK, timeout=30, check=True)


def run_at_terminal(command: list[str], captured: str) -> None:
    """Runs a client that wants a screen, and waits for what it sends."""
    process, screen = pty.fork()
    if process == 0:
        os.chdir(WORK)
        os.execvpe(command[0], command, ENVIRONMENT | {"CAPTURED": str(WORK / captured)})
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            if select.select([screen], [], [], 0.2)[0] and not os.read(screen, 65536):
                break
        except OSError:
            break
    os.close(screen)
    os.waitpid(process, 0)


SCRUBBED = (
    (rb"^((?:Resent-)?Date:) [^\r\n]*", rb"\1 Wed, 05 Nov 2025 18:40:00 +0000"),
    (rb"^((?:Resent-)?Message-ID|Content-ID|In-Reply-To|References): <[^>\r\n]*>", rb"\1: <4@example.net>"),
    (rb"^On [A-Z][^\r\n]* at \d[^\r\n,]*,", rb"On Wed, Nov 05, 2025 at 06:40:00PM +0000,"),
    (rb"^(\s*From) \S+ +\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}", rb"\1 german@example.org Wed Nov  5 18:40:00 2025"),
)


def scrub(source: bytes) -> bytes:
    """The bytes without this machine, this user and this hour."""
    for pattern, instead in SCRUBBED:
        source = re.sub(pattern, instead, source, flags=re.MULTILINE)
    for number, boundary in enumerate(re.findall(rb'boundary="([^"]{4,})"', source)):
        source = source.replace(boundary, b"=-boundary-%d-=" % number)
    for name in (socket.getfqdn(), socket.gethostname()):
        source = re.sub(rb"\b%s\b" % re.escape(name.encode()), b"example.net", source)
    return re.sub(rb"\b%s\b(?=@| )" % re.escape(getpass.getuser().encode()), b"german", source)


def keep(made: str, name: str) -> None:
    """One file that a client wrote becomes a vector."""
    (VECTORS / name).write_bytes(scrub((WORK / made).read_bytes()))


def mutt(program: str, out: str, *options: str, text: bytes, subject: str, attach: str = "") -> None:
    attached = ["-a", str(VECTORS / "sent" / attach)] if attach else []
    command = [program, "-n", "-F", "muttrc", *options, "-s", subject, *attached, "--", ALLIED]
    run(command, text, out)
    keep(out, out)


def mutt_reply(program: str, out: str, inbox: str, keys: str, *options: str) -> None:
    """Opens a mailbox, answers the letter it stands on with the whole of it quoted, sends."""
    shutil.copy(WORK / inbox, WORK / "inbox")
    run_at_terminal(
        [program, "-n", "-F", "muttrc", "-e", f"set from={ALLIED}", *options, "-f", "inbox", "-e", f"push {keys}"], out
    )
    keep(out, out)


def snail(out: str, *options: str, text: bytes) -> None:
    settings = [f"mta={MAKE / 'capture'}", f"from={ALLIED}", "hostname=example.net", "sendwait", "ttycharset=utf-8"]
    settings += ["sendcharsets=utf-8"]
    command = ["s-nail", "-:/", *(word for one in settings for word in ("-S", one)), *options]
    run(command, text, out)


def with_mutt() -> None:
    (WORK / "muttrc").write_text(MUTTRC + f'set from="{GERMAN}" realname="German"\n')
    (WORK / "editor").write_text(f"#!/bin/sh\nsed -i '1i {NOTE.strip()}\\n' \"$1\"\n")
    (WORK / "editor").chmod(0o755)
    german, allied = sent("german-04.pbem"), sent("allied-05.pbem")
    mutt("mutt", "mutt-plain.eml", text=german, subject="[kh7f 4 german] orders")
    mutt("mutt", "mutt-flowed.eml", "-e", "set text_flowed", text=allied, subject="orders, flowed")
    narrow = 'unset allow_8bit; set send_charset="us-ascii:windows-1252"'
    mutt("mutt", "mutt-qp-windows-1252.eml", "-e", narrow, text=allied, subject="orders, 7 bit")
    mutt("mutt", "mutt-attached.eml", text=b"Anbei.\n", subject="Befehle f\u00fcr 4", attach="german-04.pbem")
    record = f'set copy=yes record="{WORK}/sent.mbox"'
    mutt("mutt", "out.eml", "-e", record, text=german, subject="first of two")
    mutt("mutt", "out.eml", "-e", record, text=allied, subject="second of two")
    keep("sent.mbox", "mutt-fcc.mbox")
    (VECTORS / "out.eml").unlink()
    mutt_reply("mutt", "mutt-reply.eml", "sent.mbox", "ryq")
    mutt_reply("mutt", "mutt-reply-flowed.eml", "sent.mbox", "ryq", "-e", "set text_flowed")
    mutt_reply("mutt", "mutt-forward-mime.eml", "sent.mbox", f"f{ALLIED}<enter>yq", "-e", "set mime_forward")
    mutt("neomutt", "neomutt-plain.eml", text=allied, subject="orders")
    mutt_reply("neomutt", "neomutt-reply.eml", "sent.mbox", "ryq", "-e", 'set indent_string="%v> "')
    maildir = f'set copy=yes mbox_type=Maildir record="{WORK}/Sent"'
    mutt("neomutt", "out.eml", "-e", maildir, text=german, subject="into a Maildir")
    mutt("neomutt", "out.eml", "-e", maildir, text=allied, subject="into a Maildir, second")
    (VECTORS / "out.eml").unlink()
    keep_maildir()


def keep_maildir() -> None:
    """The Maildir with names that do not tell when and where."""
    target = VECTORS / "neomutt-maildir"
    shutil.rmtree(target, ignore_errors=True)
    files = sorted((WORK / "Sent").glob("cur/*"), key=lambda file: file.stat().st_mtime_ns)
    (target / "cur").mkdir(parents=True)
    (target / "new").mkdir()
    for number, file in enumerate(files):
        folder = "new" if number else "cur"
        flags = "" if number else "-2,S"  # the colon of the real name is no name on Windows
        (target / folder / f"176236800{number}.1_{number}.example.net{flags}").write_bytes(scrub(file.read_bytes()))


def with_snail() -> None:
    german, allied = sent("german-04.pbem"), sent("allied-05.pbem")
    for encoding in ("quoted-printable", "base64", "8bit"):
        out = f"s-nail-{encoding}.eml"
        snail(out, "-S", f"mime-encoding={encoding}", "-s", "orders", GERMAN, text=allied)
        keep(out, out)
    snail("a.eml", "-a", str(VECTORS / "sent" / "german-04.pbem"), "-s", "orders", GERMAN, text=b"See there.\n")
    keep("a.eml", "s-nail-attached.eml")
    record = ["-S", f"record={WORK}/s-nail.mbox", "-S", "mime-encoding=8bit", "-s", "orders", GERMAN]
    snail("b.eml", *record, text=allied)
    snail("b.eml", *record, text=german)
    keep("s-nail.mbox", "s-nail-record.mbox")
    answer = b"set quote\nreply 1\nI see your orders.\n~m 1\n~.\nexit\n"
    snail("s-nail-reply.eml", "-#", "-f", str(WORK / "s-nail.mbox"), text=answer)
    keep("s-nail-reply.eml", "s-nail-reply.eml")


def with_others() -> None:
    german = sent("german-04.pbem")
    run(["mpack", "-s", "orders", "-o", "mpack.eml", str(VECTORS / "sent" / "german-04.pbem")])
    keep("mpack.eml", "mpack.eml")
    mail = ["mail.mailutils", "-n", "-E", f'set sendmail="{MAKE / "capture"}"', "-r", GERMAN, "-s", "orders"]
    run([*mail, ALLIED], german, "mailutils.eml")
    keep("mailutils.eml", "mailutils-plain.eml")
    attach = ["--content-type=application/octet-stream", f"--attach={VECTORS / 'sent' / 'german-04.pbem'}"]
    run([*mail, *attach, ALLIED], b"See there.\n", "mailutils-a.eml")
    keep("mailutils-a.eml", "mailutils-attached.eml")


def with_our_drafts() -> None:
    """What clients make of the drafts that `pbem sign --eml` writes, when a player opens and sends them."""
    attached = Attachment("allied-05.pbem", sent("allied-05.pbem"))
    date = datetime(2025, 11, 5, 18, 40, tzinfo=UTC)
    body = sent("allied-05.pbem").decode()
    draft = compose("orders", body, (attached,), to=(GERMAN,), date=date, message_id="4@example.net")
    (WORK / "draft.eml").write_bytes(draft)
    run(["mutt", "-n", "-F", "muttrc", "-H", "draft.eml"], b"", "mutt-sends-our-draft.eml")
    keep("mutt-sends-our-draft.eml", "mutt-sends-our-draft.eml")
    envelope_line = b"From german@example.org Wed Nov  5 18:40:00 2025\n"
    (WORK / "draft-box").write_bytes(envelope_line + draft.replace(b"\r\n", b"\n"))
    snail("s-nail-resends-our-draft.eml", "-#", "-f", "draft-box", text=f"resend 1 {GERMAN}\nexit\n".encode())
    keep("s-nail-resends-our-draft.eml", "s-nail-resends-our-draft.eml")


def with_python_mailbox() -> None:
    """What Python's own mbox writer does with `From ` lines: it escapes them, s-nail does not."""
    box = mailbox.mbox(WORK / "python.mbox")
    for name in ("s-nail-8bit.eml", "mutt-plain.eml"):
        box.add(mailbox.mboxMessage((VECTORS / name).read_bytes()))
    box.flush()
    keep("python.mbox", "python-mailbox.mbox")


if __name__ == "__main__":
    with_mutt()
    with_snail()
    with_others()
    with_our_drafts()
    with_python_mailbox()
    shutil.rmtree(WORK)
