"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pbem.craft.spelling import LISTED, spelled_by, unconditional
from pbem.ruleset import AfterValidator, Field, Order, misread, model_validator, named
from pbem_rules.enemy_action_ardennes.board import cards_of, unit_called
from pbem_rules.enemy_action_ardennes.phrases import TACTICS, USES, side_named

PASS, WAIT = "pass", "wait"


def _card_and_more(text: str, known: tuple[str, ...], what: str) -> str:
    """`53`, `18 as Raise the Alarm`: the number of a card, and what it is played as."""
    card, _, use = (part.strip() for part in text.partition(" as "))
    if card not in CARDS:
        raise misread(f'no card "{card}"', "cards go by their numbers, 1 to 71")
    first = next((name for name in known if use.casefold().startswith(name.casefold())), "")
    if use and not first:
        raise misread(f'{what}: "{use}" is nothing that a card is played as', f"such as {', '.join(known[:6])}")
    return f"{card} as {first}{use[len(first) :]}" if use else card


CARDS = frozenset((*cards_of("german"), *cards_of("allied")))


def _played(text: str) -> str:
    """What an impulse line plays."""
    words = " ".join(text.split())
    return words if words in (PASS, WAIT) else _card_and_more(words, USES, "play")


def _tactic(text: str) -> str:
    """`36 as Combat Engineers`"""
    return _card_and_more(" ".join(text.split()), TACTICS, "tactics")


def _side(text: str) -> str:
    """A hexside: `0712-0812`, the lower hex first."""
    found = side_named(text)
    if found is None:
        raise misread(f'no hexside "{text}"', "write two hexes that touch, such as 0712-0812")
    return found


Hex = Annotated[str, named("hex")]
UnitName = Annotated[str, spelled_by(unit_called), named("unit")]
Formation = Annotated[str, named("formation")]
CardName = Annotated[str, named("card")]
HexsideName = Annotated[str, AfterValidator(_side)]
Hexes = Annotated[tuple[Hex, ...], LISTED]
UnitNames = Annotated[tuple[UnitName, ...], LISTED]
TacticCards = Annotated[tuple[Annotated[str, AfterValidator(_tactic)], ...], LISTED]
CardNames = Annotated[tuple[CardName, ...], LISTED]


class RegimentMove(Order, subject="unit", body="path"):
    """`23.2: 0605`, `3.2P: 1709 1710 1711`, `2.2P: strategic 1512`, `501: 1129 exit`, `9.2: hold` or `2.2P: to 0405`.

    Hexes that do not touch are joined by the cheapest way; one that touches is the step itself, after `to` also the end
    of a way around where the step is not allowed.
    """

    unit: UnitName
    path: tuple[Hex, ...] = ()
    strategic: bool = False
    exit: bool = False
    around: bool = False

    @model_validator(mode="before")
    @classmethod
    def read(cls, line: Any) -> Any:
        if not isinstance(line, dict) or not isinstance(line.get("path"), str):
            return line
        told = [word for word in re.split(r"[\s,]+", line["path"]) if word]
        if "hold" in told and len(told) > 1:
            raise misread(f'"hold" stands alone, not in "{line["path"]}"', "who holds does not move")
        words = [word for word in told if word not in ("to", "hold")]
        if re.match(r"(strategic\s+)?to\s", line["path"].strip()):
            line = {**line, "around": "yes"}
        read = {**line, "path": tuple(word for word in words if word not in ("strategic", "exit"))}
        for word in ("strategic", "exit"):
            if word in words:
                read[word] = "yes"
        return read


class DeployLine(Order, subject="unit", body="hex"):
    """`CCB.9A + CCR.9A: 1814`: reserve units, or all those of a division, and their hex."""

    unit: str
    hex: Hex


