"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pbem.craft.spelling import one_of, tidy
from pbem.ruleset import BeforeValidator, Field, Order, field_validator, frozen, misread, model_validator, named
from pbem_rules.battles_for_the_ardennes.board import names, the_charts, the_map

SPELLED = re.compile(r"(?:GE|US|UK|FR|BE)-")


def plain_name(unit: Any) -> Any:
    """A counter may be written with the mark of its army: GE-1SS-PZ is 1SS-PZ."""
    if isinstance(unit, str) and SPELLED.match(unit) and unit not in names()["unit"]:
        return SPELLED.sub("", unit, count=1)
    return unit


def lettered(hex: Any) -> Any:
    """Bare digits are told with the maps that they may stand for."""
    return known_hex(hex) if isinstance(hex, str) and hex.isdecimal() and len(hex) == 4 else hex


Hex = Annotated[str, BeforeValidator(lettered), named("hex")]
Unit = Annotated[str, named("unit")]
Odds = Annotated[str, one_of("odds", lambda: the_charts().columns.labels)]

STAY, HOLD, OFF = "stay", "hold", "hold off map"
HEX = r"[A-D]\d{4}"
TO = re.compile(rf"to (?P<goal>{HEX}|\d{{4}})(?P<road> by road)?")
HEXES = re.compile(rf"(?:{HEX}|\d{{4}})(?: (?:{HEX}|\d{{4}}))*")
SIDE = re.compile(rf"({HEX})-({HEX})")
EXIT = re.compile(r"exit (north|east|south|west)")


@frozen
class MoveStretch:
    """A piece of a move: hexes, a goal, a mode, or the way off the map."""

    kind: Literal["hexes", "to", "march", "forced", "exit"]
    hexes: tuple[str, ...] = ()
    by_road: bool = False
    words: str = ""


@cache
def stretches_of(way: str) -> tuple[MoveStretch, ...]:
    found = []
    for words in way.split(", "):
        if words in ("march", "forced march"):
            found.append(MoveStretch("forced" if words == "forced march" else "march"))
        elif told := TO.fullmatch(words):
            found.append(MoveStretch("to", (told["goal"],), bool(told["road"])))
        elif told := EXIT.fullmatch(words):
            found.append(MoveStretch("exit", words=told[1]))
        elif words != HOLD:
            found.append(MoveStretch("hexes", tuple(words.split())))
    return tuple(found)


def known_hex(hex: str) -> str:
    """A number with its map's letter; without one only where a single hex can be meant."""
    grid = the_map().grid
    if grid.contains(hex):
        return hex
    if hex.isdecimal():
        found = [letter for letter in "ABCD" if grid.contains(f"{letter}{hex}")]
        if found:
            word = f"{', '.join(found[:-1])} and map {found[-1]}" if len(found) > 1 else found[0]
            hint = f"write {' or '.join(described(f'{letter}{hex}') for letter in found[:2])}"
            raise misread(f"hex {hex} is on map {word}", hint, kind="ambiguous")
    raise misread(f'no hex "{hex}"', "a map A to D, rows 01 to 23 from the south, places 01 to 29 from the west")


def described(hex: str) -> str:
    name = the_map().name(the_map().spelled(hex))
    return f"{hex} ({name})" if name else hex


def read_way(words: Any) -> str:
    """A move in tidy words, its hexes with their letters."""
    way = tidy(words) or HOLD
    if way == HOLD:
        return way
    for part in way.split(", "):
        if part in ("march", "forced march") or EXIT.fullmatch(part):
            continue
        if part == HOLD:
            raise misread(f'"{HOLD}" stands alone, not in "{way}"', "who holds does not move in this player-turn")
        if not TO.fullmatch(part) and not HEXES.fullmatch(part):
            hint = "write hexes, to HEX by road, march, forced march, exit EDGE, or hold"
            raise misread(f'no words for a move: "{part}"', hint)
        for hex in re.findall(r"\b[A-D]?\d{4}\b", part):
            known_hex(hex)
    return way


def read_side(words: str) -> str:
    """A hexside `B1413-B1314`."""
    told = SIDE.fullmatch(words.strip())
    if told is None:
        raise misread(f'no hexside: "{words}"', "write two hexes: B1413-B1314")
    for hex in told.groups():
        known_hex(hex)
    return words.strip()


