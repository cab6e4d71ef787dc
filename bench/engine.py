"""What the engine costs: python bench/engine.py [--json].  See bench/README.md for how to read it."""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

from large import LARGE, Fought, StepLost, Table, a_turn, set_up

from pbem.engine.advance import Intake, Progress, Terms, advance, begin
from pbem.engine.clone import clone
from pbem.engine.codec import Codec
from pbem.engine.papers import Papers
from pbem.engine.run import fold
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.sheet import Sheet, StandingOrder
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import self_play
from pbem.ruleset import Setup, Umpire

STANDING = (StandingOrder("losses", "weakest first"),)


def milliseconds(work: Callable[[], object], times: int = 30) -> float:
    """The median of so many runs, in time of the processor: what else the machine does counts for less."""
    found = []
    for _ in range(times):
        start = process_time()
        work()
        found.append(1000 * (process_time() - start))
    return round(median(found), 3)


START = begin(LARGE, set_up(Setup(scenario="only")))
TURN = a_turn()


def whole_turn(last_step: str = "combat") -> Progress:
    """Movement and combat from a sheet, with standing orders: one exchange, two steps, 262 events, 7 rolls."""
    papers = {side: Papers(standing=STANDING) for side in LARGE.sides}
    intake = Intake({"blue": Sheet("blue", parts=TURN)})
    return advance(Terms(LARGE), START, papers, intake, NumberedFaces(1), 1, last_step=last_step)


def the_rules_alone() -> None:
    """The same done to the table without an engine: what no engine could save."""
    position, parts = clone(START.entry), TURN
    for line in parts["movement"].lines:
        for hex in line.path:
            unit = position.table.units[line.unit]
            unit.hex, unit.moved = hex, True
            position.table.control[hex] = unit.side
    for line in parts["combat"].lines:
        Fought(line.attack, line.attackers, 1).apply(position.table)
        for _ in range(2):
            StepLost(line.attackers[0]).apply(position.table)


def one_by_one(count: int) -> Callable[[], None]:
    """A step with so many questions, each answered by a mail of its own: the step is run again every time."""

    def asking(table: Table, umpire: Umpire) -> None:
        for number in range(count):
            at = umpire.within(str(number))
            at.do("1", StepLost(at.ask("1", "blue", "losses", "who?", ["1 Inf", "2 Inf"])))

    spec = replace(LARGE, steps={"asking": asking}, first="asking")

    def work() -> None:
        bookmark, papers, intake = begin(spec, START.entry), {}, Intake()
        for exchange in range(1, count + 2):
            now = advance(Terms(spec), bookmark, papers, intake, NumberedFaces(1), exchange)
            bookmark, papers = now.bookmark, dict(now.papers)
            intake = Intake({"blue": Sheet("blue", answers={d.key: "1 Inf" for d in now.decisions})})

    return work


def parts_of_a_step() -> Iterator[tuple[str, float]]:
    position, codec = START.entry, Codec(LARGE)
    told = whole_turn("movement").stretches[0].told
    plain = codec.position(position)
    yield "copy of the position, ms", milliseconds(lambda: clone(position), 200)
    yield "fold of 240 events, ms", milliseconds(lambda: fold(position, told.entries), 100)
    yield "comparison of two positions, ms", milliseconds(lambda: position == clone(position), 100)
    yield "canonical JSON and digest, ms", milliseconds(lambda: digest("x", canonical(codec.position(position))), 50)
    yield "reading a position, strictly, ms", milliseconds(lambda: codec.read_position(plain), 50)


def peak_of_a_turn() -> float:
    """In MB, beyond what the modules take."""
    whole_turn()
    tracemalloc.start()
    whole_turn()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(peak / 1e6, 2)


def measured() -> dict[str, float]:
    turn, bare = milliseconds(whole_turn), milliseconds(the_rules_alone)
    found = {
        "player-turn of two steps, ms": turn,
        "the same without an engine, ms": bare,
        "engine overhead a step, ms": round((turn - bare) / 2, 3),
        **dict(parts_of_a_step()),
        **{f"{count} questions one by one, ms": milliseconds(one_by_one(count), 3) for count in (30, 100, 300)},
        "peak memory of a player-turn, MB": peak_of_a_turn(),
    }
    start = process_time()
    tally = self_play(ruleset("ford"), "crossing", 20, 1)
    took = process_time() - start
    found["ford, random players: exchanges a second"] = round(tally.exchanges / took)
    found["ford, random players: games a second"] = round(tally.games / took, 1)
    return found


if __name__ == "__main__":
    numbers = measured()
    if "--json" in sys.argv:
        print(json.dumps(numbers, indent=2))
    else:
        for name, value in numbers.items():
            print(f"{value:>10}  {name}")
