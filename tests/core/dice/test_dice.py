"""Chains, seeds, rolls and their log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.dice.chain import LINKS, Chain, KnownLink, check_link
from pbem.dice.log import Die, Fact, SeededDice, explain, verify
from pbem.dice.roll import Try, face_of, limit, roll, tries
from pbem.dice.seed import first_seed, next_seed
from pbem.model.errors import Refused, RulesBug, Tampered

CHAIN = Chain(b"draft", "german", bytes(range(32)))
SEED = bytes(range(32))
KEY = ("1/german/combat", "9.3", "1708")


def test_links_lead_to_the_tip_and_to_each_other() -> None:
    tip = KnownLink(0, CHAIN.tip)
    for number in (1, 2, 7, LINKS):
        check_link(b"draft", "german", KnownLink(number, CHAIN.link(number)), known=tip)
    check_link(b"draft", "german", KnownLink(9, CHAIN.link(9)), known=KnownLink(7, CHAIN.link(7)))


def test_a_chain_belongs_to_draft_and_seat() -> None:
    for draft, seat in ((b"draft 2", "german"), (b"draft", "allied")):
        with pytest.raises(Tampered, match="does not lead"):
            check_link(draft, seat, KnownLink(1, CHAIN.link(1)), known=KnownLink(0, CHAIN.tip))


@pytest.mark.parametrize("exchange", [0, -1, LINKS + 1])
def test_exchanges_without_a_link(exchange: int) -> None:
    with pytest.raises(Refused, match="none for exchange"):
        CHAIN.link(exchange)


def test_the_root_does_not_print() -> None:
    assert repr(CHAIN) == "Chain(draft=b'draft', seat='german')"


def test_every_part_moves_the_seed() -> None:
    start = first_seed(SEED)
    one, two = bytes(32), bytes([1]) * 32
    seats = ["german", "allied"]
    made = {
        next_seed(start, 1, seats, {"german": one, "allied": two}),
        next_seed(start, 1, seats, {"german": two, "allied": one}),
        next_seed(start, 2, seats, {"german": one, "allied": two}),
        next_seed(two, 1, seats, {"german": one, "allied": two}),
        next_seed(start, 1, seats[::-1], {"german": one, "allied": two}),
        next_seed(start, 1, seats, {"german": one}),
        next_seed(start, 1, ["german"], {"german": one}),
        next_seed(start, 1, seats, {}),
    }
    assert len(made) == 8


def test_an_empty_link_is_a_missing_one() -> None:
    assert next_seed(SEED, 1, ["german"], {}) == next_seed(SEED, 1, ["german"], {"german": b""})


def test_the_limit_is_the_largest_multiple() -> None:
    for faces in (1, 2, 6, 10, 52, 100, 2**53 - 1):
        assert limit(faces) % faces == 0
        assert limit(faces) <= 2**64 < limit(faces) + faces


def test_faces_of_the_lowest_and_highest_values() -> None:
    assert [face_of(value, 6) for value in (0, 5, 6, limit(6) - 1)] == [1, 6, 1, 6]


def test_values_from_the_limit_on_are_passed_over() -> None:
    """With so many faces about every second value is; the one that counts is the first below the limit."""
    faces = 2**63 + 1
    for index in range(20):
        made = tries(SEED, KEY, index=index, faces=faces)
        assert [attempt.value >= limit(faces) for attempt in made] == [True] * (len(made) - 1) + [False]


def test_the_limit_itself_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [limit(6), 2**64 - 1, limit(6) - 1, 0]
    monkeypatch.setattr("pbem.dice.roll._attempt", lambda seed, key, index, number: Try(b"", values[number]))
    assert [attempt.value for attempt in tries(SEED, KEY, index=0, faces=6)] == values[:3]


@pytest.mark.parametrize(("faces", "index"), [(0, 0), (-6, 0), (2**64 + 1, 0), (6, -1)])
def test_dice_that_do_not_exist(faces: int, index: int) -> None:
    with pytest.raises(ValueError, match="no die has"):
        roll(SEED, KEY, index=index, faces=faces)


def test_all_faces_come_up_about_equally() -> None:
    """Six hundred dice of fixed seed: a thing that is computed, so it cannot fail by chance."""
    faces = [roll(SEED, KEY, index=index, faces=6) for index in range(600)]
    assert all(70 < faces.count(face) < 130 for face in range(1, 7))


def test_the_order_of_asking_moves_no_die() -> None:
    one, two = SeededDice(SEED, 4), SeededDice(SEED, 4)
    forth = {key: one.faces((key,), 6, 3, False) for key in ("a", "b", "c")}
    back = {key: two.faces((key,), 6, 3, False) for key in ("c", "a", "b")}
    assert forth == back


def test_a_step_run_again_meets_its_dice_and_the_log_has_them_once() -> None:
    dice = SeededDice(SEED, 4)
    assert dice.faces(KEY, 6, 2, False) == dice.faces(KEY, 6, 2, False)
    assert [(die.name, die.index) for die in dice.log] == [
        ("4/1/german/combat/9.3/1708", 0),
        ("4/1/german/combat/9.3/1708", 1),
    ]


@pytest.mark.parametrize(("die", "count", "hidden"), [(10, 2, False), (6, 3, False), (6, 2, True)])
def test_one_key_cannot_be_thrown_in_two_ways(die: int, count: int, hidden: bool) -> None:
    dice = SeededDice(SEED, 4, bytes(32))
    dice.faces(KEY, 6, 2, False)
    with pytest.raises(RulesBug, match="thrown again with other dice"):
        dice.faces(KEY, die, count, hidden)


def test_hidden_dice_need_the_hidden_seed_and_are_others() -> None:
    with pytest.raises(RulesBug, match="only the referee"):
        SeededDice(SEED, 4).faces(KEY, 6, 1, True)
    dice = SeededDice(SEED, 4, bytes(32))
    assert dice.faces(KEY, 1000, 1, True) != SeededDice(SEED, 4).faces(KEY, 1000, 1, False)


def test_seeds_do_not_print() -> None:
    assert "x01" not in repr(SeededDice(SEED, 4, SEED))


def _log() -> list[Die]:
    dice = SeededDice(SEED, 4, bytes(32))
    dice.faces(KEY, 6, 2, False)
    dice.faces(("draw", "1"), 52, 1, True)
    return dice.log


def test_an_honest_log_verifies() -> None:
    assert verify(_log(), {4: SEED}, {4: bytes(32)}) == []
    assert [Die.from_record(die.to_record()) for die in _log()] == _log()


def test_a_changed_die_is_named_with_its_place() -> None:
    log = _log()
    turned = log[1].face % 6 + 1
    log[1] = replace(log[1], face=turned)
    (found,) = verify(log, {4: SEED}, {4: bytes(32)})
    assert (found.place, found.name) == (1, "4/1/german/combat/9.3/1708")
    assert found.message == f"says {turned}, computed {_log()[1].face}"


def test_every_break_is_found() -> None:
    log = [replace(die, face=die.face % 6 + 1) for die in _log()[:2]] + _log()[:1]
    assert [found.place for found in verify(log, {4: SEED})] == [0, 1, 2]


def test_hidden_dice_are_passed_over_until_they_are_open() -> None:
    log = [replace(die, face=die.face % 52 + 1) for die in _log()[2:]]
    assert verify(log, {4: SEED}) == []
    assert len(verify(log, {4: SEED}, {4: bytes(32)})) == 1
    assert len(verify(log, {4: SEED}, {})) == 1


def test_an_open_die_called_hidden_does_not_verify() -> None:
    dice = SeededDice(SEED, 4)
    dice.faces(KEY, 1000, 1, False)
    log = [replace(dice.log[0], hidden=True)]
    assert len(verify(log, {4: SEED}, {4: bytes(32)})) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"name": "4/luck"},
        {"key": []},
        {"key": [1]},
        {"key": "1708"},
        {"face": True},
        {"die": 0},
        {"index": -1},
        {"index": "0"},
        {"hidden": 0},
        {"more": 1},
    ],
)
def test_a_line_that_is_none(change: dict[str, object]) -> None:
    with pytest.raises(Tampered):
        Die.from_record({**_log()[0].to_record(), **change})


def test_a_die_is_explained_step_by_step() -> None:
    die = _log()[0]
    (attempt,) = tries(SEED, KEY, index=0, faces=6)
    rest = attempt.value % 6
    assert explain(die, SEED) == [
        Fact("seed", SEED.hex()),
        Fact("key", "1/german/combat/9.3/1708, die 0, 6 faces"),
        Fact("mac", f"{attempt.mac.hex()}   first 8 bytes v = {attempt.value}"),
        Fact("test", "v is below 18446744073709551612, largest multiple of 6: try 0 counts"),
        Fact("face", f"1 + v mod 6 = 1 + {rest} = {die.face}"),
    ]


def test_rejected_tries_are_explained_too() -> None:
    faces = 2**63 + 1
    index = next(n for n in range(99) if len(tries(SEED, KEY, index=n, faces=faces)) == 3)
    die = Die(key=KEY, die=faces, index=index, face=roll(SEED, KEY, index=index, faces=faces), exchange=4)
    facts = explain(die, SEED)
    assert [fact.name for fact in facts] == ["seed", "key", "mac", "mac", "mac", "test", "face"]
    assert facts[-2].value.endswith("try 2 counts")
