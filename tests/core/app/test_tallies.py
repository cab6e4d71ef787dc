"""The luck of the whole game is worked out from the pages once; the next report goes on from what was kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from folk import Folk

from pbem.app import tallies
from pbem.app.tallies import earlier_luck, luck_in
from pbem.kit.keeper import nobody, use
from pbem.office.cache import Cache
from pbem.office.game import Game
from pbem.play.luck import Mean, tallied
from pbem_rules.ford import RULESET as FORD

LAST = 5


@pytest.fixture(scope="module")
def folk(tmp_path_factory: pytest.TempPathFactory) -> Folk:
    folk = Folk(tmp_path_factory.mktemp("game"), FORD, "referee").found()
    for _ in range(LAST):
        folk.play_exchange()
    return folk


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    made = Cache(tmp_path)
    use(lambda: made)
    yield made
    use(nobody)


def of_pages(game: Game, number: int) -> dict[str, Mean]:
    return tallied(luck_in(game.rules, game.course, set(range(1, number))))


def test_what_was_kept_is_what_the_pages_say(folk: Folk, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    game, read = folk.open("blue"), list[int]()
    whole = of_pages(game, LAST + 1)
    assert sum(one.count for one in whole.values()) == 2

    def watched(rules, course, numbers):  # type: ignore[no-untyped-def]
        read.extend(numbers)
        return luck_in(rules, course, numbers)

    monkeypatch.setattr(tallies, "luck_in", watched)
    monkeypatch.setattr(tallies, "KEPT", 2)
    for number in range(1, LAST + 1):
        assert earlier_luck(game.published(number)) == of_pages(game, number), number
    assert read == list(range(1, LAST + 1))  # each page once
    read.clear()
    assert earlier_luck(folk.open("blue").published(LAST)) == of_pages(game, LAST)
    assert earlier_luck(folk.open("blue").published(2)) == of_pages(game, 2)
    assert read == [1, 2]


@pytest.mark.parametrize(
    "change", [(b'"head":"', b'"head":"0'), (b'"rules":"', b'"rules":"x'), (b'"standing":[1,', b'"standing":[')]
)
def test_of_another_history_or_by_other_rules_nothing_is_taken(
    folk: Folk, cache: Cache, change: tuple[bytes, bytes]
) -> None:
    game = folk.open("blue")
    right = earlier_luck(game.published(LAST))
    (kept,) = [path for path in cache.folder.iterdir() if path.name.startswith("luck-")]
    body = cache.recall(kept.name)
    assert body is not None
    assert change[0] in body
    wrong = body.replace(b'"blue":[', b'"blue":[7')
    cache.keep(kept.name, wrong)
    assert earlier_luck(game.published(LAST)) != right
    cache.keep(kept.name, wrong.replace(*change))
    assert earlier_luck(game.published(LAST)) == right


def test_totals_beyond_what_a_number_of_a_record_holds_are_kept(
    folk: Folk, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def uneven(rules, course, numbers):  # type: ignore[no-untyped-def]
        return tuple(replace(luck, score=luck.score + Fraction(1, 10**40)) for luck in luck_in(rules, course, numbers))

    monkeypatch.setattr(tallies, "luck_in", uneven)
    first = earlier_luck(folk.open("blue").published(LAST))
    assert any(one.total.denominator > 2**53 for one in first.values())
    assert earlier_luck(folk.open("blue").published(LAST)) == first
