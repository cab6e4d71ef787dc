"""Games that bots have played for a while, with a folder for every seat."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.app.ordering import sign
from pbem.app.reports import told
from pbem.app.seats import check_sheet, known_to_player
from pbem.app.theatre import Theatre
from pbem.model.chooser import Whims
from pbem.model.digest import digest
from pbem.model.position import View
from pbem.model.sheet import Part, Sheet
from pbem.office.game import Game
from pbem.seal.keys import Identity
from pbem.sheets import print_sheet

NOON = datetime(2025, 11, 4, 12, tzinfo=UTC)


@dataclass
class Stage:
    """One game on its way.  The same one each time: nothing in it is left to chance."""

    theatre: Theatre

    @classmethod
    def founded(cls, root: Path, system: str, scenario: str) -> Stage:
        drawn = [0]

        def entropy(count: int) -> bytes:
            drawn[0] += 1
            return digest("staged", system, drawn[0])[:count]

        theatre = Theatre(root, system, NOON, entropy, scenario=scenario)
        with patch.object(Identity, "generate", lambda: Identity(Ed25519PrivateKey.from_private_bytes(entropy(32)))):
            theatre.found()
        return cls(theatre)

    def play_until(self, reached: Callable[[Game, str], bool], most: int = 80) -> str:
        """Bots play until it is so for a seat that has a sheet to write; that seat."""
        for _ in range(most):
            assert self.theatre.referee.course.next.seats, "the game ends before it comes so far"
            for seat in self.theatre.referee.course.next.seats:
                if reached(self.theatre.seats[seat], seat):
                    return seat
            for seat in self.theatre.referee.course.next.seats:
                self._bot(seat)
            self.theatre.resolve()
        raise AssertionError("the game does not come so far")

    def _bot(self, seat: str) -> None:
        """The first of the game's bots answers all that a seat is asked."""
        game, spec = self.theatre.seats[seat], self.theatre.spec
        known, number = known_to_player(game), game.course.open_number
        play, whims = next(iter(spec.bots.values())), Whims(seat, number)
        picks: dict[Any, Any] = {asked.key: play(known.view, asked, whims) for asked in known.due}
        parts = {pick.name: pick for pick in picks.values() if isinstance(pick, Part)}
        answers = {key: pick for key, pick in picks.items() if not isinstance(pick, Part)}
        sheet = Sheet(seat, game=game.charter.name, exchange=number, parts=parts, answers=answers)
        text = print_sheet(sheet, game.rules.form(number, seat, known.due))
        self.theatre.send(sign(game, text, final=True))


def asked(game: Game, *parts: str) -> View | None:
    """What a seat sees, if it is asked for one of these parts."""
    known = known_to_player(game)
    return known.view if any(one.topic in parts and one.kind == "part" for one in known.due) else None


def page_of(game: Game) -> str:
    found = told(game, game.seat, "page")
    assert isinstance(found, str)
    return found


def pbem(stage: Stage, game: Game, verb: str, sheet: str) -> subprocess.CompletedProcess[str]:
    """The program itself, in the seat's folder."""
    (game.folder.path / "composed.yaml").write_text(sheet, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pbem", verb, "composed.yaml"], cwd=game.folder.path, text=True, capture_output=True,
        env={**os.environ, "PBEM_HOME": str(stage.theatre.home.path)},
    )  # fmt: skip


def refused(game: Game, sheet: str) -> list[str]:
    """What `pbem check` finds illegal or cannot read."""
    looked = check_sheet(game, sheet, "sheet.yaml")
    return [line for problem in looked.problems if problem.kind in ("illegal", "invalid") for line in problem.lines()]
