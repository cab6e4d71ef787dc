"""What happened, entry by entry, in words."""

from __future__ import annotations

from functools import partial

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
STEPS = {"before": "combat before movement", "after": "combat after movement"}
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


def began(event: happened.PhaseBegan) -> str:
    return f"must attack: {', '.join(event.bound)}" if event.bound else ""


SAYINGS = Sayings(
    "BU",
    {
        happened.PhaseBegan: began,
        happened.WeatherSet: weather_set,
        happened.MissionsRevealed: missions,
        happened.OutOfSupply: out_of_supply,
        happened.Exited: exited,
        happened.Dropped: dropped,
    },
    {
        "name": NAMES.__getitem__,
        "place": place,
        "outcome": RESULTS.__getitem__,
        "points": partial(many, thing="point"),
        "back": lambda points: f"{-points:+d}",
    },
)
