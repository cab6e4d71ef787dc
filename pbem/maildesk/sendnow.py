"""A player's short way: what a verb has just made goes out at once, through the desk of his home folder."""

from __future__ import annotations

from pathlib import Path

from pbem.book.lock import locked
from pbem.maildesk import outbox
from pbem.maildesk.counter import MailDesk
from pbem.maildesk.opening import take_up


def at_hand(desk: MailDesk, folder: Path) -> str:
    """The name of a game whose folder the desk looks after, from now on if it did not before."""
    row = desk.store.row("select name from game where folder = ? and added = 1", str(folder.resolve()))
    return str(row["name"]) if row is not None else take_up(desk, folder, ())[0]


def send_now(desk: MailDesk, folder: Path, files: tuple[str, ...]) -> list[str]:
    """Send these mails of `sent/`; a line for each that did not go out, and why."""
    name = at_hand(desk, folder)
    with locked(desk.folder):
        now = desk.clock()
        with desk.store.together():
            outbox.index(folder.resolve(), name, desk.config, desk.store, now)
            for file in files:  # a game that was taken up just now counts its mails as sent
                desk.store.do("update mail set state = 'queued' where game = ? and file = ? and tries = 0", name, file)
        sender = desk.mails()
        try:
            faults = outbox.send_all(sender, desk.config, desk.store, now)
        finally:
            sender.close()
    waiting = [
        row
        for file in files
        for row in desk.store.rows("select * from mail where game = ? and file = ? and state != 'sent'", name, file)
    ]
    if not waiting:
        return [fault.message for fault in faults if fault.kind == "never"]
    why = "the server could not be reached"
    return [f"{row['file']} to {row['seat']} waits: {row['why'] or why}" for row in waiting]
