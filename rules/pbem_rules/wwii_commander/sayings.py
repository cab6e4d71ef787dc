"""What happened, event by event, in one statement each."""

from __future__ import annotations

from typing import Any

from pbem.craft.sayings import Sayings, many
from pbem_rules.wwii_commander import events as happened
from pbem_rules.wwii_commander.board import the_map

NAMES = {"german": "German", "allied": "Allied", "draw": "nobody"}


def supply_judged(event: Any) -> str:
    sides = " and ".join(NAMES[side] for side in event.sides)
    return f"{sides} supply: {', '.join(event.without) or 'nobody'} out of supply"


def hits_counted(event: Any) -> str:
    """5 hits, the ground takes 2; 1 hit on the attack"""
    ground = f", the ground takes {event.reduced_by}" if event.reduced_by else ""
    ours, theirs = many(event.on_defender, "hit"), many(event.on_attacker, "hit")
    return f"{ours} on {NAMES[event.defender]}{ground}; {theirs} on the attack"


def strength_lost(event: Any) -> str:
    return f"{event.unit} to {event.left}" if event.left else f"{event.unit} is lost"


def wasted(event: Any) -> str:
    return f"attrition in {event.space}: {strength_lost(event)}"


def control_changed(event: Any) -> str:
    worth = the_map().spaces[event.space].points
    points = "" if not worth else f", {'+' if event.side == 'german' else '-'}{worth}"
    return f"{event.space} becomes {NAMES[event.side]}{points}"


def scored(event: Any) -> str:
    return f"points {event.points:+d} for {event.why}"


SAYINGS = Sayings(
    "WC",
    {
        happened.Joined: lambda e: f"{' and '.join(e.units)} join in",
        happened.Passed: lambda e: "pass",
        happened.CommandoSent: lambda e: f"commando operation against {e.unit}",
        happened.NotUsed: lambda e: e.words,
        happened.ControlChanged: control_changed,
        happened.MeuseReached: lambda e: f"{e.unit} has come to the Meuse: the British may cross",
        happened.HitsCounted: hits_counted,
        happened.StrengthLost: strength_lost,
        happened.RetreatOrdered: lambda e: f"{NAMES[e.side]} gives way in {e.space}, one hit less",
        happened.Retreated: lambda e: f"{e.unit} retreats to {e.space}",
        happened.BrokeThrough: lambda e: f"{e.unit} breaks through to {e.space}",
        happened.SupplyJudged: supply_judged,
        happened.Wasted: wasted,
        happened.FuelShort: lambda e: f"marked as short of fuel: {', '.join(e.units)}",
        happened.FuelFound: lambda e: f"fuel is found for {', '.join(e.units) or 'nobody'}",
        happened.Entered: lambda e: f"{e.unit} enters at {e.space}",
        happened.Delayed: lambda e: f"{e.unit} is delayed",
        happened.Restored: lambda e: f"{e.unit} restored to {e.strength}",
        happened.Exited: lambda e: f"{e.unit} leaves the map at {e.space}",
        happened.Scored: scored,
        happened.CrossingScored: lambda e: f"{e.unit} stands beyond the Meuse in {e.space}, in supply",
        happened.GameEnded: lambda e: f"the game is over, {NAMES[e.winner]} wins: {e.words}",
    },
)
