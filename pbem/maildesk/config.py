"""`desk.toml`: where letters come from, where mails go, what the desk does by itself.  Every setting has a default."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from pbem.model.errors import Refused
from pbem.wire.password import Password

LOOPBACK = ("127.0.0.1", "::1", "localhost")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
PORTS = {("imap", "tls"): 993, ("imap", "starttls"): 143, ("smtp", "tls"): 465, ("smtp", "starttls"): 587}
Security = Literal["tls", "starttls", "none"]


class Misconfigured(Refused):
    """`desk.toml` says something that cannot be; nothing was done."""


def seconds(said: str) -> int:
    """A length of time: 90s, 5m, 48h, 2d."""
    found = re.fullmatch(r"(\d{1,6})([smhd])", said)
    if found is None:
        raise ValueError(f"{said!r} is no length of time, such as 90s, 5m, 48h, 2d")
    return int(found[1]) * UNITS[found[2]]


def length(said: str) -> int:
    """A length of time that somebody typed."""
    try:
        return seconds(said)
    except ValueError as error:
        raise Refused(str(error), "such as --since 2d") from error


def _a_time(said: str) -> str:
    seconds(said)
    return said


def _a_reminder(said: str) -> str:
    return said if said == "grace" else _a_time(said)


Length = Annotated[str, AfterValidator(_a_time)]
Reminder = Annotated[str, AfterValidator(_a_reminder)]


class ConfigPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Login(ConfigPart):
    """What two kinds of server have in common."""

    host: str = ""
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    security: Security = "tls"
    user: str = ""
    password_command: list[str] = []
    password_file: str = ""
    keyring: bool = False
    token_command: list[str] = []

    @model_validator(mode="after")
    def _is_safe(self) -> Login:
        if self.security == "none" and self.host and self.host not in LOOPBACK:
            raise ValueError(f'security = "none" would send the password to {self.host} in the clear')
        if sum(map(bool, (self.password_command, self.password_file, self.keyring, self.token_command))) > 1:
            raise ValueError("one of password_command, password_file, keyring and token_command is enough")
        return self

    @property
    def secret(self) -> Password:
        return Password(
            tuple(self.token_command or self.password_command), self.password_file,
            (f"pbem-{self.host}", self.user) if self.keyring else None, bool(self.token_command),
        )  # fmt: skip

    def port_for(self, kind: str) -> int:
        return self.port or PORTS.get((kind, self.security), 143 if kind == "imap" else 25)


class ImapSettings(Login):
    folder: str = "INBOX"
    taken: str = "pbem/taken"


class SmtpSettings(Login):
    command: list[str] = []
    per_hour: Annotated[int, Field(ge=1)] = 60
    per_seat_per_day: Annotated[int, Field(ge=1)] = 20
    attach: list[Literal["pbem", "report", "draft", "ics"]] = ["pbem", "report", "draft", "ics"]


class Policy(ConfigPart):
    adjudicate: Literal["all-in", "deadline", "ask"] = "all-in"
    missed: Literal["ask", "after-grace"] = "ask"
    remind: list[Reminder] = ["48h", "12h", "grace"]
    addresses: Literal["learn", "fixed"] = "learn"


class General(ConfigPart):
    address: str = "pbem@localhost"
    admin: str = ""
    games: list[str] = []
    poll: Length = "5m"
    maildir: str = ""
    outbox: str = ""
    key_passphrase_command: list[str] = []
    keep_letters: Length = "30d"


class DeskConfig(ConfigPart):
    desk: General = General()
    imap: ImapSettings = ImapSettings()
    smtp: SmtpSettings = SmtpSettings()
    policy: dict[str, Any] = {}

    @property
    def mailbox(self) -> str:
        """The name by which the desk remembers how far the mailbox was read."""
        return self.imap.host or "maildir"

    def policy_for(self, game: str) -> Policy:
        """The policy, with what the section of one game says otherwise."""
        general = {name: value for name, value in self.policy.items() if not isinstance(value, dict)}
        return Policy(**{**general, **self.policy.get(game.partition("-")[0], {}), **self.policy.get(game, {})})


def read_config(path: Path) -> DeskConfig:
    """The settings; Misconfigured, with the line, if they cannot be."""
    if not path.exists():
        return DeskConfig()
    text = path.read_text(encoding="utf-8")
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"{path.name}: {error}", "pbem desk init --print shows how it is written") from error
    _refuse_password(path, text, plain)
    try:
        config = DeskConfig(**plain)
        for name, value in config.policy.items():
            if isinstance(value, dict):
                config.policy_for(name)
        config.policy_for("")
    except ValidationError as error:
        first = error.errors()[0]
        place = tuple(str(part) for part in first["loc"])
        where = f"{path.name}:{line_of(text, place)}"
        if first["type"] == "extra_forbidden":
            raise Misconfigured(
                f"{where}: there is no setting {'.'.join(place)}", "pbem desk init --print lists all"
            ) from error
        said = first["msg"].removeprefix("Value error, ")
        raise Misconfigured(
            f"{where}: {'.'.join(place)}: {said}", "pbem desk init --print shows all settings"
        ) from error
    return config


def _refuse_password(path: Path, text: str, plain: dict[str, Any]) -> None:
    for section in ("imap", "smtp"):
        if isinstance(plain.get(section), dict) and "password" in plain[section]:
            line = line_of(text, (section, "password"))
            raise Misconfigured(
                f"{path.name}:{line}: a password does not belong into a file of settings",
                'password_command = ["pass", "show", "mail/desk"], or password_file',
            )


def line_of(text: str, place: tuple[str, ...]) -> int:
    """The line on which a setting stands, or its section; 1 if neither is found."""
    section, here, best = "", "", 1
    wanted = next((part for part in reversed(place[1:]) if not part.isdigit()), "")
    for number, line in enumerate(text.split("\n"), start=1):
        if head := re.match(r"\s*\[([^\]]+)\]", line):
            section = head[1].strip()
            if place and section.split(".")[0] == place[0]:
                best = number
        elif setting := re.match(r"\s*([A-Za-z_]+)\s*=", line):
            here = setting[1]
            if place and section.split(".")[0] == place[0] and here == wanted:
                return number
    return best


TEMPLATE = """\
# The mail desk of pbem.  A line without # counts; all others show what is meant if nothing is said.

