"""What happened, in words."""

from __future__ import annotations

from typing import Any

from pbem.craft.sayings import Sayings, many
from pbem_rules.battles_for_the_ardennes import battle_events as battle
from pbem_rules.battles_for_the_ardennes import events as happened

NAMES = {"german": "German", "allied": "Allied", "": "Mutual"}


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def traced(event: Any) -> str:
    return f"out of supply: {listed(event.cut_off)}" if event.cut_off else "all units are in supply"


def short_of(event: Any) -> str:
    return f"shortage: die {event.face}: {'one mechanized formation runs dry' if event.short else 'none'}"


def spent(event: Any) -> str:
    paid = ", ".join(f"{many(number, 'point')} from {site}" for site, number in event.points)
    return f"petrol: {paid} against {event.why}: {listed(event.units)} in supply"


def demolition(event: Any) -> str:
    return f"{event.unit} at the bridge {event.bridge}: die {event.face}, {'blown' if event.blown else 'it stands'}"


def ordered(event: Any) -> str:
    to = {"battery": "into battery", "moving": "to movement mode", "dump": "to be a dump"}[event.mode]
    return f"{event.unit} goes {to}"


def air_ready(event: Any) -> str:
    weather = f"weather die {event.face}: " if event.face else ""
    return f"{weather}{many(event.points, 'air point')}"


def struck(event: Any) -> str:
    dice = ", ".join(f"{hex} die {face}" for hex, face in event.stacks) or "nobody there"
    return f"interdiction at {event.hex}: {dice}; disrupted: {listed(event.disrupted) or 'nobody'}"


def dropped(event: Any) -> str:
    return f"{event.unit} drops on {event.hex}: die {event.face}, {'landed' if event.landed else 'scattered'}"


def cleared(event: Any) -> str:
    bonus = f" +{event.bonus} = {event.face + event.bonus}" if event.bonus else ""
    return f"{event.hex} (Greif): clearing die {event.face}{bonus}, {'cleared' if event.cleared else 'needs 6: stays'}"


def retaken(event: Any) -> str:
    return f"{event.unit} takes the dump of {event.site} {'again' if event.german else 'back'}"


def destruction(event: Any) -> str:
    return f"{event.unit} at the dump of {event.site}: die {event.face}, {many(event.taken, 'petrol point')} destroyed"


def tubes(event: Any) -> str:
    return f"{event.unit}, burnt tubes: die {event.face}, {event.what}"


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
        happened.SecretsSealed: lambda e: f"the {NAMES[e.side]} secrets are sealed",
        happened.EndingRolled: lambda e: f"ending: German {e.german}, Allied {e.allied}",
        happened.BrigadeWithdrawn: lambda e: f"{e.unit} is withdrawn",
        happened.SupplyTraced: traced,
        happened.ShortageRolled: short_of,
        happened.FormationRanDry: lambda e: f"{e.formation} is out of supply until the next phase: {listed(e.units)}",
        happened.PetrolSpent: spent,
        happened.AmmunitionFound: lambda e: f"ammunition again: {listed(e.units)}",
        happened.DemolitionTried: demolition,
        happened.BridgeBegun: lambda e: f"{listed(e.units)} begins a bridge at {e.bridge}",
        happened.BridgeDone: lambda e: f"the bridge {e.bridge} stands",
        happened.BridgeGivenUp: lambda e: f"the bridge {e.bridge} is given up",
        happened.PositionDug: lambda e: f"{e.unit} digs in at {e.hex}",
        happened.ModeOrdered: ordered,
        happened.TubesChecked: tubes,
        happened.AirReady: air_ready,
        happened.AirStruck: struck,
        happened.AirSupported: lambda e: f"an air point for the attack on {e.target}",
        happened.UnitEntered: lambda e: f"{e.unit} enters at {e.hex}",
        happened.UnitWaits: lambda e: f"{e.unit} waits off the map: {e.why}",
        happened.DropTried: dropped,
        happened.UnitLeft: lambda e: f"{e.unit} leaves by the {e.edge} edge, {many(e.counts, 'strength point')}",
        happened.BritishFreed: lambda e: "the British are released",
        battle.TargetDiscovered: lambda e: f"{e.unit} is stopped by commandos in {e.hex}",
        battle.UnitHalted: lambda e: f"{e.unit} must stop in {e.hex}",
        battle.TargetStruck: lambda e: f"commandos in {e.hex}: die {e.face}, they fail",
        battle.TargetWorked: lambda e: f"commandos in {e.hex}: die {e.face}",
        battle.ClearingRolled: cleared,
        battle.SiteSearched: lambda e: f"no dump in {e.hex}",
        battle.DumpCaptured: lambda e: f"{e.unit} enters {e.hex}: an American dump, {many(e.points, 'petrol point')}",
        battle.DumpTaken: retaken,
        battle.DestructionRolled: destruction,
        battle.DumpMoved: lambda e: f"the dump of {e.site} goes to {e.hex}",
        battle.UnitDestroyed: lambda e: f"{e.unit} is lost: {e.why}",
        battle.CrossingsCounted: lambda e: f"{many(e.points, 'strength point')} beyond the Meuse or off the map",
        battle.SecretShown: lambda e: f"{NAMES[e.side]}: {e.words}",
        battle.GameDecided: lambda e: str(e.words),
    },
)
