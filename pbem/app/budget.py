"""How much a thinker may think: in positions, which are the same on every machine, or in seconds of this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from time import process_time

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.asked import Asked
from pbem.engine.situation import Situation
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.decision import Pick
from pbem.model.errors import Refused
from pbem.model.position import View
from pbem.model.sheet import Part
from pbem.play.bots import quick_bot
from pbem.play.faces import NumberedFaces
from pbem.play.thinker import THINKER, Futures, Thinker

MOST = 10**6 - 1
"""More positions nobody can name in a charter."""
SHEETS = 6
"""So many of a game's first sheets are looked at to know how long a position takes."""
LOOKS = 3


class Seen(BaseException):
    """Enough was measured."""


def positions(words: str, spec: RulesetSpec, setup: Setup) -> int:
    """`200`, or `2s`: as many as this machine looks at in two seconds, in a game that begins so."""
    number = words.removesuffix("s")
    try:
        wanted = float(number)
    except ValueError:
        wanted = 0
    if not (0 < wanted < inf) or (number == words and not words.isdecimal()):
        raise Refused(f"{words!r} is no time to think", "positions, as in 200, or seconds, as in 2s")
    found = int(number) if number == words else max(1, round(wanted / seconds_a_position(spec, setup)))
    if found > MOST:
        raise Refused(f"{words!r} would be {found} positions a sheet", f"at most {MOST}")
    return found


def with_time(bots: Mapping[str, str], think: str, spec: RulesetSpec, setup: Setup) -> dict[str, str]:
    """The sides' bots, thinkers with what they may do, if anything is said of it."""
    if not think:
        return dict(bots)
    if not any(name.startswith(THINKER) for name in bots.values()):
        names = [f"{name} does not think" for name in dict.fromkeys(bots.values())] or ["no bot plays"]
        raise Refused(" and ".join(names), f"leave --think out, or let a bot be the {THINKER}")
    budget = positions(think, spec, setup)
    return {side: f"{name} {budget}" if name == THINKER else name for side, name in bots.items()}


def seconds_a_position(spec: RulesetSpec, setup: Setup) -> float:
    """Of the processor, on this machine, in the mean of a game's first sheets."""
    name = next(iter(spec.bots))
    spent, looked = 0.0, 0

    def measured(view: View, asked: Asked, situation: Callable[[], Situation]) -> Pick:
        nonlocal spent, looked
        pick = quick_bot(spec, name, view.side, 1)(view, asked, situation)
        if isinstance(pick, Part) and not pick.as_written:
            futures = Futures(Thinker(spec, name, view.side, (1,), LOOKS), view, asked, situation())
            begun = process_time()
            for number in range(LOOKS):
                futures.worth(pick, number)
            spent, looked = spent + process_time() - begun, looked + LOOKS
            if looked >= LOOKS * SHEETS:
                raise Seen
        return pick

    try:
        bots = dict.fromkeys(spec.sides, measured)
        with spec.on_board(setup):
            advance(Terms(spec, bots=bots), begin(spec, spec.set_up(setup)), {}, Intake(), NumberedFaces(1), 1)
    except Seen:
        pass
    return max(spent / looked, 1e-6) if looked else 1.0
