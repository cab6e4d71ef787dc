"""`pbem desk test`: does it work, and if not, why."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from email.utils import parseaddr

from pbem.maildesk.counter import MailDesk
from pbem.maildesk.opening import smtp_server
from pbem.model.errors import Refused
from pbem.post.compose import compose
from pbem.wire.fault import WireFault
from pbem.wire.sending import Smtp

PATIENCE = 60


def try_servers(desk: MailDesk, *, send: bool) -> Iterator[tuple[str, Refused | None]]:
    """Each way in and out, with the fault that was met."""
    yield "in", _fault_of(lambda: desk.letters(True).close())
    if desk.config.smtp.host and not desk.config.smtp.command:
        yield "out", _fault_of(lambda: _knock(Smtp(smtp_server(desk.config))))
    if send:
        yield "mail", _fault_of(lambda: _round_trip(desk))


def _fault_of(tried: Callable[[], None]) -> Refused | None:
    try:
        tried()
    except Refused as fault:
        return fault
    return None


def _knock(server: Smtp) -> None:
    server.open()
    server.close()


def _round_trip(desk: MailDesk) -> None:
    """A mail to ourselves, and whether it comes."""
    own, mark = parseaddr(desk.config.desk.address)[1], secrets.token_hex(8)
    mail = compose(
        "pbem desk test",
        f"A test of the desk: {mark}\n",
        sender=desk.config.desk.address,
        to=(own,),
        date=desk.clock(),
        message_id=f"{mark}@pbem.invalid",
        headers={"Auto-Submitted": "auto-generated"},
    )
    sender = desk.mails()
    sender.send(mail, own, own)
    sender.close()
    box, until = desk.letters(True), time.monotonic() + PATIENCE
    try:
        while time.monotonic() < until:
            if any(mark.encode() in one.source for one in box.since(1)):
                return
            box.wait(2)
    finally:
        box.close()
    raise WireFault("net", f"the mail to {own} did not come within {PATIENCE} s", "look whether the address is right")
