"""What commands cost, as ratios to `python -c pass`: python bench/startup.py [--json] [--ford] [TIMES]

Two games: one of Ford between players that roll their orders, made anew in a temporary folder; and the long one of The
Ardennes Offensive of long.py, at three of its numbers.  What counts is the time of the processor that a process and
its children took, so that other work on the machine disturbs little; the commands take turns, and medians are shown.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from long import Stand, begun, entropy_of, long_game
from long import sheet as written

from pbem.app.ordering import knowledge
from pbem.app.theatre import Theatre
from pbem.engine.asked import Asked
from pbem.model.chooser import Whims
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
TIMES, BULGE = 5, 12
RARELY = 3
"""An audit, which takes long, is run in every third round."""


@dataclass(frozen=True)
class Command:
    """One line of the table; `before` puts its folder in order and is not timed."""

    name: str
    line: list[str]
    folder: Path = ROOT
    before: Callable[[], object] = lambda: None
    rarely: bool = False


@dataclass(frozen=True)
class Cost:
    """What one run took: seconds of the processor, and kilobytes at its peak."""

    seconds: float
    memory: int


def bare() -> list[Command]:
    """What has no game."""
    return [
        Command("python -c pass", [*PYTHON, "pass"]),
        Command("import click", [*PYTHON, "import click"]),
        Command("import pydantic, click, yaml; one model", [*PYTHON, LIBRARIES]),
        Command("pbem --help", [*PBEM, "--help"]),
        Command("pbem check --help", [*PBEM, "check", "--help"]),
        Command("pbem games", [*PBEM, "games"]),
    ]


def commands_of_ford(games: Path) -> list[Command]:
    blue, waiting, work = games / "early" / "blue", games / "waiting", games / "work"

    def fresh() -> None:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(waiting, work)

    return [
        Command("ford: status", [*PBEM, "status"], blue),
        Command("ford: check", [*PBEM, "check", "sheet.yaml"], blue),
        Command("ford: adjudicate, with text and HTML reports", [*PBEM, "adjudicate"], work, fresh),
        Command(f"ford: status after {LATE} exchanges", [*PBEM, "status"], games / "late"),
        Command(f"ford: audit of {LATE} exchanges", [*PBEM, "audit", "."], games / "late"),
        Command("ford: report --format html", [*PBEM, "report", "--format", "html"], games / "late"),
        Command("ford: report --format pdf", [*PBEM, "report", "--format", "pdf"], games / "late"),
    ]


def commands_at(number: int, stand: Stand, work: Path) -> list[Command]:
    """The commands of the long game at a number, in copies of its folders."""
    (seat, unit), name = stand.mover, f"AO {number:>3}"
    before, waiting, done = (work / f"{number}-{kind}" for kind in ("before", "waiting", "done"))
    for copy, original in ((before, stand.before), (waiting, stand.waiting), (done, stand.done)):
        linked(original, copy)
    orders = copied(stand.mail(stand.waiting, seat, f"orders-{seat}"), work / f"{number}-orders.txt")
    report = copied(stand.mail(stand.done, "referee", f"report-{seat}"), work / f"{number}-report.txt")
    referee, own = before, before / seat

    def anew(copy: Path, original: Path) -> Callable[[], None]:
        def put() -> None:
            shutil.rmtree(copy)
            linked(original, copy)

        return put

    taken = work / f"{number}-taken"
    linked(stand.before, taken)
    return [
        Command(f"{name}: status", [*PBEM, "status"], own),
        Command(f"{name}: check", [*PBEM, "check", "sheet.yaml"], own),
        Command(f"{name}: draft", [*PBEM, "draft", "--print"], own),
        Command(f"{name}: moves", [*PBEM, "moves", unit], own),
        Command(f"{name}: receive orders", [*PBEM, "receive", str(orders)], taken, anew(taken, stand.before)),
        Command(f"{name}: adjudicate, with reports", [*PBEM, "adjudicate"], waiting, anew(waiting, stand.waiting)),
        Command(f"{name}: receive a page", [*PBEM, "receive", str(report)], done / seat, anew(done, stand.done)),
        Command(f"{name}: report --format html", [*PBEM, "report", "--format", "html"], referee),
        Command(f"{name}: report --format pdf", [*PBEM, "report", "--format", "pdf"], referee),
        Command(f"{name}: report --format page", [*PBEM, "report", "--format", "page"], own),
        Command(f"{name}: map --format svg", [*PBEM, "map", "--format", "svg"], own),
        Command(f"{name}: audit", [*PBEM, "audit", "."], own, rarely=True),
    ]


def linked(original: Path, copy: Path) -> None:
    """The same folder in another place, without its bytes: the program puts new files in the place of old ones.

    But a lock is held by its file, and would be one for all copies.
    """

    def link(source: str, target: str) -> None:
        try:
            (shutil.copy2 if Path(source).name == "lock" else os.link)(source, target)
        except OSError:
            shutil.copy2(source, target)

    shutil.copytree(original, copy, copy_function=link)


def copied(path: Path, to: Path) -> Path:
    to.write_bytes(path.read_bytes())
    return to


def prepare(games: Path) -> None:
    """A game after a few exchanges, the same with all sheets in, and the same after many exchanges.

    Who crosses the river early wins early: games are begun until one lasts.
    """
    for attempt in range(20):
        for name in ("game", "early", "waiting"):
            shutil.rmtree(games / name, ignore_errors=True)
        game = Theatre(games / "game", "ford", NOON, entropy_of("ford", attempt))
        game.found()
        play_to(game, EARLY)
        shutil.copytree(games / "game", games / "early")
        for seat in game.referee.course.next.seats:
            text = game.hand_in(seat, sheet(game, seat))
            (games / "early" / seat / "sheet.yaml").write_text(text)
        shutil.copytree(games / "game", games / "waiting")
        if (games / "early" / "blue" / "sheet.yaml").exists() and play_to(game, LATE):
            shutil.copytree(games / "game", games / "late")
            return
    raise SystemExit(f"no game of {LATE} exchanges")


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
    written = replace(player.sheet(tuple(map(Asked, known.due)), known.whole.position), ahead=None)
    text = print_sheet(written, one.rules.form(number, seat, known.due))
    return "\n".join(line for line in text.split("\n") if not line.startswith(("game:", "exchange:", "side:")))


def cost(command: Command, environment: dict[str, str]) -> Cost:
    """Run it once."""
    command.before()
    stand = command.name.split(":")[0].replace(" ", "")  # a cache of its own, as one has who plays one game
    own = {**environment, "PBEM_HOME": f"{environment['PBEM_HOME']}-{stand}"}
    with open(os.devnull, "wb") as away:
        process = subprocess.Popen(command.line, cwd=command.folder, stdout=away, stderr=away, env=own)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and not (command.line[3:4] == ["check"] and process.returncode == 1):
        raise SystemExit(f"{command.name} ended with {process.returncode}: {command.line} in {command.folder}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss)


def measured(times: int, ford_alone: bool) -> dict[str, list[Cost]]:
    """What each command took, round by round.  The first round compiles what is imported and does not count."""
    stands = {} if ford_alone else long_game()
    with TemporaryDirectory() as folder:
        games = Path(folder)
        prepare(games)
        environment = {
            **os.environ,
            "PBEM_HOME": str(games / "home"),
            "PBEM_CLOCK": NOON.isoformat(),
            "PYTHONPYCACHEPREFIX": str(games / "compiled"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        listed = [*bare(), *commands_of_ford(games)]
        for number, stand in stands.items():
            listed += commands_at(number, stand, games)
        found: dict[str, list[Cost]] = {command.name: [] for command in listed}
        for number in range(times + 1):
            print(f"round {number} of {times}, {len(listed)} commands", file=sys.stderr, flush=True)
            for command in listed:
                if command.rarely and number % RARELY != 1:
                    continue
                took = cost(command, environment)
                if number:
                    found[command.name].append(took)
    return found


def table(found: dict[str, list[Cost]]) -> Iterable[tuple[str, float, float, float, int]]:
    """By command: the median in ms, the spread of the middle half, the ratio to a bare Python, megabytes."""
    base = median(one.seconds for one in found["python -c pass"])
    for name, costs in found.items():
        taken = sorted(one.seconds for one in costs)
        middle, spread = median(taken), taken[(3 * len(taken)) // 4] - taken[len(taken) // 4]
        yield name, 1000 * middle, 1000 * spread, middle / base, max(one.memory for one in costs) // 1000


def sizes(stands: dict[int, Stand]) -> Iterable[tuple[str, float]]:
    """Kilobytes on the disk."""
    for number, stand in stands.items():
        yield f"AO {number:>3}: a folder of the book", folder_size(stand.done)
        report = max((stand.done / "reports").glob("*.html"), key=lambda path: path.stat().st_mtime)
        yield f"AO {number:>3}: HTML report", report.stat().st_size / 1000
        seat, _ = stand.mover
        for form, words in (("page", ["report", "--format", "page"]), ("map", ["map", "--format", "svg"])):
            home = {**os.environ, "PBEM_HOME": str(stand.root / "home")}
            made = subprocess.run([*PBEM, *words], cwd=stand.before / seat, env=home, capture_output=True, check=True)
            yield f"AO {number:>3}: {form}", len(made.stdout) / 1000
    with TemporaryDirectory() as folder:
        game = begun(Path(folder) / "game", "bulge", "bulge")
        largest = 0.0
        for _ in range(BULGE):
            for seat in game.referee.course.next.seats:
                game.hand_in(seat, written(game, seat))
            game.resolve()
            largest = max(largest, folder_size(game.root))
        yield f"BU, the largest of {BULGE}: a folder of the book", largest


def folder_size(root: Path) -> float:
    """Of the last number in a referee's book."""
    last = max((root / "book").iterdir(), key=lambda path: int(path.name))
    return sum(path.stat().st_size for path in last.iterdir()) / 1000


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words if word.isdecimal()]
    found = measured(numbers[0] if numbers else TIMES, "--ford" in words)
    if "--json" in words:
        print(json.dumps({name: round(ratio, 1) for name, _, _, ratio, _ in table(found)}, indent=2))
        return
    for name, took, spread, ratio, memory in table(found):
        print(f"{took:>6.0f} ms  ±{spread:>4.0f}  {ratio:>6.1f}  {memory:>4} MB  {name}")
    for name, size in sizes({} if "--ford" in words else long_game()):
        print(f"{size:>8.0f} kB  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
