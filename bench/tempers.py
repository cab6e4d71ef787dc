"""What a veteran goes by, tried number by number: quick games of a side's veteran against the quick bot.

python bench/tempers.py bulge german                              # the veteran as it is
python bench/tempers.py bulge german caution=4,8,12 kill=20,30    # each field by itself, the others as they are
python bench/tempers.py bulge german caution=4,kill=30            # fields changed together, joined by a comma
python bench/tempers.py wwii-commander allied --scenario race --table RACER half=5,7     # numbers of another table

All play the same seeds, which are not those of the tables.  `lead`: by how many points of its own judgement (`worth`)
the side stands better at the end, in the middle of all games, a victory left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from statistics import median
from typing import Any

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.play.bots import bot_of
from pbem.play.faces import NumberedFaces

FIRST = 5001
"""The first seed: tables are made from 1 on."""

Change = Mapping[str, int]


def main() -> None:
    asked = parsed()
    spec = ruleset(asked.system)
    setup = Setup(scenario=asked.scenario or spec.scenarios[0].name, options=options_of(spec, asked.option))
    tempers = getattr(import_module(f"pbem_rules.{asked.system.replace('-', '_')}.bot_temper"), asked.table)
    usual = tempers[asked.side]
    for change in [{}, *changes(asked.fields)]:
        tempers[asked.side] = replace(usual, **change)
        told = [play(spec, setup, asked, seed) for seed in range(FIRST, FIRST + asked.games)]
        won = Counter(winner for winner, _, _ in told)
        points = Counter[str]()
        for _, _, found in told:
            points.update(found)
        means = ", ".join(f"{name} {number / asked.games:.1f}" for name, number in sorted(points.items()))
        what = ", ".join(f"{name} {number}" for name, number in change.items()) or "as it is"
        shares = ", ".join(f"{side} {number}" for side, number in sorted(won.items()))
        lead = median(lead for _, lead, _ in told)
        print(f"{what:<40} {shares:<36} lead {lead:>7.0f}   {means}", flush=True)


def parsed() -> argparse.Namespace:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("system")
    words.add_argument("side")
    words.add_argument("fields", nargs="*")
    words.add_argument("--scenario", default="")
    words.add_argument("--option", action="append", default=[])
    words.add_argument("--table", default="VETERAN", help="whose numbers are changed; RACER in the race")
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--foe", default="", help="who plays the other side; the quick bot")
    return words.parse_intermixed_args()


def changes(fields: list[str]) -> Iterator[Change]:
    """`caution=4,8` is two of one field, `caution=4,kill=30` one of two."""
    for words in fields:
        pieces = words.split(",")
        if all("=" in piece for piece in pieces):
            yield {name: int(number) for name, number in (piece.split("=") for piece in pieces)}
            continue
        name, first = pieces[0].split("=")
        yield from ({name: int(number)} for number in (first, *pieces[1:]))


def options_of(spec: RulesetSpec, said: list[str]) -> dict[str, str]:
    return {option.name: option.default for option in spec.options} | dict(one.split("=", 1) for one in said)


def play(spec: RulesetSpec, setup: Setup, asked: Any, seed: int) -> tuple[str, int, Mapping[str, int]]:
    """Who won, how the side stands, and the points."""
    quick = asked.foe or next(iter(spec.bots))
    names = {side: "veteran" if side == asked.side else quick for side in spec.sides}
    with spec.on_board(setup):
        bots = {side: bot_of(spec, name, side, side, seed) for side, name in names.items()}
        now = advance(Terms(spec, bots=bots), begin(spec, spec.set_up(setup)), {}, Intake(), NumberedFaces(seed), 1)
        table, own = now.position.table, now.position.secrets.get(asked.side)
        lead = spec.value(View(asked.side, table, own)) if spec.value is not None else 0
        points = dict(spec.wording.points(table)) if spec.wording is not None else {}
    return (now.ending and now.ending.winner) or "draw", lead, points


if __name__ == "__main__":
    main()
