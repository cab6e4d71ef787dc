"""How lucky each side was before a number of the book: worked out from the pages once, and kept for the next report.

What is kept is of one history: it names the head that it goes up to, and the numbers that stood then.  The last few are
there, so that a report can be written again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from pbem.app.bulletin import wording
from pbem.book.course import Course
from pbem.book.page import Page
from pbem.court.published import Published
from pbem.court.rules import Rules
from pbem.kit.fingerprint import rules_stamp
from pbem.kit.keeper import keeper
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Tampered
from pbem.model.wording import Luck
from pbem.play.luck import Mean, tallied

KEPT = 6


def luck_in(rules: Rules, course: Course, numbers: Collection[int]) -> tuple[Luck, ...]:
    """The luck of these numbers; what was read once serves the next report."""
    found: list[Luck] = []
    for number in sorted(numbers):
        outcome = course.outcome(number)
        if outcome is None:
            continue
        known = rules.luck.get(id(outcome))
        if known is None or known[0] is not outcome:
            count = wording(rules.spec).luck
            entries = [rules.codec.read_entry(one) for stretch in outcome.stretches for one in stretch.entries]
            known = outcome, tuple(luck for entry in entries if entry.only is None for luck in count(entry))
            rules.luck[id(outcome)] = known
        found += known[1]
    return tuple(found)


def earlier_luck(published: Published) -> Mapping[str, Mean]:
    """The luck of all exchanges before this one that were not set aside."""
    rules, course, number = published.rules, published.course, published.number
    standing = sorted(course.standing - {number})
    place, folder = keeper(), rules.spec.folder
    if place is None or not folder or not standing:
        return tallied(luck_in(rules, course, standing))
    name, stamp, head = (
        f"luck-{course.charter.game.hex()[:16]}",
        rules_stamp(folder),
        _head_before(course.pages[number]),
    )
    kept = _read(place.recall(name), stamp)
    found = next((_tallies(one["sides"]) for one in kept if one["standing"] == standing and one["head"] == head), None)
    before = tallied(luck_in(rules, course, standing)) if found is None else found
    if found is None or not any(one["head"] == course.head.hex() for one in kept):
        now = tallied(luck_in(rules, course, [number]), before)
        made = [_plain(course.head.hex(), [*standing, number], now), _plain(head, standing, before)]
        others = [one for one in kept if one not in made]
        place.keep(name, canonical({"kept": [*made, *others][:KEPT], "rules": stamp}))
    return before


def _head_before(page: Page) -> str:
    """The head that a page goes on from, by what its documents name; nothing if they name several."""
    own = {one.header.digest() for one in page.documents.values()}
    heads = {one.header.after for one in page.documents.values()} - own
    return heads.pop().hex() if len(heads) == 1 else ""


def _read(found: bytes | None, rules: str) -> list[dict[str, Any]]:
    try:
        said = parse_canonical(found) if found is not None else None
    except Tampered:
        return []
    return list(said["kept"]) if said is not None and said["rules"] == rules else []


def _plain(head: str, standing: list[int], tallies: Mapping[str, Mean]) -> dict[str, Any]:
    sides = {side: [one.count, str(one.total)] for side, one in tallies.items()}
    return {"head": head, "sides": sides, "standing": standing}


def _tallies(plain: Mapping[str, tuple[int, str]]) -> dict[str, Mean]:
    """Totals are kept as text: their parts may be beyond what a number of a record holds."""
    return {side: Mean(count, Fraction(total)) for side, (count, total) in plain.items()}
