"""The runner of written cases: whatever is not as a case says is noticed, and told in words that help."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from tiny import Box, Hand, Line, Moved, Said, Table, position, tiny, topic

from pbem.app.caseform import read_cases
from pbem.app.cases import run_case, run_file
from pbem.app.patches import differences, patched
from pbem.model.errors import Refused
from pbem.ruleset import PartSpec, Ruleset, Umpire, View, record
from pbem.ruleset.telling import QueryAnswer


def cannot(table: Table, side: str, move: Line) -> tuple[str, str, str] | None:
    return ("5.1", f"no piece {move.piece}", "there are Ann and Bob") if move.piece not in table.pieces else None


def march(table: Table, umpire: Umpire) -> str:
    moves = umpire.orders("5.0", "blue", "moves")
    for move in moves:
        if problem := cannot(table, "blue", move):
            moves.refuse(*problem)
        else:
            umpire.do("5.2", Moved(move.piece, move.place))
    if umpire.roll("6.1", "die") == 6:
        raise KeyError("a crash")
    umpire.do("6.2", Said(umpire.ask("6.2", "red", "way", "which way?", ["left", "right"])))
    return "night"


def night(table: Table, umpire: Umpire) -> None:
    umpire.do("7", Said("not in a case about the march"))


def where(view: View, piece: str) -> QueryAnswer:
    return QueryAnswer((), {"place": view.table.pieces[piece].place, "ways": ("left", "right")})


def odds(view: View, target: str, with_: tuple[str, ...], more: dict[str, str]) -> QueryAnswer:
    return QueryAnswer((), {"odds": f"{len(with_)} on {target} {more.get('support', '')}".strip()})


def broken(table: Table, umpire: Umpire) -> None:
    table.over = True


SPEC: Ruleset = tiny(
    march,
    night,
    broken,
    start=position(red=Hand(["Axe"]), box=Box(["Bow"])),
    parts=(PartSpec(name="moves", order=Line, cannot=cannot, ahead=True),),
    topics=(topic("way"),),
    queries={"where": where, "odds": odds},
)

GOOD = """
step: march
sheets:
  blue: |
    moves:
      - Ann: north
answers: [red way: right]
faces: {die: 1}
expect:
  events:
    - 5.2 Moved: {piece: Ann, place: north}
    - 6.2 Said: {words: right}
  no events: [TurnBegan]
  state: {pieces: {Ann: {place: north}, Bob: {place: home}}, over: no}
  secrets: {red: {cards: [Axe]}}
  then: night
