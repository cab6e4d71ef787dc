"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pbem.craft.spelling import LISTED, spelled_by, unconditional
from pbem.ruleset import Order, model_validator, named
from pbem_rules.wwii_commander.board import space_called, unit_called

EXIT = "exit"
HOLD = "hold"


SpaceName = Annotated[str, spelled_by(space_called), named("space")]
UnitName = Annotated[str, spelled_by(unit_called), named("unit")]
SpaceNames = Annotated[tuple[SpaceName, ...], LISTED]
UnitNames = Annotated[tuple[UnitName, ...], LISTED]


class MoveLine(Order, subject="unit", body="to"):
    """`26VG: Clervaux`, `9SS Pz: Ouffet via Stoumont`, `30 Inf: strategic Malmedy via Verviers, Eupen`,
    `1SS Pz: exit at Liege` or `2Pz: hold`."""

    unit: UnitName
    to: SpaceName = ""
    via: SpaceNames = ()
    strategic: bool = False
    way: Literal["", "exit", "hold"] = ""

    @model_validator(mode="before")
    @classmethod
    def read(cls, line: Any) -> Any:
        """The words after the colon."""
        if not isinstance(line, dict) or not isinstance(line.get("to"), str) or "via" in line:
            return line
        words = " ".join(line["to"].split())
        read = {key: said for key, said in line.items() if key != "to"}
        if words in (EXIT, HOLD):
            return {**read, "way": words}
        if words.startswith("exit at "):
            return {**read, "to": words.removeprefix("exit at "), "way": EXIT}
        if words.startswith("strategic "):
            words, read["strategic"] = words.removeprefix("strategic "), "yes"
        goal, _, via = words.partition(" via ")
        if via:
            read["via"] = tuple(re.split(r",\s*", via))
        return {**read, "to": goal}

    @model_validator(mode="after")
    def somewhere(self) -> MoveLine:
        if not self.to and not self.way:
            raise ValueError("a move names a space, exit or hold")
        return self


class BreakLine(Order, word="words"):
    """`1SS Pz to Stoumont`: where an armor unit breaks through if it can."""

    unit: UnitName
    to: SpaceName
    words: Literal[""] = ""

    @model_validator(mode="before")
    @classmethod
    def read(cls, line: Any) -> Any:
        if not isinstance(line, dict) or not line.get("words"):
            return line
        unit, to, space = line["words"].partition(" to ")
        if not to:
            raise ValueError('"then" is "UNIT to SPACE"')
        return {**{key: said for key, said in line.items() if key != "words"}, "unit": unit, "to": space}

    @model_validator(mode="after")
    def plain(self) -> BreakLine:
        unconditional(self, "then")
        return self


class TurnLine(Order, word="turn"):
    """`{activate: Eupen, move: [{1SS Pz: Spa}], fight: [Spa], then: 1SS Pz to Stoumont}`, or `pass`."""

    activate: SpaceName = ""
    move: tuple[MoveLine, ...] = ()
    fight: SpaceNames = ()
    then: tuple[BreakLine, ...] = ()
    turn: Literal["", "pass"] = ""

    @model_validator(mode="after")
    def one_of_two(self) -> TurnLine:
        if bool(self.activate) == bool(self.turn):
            raise ValueError('a turn is "activate: SPACE" or "pass"')
        return self

    @property
    def passes(self) -> bool:
        return self.turn == "pass"


class EnterLine(Order, subject="unit", body="space"):
    """`7 Arm: Eupen`"""

    unit: UnitName
    space: SpaceName


class DayLine(Order):
    """The choices of a start of day; what is left out goes by standing orders, else by the rule for silence."""

    enter: tuple[EnterLine, ...] = ()
    okw: UnitName | Literal["", "none"] = ""
    fuel: UnitNames = ()
    fuel_keep: UnitNames = ()
    restore: UnitNames | None = None
    commando: UnitName | Literal["", "none"] = ""
