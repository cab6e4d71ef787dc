"""The words after `if:` and `unless:`, and when they hold."""

from __future__ import annotations

from pbem.ruleset import Condition, View
from pbem_rules.bulge.board import SIDES, WEATHERS, the_counters, the_map, the_tables
from pbem_rules.bulge.s14_supply import in_supply
from pbem_rules.bulge.table import holder, lay_of


def gave(view: View, hex: str, result: str) -> bool:
    return bool(view.table.gave.get(hex) == result)


def held(view: View, hex: str, side: str) -> bool:
    return holder(view.table, hex) == side


def cleared(view: View, hex: str) -> bool:
    """No enemy stands there; a friend may have advanced into it."""
    return holder(view.table, hex) in (None, view.side)


def interdicted(view: View, hex: str) -> bool:
    return any(hex in markers for markers in view.table.markers.values())


def weather_is(view: View, weather: str) -> bool:
    return bool(view.table.weather == weather)


def support_left(view: View, number: str) -> bool:
    return bool(view.table.support.get(view.side, 0) >= int(number))


def points(view: View, side: str, number: str) -> bool:
    """The German total has come so far; for the Allied side, it is so low."""
    vp = int(view.table.vp)
    return vp >= int(number) if side == "german" else vp <= int(number)


def supplied_now(view: View, unit: str) -> bool:
    piece = view.table.units[unit]
    return bool(piece.hex) and in_supply(view.table, piece)


def contact(view: View, unit: str) -> bool:
    piece = view.table.units[unit]
    return bool(piece.hex) and lay_of(view.table).in_ezoc(piece.hex, piece.side)


def was_attacked(view: View, unit: str) -> bool:
    return unit in view.table.attacked


def stands(view: View, unit: str, hex: str) -> bool:
    return bool(view.table.units[unit].hex == hex)


def alive(view: View, unit: str) -> bool:
    return not view.table.units[unit].lost


def misread_words(
    hex: str = "", unit: str = "", side: str = "", result: str = "", weather: str = "", number: str = "0"
) -> str | None:
    results = the_tables().primary.results()
    if hex and not the_map().grid.contains(hex):
        return f"no hex {hex!r}"
    if unit and unit not in the_counters().units:
        return f"no unit {unit!r}"
    if side and side not in SIDES:
        return f"no side {side!r}"
    if result and result not in results:
        return f"no result {result!r}, they are {', '.join(results)}"
    if weather and weather not in WEATHERS:
        return f"no weather {weather!r}, it is {', '.join(WEATHERS)}"
    return None if number.removeprefix("-").isdecimal() else f"no number {number!r}"


CONDITIONS = tuple(
    Condition(pattern, holds, misread_words)
    for pattern, holds in (
        ("attack {hex} gave {result}", gave),
        ("{hex} held by {side}", held),
        ("{hex} cleared", cleared),
        ("{hex} interdicted", interdicted),
        ("weather {weather}", weather_is),
        ("support left {number}", support_left),
        ("victory {side} {number}", points),
        ("{unit} in supply", supplied_now),
        ("{unit} in EZOC", contact),
        ("{unit} attacked", was_attacked),
        ("{unit} alive", alive),
        ("{unit} in {hex}", stands),
    )
)
