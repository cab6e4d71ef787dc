"""Passwords and tokens: asked of a command, a private file or the keyring when needed; never kept, never shown."""

from __future__ import annotations

import subprocess
from importlib import import_module
from pathlib import Path

from pbem.model.errors import Refused
from pbem.model.records import frozen

OTHERS_MAY_READ = 0o077


@frozen
class Password:
    """Where a password comes from; `token` says that it is one for XOAUTH2."""

    command: tuple[str, ...] = ()
    file: str = ""
    keyring: tuple[str, str] | None = None
    token: bool = False

    def ask(self) -> str:
        """The password; Refused if its place does not give it."""
        if self.command:
            return _of_command(self.command)
        if self.file:
            return _of_file(Path(self.file).expanduser())
        if self.keyring:
            return _of_keyring(*self.keyring)
        return ""


def _of_command(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refused(f"{command[0]} gives no password: {type(error).__name__}", "try the command by hand") from error
    if done.returncode:
        raise Refused(f"{command[0]} gives no password: it ended with {done.returncode}", "try the command by hand")
    return done.stdout.decode("utf-8", "replace").split("\n", 1)[0].rstrip("\r")


def _of_file(path: Path) -> str:
    try:
        if path.stat().st_mode & OTHERS_MAY_READ:
            raise Refused(f"others may read {path}", f"chmod 600 {path}")
        return path.read_text(encoding="utf-8").split("\n", 1)[0].rstrip("\r")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}", "password_file names a file of one line") from error


def _of_keyring(service: str, user: str) -> str:
    try:
        found = import_module("keyring").get_password(service, user)
    except ImportError as error:
        raise Refused("the package keyring is not installed", "pip install keyring, or use password_command") from error
    if not found:
        raise Refused(f"the keyring holds nothing for {user} at {service}", f"keyring set {service} {user}")
    return str(found)
