"""Mails go out: by SMTP, by a command such as msmtp, or into a folder from where somebody sends them."""

from __future__ import annotations

import smtplib
import ssl
import subprocess
from collections.abc import Callable
from typing import Literal, Protocol

from pbem.model.records import frozen
from pbem.wire.fault import Kind, WireFault, of_connecting, of_login
from pbem.wire.password import Password

TIMEOUT = 60
TOO_BIG = 552
TEMPORARY, FOR_GOOD = 75, (65, 67, 68)
"""What a program says with its exit code if one should try again; and if this address will never do."""


@frozen
class SmtpServer:
    """Where mails are handed in."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str = ""
    secret: Password = Password()


class Sender(Protocol):
    """A way out.  `send` comes back when the mail is out of our hands, or raises a WireFault."""

    def send(self, mail: bytes, sender: str, to: str) -> None:
        """Hand over one mail for one address."""

    def close(self) -> None:
        """Leave."""


class Smtp:
    """One connection, one mail at a time; a broken one is made anew for the next mail."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server
        self._connection: smtplib.SMTP | None = None

    def send(self, mail: bytes, sender: str, to: str) -> None:
        connection = self._open()
        try:
            size = [f"size={len(mail)}"] if connection.has_extn("size") else []
            for code, said in (connection.mail(sender, size), connection.rcpt(to)):
                if code >= 400:
                    self._reset()
                    raise _refusal(code, said, to)
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise of_connecting(error, self._server.host, self._server.port) from error
        self._hand_over(connection, mail, to)

    def _hand_over(self, connection: smtplib.SMTP, mail: bytes, to: str) -> None:
        """From here on a connection that ends leaves open whether the mail was taken."""
        try:
            code, said = connection.data(mail)
        except smtplib.SMTPDataError as error:
            self._reset()
            raise _refusal(error.smtp_code, error.smtp_error, to) from error
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            where = f"{self._server.host}:{self._server.port}"
            raise WireFault("unanswered", f"{where} broke off before it said whether it takes the mail") from error
        if code >= 400:
            self._reset()
            raise _refusal(code, said, to)

    def open(self) -> None:
        """Log in, to see whether it works."""
        self._open()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.quit()
            except (OSError, smtplib.SMTPException):
                connection.close()

    def _open(self) -> smtplib.SMTP:
        if self._connection is not None:
            return self._connection
        server, context = self._server, ssl.create_default_context()
        password = server.secret.ask() if server.user else ""
        try:
            if server.security == "tls":
                made: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
            else:
                made = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
            made.ehlo()
            if server.security == "starttls":
                made.starttls(context=context)
                made.ehlo()
            if server.user:
                _login(made, server, password)
        except smtplib.SMTPAuthenticationError as error:
            raise of_login(f"{error.smtp_code} {error.smtp_error!r}", server.user) from error
        except smtplib.SMTPNotSupportedError as error:
            raise WireFault(
                "greeting", f"{server.host}:{server.port} takes no login here: {error}",
                'leave out user, or name the port of submission: security = "tls" (465) or "starttls" (587)',
            ) from error  # fmt: skip
        except smtplib.SMTPConnectError as error:
            raise WireFault(
                "greeting", f"{server.host}:{server.port} does not greet as a mail server", "look at the port"
            ) from error
        except (OSError, smtplib.SMTPException) as error:
            raise of_connecting(error, server.host, server.port) from error
        self._connection = made
        return made

    def _reset(self) -> None:
        """Ready for the next mail after a refused one."""
        if self._connection is not None:
            try:
                self._connection.rset()
            except (OSError, smtplib.SMTPException):
                self.close()


def _login(connection: smtplib.SMTP, server: SmtpServer, password: str) -> None:
    if server.secret.token:
        bearer = f"user={server.user}\x01auth=Bearer {password}\x01\x01"
        connection.auth("XOAUTH2", lambda challenge=None: "" if challenge else bearer)
    else:
        connection.login(server.user, password)


def _refusal(code: int, said: bytes | str, to: str) -> WireFault:
    words = (said.decode("utf-8", "replace") if isinstance(said, bytes) else said).replace("\n", " ")[:200]
    if code == TOO_BIG:
        return WireFault("size", f"the mail is too big for {to}: {words}", "it is tried without attachments")
    if 400 <= code < 500:
        return WireFault("later", f"not now: {code} {words}", "it is tried again")
    return WireFault("never", f"{to} is refused: {code} {words}", "pbem desk address sets another")


class MailProgram:
    """A mail program of this machine does the queueing."""

    def __init__(
        self, command: tuple[str, ...], run: Callable[..., subprocess.CompletedProcess[bytes]] = subprocess.run
    ) -> None:
        self._command, self._run = command, run

    def send(self, mail: bytes, sender: str, to: str) -> None:
        try:
            local = mail.replace(b"\r\n", b"\n")  # programs of this machine end lines as it does
            done = self._run(self._command, input=local, capture_output=True, check=False, timeout=120)
        except subprocess.TimeoutExpired as error:
            raise WireFault("unanswered", f"{self._command[0]} did not end in time", "try it by hand") from error
        except OSError as error:
            raise WireFault(
                "net", f"{self._command[0]} did not run: {type(error).__name__}", "try it by hand"
            ) from error
        if done.returncode:
            words = done.stderr.decode("utf-8", "replace").strip().replace("\n", " ")[:200]
            raise WireFault(
                _kind_of(done.returncode), f"{self._command[0]} ended with {done.returncode}: {words}", "try it by hand"
            )

    def close(self) -> None:
        """Nothing is held open."""


def _kind_of(code: int) -> Kind:
    """What another program's exit code means; one that says nothing of the address is no fault of the address."""
    if code == TEMPORARY:
        return "later"
    return "never" if code in FOR_GOOD else "net"
