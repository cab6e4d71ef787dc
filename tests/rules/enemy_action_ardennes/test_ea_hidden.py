"""What a side reads and is asked does not depend on the other hand, the piles and the reserves: they are swapped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, zip_longest

import pytest

from pbem.app.bulletin import Bulletin, report_files
from pbem.app.reports import page
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.codec import Codec
from pbem.model.canonical import canonical
from pbem.model.chooser import Whims
from pbem.model.entry import told_to
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.sheet import Part, Sheet
from pbem.model.wording import Chapter
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer, default_pick
from pbem.play.selfplay import exchanges, random_players, random_windows
from pbem.ruleset import Setup
from pbem.seal.box import padded

SPEC = ruleset("enemy-action-ardennes")
FEW = 20
SWAPS = int(os.environ.get("PBEM_EA_SWAPS", FEW))
"""So many positions, each for both sides; hundreds where somebody asks for them."""
EACH = 10 if SWAPS == FEW else 1
"""For one in so many the page is drawn as well."""
SALT = bytes(32)
MOST_STOPS = 60


def stops(seed: int, scenario: str) -> Iterator[tuple[int, Progress]]:
    terms = Terms(SPEC, random_windows(SPEC, seed))
    game = exchanges(terms, Setup(scenario=scenario), NumberedFaces(seed), random_players(SPEC, seed))
    return ((number, now) for number, now in enumerate(game) if now.ending is None)


def positions() -> Iterator[tuple[int, Progress]]:
    """A piece of each of many games, those of the first day and those of the last week."""
    for seed in range(SWAPS):
        yield from islice(stops(seed, ("assault", "crisis")[seed % 2]), 3 + seed % 5, 28)


def bulletin(side: str, position: Position, now: Progress, number: int) -> Bulletin:
    return Bulletin(
        spec=SPEC,
        game="swap",
        exchange=number,
        scenario=position.table.scenario,
        options={},
        before=now.bookmark.entry.table,
        after=position.table,
        chapters=tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in now.stretches),
        due=tuple(one for one in now.decisions if one.side == side),
        owing=tuple(sorted({one.side for one in now.decisions})),
        reader=side,
        own=position.secrets[side],
        notes=tuple(note for note in now.notes if note.side == side),
    )


def mailed(side: str, position: Position, now: Progress) -> list[bytes]:
    """What goes into the mails: the state for everybody, and the side's own box as long as it is sealed."""
    codec = Codec(SPEC)
    own = codec.secrets(position).get(side)
    asked = [codec.decision(one) for one in now.decisions if one.side == side]
    return [canonical(codec.table(position.table)), padded(SALT, canonical({"due": asked, "own": own}))]


def read(side: str, position: Position, now: Progress, number: int, *, with_page: bool) -> list[object]:
    """Reports in both forms, the draft, what the page offers and the page itself, the mails."""
    told = bulletin(side, position, now, number)
    view = View(side, position.table, position.secrets[side])
    words = SPEC.wording
    draft = words.draft(view, told.due)
    assert words.choices is not None
    pages = [page(told, "")] if with_page else []
    return [report_files(told), draft, words.choices(view), mailed(side, position, now), *pages]


@pytest.mark.case("EA", "5.0")
def test_swapped_hands_piles_and_reserves_change_nothing_that_is_read_or_mailed():
    looked = 0
    for number, now in positions():
        for side in SPEC.sides:
            view = View(side, now.position.table, now.position.secrets[side])
            other = SPEC.imagine(view, Whims("swap", looked))
            if other.secrets == now.position.secrets:
                continue
            looked += 1
            whole = not looked % EACH
            true, swapped = (read(side, each, now, number, with_page=whole) for each in (now.position, other))
            assert swapped == true
        if looked >= 2 * SWAPS:
            return
    pytest.fail(f"only {looked} positions were swapped")


def lived(side: str, start: Bookmark, number: int) -> list[object]:
    """What a side is told of a step, and who is asked what; every window stops, others do what silence would."""
    topics = [*(topic.name for topic in SPEC.topics), *(part.name for part in SPEC.parts)]
    terms, seen, intake = Terms(SPEC, dict.fromkeys(topics, "ask")), list[object](), Intake()
    bookmark, papers, due = start, {}, ()
    for exchange in range(1, MOST_STOPS):
        now = advance(terms, bookmark, papers, intake, NumberedFaces(number), exchange, due, last_step=start.step or "")
        seen += [entry.event for stretch in now.stretches for entry in told_to(side, stretch.told.entries)]
        seen += [one if one.side == side else (one.side, one.topic, one.case) for one in now.decisions]
        if not now.decisions:
            break
        bookmark, papers, due = now.bookmark, now.papers, now.decisions
        intake = Intake({who: sheet_of(who, who == side, now, number) for who in {one.side for one in due}})
    return seen


def sheet_of(who: str, plays: bool, now: Progress, number: int) -> Sheet:
    """The side plays as a number has it; the other says what silence would."""
    asked = tuple(one for one in now.asked if one.decision.side == who)
    view = View(who, now.position.table, now.position.secrets[who])
    if plays:
        sheet = RandomPlayer(SPEC, who, Whims("lived", number, len(now.stretches))).sheet(asked, now.position)
        return replace(sheet, ahead=None, standing=None)
    picks = {one.decision.key: default_pick(SPEC, view, one) for one in asked}
    return Sheet(
        who,
        parts={pick.name: pick for pick in picks.values() if isinstance(pick, Part)},
        answers={key: pick for key, pick in picks.items() if not isinstance(pick, Part)},
    )


def parting(one: list[object], other: list[object]) -> tuple[object, object] | None:
    """Where the two part, if it is not by what comes to light there."""
    for true, swapped in zip_longest(one, other):
        if true != swapped:
            return None if isinstance(true, SPEC.reveals) or isinstance(swapped, SPEC.reveals) else (true, swapped)
    return None


@pytest.mark.case("EA", "5.0")
def test_swapped_hands_piles_and_reserves_change_nobodys_questions_or_dues():
    """Each step is played from its start in both positions, with a stop at every window."""
    looked, seen = 0, list[object]()
    for _, now in positions():
        start = replace(now.bookmark, told=Told())
        if start.step is None or start.entry in seen:
            continue
        seen = [*seen, start.entry]
        for side in SPEC.sides:
            view = View(side, start.entry.table, start.entry.secrets[side])
            other = SPEC.imagine(view, Whims("dues", looked))
            looked += other != start.entry
            true, swapped = (lived(side, replace(start, entry=entry), looked) for entry in (start.entry, other))
            assert parting(true, swapped) is None
        if looked >= SWAPS:
            return
    pytest.fail(f"only {looked} positions were swapped")
