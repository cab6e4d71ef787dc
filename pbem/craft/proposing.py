"""What random players write: a function for each part, and conditions here and there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from pbem.model.chooser import Chooser
from pbem.model.decision import Decision
from pbem.model.position import View
from pbem.model.sheet import Order

Line = TypeVar("Line", bound=Order)
Proposal = Callable[[View, Chooser], tuple[Order, ...]]
Needed = Callable[[View, Decision, Chooser], tuple[Order, ...]]


def proposer(proposals: Mapping[str, Proposal], needed: Needed) -> Needed:
    """`RULESET.propose`: the lines of each part; `needed` gives those that the rules demand."""

    def propose(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
        if decision.facts.get("again") == "need":
            return needed(view, decision, chooser)
        return proposals[decision.topic](view, chooser)

    return propose


def sometimes_if(line: Line, other: Line, hexes: Sequence[str], chooser: Chooser, one_in: int) -> Line:
    """Now and then the line is given only if some hex is cleared, else another."""
    if chooser.number(one_in):
        return line
    return line.model_copy(update={"if_": (f"{chooser.one(hexes)} cleared",), "else_": other})
