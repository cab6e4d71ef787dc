"""What the documents of a game say: a record for each kind, written as canonical JSON and in no other way."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from pbem.book.times import read_time
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.model.strict import Unfit, as_plain, between, matching, read_plain, sized
from pbem.seal.sheettext import LONGEST_SHEET, check_sheet_text, refused_in_record


def _real_time(text: str) -> str:
    """A time that there is."""
    try:
        read_time(text)
    except Tampered as error:
        raise ValueError(str(error)) from error
    return text


def _maybe_time(text: str) -> str:
    return text and _real_time(text)


Hex = Annotated[str, matching("[0-9a-f]{64}")]
MaybeHex = Annotated[str, matching("([0-9a-f]{64})?")]
Seat = Annotated[str, matching("[a-z][a-z0-9_-]{0,31}")]
Seats = Annotated[list[Seat], sized(1, 16)]
Time = Annotated[str, _real_time]
MaybeTime = Annotated[str, _maybe_time]
"""Or empty: nothing is due."""
Words = Annotated[str, sized(0, 2000)]
Name = Annotated[str, sized(0, 80)]
SheetText = Annotated[str, sized(0, LONGEST_SHEET)]
Count = Annotated[int, between(0, 999_999)]
Mode = Literal["referee", "mutual", "alone"]

REFEREE = "referee"


class Payload:
    """A document's contents.  Accepted means reprints the same."""

    __slots__ = ()

    def to_bytes(self) -> bytes:
        """What is signed; Refused if it says what no document of its kind may say, or no text of a record may hold."""
        plain = self.plain()
        try:
            read_plain(type(self), plain)
        except Unfit as error:
            raise Refused(f"no {type(self).__name__.lower()} can be signed: {error}") from error
        data = canonical(plain)
        if wrong := _wrong_text(self, data, plain):
            raise Refused(
                f"a text of the {type(self).__name__.lower()} cannot be signed: {wrong}", "leave that character out"
            )
        return data

    def plain(self) -> dict[str, Any]:
        made: dict[str, Any] = as_plain(self)
        return made

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """The record without the sheets that it holds, and these, which have rules of their own."""
        return plain, []


P = TypeVar("P", bound=Payload)


def read_payload(kind: type[P], data: bytes) -> P:
    """The contents of such a document; Tampered if they are not exactly that."""
    made: P = _read_once(kind, data)  # type: ignore[arg-type]
    return made


@lru_cache(64)
def _read_once(kind: type[Payload], data: bytes) -> Any:
    """The same document is asked for by whoever judges a part of it."""
    value = parse_canonical(data)
    try:
        made = read_plain(kind, value)
    except Unfit as error:
        raise Tampered(f"no {kind.__name__.lower()}: {error}") from error
    if made.plain() != value:  # the one text of that value is `data`
        raise Tampered(f"no {kind.__name__.lower()} as it is written")
    if wrong := _wrong_text(made, data, value):
        raise Tampered(f"no {kind.__name__.lower()}: {wrong}")
    return made


def _wrong_text(made: Payload, data: bytes, value: dict[str, Any]) -> str:
    """The first text that holds a refused character; of sheets in a record also whatever else makes them none."""
    value, sheets = made.without_sheets(value)
    try:
        for sheet in sheets:
            check_sheet_text(sheet.encode("utf-8"))
    except Tampered as error:
        return str(error)
    return refused_in_record(data.decode("utf-8"), value)


# before the game


@frozen(kw_only=True)
class Versions(Payload):
    """What adjudicates: the core, the ruleset, and the digest of its data."""

    engine: Words
    ruleset: Words
    version: Words
    data: Hex


Days = Annotated[int, between(0, 365)]
Patience = Annotated[int, between(3, 365)]
Turns = Annotated[int, between(1, 2160)]
"""Hours for something that is due: up to ninety days."""
Pause = Annotated[int, between(0, 720)]
"""Hours that pass beside: up to thirty days."""
Times = Annotated[int, between(0, 99)]


