"""Luck, where what came lies among all that could have come; and how a game ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from pbem.kit.tables import ResultTable, chances
from pbem.model.outcome import Ending
from pbem.model.wording import Luck

HALF = Fraction(1, 2)


def luck_of(side: str, foe: str, ranked: Sequence[Fraction], place: int) -> tuple[Luck, Luck]:
    """The luck of both sides: the chances of all that could come, the worst for `side` first, and which of it came.

    The score of an outcome is how much lies below it, half of itself included, in hundredths: 50 is par.
    """
    scores, below = list[Fraction](), Fraction(0)
    for chance in ranked:
        scores.append(100 * (below + chance * HALF))
        below += chance
    spread = tuple(zip(scores, ranked, strict=True))
    mirrored = tuple((100 - score, chance) for score, chance in spread)
    return Luck(side, spread, scores[place]), Luck(foe, mirrored, 100 - scores[place])


def luck_of_result(
    side: str, foe: str, table: ResultTable, column: str, result: str, worst_first: Sequence[str]
) -> tuple[Luck, Luck]:
    """The luck of a result among all of its column; `worst_first` ranks results for the attacker, whose side it is."""
    found = chances(table, column)
    there = [name for name in worst_first if name in found]
    return luck_of(side, foe, [found[name] for name in there], there.index(result))


def ranks(tables: Mapping[str, ResultTable], worst_first: Sequence[str]) -> dict[str, Fraction]:
    """For `Ranked`: the score of every result, by its table, column and name, as `luck_of_result` has it."""
    found = {}
    for name, table in tables.items():
        for column in table.columns:
            there = chances(table, column)
            for result in (one for one in worst_first if one in there):
                score = luck_of_result("", "", table, column, result, worst_first)[0].score
                found[f"{name} {column} {result}".strip()] = score
    return found


def in_sixths(found: Mapping[str, Fraction], order: Sequence[str]) -> str:
    """The chances of results as faces of a die: `A1 1/6  - 2/6  D1 3/6`."""
    return "  ".join(f"{name} {found[name] * 6}/6" for name in order if name in found)


def ended(winner: str, won_by: str, sides: Collection[str]) -> Ending | None:
    """For `RULESET.ending`: None while nothing is decided.  `won_by` is the case and the words; a draw is no side's."""
    case, _, words = won_by.partition(" ")
    return Ending(winner if winner in sides else None, case, words) if won_by else None
