"""What happened, event by event, in one statement each."""

from __future__ import annotations

from typing import Any

from pbem.craft.sayings import Sayings, many
from pbem_rules.wwii_commander import events as happened
from pbem_rules.wwii_commander.board import the_map

NAMES = {"german": "German", "allied": "Allied", "draw": "nobody"}


def hits_counted(event: Any) -> str:
    """5 hits, the ground takes 2; 1 hit on the attack"""
    ground = f", the ground takes {event.reduced_by}" if event.reduced_by else ""
    ours, theirs = many(event.on_defender, "hit"), many(event.on_attacker, "hit")
    return f"{ours} on {NAMES[event.defender]}{ground}; {theirs} on the attack"


def strength_lost(event: Any) -> str:
    return f"{event.unit} is down to {event.left}" if event.left else f"{event.unit} is lost"


def control_changed(event: Any) -> str:
    worth = the_map().spaces[event.space].points
    points = "" if not worth else f", {'+' if event.side == 'german' else '-'}{worth}"
    return f"{event.space} becomes {NAMES[event.side]}{points}"


def sides(names: tuple[str, ...]) -> str:
    return " and ".join(NAMES[name] for name in names)


SAYINGS = Sayings(
    "WC",
    {
        happened.ControlChanged: control_changed,
        happened.HitsCounted: hits_counted,
        happened.StrengthLost: strength_lost,
        happened.Wasted: lambda e: f"attrition in {e.space}: {strength_lost(e)}",
    },
    {"name": NAMES.__getitem__, "names": sides},
    {happened.StrengthLost: lambda e: "" if e.left else f"{e.unit} is lost"},
)