[desk]
# address = "Ardennes desk <desk@example.org>"   # who the mails come from
# admin = "me@example.org"           # gets what needs a person; nobody, if it is empty
# games = ["~/games/*"]              # game folders; or take each up with: pbem desk add FOLDER
# poll = "5m"                        # how often desk watch looks, where the server does not tell by itself
# maildir = "~/Maildir"              # letters come from here, if there is no [imap]; usual: desk/in beside this file
# outbox = "~/outbox"                # mails are laid here, if there is no [smtp]; usual: desk/out beside this file
# key_passphrase_command = ["pass", "show", "pbem/key"]
# keep_letters = "30d"               # how long letters that concern a game are kept

[imap]
# host = "imap.example.org"
# port = 993
# security = "tls"                   # or "starttls"; "none" on this machine only
# user = "desk@example.org"
# password_command = ["pass", "show", "mail/desk"]    # or password_file, keyring = true, token_command
# folder = "INBOX"
# taken = "pbem/taken"               # where letters go that were taken in; "" leaves them; nothing is deleted

[smtp]
# host = "smtp.example.org"
# port = 465
# security = "tls"
# user = "desk@example.org"
# password_command = ["pass", "show", "mail/desk"]
# command = ["msmtp", "-t", "--read-envelope-from"]   # instead of a host: a mail program of this machine
# per_hour = 60
# per_seat_per_day = 20
# attach = ["pbem", "report", "draft", "ics"]   # the block as a file; report or page; the next sheet; the deadline

[policy]
# adjudicate = "all-in"              # all-in, deadline (never before it), ask (the admin gets a mail)
# missed = "ask"                     # ask, or after-grace: go on without who is silent
# remind = ["48h", "12h", "grace"]   # before the deadline, to those who owe something
# addresses = "learn"                # learn from verified mails, or fixed

# [policy.kh7f]                      # the same for one game
"""
