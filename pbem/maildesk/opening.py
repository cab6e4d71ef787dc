"""The desk of a home folder, with its ways in and out as the settings say.

Without any settings letters come from a Maildir and mails go into a folder, both beside the desk's memory: so a desk
works at once, and any program that fetches and sends can be put in front of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from pbem.app.home import Home
from pbem.book.writing import PRIVATE, write_file
from pbem.maildesk.config import DeskConfig, read_config
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.store import Store
from pbem.model.errors import Refused
from pbem.wire.fetched import Mailbox
from pbem.wire.imap import ImapBox, ImapServer
from pbem.wire.maildir import MaildirBox
from pbem.wire.sending import MailProgram, Sender, Smtp, SmtpServer


def settings_path(home: Home) -> Path:
    return home.path / "desk.toml"


def open_desk(home: Home, clock: Callable[[], datetime]) -> MailDesk:
    config = read_config(settings_path(home))
    return MailDesk(
        home, config, Store(home.path / "desk" / "state.sqlite3"), clock,
        lambda look_only: mailbox(home, config, look_only=look_only), lambda: sender(home, config),
    )  # fmt: skip


def mailbox(home: Home, config: DeskConfig, *, look_only: bool = False) -> Mailbox:
    """Where letters come from; a WireFault if it cannot be reached."""
    if config.imap.host:
        return ImapBox.open(imap_server(config), look_only=look_only)
    return MaildirBox.open(maildir_path(home, config), config.imap.taken, look_only=look_only)


def maildir_path(home: Home, config: DeskConfig) -> Path:
    return Path(config.desk.maildir).expanduser() if config.desk.maildir else home.path / "desk" / "in"


def imap_server(config: DeskConfig) -> ImapServer:
    said = config.imap
    return ImapServer(said.host, said.port_for("imap"), said.security, said.user, said.secret, said.folder, said.taken)


def sender(home: Home, config: DeskConfig) -> Sender:
    """Where mails go."""
    if config.smtp.command:
        return MailProgram(tuple(config.smtp.command))
    if config.smtp.host:
        return Smtp(smtp_server(config))
    return OutFolder(outbox_path(home, config))


def smtp_server(config: DeskConfig) -> SmtpServer:
    said = config.smtp
    return SmtpServer(said.host, said.port_for("smtp"), said.security, said.user, said.secret)


def outbox_path(home: Home, config: DeskConfig) -> Path:
    return Path(config.desk.outbox).expanduser() if config.desk.outbox else home.path / "desk" / "out"


class OutFolder:
    """Mails as files, for who has no server: drag them into a mail program, or let another program send them."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def send(self, mail: bytes, sender: str, to: str) -> None:
        head = mail.split(b"\r\n\r\n", 1)[0].decode("utf-8", "replace")
        ids = [line[11:].strip(" <>") for line in head.split("\r\n") if line.lower().startswith("message-id:")]
        name = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in (ids[0] if ids else to))
        write_file(self._path / f"{name}.eml", mail, PRIVATE)

    def close(self) -> None:
        """Nothing is held open."""


def take_up(
    desk: MailDesk, folder: Path, addresses: tuple[tuple[str, str], ...], *, send: bool = False
) -> tuple[str, int]:
    """A game folder that the desk looks after from now on; the game's name, and how many mails lie there already.

    They count as sent by hand, unless `send` says that the desk is to send them.
    """
    from pbem.maildesk import outbox, taken

    now = desk.clock()
    path = folder.resolve()
    if not (path / "seat.json").is_file():
        raise Refused(f"{folder} is no game folder", "pbem join makes one")
    found = taken.look(path, desk.home, desk.store, now, fresh=True)
    if not found.plain:
        raise Refused(f"{found.name} {found.paused}", "pbem status -C shows more")
    desk.store.do("update game set added = 1, print = '' where folder = ?", str(path))
    for seat, mail in addresses:
        set_address(desk, found.name, seat, mail)
    with desk.store.together():
        there = outbox.index(path, found.name, desk.config, desk.store, now, state="queued" if send else "sent")
    return found.name, there


def drop(desk: MailDesk, name: str) -> None:
    """Look after a game no longer; its folder stays as it is."""
    game_row(desk, name)
    desk.store.do("update game set added = 0 where name = ?", name)


def game_row(desk: MailDesk, name: str) -> str:
    """The folder of a game that the desk knows by this name."""
    row = desk.store.row("select folder from game where name = ?", name)
    if row is None:
        known = ", ".join(sorted(one["name"] for one in desk.store.rows("select name from game"))) or "none"
        raise Refused(f"the desk has no game {name!r}", f"it has: {known}; pbem desk add FOLDER takes one up")
    return str(row["folder"])


def set_address(desk: MailDesk, game: str, seat: str, mail: str) -> None:
    """Where mails to a seat go; what waited for an address goes out."""
    from email.utils import parseaddr

    from pbem.app.home import open_game
    from pbem.book.charter import read_draft
    from pbem.maildesk import outbox

    folder = Path(game_row(desk, game))
    seats = read_draft(open_game(folder, desk.home).draft_envelope).seats
    if seat not in seats:
        raise Refused(f"{game} has no seat {seat!r}", f"it has: {', '.join(seats)}")
    if "@" not in parseaddr(mail)[1]:
        raise Refused(f"not a mail address: {mail}", "write it as name@host")
    with desk.store.together():
        desk.store.bind(game, seat, mail, desk.clock(), "set")
        outbox.release(desk.store, game, seat)
