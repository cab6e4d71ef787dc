"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pbem.craft.naming import Names
from pbem.craft.sayings import many
from pbem.craft.spelling import LISTED
from pbem.craft.vocabulary import Vocabulary
from pbem.ruleset import Field, Order, field_validator, misread, model_validator, named
from pbem_rules.bulge.board import MISSIONS, names, the_map, the_tables

Hex = Annotated[str, named("hex")]
UnitName = Annotated[str, named("unit")]


def column_named(words: str) -> str | None:
    """A column by its label, or by a number in it: `+7` is +6 to +8."""
    columns = the_tables().columns
    if words in columns.labels:
        return words
    bare = words.removeprefix("+").removeprefix("-")
    return columns.of(int(words)) if bare.isdecimal() else None


def spelled(kind: str, text: str) -> str:
    """A column may be named by a number in it."""
    return (column_named(text) or text) if kind == "column" else text


NAMES = Names(names, spelled)
POLICY = Vocabulary("after", NAMES, ("secondary", "primary", "primary at {column} or more"))
"""How attacks that must be made are made."""
HEXES = "hexes have four digits, such as 0407"


Missions = Annotated[tuple[Annotated[str, named("mission")], ...], LISTED]
UnitNames = Annotated[tuple[UnitName, ...], LISTED]


class AirLine(Order, body="missions"):
    """`air: [support, cap]`, or one list for each weather: `air: {overcast: [], mist: [cap], clear: [support]}`."""

    missions: Missions = ()
    overcast: Missions | None = None
    mist: Missions | None = None
    clear: Missions | None = None

    @field_validator("missions", "overcast", "mist", "clear")
    @classmethod
    def known(cls, missions: tuple[str, ...] | None) -> tuple[str, ...] | None:
        for mission in missions or ():
            if mission not in MISSIONS:
                raise misread(f"no mission {mission!r}", f"one of {', '.join(MISSIONS)}")
        for mission, case in (("interdict", "7.2"), ("resupply", "7.4")):
            flown, most = (missions or ()).count(mission), max(side[mission] for side in the_tables().markers.values())
            if flown > most:
                hint = "make one of them support or cap"
                raise misread(
                    f"{many(flown, 'mission')} {mission}, the counters allow {most}", hint, kind="illegal", case=case
                )
        return missions

    def for_weather(self, weather: str) -> tuple[str, ...]:
        """The missions for this weather, in the order in which the air points fly them."""
        by_weather = {"overcast": self.overcast, "mist": self.mist, "clear": self.clear}[weather]
        return self.missions if by_weather is None else by_weather


class InterdictLine(Order, word="hex"):
    """`interdict: [1101, 0901]`: the first that are still lawful."""

    hex: Hex

    @field_validator("hex")
    @classmethod
    def has_a_road(cls, hex: str) -> str:
        if the_map().grid.contains(hex) and not the_map().on_road(hex):
            raise misread(f"no road in {hex}", "only road hexes are interdicted", kind="illegal", case="7.2")
        return hex


class ResupplyLine(Order, word="unit"):
    """`resupply: [2, 9B]`."""

    unit: UnitName


class Route(Order):
    """What a movement line says about a unit's way."""

    path: tuple[str, ...] = ()
    to: str = ""
    via: tuple[str, ...] = ()
    by_road: bool = False
    mech: bool = False
    enter: str = ""
    exit: str = ""
    drop: str = ""


class MoveLine(Order, subject="unit", body="way"):
    """A unit's way: `1SS: 0601 0602`, `9B: mech 0407 0507`, `Lehr: to 1412 by road`, `150: enter 1101, 1102 1202`,
    `Lehr: exit 0118`, `vDH: drop 0407`, `9A: hold`; or `mech: [101, 82]`, `hold back: [10 Arm]`, `rest: hold`."""

    unit: UnitName = ""
    way: str = ""
    mech: UnitNames = ()
    hold_back: UnitNames = Field((), alias="hold back")
    rest: Literal["", "hold"] = ""

    @field_validator("way", mode="before")
    @classmethod
    def one_text(cls, way: Any) -> Any:
        return " ".join(way) if isinstance(way, list | tuple) else way

    @model_validator(mode="after")
    def says_one_thing(self) -> MoveLine:
        said = [bool(self.unit), bool(self.mech), bool(self.hold_back), bool(self.rest)]
        if sum(said) > 1:
            raise misread("one line says one thing", "give mech, hold back and rest lines of their own")
        if self.unit:
            self.route  # noqa: B018  reading it finds what cannot be read
        return self

    @property
    def route(self) -> Route:
        return read_route(self.way)


