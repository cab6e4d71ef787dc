"""Tables of how strong bots are and how balanced games, from the games in bench/ledgers.

python bench/strength.py            # put the tables into the READMEs, between their marks
python bench/strength.py --check    # say which README tells other games than the ledgers hold
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Any

from pbem.app.ledger import Read, read_ledger
from pbem.office.rulesets import ruleset

ROOT = Path(__file__).parents[1]
LEDGERS = ROOT / "bench" / "ledgers"
BEGIN, END = "<!-- games of {}: python bench/strength.py -->", "<!-- until here -->"
SURE = 1.96
"""So many deviations to either side hold 95 of 100 cases."""
MOST_ENDS = 4
"""So many last turns a table names."""

Game = Mapping[str, Any]


def ledgers() -> list[Read]:
    """All that have games by the rules as they are, in the order of their games, scenarios and bots."""
    reads = [read for path in sorted(LEDGERS.glob("*.jsonl")) if (read := read_ledger(path))]
    found = [read for read in reads if is_current(read) and games_of(read)]
    return sorted(found, key=lambda read: (read.title["system"], *played(read), str(read.title["bots"])))


def is_current(read: Read) -> bool:
    """Games by another version of the rules stand in no table."""
    return bool(read.title["version"] == ruleset(read.title["system"]).version)


def games_of(read: Read) -> list[Game]:
    """Each seed once, without games that failed."""
    once = {game["seed"]: game for game in reversed(read.games)}
    return [game for _, game in sorted(once.items()) if "failure" not in game]


def played(read: Read) -> tuple[str, str]:
    """The scenario, and the options that are not as usual."""
    usual = {option.name: option.default for option in ruleset(read.title["system"]).options}
    other = {name: choice for name, choice in read.title["options"].items() if usual.get(name) != choice}
    return read.title["scenario"], ", ".join(f"{name}={choice}" for name, choice in sorted(other.items()))


def quick(name: str) -> bool:
    return not name.startswith("thinker")


def command(read: Read) -> str:
    """What plays these games again; with more of them it goes on."""
    title = read.title
    bots = ",".join(f"{side}={name}" for side, name in sorted(title["bots"].items()))
    scenario, other = played(read)
    options = other.split(", ") if other else []
    choices = [option.partition("=")[2] for option in options]
    words = "-".join([title["system"], scenario, *choices, *(name for _, name in sorted(title["bots"].items()))])
    asked = "".join(f' --option "{option}"' for option in options)
    what = f'pbem selfplay {title["system"]} --scenario {scenario}{asked} --bots "{bots}" --games {len(games_of(read))}'
    return f"{what} --resume bench/ledgers/{words.replace(' ', '')}.jsonl"


# the strength of the thinker


def strength(reads: Sequence[Read]) -> Iterator[str]:
    """A row for every side that a thinker plays against a quick bot."""
    others = ("by its mentor in its place", "by the quick bot")
    yield from headed(("game", "thinker is", "positions", "games", "won by it", "in a hundred", *others, "s a game"))
    for read in reads:
        bots = read.title["bots"]
        thinking = [side for side, name in bots.items() if not quick(name)]
        if len(thinking) != 1:
            continue
        side, games = thinking[0], games_of(read)
        same = [one for one in reads if same_game(one, read)]
        mentor = ruleset(read.title["system"]).mentor
        yield in_cells(
            " ".join(word for word in (read.title["system"], *played(read)) if word),
            side,
            bots[side].split()[-1],
            str(len(games)),
            won(side, games),
            between(side, games),
            won_with(same, bots | {side: mentor}, side) if mentor else "has none",
            won_with(same, bots | {side: first_bot(read)}, side),
            pace(games),
        )


def first_bot(read: Read) -> str:
    return next(iter(ruleset(read.title["system"]).bots))


def won_with(reads: Sequence[Read], bots: Mapping[str, str], side: str) -> str:
    """What the side won where these bots played."""
    return next((won(side, games_of(one)) for one in reads if one.title["bots"] == bots), "?")


def headed(heads: Sequence[str]) -> Iterator[str]:
    yield in_cells(*heads)
    yield "|" + "---|" * len(heads)


def in_cells(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def same_game(one: Read, other: Read) -> bool:
    return one.title["system"] == other.title["system"] and played(one) == played(other)


def won(side: str, games: Sequence[Game]) -> str:
    drawn = sum(game["winner"] == "draw" for game in games)
    more = f", {drawn} drawn" if drawn else ""
    return f"{sum(game['winner'] == side for game in games)} of {len(games)}{more}"


def between(side: str, games: Sequence[Game]) -> str:
    """Where the true share of victories lies in 95 of 100 cases (Wilson)."""
    share, number = sum(game["winner"] == side for game in games) / len(games), len(games)
    square = SURE * SURE
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = SURE * sqrt(share * (1 - share) / number + square / (4 * number * number)) / (1 + square / number)
    return f"{100 * (middle - half):.0f} to {100 * (middle + half):.0f}"


def pace(games: Sequence[Game]) -> str:
    return f"{sum(game['seconds'] for game in games) / len(games):.1f}"


# the balance of a game


def balance(reads: Sequence[Read]) -> Iterator[str]:
    """A table for each scenario of one game and what was chosen for it, a row for each pair of bots."""
    for (scenario, other), found in groupby(reads, key=played):
        rows = list(found)
        sides = [str(side) for side in sorted(rows[0].title["bots"], key=first_mover)]
        names = [side.capitalize() for side in sides]
        yield from ("", f"`{scenario}`{f', {other}' if other else ''}:", "")
        own = ", ".join(names)
        yield from headed(
            (*names, "games", f"won: {own}, nobody", "ended", "points, mean", f"lost: {own}", "sheets", "s a game")
        )
        yield from (row(read, sides) for read in rows)
        yield ""
        yield from ("```", *(command(read) for read in rows), "```")


def first_mover(side: str) -> tuple[bool, str]:
    """The German, Blue or the French first, as the tables of battles do."""
    return side == "allied" or side == "red", side


def row(read: Read, sides: Sequence[str]) -> str:
    games = games_of(read)
    wins = Counter(game["winner"] for game in games)
    ends = Counter(game["last_turn"] for game in games).most_common(MOST_ENDS)
    scores = sorted({name for game in games for name in game["points"]})
    return in_cells(
        *(read.title["bots"][side] for side in sides),
        str(len(games)),
        ", ".join(str(wins[side]) for side in (*sides, "draw")),
        ", ".join(f"{turn} {number}" for turn, number in ends),
        ", ".join(f"{name} {average(game['points'].get(name, 0) for game in games)}" for name in scores) or "-",
        ", ".join(average(game["losses"].get(side, 0) for game in games) for side in sides),
        average(game["sheets"] for game in games),
        pace(games),
    )


def average(numbers: Iterator[int]) -> str:
    found = list(numbers)
    return f"{sum(found) / len(found):.1f}"


# into the READMEs


def tables() -> dict[Path, tuple[str, str]]:
    """The file of each table, its mark, and the table."""
    reads = ledgers()
    found = {ROOT / "bench" / "README.md": ("all thinkers", "\n".join(strength(reads)))}
    for system, own in groupby(reads, key=lambda read: str(read.title["system"])):
        path = ROOT / "rules" / "pbem_rules" / system.replace("-", "_") / "README.md"
        found[path] = (system, "\n".join(balance(list(own))).strip())
    return found


def with_table(text: str, mark: str, table: str) -> str:
    """The text with the table between its marks; unchanged where there are none."""
    head, begin, rest = text.partition(BEGIN.format(mark))
    _, end, tail = rest.partition(END)
    return f"{head}{begin}\n\n{table}\n\n{end}{tail}" if begin and end else text


def main(*words: str) -> int:
    other = 0
    for path in sorted(LEDGERS.glob("*.jsonl")):
        if (read := read_ledger(path)) and not is_current(read):
            print(f"{path.relative_to(ROOT)} is of version {read.title['version']} of its rules: play it anew")
            other += 1
    for path, (mark, table) in tables().items():
        text = path.read_text(encoding="utf-8")
        if BEGIN.format(mark) not in text:
            print(f"{path.relative_to(ROOT)} has no place for the {mark}")
            other += 1
        elif (now := with_table(text, mark, table)) != text:
            print(f"{path.relative_to(ROOT)} {'tells other games' if '--check' in words else 'is written'}")
            other += 1
            if "--check" not in words:
                path.write_text(now, encoding="utf-8")
    return 1 if other and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
