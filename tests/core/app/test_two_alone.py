from __future__ import annotations

from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk, plain_report

from pbem.app.flow.auditing import audit


@pytest.mark.parametrize("seed", range(4))
def test_two_alone_play_to_the_end(tmp_path: Path, seed: int) -> None:
    folk = Folk(tmp_path, RULESET, "alone", seed=seed).found()
    folk.play()
    assert folk.seats["north"].course.result is not None
    for seat in folk.seats:
        found = audit(tmp_path / seat, rulesets=lambda name: RULESET, reports=plain_report)
        assert found.ok, found.lines()
    assert len({game.course.head for game in folk.seats.values()}) == 1
