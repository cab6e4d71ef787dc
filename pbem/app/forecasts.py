"""The chances of a sheet: every face where that can be done, samples where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from time import monotonic

from pbem.app.bulletin import wording
from pbem.engine.stands import Stand
from pbem.engine.trial import Trial, forecast
from pbem.model.entry import Entry
from pbem.model.records import frozen
from pbem.model.sheet import Sheet

SECONDS = 2.5
"""So long it may take, but for a few samples."""


@frozen
class Forecast:
    """What may come of a sheet, and how likely each thing is."""

    exact: bool
    trials: int
    chances: tuple[tuple[str, Fraction], ...]
    questions: tuple[tuple[str, Fraction], ...] = ()
    """What the sheet leaves open, in the order in which it would be asked, and how likely each question is."""

    def error(self, chance: Fraction) -> float:
        """How far a sampled chance may be off, in nineteen of twenty forecasts."""
        if self.exact or not self.trials:
            return 0.0
        share = (chance * self.trials + 2) / (self.trials + 4)  # so that what was never seen is not called sure
        return 1.96 * sqrt(share * (1 - share) / (self.trials + 4))


def forecast_of(stand: Stand, sheet: Sheet, seconds: float = SECONDS) -> Forecast:
    """The chances of all that the ruleset finds worth counting, in the order in which it may happen."""
    until = monotonic() + seconds
    exact, trials = forecast(stand, sheet, lambda: monotonic() > until)
    counts = wording(stand.terms.spec).counts
    chances: dict[str, Fraction] = {}
    for chance, trial in trials:
        for name in _named(trial, counts):
            chances[name] = chances.get(name, Fraction(0)) + chance
    return Forecast(exact, len(trials), tuple(sorted(chances.items(), key=_by_place_then_chance)), _asked(trials))


def _asked(trials: list[tuple[Fraction, Trial]]) -> tuple[tuple[str, Fraction], ...]:
    """The questions that come up, by their usual place in the turn."""
    chances: dict[str, Fraction] = {}
    places: dict[str, Fraction] = {}
    for chance, trial in trials:
        names = dict.fromkeys(f"{stop.prompt} ({stop.case})" for stop in trial.stops)
        for place, name in enumerate(names):
            chances[name] = chances.get(name, Fraction(0)) + chance
            places[name] = places.get(name, Fraction(0)) + chance * place
    return tuple(sorted(chances.items(), key=lambda item: (places[item[0]] / item[1], -item[1], item[0])))


def _named(trial: Trial, counts: Callable[[Entry], str]) -> list[str]:
    return list(dict.fromkeys(name for entry in trial.entries if entry.only is None and (name := counts(entry))))


def _by_place_then_chance(item: tuple[str, Fraction]) -> tuple[str, Fraction, str]:
    name, chance = item
    return name.split(":", 1)[0], -chance, name
