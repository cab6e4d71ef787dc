"""What commands take, as ratios to `python -c pass`: python bench/startup.py [--json] [TIMES]

The game is one of Ford between players that roll their orders, made anew in a temporary folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from pbem.app.ordering import knowledge
from pbem.app.theatre import Theatre
from pbem.engine.asked import Asked
from pbem.model.chooser import Whims
from pbem.model.digest import digest
from pbem.office.game import Entropy
from pbem.play.random_player import RandomPlayer
from pbem.sheets import print_sheet

ROOT = Path(__file__).parent.parent
PYTHON = [sys.executable, "-c"]
PBEM = [sys.executable, "-m", "pbem"]
LIBRARIES = """
import os; os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
import click, yaml, pydantic
class Line(pydantic.BaseModel):
    unit: str
"""
EARLY, LATE = 4, 30
NOON = datetime(2025, 11, 4, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Command:
    """One line of the table; `before` puts its folder in order and is not timed."""

    name: str
    line: list[str]
    folder: Path = ROOT
    before: Callable[[], object] = lambda: None


def commands(games: Path) -> list[Command]:
    blue, waiting, work = games / "early" / "blue", games / "waiting", games / "work"

    def fresh() -> None:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(waiting, work)
        shutil.rmtree(games / "secrets")
        shutil.copytree(waiting / "secrets", games / "secrets")

    return [
        Command("python -c pass", [*PYTHON, "pass"]),
        Command("import click", [*PYTHON, "import click"]),
        Command("import pydantic, click, yaml; one model", [*PYTHON, LIBRARIES]),
        Command("pbem --help", [*PBEM, "--help"]),
        Command("pbem check --help", [*PBEM, "check", "--help"]),
        Command("pbem status", [*PBEM, "status"], blue),
        Command("pbem check", [*PBEM, "check", "sheet.yaml"], blue),
        Command("pbem adjudicate, with text and HTML reports", [*PBEM, "adjudicate", "--now"], work, fresh),
        Command(f"pbem status after {LATE} exchanges", [*PBEM, "status"], games / "late"),
        Command(f"pbem audit of {LATE} exchanges", [*PBEM, "audit", "."], games / "late"),
        Command("pbem report --format html", [*PBEM, "report", "--format", "html"], games / "late"),
        Command("pbem report --format pdf", [*PBEM, "report", "--format", "pdf"], games / "late"),
    ]


def prepare(games: Path) -> None:
    """A game after a few exchanges, the same with all sheets in, and the same after many exchanges.

    Who crosses the river early wins early: games are begun until one lasts.
    """
    for attempt in range(20):
        for name in ("game", "early", "waiting"):
            shutil.rmtree(games / name, ignore_errors=True)
        game = Theatre(games / "game", "ford", NOON, entropy_of(attempt))
        game.found()
        play_to(game, EARLY)
        shutil.copytree(games / "game", games / "early")
        for seat in game.referee.course.next.seats:
            text = game.hand_in(seat, sheet(game, seat))
            (games / "early" / seat / "sheet.yaml").write_text(text)
        shutil.copytree(games / "game", games / "waiting")
        if (games / "early" / "blue" / "sheet.yaml").exists() and play_to(game, LATE):
            shutil.copytree(games / "game", games / "late")
            shutil.copytree(games / "game" / "secrets", games / "secrets")
            return
    raise SystemExit(f"no game of {LATE} exchanges")


def entropy_of(attempt: int) -> Entropy:
    """Bytes that look random and are the same in every run."""
    drawn = [0]

    def draw(count: int) -> bytes:
        drawn[0] += 1
        return digest("bench", attempt, drawn[0])[:count]

    return draw


def play_to(game: Theatre, number: int) -> bool:
    """Play on with random sheets; whether the game lasted so long."""
    while game.referee.course.number < number:
        if game.referee.course.result is not None:
            return False
        for seat in game.referee.course.next.seats:
            game.hand_in(seat, sheet(game, seat))
        game.resolve()
    return True


def sheet(game: Theatre, seat: str) -> str:
    """What a random player writes, without its head."""
    one = game.seats[seat]
    known, number = knowledge(one), one.course.open_number
    player = RandomPlayer(game.spec, seat, Whims("bench", seat, 0, number))
    written = player.sheet(tuple(map(Asked, known.due)), known.whole.position)
    text = print_sheet(written, one.rules.form(number, seat, known.due))
    return "\n".join(line for line in text.split("\n") if not line.startswith(("game:", "exchange:", "side:")))


def seconds(command: Command, environment: dict[str, str]) -> float:
    command.before()
    start = perf_counter()
    done = subprocess.run(command.line, cwd=command.folder, capture_output=True, env=environment, check=False)
    took = perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{command.name}: {done.stdout.decode()}{done.stderr.decode()}")
    return took


def measured(times: int) -> dict[str, tuple[float, float]]:
    """For each command its median time in ms, and how often `python -c pass` fits into it.

    The commands take turns, so that a busy minute of the machine falls on all of them.  The first round
    compiles what is imported, as an installation does, and does not count.
    """
    with TemporaryDirectory() as folder:
        games = Path(folder)
        prepare(games)
        environment = {
            **os.environ,
            "PBEM_HOME": str(games / "secrets"),
            "PYTHONPYCACHEPREFIX": str(games / "compiled"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        listed = commands(games)
        found: dict[str, list[float]] = {command.name: [] for command in listed}
        for number in range(times + 1):
            for command in listed:
                took = seconds(command, environment)
                if number:
                    found[command.name].append(took)
    bare = median(found["python -c pass"])
    return {name: (round(1000 * median(took)), round(median(took) / bare, 1)) for name, took in found.items()}


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    table = measured(numbers[0] if numbers else 9)
    if "--json" in sys.argv:
        print(json.dumps({name: ratio for name, (_, ratio) in table.items()}, indent=2))
    else:
        for name, (took, ratio) in table.items():
            print(f"{took:>6.0f} ms  {ratio:>5}  {name}")
