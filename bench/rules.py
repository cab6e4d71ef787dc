"""What the rules cost: whole games of bots against bots.  python bench/rules.py [SYSTEM ...] [--games N] [--json]"""

from __future__ import annotations

import json
import sys
from collections import Counter
from statistics import mean
from time import process_time

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import RulesetSpec
from pbem.office.rulesets import ruleset
from pbem.play.bots import quick_bot
from pbem.play.faces import NumberedFaces
from pbem.ruleset import Setup

SYSTEMS = (
    "ardennes-offensive", "bulge", "wwii-commander", "battles-for-the-ardennes", "enemy-action-ardennes", "ford",
)  # fmt: skip
GAMES = 5


def bot_game(spec: RulesetSpec, seed: int, scenario: str = "") -> tuple[float, int, str]:
    """Seconds of the processor for one game, its events, and how it ended: nobody but bots, so it is one exchange."""
    name = next(iter(spec.bots))
    terms = Terms(spec, bots={side: quick_bot(spec, name, side, seed) for side in spec.sides})
    setup = Setup(scenario=scenario or spec.scenarios[0].name, options={})
    start = process_time()
    now = advance(terms, begin(spec, spec.set_up(setup)), {}, Intake(), NumberedFaces(seed), 1)
    spent = process_time() - start
    events = sum(len(stretch.told.entries) for stretch in now.stretches)
    return spent, events, "open" if now.ending is None else f"{now.ending.winner or 'draw'} {now.ending.words}"


def measured(system: str, games: int, scenario: str = "") -> dict[str, object]:
    """The first game is played twice: once to read data and compile records."""
    spec = ruleset(system)
    bot_game(spec, 1, scenario)
    played = [bot_game(spec, seed, scenario) for seed in range(1, games + 1)]
    seconds, by_event = [one for one, _, _ in played], [1000 * one / events for one, events, _ in played]
    return {
        "seconds a game": round(mean(seconds), 3),
        "least": round(min(seconds), 3),
        "most": round(max(seconds), 3),
        "ms an event": round(mean(by_event), 3),
        "least ms an event": round(min(by_event), 3),
        "ends": dict(sorted(Counter(words for _, _, words in played).items())),
    }


def main(*words: str) -> None:
    named = [word for word in words if word in SYSTEMS]
    games = int(words[words.index("--games") + 1]) if "--games" in words else GAMES
    scenario = words[words.index("--scenario") + 1] if "--scenario" in words else ""
    found = {system: measured(system, games, scenario) for system in named or SYSTEMS}
    if "--json" in words:
        print(json.dumps(found, indent=1))
        return
    for system, one in found.items():
        ends = ", ".join(f"{number} x {words}" for words, number in dict(one["ends"]).items())  # type: ignore[call-overload]
        print(
            f"{system:20} {one['seconds a game']:7} s a game ({one['least']} to {one['most']}), "
            f"{one['ms an event']} ms an event (least {one['least ms an event']})   {ends}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