@frozen(kw_only=True)
class AwayTerms(Payload):
    """How long a seat may be absent in all, how often, and how many hours ahead it says so."""

    days: Days = 21
    times: Times = 3
    notice: Pause = 48


@frozen(kw_only=True)
class StalledTerms(Payload):
    """What a seat's silence means: after so many days it may be accused, after as many more it has lost."""

    after: Patience = 14
    then: Literal["lost", "wait"] = "lost"


@frozen(kw_only=True)
class Draft(Payload):
    """The terms of a game that is offered.  Durations are hours."""

    id: Hex
    versions: Versions
    scenario: Words
    options: dict[str, Words] = field(default_factory=dict)
    windows: dict[str, Literal["ask", "pass"]] = field(default_factory=dict)
    seats: Seats
    """The players' seats in charter order; the referee's, if there is one, stands last."""
    bots: dict[Seat, Words] = field(default_factory=dict)
    mode: Mode
    first: Time
    """Until when the first exchange is due."""
    turn: Turns = 72
    question: Turns = 48
    grace: Pause = 48
    clock: Words = "20:00"
    days: Words = "mon-sun"
    earliest: Pause = 1
    misses: Annotated[int, between(1, 99)] = 2
    away: AwayTerms = AwayTerms()
    stalled: StalledTerms = StalledTerms()
    substitutes: bool = False
    invited: dict[Seat, Words] = field(default_factory=dict)
    """The public lines of those for whom seats are kept."""
    language: Literal["en"] = "en"
    attach: Literal["page", "html", "none"] = "page"
    """What goes with a report mail beside the next draft."""
    press: Literal["off", "white", "grey"] = "off"
    """Whether players may write to each other through the referee, and whether also without their names."""

    def plain(self) -> dict[str, Any]:
        """Of the last two terms nothing, where they are as usual."""
        usual = {"attach": "page", "press": "off"}
        return {name: value for name, value in as_plain(self).items() if usual.get(name) != value}


@frozen(kw_only=True)
class Keys(Payload):
    """What a seat is known by: key, spare key, sealing key, and the tip of its chain."""

    key: Words
    spare: Words = ""
    sealing: Hex
    tip: Hex


@frozen(kw_only=True)
class SeatEntry(Keys):
    """A seat enters.  Only the referee has a hidden key; this is its commitment."""

    hidden: MaybeHex = ""
    name: Name = ""


# in an exchange


@frozen(kw_only=True)
class Receipt(Payload):
    """Its signer has the document answered, since this time."""

    received: Time


@frozen(kw_only=True)
class Away(Payload):
    """A seat is absent from the first time until the second."""

    start: Time
    end: Time


@frozen(kw_only=True)
class Extension(Payload):
    """The referee gives more time in this exchange."""

    until: Time
    why: Words = ""


@frozen(kw_only=True)
class Rekey(Keys):
    """New keys for a seat.  `seat` is whose; the envelope says who signed."""

    seat: Seat
    chain: Literal["kept", "lost"]
    """Whether the old chain is still there."""


@frozen(kw_only=True)
class Refusal(Payload):
    """A document that came in and does not count."""

    digest: Hex
    seat: Seat
    reason: Literal["superseded"] = "superseded"


@frozen(kw_only=True)
class Close(Payload):
    """From here the inputs of the exchange are fixed."""

    at: Time
    accepted: dict[Seat, Hex]
    """The orders that count, by seat."""
    missing: list[Seat]
    refused: list[Refusal]
    standing: dict[Seat, Hex]
    """New standing orders, in force from the next exchange."""


@frozen(kw_only=True)
class Reveal(Payload):
    """After the close: the link is in the header.  An opening that stays secret goes to the referee in a box."""

    salt: MaybeHex = ""
    sheet: SheetText = ""

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        return {**plain, "sheet": ""}, [self.sheet] if self.salt or self.sheet else []


Owed = Literal["orders", "close", "reveal", "record"]


@frozen(kw_only=True)
class Silence(Payload):
    """Somebody waits in vain: who owes what, and since when."""

    at: Time
    by: Seat
    owed: Owed
    since: Time


