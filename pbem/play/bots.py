"""Sides that the program plays: a ruleset's quick bots, and the thinker."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.asked import Asked
from pbem.engine.papers import Bot
from pbem.engine.situation import Situation
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.decision import Pick
from pbem.model.errors import Refused
from pbem.model.position import View
from pbem.play.thinker import THINKER, Thinker, answer

POSITIONS = 150
"""What a thinker looks at for one sheet, unless it is told otherwise."""


def bot_names(spec: RulesetSpec) -> list[str]:
    """The bots that a game of this ruleset can have; the quickest first."""
    return [*spec.bots, *([THINKER] if spec.value is not None and spec.bots else [])]


def bot_of(spec: RulesetSpec, name: str, side: str, *seed: str | int | bytes) -> Bot:
    """The bot of a name, `thinker 200` with the positions that it may look at; the same seed, the same choices."""
    kind, positions = read_bot(spec, name)
    if kind == THINKER:
        return Thinker(spec, next(iter(spec.bots)), side, seed, positions).pick
    return quick_bot(spec, kind, *seed)


def read_bot(spec: RulesetSpec, words: str) -> tuple[str, int]:
    """A bot's name and its budget."""
    kind, _, budget = words.partition(" ")
    if kind not in bot_names(spec):
        raise Refused(f"no bot {kind!r}", f"{spec.title} has {', '.join(bot_names(spec)) or 'none'}")
    if not budget:
        return kind, POSITIONS
    if kind != THINKER or not budget.isdecimal() or not 0 < int(budget) < 10**6:
        raise Refused(f"{words!r} is no bot", f"{THINKER} and a number of positions, as in `{THINKER} {POSITIONS}`")
    return kind, int(budget)


def quick_bot(spec: RulesetSpec, name: str, *seed: str | int | bytes) -> Bot:
    """One of the ruleset's own; what it says against the rules is replaced by the default."""

    def pick(view: View, asked: Asked, situation: Callable[[], Situation]) -> Pick:
        return answer(spec, name, view, asked, Whims(*seed, *asked.decision.key))

    return pick
