"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal

from pbem.craft.spelling import one_of, tidy
from pbem.ruleset import Field, Order, field_validator, frozen, misread, named
from pbem_rules.ardennes_offensive.board import the_map, the_paratroops, the_tables

Hex = Annotated[str, named("hex")]
Unit = Annotated[str, named("unit")]
Odds = Annotated[str, one_of("odds", lambda: the_tables().columns.labels)]

TO = re.compile(r"to (?P<goal>\d+)(?P<road> by road)?(?: via (?P<via>\d+(?: \d+)*))?(?P<late> by road)?")
HEXES = re.compile(r"\d+(?: \d+)*")
DROP = re.compile(r"(?:(?P<unit>[^,]+) at |at )?(?P<hex>\d+)")
MODES = ("enter road mode", "leave road mode")
HOLD = "hold"
STAY = "stay"


@frozen
class MoveClause:
    """One stretch of a move: hexes as written, a goal with hexes on the way, or a change of mode."""

    kind: Literal["hexes", "to", "enter", "leave"]
    hexes: tuple[str, ...] = ()
    """The hexes of the path; for a goal the hexes to go by, the goal last."""
    by_road: bool = False


@cache
def clause(words: str) -> MoveClause:
    """A clause that has been read before."""
    if words in MODES:
        return MoveClause("enter" if words == MODES[0] else "leave")
    if found := TO.fullmatch(words):
        via = tuple((found["via"] or "").split())
        return MoveClause("to", (*via, found["goal"]), bool(found["road"] or found["late"]))
    return MoveClause("hexes", tuple(words.split()))


def known_hex(hex: str) -> str:
    """The number as it stands on the map, or what is wrong with it."""
    if the_map().grid.contains(hex):
        return hex
    if len(hex) != 4:
        full = hex.zfill(4)
        hint = (
            f"did you mean {full}?" if the_map().grid.contains(full) else "the row first, then the place from the east"
        )
        raise misread(f'hex "{hex}" has {len(hex)} digits, hexes have four', hint)
    raise misread(f'no hex "{hex}"', "rows run from 01 in the north to 37, places from 01 in the east to 42")


class MoveLine(Order, subject="unit", body="way"):
    """`26/12SS: 0905 0906`, `cca7: to 1012 by road, leave road mode`, `22/4: hold`."""

    unit: Unit
    way: str = HOLD

    @field_validator("way", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        way = tidy(words) or HOLD
        if way == HOLD:
            return way
        for part in way.split(", "):
            if part in MODES:
                continue
            if part == HOLD:
                raise misread(f'"{HOLD}" stands alone, not in "{way}"', "who holds does not move in this phase")
            if not TO.fullmatch(part) and not HEXES.fullmatch(part):
                hint = "write hexes, to HEX by road, via HEX, enter road mode, leave road mode, or hold"
                raise misread(f'no words for a move: "{part}"', hint)
            for hex in re.findall(r"\d+", part):
                known_hex(hex)
        return way

    @property
    def clauses(self) -> tuple[MoveClause, ...]:
        return () if self.way == HOLD else tuple(clause(part) for part in self.way.split(", "))


class ArrivalLine(Order, subject="unit", body="where"):
    """`cca7: at 0112, enter 0212`: where a reinforcement appears, and by which hex it comes on."""

    unit: Unit
    where: str

    @field_validator("where", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        where = tidy(words)
        found = re.fullmatch(r"(?:at )?(\d+)(?:, enter (\d+))?", where)
        if found is None:
            raise misread(f'no words for an arrival: "{where}"', "write at HEX, or at HEX, enter HEX")
        at, enter = known_hex(found[1]), found[2]
        return f"at {at}, enter {known_hex(enter)}" if enter else f"at {at}"

    @property
    def at_hex(self) -> str:
        return self.where.split()[1].rstrip(",")

    @property
    def enter(self) -> str:
        return self.where.split()[-1] if "enter" in self.where else ""


class SetUpLine(Order, subject="unit", body="hex"):
    """`394/99: 0906`: a unit's place in a free set-up."""

    unit: Unit
    hex: Hex

    @field_validator("hex", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        return tidy(words).removeprefix("at ")


def drops(name: str) -> bool:
    """Whether a name, or the last word of a longer one, is that of the unit that drops."""
    return any(name.casefold().split()[-1:] == [known.casefold()] for known in the_paratroops())


class DropLine(Order, body="hex"):
    """`drop: Heydte at 0512`, or the hex alone: one unit drops, in one hex."""

    hex: Hex

    @field_validator("hex", mode="before")
    @classmethod
    def read(cls, words: Any) -> str:
        told = tidy(words)
        found = DROP.fullmatch(told)
        if found is None or (found["unit"] and not drops(found["unit"])):
            raise misread(f'no words for the drop: "{told}"', f"write {' or '.join(the_paratroops())} at one HEX")
        return found["hex"]


class AttackLine(Order):
    """`{attack: 1812, with: [2SS a, 19/9SS], odds: 3-1, min: 2-1, pay: [19/9SS], then: advance 2SS a}`."""

    attack: tuple[Hex, ...] = Field(min_length=1)
    with_: tuple[Unit, ...] = Field(alias="with", min_length=1)
    odds: Odds = ""
    min: Odds = ""
    pay: tuple[Unit, ...] = ()
    then: tuple[Annotated[str, named("advance")], ...] = ()

    @field_validator("attack", "with_", "pay", mode="before")
    @classmethod
    def listed(cls, words: Any) -> Any:
        return tuple(word.strip() for word in re.split(r",| \+ ", words)) if isinstance(words, str) else words

    @field_validator("then", mode="before")
    @classmethod
    def read(cls, words: Any) -> Any:
        """`advance 2/2Pz`, `stay`; with several hexes cleared, one after the other."""
        told = words.split(",") if isinstance(words, str) else words
        if told == ["advance"]:
            raise misread('"advance" names nobody', "write advance UNIT, or stay")
        return tuple(str(word).strip().removeprefix("advance ").strip() for word in told if str(word).strip())
