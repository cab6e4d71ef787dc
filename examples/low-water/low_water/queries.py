"""What a crew may expect: `pbem odds Brig --with "Crane 1, Net 2"`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from low_water.board import coins, is_squall, lifts, the_bay
from pbem.craft.sayings import many
from pbem.kit.draws import chances_of_draws, expected
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """5.4, 5.5 The chance of a squall, and what comes up on the average if the other crew cuts nothing."""
    wreck = the_bay().wrecks[target]
    draws = max(0, sum(lifts()[card] for card in with_) - wreck.depth)
    mean, squall = prospects(view.table.cup, draws)
    raised = mean * wreck.worth
    words = f"{many(draws, 'draw')}: a squall {round(100 * squall)} in 100, about {many(round(raised), 'coin')}"
    return QueryAnswer((words,), {"draws": draws, "squall": str(squall), "coins": str(raised)})


def prospects(cup: Sequence[str], draws: int) -> tuple[Fraction, Fraction]:
    """The coins to be expected before the wreck's worth, and the chance of a squall."""
    chances = chances_of_draws(cup, min(draws, len(cup)), lambda chit: (coins()[chit], int(is_squall(chit))))
    calm = {sums: chance for sums, chance in chances.items() if not sums[1]}
    return expected(calm, 0), 1 - sum(calm.values(), Fraction(0))


QUERIES = {"odds": odds}