@frozen(kw_only=True)
class Result(Payload):
    """How a game ended."""

    winner: Annotated[str, sized(0, 32)]
    """Empty: a draw."""
    case: Words


@frozen(kw_only=True)
class Due(Payload):
    """What comes next: who owes orders, with which questions as far as they are public, until when."""

    seats: list[Seat]
    kind: Literal["part", "question", ""] = ""
    """Whether a whole part of a sheet is due."""
    until: MaybeTime = ""
    decisions: list[dict[str, Any]] = field(default_factory=list)
    result: Result | None = None
    """The game is over: nobody owes anything."""


@frozen(kw_only=True)
class PublicStretch(Payload):
    """What one exchange added to one step, as far as it is public."""

    step: Words
    turn: Words
    answers: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    entries: list[dict[str, Any]]


@frozen(kw_only=True)
class Outcome(Payload):
    """What came of the inputs: the same for everybody who has them and the pinned version."""

    stretches: list[PublicStretch]
    dice: list[dict[str, Any]]
    state: Hex
    """Digest of the public part of the state."""
    parts: dict[Seat, Hex]
    """Digests of the hidden parts, by holder."""
    next: Due
    unreadable: list[Seat]
    """Seats whose sheet could not be read when it was opened: it said nothing."""
    versions: Versions


@frozen(kw_only=True)
class Record(Payload):
    """What happened in an exchange.  The digest of its envelope is the new head."""

    at: Time
    documents: dict[str, Hex]
    """Every other document of the exchange, by the name of its file."""
    links: dict[Seat, str]
    """The links that make the seed, in hexadecimal; a missing one is empty."""
    seed: Hex
    missed: list[Seat]
    outcome: Outcome | None
    """None at an end by silence: nothing was judged."""


@frozen(kw_only=True)
class Agreement(Payload):
    """All seats and the referee set the record of this number aside and go on as they say."""

    at: Time
    kind: Literal["undo", "rejudge", "end"]
    exchange: Count
    """undo: the record to go on from; rejudge: the exchange to judge again; end: 0."""
    lapses: Time
    why: Words = ""
    until: MaybeTime = ""
    """Until when the next exchange is due."""
    documents: dict[str, Hex] = field(default_factory=dict)
    """What stands beside the signatures: new keys, absences, their receipts, the close that it answers."""
    outcome: Outcome | None = None
    """rejudge: what came of the same orders and the same seed."""
    result: Result | None = None
    """end: how it ended."""


@frozen(kw_only=True)
class OpenedSheet(Payload):
    """The opening of sealed orders."""

    salt: Hex
    sheet: SheetText


@frozen(kw_only=True)
class Opening(Payload):
    """At the end: the hidden key, every hidden part by record and holder, every sealed sheet by its digest."""

    hidden: Hex
    parts: dict[str, dict[Seat, Any]]
    sheets: dict[str, OpenedSheet]

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        return {**plain, "sheets": sorted(self.sheets)}, [one.sheet for one in self.sheets.values()]


@frozen(kw_only=True)
class PartNote(Payload):
    """A side's part of the state, sent to it alone in a box after a record."""

    side: Seat
    salt: Hex
    part: Any


@frozen(kw_only=True)
class Press(Payload):
    """A letter of a seat to others.  It stands in no book, and nothing judges it."""

    to: Seats
    grey: bool
    """Whether its readers are not to know who wrote it."""
    lines: Annotated[list[Words], sized(1, 1000)]


JSON_KINDS: dict[str, type[Payload]] = {
    "draft": Draft,
    "entry": SeatEntry,
    "receipt": Receipt,
    "away": Away,
    "extension": Extension,
    "rekey": Rekey,
    "close": Close,
    "reveal": Reveal,
    "silence": Silence,
    "record": Record,
    "proposal": Agreement,
    "agreement": Agreement,
    "opening": Opening,
}
"""The contents of every type of envelope that is not a sheet."""