class AssaultOrder(Order):
    """`{attack: 0804, with: [27.12VG, 48.12VG], tactics: [62 as Artillery], draw: 5 unless D3, then: advance all}`."""

    attack: Hex
    with_: UnitNames = Field(alias="with", min_length=1)
    tactics: TacticCards = ()
    bonus: str = ""
    """9.23 The tactic that an army card gives."""
    reinforce: tuple[RegimentMove, ...] = ()
    join: UnitNames = ()
    draw: str = ""
    losses: str = ""
    then: str = ""

    @model_validator(mode="after")
    def known(self) -> AssaultOrder:
        if self.draw and not DRAWS.fullmatch(self.draw):
            raise misread(f'draw: "{self.draw}"', "write minimum, maximum, 5 or 5 unless D3")
        if self.then and self.then not in ("stay", "none") and not self.then.startswith("advance "):
            raise misread(f'then: "{self.then}"', "write advance all, advance UNIT, UNIT to HEX or stay")
        if self.bonus and self.bonus not in TACTICS:
            raise misread(f'bonus: no tactic "{self.bonus}"', f"one of {', '.join(TACTICS)}")
        return self


DRAWS = re.compile(r"minimum|maximum|\d+( unless D\d+)?")


class ImpulseLine(Order, word="play"):
    """One impulse: the card, what it is played as, and what the units do.

    `{play: 53, attacks: [...]}`, `{play: 18 as Raise the Alarm, move: [{23.2: 0605}]}`, `pass`; under `ahead:`, `wait`.
    """

    play: Annotated[str, AfterValidator(_played)]
    of: str = ""
    """The formation that an event is about."""
    hex: Hex = ""
    deploy: tuple[DeployLine, ...] = ()
    move: tuple[RegimentMove, ...] = ()
    attacks: tuple[AssaultOrder, ...] = ()
    dig: UnitNames = ()
    """12.31 Units that build an improved position."""
    replace: UnitNames = ()

    @property
    def card(self) -> str:
        return self.play.partition(" as ")[0]

    @property
    def use(self) -> str:
        return self.play.partition(" as ")[2]

    @property
    def named(self) -> tuple[str, ...]:
        """The units that the line gives something to do."""
        return (*(m.unit for m in self.move), *(name for a in self.attacks for name in a.with_), *self.dig)


class BridgeLine(Order, subject="card", body="work"):
    """`44: repair 1707-1708`: a card played in the supply phase."""

    card: CardName
    work: str

    @model_validator(mode="after")
    def known(self) -> BridgeLine:
        unconditional(self, "bridges")
        kind, _, side = self.work.partition(" ")
        if kind not in ("repair", "build") or side_named(side) is None:
            raise misread(f'bridges: "{self.work}"', "write repair 1707-1708 or build 1707-1708")
        return self


class FuelLine(Order, subject="by", body="formation"):
    """`depot: 1SS`, `48: FuhrBg`: what is given up for whom."""

    by: str
    formation: Formation

    @model_validator(mode="after")
    def known(self) -> FuelLine:
        unconditional(self, "fuel")
        if self.by != "depot" and self.by not in CARDS:
            raise misread(f'fuel: "{self.by}" is neither a card nor a depot', "write depot or the number of a card")
        return self


class DayOrder(Order):
    """`day:` for the next morning: bridges, fuel, reserves and interdiction; what is left out is not done."""

    bridges: tuple[BridgeLine, ...] = ()
    fuel: tuple[FuelLine, ...] = ()
    reserves: tuple[DeployLine, ...] = ()
    interdict: CardNames = ()


class ReactLine(Order):
    """`{roadblock: [0908, 1008], card: 14, when: activation I SS}`, `{blow: 0712-0812, card: 17}`, `{greif: any}`."""

    roadblock: Hexes = ()
    blow: str = ""
    greif: str = ""
    card: CardName
    when: str = ""

    @model_validator(mode="after")
    def one_of_three(self) -> ReactLine:
        if sum(map(bool, (self.roadblock, self.blow, self.greif))) != 1:
            raise misread("a reaction is one of roadblock, blow, greif", "give it a line of its own")
        for side in (self.blow, self.greif):
            if side and side != "any" and side_named(side) is None:
                raise misread(f'no hexside "{side}"', "write two hexes that touch, such as 0712-0812")
        return self
