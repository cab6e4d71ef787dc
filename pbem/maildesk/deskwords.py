"""The mails that the desk writes in its own name."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model.printable import printable
from pbem.post.mailwords import Words


def other_address(game: str, seat: str, address: str) -> Words:
    return Words(
        f"[{game} {seat}] another address",
        f"Mails of game {game} for {seat} go to {printable(address)} from now on,\n"
        f"since a letter with something new signed by {seat} came from there.\n"
        "If that was not you, tell the referee.\n",
    )


def damaged(game: str, seat: str, subject: str, damage: str) -> Words:
    return Words(
        f"[{game} {seat}] NOT accepted: the block is damaged",
        f"Your mail with the subject {printable(subject, 100)!r} does not count.\n"
        f"  why   {printable(damage)}\n"
        "  do    send it again as plain text, or attach the .pbem file\n",
    )


def needs_you(lines: Sequence[str]) -> Words:
    said = "\n".join(f"  {printable(line)}" for line in lines)
    words = f"What the desk may not do by itself:\n\n{said}\n\npbem desk status shows how things stand.\n"
    return Words("[pbem desk] needs you", words)
