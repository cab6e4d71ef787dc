"""The dice of a whole book: computed again, and compared with what people read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from folk import Folk

from pbem.app.agreements import agree, rejudge
from pbem.app.dicework import explain_die, logs_of, verified
from pbem.book.page import Page
from pbem.book.shown import read_shown, shown
from pbem_rules.ford import RULESET as FORD


@pytest.fixture(scope="module")
def folk(tmp_path_factory: pytest.TempPathFactory) -> Folk:
    folk = Folk(tmp_path_factory.mktemp("game"), FORD, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    return folk


def wrong_with(folk: Folk, change: Callable[[str], str]) -> list[str]:
    """What is wrong when the die log of exchange 3 is changed so; it is put back."""
    path = folk.seats["blue"].folder.page(3) / "dice.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(change(before), encoding="utf-8")
    try:
        return verified(folk.open("blue"))[1]
    finally:
        path.write_text(before, encoding="utf-8")


def with_die(change: Callable[[dict[str, object]], object]) -> Callable[[str], str]:
    """Change the last die of a log."""

    def changed(text: str) -> str:
        dice = read_shown(text)
        change(dice[-1])
        return shown(dice)

    return changed


def test_a_whole_book_has_nothing_wrong(folk: Folk) -> None:
    count, wrong = verified(folk.open("blue"))
    assert count > 3
    assert wrong == []


def test_a_face_that_is_shown_otherwise_is_named_with_file_and_line(folk: Folk) -> None:
    path = folk.seats["blue"].folder.page(3) / "dice.yaml"
    dice = read_shown(path.read_text(encoding="utf-8"))
    face, name = dice[-1]["face"], dice[-1]["name"]
    other = 1 if face != 1 else 2
    (wrong,) = wrong_with(folk, with_die(lambda die: die.update(face=other)))
    place, told = wrong.split(": ", 1)
    file, line = place.rsplit(":", 1)
    assert file == "book/03/dice.yaml"
    assert str(dice[-1]["name"]) in "\n".join(path.read_text(encoding="utf-8").splitlines()[int(line) - 1 :])
    assert told == f"{name} shows face {other}, signed {face}"


def test_other_fields_are_named_and_are_harmless_to_print(folk: Folk) -> None:
    (wrong,) = wrong_with(folk, with_die(lambda die: die.update(name="x\x1b[2J")))
    assert "shows name x" in wrong
    assert "\x1b" not in wrong


@pytest.mark.parametrize("change", [lambda text: "", lambda text: "- 1\n", lambda text: text + "# hello\n"])
def test_a_log_that_is_no_such_log_is_wrong(folk: Folk, change: Callable[[str], str]) -> None:
    (wrong,) = wrong_with(folk, change)
    assert wrong.startswith("book/03/dice.yaml:")
    assert wrong.endswith(": not as it was signed")


def test_a_log_that_is_gone_is_wrong(folk: Folk) -> None:
    path = folk.seats["red"].folder.page(3) / "dice.yaml"
    path.unlink()
    assert verified(folk.open("red"))[1] == ["book/03/dice.yaml: is missing"]


def test_an_exchange_that_was_judged_again_has_the_same_dice_again(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    folk.carry(rejudge(folk.seats["referee"], 3, "a rule was mended", folk.now))
    for seat in ("blue", "red"):
        folk.carry(agree(folk.seats[seat], folk.now))
    blue = folk.open("blue")
    count, wrong = verified(blue)
    assert wrong == []
    dice = read_shown((blue.folder.page(3) / "dice.yaml").read_text(encoding="utf-8"))
    assert count > len(dice)
    alike = [one for one in dice if one["name"] == dice[-1]["name"]]
    assert len(explain_die(blue, dice[-1]["name"])) == len(alike)


def test_hidden_dice_of_a_number_that_was_judged_again_are_looked_at_number_by_number() -> None:
    """In one log the second of them would pass for a die thrown twice."""
    die = {"name": "3/turn 1/deck/card", "exchange": 3, "key": ["turn 1", "deck", "card"], "index": 1, "die": 6}
    part: dict[str, Any] = {"dice": [{**die, "face": 2, "hidden": True}]}
    opening = SimpleNamespace(parts={"3": {"red": part}, "5": {"red": part}})
    logs = list(logs_of(cast("Page", SimpleNamespace(outcome=None, opening=opening))))
    assert [len(log) for log in logs] == [1, 1]
