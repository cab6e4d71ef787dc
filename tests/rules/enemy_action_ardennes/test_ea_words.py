"""What players read is told in words: no key of the data, no name out of the code.

PBEM_EA_WORDS says how many games of each scenario are read; without it two short ones are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from pbem.app.bulletin import Bulletin, report_files
from pbem.engine.advance import Progress, Terms
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.model.sheet import Part, Sheet
from pbem.model.wording import Chapter
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_players, random_windows
from pbem.ruleset import Setup
from pbem_rules.enemy_action_ardennes.board import built_in, terrain_of, the_calendar, the_cards, the_chits, the_map
from pbem_rules.enemy_action_ardennes.bot import staff
from pbem_rules.enemy_action_ardennes.circumstances import WORDS, all_in_words, in_words
from pbem_rules.enemy_action_ardennes.drafting import draft_impulse
from pbem_rules.enemy_action_ardennes.s05_cards import events_of, tactics_of
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement, situations
from pbem_rules.enemy_action_ardennes.sheets import BridgeLine, FuelLine
from pbem_rules.enemy_action_ardennes.wording import levels, victory

SPEC = ruleset("enemy-action-ardennes")
GAMES = int(os.environ.get("PBEM_EA_WORDS", "0"))

PLAIN = {"woods", "forest", "town", "city"}
"""Situations that are English already."""
CODE = {event.__name__ for event in SPEC.events if re.search("[a-z][A-Z]", event.__name__)}
KEYS = {key for key, words in WORDS.items() if key not in words}
RAW = re.compile(
    r"\b[a-z]+_[a-z_]+\b"  # a field
    r"|\b(?:None|True|False)\b|[\[({]'|<[a-z]+ object|Fraction\("  # a value as Python prints it
    rf"|\b(?:{'|'.join(sorted(CODE))})\b"
    rf"|\b(?:{'|'.join(sorted(KEYS))})\b|\bdec [0-9]"
)


def raw(text: str) -> list[str]:
    """The lines that hold something raw."""
    return [f"{found[0]}: {line}" for line in text.split("\n") if (found := RAW.search(line))]


@pytest.mark.case("EA", "9.4", "2.22")
def test_every_situation_of_the_chits_has_words():
    said = {words for chit in the_chits().values() for face in (chit.front, chit.back) for words in face.if_}
    ground = {terrain_of(hex) for hex in the_map().grid.all()} | {built_in(hex) for hex in the_map().grid.all()} - {""}
    keys = {words for words in said | ground if words[0] not in "<>" and not words.startswith("dec ")}
    assert keys - PLAIN <= set(WORDS)
    assert {in_words(word) for word in said if word.startswith("dec ")} == {"December 16", "December 17"}


def engagements() -> Iterator[Engagement]:
    """Attacks of both sides that make every situation hold once: every tactic, and none."""
    table = SPEC.set_up(Setup(scenario="campaign")).table
    for side in SPEC.sides:
        mine, theirs = ([u for u in table.units.values() if (u.side == side) is own and u.hex] for own in (True, False))
        for unit, foe in zip(mine, [*theirs, *theirs], strict=False):
            names = sorted({tactic for card in the_cards().values() for tactic in card.tactics})
            for tactics in ((), tuple(names)):
                at = Engagement(table, foe.hex, (unit.id,), (foe.id,), tactics, tactics, drawn=9)
                yield replace(at, at={unit.id: next(iter(the_map().grid.neighbours(foe.hex)))})


@pytest.mark.case("EA", "9.4")
def test_every_situation_that_the_rules_find_has_words():
    found = {words for fight in engagements() for words in situations(fight)}
    assert len(found) > 20
    assert {key for key in found if not key.startswith("dec ")} - PLAIN <= set(WORDS)
    assert raw(all_in_words(found)) == []


@pytest.mark.case("EA", "9.4")
def test_the_words_of_a_situation_are_no_key():
    assert raw("; ".join(WORDS.values())) == []
    assert raw("27.12VG 4 : 394.99 3   dec 16, attacker elite") != []


@pytest.mark.case("EA", "2.3")
@pytest.mark.parametrize("side", SPEC.sides)
def test_every_card_says_in_words_what_it_does(side: str) -> None:
    position = SPEC.set_up(Setup(scenario="campaign"))
    table, own = position.table, position.secrets[side]
    table.stage, table.side = "impulse", side
    for day in range(16, 30):
        table.day = day
        own.hand = [card for card, data in the_cards().items() if data.side == side]
        told = {line.comment.split(":")[0]: line.comment for line in draft_impulse(View(side, table, own))}
        for card in own.hand:
            title = f"{card} {the_cards()[card].name}"
            named = [
                *events_of(table, side, card),
                *([] if the_cards()[card].any_tactic else tactics_of(table, side, card)),
            ]
            assert all(word in told[title] for word in named), (day, title)
            assert raw(told[title]) == []


@pytest.mark.case("EA", "cal", "14.2")
@pytest.mark.parametrize("scenario", [scenario.name for scenario in SPEC.scenarios])
def test_every_entry_of_the_calendar_says_what_would_end_the_game(scenario: str) -> None:
    table = SPEC.set_up(Setup(scenario=scenario)).table
    for day in the_calendar().days:
        if day < table.day:
            continue
        table.day = day
        words = levels(table)
        assert raw(words) == []
        assert re.search("German (strategic|operational|tactical)", words) or day > 16, words
    assert raw(" ".join(victory(table))) == []


# Whole games


def by_staff(side: str, asked, now: Progress) -> Sheet:
    view = View(side, now.position.table, now.position.secrets[side])
    picks = [(one.decision.key, staff(view, one.decision, Whims(side))) for one in asked]
    parts = {pick.name: pick for _, pick in picks if isinstance(pick, Part)}
    return Sheet(side, parts=parts, answers={key: pick for key, pick in picks if not isinstance(pick, Part)})


def told_by(scenario: str, seed: int, players) -> Iterator[tuple[str, str]]:
    """Every text of a game that a side reads: report, draft, questions with their options, refusals, chances."""
    terms = Terms(SPEC, random_windows(SPEC, seed))
    for number, now in enumerate(exchanges(terms, Setup(scenario=scenario), NumberedFaces(seed), players)):
        for side in SPEC.sides:
            yield from read_by(side, scenario, number, now)


def read_by(side: str, scenario: str, number: int, now: Progress) -> Iterator[tuple[str, str]]:
    view = View(side, now.position.table, now.position.secrets[side])
    words = SPEC.wording
    due = tuple(one for one in now.decisions if one.side == side)
    told = Bulletin(
        spec=SPEC, game="read", exchange=number, scenario=scenario, options={},
        before=now.bookmark.entry.table, after=now.position.table,
        chapters=tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in now.stretches),
        due=due, owing=tuple(sorted({one.side for one in now.decisions})),
        reader=side, own=now.position.secrets[side], notes=tuple(note for note in now.notes if note.side == side),
    )  # fmt: skip
    yield "report", report_files(told)["txt"].decode()
    for lines in words.draft(view, due).values():
        yield "draft", "\n".join(f"{line.text} {line.comment}" for line in lines)
    for one in due:
        yield "question", "\n".join([one.prompt, *(words.option(one, option, view.table) for option in one.options)])
    for note in now.notes:
        if note.side == side:
            yield "note", note.words


def games() -> Iterator[tuple[str, int, bool]]:
    if not GAMES:
        yield from (("assault", 3, True), ("assault", 4, False))
    for scenario in [scenario.name for scenario in SPEC.scenarios] * bool(GAMES):
        yield from ((scenario, seed, bool(seed % 2)) for seed in range(GAMES))


@pytest.mark.case("EA", "9.4")
def test_nothing_that_a_side_reads_in_whole_games_is_raw():
    kinds, found = set(), []
    for scenario, seed, random in games():
        players = random_players(SPEC, seed) if random else {side: partial(by_staff, side) for side in SPEC.sides}
        for kind, text in told_by(scenario, seed, players):
            kinds.add(kind)
            found += [f"{scenario} {seed} {kind}: {line}" for line in raw(text)]
    assert kinds == {"report", "draft", "question", "note"}
    assert found == []


@pytest.mark.parametrize(
    ("form", "said"),
    [(BridgeLine, {"card": "44", "work": "repair 1707-1708"}), (FuelLine, {"by": "depot", "formation": "1SS"})],
)
def test_a_line_of_the_morning_takes_no_condition_that_nobody_would_look_at(form, said) -> None:
    assert form(**said)
    with pytest.raises(ValueError, match="a condition cannot stand here"):
        form(**said, unless=("pile empty",))
