"""Mail programs as people use them, on servers of this machine: neomutt, s-nail, swaks, msmtp."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from servers import AT_MOST

MUTTRC = """\
set smtp_url="smtp://127.0.0.1:{port}" from={own} use_from=yes hostname=example.org
set ssl_starttls=no ssl_force_tls=no copy=no confirmcreate=no folder="{home}" tmpdir="{home}"
set fast_reply=yes autoedit=yes include=yes delete=no move=no wait_key=no abort_unmodified=no pipe_decode=no
set editor="{home}/editor" mbox_type=mbox header_cache="" pipe_sep="\\n"
"""
EDITOR = "#!/bin/sh\nsed -i '1i Here it is.\\n' \"$1\"\n"
MSMTPRC = "defaults\nauth off\ntls off\naccount default\nhost 127.0.0.1\nport {port}\nfrom {own}\n"


@dataclass
class Client:
    """One person's account and programs; `port` is where his server takes mails."""

    home: Path
    own: str
    port: int

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        said = {"port": self.port, "own": self.own, "home": self.home}
        (self.home / "muttrc").write_text(MUTTRC.format(**said))
        (self.home / "editor").write_text(EDITOR)
        (self.home / "editor").chmod(0o755)
        (self.home / "msmtprc").write_text(MSMTPRC.format(**said))
        (self.home / "msmtprc").chmod(0o600)

    @property
    def environment(self) -> dict[str, str]:
        more = {"HOME": str(self.home), "TERM": "xterm", "LC_ALL": "C.UTF-8", "TZ": "UTC", "MAILRC": "/dev/null"}
        return {"PATH": os.environ["PATH"], **more}

    def run(self, *command: str, typed: bytes = b"") -> None:
        done = subprocess.run(
            command, input=typed, env=self.environment, cwd=self.home, timeout=AT_MOST, capture_output=True, check=False
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)

    def at_terminal(self, *command: str) -> None:
        """A program that wants a screen; it ends by itself."""
        process, screen = pty.fork()
        if process == 0:
            os.chdir(self.home)
            os.execvpe(command[0], list(command), self.environment)
        until, seen = time.monotonic() + AT_MOST, b""
        while time.monotonic() < until:
            try:
                if select.select([screen], [], [], 0.2)[0]:
                    seen += os.read(screen, 65536)
            except OSError:
                break
        os.close(screen)
        _, status = os.waitpid(process, 0)
        assert status == 0, (command, seen[-2000:])

    # neomutt

    def neomutt(self, to: str, *options: str, typed: bytes = b"") -> None:
        self.run("neomutt", "-n", "-F", "muttrc", *options, "-s", "my orders", "--", to, typed=typed)

    def neomutt_on(self, box: Path, keys: str, *settings: str) -> None:
        """Opens a mailbox and does as these keys say."""
        said = [word for one in settings for word in ("-e", one)]
        self.at_terminal("neomutt", "-n", "-F", "muttrc", *said, "-f", str(box), "-e", f"push {keys}")

    # s-nail

    @property
    def snail(self) -> list[str]:
        said = [f"mta=smtp://127.0.0.1:{self.port}", "v15-compat", "smtp-auth=none", f"from={self.own}", "sendwait"]
        said += ["hostname=example.org", "ttycharset=utf-8", "sendcharsets=utf-8"]
        return ["s-nail", "-:/", *(word for one in said for word in ("-S", one))]

    # the others

    @property
    def msmtp(self) -> list[str]:
        return ["msmtp", "-C", str(self.home / "msmtprc"), "-t", "--read-envelope-from"]

    def swaks(self, to: str, *options: str) -> None:
        server = ["--server", f"127.0.0.1:{self.port}", "--from", self.own, "--to", to]
        self.run("swaks", *server, "--header", "Subject: my orders", "--silent", "2", *options)
