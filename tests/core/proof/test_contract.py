"""The contract's checks find what they are for, on rulesets of a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny import Line, Said, Table, TurnBegan, position, tiny, topic

from pbem.app.proving import proven
from pbem.engine import advance as advancing
from pbem.engine.advance import Intake, Progress
from pbem.engine.papers import Papers
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.errors import Refused, RulesBug
from pbem.model.sheet import Sheet
from pbem.office import offers, rulesets
from pbem.office.rulesets import ruleset
from pbem.play.golden import record
from pbem.play.selfplay import self_play
from pbem.proof.caselists import cases_have_states, citations_are_listed, done_is_proven, rulings_are_whole
from pbem.proof.contract import CHECKS, ON_GAMES, ON_TESTS, found, proofs_of, verdicts
from pbem.proof.door import Door
from pbem.proof.goldens import golden_games_stay
from pbem.proof.playing import (
    confirming_plays_no_turn,
    defaults_are_lawful,
    games_end,
    parts_are_proposed,
    questions_are_declared,
)
from pbem.proof.set_ups import scenarios_are_set_up, set_ups_are_separate
from pbem.proof.sourcecode import (
    no_floats,
    nothing_goes_by_hash,
    nothing_is_caught,
    reasons_are_one_line,
    sets_are_not_walked,
)
from pbem.proof.subject import Proofs, Subject
from pbem.proof.traces import no_line_is_lost
from pbem.ruleset import Decision, Ending, PartSpec, Ruleset, Umpire, field_validator
from pbem_rules.ford import RULESET as FORD


class Shifty(Line, subject="piece", body="place"):
    """A line that is read otherwise than it was written."""

    @field_validator("place")
    @classmethod
    def read_place(cls, place: str) -> str:
        return f"{place} more"


def march(table: Table, umpire: Umpire) -> None:
    for line in umpire.orders("5.1", "blue", "moves"):
        umpire.do("5.2", Said(line.place))
    umpire.do("5.3", Said(umpire.ask("5.3", "red", "way", "which way?", ["left", "right"])))


def over(table: Table) -> Ending | None:
    return Ending(None, "9", "it is over") if table.said else None


def game(**more: Any) -> Ruleset:
    """A game of one step that begins anew each time."""
    moves = topic("moves")
    return tiny(
        march,
        **{
            "set_up": lambda setup: position(),
            "ending": over,
            "parts": (PartSpec(name="moves", order=Line),),
            "topics": (topic("way"), moves),
            "propose": lambda view, decision, chooser: (Line(piece="Ann", place="north"),),
            **more,
        },
    )


def faults(check: Any, spec: Ruleset, **proofs: Path) -> list[str]:
    return list(found(check, Subject(spec, 2, Proofs(**proofs))))


# Games


def test_a_sound_game_has_no_faults() -> None:
    for check in (games_end, questions_are_declared, defaults_are_lawful, parts_are_proposed, scenarios_are_set_up):
        assert faults(check, game()) == []


def test_a_sheet_that_reads_otherwise_than_it_was_meant_is_a_fault_by_the_door_alone() -> None:
    shifty = game(
        parts=(PartSpec(name="moves", order=Shifty),),
        propose=lambda view, decision, chooser: (Shifty.model_construct(piece="Ann", place="north"),),
    )
    assert self_play(shifty, "only", 2, 1).failures == []
    assert "reads otherwise than it was meant" in faults(games_end, shifty)[0]


def test_a_record_that_does_not_come_back_is_a_fault_of_the_door() -> None:
    spec = game()
    door = Door(spec)
    now: Progress = Subject(spec).watched[0]
    assert door.kept(now) == (now.bookmark, now.papers)
    door.codec.read_papers = lambda plain: None  # type: ignore[method-assign,assignment,return-value]
    with pytest.raises(RulesBug, match="does not come back from JSON"):
        door.kept(now)


def test_a_crash_in_a_game_is_told_with_its_seed() -> None:
    def crash(table: Table, umpire: Umpire) -> None:
        raise KeyError("no such piece")

    (fault, *_) = faults(games_end, game(steps={"march": crash}))
    assert fault.startswith("only, seed 1: RulesBug: turn 1/march, before its first entry: KeyError")


def test_an_unlawful_default_and_a_strange_question_are_found() -> None:
    def strange(table: Table, umpire: Umpire) -> None:
        umpire.ask("5.3", "red", "way", "", ["left", "right"])
        umpire.do("5.3", Said("so"))

    assert "no prompt" in faults(questions_are_declared, game(steps={"march": strange}))[0]
    assert faults(defaults_are_lawful, game(topics=(topic("way", default=lambda *_: "up"), topic("moves"))))
    assert faults(parts_are_proposed, game(propose=lambda *_: ())) == ["no line is ever proposed for moves"]


def test_set_ups_that_share_a_table_are_found() -> None:
    start = position()
    assert "the same table twice" in faults(set_ups_are_separate, game(set_up=lambda setup: start))[0]
    assert faults(set_ups_are_separate, game()) == []
    finished = game(set_up=lambda setup: position(), ending=lambda table: Ending(None, "9", "over"))
    assert "is over before it begins" in faults(scenarios_are_set_up, finished)[0]


def test_a_game_that_plays_while_its_charter_is_confirmed_is_found() -> None:
    assert faults(confirming_plays_no_turn, game()) == []

    def idle(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said("over"))

    assert "nobody is asked anything" in faults(confirming_plays_no_turn, game(steps={"march": idle}))[0]


def test_a_line_that_is_dropped_in_silence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(no_line_is_lost, game()) == []
    forgets = Papers.hand_in

    def forgetful(self: Papers, sheet: Sheet, turn: str, spec: Ruleset, due: tuple[Decision, ...]) -> Any:
        notes = forgets(self, sheet, turn, spec, due)
        self.parts = {name: replace(part, lines=()) for name, part in self.parts.items()}
        return notes

    monkeypatch.setattr(Papers, "hand_in", forgetful)
    assert "blue moves, line 5" in faults(no_line_is_lost, game())[0]


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ("plans", "plan, line"),
        ("replies", "answer about"),
        ("standing", "standing orders are not in force"),
    ],
)
def test_plans_answers_and_standing_orders_that_are_dropped_are_found(
    monkeypatch: pytest.MonkeyPatch, lost: str, told: str
) -> None:
    hand_in, empty = Papers.hand_in, {"plans": list, "replies": dict, "standing": tuple}

    def forgetful(self: Papers, sheet: Sheet, turn: str, spec: Ruleset, due: tuple[Decision, ...]) -> Any:
        notes = hand_in(self, sheet, turn, spec, due)
        setattr(self, lost, empty[lost]())
        return notes

    if lost == "standing":
        close = advancing._close
        monkeypatch.setattr(advancing, "_close", lambda docket, intake: close(docket, Intake()))
    else:
        monkeypatch.setattr(Papers, "hand_in", forgetful)
    assert any(told in fault for fault in faults(no_line_is_lost, FORD))


# Source code and lists


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "somegame"
    folder.mkdir()
    (folder / "cases.yaml").write_text("5.1: {status: done, summary: marches}\n")
    (folder / "rulings.yaml").write_text("{}\n")
    (folder / "rules.py").write_text('def step(table, umpire):\n    umpire.roll("5.1", "die")\n')
    return folder


@pytest.mark.parametrize(
    ("check", "code", "told"),
    [
        (nothing_is_caught, "try:\n    pass\nexcept KeyError:\n    pass\n", "somegame/rules.py:1"),
        (sets_are_not_walked, "def f():\n    return [x for x in {1, 2}]\n", "somegame/rules.py:2"),
        (no_floats, "a = 0.5\n", "somegame/rules.py:1: 0.5"),
        (nothing_goes_by_hash, "a = hash('x')\n", "somegame/rules.py:1"),
        (reasons_are_one_line, "def cannot_go():\n    return '5.1', 'too far.'\n", "too far."),
        (citations_are_listed, "def f(umpire, case):\n    umpire.roll(case, 'die')\n", "must stand there as text"),
        (citations_are_listed, "def f(umpire):\n    umpire.roll('5.9', 'die')\n", "5.9 is not in cases.yaml"),
        (citations_are_listed, "", "cites no case at all"),
    ],
)
def test_what_the_code_must_not_do_is_found(package: Path, check: Any, code: str, told: str) -> None:
    (package / "rules.py").write_text(code)
    assert any(told in fault for fault in faults(check, game(folder=str(package))))


def test_code_that_keeps_the_rules_is_let_through(package: Path) -> None:
    for check in (nothing_is_caught, sets_are_not_walked, no_floats, nothing_goes_by_hash, citations_are_listed):
        assert faults(check, game(folder=str(package))) == []


@pytest.mark.parametrize(
    ("check", "cases", "rulings", "told"),
    [
        (cases_have_states, "5.1: {status: finished, summary: marches}", "{}", "5.1: no state 'finished'"),
        (cases_have_states, "5.1: {status: done}", "{}", "5.1: no summary"),
        (cases_have_states, "- 5.1", "{}", "cases.yaml cannot be read"),
        (rulings_are_whole, "5.1: {status: ruling R-07, summary: marches}", "{}", "5.1: there is no R-07"),
        (rulings_are_whole, "5.1: {status: done, summary: x}", "R-01: {case: '5.9'}", "R-01: case 5.9 is not listed"),
        (rulings_are_whole, "5.1: {status: done, summary: x}", "R-01: {case: '5.1'}", "R-01: says no reading"),
    ],
)
def test_what_the_lists_lack_is_found(package: Path, check: Any, cases: str, rulings: str, told: str) -> None:
    (package / "cases.yaml").write_text(cases)
    (package / "rulings.yaml").write_text(rulings)
    assert any(told in fault for fault in faults(check, game(folder=str(package))))


def test_what_is_done_must_be_proven_where_there_are_tests(package: Path, tmp_path: Path) -> None:
    tests = package / "tests"
    tests.mkdir()
    spec = game(folder=str(package))
    assert proofs_of(spec).tests == tests
    assert faults(done_is_proven, spec, tests=tests) == ["5.1 is done, and nothing proves it"]
    (tests / "march.yaml").write_text("system: tiny\ncases: [{name: it, proves: ['5.1', '6.6']}]\n")
    assert faults(done_is_proven, spec, tests=tests) == ["6.6 is proven, and is no case"]
    (tests / "march.yaml").unlink()
    (tests / "test_it.py").write_text("@pytest.mark.case('TI', '5.1')\ndef test_it(): ...\n")
    assert faults(done_is_proven, spec, tests=tests) == []


@pytest.mark.parametrize("lies", ["tiny", "src/tiny"])
def test_tests_beside_a_package_in_a_project_of_its_own_are_found(tmp_path: Path, lies: str) -> None:
    own = tiny(march, folder=str(tmp_path / lies))
    (tmp_path / lies).mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    assert proofs_of(own).tests is None, "any folder of that name may lie there"
    (tmp_path / "pyproject.toml").touch()
    assert proofs_of(own).tests == tmp_path / "tests"


def test_without_tests_of_its_own_nothing_is_asked_of_them(package: Path) -> None:
    spec = game(folder=str(package))
    assert proofs_of(spec) == Proofs()
    seen = {verdict.check: verdict for verdict in verdicts(Subject(spec, 1))}
    assert [name for name, verdict in seen.items() if not verdict.looked] == [
        check.__name__ for check in (*ON_TESTS, *ON_GAMES)
    ]
    assert len(seen) == len(CHECKS) + len(ON_TESTS) + len(ON_GAMES)
    assert seen["is_sound"].faults == ("no wording: nothing could be told",)


# Golden games


@pytest.fixture
def golden(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "one.json").write_bytes(record(game(), "only", 1))
    return tmp_path  # type: ignore[return-value]


def test_a_changed_game_under_the_same_version_is_a_fault(golden: Path) -> None:
    def other(table: Table, umpire: Umpire) -> None:
        march(table, umpire)
        umpire.do("5.4", TurnBegan(2))

    assert faults(golden_games_stay, game(), games=golden) == []
    changed = game(steps={"march": other})
    (fault,) = faults(golden_games_stay, changed, games=golden)
    assert fault.endswith("comes out otherwise, and the version is 1 as before")
    (fault,) = faults(golden_games_stay, replace(changed, version="2"), games=golden)
    assert "recorded by version 1" in fault
    assert fault.endswith("by version 2: record anew")


def test_a_game_of_another_system_is_no_proof(golden: Path) -> None:
    path = golden / "one.json"
    path.write_bytes(canonical({**parse_canonical(path.read_bytes()), "system": "chess"}))
    assert faults(golden_games_stay, game(), games=golden) == ["one.json: a game of chess"]


# Plug-ins


class Point:
    """An entry point."""

    package = ""

    def __init__(self, name: str, load: Any) -> None:
        self.name, self.value, self.load = name, f"{name}:RULESET", load


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Point]]:
    points: list[Point] = []
    monkeypatch.setattr(offers, "offered", lambda group: points)
    for remembered in (offers.offers, rulesets.ruleset):
        remembered.cache_clear()
    yield points
    for remembered in (offers.offers, rulesets.ruleset):
        remembered.cache_clear()


def test_an_unsound_plug_in_is_named_and_stops_nobody_else(points: list[Point], tmp_path: Path) -> None:
    from pbem.app.catalogue import catalogue
    from pbem.app.packs import write_schemas

    ford = __import__("pbem_rules.ford", fromlist=["RULESET"]).RULESET
    points += [Point("ford", lambda: ford), Point("tiny", game)]
    assert ruleset("ford") is ford
    with pytest.raises(RulesBug, match="tiny, of tiny:RULESET, is not sound: no wording"):
        ruleset("tiny")
    assert [found.get("broken", "")[:28] for found in catalogue()] == ["", "tiny, of tiny:RULESET, is no"]
    assert "sheet-ford.json" in write_schemas(tmp_path)
    (verdict,) = proven("tiny", 1, None, None)
    assert verdict.faults == ("tiny, of tiny:RULESET, is not sound: no wording: nothing could be told",)


def test_one_that_is_not_there_is_refused(points: list[Point]) -> None:
    with pytest.raises(Refused, match="no system 'chess' is installed"):
        list(proven("chess", 1, None, None))
