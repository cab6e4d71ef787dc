"""Every ruleset by mail: random sheets with standing orders between separate folders, then audits of every book.

PBEM_GAMES=100 plays so many games of each ruleset, longer ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import folk as folks
import pytest
from folk import Folk

from pbem.app.flow.auditing import audit
from pbem.app.published import public_reports
from pbem.app.rulesets import installed, ruleset

GAMES = int(os.environ.get("PBEM_GAMES", "0"))
EXCHANGES = 25 if GAMES else 7


@pytest.mark.parametrize("system", sorted(installed()))
@pytest.mark.parametrize("number", range(GAMES or 3))
def test_a_game_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, number: int) -> None:
    monkeypatch.setattr(folks, "plain_report", public_reports)
    spec = ruleset(system)
    modes = ("referee",) if spec.secrets else ("referee", "mutual", "alone")
    game = Folk(tmp_path, spec, modes[number % len(modes)], seed=number).found()
    played = game.play(EXCHANGES)
    for seat, own in game.seats.items():
        found = audit(tmp_path / seat, reports=public_reports)
        assert found.ok, found.lines()
        assert own.course.number == played
