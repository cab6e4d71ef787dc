"""What every installed ruleset must keep: games end, nothing leaks, nothing is lost, every case is accounted for.

PBEM_GAMES=500 plays so many games of each ruleset; `-k ford` looks at one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from rulebook import (
    ROOT,
    SHEET,
    SYSTEMS,
    cases,
    citations,
    folder_of,
    module_of,
    proven,
    rulings,
    rulings_of,
    well_formed,
)

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.asked import Asked
from pbem.engine.codec import Codec
from pbem.engine.papers import Docket
from pbem.kit.data import read_data
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.entry import told_to
from pbem.model.outcome import Told
from pbem.model.position import View
from pbem.model.sheet import Sheet
from pbem.model.wording import Chapter, Story
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer
from pbem.play.selfplay import exchanges, random_options, random_players, random_windows, self_play
from pbem.ruleset import Option, Ruleset, Setup
from pbem.sheets import print_sheet, read_sheet

GAMES = int(os.environ.get("PBEM_GAMES", "12"))
WATCHED = 3
"""Games that are looked at closely, exchange by exchange."""
MOST_LOOKS = 60


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def spec(system: str) -> Ruleset:
    return ruleset(system)


@cache
def watched(system: str) -> list[Progress]:
    """Every exchange of a few random games."""
    spec, found = ruleset(system), []
    for seed in range(1, WATCHED + 1):
        scenario = spec.scenarios[seed % len(spec.scenarios)].name
        setup = Setup(scenario=scenario, options=random_options(spec, seed))
        terms = Terms(spec, random_windows(spec, seed))
        found += exchanges(terms, setup, NumberedFaces(seed), random_players(spec, seed))
    return found


def questions(system: str) -> Iterator[tuple[Asked, View]]:
    """Everything that was asked in the games that are watched."""
    for now in watched(system):
        for asked in now.asked:
            side = asked.decision.side
            yield asked, View(side, now.position.table, now.position.secrets.get(side))


def spread(found: list[Any], most: int = MOST_LOOKS) -> list[Any]:
    """So many of them at most, from beginning to end."""
    return found[:: max(1, len(found) // most)]


# Games


def test_random_players_finish_their_games(spec: Ruleset) -> None:
    each = max(1, GAMES // len(spec.scenarios))
    failures = [
        f"{scenario.name}: {failure}"
        for scenario in spec.scenarios
        for failure in self_play(spec, scenario.name, each, 1).failures
    ]
    assert not failures


def test_everything_on_record_comes_back_from_json_as_it_was(system: str, spec: Ruleset) -> None:
    codec = Codec(spec)
    for now in watched(system):
        assert codec.read_bookmark(through_json(codec.bookmark(now.bookmark))) == now.bookmark
        assert codec.read_position(through_json(codec.position(now.position))) == now.position
        for stretch in now.stretches:
            assert codec.read_told(through_json(codec.told(stretch.told))) == stretch.told
        for papers in now.papers.values():
            assert codec.read_papers(through_json(codec.papers(papers))) == papers
        for decision in now.decisions:
            assert codec.read_decision(through_json(codec.decision(decision))) == decision


def through_json(value: Any) -> Any:
    return parse_canonical(canonical(value))


RECORD = """
import sys
from hashlib import sha256
from pbem.office.rulesets import ruleset
from pbem.play.golden import record
spec = ruleset(sys.argv[1])
for seed, scenario in enumerate(spec.scenarios, 1):
    print(scenario.name, sha256(record(spec, scenario.name, seed)).hexdigest())
