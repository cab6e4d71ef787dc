"""What the other side has sealed changes nothing that a side is told, asked, shown or sent, in any phase.

Games of bots are stopped where each step begins, now and then one of them.  From there on the same sheets are played
twice, once with other targets, dumps and plan that fit all that the side has seen; up to the moment in which something
comes to light everything is the same, byte for byte.  PBEM_BA_GAMES=300 looks at so many positions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pbem.app.bulletin import Bulletin, report, report_files
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance, begin
from pbem.engine.codec import Codec
from pbem.engine.papers import Papers
from pbem.model.canonical import canonical
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.entry import told_to
from pbem.model.position import View
from pbem.model.sheet import Sheet
from pbem.model.wording import Chapter
from pbem.play.bots import quick_bot
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer
from pbem.report import render
from pbem.ruleset import Setup
from pbem_rules.battles_for_the_ardennes import RULESET
from pbem_rules.battles_for_the_ardennes.board import FOE

POSITIONS = max(24, int(os.environ.get("PBEM_BA_GAMES", "0")))
HIDDEN = {"greif": "yes", "dumps": "yes", "intensive": "yes", "saturation": "yes"}
EVERYTHING = {
    **HIDDEN, "16.46": "yes", "16.47": "yes", "16.55": "yes", "16.56": "yes", "16.57": "yes", "16.69": "yes",
    "16.78": "yes", "var_end": "better",
}  # fmt: skip
GAMES = (
    ("celles", EVERYTHING), ("clervaux", HIDDEN), ("st-vith", {**HIDDEN, "16.46": "yes"}), ("22-december", EVERYTHING),
    ("angriefen", {**HIDDEN, "16.47": "yes"}), ("1944-campaign", EVERYTHING), ("1944-campaign", {}),
)  # fmt: skip
EACH = -(-POSITIONS // len(GAMES))
CODEC = Codec(RULESET)


def stands(scenario: str, options: dict[str, str], seed: int) -> Iterator[Bookmark]:
    """Where each step of a game of bots begins, a few of all phases from all game-turns that it comes to."""
    spec, faces = RULESET, NumberedFaces(seed)
    terms = Terms(spec, bots={side: quick_bot(spec, "simple", side, seed) for side in spec.sides})
    mark = begin(spec, spec.set_up(Setup(scenario=scenario, options=options)))
    for number in range(400):
        now = advance(terms, mark, {}, Intake(), faces, 1, last_step=mark.step or "")
        if now.bookmark.step is None:
            return
        mark = replace(now.bookmark, past=())
        if number % 5 == seed % 5:
            yield mark


@pytest.mark.case("BA", "16.41", "16.51", "base.victory")
@pytest.mark.parametrize(("scenario", "options"), GAMES, ids=[f"{name}-{len(more)}" for name, more in GAMES])
def test_other_secrets_and_all_else_stays_byte_for_byte(scenario: str, options: dict[str, str]) -> None:
    looked = 0
    for number, mark in enumerate(islice(stands(scenario, options, EACH % 5), EACH)):
        for side in RULESET.sides:
            view = View(side, mark.entry.table, mark.entry.secrets[side])
            other = RULESET.imagine(view, Whims("other", number)) if RULESET.imagine else None
            assert other is not None
            assert (other.table, other.secrets[side]) == (view.table, view.own)
            if other.secrets[FOE[side]] == mark.entry.secrets[FOE[side]]:
                continue
            sheets: dict[tuple[int, str], Sheet] = {}
            true = list(shown(mark, side, number, sheets))
            swapped = list(shown(replace(mark, entry=other), side, number, sheets))
            assert common(true) == common(swapped), f"{side} at {mark.step_id} of position {number}"
            looked += 1
    assert looked * 2 >= EACH


def common(pages: list[tuple[bool, Any]]) -> list[Any]:
    """What was shown before something came to light."""
    found = []
    for revealed, page in pages:
        if revealed:
            break
        found.append(page)
    return found


def shown(mark: Bookmark, side: str, number: int, sheets: dict[tuple[int, str], Sheet]) -> Iterator[tuple[bool, Any]]:
    """A step exchange by exchange as a side sees it; players write at random, or again what they wrote before."""
    spec, windows = RULESET, "ask" if number % 2 else "pass"
    names = [*(topic.name for topic in spec.topics), *(part.name for part in spec.parts)]
    terms, papers = Terms(spec, dict.fromkeys(names, windows)), dict[str, Papers]()
    before, due, intake = mark.entry.table, tuple[Decision, ...](), Intake()
    for exchange in range(1, 12):
        now = advance(terms, mark, papers, intake, NumberedFaces(number), exchange, due, last_step=mark.step or "")
        entries = [entry for stretch in now.stretches for entry in stretch.told.entries]
        yield any(isinstance(entry.event, spec.reveals) for entry in entries), page_of(now, before, side, exchange)
        if not now.decisions:
            return
        for one in sorted({decision.side for decision in now.decisions}):
            if (exchange, one) not in sheets:
                asked = tuple(each for each in now.asked if each.decision.side == one)
                player = RandomPlayer(spec, one, Whims("hand", one, number, exchange))
                sheets[exchange, one] = player.sheet(asked, now.position)
        sent = {one: sheet for (written, one), sheet in sheets.items() if written == exchange}
        intake = Intake({one: sheet for one, sheet in sent.items() if one in {d.side for d in now.decisions}})
        mark, papers, due, before = now.bookmark, dict(now.papers), now.decisions, now.position.table


def page_of(now: Progress, before: Any, side: str, exchange: int) -> dict[str, Any]:
    """All that a side gets: entries, rolls, who is asked in which order, its notes, its report, sizes, its draft."""
    table, own = now.position.table, now.position.secrets[side]
    chapters = tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in now.stretches)
    bulletin = Bulletin(
        spec=RULESET, game="swap", exchange=exchange, scenario=table.scenario, options=table.options, before=before,
        after=table, chapters=chapters, due=tuple(d for d in now.decisions if d.side == side or not d.sealed),
        owing=tuple(sorted({d.side for d in now.decisions})), reader=side, own=own,
        notes=tuple(note for note in now.notes if note.side == side), ending=now.ending,
    )  # fmt: skip
    view, words = View(side, table, own), RULESET.wording
    assert words is not None
    assert words.draft is not None
    mine = tuple(decision for decision in now.decisions if decision.side == side)
    rolls = [roll for one in now.stretches for roll in one.told.rolls if roll.only in (None, side)]
    return {
        "told": [told_to(side, one.told.entries) for one in now.stretches],
        "public": [len(canonical([CODEC.entry(e) for e in told_to(None, one.told.entries)])) for one in now.stretches],
        "rolls": [(roll.key, roll.faces) for roll in rolls],
        "steps": [(one.turn, one.step) for one in now.stretches],
        "who": [(d.side, d.topic, d.case, d.kind) for d in now.decisions],
        "asked": mine,
        "report": report_files(bulletin) if exchange == 1 else render(report(bulletin), "text"),
        "draft": words.draft(view, mine),
        "secrets": words.secrets(view),
        "victory": words.victory(table),
    }


def test_the_check_finds_a_word_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that told how many dumps lie hidden would not pass."""
    mark = next(stands("celles", HIDDEN, 0))
    words = RULESET.wording
    assert words is not None
    true, other = (replace(mark, entry=replace_dumps(mark, number)) for number in (1, 2))
    sheets: dict[tuple[int, str], Sheet] = {}
    assert common(list(shown(true, "german", 0, sheets))) == common(list(shown(other, "german", 0, sheets)))
    leak = replace(words, victory=lambda table: (str(len(PEEKED[0])),))
    monkeypatch.setattr("pbem.app.bulletin.wording", lambda spec: leak)
    seen = []
    for one in (true, other):
        PEEKED[0] = one.entry.secrets["allied"].dumps
        seen.append(common(list(shown(one, "german", 0, dict(sheets)))))
    assert seen[0] != seen[1]


PEEKED: list[Mapping[str, int]] = [{}]


def replace_dumps(mark: Bookmark, count: int) -> Any:
    hexes = ("A0812", "A1421")[:count]
    own = replace(mark.entry.secrets["allied"], dumps=dict.fromkeys(hexes, 38 // count))
    return replace(mark.entry, secrets={**mark.entry.secrets, "allied": own})
