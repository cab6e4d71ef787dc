"""The step that runs, as one side knows it: from where a bot may think ahead."""

from __future__ import annotations

from pbem.model.entry import told_to
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.model.records import frozen


@frozen
class Situation:
    """How the step began and what it has told so far, as far as the side may know; nothing else of the game."""

    step_id: str
    turn: str
    entry: Position
    told: Told
    exchange: int

    @property
    def step(self) -> str:
        return self.step_id.removeprefix(f"{self.turn}/")


def as_known(side: str, entry: Position, told: Told) -> tuple[Position, Told]:
    """The table, its own secrets, its own answers, and what it was told and shown.

    Where nothing is hidden a step can be tried again from its start, so all stays as it is.
    """
    if not entry.secrets:
        return entry, told
    secrets = {side: entry.secrets[side]} if side in entry.secrets else {}
    known = Told(
        tuple(answer for answer in told.answers if answer.key[-2] == side),
        tuple(roll for roll in told.rolls if roll.only in (None, side)),
        told_to(side, told.entries),
    )
    return Position(entry.table, secrets), known
