"""Chances of draws that are not put back: chits out of a cup, cards out of a pile.  Exact fractions.

Some cups have chits that *replenish* them: when such a chit comes, all that was set aside earlier goes back in at once;
what has been drawn since the count began stays out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb, factorial
from typing import TypeVar

from pbem.model.errors import RulesBug
from pbem.model.records import frozen

Item = TypeVar("Item")
Sums = tuple[int, ...]
"""What draws come to: so many hits on one side, so many on the other."""
Ways = dict[int, dict[Sums, int]]
"""In how many ways so many draws come to each sum."""


def chances_of_draws(
    cup: Iterable[Item],
    count: int,
    worth: Callable[[Item], Sums],
    *,
    replenishes: Callable[[Item], bool] | None = None,
    aside: Iterable[Item] = (),
) -> dict[Sums, Fraction]:
    """What so many draws come to, and how likely that is.

    `worth` gives each thing's part of the sum.  `aside` lies ready to go back when one that `replenishes` is drawn.
    """
    return chances_up_to(cup, count, worth, replenishes=replenishes, aside=aside)[count]


def chances_up_to(
    cup: Iterable[Item],
    most: int,
    worth: Callable[[Item], Sums],
    *,
    replenishes: Callable[[Item], bool] | None = None,
    aside: Iterable[Item] = (),
) -> list[dict[Sums, Fraction]]:
    """The same for no draw, one draw, two and so on: worked out together."""
    inside = list(cup)
    blue = [worth(item) for item in inside if replenishes and replenishes(item)]
    plain = [worth(item) for item in inside if not (replenishes and replenishes(item))]
    back = [worth(item) for item in aside]
    if not 0 <= most <= len(inside) + (len(back) if blue else 0):
        raise RulesBug(f"{most} draws out of {len(inside)}")
    none = (0,) * len((blue or plain or [()])[0])
    after = {one: _ways([*_without(blue, one), *back], most, none) for one in blue}
    known = _Cup(_ways(plain, most, none), len(plain), Counter(blue), after, len(back))
    return [dict(sorted(known.chances(count).items())) for count in range(most + 1)]


def chance_of_drawing(wanted: int, among: int, draws: int) -> Fraction:
    """The chance that at least one of so many wanted ones is among the draws."""
    if not 0 <= wanted <= among or not 0 <= draws <= among:
        raise RulesBug(f"{draws} draws for {wanted} among {among}")
    return 1 - Fraction(comb(among - wanted, draws), comb(among, draws))


def at_least(chances: Mapping[Sums, Fraction], place: int, number: int) -> Fraction:
    """The chance that one of the sums is so large."""
    return sum((chance for sums, chance in chances.items() if sums[place] >= number), Fraction(0))


def expected(chances: Mapping[Sums, Fraction], place: int) -> Fraction:
    """What one of the sums is on the average."""
    return sum((chance * sums[place] for sums, chance in chances.items()), Fraction(0))


def altered(chances: Mapping[Sums, Fraction], change: Callable[[Sums], Sums]) -> dict[Sums, Fraction]:
    """The chances after something is done to the sums: taken off, kept from going below nothing."""
    found: dict[Sums, Fraction] = {}
    for sums, chance in chances.items():
        found[change(sums)] = found.get(change(sums), Fraction(0)) + chance
    return dict(sorted(found.items()))


@frozen(slots=False)
class _Cup:
    """What is in a cup, counted."""

    plain: Ways
    """What sets of its plain things come to."""
    size: int
    """How many plain things there are."""
    blue: Mapping[Sums, int]
    """Its replenishing things."""
    after: Mapping[Sums, Ways]
    """For each of those, what sets of the others come to, together with what lies aside."""
    aside: int

    def chances(self, count: int) -> dict[Sums, Fraction]:
        """No replenishing thing comes, or the first of them at the first place, the second and so on."""
        inside = self.size + sum(self.blue.values())
        found: dict[Sums, Fraction] = {}
        if count <= self.size:
            _add(found, self.plain[count], Fraction(1, comb(inside, count)))
        for first, there in self.blue.items():
            for place in range(1, min(count, self.size + 1) + 1):
                ways = _meeting(self.plain, self.after[first], place, count, first)
                left = comb(inside - place + self.aside, count - place)
                _add(found, ways, _until(inside, place) * there / left)
        return found


def _without(worths: list[Sums], one: Sums) -> list[Sums]:
    """All but one of these."""
    left = list(worths)
    left.remove(one)
    return left


def _ways(worths: Iterable[Sums], most: int, none: Sums) -> Ways:
    """For each number of things up to so many, the sums that sets of that size come to, and how many sets there are."""
    ways: Ways = {0: {none: 1}}
    for worth, there in Counter(worths).items():
        grown: Ways = {}
        for size, sums in ways.items():
            for taken in range(min(there, most - size) + 1):
                more = grown.setdefault(size + taken, {})
                for one, number in sums.items():
                    total = tuple(a + taken * b for a, b in zip(one, worth, strict=True))
                    more[total] = more.get(total, 0) + number * comb(there, taken)
        ways = grown
    return ways


def _until(inside: int, place: int) -> Fraction:
    """The chance of one given thing at the given place, after given others in any order."""
    return Fraction(factorial(place - 1) * factorial(inside - place), factorial(inside))


def _meeting(drawn: Ways, rest: Ways, place: int, count: int, worth: Sums) -> dict[Sums, int]:
    """The sums with the first replenishing thing at that place.

    Of the plain things `place - 1` came before it and some after it: `drawn` counts both together, and each such set
    can be parted in so many ways into what came before and after.
    """
    found: dict[Sums, int] = {}
    for later in range(count - place + 1):
        parted = comb(place - 1 + later, later)
        for one, ways in drawn.get(place - 1 + later, {}).items():
            for other, more in rest.get(count - place - later, {}).items():
                sums = _plus(_plus(one, other), worth)
                found[sums] = found.get(sums, 0) + ways * more * parted
    return found


def _plus(one: Sums, other: Sums) -> Sums:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _add(found: dict[Sums, Fraction], ways: Mapping[Sums, int], share: Fraction) -> None:
    for sums, number in ways.items():
        found[sums] = found.get(sums, Fraction(0)) + number * share
