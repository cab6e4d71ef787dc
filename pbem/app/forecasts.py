"""The chances of a sheet: every face where that can be done, samples where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pbem.app.bulletin import wording
from pbem.engine.stands import Stand
from pbem.engine.trial import Trial, forecast
from pbem.model.entry import Entry
from pbem.model.records import frozen
from pbem.model.sheet import Sheet


@frozen
class Forecast:
    """What may come of a sheet, and how likely each thing is."""

    exact: bool
    trials: int
    chances: tuple[tuple[str, Fraction], ...]


def forecast_of(stand: Stand, sheet: Sheet) -> Forecast:
    """The chances of all that the ruleset finds worth counting, in the order in which it may happen."""
    exact, trials = forecast(stand, sheet)
    counts = wording(stand.terms.spec).counts
    chances: dict[str, Fraction] = {}
    for chance, trial in trials:
        for name in _named(trial, counts):
            chances[name] = chances.get(name, Fraction(0)) + chance
    return Forecast(exact, len(trials), tuple(sorted(chances.items(), key=_by_place_then_chance)))


def _named(trial: Trial, counts: Callable[[Entry], str]) -> list[str]:
    return list(dict.fromkeys(name for entry in trial.entries if entry.only is None and (name := counts(entry))))


def _by_place_then_chance(item: tuple[str, Fraction]) -> tuple[str, Fraction, str]:
    name, chance = item
    return name.split(":", 1)[0], -chance, name
