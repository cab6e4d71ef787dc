"""6. Weather.  Cases 6.0 and 6.1."""

from __future__ import annotations

from pbem.ruleset import Umpire
from pbem_rules.bulge.board import limit, the_tables
from pbem_rules.bulge.events import WeatherSet
from pbem_rules.bulge.table import Bulge


def weather(table: Bulge, umpire: Umpire) -> str:
    """6.0 From the table, or by a die with the game-turn's modifier; overcast in game-turn 1."""
    line = the_tables().turns[table.turn]
    if table.turn == 1:
        umpire.do("6.0", WeatherSet("overcast", 0, 0))
    elif table.scenario == "historical":
        umpire.do("6.0", WeatherSet(line.historical, 0, 0))
    else:
        face = umpire.roll("6.0", "weather")
        umpire.do("6.0", WeatherSet(variable_weather(face + line.modifier), face, line.modifier))
    return "air"


def variable_weather(modified: int) -> str:
    """6.0 The Variable Weather Table: the first weather whose number the modified die does not exceed."""
    return next(name for name, highest in the_tables().variable.items() if modified <= highest)


def weather_shift(weather: str, side: str) -> int:
    """6.1 Columns for attacks after movement, the die for mist left aside."""
    if weather == "overcast" and side == "german":
        return limit("overcast")
    return limit("clear") if weather == "clear" and side == "allied" else 0


def rolls_for_mist(weather: str, side: str) -> bool:
    """6.1 A German attack after movement."""
    return weather == "mist" and side == "german"
