"""What happened, in words: a function for each event."""

from __future__ import annotations

from typing import Any

from pbem.craft.cards import CardPlayed, Discarded, DiscardsTaken, Drew, HandFilled, LeftDiscards
from pbem.craft.chits import ChitDrawn, CupRefilled
from pbem.craft.sayings import Sayings, many
from pbem_rules.enemy_action_ardennes import events as happened
from pbem_rules.enemy_action_ardennes.board import title
from pbem_rules.enemy_action_ardennes.s10_supply import supply_words
from pbem_rules.enemy_action_ardennes.table import Regiment

NAMES = {"german": "German", "allied": "Allied"}
MARK = "EA"


def listed(names: tuple[str, ...]) -> str:
    """27.12VG, 48.12VG and 89.12VG"""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def supply_checked(event: Any) -> str:
    words = {"low": "low supply", "out": "out of supply", "isolated": "isolated"}
    if not event.states:
        return f"all {NAMES[event.side]} units are in supply"
    told = [f"{name} {words[state]}" for name, state in event.states]
    return f"{NAMES[event.side]}: {', '.join(told)}"


def surrendered(event: Any) -> str:
    return f"{event.unit}, isolated, rolls {event.face}: {'a step surrenders' if event.steps_lost else 'it holds out'}"


def command_given(event: Any) -> str:
    return f"{NAMES[event.side]} plays {title(event.card)}: {event.use}"


def activated(event: Any) -> str:
    free = f"; {listed(event.free)} may ignore zones" if event.free else ""
    return f"active: {', '.join(event.units)}{free}" if event.units else ""


def marched(event: Any) -> str:
    way = " by strategic movement" if event.strategic else ""
    return f"{event.unit} to {' '.join(event.path)}, {event.paid}{way}"


def tactic_used(event: Any) -> str:
    by = f" ({event.card})" if event.card else ", the bonus"
    return f"{NAMES[event.side]} tactic: {event.tactic}{by}"


def combat_resolved(event: Any) -> str:
    """All that is needed to reckon it again by hand."""
    drawn = "   ".join(f"{int(chit)} {effect}" for chit, effect in zip(event.chits, event.effects, strict=True))
    asked = f"{len(event.chits)} of {event.least} to {event.most}"
    return f"drawn {asked}: {drawn}; D{event.hits} A{event.losses}"


def strengths(event: Any) -> str:
    """The head of a combat: who against whom, and in which circumstances."""
    names = " ".join(event.attackers)
    return f"{names} {event.attack} : {' '.join(event.defenders)} {event.defence}   {', '.join(event.holds)}"


def dropped(event: Any) -> str:
    astray = "" if event.hex == event.aimed else f", astray from {event.aimed}"
    return f"von der Heydte's men land in {event.hex}{astray}, die {event.face}"


def fuel_saved(event: Any) -> str:
    return f"{event.formation} gets fuel from {'a depot' if event.by == 'depot' else f'card {event.by}'}"


def won(event: Any) -> str:
    words = str(event.words)
    return words[:1].upper() + words[1:]


