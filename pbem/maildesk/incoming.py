"""Letters come in: each is sorted, goes to the games that it concerns, and is remembered; none is answered twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pbem.app.receiving import Received, receive
from pbem.book.lock import Busy
from pbem.book.times import say
from pbem.book.writing import PRIVATE, remove, write_file
from pbem.maildesk import deskwords, outbox, taken
from pbem.maildesk.counter import MailDesk, Round
from pbem.maildesk.sorting import Sorted, sort_letter
from pbem.maildesk.taken import TakenGame
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.seal.envelope import Envelope
from pbem.wire.fault import WireFault
from pbem.wire.fetched import Fetched, Since

MOST_LETTERS = 2_000
OUR_ID = re.compile(rb"<[0-9a-f]{24}\.[a-z0-9-]+\.[a-z2-7]{4}@[^>\s]+>")
GATHERING = ("opening", "record", "close", "receipt", "extension", "draft")
"""What its writer alone sends, with documents of others beside it."""
BY_HIS_OWN_HAND = ("entry", "orders", "standing", "away", "reveal")
DELIVERIES = ("an address fails", "delayed", "delivery report")
"""What a delivery report comes to."""
FAILED = re.compile(rb"^action:\s*failed", re.IGNORECASE | re.MULTILINE)
FOR_GOOD = re.compile(rb"^status:\s*5\.", re.IGNORECASE | re.MULTILINE)


def fetch(
    desk: MailDesk, here: list[TakenGame], done: Round, now: datetime, *, dry: bool, letter: bytes | None
) -> set[Path]:
    """Fetch what has come and file it; the folders of the games that got something."""
    if letter is not None:
        return _file(desk, Fetched(0, now, letter), here, done, now, dry=dry)[1]
    touched: set[Path] = set()
    for source in [] if dry else put_aside(desk):
        touched |= _file(desk, Fetched(0, now, source), here, done, now, dry=dry)[1]
    try:
        box = desk.letters(dry)
    except WireFault as fault:
        done.fault = f"{fault.message}; {fault.hint}"
        return touched
    name = desk.config.mailbox
    since, moved, last = desk.store.read_until(name), [], 0
    if box.validity != since.validity:
        since = Since(box.validity, 1)
    try:
        for number, fetched in enumerate(box.since(since.next)):
            if number >= MOST_LETTERS:
                break
            filed, folders = _file(desk, fetched, here, done, now, dry=dry)
            touched |= folders
            if filed == "later":
                break
            if filed == "taken":
                moved.append(fetched.uid)
            last = max(last, fetched.uid)
        if not dry:
            box.take(moved)
            desk.store.note_read(name, Since(box.validity, max(since.next, last + 1)), now)
    except WireFault as fault:
        done.fault = f"{fault.message}; {fault.hint}"
    finally:
        box.close()
    return touched


def _file(
    desk: MailDesk, fetched: Fetched, here: list[TakenGame], done: Round, now: datetime, *, dry: bool
) -> tuple[str, set[Path]]:
    """What becomes of one letter: taken, left, or put off until its game's folder is free; and who got it."""
    mark = hashlib.sha256(fetched.source).hexdigest()
    if known := desk.store.known_letter(mark):
        return _whose(known["games"], known["verdict"]), set()
    found = sort_letter(fetched.source, desk.own)
    meant = [one for one in here if one.ids & found.ids()]
    if dry:
        kinds = ", ".join(f"{one.header.type} of {one.header.seat}" for one in found.envelopes) or found.sort
        done.said.append(f"would take {kinds} for {', '.join(one.name for one in meant) or 'no game here'}")
        return "left", set()
    verdict: str = found.sort
    if found.sort == "delivery report":
        verdict = _delivery(desk, fetched.source, done, now)
    elif found.sort == "damaged":
        _damaged(desk, found, here, done, now)
    elif meant:
        _spool(desk, mark, fetched.source)
        for one in meant:
            if one.paused:
                verdict = ""  # read again when the game goes on
                continue
            if not _take_in(desk, one, found, fetched, done, now):
                return "later", set()
    if not meant and found.sort in ("nothing of ours", "automatic", "ours"):
        done.passed_over += 1
        _strange(desk, found, done, now)
    names = " ".join(one.name for one in meant)
    with desk.store.together():
        desk.store.do(
            "insert or replace into letter values(?, ?, ?, ?, ?, ?, ?)",
            mark, found.message_id, found.sender, say(fetched.came), names, verdict, say(now),
        )  # fmt: skip
    return _whose(names, verdict), {one.folder for one in meant}


def _strange(desk: MailDesk, found: Sorted, done: Round, now: datetime) -> None:
    """A game that is offered, or somebody who wants to enter one that is not founded here: told, and left."""
    for one in found.envelopes:
        if one.header.type == "draft":
            line = f"a game is offered in {found.subject!r}: save that mail, then pbem join it"
        elif one.header.type == "entry":
            line = f"an entry of {one.header.seat} in {found.subject!r}, for no game that is founded here"
        else:
            continue
        done.said.append(line)
        desk.store.log(now, line)


def _whose(games: str, verdict: str) -> str:
    """Whether a letter is taken away: it was for a game here, or told of a mail of ours; all else stays as it was."""
    return "taken" if games or verdict in DELIVERIES else "left"


