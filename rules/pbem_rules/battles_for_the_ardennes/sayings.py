"""What happened, in words."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.craft.sayings import Sayings, many
from pbem_rules.battles_for_the_ardennes import battle_events as battle
from pbem_rules.battles_for_the_ardennes import events as happened

NAMES = {"german": "German", "allied": "Allied", "": "Mutual"}
MODES = {"battery": "into battery", "moving": "to movement mode", "dump": "to be a dump"}


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def traced(event: Any) -> str:
    return f"out of supply: {listed(event.cut_off)}" if event.cut_off else "all units are in supply"


def spent(event: Any) -> str:
    paid = ", ".join(f"{many(number, 'point')} from {site}" for site, number in event.points)
    return f"petrol: {paid} against {event.why}: {listed(event.units)} in supply"


def ran_dry(event: Any) -> str:
    """11.7 A formation of one unit is not named twice."""
    alone = event.units == (event.formation,)
    who, units = (event.formation, "") if alone else (f"formation {event.formation}", f": {listed(event.units)}")
    return f"{who} is out of supply until the next phase{units}"


def demolition(event: Any) -> str:
    return f"{event.unit} at the bridge {event.bridge}: die {event.face}, {'blown' if event.blown else 'it stands'}"


def air_ready(event: Any) -> str:
    weather = f"weather die {event.face}: " if event.face else ""
    return f"{weather}{many(event.points, 'air point')}"


def struck(event: Any) -> str:
    dice = ", ".join(f"{hex} die {face}" for hex, face in event.stacks) or "nobody there"
    return f"interdiction at {event.hex}: {dice}; disrupted: {listed(event.disrupted) or 'nobody'}"


def cleared(event: Any) -> str:
    bonus = f" +{event.bonus} = {event.face + event.bonus}" if event.bonus else ""
    return f"{event.hex} (Greif): clearing die {event.face}{bonus}, {'cleared' if event.cleared else 'needs 6: stays'}"


def secret(event: Any) -> str:
    found = []
    if event.targets:
        found.append("targets " + ", ".join(f"{hex} {kind}" for hex, kind in event.targets))
    if event.dumps:
        found.append("dumps " + ", ".join(f"{hex} {points}" for hex, points in event.dumps))
    if event.plan:
        found.append(f"plan {event.plan}")
    return "; ".join(found)


SAYINGS = Sayings(
    "BA",
    {
        happened.SecretsFixed: secret,
        happened.SupplyTraced: traced,
        happened.PetrolSpent: spent,
        happened.FormationRanDry: ran_dry,
        happened.DemolitionTried: demolition,
        happened.AirReady: air_ready,
        happened.AirStruck: struck,
        battle.ClearingRolled: cleared,
        battle.DumpTaken: lambda e: f"{e.unit} takes the dump of {e.site} {'again' if e.german else 'back'}",
    },
    {
        "name": NAMES.__getitem__,
        "dry": {True: "one mechanized formation runs dry", False: "none"}.__getitem__,
        "landed": {True: "landed", False: "scattered"}.__getitem__,
        "into": MODES.__getitem__,
        "strength points": partial(many, thing="strength point"),
        "petrol points": partial(many, thing="petrol point"),
    },
    {happened.DemolitionTried: lambda e: f"{e.bridge} is blown" if e.blown else ""},
)
