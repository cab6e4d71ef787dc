"""What happened, in words: a function for each event."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.craft.cards import Discarded, Drew, HandFilled
from pbem.craft.chits import CupRefilled
from pbem.craft.sayings import Sayings, attack_told, by_way, listed, many
from pbem.ruleset.telling import Entry
from pbem_rules.enemy_action_ardennes import events_day as day
from pbem_rules.enemy_action_ardennes import events_field as field
from pbem_rules.enemy_action_ardennes import events_works as works
from pbem_rules.enemy_action_ardennes.board import the_map, title
from pbem_rules.enemy_action_ardennes.circumstances import all_in_words
from pbem_rules.enemy_action_ardennes.s10_supply import supply_words
from pbem_rules.enemy_action_ardennes.table import Regiment

NAMES = {"german": "German", "allied": "Allied"}
MARK = "EA"


def place(hex: str) -> str:
    """A hex with the town in it."""
    return f"{hex} {the_map().town_at(hex) or ''}".rstrip()


def way(path: tuple[str, ...]) -> str:
    return by_way(tuple(map(place, path)))


def supply_checked(event: Any) -> str:
    words = {"low": "low supply", "out": "out of supply", "isolated": "isolated"}
    if not event.states:
        return f"all {NAMES[event.side]} units are in supply"
    told = [f"{name} {words[state]}" for name, state in event.states]
    return f"{NAMES[event.side]}: {', '.join(told)}"


def surrendered(event: Any) -> str:
    return f"{event.unit}, isolated, rolls {event.face}: {'a step surrenders' if event.steps_lost else 'it holds out'}"


def activated(event: Any) -> str:
    free = f"; {listed(event.free)} may ignore zones" if event.free else ""
    return f"active: {', '.join(event.units)}{free}" if event.units else ""


def marched(event: Any) -> str:
    how = " by strategic movement" if event.strategic else ""
    return f"{event.unit} {way(event.path)}, {many(event.paid, 'point')}{how}"


def tactic_used(event: Any) -> str:
    by = f" ({event.card})" if event.card else ", the bonus"
    return f"{NAMES[event.side]} tactic: {event.tactic}{by}"


def combat_resolved(event: Any) -> str:
    """All that is needed to reckon it again by hand."""
    drawn = ", ".join(f"{int(chit)} {effect}" for chit, effect in zip(event.chits, event.effects, strict=True))
    asked = many(len(event.chits), "chit")
    return f"{asked} drawn, of {event.least} to {event.most}: {drawn}; in all D{event.hits} A{event.losses}"


def strengths(event: Any) -> str:
    """The head of a combat: who against whom, and in which circumstances."""
    ours, theirs = f"{listed(event.attackers)} {event.attack}", f"{listed(event.defenders)} {event.defence}"
    return f"{ours} : {theirs}   {all_in_words(event.holds)}"


def battle(entry: Entry) -> str:
    """27.12VG and 48.12VG attack 394.99 in 0804 Losheim: 9 to 3; 2 chits drawn, of 2 to 3: 47 D1, 3 D1; ..."""
    fought = entry.event
    if not isinstance(fought, field.CombatResolved):
        return ""
    who = attack_told(fought.attackers, fought.defenders, place(fought.target))
    return f"{who}: {fought.attack} to {fought.defence}; {combat_resolved(fought)}"


def dropped(event: Any) -> str:
    astray = "" if event.hex == event.aimed else f", astray from {event.aimed}"
    return f"von der Heydte's men land in {place(event.hex)}{astray}, die {event.face}"


def fuel_saved(event: Any) -> str:
    return f"{event.formation} gets fuel from {'a depot' if event.by == 'depot' else f'card {event.by}'}"


def won(event: Any) -> str:
    words = str(event.words)
    return words[:1].upper() + words[1:]


SAYINGS = Sayings(
    MARK,
    {
        day.ImpulseEnded: lambda e: f"barred from the next impulse: {listed(e.corps)}" if e.corps else "",
        day.DepotsLaid: lambda e: f"fuel depots: {', '.join(f'{hex} {holds}' for hex, holds in e.depots)}",
        day.SupplyChecked: supply_checked,
        day.SurrenderRolled: surrendered,
        day.OutOfFuel: lambda e: f"out of fuel: {', '.join(e.units) or e.formation}",
        day.FuelSaved: fuel_saved,
        day.DepotFound: lambda e: f"the depot in {e.hex} holds {'fuel' if e.holds == 'YES' else 'nothing'}",
        field.FormationActivated: activated,
        field.Rallied: lambda e: f"no longer dispersed: {listed(e.units)}" if e.units else "nobody was dispersed",
        field.RegimentMarched: marched,
        field.TacticUsed: tactic_used,
        field.AttackDeclared: lambda e: attack_told(e.attackers, e.defenders, place(e.target)),
        field.CombatResolved: combat_resolved,
        works.HeydteLanded: dropped,
        works.GameWon: won,
        Drew: lambda e: f"you draw {title(e.card)}",
        HandFilled: lambda e: f"{NAMES[e.side]} draws {many(e.count, 'card')}",
        Discarded: lambda e: f"out of the {NAMES[e.side]} hand: {', '.join(title(card) for card in e.cards)}",
        CupRefilled: lambda e: "the chits of earlier combats go back into the cup",
    },
    {
        "name": NAMES.__getitem__,
        "listed": listed,
        "place": place,
        "way": way,
        "title": title,
        "cards": partial(many, thing="card"),
        "points": partial(many, thing="point"),
    },
    {field.RegimentAdvanced: lambda e: f"{e.unit} advances to {place(e.path[-1])}"},
)


def state_words(unit: Regiment) -> list[str]:
    """What is to be seen on a unit."""
    words = [supply_words(unit)] if not unit.supplied else []
    words += ["dispersed"] if unit.dispersed else []
    return [*words, *(["out of fuel"] if unit.no_fuel else [])]