"""


def test_the_same_inputs_give_the_same_bytes_under_any_hash_seed(system: str) -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", RECORD, system],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


# Questions


def test_every_question_is_of_a_side_and_about_a_topic_or_a_part(system: str, spec: Ruleset) -> None:
    topics, parts = {topic.name for topic in spec.topics}, {part.name for part in spec.parts}
    for asked, _ in questions(system):
        decision = asked.decision
        assert decision.side in spec.sides
        assert decision.topic in (parts if decision.kind == "part" else topics)
        assert decision.prompt
        assert all(decision.options)


def test_the_default_of_every_topic_is_lawful(system: str, spec: Ruleset) -> None:
    for asked, view in questions(system):
        pick = Docket(spec, {}).default(asked.decision, view)
        assert asked.wrong(pick) is None, f"{asked.decision.topic}: {pick}"


def test_every_part_that_is_asked_for_is_proposed(system: str, spec: Ruleset) -> None:
    wanted = {asked.decision.topic for asked, _ in questions(system) if asked.decision.kind == "part"}
    assert spec.propose is not None
    for number, (asked, view) in enumerate(questions(system)):
        if asked.decision.kind == "part" and spec.propose(view, asked.decision, Whims("wanted", number)):
            wanted.discard(asked.decision.topic)
    assert not wanted, f"no line is ever proposed for {wanted}"


def test_bots_give_lawful_answers(system: str, spec: Ruleset) -> None:
    for name, bot in spec.bots.items():
        for number, (asked, view) in enumerate(questions(system)):
            pick = bot(view, asked.decision, Whims(name, number))
            assert asked.wrong(pick) is None, f"{name}: {asked.decision.topic}: {pick}"


def test_sheets_are_printed_and_read_back(system: str, spec: Ruleset) -> None:
    for now in spread(watched(system)):
        for side in sorted({decision.side for decision in now.decisions}):
            asked = tuple(one for one in now.asked if one.decision.side == side)
            sheet = RandomPlayer(spec, side, Whims("printed", now.bookmark.step_id)).sheet(asked, now.position)
            sheet = replace(sheet, game="game", exchange=1)
            form = form_of(spec, game="game", exchange=1, side=side, due=now.decisions)
            text = print_sheet(sheet, form)
            again, problems = read_sheet(text, form, "printed")
            assert again is not None, f"{text}\n{[problem.lines() for problem in problems]}"
            assert printable(spec, again) == printable(spec, sheet), text


def printable(spec: Ruleset, sheet: Sheet) -> Any:
    """All that a sheet says, without the places where it says so and without what its plans saw."""
    codec = Codec(spec)
    plain = {
        "parts": {name: codec.part(part) for name, part in sheet.parts.items()},
        "ahead": [codec.plan(replace(plan, seen="")) for plan in sheet.ahead or ()],
        "answers": dict(sheet.answers),
        "standing": [(order.topic, order.wish, order.places) for order in sheet.standing or ()],
    }
    return _placeless(plain)


def _placeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _placeless(item) for key, item in value.items() if key != "at"}
    return [_placeless(item) for item in value] if isinstance(value, list) else value


# What is hidden


@pytest.mark.parametrize("windows", ["pass", "ask"])
def test_what_a_side_cannot_see_changes_nothing_for_it(system: str, spec: Ruleset, windows: str) -> None:
    """Change it, and what the side is told, what it is asked, and who owes an answer stay as they were."""
    if not spec.secrets:
        pytest.skip("nothing is hidden in this game")
    assert spec.imagine is not None, "a game with secrets must imagine what a side cannot see"
    starts = {now.bookmark.step_id: now.bookmark for now in watched(system) if now.bookmark.step is not None}
    changed = 0
    for number, start in enumerate(spread(list(starts.values()), MOST_LOOKS // 2)):
        bookmark = replace(start, told=Told())
        for side in spec.sides:
            view = View(side, bookmark.entry.table, bookmark.entry.secrets.get(side))
            other = spec.imagine(view, Whims("hidden", number))
            assert (other.table, other.secrets.get(side)) == (view.table, view.own), "the side would notice"
            changed += other != bookmark.entry
            seen = seen_by(spec, side, bookmark, windows, number)
            imagined = seen_by(spec, side, replace(bookmark, entry=other), windows, number)
            assert (parted := parting(spec, seen, imagined)) is None, f"{side} at {start.step_id}: {parted}"
    assert changed, "nothing hidden was ever changed"


def seen_by(spec: Ruleset, side: str, start: Bookmark, windows: str, number: int) -> list[Any]:
    """What a side sees of a step: what it is told, what it is asked, and who else is asked about what.

    It plays on as its view and a number have it; the others are silent.
    """
    names = [*(topic.name for topic in spec.topics), *(part.name for part in spec.parts)]
    terms, others = Terms(spec, dict.fromkeys(names, windows)), frozenset(spec.sides) - {side}
    bookmark, papers, intake, seen = start, {}, Intake(), []
    due: tuple[Decision, ...] = ()
    for exchange in range(1, MOST_LOOKS):
        faces = NumberedFaces(number)
        now = advance(terms, bookmark, papers, intake, faces, exchange, due, last_step=start.step or "")
        seen += [entry for stretch in now.stretches for entry in told_to(side, stretch.told.entries)]
        seen += [d if d.side == side else (d.side, d.topic, d.case) for d in now.decisions]
        if not now.decisions:
            break
        asked = tuple(one for one in now.asked if one.decision.side == side)
        sheet = RandomPlayer(spec, side, Whims("seen", number, exchange)).sheet(asked, now.position)
        bookmark, papers, due, intake = now.bookmark, now.papers, now.decisions, Intake({side: sheet}, others)
    return seen


def parting(spec: Ruleset, seen: list[Any], imagined: list[Any]) -> str | None:
    """Where the two part, if it is not an event by which something hidden becomes known."""
    for one, other in zip_longest(seen, imagined):
        if one != other:
            revealed = [isinstance(getattr(found, "event", None), spec.reveals) for found in (one, other)]
            return None if any(revealed) else f"{one} became {other}"
    return None


# Set-up and data


def test_every_scenario_can_be_set_up_with_every_option(spec: Ruleset) -> None:
    codec = Codec(spec)
    for scenario in spec.scenarios:
        for options in ({}, *single_options(spec.options)):
            position = spec.set_up(Setup(scenario=scenario.name, options=options))
            assert codec.read_position(through_json(codec.position(position))) == position
            assert spec.ending(position.table) is None
            assert set(position.secrets) == set(spec.secrets)
            units = getattr(position.table, "units", {})
            assert all(name == unit.id for name, unit in units.items())


def single_options(options: tuple[Option, ...]) -> Iterator[dict[str, str]]:
    for option in options:
        assert option.default in option.choices
        yield from ({option.name: choice} for choice in option.choices)


def test_every_value_says_where_it_comes_from(system: str) -> None:
    for path in sorted((folder_of(system) / "data").rglob("*.yaml")):
        _, problems = read_data(path.read_text(encoding="utf-8"), path.name)
        assert not problems, [problem.lines() for problem in problems]


def test_who_is_a_neighbour_of_one_has_it_for_a_neighbour(system: str) -> None:
    board = import_module(f"{module_of(system)}.board")
    grids = list(grids_in(board.the_map()))
    assert grids, "the map shows nothing with neighbours"
    for grid in grids:
        for space in grid.all():
            assert space not in grid.neighbours(space)
            assert len(set(grid.neighbours(space))) == len(grid.neighbours(space))
            assert all(space in grid.neighbours(near) for near in grid.neighbours(space))


def grids_in(here: Any) -> Iterator[Any]:
    """The map itself, or what hangs on it, if it can name all its spaces and their neighbours."""
    names = [name for name, value in vars(type(here)).items() if isinstance(value, cached_property | property)]
    names += [*getattr(here, "__dict__", {})]
    for found in (here, *(getattr(here, name) for name in names if not name.startswith("_"))):
        if callable(getattr(found, "neighbours", None)) and callable(getattr(found, "all", None)):
            yield found


# Words


def test_every_exchange_can_be_told(system: str, spec: Ruleset) -> None:
    """Reports are made of every exchange, for everybody and for each side; luck is a whole distribution."""
    if (words := spec.wording) is None:
        pytest.fail("the ruleset has no words of its own")
    for now in spread(watched(system)):
        table = now.position.table
        assert words.turn(table)
        assert words.victory(table)
        for reader in (None, *spec.sides):
            chapters = tuple(
                Chapter(stretch.step, stretch.turn, told_to(reader, stretch.told.entries), stretch.told.rolls)
                for stretch in now.stretches
            )
            own = now.position.secrets.get(reader) if reader else None
            story = Story(now.bookmark.entry.table, table, chapters, reader, own)
            words.phases(story)
            assert words.short(story)
            for entry in story.entries():
                for luck in words.luck(entry):
                    assert sum(chance for _, chance in luck.chances) == 1
                    assert luck.score in [score for score, _ in luck.chances]
        for decision in now.decisions:
            assert all(words.option(decision, option, table) for option in decision.options)


# Cases and rulings


def test_every_case_that_the_code_cites_is_listed(system: str) -> None:
    known = {None, SHEET, *cases(system)}  # None: test_house.py complains of it
    assert not [f"{cited.at}: {cited.case}" for cited in citations(system) if cited.case not in known]


def test_every_case_has_a_status_and_a_summary(system: str) -> None:
    for case, entry in cases(system).items():
        assert entry.keys() >= {"status", "summary"}, case
        assert well_formed(entry["status"]), f"{case}: {entry['status']}"
        assert entry["summary"], case


def test_every_ruling_is_there_and_says_what_it_must(system: str) -> None:
    known = rulings(system)
    for case, entry in cases(system).items():
        missing = [name for name in rulings_of(entry["status"]) if name not in known]
        assert not missing, f"{case}: {missing}"
    for name, ruling in known.items():
        assert ruling.keys() >= {"case", "doubt", "reading", "reason", "test"}, name
        for case in ruling["case"].split(", "):
            assert case in cases(system), f"{name}: case {case}"
        assert all(ruling.values()), name
        assert (ROOT / ruling["test"]).is_file(), f"{name}: {ruling['test']}"


def test_every_case_that_is_done_is_proven(system: str, spec: Ruleset) -> None:
    done = {case for case, entry in cases(system).items() if entry["status"].startswith(("done", "ruling"))}
    assert not sorted(done - proven(spec))


def test_nothing_is_proven_that_is_no_case(system: str, spec: Ruleset) -> None:
    assert not sorted(proven(spec) - set(cases(system)))


def test_the_ruleset_lies_where_it_says(spec: Ruleset) -> None:
    assert (Path(spec.folder) / "__init__.py").is_file()
    assert (Path(spec.folder) / "README.md").is_file()
