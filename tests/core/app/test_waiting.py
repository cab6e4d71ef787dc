"""A question that silence could answer, and that somebody wants to be asked: the book waits, and says so to audits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from duel import RULESET, SIDES, Crossed, Drilled, Gave, Guarded, Piste, Step
from folk import Folk

from pbem.app.audits import audit
from pbem.app.seats import check_sheet, draft_sheet
from pbem.office.knowing import knowledge
from pbem.ruleset import Decision, PartSpec, Umpire, View, fewest_first


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
        found = audit(folk.root / seat, rulesets=lambda name: SPEC)
        assert found.ok, found.lines()


def asking(folk: Folk, seat: str) -> str:
    """A sheet that orders no drill and wants to be asked."""
    return headed(folk, seat, "drill: none\nstanding: {ground: ask}\n")


def headed(folk: Folk, seat: str, body: str) -> str:
    """A sheet; what exchange 1 does not take, since it confirms the charter, is left out."""
    game, number = folk.seats[seat], folk.seats[seat].course.open_number
    later = game.rules.form(number, seat, knowledge(game).due).later
    kept = "".join(line for line in body.splitlines(keepends=True) if line.split(":")[0] not in later)
    return f"game: {game.charter.name}\nexchange: {number}\nside: {seat}\n{kept}"


def drill(piste: Piste, umpire: Umpire) -> str:
    """As in the duel, but the other side is asked in the middle, after a line was refused."""
    for line in (lines := umpire.orders("4", "south", "drill")):
        lines.refuse("4", f"no {line.steps}")
    umpire.do("4", Drilled("south", 0))
    umpire.do("4", Gave("north", 1 if umpire.ask("3", "north", "ground", "give?", ("stand", "give")) == "give" else 0))
    return "bout"


def test_a_step_can_be_tried_on_although_a_note_in_it_is_for_the_other_side(tmp_path: Path) -> None:
    spec = replace(SPEC, first="drill", steps={"bout": bout, "drill": drill})
    folk = Folk(tmp_path, spec, "referee").found()
    folk.sheet_of = lambda seat: headed(folk, seat, "drill: [7]\n" if seat == "south" else "")  # type: ignore[method-assign]
    while folk.seats["north"].course.next.seats != ["north"]:
        folk.play_exchange()
    north = folk.seats["north"]
    assert [one["topic"] for one in north.course.next.decisions] == ["ground"]
    looked = check_sheet(north, headed(folk, "north", "answers: {Q1: a}\n"), "north.yaml")
    assert looked.checked is not None
    assert not looked.problems


def slow_drill(piste: Piste, umpire: Umpire) -> str:
    """As in the duel, but every line is refused, and after each its own side is asked."""
    for line in (lines := umpire.orders("4", "south", "drill")):
        lines.refuse("4", f"no {line.steps}")
        umpire.within(line.steps).choose("3", "south", "ground", "give?", ("high", "low", "deep"), least=2, most=3)
    umpire.do("4", Drilled("south", 0))
    return "bout"


def test_lines_of_the_sheet_before_are_no_problems_of_the_one_that_is_checked(tmp_path: Path) -> None:
    topics = tuple(replace(t, default=fewest_first) if t.name == "ground" else t for t in RULESET.topics)
    spec = replace(SPEC, first="drill", steps={"bout": bout, "drill": slow_drill}, topics=topics)
    folk = Folk(tmp_path, spec, "referee").found()
    folk.sheet_of = lambda seat: headed(folk, seat, "drill: [7, 8]\n" if seat == "south" else "")  # type: ignore[method-assign]
    south = folk.seats["south"]
    while not any(one["topic"] == "ground" for one in south.course.next.decisions):
        folk.play_exchange()
    draft = draft_sheet(south)
    assert "#  Q1: [a, b]" in draft
    looked = check_sheet(south, draft.replace("#  Q1", "  Q1"), "south.yaml")
    assert looked.checked is not None
    assert not looked.problems
    assert not looked.checked.echoes


# Parts that wait until they are used


def parries(view: View, decision: Decision, line: Step) -> str | None:
    """`- give`: what to do when one is hit."""
    return line.steps if decision.topic == "ground" else None


REACT = PartSpec(name="react", order=Step, serves="until used", answers=parries, beforehand=True)
REACTING = replace(RULESET, parts=(*RULESET.parts, REACT))


@pytest.mark.parametrize("mode", ["referee", "mutual", "alone"])
def test_what_waits_until_it_is_used_stands_in_every_draft_and_a_draft_sent_as_it_is_keeps_it(
    tmp_path: Path, mode: str
) -> None:
    folk = Folk(tmp_path, REACTING, mode).found()
    folk.sheet_of = lambda seat: headed(folk, seat, f"drill: none\n{guard(folk, seat)}react: [give, sulk]\n")  # type: ignore[method-assign]
    waited: set[bool] = set()
    while folk.seats["north"].course.result is None:
        folk.play_exchange()
        folk.sheet_of = lambda seat: as_drafted(folk, seat)  # type: ignore[method-assign]
        for seat in folk.writers():
            draft = draft_sheet(folk.seats[seat])
            assert "  - sulk                        # in force" in draft
            waited.add("  - give                        # in force" in draft)
    assert waited == {True, False}, "it waits, and once its owner is hit it is used up"
    for seat in folk.seats:
        found = audit(folk.root / seat, rulesets=lambda name: REACTING)
        assert found.ok, found.lines()


def guard(folk: Folk, seat: str) -> str:
    asked = [one["topic"] for one in folk.seats[seat].course.next.decisions if one["side"] == seat]
    return "answers: {Q1: a}\n" if "guard" in asked else ""


def as_drafted(folk: Folk, seat: str) -> str:
    """The draft with the answers that it offers: it says no more about what waits than what stands there."""
    return draft_sheet(folk.seats[seat]).replace("#  Q", "  Q") + "drill: none\n"
