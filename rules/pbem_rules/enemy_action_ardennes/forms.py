"""The form of the data files: units, cards, chits, calendar, charts and scenarios."""

from __future__ import annotations

from typing import Annotated, Literal

from pbem.kit.data import DataFile
from pbem.ruleset import AfterValidator, BeforeValidator, Field, StringConstraints

Side = Literal["german", "allied"]
Type = Literal["infantry", "parachute", "glider", "mechanized", "armor", "recon", "combined arms"]
Quality = Literal["elite", "regular", "green"]
Level = Literal["strategic", "operational", "tactical", "draw"]
FOOT: tuple[Type, ...] = ("infantry", "parachute", "glider")


Number = Annotated[int, Field(ge=0, le=999)]
Some = Annotated[int, Field(ge=1, le=99)]
Day = Annotated[int, Field(ge=16, le=29)]


def _span(text: object) -> object:
    """`18-23`: from one date to another, both included."""
    return tuple(text.split("-")) if isinstance(text, str) else text


def _forward(dates: tuple[int, int]) -> tuple[int, int]:
    if dates[0] > dates[1]:
        raise ValueError(f"{dates[0]}-{dates[1]} runs backwards")
    return dates


Dates = Annotated[tuple[Day, Day], BeforeValidator(_span, json_schema_input_type=str), AfterValidator(_forward)]
CardDate = Annotated[str, StringConstraints(pattern=r"^(1[6-9]|2[0-9]|OR)$"), Field(examples=["16", "OR"])]
Entry = Annotated[str, StringConstraints(pattern=r"^(|1[6-9]|2[0-9]|OKW|VDH)$"), Field(examples=["18", "OKW"])]
Hits = Annotated[int, Field(ge=-9, le=9)]


class RegimentData(DataFile):
    """2.21 What is printed on a unit, full strength first."""

    side: Side
    corps: str
    army: str
    division: str = ""
    kinds: Annotated[tuple[Type, ...], Field(min_length=1)]
    allowance: Some
    strength: Annotated[tuple[Number, ...], Field(min_length=1, max_length=6)]
    bracketed: tuple[Some, ...] = ()
    """With so many steps left its strength stands in brackets."""
    quality: Annotated[tuple[Quality, ...], Field(min_length=1)]
    at: str = ""
    enters: Entry = ""
    """A date in December, OKW or VDH."""
    strategic: bool = False
    improved: bool = False

    @property
    def steps(self) -> int:
        return len(self.strength)

    @property
    def due(self) -> int:
        """The printed date of entry; 16 for what stands on the map at the start."""
        return int(self.enters) if self.enters.isdecimal() else 16


class Regiments(DataFile):
    units: dict[str, RegimentData]


class CommandCard(DataFile):
    """2.3 A card: its formation, and what it supports."""

    side: Side
    name: str
    kind: Literal["division", "corps", "army", "army group", "none"]
    divisions: tuple[str, ...] = ()
    corps: str = ""
    army: str = ""
    date: CardDate
    primary: bool = False
    replacements: Number = 0
    fuel: dict[str, tuple[Day, ...]] = Field(default_factory=dict)
    ignores: dict[str, Day] = Field(default_factory=dict)
    """5.21 Who may move through zones, and on which date."""
    specials: dict[str, Dates] = Field(default_factory=dict)
    events: dict[str, Dates] = Field(default_factory=dict)
    any_event: bool = False
    reactions: dict[str, Dates] = Field(default_factory=dict)
    tactics: dict[str, Dates] = Field(default_factory=dict)
    any_tactic: bool = False
    returns: Dates | None = None
    """Played as a tactic on these dates it goes back into the pile."""

    @property
    def due(self) -> int:
        """The date on which it enters play; beyond all dates for those of the OKW reserve."""
        return int(self.date) if self.date.isdecimal() else 99


class CommandCards(DataFile):
    cards: dict[str, CommandCard]


class ChitFace(DataFile):
    """2.22 A situation, and the hits if it applies."""

    if_: tuple[str, ...] = Field(alias="if")
    hits: dict[Literal["A", "D", "G", "U"], Hits]
    priority: bool = False


class CombatChit(DataFile):
    front: ChitFace
    back: ChitFace
    blue: bool = False


class CombatChits(DataFile):
    chits: dict[str, CombatChit]


class PointLevel(DataFile):
    """14.2 From how many points on a side wins, and how."""

    sign: Literal["<", ">", ">="] = ">="
    points: Number
    level: Level
    from_: Day = Field(16, alias="from")

    def met(self, points: int) -> bool:
        if self.sign == "<":
            return points < self.points
        return points > self.points if self.sign == ">" else points >= self.points


class CalendarDay(DataFile):
    """An entry of the calendar."""

    far: Number
    german: Number
    allied: Number
    hand: Some
    allied_wins: PointLevel | None = None
    german_wins: PointLevel | None = None


class DayTable(DataFile):
    german_hand: Some
    days: dict[Day, CalendarDay]

    def hand(self, side: str, day: int) -> int:
        return self.german_hand if side == "german" else self.days[day].hand

    def supplementals(self, side: str, day: int) -> int:
        return self.days[day].german if side == "german" else self.days[day].allied


class Heydte(DataFile):
    near: str


class ChartTables(DataFile):
    """The terrain chart, and the numbers that the rules name."""

    costs: dict[str, dict[str, Some]]
    limits: dict[str, Number]
    dates: dict[str, Day]
    surrender: dict[Quality, Number]
    strategic: dict[str, Some]
    exit_points: dict[str, Number]
    exit_dates: dict[str, Day]
    heydte: Heydte
    dinant: str
    north_of_the_meuse: str
    north_limit: str
    tactics: dict[str, tuple[str, ...]]
    tactic_dates: dict[str, Day]
    attack_only: tuple[str, ...]
    defence_only: tuple[str, ...]
    events: dict[str, tuple[str, ...]]
    event_dates: dict[str, Dates]


class Grade(DataFile):
    """15 From how many points on a scenario ends so; an empty winner is a draw."""

    at_least: Number
    winner: Literal["german", "allied", ""]
    level: Level


class CrisisCards(DataFile):
    discarded: str
    draw: Some


class ScenarioSheet(DataFile):
    """15 A scenario: its days, its exceptions, its victory levels; the last one has a set-up of its own."""

    title: str
    words: str
    first: Day
    last: Day
    depots: bool = True
    replacements: bool = True
    all_towns: bool = False
    meuse_wins: bool = False
    calendar: tuple[Day, ...] = ()
    """The days on which the calendar's levels are looked at."""
    german_wins: PointLevel | None = None
    allied_wins: PointLevel | None = None
    grades: tuple[Grade, ...] = ()
    points: Number | None = None
    cards: CrisisCards | None = None
    roadblocks: tuple[str, ...] = ()
    blown: tuple[str, ...] = ()
    german_owned: tuple[str, ...] = ()
    german_bridges: tuple[str, ...] = ()
    """Bridges behind the German front to which Allied units stand as near."""
    improved: tuple[str, ...] = ()
    reduced: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    at: dict[str, str] = Field(default_factory=dict)


class ScenarioSheets(DataFile):
    scenarios: dict[str, ScenarioSheet]
