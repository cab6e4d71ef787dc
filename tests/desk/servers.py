"""Real servers on loopback for the desk: Dovecot and Postfix, and a relay that can be told to misbehave."""

from __future__ import annotations

import getpass
import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

DOVECOT = """\
base_dir = {root}/run
state_dir = {root}/state
protocols = {protocols}
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = {root}/log
mail_location = maildir:{root}/mail/%n
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
first_valid_uid = {first}
first_valid_gid = 0
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/mail/%n allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
{lmtp}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""

LMTP = """\
service lmtp {{
  chroot =
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp_port}
  }}
}}
"""
AT_MOST = 60
"""Seconds: a busy machine may be slow, what never comes is waited for no longer."""
SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    until = time.monotonic() + AT_MOST
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError(f"nothing listens on {port}")


@dataclass
class Dovecot:
    """An IMAP server with a Maildir for each name, the password `secret` for all."""

    root: Path
    port: int
    owner: tuple[str, str]
    lmtp: int = 0
    """Where another server delivers; 0: the package for it is not installed."""

    def empty(self) -> None:
        """All mailboxes are gone, as if nobody had ever written."""
        for box in (self.root / "mail").iterdir():
            shutil.rmtree(box)

    def letters(self, user: str) -> list[Path]:
        """What lies unfetched in a mailbox."""
        return sorted(one for box in ("new", "cur") for one in (self.root / "mail" / user / box).glob("*"))

    def wait_for_letters(self, user: str, count: int) -> list[Path]:
        """What another server delivers is not there at once."""
        until = time.monotonic() + AT_MOST
        while len(found := self.letters(user)) < count:
            assert time.monotonic() < until, f"{len(found)} of {count} letters for {user} came"
            time.sleep(0.02)
        return found

    def deliver(self, user: str, mail: bytes) -> None:
        """As a delivery agent does it."""
        box = self.root / "mail" / user
        for part in ("", "tmp", "new", "cur"):
            (box / part).mkdir(parents=True, exist_ok=True)
            shutil.chown(box / part, *self.owner)
        name = f"{time.time_ns()}.{os.getpid()}.test"
        (box / "tmp" / name).write_bytes(mail)
        shutil.chown(box / "tmp" / name, *self.owner)
        (box / "tmp" / name).rename(box / "new" / name)


def has_dovecot() -> bool:
    return _dovecot() is not None


def _dovecot() -> str | None:
    return shutil.which("dovecot", path=SBIN)


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """The server, on a free port, all that it writes in one folder.  Started by root it runs as the package's user."""
    program, port, lmtp = _dovecot(), free_port(), free_port()
    with_lmtp = Path("/usr/lib/dovecot/lmtp").exists() or Path("/usr/libexec/dovecot/lmtp").exists()
    assert program is not None
    user = "dovecot" if os.geteuid() == 0 else getpass.getuser()
    person = pwd.getpwnam(user)
    group = grp.getgrgid(person.pw_gid).gr_name
    with tempfile.TemporaryDirectory(prefix="pbem-dovecot-") as made:
        root = Path(made)
        root.chmod(0o755)
        (root / "mail").mkdir()
        shutil.chown(root / "mail", user, group)
        config = root / "dovecot.conf"
        config.write_text(
            DOVECOT.format(
                root=root, user=user, group=group, uid=person.pw_uid, gid=person.pw_gid, port=port,
                first=min(person.pw_uid, 100), protocols="imap lmtp" if with_lmtp else "imap",
                lmtp=LMTP.format(lmtp_port=lmtp) if with_lmtp else "",
            )
        )  # fmt: skip
        server = subprocess.Popen([program, "-F", "-c", str(config)], stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield Dovecot(root, port, (user, group), lmtp if with_lmtp else 0)
        finally:
            server.terminate()
            server.wait(10)


MAIN = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
maillog_file = {root}/log
maillog_file_prefixes = {root}
command_directory = {sbin}
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
mydestination =
alias_maps =
mynetworks = 127.0.0.0/8
smtpd_recipient_restrictions = permit_mynetworks, reject
relay_domains = example.org
relay_transport = lmtp:inet:127.0.0.1:{lmtp}
smtputf8_enable = yes
"""
MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
lmtp unix - - n - - lmtp
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


def has_postfix() -> bool:
    """Postfix cannot be started but by root."""
    return shutil.which("postfix", path=SBIN) is not None and os.geteuid() == 0


@contextmanager
def postfix(lmtp: int) -> Iterator[int]:
    """The server, on a free port, with a queue and settings of its own; what it takes it hands on by LMTP."""
    program, port = shutil.which("postfix", path=SBIN), free_port()
    assert program is not None
    daemons = next(one for one in ("/usr/lib/postfix/sbin", "/usr/libexec/postfix") if Path(one).is_dir())
    with tempfile.TemporaryDirectory(prefix="pbem-postfix-") as made:
        root = Path(made)
        root.chmod(0o755)
        for name in ("conf", "queue", "data"):
            (root / name).mkdir()
        shutil.chown(root / "data", "postfix")
        said = {"root": root, "sbin": Path(program).parent, "daemons": daemons, "lmtp": lmtp, "port": port}
        (root / "conf" / "main.cf").write_text(MAIN.format(**said))
        (root / "conf" / "master.cf").write_text(MASTER.format(**said))
        command = [program, "-c", str(root / "conf")]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*command, "start"], check=True, **quiet)
        try:
            wait_for(port)
            yield port
        finally:
            subprocess.run([*command, "stop"], check=False, **quiet)


@dataclass
class Relay:
    """An SMTP server that does as it is told; what it has accepted stands in `mails`."""

    port: int = 0
    mails: list[tuple[str, bytes]] = field(default_factory=list)
    refuse_recipient: dict[str, str] = field(default_factory=dict)
    refuse_data: list[str] = field(default_factory=list)
    """Answers to the next mails instead of 250."""
    die_after_data: int = 0
    """So many mails are taken and then the connection is cut before the answer."""
    password: str = ""
    delivers: Any = None
    """Where a mail goes on to: called with address and bytes."""

    def to(self, address: str) -> list[Any]:
        return [message_from_bytes(mail, policy=policy.default) for who, mail in self.mails if who == address]

    # what aiosmtpd calls

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refuse_recipient:
            return self.refuse_recipient[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refuse_data:
            return self.refuse_data.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        for address in envelope.rcpt_tos:
            self.mails.append((address, content))
            if self.delivers:
                self.delivers(address, content)
        if self.die_after_data:
            self.die_after_data -= 1
            assert server.transport is not None
            server.transport.abort()
        return "250 OK"


@contextmanager
def relay(**told: Any) -> Iterator[Relay]:
    made = Relay(free_port(), **told)

    def judge(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=data.password.decode() == made.password, handled=False)

    more = {"authenticator": judge, "auth_require_tls": False, "auth_required": True} if made.password else {}
    controller = Controller(made, hostname="127.0.0.1", port=made.port, **more)
    controller.start()
    try:
        yield made
    finally:
        controller.stop()
