"""The charter: a draft and the entries of all its seats.  Its digest is the game id and head 0."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from pbem.book.documents import REFEREE, Draft, Keys, SeatEntry, read_payload
from pbem.book.times import read_clock, read_days, read_time
from pbem.dice.chain import KnownLink
from pbem.model.digest import digest
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.seal.box import check_sealing_key
from pbem.seal.envelope import Envelope
from pbem.seal.keys import check_enrolment, parse_public_line
from pbem.seal.signing import check_signed

NAME_LENGTH = 4


@frozen
class WaitingChain:
    """A new chain that has not begun: its tip, and the seats that have not shown a link since."""

    tip: bytes
    for_seats: frozenset[str]

    def seen(self, shown: Collection[str]) -> WaitingChain:
        """These seats have shown a link."""
        return WaitingChain(self.tip, self.for_seats - set(shown))


@frozen
class SeatKeys:
    """A seat's keys as they are now, and the last link of its chain that is known."""

    key: bytes
    spare: bytes
    sealing: bytes
    known: KnownLink
    waiting: WaitingChain | None = None
    lost: bool = False
    """The chain in use is lost: the seat shows no links until the waiting one begins."""

    @classmethod
    def of(cls, keys: Keys) -> SeatKeys:
        spare = parse_public_line(keys.spare) if keys.spare else b""
        return cls(
            parse_public_line(keys.key), spare, bytes.fromhex(keys.sealing), KnownLink(0, bytes.fromhex(keys.tip))
        )


@frozen(slots=False)
class Charter:
    """The terms, and who has entered."""

    draft_envelope: Envelope
    entry_envelopes: Mapping[str, Envelope]
    draft: Draft
    entries: Mapping[str, SeatEntry]

    @classmethod
    def of(cls, draft: Envelope, entries: Mapping[str, Envelope]) -> Charter:
        """The charter of these documents; Tampered or Refused if they do not make one."""
        terms = read_draft(draft)
        if missing := [seat for seat in terms.seats if seat not in entries]:
            raise Refused(f"waiting for the entry of {' and '.join(missing)}", "they send it with pbem join")
        if strangers := sorted(entries.keys() - set(terms.seats)):
            raise Tampered(f"an entry of {strangers[0]}, who has no seat")
        read = {seat: read_entry(entries[seat], draft) for seat in terms.seats}
        check_signed(draft, SeatKeys.of(read[draft.header.seat]).key)
        check_distinct(read.items())
        return cls(draft, {seat: entries[seat] for seat in terms.seats}, terms, read)

    @property
    def draft_digest(self) -> bytes:
        return self.draft_envelope.header.digest()

    @cached_property
    def game(self) -> bytes:
        """The game id, which is head 0 and seed 0."""
        fields = [field for seat in self.seats for field in (seat, self.entry_envelopes[seat].header.digest())]
        return digest("pbem/charter/1", self.draft_digest, *fields)

    @property
    def name(self) -> str:
        return short_name(self.draft_digest)

    @property
    def seats(self) -> tuple[str, ...]:
        """All who have a key, in charter order."""
        return tuple(self.draft.seats)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.draft.seats if seat != REFEREE)

    @property
    def sides(self) -> tuple[str, ...]:
        """The players' seats, and the sides that bots play."""
        return (*self.players, *sorted(self.draft.bots))

    @property
    def has_referee(self) -> bool:
        return REFEREE in self.draft.seats

    @property
    def drafter(self) -> str:
        return self.draft_envelope.header.seat

    def view(self) -> dict[str, Any]:
        """What `charter.yaml` shows."""
        return {
            "draft": self.draft.plain(),
            "entries": {seat: entry.plain() for seat, entry in self.entries.items()},
            "game": self.game.hex(),
            "name": self.name,
        }


def short_name(draft: bytes) -> str:
    """What people call the game: four letters of its draft's digest."""
    return base64.b32encode(digest("pbem/name/1", draft))[:NAME_LENGTH].decode("ascii").lower()