"""


def differences_of(text: str) -> list[str]:
    file, problems = read_cases(f"system: tiny\ncases:\n  - name: it\n{indent(dedent(text), '    ')}", "case.yaml")
    assert file is not None, problems
    return run_case(SPEC, file.cases[0], "case.yaml").differences


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_case_that_comes_out_as_it_says() -> None:
    assert differences_of(GOOD) == []


def test_who_won_by_which_case_can_be_expected() -> None:
    over = replace(SPEC, steps={**SPEC.steps, "last": lambda table, umpire: None})
    text = "system: tiny\ncases:\n  - {name: it, step: last, expect: {then: the end, ending: {winner: %s, case: 9}}}\n"
    for winner, told in (("nobody", []), ("blue", ["ending.winner: nobody, expected blue"])):
        file, _ = read_cases(text % winner, "case.yaml")
        assert file is not None
        assert run_case(over, file.cases[0], "case.yaml").differences == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{piece: Ann, place: north}", "{piece: Ann, place: south}", "expected 5.2 Moved {piece: Ann, place: south}"),
        ("5.2 Moved", "5.3 Moved", "expected 5.3 Moved"),
        ("6.2 Said: {words: right}", "6.2 Said: {word: right}", "expected 6.2 Said {word: right}"),
        ("no events: [TurnBegan]", "no events: [Said]", "Said must not happen, and did"),
        ("Bob: {place: home}", "Bob: {place: sea}", "pieces.Bob.place: home, expected sea"),
        ("Bob: {place: home}", "Zoe: {place: sea}", "pieces.Zoe: there is none"),
        ("over: no", "over: yes", "over: no, expected yes"),
        ("cards: [Axe]", "cards: []", "red.cards: [Axe], expected []"),
        ("then: night", "then: dawn", "then: night, expected dawn"),
        ("then: night", "then: the end", "then: night, expected the end"),
        ("then: night", "ending: {winner: blue}", "ending.winner: there is none"),
        ("answers: [red way: right]", "", "red is asked about way (6.2)"),
        ("answers: [red way: right]", "answers: [red way: right, red way: left]", "answers: red way was given and"),
        ("answers: [red way: right]", "answers: [red way: back]", "red is asked about way (6.2)"),
        ("faces: {die: 1}", "faces: {die: 1, dice: 2}", "faces: dice was laid down and never thrown"),
        ("faces: {die: 1}", "", "no face is laid down for turn 1/march/6.1/die"),
        ("faces: {die: 1}", "faces: {die: 7}", "die: 1 of 1 to 6 wanted"),
        ("faces: {die: 1}", "faces: {die: [1, 2]}", "die: 1 of 1 to 6 wanted, [1, 2] laid down"),
        ("faces: {die: 1}", "faces: {die: 1, 6.1/die: 1}", "6.1/die and die both fit"),
        ("- Ann: north", "- Zoe: north", "unexpected problem of blue: 5.1: no piece Zoe"),
        ("- Ann: north", "- Ann", "unexpected problem of blue"),
        ("  blue: |", "  green: |", "no side 'green' (there are: blue, red)"),
    ],
)
def test_each_kind_of_difference_is_noticed(old: str, new: str, told: str) -> None:
    found = differences_of(changed(old, new))
    assert any(told in difference for difference in found), found


def test_events_happen_in_their_order() -> None:
    swapped = changed("    - 5.2 Moved: {piece: Ann, place: north}\n", "")
    swapped = swapped.replace("{words: right}\n", "{words: right}\n    - 5.2 Moved: {piece: Ann, place: north}\n")
    assert any("expected 5.2 Moved" in difference for difference in differences_of(swapped))


def test_problems_that_are_expected() -> None:
    text = changed("- Ann: north", "- Zoe: north").replace("    - 5.2 Moved: {piece: Ann, place: north}\n", "")
    text = text.replace("Ann: {place: north}", "Ann: {place: home}")
    assert differences_of(text + '  problems: ["blue 5.1: no piece Zoe"]\n') == []
    assert differences_of(text + '  problems: ["blue 5.1: no piece Ann"]\n')[0].startswith(
        "expected a problem of blue: 5.1: no piece Ann; told: blue: 5.1: no piece Zoe"
    )
    assert "expected a problem of red" in differences_of(text + '  problems: ["red 5.1: no piece Zoe"]\n')[0]


def test_what_check_says_is_wanted_only_where_the_case_asks() -> None:
    quiet = GOOD + "  check: []\n"
    assert differences_of(quiet) == []
    text = quiet.replace("- Ann: north", "- Ann: north\n      - Zoe: north")
    text += '  problems: ["blue 5.1: no piece Zoe"]\n'
    assert differences_of(text) == ["unexpected problem of blue: 5.1: no piece Zoe"]
    assert differences_of(text.replace("check: []", 'check: ["blue 5.1: no piece Zoe"]')) == []


QUESTION = (
    changed("answers: [red way: right]\n", "")
    .replace("    - 6.2 Said: {words: right}\n", "")
    .replace("  then: night\n", "")
)


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("[{side: red, topic: way}]", []),
        ("[{side: red, topic: way, case: 6.2, options: [left, right]}]", []),
        ("[{side: red, topic: way, case: 6.3}]", ["way: case 6.2, expected 6.3"]),
        ("[{side: red, topic: way, options: [left]}]", ["way: options [left, right], expected [left]"]),
        ("[{side: blue, topic: way}]", ["expected that blue is asked about way", "red is asked about way"]),
        ("[]", ["red is asked about way"]),
    ],
)
def test_questions_must_be_exactly_those_expected(asks: str, told: list[str]) -> None:
    assert differences_of(f"{QUESTION}  asks: {asks}\n") == told


def test_who_is_silent_gets_the_default() -> None:
    text = changed("answers: [red way: right]", "silent: [red]").replace("words: right", "words: left")
    assert differences_of(text) == []


def test_standing_orders_and_windows() -> None:
    text = changed("answers: [red way: right]", 'standing: {red: "way: last"}')
    assert differences_of(text) == []


def test_the_position_and_the_secrets_may_be_set() -> None:
    text = "position: {pieces: {Bob: {place: sea}}, turn: 3}\nsecrets: {red: {cards: [Bow, Cup]}}\n" + GOOD
    text = text.replace("Bob: {place: home}", "Bob: {place: sea}").replace("cards: [Axe]", "cards: [Bow, Cup]")
    assert differences_of(text) == []


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("position: {peices: {}}", "position.peices: there is no 'peices' here (did you mean pieces?)"),
        (
            "position: {pieces: {Ann: {plaice: sea}}}",
            "position.pieces.Ann.plaice: there is no 'plaice' here (did you mean place?)",
        ),
        ("position: {turn: soon}", "position.turn: a number is wanted, read 'soon'"),
        ("position: {over: perhaps}", "position.over: yes or no is wanted, read 'perhaps'"),
        ("secrets: {blue: {cards: []}}", "nobody named blue has secrets (there are: box, red)"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(position: str, told: str) -> None:
    assert any(told in difference for difference in differences_of(position + "\n" + GOOD))


def test_queries() -> None:
    good = "queries:\n  - {ask: where, piece: Ann, gives: {place: home, ways: [left, right]}}\n"
    assert differences_of(good) == []
    assert differences_of(good.replace("home", "sea")) == ["where.place: home, expected sea"]
    assert differences_of("queries:\n  - {ask: when, gives: {}}\n") == ["no query 'when' (there are: where, odds)"]
    fight = "queries:\n  - {ask: odds, target: hill, with: [Ann, Bob], support: 2, gives: {odds: 2 on hill 2}}\n"
    assert differences_of(fight) == []


def test_a_bug_of_the_rules_fails_its_case_and_no_other() -> None:
    assert differences_of("step: broken\n")[0].startswith("the rules are broken: turn 1/broken")


# the form of the file


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("system: tiny\ncases:\n  - {name: it, stepp: march}\n", "cases.0.stepp"),
        ("system: tiny\ncases:\n  - {step: march}\n", "cases.0.name"),
        ("cases: []\n", "system"),
        ("system: tiny\ncases:\n  - {name: it, expect: {events: [Moved]}}\n", 'an event is written "5.2 marched'),
        ("system: tiny\ncases:\n  - {name: it, expect: {problems: [oh]}}\n", 'a problem is written "blue 5.4'),
        ("system: tiny\ncases:\n  - {name: it, name: that}\n", '"name" a second time'),
    ],
)
def test_a_file_of_another_form_is_told_with_its_place(text: str, told: str) -> None:
    file, problems = read_cases(text, "case.yaml")
    assert file is None
    assert any(told in problem.message for problem in problems), problems
    assert all(problem.where.file == "case.yaml" for problem in problems)


def test_every_case_knows_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ford.yaml"
    path.write_text("system: ford\ncases:\n  - name: one\n\n  - name: two\n    proves: [1.1]\n")
    results, problems = run_file(path)
    assert problems == []
    assert [(r.name, r.line, r.proves, r.passed) for r in results] == [
        ("one", 3, (), True),
        ("two", 5, ("1.1",), True),
    ]


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        run_file(tmp_path / "none.yaml")


# patches and comparisons


@record
class Inner:
    hex: str = ""
    steps: int = 0


@record
class Outer:
    number: int = 1
    flag: bool = False
    text: str = "a"
    none: str | None = None
    list: builtins.list[int] = field(default_factory=builtins.list)
    losses: dict[str, int] = field(default_factory=dict)
    marked: dict[str, builtins.list[int]] = field(default_factory=dict)
    units: dict[str, Inner] = field(default_factory=dict)


def test_a_patch_has_the_types_of_the_record() -> None:
    plain: dict[str, Any] = {"number": 1, "flag": False, "text": "a", "none": None, "list": []}
    patched(plain, {"number": "2", "flag": "yes", "text": "7", "none": "none", "list": ["3"]}, "", Outer)
    assert plain == {"number": 2, "flag": True, "text": "7", "none": None, "list": [3]}


def test_keys_that_the_set_up_leaves_empty_may_be_set() -> None:
    plain: dict[str, Any] = {"losses": {}, "marked": {}, "units": {}}
    patched(plain, {"losses": {"red": "2"}, "marked": {"a": ["1"]}, "units": {"Ann": {"steps": "3"}}}, "it", Outer)
    assert plain == {"losses": {"red": 2}, "marked": {"a": [1]}, "units": {"Ann": {"steps": 3}}}
    patched(plain, {"losses": {"blue": "1"}}, "it", Outer)
    assert plain["losses"] == {"red": 2, "blue": 1}
    with pytest.raises(Refused, match="there is no 'Anne' here"):
        patched(plain, {"units": {"Anne": {"steps": "3"}}}, "it", Outer)
    with pytest.raises(Refused, match="a number is wanted, read 'many'"):
        patched(plain, {"losses": {"blue": "many"}}, "it", Outer)


# ground and empty boards


@contextmanager
def named_ground(ground: Mapping[str, Any]) -> Iterator[None]:
    NAMED.append(ground["name"])
    try:
        yield
    finally:
        NAMED.pop()


NAMED: list[str] = ["plain"]
ON_GROUND = replace(
    SPEC,
    ground=named_ground,
    clear=lambda table, keep: [table.pieces.pop(name) for name in sorted(table.pieces) if name not in keep],
    queries={"where": lambda view, piece: QueryAnswer((), {"on": NAMED[-1], "pieces": tuple(view.table.pieces)})},
    names=lambda: {"piece": ("Ann", "Bob")},
)


def asked_on_ground(text: str) -> list[str]:
    query = "queries: [{ask: where, piece: Ann, gives: {on: marsh, pieces: [Ann]}}]"
    words = indent("\n".join((text, query)), "    ")
    file, problems = read_cases(f"system: tiny\ncases:\n  - name: it\n{words}", "case.yaml")
    assert file is not None, problems
    return run_case(ON_GROUND, file.cases[0], "case.yaml").differences


def test_ground_lies_while_the_case_is_played_and_no_longer() -> None:
    assert asked_on_ground("ground: {name: marsh}\nonly: Ann") == []
    assert asked_on_ground("ground: {name: marsh}\nonly: placed\nposition: {pieces: {Ann: {place: sea}}}") == []
    assert asked_on_ground("only: [Ann, Bob]") == [
        "where.on: plain, expected marsh",
        "where.pieces: [Ann, Bob], expected [Ann]",
    ]
    assert NAMED == ["plain"]


def test_only_what_there_is_stays_in_the_game() -> None:
    assert asked_on_ground("ground: {name: marsh}\nonly: Anne") == ["only: there is no 'Anne' (did you mean Ann?)"]


def test_a_game_that_has_no_ground_to_lay_says_so() -> None:
    assert differences_of("ground: {name: marsh}\n" + GOOD) == ["no ground can be laid for tiny"]
    assert differences_of("only: Ann\n" + GOOD) == ["tiny cannot be cleared for a case"]


def test_differences_are_named_by_their_path() -> None:
    plain = {"units": {"Ann": {"hex": "0101", "steps": 2, "gone": False}}, "cup": ["a", "b"], "who": None}
    assert (
        differences(plain, {"units": {"Ann": {"steps": "2", "gone": "no"}}, "cup": ["a", "b"], "who": "none"}, "") == []
    )
    assert differences(plain, {"units": {"Ann": {"hex": "0202"}}}, "") == ["units.Ann.hex: 0101, expected 0202"]
    assert differences(plain, {"cup": ["b", "a"]}, "") == ["cup: [a, b], expected [b, a]"]
    assert differences(plain, {"cup": {"a": "b"}}, "") == ["cup: [a, b], expected names in it"]
