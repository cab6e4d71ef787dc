"""The lines of a sheet, part by part, and how they are written short."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pbem.ruleset import Field, Order, field_validator, model_validator, named

Hex = Annotated[str, named("hex")]
Unit = Annotated[str, named("unit")]
Card = Annotated[str, named("card")]


class PlotLine(Order):
    """`plot: {mine: bridge}` for Red, `plot: {objective: Alder}` for Blue."""

    mine: Annotated[str, named("crossing")] = ""
    objective: Annotated[str, named("town")] = ""


class DiscardLine(Order, word="card"):
    """`discard: [Rope 1]`, a turn ahead."""

    card: Card


class ArrivalLine(Order, subject="unit", body="what"):
    """`6 Foot: hold back`.  A unit without a line arrives."""

    unit: Unit
    what: Literal["arrive", "hold back"]


class MarchLine(Order, subject="unit", body="path"):
    """`1 Foot: 0403 0503`, `1 Foot: to 0603` or `1 Foot: hold`."""

    unit: Unit
    path: tuple[Hex, ...] = ()
    to: Hex = ""

    @model_validator(mode="before")
    @classmethod
    def read(cls, line: Any) -> Any:
        if not isinstance(line, dict) or not isinstance(line.get("path"), str):
            return line
        words = line["path"].split()
        if words == ["hold"]:
            return {**line, "path": ()}
        if words[:1] == ["to"] and len(words) == 2:
            return {**line, "path": (), "to": words[1]}
        return {**line, "path": tuple(words)}


class AttackLine(Order):
    """`{attack: 0503, with: [1 Foot, 2 Foot], guns: [1 Guns], card: Volley 1, then: advance 1 Foot}`."""

    attack: Hex
    with_: tuple[Unit, ...] = Field(alias="with", min_length=1)
    guns: tuple[Unit, ...] = ()
    card: Card = ""
    min: str = ""
    losses: tuple[Unit, ...] = ()
    then: str = ""

    @field_validator("then")
    @classmethod
    def known(cls, then: str) -> str:
        if then and then != "stay" and not then.startswith("advance "):
            raise ValueError(f'"then" is "advance UNIT" or "stay", read {then!r}')
        return then

    @property
    def advance(self) -> str | None:
        """What the line says about 6.8."""
        if not self.then:
            return None
        return self.then.removeprefix("advance ")
