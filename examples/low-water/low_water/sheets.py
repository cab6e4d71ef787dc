"""The lines of a sheet."""

from __future__ import annotations

from typing import Annotated

from pbem.ruleset import Field, Order, named

Card = Annotated[str, named("card")]
WreckName = Annotated[str, named("wreck")]


class RowLine(Order, word="to"):
    """`row: Brig`"""

    to: WreckName


class WorkLine(Order, word="card"):
    """`- Net 1`"""

    card: Card


class StowLine(Order, word="card"):
    """`- Rope 2`"""

    card: Card


class WatchLine(Order, subject="wreck", body="lift"):
    """`- Brig: 4`: a Knife, once the other crew works the Brig with lift 4 or more."""

    wreck: WreckName
    lift: int = Field(ge=0)
