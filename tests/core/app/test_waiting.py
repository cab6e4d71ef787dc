"""A question that silence could answer, and that somebody wants to be asked: the book waits, and says so to audits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from duel import RULESET, SIDES, Crossed, Gave, Guarded, Piste
from folk import Folk, plain_report

from pbem.app.flow.auditing import audit
from pbem.ruleset import Umpire


def bout(piste: Piste, umpire: Umpire) -> str:
    """As in the duel, but everybody is hit, and who says nothing stands."""
    umpire.do("1", Guarded("high", "high"))
    umpire.do("2", Crossed(umpire.rolls("2", "blades", 2), ""))
    for side in SIDES:
        word = umpire.ask("3", side, "ground", "give ground?", ("stand", "give"), otherwise="stand")
        umpire.do("3", Gave(side, 2 if word == "give" else 1))
    return "drill"


SPEC = replace(
    RULESET,
    steps={**RULESET.steps, "bout": bout},
    topics=tuple(replace(t, words=("stand", "give")) if t.name == "ground" else t for t in RULESET.topics),
)


@pytest.mark.parametrize("mode", ["referee", "mutual", "alone"])
def test_a_side_that_wants_to_be_asked_is_waited_for(tmp_path: Path, mode: str) -> None:
    folk = Folk(tmp_path, SPEC, mode).found()
    folk.sheet_of = lambda seat: asking(folk, seat)  # type: ignore[method-assign]
    due: list[str] = []
    for _ in range(6):  # until the standing orders are in force
        if "ground" not in due:
            folk.play_exchange()
            due = [one["topic"] for one in folk.seats["north"].course.next.decisions]
    assert due == ["ground"]
    for seat in folk.seats:
        found = audit(folk.root / seat, rulesets=lambda name: SPEC, reports=plain_report)
        assert found.ok, found.lines()


def asking(folk: Folk, seat: str) -> str:
    """A sheet that orders no drill and wants to be asked."""
    game = folk.seats[seat]
    head = f"game: {game.charter.name}\nexchange: {game.course.open_number}\nside: {seat}\n"
    return head + "drill: none\nstanding: {ground: ask}\n"