class SubjectOrder(Order, subject="unit"):
    """A line about one unit."""

    unit: Unit

    @field_validator("unit", mode="before")
    @classmethod
    def known_unit(cls, unit: Any) -> Any:
        return plain_name(unit)


# Before play


class SecretOrder(Order):
    """`secret: {greif: [B0914, ...], primary: [...]}`, `{dumps: {B1211: 30}}`, `{plan: historical}`."""

    greif: tuple[Hex, ...] = ()
    primary: tuple[Hex, ...] = ()
    """16.46 Which of the targets are primary."""
    dumps: dict[Hex, int] = Field(default_factory=dict)
    plan: str = ""

    @field_validator("greif", "primary", mode="before")
    @classmethod
    def listed(cls, words: Any) -> Any:
        return tuple(words.split()) if isinstance(words, str) else words


# A player-turn


class AirOrder(Order, word="interdict"):
    """`interdict B1321`"""

    interdict: Hex

    @field_validator("interdict", mode="before")
    @classmethod
    def read(cls, words: Any) -> Any:
        return tidy(words).removeprefix("interdict ")


class WorkOrder(SubjectOrder, body="what"):
    """A unit at work: on a hexside, or at something else in its hex."""

    WHERE: ClassVar[str]
    VERB: ClassVar[str]
    """What it does on a hexside."""
    ELSE: ClassVar[tuple[str, ...]]
    """What else there is to do; the first of its names is kept."""

    what: str

    @field_validator("what", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        told = tidy(words)
        if told.startswith(f"{cls.VERB} "):
            return f"{cls.VERB} {read_side(told.removeprefix(cls.VERB))}"
        if told in cls.ELSE:
            return cls.ELSE[0]
        raise misread(f'no words for {cls.WHERE}: "{told}"', f"write {cls.VERB} HEX-HEX, or {cls.ELSE[0]}")

    @property
    def side_of(self) -> str:
        return self.what.removeprefix(f"{self.VERB} ") if self.what not in self.ELSE else ""


class BridgeOrder(WorkOrder):
    """`291ENG: blow B1413-B1314`, `7A-CCB: destroy dump`."""

    WHERE, VERB, ELSE = "the Bridge Phase", "blow", ("destroy dump", "destroy")


class BuildOrder(WorkOrder):
    """`2-38: improved position`, `116-PIO: bridge B0116-B0117`."""

    WHERE, VERB, ELSE = "building", "bridge", ("improved position", "position")


class BatteryOrder(SubjectOrder, body="mode"):
    """`388VAK: to movement mode`, `402VAK: in battery`."""

    mode: Literal["battery", "moving"]

    @field_validator("mode", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        told = tidy(words).removeprefix("to ").removeprefix("in ").removesuffix(" mode")
        known = {"movement": "moving", "moving": "moving", "battery": "battery", "dump": "battery"}
        if told not in known:
            raise misread(f'no mode of artillery: "{words}"', "write to movement mode, or to battery")
        return known[told]


class ArrivalOrder(SubjectOrder, body="way"):
    """`7A-CCA: enter B2313, march, to B1413 by road`, `9-47: hold off map`, `HEYDTE: drop B1814`."""

    way: str

    @field_validator("way", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        told = tidy(words)
        if told in (OFF, HOLD):
            return OFF
        first, _, rest = told.partition(", ")
        verb, _, hex = first.partition(" ")
        if verb not in ("enter", "drop") or not re.fullmatch(HEX, known_hex(hex)) or (verb == "drop" and rest):
            raise misread(f'no words for an arrival: "{told}"', "write enter HEX, drop HEX, or hold off map")
        return f"{first}, {read_way(rest)}" if rest else first

    @property
    def hex(self) -> str:
        return "" if self.way == OFF else self.way.split(", ")[0].split()[1]

    @property
    def drops(self) -> bool:
        return self.way.startswith("drop ")

    @property
    def stretches(self) -> tuple[MoveStretch, ...]:
        _, _, rest = self.way.partition(", ")
        return stretches_of(rest) if rest else ()


class MoveOrder(SubjectOrder, body="way"):
    """`1SS-PZ: B1123 B1122`, `32CAV: march, to B0716 by road`, `2-3PZ: to A0701, exit west`, `62-164: hold`."""

    way: str = HOLD

    @field_validator("way", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        return read_way(words)

    @property
    def stretches(self) -> tuple[MoveStretch, ...]:
        return stretches_of(self.way)


DEPENDS = re.compile(r"if defender (\d+) then (\d+) else (\d+)")


@frozen
class Barrage:
    """A battery of an attack, and how it saturates: not at all, normal or withering."""

    unit: str
    saturate: str = ""


def one_each(points: dict[str, Any]) -> dict[str, str]:
    """The points of Intensive Fire by unit; two spellings of a unit are told, neither counts."""
    told: dict[str, str] = {}
    for name, number in points.items():
        if any(known.casefold() == plain_name(name).casefold() for known in told):
            raise misread(
                f"{plain_name(name)} has two numbers of intensive fire points", "one for each unit", case="16.62"
            )
        told[plain_name(name)] = str(number)
    return told


class AttackOrder(Order):
    """`{attack: B1320, with: [12-27], barrage: [402VAK saturate normal], intensive: {12-27: 2}}`."""

    attack: Hex
    with_: tuple[Unit, ...] = Field((), alias="with")
    barrage: tuple[str, ...] = ()
    intensive: dict[Unit, str] = Field(default_factory=dict)
    support: int = 0
    min: Odds = ""
    losses: tuple[Unit, ...] = ()
    then: str = ""

    @model_validator(mode="before")
    @classmethod
    def plain_names(cls, line: Any) -> Any:
        """Counters may be written with the mark of their army; numbers of points are texts."""
        if not isinstance(line, dict):
            return line
        told = dict(line)
        for key in ("with", "with_", "losses"):
            if isinstance(told.get(key), str):
                told[key] = re.split(r", *| \+ ", told[key])
            if isinstance(told.get(key), list | tuple):
                told[key] = tuple(plain_name(name) for name in told[key])
        if isinstance(told.get("intensive"), dict):
            told["intensive"] = one_each(told["intensive"])
        return told

    @field_validator("barrage", mode="before")
    @classmethod
    def batteries(cls, words: Any) -> Any:
        """`402VAK`, `402VAK saturate normal`"""
        listed = words.split(",") if isinstance(words, str) else words
        if not isinstance(listed, list | tuple):
            return listed
        return tuple(cls._battery(str(word)) for word in listed)

    @classmethod
    def _battery(cls, words: str) -> str:
        name, _, how = " ".join(words.split()).partition(" ")
        kind = how.removeprefix("saturate ")
        if kind not in ("", "normal", "withering"):
            raise misread(
                f'no words for a barrage: "{words}"', "write BATTERY, or BATTERY saturate normal or withering"
            )
        return f"{plain_name(name)} saturate {kind}" if kind else str(plain_name(name))

    @field_validator("barrage")
    @classmethod
    def known_batteries(cls, listed: tuple[str, ...]) -> tuple[str, ...]:
        for words in listed:
            if words.split()[0] not in names()["unit"]:
                raise misread(f'no unit "{words.split()[0]}"')
        return listed

    @field_validator("intensive")
    @classmethod
    def points(cls, told: dict[str, str]) -> dict[str, str]:
        for words in told.values():
            if not words.isdecimal() and not DEPENDS.fullmatch(words):
                hint = "write a number, or if defender 0 then 1 else 2"
                raise misread(f'no number of intensive fire points: "{words}"', hint, case="16.62")
        return told

    @field_validator("then", mode="before")
    @classmethod
    def advances(cls, words: Any) -> str:
        told = tidy(words)
        for part in told.removeprefix("advance ").split(", ") if told and told != STAY else ():
            name, *hexes = part.split()
            if plain_name(name) not in names()["unit"]:
                raise misread(f'"then" is "advance UNIT HEX ...", or "stay", read "{part}"')
            for hex in hexes:
                known_hex(hex)
        return told

    @property
    def batteries_of(self) -> tuple[Barrage, ...]:
        found = (words.partition(" saturate ") for words in self.barrage)
        return tuple(Barrage(name, kind) for name, _, kind in found)

    @property
    def advance(self) -> dict[str, tuple[str, ...]] | None:
        """Who goes where, None if nothing is said; a unit without hexes goes into the first."""
        if not self.then:
            return None
        if self.then == STAY:
            return {}
        parts = (part.split() for part in self.then.removeprefix("advance ").split(", "))
        return {plain_name(name): tuple(hexes) for name, *hexes in parts}
