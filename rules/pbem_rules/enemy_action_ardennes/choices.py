"""What the page offers for a click: each card's activation, with where its units can go and what they can attack."""

from __future__ import annotations

from pbem.ruleset import View
from pbem.ruleset.telling import Choice


def choices(view: View) -> tuple[Choice, ...]:
    return ()
