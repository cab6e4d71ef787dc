from __future__ import annotations

from pathlib import Path

from folk import Folk

from rules.ford import RULESET


def test_a_game_of_ford_with_a_referee_is_played_to_the_end(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    folk.play()
    heads = {game.course.head for game in folk.seats.values()}
    assert len(heads) == 1
    assert folk.seats["blue"].course.result is not None
