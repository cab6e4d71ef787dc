"""An invented game's form, small but with every kind of line that a sheet may hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pbem.model.decision import Decision
from pbem.model.formwork import BeforeValidator, Field
from pbem.model.misread import misread
from pbem.model.names import named
from pbem.model.sheet import Order
from pbem.sheets import PartForm, SheetForm, TopicForm

Hex = Annotated[str, named("hex")]
Unit = Annotated[str, named("unit")]
Town = Annotated[str, named("town")]


def path_of(words: object) -> object:
    """`0905 0906` or `hold`."""
    if words == "hold":
        return []
    if isinstance(words, str):
        if words.startswith("fly"):
            raise misread("no unit can fly", "write hexes", kind="illegal", case="5.1")
        return words.split()
    return words


class Move(Order, subject="unit", body="path"):
    unit: Unit
    path: Annotated[tuple[Hex, ...], BeforeValidator(path_of)]
    hold_back: bool = False

    def model_dump(self, **how: Any) -> dict[str, Any]:
        """The path as words."""
        told = super().model_dump(**how)
        return told | {"path": " ".join(self.path) or "hold"} if "path" in told else told


class Attack(Order):
    attack: Hex | tuple[Hex, ...]
    with_: tuple[Unit, ...] = Field(alias="with")
    min: Literal["1-1", "2-1", "3-1"] = "1-1"
    support: int = Field(0, ge=0, le=3)
    then: str = ""


class Turn(Order, word="says"):
    says: Literal["pass", "wait"] | None = None
    activate: Town | None = None
    move: tuple[Move, ...] = ()
    fight: tuple[Town, ...] = ()
    attacks: tuple[Attack, ...] = ()


class Air(Order, body="missions"):
    missions: tuple[Literal["support", "cap"], ...] = ()


def condition(text: str) -> str | None:
    if text.endswith(" cleared") or text == "hand has 61":
        return None
    return f'not a condition, "{text}"'


def waive(words: str) -> str | None:
    return None if words.startswith("waive at ") else f'immunity: read "{words}", wanted keep or waive at COLUMN'


RETREAT = Decision(
    ("gt1.combat", "0906", "10.2", "red"), "10.2", "red", "retreat", "1/5 retreats where?",
    options=("0905", "1006", "stand"),
)  # fmt: skip
LOSSES = Decision(
    ("gt1.combat", "0907", "10.1", "red"), "10.1", "red", "losses", "lose one or two",
    kind="several", options=("1/5", "2/5", "HQ"), least=1, most=2,
)  # fmt: skip
REST = Decision(
    ("gt1.movement", "movement rest 1", "5.0", "red"), "5.0", "red", "movement", "1/5 was stopped",
    kind="part", facts={"again": "rest"},
)  # fmt: skip

FORM = SheetForm(
    unordered="units without an order hold",
    game="kh7f",
    exchange=4,
    side="red",
    sides=("red", "blue"),
    mark="IN",
    parts=(
        PartForm("air", Air, single=True),
        PartForm("movement", Move),
        PartForm("combat", Attack),
        PartForm("turns", Turn, ahead=True),
    ),
    topics=(
        TopicForm("retreat", words=("stand", "toward supply"), places="hex"),
        TopicForm("retreat to"),
        TopicForm("immunity", words=("keep",), misread=waive),
    ),
    read_condition=condition,
    names={
        "unit": ("1/5", "2/5", "HQ", "12 VG", "26/12SS", "2/2Pz", "2/1SS"),
        "hex": ("0312", "0905", "0906", "0907", "1006", "A0711", "B0711"),
        "town": ("Bastogne", "St. Vith", "Trois Ponts", "Stoumont"),
    },
)
ASKED = SheetForm(
    **{
        name: getattr(FORM, name)
        for name in ("unordered", "game", "exchange", "side", "sides", "parts", "topics", "names")
    },
    read_condition=condition,
    due={"Q1": RETREAT, "Q2": LOSSES, "Q3": REST},
)