def read_route(way: str) -> Route:
    """The words of a way, in their order."""
    words = way.replace(",", " ").replace("+", " ").split()
    for word, rest in (("hold", 0), ("drop", 1)):
        if word in words and len(words) > rest + 1:
            raise misread(f'"{word}" stands alone, not in "{way}"', "a line says one thing of a unit")
    found: dict[str, Any] = {"path": [], "via": []}
    while words:
        word = words.pop(0)
        if word in found and word != "via":
            raise misread(f'"{word}" stands twice in "{way}"', "a way has one beginning and one end")
        if word in ("to", "via", "enter", "exit", "drop"):
            hex = words.pop(0) if words and words[0].isdecimal() else ""
            if word == "exit" and not hex:
                hex = found["path"][-1] if found["path"] else "here"
            if not hex:
                read = f', read "{words[0]}"' if words else ""
                raise misread(f"no hex after {word}{read}", HEXES)
            _is_hex(hex, word) if hex != "here" else None
            if word == "via":
                found["via"].append(hex)
            else:
                found[word] = hex
        elif word == "by" and words[:1] == ["road"]:
            words.pop(0)
            found["by_road"] = True
        elif word == "mech":
            found["mech"] = True
        elif word not in ("hold", "then"):
            _is_hex(word, "")
            found["path"].append(word)
    return Route(**{name: tuple(value) if isinstance(value, list) else value for name, value in found.items()})


def _is_hex(word: str, after: str) -> None:
    if the_map().grid.contains(word):
        return
    if word.isdecimal() or after:
        raise misread(f"no hex {word!r}{f' after {after}' if after else ''}", HEXES)
    raise misread(
        f"no word for a way: {word!r}",
        "hexes, or: to HEX, via HEX, by road, mech, enter HEX, exit HEX, drop HEX, hold",
    )


class AttackLine(Order):
    """`{attack: 0503, with: [3 FJ, 12 VG], support: 1, crt: secondary, column: "0", min: "0", then: advance 3 FJ}`,
    or `rest: secondary` for all who must still attack."""

    attack: Hex = ""
    with_: UnitNames = Field((), alias="with")
    support: int = Field(0, ge=0)
    crt: Literal["", "primary", "secondary"] = ""
    column: str = ""
    min: str = ""
    pay: UnitNames = ()
    then: str = ""
    rest: str = ""

    @field_validator("support", mode="before")
    @classmethod
    def number(cls, support: Any) -> Any:
        return int(support) if isinstance(support, str) and support.isdecimal() else support

    @field_validator("column", "min")
    @classmethod
    def known_column(cls, column: str) -> str:
        if not column:
            return ""
        found = column_named(column)
        if found is None:
            raise misread(f"no column {column!r}", f"one of {', '.join(the_tables().columns.labels)}")
        return found

    @field_validator("then")
    @classmethod
    def known_then(cls, then: str) -> str:
        if then and then not in ("stay", "advance") and not then.startswith("advance "):
            raise misread(f'"then" is "advance UNIT" or "stay", read {then!r}')
        return then

    @field_validator("rest")
    @classmethod
    def known_rest(cls, rest: str) -> str:
        if rest and (wrong := POLICY.misread(rest)):
            raise misread(wrong.message, wrong.hint)
        return rest

    @model_validator(mode="after")
    def is_an_attack(self) -> AttackLine:
        if self.rest and (self.attack or self.with_):
            raise misread("rest stands in a line of its own", 'write "- rest: secondary"')
        if not self.rest and not (self.attack and self.with_):
            raise misread("an attack wants a hex and units", "write {attack: HEX, with: [UNIT, UNIT]}")
        for name in (*self.pay, *(self.advance if self.then.startswith("advance ") else ())):
            if name not in self.with_:
                raise misread(f"{name} does not take part in the attack", f"one of {', '.join(self.with_)}")
        return self

    @property
    def advance(self) -> tuple[str, ...]:
        """What the line says about 12.4; `advance` alone takes whoever comes first."""
        if not self.then:
            return ()
        if self.then == "advance":
            return self.with_
        wanted = self.then.removeprefix("advance ")
        return tuple(name for name in self.with_ if alike(name, wanted)) or (wanted,)


def alike(one: str, other: str) -> bool:
    """Names that differ in blanks and capitals only: `3FJ` is 3 FJ."""
    return one.replace(" ", "").casefold() == other.replace(" ", "").casefold()