def read_draft(envelope: Envelope) -> Draft:
    """The terms of a draft; Tampered if it is none, Refused if no game can be played by it."""
    if envelope.header.type != "draft":
        raise Tampered(f"a {envelope.header.type} where a draft should be")
    _check_header(envelope)
    draft = read_payload(Draft, envelope.body)
    check_terms(draft)
    if envelope.header.seat not in draft.seats:
        raise Refused(f"the draft is by {envelope.header.seat}, who has no seat in it", "name one of its seats")
    return draft


def check_terms(draft: Draft) -> None:
    """Refuse terms that contradict each other."""
    players = [seat for seat in draft.seats if seat != REFEREE]
    if len(set(draft.seats)) != len(draft.seats) or set(draft.bots) & set(draft.seats):
        raise Refused("a seat is named twice in the draft", "name every seat once, a bot's not among them")
    if not players:
        raise Refused("nobody plays, every side is a bot's", "leave a side to a player; pbem selfplay lets bots play")
    if REFEREE in draft.seats[:-1]:
        raise Refused("the players' seats come first, then the referee's", "put referee last")
    if (draft.mode == "alone") == (REFEREE in draft.seats):
        raise Refused("a game has a referee, or two players are alone", "mode alone, or a seat for the referee")
    if draft.mode == "alone" and len(players) != 2:
        raise Refused(f"without a referee two must play, not {len(players)}", "take a referee, it may be a machine")
    if strangers := sorted(draft.invited.keys() - set(draft.seats)):
        raise Refused(f"{strangers[0]} is invited and has no seat", f"its seats are {', '.join(draft.seats)}")
    for line in draft.invited.values():
        parse_public_line(line)
    read_time(draft.first)
    read_clock(draft.clock)
    read_days(draft.days)


def _check_header(envelope: Envelope) -> None:
    header = envelope.header
    if header.exchange or header.revision or header.link:
        raise Tampered(f"the {header.type} of {header.seat} has another exchange or revision than 0, or shows a link")


def read_entry(envelope: Envelope, draft: Envelope) -> SeatEntry:
    """An entry, its keys judged and its signature checked."""
    header = envelope.header
    if header.type != "entry" or header.after != draft.header.digest():
        raise Tampered(f"the entry of {header.seat} belongs to another draft")
    _check_header(envelope)
    entry = read_payload(SeatEntry, envelope.body)
    check_keys(entry)
    check_invited(read_draft(draft), header.seat, entry.key)
    if (header.seat == REFEREE) != bool(entry.hidden):
        raise Tampered(f"the entry of {header.seat} {'has' if entry.hidden else 'lacks'} a hidden key")
    check_signed(envelope, parse_public_line(entry.key))
    return entry


def check_invited(terms: Draft, seat: str, line: str) -> None:
    """A seat that is kept for a key is entered with that key."""
    invited = terms.invited.get(seat)
    if invited is not None and parse_public_line(invited) != parse_public_line(line):
        raise Refused(f"the draft keeps the seat of {seat} for another key", "enter with the key that was invited")


def check_keys(keys: Keys) -> None:
    """Refuse keys that prove nothing."""
    for line in filter(None, (keys.key, keys.spare)):
        _check_key(parse_public_line(line))
    check_sealing_key(bytes.fromhex(keys.sealing))


@cache
def _check_key(key: bytes) -> None:
    """A key is judged once."""
    check_enrolment(key)


def check_distinct(keys: Iterable[tuple[str, Keys]]) -> None:
    """One key, one seat; and nobody may show another's tip or sealing key as his own."""
    shown: dict[bytes, str] = {}
    for seat, entry in keys:
        lines = [parse_public_line(line) for line in (entry.key, entry.spare) if line]
        for value in (*lines, bytes.fromhex(entry.sealing), bytes.fromhex(entry.tip)):
            if value in shown:
                raise Refused(f"{seat} and {shown[value]} show the same key or tip", "every seat makes its own")
            shown[value] = seat
