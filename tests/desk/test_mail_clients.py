"""Real mail programs send, forward and answer with a block; Postfix takes it, Dovecot keeps it, the desk reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from clients import Client
from servers import Dovecot
from test_mail_matrix import LETTERS, NOW, VECTORS, Place, Vector, copied

from pbem.app.home import Home
from pbem.maildesk.config import DeskConfig
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.opening import OutFolder, take_up
from pbem.maildesk.rounds import run_round
from pbem.maildesk.store import Store
from pbem.wire.imap import ImapBox, ImapServer
from pbem.wire.password import Password

Sends = Callable[[Client, str], None]
HEAD = b"From: anna@example.org\nTo: blue@example.org\nSubject: [fjpp 1 blue] orders\nMIME-Version: 1.0\n"


def text() -> bytes:
    """The sealed orders as they were written."""
    (plain,) = [path for path in LETTERS if path.name == "utf-8-8bit.sealed.letter"]
    return Vector.read(plain).letter.partition(b"\n\n")[2]


def inbox(client: Client, sender: str = "anna@example.org") -> Path:
    """Somebody has sent the block to the player, who forwards it or answers with it."""
    box = client.home / "inbox"
    head = HEAD.replace(b"anna@example.org", sender.encode())
    box.write_bytes(b"From anna@example.org Tue Nov  4 09:30:00 2025\n" + head + b"\n" + text() + b"\n")
    return box


def file(client: Client) -> str:
    path = client.home / "orders.pbem"
    path.write_bytes(text())
    return str(path)


WAYS: dict[str, Sends] = {
    "neomutt-text": lambda one, to: one.neomutt(to, typed=text()),
    "neomutt-flowed": lambda one, to: one.neomutt(to, "-e", "set text_flowed", typed=text()),
    "neomutt-attached": lambda one, to: one.neomutt(to, "-a", file(one), typed=b"See there.\n"),
    "neomutt-replies": lambda one, to: one.neomutt_on(inbox(one, to), "ryq"),
    "neomutt-forwards": lambda one, to: one.neomutt_on(inbox(one), f"f{to}<enter>yq"),
    "neomutt-forwards-quoted": lambda one, to: one.neomutt_on(inbox(one), f"f{to}<enter>yq", "set forward_quote"),
    "neomutt-forwards-whole": lambda one, to: one.neomutt_on(inbox(one), f"f{to}<enter>yq", "set mime_forward"),
    "neomutt-bounces": lambda one, to: one.neomutt_on(inbox(one), f"b{to}<enter>yq"),
    "s-nail-text": lambda one, to: one.run(*one.snail, "-s", "orders", to, typed=text()),
    "s-nail-base64": lambda one, to: one.run(*one.snail, "-S", "mime-encoding=base64", "-s", "o", to, typed=text()),
    "s-nail-attached": lambda one, to: one.run(*one.snail, "-a", file(one), "-s", "o", to, typed=b"See there.\n"),
    "s-nail-forwards": lambda one, to: one.run(
        *one.snail, "-#", "-f", str(inbox(one)), typed=f"forward 1 {to}\n~.\nexit\n".encode()
    ),
    "s-nail-as-sendmail": lambda one, to: one.run(*one.snail, "-t", typed=b"To: " + to.encode() + b"\n\n" + text()),
    "swaks-body": lambda one, to: one.swaks(to, "--body", f"@{file(one)}"),
    "swaks-attached": lambda one, to: one.swaks(to, "--attach-type", "text/plain", "--attach", f"@{file(one)}"),
    "msmtp": lambda one, to: one.run(*one.msmtp, typed=HEAD.replace(b"blue@example.org", to.encode()) + b"\n" + text()),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_client_sends_is_read(way: str, tmp_path: Path, imap: Dovecot, submission: int) -> None:
    client = Client(tmp_path / "player", "blue@example.org", submission)
    WAYS[way](client, f"{way}@example.org")
    imap.wait_for_letters(way, 1)
    place = copied(VECTORS / "desk-games" / "sealed", Place(tmp_path / "place", "referee", "sealed"))
    server = ImapServer("127.0.0.1", imap.port, "none", way, Password(command=("echo", "secret")), taken="taken")
    desk = MailDesk(
        Home(place.home), DeskConfig(), Store(place.home / "desk" / "state.sqlite3"), lambda: NOW,
        lambda look_only: ImapBox.open(server, look_only=look_only), lambda: OutFolder(tmp_path / "out"),
    )  # fmt: skip
    take_up(desk, place.game, ())
    done = run_round(desk)
    assert (done.taken, done.passed_over, done.wrong, done.fault) == (1, 0, [], "")
    assert place.has_it()
    assert not imap.letters(way), "what was taken in lies elsewhere"