SAYINGS = Sayings(
    MARK,
    {
        happened.DayDawned: lambda e: f"December {e.day} dawns",
        happened.ImpulseCame: lambda e: "",
        happened.ImpulseEnded: lambda e: f"barred from the next impulse: {listed(e.corps)}" if e.corps else "",
        happened.NightFell: lambda e: "both sides have played all their cards",
        happened.PassedImpulse: lambda e: f"{NAMES[e.side]} passes",
        happened.ImpulseSkipped: lambda e: f"no {NAMES[e.side]} impulse: {e.why}",
        happened.ReserveCame: lambda e: f"into the reserve: {', '.join(e.units)}",
        happened.OkwReleased: lambda e: f"the OKW reserve is released for December {e.day}",
        happened.Rescheduled: lambda e: f"now due on December {e.day}: {listed(e.units)}",
        happened.ReserveDeployed: lambda e: f"{e.unit} comes to {e.hex}",
        happened.PileSized: lambda e: f"{NAMES[e.side]} draw pile: {many(e.cards, 'card')}",
        happened.SupplementalsRested: lambda e: "",
        happened.DepotsLaid: lambda e: f"fuel depots: {', '.join(f'{hex} {holds}' for hex, holds in e.depots)}",
        happened.SupplyChecked: supply_checked,
        happened.SurrenderRolled: surrendered,
        happened.AirResupplied: lambda e: f"supplied from the air: {listed(e.units)}",
        happened.FuelLooked: lambda e: f"card {e.card}: {e.formation} has no fuel today",
        happened.OutOfFuel: lambda e: f"out of fuel: {', '.join(e.units) or e.formation}",
        happened.FuelSaved: fuel_saved,
        happened.DepotFound: lambda e: f"the depot in {e.hex} holds {'fuel' if e.holds == 'YES' else 'nothing'}",
        happened.HandInterdicted: lambda e: "interdiction: the first German impulse of the day is left out",
        happened.CommandGiven: command_given,
        happened.FormationActivated: activated,
        happened.BridgeTaken: lambda e: f"the bridge {e.hexside} is {NAMES[e.side]} now",
        happened.Rallied: lambda e: f"no longer dispersed: {listed(e.units)}" if e.units else "nobody was dispersed",
        happened.RegimentMarched: marched,
        happened.LeftMap: lambda e: f"{e.unit} leaves the map at {e.hex}, {many(e.points, 'point')}",
        happened.FlankTaken: lambda e: f"the {e.edge} edge is chosen, the other flank closed",
        happened.HexsideUsed: lambda e: "",
        happened.RoadblockSet: lambda e: f"roadblock in {e.hex}",
        happened.RoadblockGone: lambda e: f"the roadblock in {e.hex} is removed",
        happened.AttackDeclared: lambda e: f"{listed(e.attackers)} attack {e.target}",
        happened.TacticUsed: tactic_used,
        happened.BattleJoined: lambda e: f"{e.unit} joins the battle for {e.target}",
        happened.CombatResolved: combat_resolved,
        happened.StepGone: lambda e: f"{e.unit} loses a step",
        happened.RegimentEliminated: lambda e: f"{e.unit} is eliminated",
        happened.RegimentRetreated: lambda e: f"{e.unit} retreats to {' '.join(e.path)}",
        happened.Dispersed: lambda e: f"dispersed: {listed(e.units)}",
        happened.RegimentAdvanced: lambda e: f"{e.unit} advances to {' '.join(e.path)}",
        happened.BridgeBroken: lambda e: f"the bridge {e.hexside} is blown",
        happened.BridgeKept: lambda e: f"Operation Greif saves the bridge {e.hexside}",
        happened.BridgeMade: lambda e: f"a {NAMES[e.side]} bridge stands at {e.hexside}",
        happened.PositionBuilt: lambda e: f"improved position in {e.hex}",
        happened.PositionLost: lambda e: f"the position in {e.hex} is gone",
        happened.StepReplaced: lambda e: f"{e.unit} regains a step",
        happened.SpecialDeclared: lambda e: f"in force today: {e.name}",
        happened.HeydteLanded: dropped,
        happened.HeydteRelieved: lambda e: f"{e.by} relieves von der Heydte, 1 point",
        happened.MeuseCrossed: lambda e: f"{e.unit} stands beyond the Meuse in supply, 10 points",
        happened.GameWon: won,
        Drew: lambda e: f"you draw {title(e.card)}",
        HandFilled: lambda e: f"{NAMES[e.side]} draws {many(e.count, 'card')}",
        CardPlayed: lambda e: "",
        Discarded: lambda e: f"out of the {NAMES[e.side]} hand: {', '.join(title(card) for card in e.cards)}",
        DiscardsTaken: lambda e: "",
        LeftDiscards: lambda e: "",
        ChitDrawn: lambda e: "",
        CupRefilled: lambda e: "the chits of earlier combats go back into the cup",
    },
)


def state_words(unit: Regiment) -> list[str]:
    """What is to be seen on a unit."""
    words = [supply_words(unit)] if not unit.supplied else []
    words += ["dispersed"] if unit.dispersed else []
    return [*words, *(["out of fuel"] if unit.no_fuel else [])]
