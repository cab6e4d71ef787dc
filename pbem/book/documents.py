"""What the documents of a game say: a model for each kind, written as canonical JSON and in no other way."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pbem.book.times import read_time
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Refused, Tampered
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


Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Seat = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]
Time = Annotated[str, AfterValidator(_real_time)]
MaybeTime = Annotated[str, AfterValidator(_maybe_time)]
"""Or empty: nothing is due."""
Words = Annotated[str, StringConstraints(max_length=2000)]
Count = Annotated[int, Field(ge=0, le=999_999)]
Mode = Literal["referee", "mutual", "alone"]

REFEREE = "referee"


class Payload(BaseModel):
    """A document's contents.  Accepted means reprints the same."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def to_bytes(self) -> bytes:
        """What is signed; Refused if a text holds what no text of a record may hold."""
        plain = self.plain()
        data = canonical(plain)
        if wrong := _wrong_text(self, data, plain):
            raise Refused(
                f"a text of the {type(self).__name__.lower()} cannot be signed: {wrong}", "leave that character out"
            )
        return data

    def plain(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """The record without the sheets that it holds, and these, which have rules of their own."""
        return plain, []


P = TypeVar("P", bound=Payload)


def read_payload(kind: type[P], data: bytes) -> P:
    """The contents of such a document; Tampered if they are not exactly that."""
    value = parse_canonical(data)
    try:
        made = kind.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "all of it"
        raise Tampered(f"no {kind.__name__.lower()}: {place}: {first['msg'].lower()}") from error
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


class Versions(Payload):
    """What adjudicates: the core, the ruleset, and the digest of its data."""

    engine: Words
    ruleset: Words
    version: Words
    data: Hex


Days = Annotated[int, Field(ge=0, le=365)]
Patience = Annotated[int, Field(ge=3, le=365)]
Turns = Annotated[int, Field(ge=1, le=2160)]
"""Hours for something that is due: up to ninety days."""
Pause = Annotated[int, Field(ge=0, le=720)]
"""Hours that pass beside: up to thirty days."""
Times = Annotated[int, Field(ge=0, le=99)]


class AwayTerms(Payload):
    """How long a seat may be absent in all, how often, and how many hours ahead it says so."""

    days: Days = 21
    times: Times = 3
    notice: Pause = 48


class StalledTerms(Payload):
    """What a seat's silence means: after so many days it may be accused, after as many more it has lost."""

    after: Patience = 14
    then: Literal["lost", "wait"] = "lost"


class Draft(Payload):
    """The terms of a game that is offered.  Durations are hours."""

    id: Hex
    versions: Versions
    scenario: Words
    options: dict[str, Words] = {}
    windows: dict[str, Literal["ask", "pass"]] = {}
    seats: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    """The players' seats in charter order; the referee's, if there is one, stands last."""
    bots: dict[Seat, Words] = {}
    mode: Mode
    first: Time
    """Until when the first exchange is due."""
    turn: Turns = 72
    question: Turns = 48
    grace: Pause = 48
    clock: Words = "20:00"
    days: Words = "mon-sun"
    earliest: Pause = 1
    misses: Annotated[int, Field(ge=1, le=99)] = 2
    away: AwayTerms = AwayTerms()
    stalled: StalledTerms = StalledTerms()
    substitutes: bool = False
    invited: dict[Seat, Words] = {}
    """The public lines of those for whom seats are kept."""
    language: Literal["en"] = "en"
    attach: Literal["page", "html", "none"] = "page"
    """What goes with a report mail beside the next draft."""
    press: Literal["off", "white", "grey"] = "off"
    """Whether players may write to each other through the referee, and whether also without their names."""

    def plain(self) -> dict[str, Any]:
        """Of the last two terms nothing, where they are as usual."""
        usual = {"attach": "page", "press": "off"}
        return {name: value for name, value in super().plain().items() if usual.get(name) != value}


class Keys(Payload):
    """What a seat is known by: key, spare key, sealing key, and the tip of its chain."""

    key: Words
    spare: Words = ""
    sealing: Hex
    tip: Hex


class SeatEntry(Keys):
    """A seat enters.  Only the referee has a hidden key; this is its commitment."""

    hidden: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = ""
    name: Annotated[str, StringConstraints(max_length=80)] = ""


# in an exchange


class Receipt(Payload):
    """Its signer has the document answered, since this time."""

    received: Time


class Away(Payload):
    """A seat is absent from the first time until the second."""

    start: Time
    end: Time


class Extension(Payload):
    """The referee gives more time in this exchange."""

    until: Time
    why: Words = ""


class Rekey(Keys):
    """New keys for a seat.  `seat` is whose; the envelope says who signed."""

    seat: Seat
    chain: Literal["kept", "lost"]
    """Whether the old chain is still there."""


class Refusal(Payload):
    """A document that came in and does not count."""

    digest: Hex
    seat: Seat
    reason: Literal["superseded"] = "superseded"


class Close(Payload):
    """From here the inputs of the exchange are fixed."""

    at: Time
    accepted: dict[Seat, Hex]
    """The orders that count, by seat."""
    missing: list[Seat]
    refused: list[Refusal]
    standing: dict[Seat, Hex]
    """New standing orders, in force from the next exchange."""


class Reveal(Payload):
    """After the close: the link is in the header.  An opening that stays secret goes to the referee in a box."""

    salt: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = ""
    sheet: Annotated[str, StringConstraints(max_length=LONGEST_SHEET)] = ""

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        return {**plain, "sheet": ""}, [self.sheet] if self.salt or self.sheet else []


Owed = Literal["orders", "close", "reveal", "record"]


class Silence(Payload):
    """Somebody waits in vain: who owes what, and since when."""

    at: Time
    by: Seat
    owed: Owed
    since: Time


class Result(Payload):
    """How a game ended."""

    winner: Annotated[str, StringConstraints(max_length=32)]
    """Empty: a draw."""
    case: Words


class Due(Payload):
    """What comes next: who owes orders, with which questions as far as they are public, until when."""

    seats: list[Seat]
    kind: Literal["part", "question", ""] = ""
    """Whether a whole part of a sheet is due."""
    until: MaybeTime = ""
    decisions: list[dict[str, Any]] = []
    result: Result | None = None
    """The game is over: nobody owes anything."""


class PublicStretch(Payload):
    """What one exchange added to one step, as far as it is public."""

    step: Words
    turn: Words
    answers: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    entries: list[dict[str, Any]]


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
    documents: dict[str, Hex] = {}
    """What stands beside the signatures: new keys, absences, their receipts, the close that it answers."""
    outcome: Outcome | None = None
    """rejudge: what came of the same orders and the same seed."""
    result: Result | None = None
    """end: how it ended."""


class OpenedSheet(Payload):
    """The opening of sealed orders."""

    salt: Hex
    sheet: Annotated[str, StringConstraints(max_length=LONGEST_SHEET)]


class Opening(Payload):
    """At the end: the hidden key, every hidden part by record and holder, every sealed sheet by its digest."""

    hidden: Hex
    parts: dict[str, dict[Seat, Any]]
    sheets: dict[str, OpenedSheet]

    def without_sheets(self, plain: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        return {**plain, "sheets": sorted(self.sheets)}, [one.sheet for one in self.sheets.values()]


class PartNote(Payload):
    """A side's part of the state, sent to it alone in a box after a record."""

    side: Seat
    salt: Hex
    part: Any


class Press(Payload):
    """A letter of a seat to others.  It stands in no book, and nothing judges it."""

    to: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    grey: bool
    """Whether its readers are not to know who wrote it."""
    lines: Annotated[list[Words], Field(min_length=1, max_length=1000)]


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