def put_aside(desk: MailDesk) -> list[bytes]:
    """Letters that came for a game while it rested."""
    found = []
    for row in desk.store.rows("select digest from letter where verdict = ''"):
        with suppress(OSError):
            found.append((desk.folder / "spool" / f"{row['digest']}.eml").read_bytes())
    return found


def _take_in(desk: MailDesk, one: TakenGame, found: Sorted, fetched: Fetched, done: Round, now: datetime) -> bool:
    """A letter into its game; False if the folder is in use just now."""
    last = desk.store.last_fetch(desk.config.mailbox) or fetched.came
    received_at = min(max(fetched.came, last), now)
    try:
        game = taken.signing(one, desk.home, desk.config, desk.store)
        got = receive(game, [(f"letter {found.message_id or fetched.uid}", fetched.source)], received_at)
    except Busy:
        return False
    except (Tampered, RulesBug, Refused) as error:
        desk.pause(one, error, done, now)
        return True
    _note(desk, one, found, got, done, now)
    return True


def _note(desk: MailDesk, one: TakenGame, found: Sorted, got: Received, done: Round, now: datetime) -> None:
    done.taken += len(got.taken)
    for envelope in got.taken:
        desk.store.log(now, f"took the {envelope.header.type} of {envelope.header.seat}", one.name)
    if got.taken and (seat := author_of(got.taken, found.envelopes)):
        _learn(desk, one, seat, found, now)
    for kept in got.kept:
        desk.store.log(now, f"kept: {kept}", one.name)
    for proof in got.proofs:
        done.wrong.append(f"{one.name}: PROOF of fraud in {proof.name}")
    if found.automatic:
        for mail in got.mails:
            if mail.name.startswith("bounce-"):
                with suppress(OSError):
                    remove(one.folder / "sent" / f"{mail.name}.txt")


def author_of(taken: Sequence[Envelope], beside: Sequence[Envelope] = ()) -> str:
    """Whose letter it is that brought these, with others beside them that were known.  Empty: nobody can say.

    Consents, accusations, new keys and press go on from hand to hand, so who brings one need not have written it.
    """
    for kind in GATHERING:
        if (found := next((one for one in taken if one.header.type == kind), None)) is not None:
            return found.header.seat
    seats = {one.header.seat for one in taken}
    drafters = seats & {one.header.seat for one in beside if one.header.type == "draft"}
    if len(seats) > 1 and drafters and all(one.header.type == "entry" for one in taken):
        return drafters.pop()  # all entries under their draft: the charter
    own = all(one.header.type in BY_HIS_OWN_HAND for one in taken)
    return seats.pop() if own and len(seats) == 1 else ""


def _learn(desk: MailDesk, one: TakenGame, seat: str, found: Sorted, now: datetime) -> None:
    """The address of a letter with something new that the seat has signed is the seat's address."""
    policy = desk.config.policy_for(one.name)
    automatic = found.automatic and not found.from_desk
    if policy.addresses == "fixed" or automatic or not found.sender or seat == one.seat:
        return
    bound = desk.store.address(one.name, seat)
    if bound == found.sender:
        return
    with desk.store.together():
        desk.store.bind(one.name, seat, found.sender, now, "learned")
        desk.store.log(now, f"{seat} writes from another address now" if bound else f"{seat} has an address", one.name)
        outbox.release(desk.store, one.name, seat)
    if bound:
        said = deskwords.other_address(one.name, seat, found.sender)
        outbox.notice(desk, one.name, seat, (found.sender, bound), said, now)


def _damaged(desk: MailDesk, found: Sorted, here: list[TakenGame], done: Round, now: datetime) -> None:
    """A block that came through broken: its sender is told, if he is one of ours, once an hour."""
    row = desk.store.row("select game, seat from address where mail = ?", found.sender)
    if row is None or found.automatic or row["game"] not in {one.name for one in here}:
        return
    hour = say(now - timedelta(hours=1))
    if desk.store.row(
        "select 1 from mail where game = ? and seat = ? and kind = 'damaged' and at > ?", row["game"], row["seat"], hour
    ):
        return
    said = deskwords.damaged(row["game"], row["seat"], found.subject, found.damage)
    outbox.notice(desk, row["game"], row["seat"], (found.sender,), said, now, kind="damaged")


def _delivery(desk: MailDesk, source: bytes, done: Round, now: datetime) -> str:
    """A report about a mail of ours: an address that fails for good is marked, everything else is noted."""
    for found in dict.fromkeys(OUR_ID.findall(source)):
        row = desk.store.row("select * from mail where id = ?", found.decode("ascii"))
        if row is None:
            continue
        if FAILED.search(source) and FOR_GOOD.search(source):
            with desk.store.together():
                why = "a delivery report says that it fails"
                desk.store.do("update address set bad = ? where game = ? and seat = ?", why, row["game"], row["seat"])
                desk.store.do("update mail set state = 'failed', why = ? where id = ?", why, row["id"])
            done.wrong.append(
                f"{row['game']}: mails to {row['seat']} come back; pbem desk address {row['game']} {row['seat']} MAIL"
            )
            return "an address fails"
        desk.store.log(now, f"a delivery report about {row['file']}", row["game"])
        return "delayed"
    return "delivery report"


def _spool(desk: MailDesk, mark: str, source: bytes) -> None:
    write_file(desk.folder / "spool" / f"{mark}.eml", source, PRIVATE)
