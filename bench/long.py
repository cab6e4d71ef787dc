"""A long game of The Ardennes Offensive by mail, made once and kept: python bench/long.py

Its players are the game's bots, which want to be asked phase by phase; that makes some 160 exchanges.  The game lies in
the folder for temporary files (or in PBEM_BENCH) as it stood at some of them.  A game begun under other rules or data
is made anew; after changes to the protocol remove it by hand.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir

from pbem.app.adjudicating import adjudicate
from pbem.app.ordering import knowledge
from pbem.app.theatre import Theatre
from pbem.court.rules import versions_of
from pbem.engine.asked import Asked
from pbem.model.canonical import canonical
from pbem.model.chooser import Whims
from pbem.model.digest import digest
from pbem.model.sheet import Part, Sheet
from pbem.office.game import Entropy
from pbem.office.rulesets import ruleset
from pbem.play.random_player import default_pick
from pbem.sheets import print_sheet

SYSTEM = "ardennes-offensive"
STANDS = (1, 30, 140)
"""The game is kept when for the first time from these numbers on somebody has movement to write."""
NOON = datetime(2025, 11, 4, 12, 0, tzinfo=UTC)
MOVEMENT = re.compile(r"^movement:\n  - ([^:]+):", re.MULTILINE)
AT_ONCE = ("set-up", "drop")
"""Parts that the bots write, or leave out, without being asked apart."""


class Stand:
    """The game at a number: `before` the sheets are in, with them written; `waiting` for the referee; `done`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.before, self.waiting, self.done = (root / name for name in ("before", "waiting", "done"))

    @property
    def mover(self) -> tuple[str, str]:
        """Who has movement to write, and a unit of his that moves."""
        for path in sorted(self.before.glob("*/sheet.yaml")):
            if found := MOVEMENT.search(path.read_text()):
                return path.parent.name, found[1]
        raise SystemExit(f"nobody moves in {self.root}")

    def mail(self, folder: Path, seat: str, words: str) -> Path:
        """A mail that lies in the sent folder of a seat."""
        root = folder if seat == "referee" else folder / seat
        return max((root / "sent").glob(f"*{words}*.txt"), key=lambda path: path.stat().st_mtime)


def long_game(stands: Iterable[int] = STANDS) -> dict[int, Stand]:
    """The game at these numbers."""
    pinned = versions_of(ruleset(SYSTEM))
    root = Path(
        os.environ.get("PBEM_BENCH") or gettempdir(),
        f"pbem-bench-{digest('bench', canonical(pinned.plain())).hex()[:8]}",
    )
    found = {number: Stand(root / f"{number:03}") for number in stands}
    if not all((stand.root / "whole").exists() for stand in found.values()):
        _play(root, found)
    return found


def _play(root: Path, stands: dict[int, Stand]) -> None:
    shutil.rmtree(root, ignore_errors=True)
    game = begun(root / "game", SYSTEM, "long")
    waiting = [stands[number] for number in sorted(stands)]
    while waiting:
        sheets = {seat: sheet(game, seat) for seat in game.referee.course.next.seats}
        kept = game.referee.course.number >= int(waiting[0].root.name) and any(map(MOVEMENT.search, sheets.values()))
        _go_on(game, sheets, waiting.pop(0) if kept else None)


def begun(root: Path, system: str, name: str) -> Theatre:
    """A new game in which everything is asked."""
    windows = {topic.name: "ask" for topic in ruleset(system).topics}
    game = Theatre(root, system, NOON, entropy_of(name), windows=windows)
    game.found()
    return game


def _go_on(game: Theatre, sheets: Mapping[str, str], stand: Stand | None) -> None:
    """One exchange; on the way the stand is kept."""
    for seat, text in sheets.items():
        name, number = game.referee.charter.name, game.referee.course.open_number
        head = f"game: {name}\nexchange: {number}\nside: {seat}\n"
        (game.folder(seat) / "sheet.yaml").write_text(head + text)
    if stand is not None:
        _keep(game, stand.before)
    for seat, text in sheets.items():
        (game.folder(seat) / "sheet.yaml").unlink()
        game.hand_in(seat, text)
    if stand is not None:
        _keep(game, stand.waiting)
    made = adjudicate(game.referee, game.clock)
    if stand is not None:
        _keep(game, stand.done)
        (stand.root / "whole").touch()
    game.deliver(made.mails)


def _keep(game: Theatre, folder: Path) -> None:
    """The whole game but for its older reports, which can be written again at will and are most of its bytes."""
    last = game.referee.course.number

    def older(where: str, names: list[str]) -> list[str]:
        kept = {f"{number:02}" for number in (last - 1, last)}
        return [name for name in names if name.split(".")[0] not in kept] if Path(where).name == "reports" else []

    shutil.copytree(game.root, folder, ignore=older)


def sheet(game: Theatre, seat: str, *, asked_later: bool = True) -> str:
    """What a bot writes, without its head: the part that it is asked for, and perhaps to be asked for later ones."""
    one = game.seats[seat]
    known, number = knowledge(one), one.course.open_number
    play, whims = next(iter(game.spec.bots.values())), Whims("bench", seat, number)
    parts: dict[str, Part] = {}
    answers: dict[tuple[str, ...], str | tuple[str, ...]] = {}
    for asked in map(Asked, known.due):
        pick = play(known.view, asked.decision, whims)
        if asked.wrong(pick) is not None:
            pick = default_pick(game.spec, known.view, asked)
        if isinstance(pick, Part):
            parts[pick.name] = pick
        else:
            answers[asked.decision.key] = pick
    if parts and asked_later:
        later = [part.name for part in game.spec.parts if part.name not in AT_ONCE]
        parts = {name: Part(name, later=True) for name in later} | parts
    text = print_sheet(Sheet(seat, parts=parts, answers=answers), one.rules.form(number, seat, known.due))
    return "\n".join(line for line in text.split("\n") if not line.startswith(("game:", "exchange:", "side:")))


def entropy_of(*name: object) -> Entropy:
    """Bytes that look random and are the same in every run."""
    drawn = [0]

    def draw(count: int) -> bytes:
        drawn[0] += 1
        return digest("bench", *map(str, name), drawn[0])[:count]

    return draw


if __name__ == "__main__":
    for number, stand in long_game().items():
        print(f"{number:>4}  {stand.root}")
