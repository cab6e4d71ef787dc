"""What happened, entry by entry, in words."""

from __future__ import annotations

from pbem.craft.sayings import Sayings, many
from pbem_rules.bulge import events as happened
from pbem_rules.bulge.board import designated, the_map, the_tables
from pbem_rules.bulge.s10_fares import points_text

NAMES = {"german": "German", "allied": "Allied"}
RESULTS = {
    "Ae": "attacker eliminated",
    "Ar": "attacker retreats",
    "Ct": "contact",
    "Ex": "exchange",
    "Dr": "defender retreats",
    "De": "defender eliminated",
}
PHASES = {
    "before": "BEFORE MOVEMENT",
    "movement": "MOVEMENT",
    "after": "AFTER MOVEMENT",
    "resupply": "RESUPPLY",
    "weather": "WEATHER",
    "air": "AIR",
    "victory": "VICTORY",
}


def place(hex: str) -> str:
    """A hex with the town in it."""
    town = the_map().town_at(hex)
    return f"{hex} {town}" if town else hex


def ground(name: str) -> str:
    return name.replace("-", " ")


def weather_set(event: happened.WeatherSet) -> str:
    if not event.face:
        return f"weather: {event.weather}"
    return f"weather: die {event.face}, modifier {event.modifier:+d}: {event.weather}"


def missions(event: happened.MissionsRevealed) -> str:
    flown = ", ".join(event.missions) or "none"
    return f"{NAMES[event.side]}, {many(event.points, 'air point')}: {flown}"


def cancelled(event: happened.SupportCancelled) -> str:
    return f"patrols cancel {event.count} ground support of the {NAMES[event.side]} side"


def out_of_supply(event: happened.OutOfSupply) -> str:
    left = many(event.points, "point") if event.points else "no move"
    return f"{event.unit} is out of supply: die {event.face}, {left}"


def exited(event: happened.Exited) -> str:
    factor = designated()[event.hex]
    return f"{event.unit} leaves the map at {place(event.hex)} (factor {factor}), {points_text(event.fifths)}"


def dropped(event: happened.Dropped) -> str:
    if not event.accuracy:
        return f"{event.unit} drops on {event.aimed}: die {event.survival}, lost"
    dice = f"dice {event.survival}, {event.accuracy}"
    if event.scatter:
        direction = the_tables().scatter[event.scatter - 1]
        dice += f", scatter {event.scatter} ({direction})"
    return f"{event.unit} drops on {event.aimed}: {dice}: {event.landed or 'lost'}"


def counted(event: happened.ExitsCounted) -> str:
    return f"{event.points:+d}: {', '.join(event.units)} left by {place(event.hex)}, factor {event.factor}"


def taken_back(event: happened.ExitsReversed) -> str:
    return f"{-event.points:+d}: {place(event.hex)} is out of supply, {', '.join(event.units)} count no more"


def judged(event: happened.VictoryJudged) -> str:
    return f"German {many(event.vp, 'point')}: {event.german} win, {event.allied} or fewer lose"


def began(event: happened.PhaseBegan) -> str:
    return f"must attack: {', '.join(event.bound)}" if event.bound else ""


def eliminated(event: happened.Eliminated) -> str:
    return f"{event.unit} is lost, {event.points:+d}"


SAYINGS = Sayings(
    "BU",
    {
        happened.PhaseBegan: began,
        happened.WeatherSet: weather_set,
        happened.MissionsRevealed: missions,
        happened.SupportCancelled: cancelled,
        happened.Interdicted: lambda e: f"the {NAMES[e.side]} side interdicts {place(e.hex)}",
        happened.Resupplied: lambda e: f"{e.unit} is resupplied from the air",
        happened.HeldBack: lambda e: f"held back: {', '.join(e.units)}",
        happened.Mechanized: lambda e: f"on lorries: {', '.join(e.units)}",
        happened.OutOfSupply: out_of_supply,
        happened.Exited: exited,
        happened.BritishReleased: lambda e: f"{e.german} and {e.british} are within two hexes: the British are free",
        happened.Eliminated: eliminated,
        happened.Retreated: lambda e: f"{e.unit} retreats to {place(e.to)}",
        happened.Advanced: lambda e: f"{e.unit} advances to {place(e.to)}",
        happened.Dropped: dropped,
        happened.ExitsCounted: counted,
        happened.ExitsReversed: taken_back,
        happened.VictoryJudged: judged,
    },
)
