"""The words after `if:` and `unless:`, and when they hold."""

from __future__ import annotations

from pbem.craft.circumstances import alive, cleared, conditions, gave, held, in_hex
from pbem.ruleset import View
from pbem_rules.bulge.s14_supply import supplied
from pbem_rules.bulge.sheets import NAMES
from pbem_rules.bulge.table import lay_of


def points(view: View, side: str, number: str) -> bool:
    """The German total has come so far; for the Allied side, it is so low."""
    vp = int(view.table.vp)
    return vp >= int(number) if side == "german" else vp <= int(number)


def supplied_now(view: View, unit: str) -> bool:
    piece = view.table.units[unit]
    return bool(piece.hex) and supplied(view.table, piece)


def contact(view: View, unit: str) -> bool:
    piece = view.table.units[unit]
    return bool(piece.hex) and lay_of(view.table).in_ezoc(piece.hex, piece.side)


CONDITIONS = conditions(
    NAMES,
    {
        "attack {hex} gave {result}": gave,
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{hex} interdicted": lambda view, hex: any(hex in markers for markers in view.table.markers.values()),
        "weather {weather}": lambda view, weather: view.table.weather == weather,
        "support left {number}": lambda view, number: view.table.support.get(view.side, 0) >= int(number),
        "victory {side} {number}": points,
        "{unit} in supply": supplied_now,
        "{unit} in EZOC": contact,
        "{unit} attacked": lambda view, unit: unit in view.table.attacked,
        "{unit} alive": alive,
        "{unit} in {hex}": in_hex,
    },
)
