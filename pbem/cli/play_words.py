"""What is said of games that the program plays, by itself or against somebody."""

from __future__ import annotations

from pbem.model.counting import many


def selfplay_summary(tally: dict[str, object]) -> str:
    victories = ", ".join(f"{side} {number}" for side, number in dict(tally["victories"]).items())  # type: ignore[call-overload]

    def of(things: str) -> str:
        return many(int(str(tally[things])), things.removesuffix("s"))

    return (
        f"{tally['system']} {tally['scenario']}: {tally['finished']} of {of('games')} finished, "
        f"{of('exchanges')}, {of('decisions')}, {of('rolls')}, "
        f"{tally['seconds']} s; victories: {victories or 'none'}"
    )


def selfplay_failure(seed: object, failure: object, system: str, scenario: str) -> str:
    return f"FAIL  {failure}\n      pbem selfplay {system} --scenario {scenario} --games 1 --seed {seed}"


def play_what() -> str:
    return "name a system to begin with, or the folder of a game that was begun: pbem play ford"


def write_and_play(sheet: object, *, untouched: bool) -> str:
    if untouched:
        cure = "take away a # to give an order, then the same command again; --silent does what silence would"
        return f"{sheet} is as it was drafted: {cure}"
    return f"write {sheet}, then the same command again"


def signed_before() -> str:
    return "other orders had been signed as final before, by a command that broke off: they were played, as by mail"


def look_around(folder: object) -> str:
    return f"take away a # to give an order; pbem check, moves, odds, rule and show answer in {folder}"


def only_with_bots() -> str:
    return "--option, --csv, --resume and --think are for games between bots: --bots SIDE=BOT,..."


def two_files() -> str:
    return "--csv and --resume name one file: the table would be written over the finished games"
