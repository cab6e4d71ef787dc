"""What can go wrong between here and a mail server, each with what to do about it."""

from __future__ import annotations

import socket
import ssl
from typing import Literal

from pbem.model.errors import Refused

Kind = Literal[
    "host", "refused", "certificate", "login", "folder", "greeting", "net", "later", "never", "size", "box",
    "unanswered",
]  # fmt: skip
"""`unanswered`: the whole mail was handed over, and the connection ended before the server said what becomes of it."""

REST_AN_HOUR: tuple[Kind, ...] = ("login", "certificate")
"""Faults that hammering makes worse: accounts get locked."""


class WireFault(Refused):
    """A server could not be reached, or would not; `kind` says which, for who decides when to try again."""

    def __init__(self, kind: Kind, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.kind = kind


def of_connecting(error: Exception, host: str, port: int) -> WireFault:
    """The fault behind an exception while a connection is made or used."""
    where = f"{host}:{port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return WireFault(
            "certificate",
            f"the certificate of {where} is not good: {error.verify_message}",
            "name the host as its certificate does",
        )
    if isinstance(error, ssl.SSLError):
        return WireFault("certificate", f"{where} does not speak TLS here", 'security = "starttls", or the port of tls')
    if isinstance(error, socket.gaierror):
        return WireFault("host", f"there is no host {host}", "look at the name, and whether there is a net")
    if isinstance(error, ConnectionRefusedError):
        return WireFault("refused", f"{where} takes no connection", "look at the port")
    if isinstance(error, TimeoutError):
        return WireFault("net", f"{where} does not answer", "it is tried again")
    return WireFault("net", f"the connection to {where} broke: {type(error).__name__}", "it is tried again")


def of_login(said: str, user: str) -> WireFault:
    """The fault behind a refused login; the two large providers say why in their own way."""
    words = said.lower()
    if "5.7.8" in words or "application-specific password" in words or "app password" in words:
        return WireFault("login", f"the server wants an app password for {user}", "make one in the account's settings")
    if "5.7.3" in words or "basic authentication is disabled" in words:
        return WireFault("login", f"the server takes no passwords from {user}", "use token_command")
    return WireFault("login", f"the server does not let {user} in", "look at user and password_command")
