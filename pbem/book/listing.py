"""What a close must say: which orders count, who is missing, what was superseded; and when it may be signed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.book.deadlines import deadline_of
from pbem.book.documents import Close, Refusal
from pbem.book.folder import Folder
from pbem.book.times import read_time, say
from pbem.seal.envelope import FINAL, Envelope


class Listing(NamedTuple):
    """The orders and standing orders that count, by seat; who is due and has none; what does not count."""

    accepted: dict[str, Envelope]
    missing: tuple[str, ...]
    refused: tuple[Refusal, ...]
    standing: dict[str, Envelope]


def listing(folder: Folder) -> Listing:
    """Worked out from the folder: of each seat the highest revision counts."""
    players, due = folder.charter.players, folder.course.next.seats
    accepted = {seat: last for seat in players if seat in due and (last := folder.last("orders", seat))}
    standing = {seat: last for seat in players if (last := folder.last("standing", seat))}
    counting = {one.header.digest() for one in (*accepted.values(), *standing.values())}
    refused = tuple(
        Refusal(digest=one.header.digest().hex(), seat=one.header.seat)
        for kind in ("orders", "standing")
        for one in folder.of_type(kind)
        if one.header.digest() not in counting
    )
    missing = tuple(seat for seat in players if seat in due and seat not in accepted)
    return Listing(accepted, missing, refused, standing)


def close_of(folder: Folder, at: datetime) -> Close:
    """The close that this folder makes."""
    found = listing(folder)
    return Close(
        at=say(at),
        accepted={seat: one.header.digest().hex() for seat, one in sorted(found.accepted.items())},
        missing=list(found.missing),
        refused=list(found.refused),
        standing={seat: one.header.digest().hex() for seat, one in sorted(found.standing.items())},
    )


def check_close(folder: Folder, close: Close) -> list[str]:
    """What a close says that does not follow from the folder, or why it was not to be signed yet."""
    at = read_time(close.at)
    made = close_of(folder, at)
    wrong = []
    for name, words in (
        ("accepted", "does not accept the highest revisions that are here"),
        ("missing", "does not say who is missing"),
        ("refused", "does not list what was superseded"),
        ("standing", "does not name the standing orders that are here"),
    ):
        if getattr(made, name) != getattr(close, name):
            wrong.append(words)
    if early := too_early(folder, at):
        wrong.append(early)
    return wrong


def too_early(folder: Folder, at: datetime) -> str:
    """Why a close at this time is none; empty if it may be signed."""
    found, draft = listing(folder), folder.charter.draft
    if not folder.charter.has_referee:
        return f"goes on without {found.missing[0]}, for whom nobody fills in" if found.missing else ""
    until = deadline_of(folder).until
    if until is not None and at >= until + timedelta(hours=draft.grace):
        return ""
    if found.missing:
        return f"goes on without {found.missing[0]} before deadline and grace"
    free = free_from(folder)
    return "" if free is None or at >= free else "leaves no time to replace a slip"


def free_from(folder: Folder) -> datetime | None:
    """From when on a close may be signed, if all are in; None: at once, since all said that they are final."""
    accepted = listing(folder).accepted.values()
    if all(is_final(one) for one in accepted):
        return None
    times = [one.at for document in accepted if (one := folder.received(document))]
    return max(times) + timedelta(hours=folder.charter.draft.earliest) if times else None


def is_final(orders: Envelope) -> bool:
    return orders.header.revision == FINAL
