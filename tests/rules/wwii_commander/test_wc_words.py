"""What players read: report, draft, map, echo, questions, luck."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.papers import Papers
from pbem.engine.spec import Setup
from pbem.model.decision import Decision
from pbem.model.outcome import Told
from pbem.model.picture import Picture
from pbem.model.position import Position, View
from pbem.model.wording import Chapter, Story
from pbem.play.faces import NumberedFaces
from pbem.report import render
from pbem.ruleset.telling import document as doc
from pbem.sheets.read import read_sheet
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import the_map
from pbem_rules.wwii_commander.events import Fired
from pbem_rules.wwii_commander.queries import moves, odds, supply
from pbem_rules.wwii_commander.sheets import BreakLine
from pbem_rules.wwii_commander.table import Commander
from pbem_rules.wwii_commander.wording import WORDING, luck, option


def table(**fields: Any) -> Commander:
    found: Commander = RULESET.set_up(Setup(scenario=fields.pop("scenario", "full"))).table
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def played(before: Commander, side: str, text: str, *silent: str) -> tuple[Progress, Story]:
    """A sheet played on a table, and the story of it."""
    form = form_of(RULESET, game="trial", exchange=1, side=side)
    sheet, problems = read_sheet(f"game: trial\nexchange: 1\nside: {side}\n{text}", form, "")
    assert sheet is not None, problems
    position = Position(before)
    mark = Bookmark(before.stage, RULESET.turn(before), position, Told())
    papers = {name: Papers() for name in RULESET.sides}
    intake = Intake({side: sheet}, frozenset(silent))
    now = advance(Terms(RULESET), mark, papers, intake, NumberedFaces(1), 1, last_step=before.stage)
    chapters = tuple(Chapter(s.step, s.turn, s.told.entries, s.told.rolls) for s in now.stretches)
    return now, Story(before, now.position.table, chapters, side)


def text_of(blocks: tuple[doc.Block, ...]) -> str:
    found = render(doc.Document("T", blocks, system="WC"), "text")
    assert isinstance(found, str)
    return found


ATTACK = (
    "turns: [{activate: Dasburg, move: [{26VG: Clervaux}, {560VG: Vianden}]}, {activate: Trier}, {activate: Gemund}]"
)


def test_a_report_tells_every_die_so_that_it_can_be_redone() -> None:
    _, story = played(table(), "german", ATTACK, "allied", "german")
    told = " ".join(text_of(WORDING.phases(story)).split())
    assert "GERMAN SURPRISE TURNS" in told
    assert "Dasburg: 26VG to Clervaux over the river, 560VG to Vianden over the river" in told
    assert "5 (3, surprise +1, artillery +1)" in told
    fired = [entry.event for entry in story.entries() if isinstance(entry.event, Fired)]
    assert len(fired) == 5
    for event in fired:
        assert " ".join(map(str, sorted(event.faces))) in told
        assert event.hits == sum(face <= event.chance for face in event.faces)
    assert "(8.6)" in told


def test_in_short_what_changed_hands_and_who_was_lost() -> None:
    before = table(stage="turn", day=17)
    before.units["B/9 Arm"].space = "Vielsalm"
    before.units["106 Inf"].space = "Vielsalm"
    before.units["62VG"].space = "Prum"
    _, story = played(before, "german", "turns: [{activate: Prum, move: [{116Pz: St. Vith}]}]")
    assert WORDING.short(story) == "No combat. German takes Bleialf, German takes St. Vith. No unit lost. Points 2."


@pytest.mark.case("WC", "12.5", "13.0")
def test_the_score_says_what_would_end_the_game() -> None:
    assert WORDING.victory(table(points=7, day=21)) == (
        "German points 7.",
        "Looked at when Dec 22 is over: German 14 or more, Allied 6 or fewer (12.5).",
    )
    assert "Bastogne" in " ".join(WORDING.victory(table(scenario="race")))
    assert WORDING.victory(table(winner="draw", won_by="13.0 nobody is there")) == ("A draw: nobody is there.",)


def test_the_last_report_says_in_short_who_won_and_victory_says_the_same() -> None:
    ended = table(winner="german", won_by="12.5 12 points at the end of Dec 20, 12 or more wanted", points=12)
    said = "The German side has won: 12 points at the end of Dec 20, 12 or more wanted."
    assert WORDING.victory(ended) == (said,)
    story = Story(table(points=12), ended, ())
    assert WORDING.short(story) == f"No combat. No space changes hands. No unit lost. Points 12. {said}"


@pytest.mark.case("WC", "8.6", "8.4", "10.1", "12.4")
def test_the_map_shows_what_is_printed_in_a_space() -> None:
    drawn: Picture = WORDING.picture(View("german", None), None)
    beside = {town.name: town.worth for town in drawn.towns}
    assert beside["Clervaux"] == "1 -2/1 art"
    assert beside["Liege"] == "4 -2/0 D >"
    assert beside["Trier"] == "C"
    assert beside["Gedinne"] == "-2"
    assert beside["Ouffet"] == ""
    for word in ("points", "hits", "artillery", "entry", "exit"):
        assert word in drawn.note


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "German surprise turns"),
        ({"stage": "turn", "day": 17, "side": "allied", "box": 1}, "Dec 17, 0700, Allied turn"),
        ({"stage": "day", "day": 20}, "Dec 20, start of the day"),
    ],
)
def test_what_a_turn_is_called(fields: dict[str, Any], words: str) -> None:
    assert WORDING.turn(table(**fields)) == words


def due(side: str, *topics: str) -> tuple[Decision, ...]:
    return tuple(Decision((topic,), "4.8", side, topic, topic, "part") for topic in topics)


@pytest.mark.parametrize(
    ("side", "fields"),
    [
        ("german", {}),
        ("german", {"stage": "turn", "day": 18}),
        ("allied", {"stage": "turn", "day": 24, "side": "allied"}),
        ("allied", {"stage": "turn", "day": 16, "side": "allied", "box": 1}),
    ],
)
def test_every_line_of_a_draft_can_be_read_back_and_is_allowed(side: str, fields: dict[str, Any]) -> None:
    now = table(**fields)
    assert WORDING.draft is not None
    drafted = WORDING.draft(View(side, now), due(side, "turns"))["turns"]
    lines = [line for line in drafted if line.text]
    assert len(lines) > 5
    assert sum(line.live for line in lines) == 1
    form = form_of(RULESET, game="trial", exchange=1, side=side)
    text = "turns:\n" + "".join(f"  - {line.text}\n" for line in lines)
    sheet, problems = read_sheet(f"game: trial\nexchange: 1\nside: {side}\n{text}", form, "")
    assert sheet is not None, problems
    part = RULESET.part("turns")
    assert part.cannot is not None
    for line in sheet.parts["turns"].lines:
        assert part.cannot(now, side, line) is None


def test_the_draft_of_a_day_offers_entries_replacements_and_fuel() -> None:
    now = table(stage="day", day=22)
    now.units["2Pz"].strength = 2
    assert WORDING.draft is not None
    german = "\n".join(line.text for line in WORDING.draft(View("german", now), due("german", "day"))["day"])
    allied = "\n".join(line.text for line in WORDING.draft(View("allied", now), due("allied", "day"))["day"])
    assert "fuel keep:" in german
    assert "restore: [2Pz]" in german
    assert "2 Arm: Herve" in allied
    text = f"day:\n  {german.replace(chr(10), chr(10) + '  ')}\n"
    form = form_of(RULESET, game="trial", exchange=1, side="german")
    sheet, problems = read_sheet(f"game: trial\nexchange: 1\nside: german\n{text}", form, "")
    assert sheet is not None, problems


def test_a_line_is_echoed_with_dice_and_chances() -> None:
    part = RULESET.part("turns")
    assert part.echo is not None
    line = part.order.model_validate(
        {"activate": "Dasburg", "move": [{"unit": "26VG", "to": "Clervaux"}], "then": [{"unit": "2Pz", "to": "Wiltz"}]}
    )
    assert part.echo(table(), line) == (
        "Dasburg: 26VG to Clervaux over the river by a bridge; "
        "Clervaux: 26VG: 4 dice at 5 (3, surprise +1, artillery +1) against "
        "110/28 Inf: 2 dice at 4 (3, river +1), 112/28 Inf: 2 dice at 4 (3, river +1); "
        "then 2Pz to Wiltz if it breaks through"
    )


def test_a_day_is_echoed() -> None:
    part = RULESET.part("day")
    assert part.echo is not None
    line = part.order.model_validate({"enter": [{"unit": "7 Arm", "space": "Eupen"}], "restore": ["30 Inf"]})
    assert part.echo(table(), line) == "7 Arm enters at Eupen; restored first: 30 Inf"


def test_the_options_of_a_question_say_what_they_mean() -> None:
    asked = Decision(("k",), "8.9", "allied", "retreat", "?", facts={"hits": 2})
    assert option(asked, "stand", table()) == "stand, and take 2"
    assert option(asked, "Malmedy", table()) == "retreat to Malmedy, forest with a town, 1 point"
    losses = Decision(("k",), "8.7", "allied", "losses", "?")
    assert option(losses, "99 Inf", table()) == "99 Inf in Elsenborn, strength 4 of 4"


def test_luck_of_dice_is_fair_and_sums_to_one() -> None:
    fired = Fired("26VG", "Clervaux", True, 5, (("base", 3),), (1, 2, 9, 10), 2)
    from pbem.ruleset.telling import Entry

    mine, theirs = luck(Entry("8.3", fired))
    assert (mine.side, theirs.side) == ("german", "allied")
    assert sum(chance for _, chance in mine.chances) == 1
    assert sum(score * chance for score, chance in mine.chances) == Fraction(50)
    assert mine.score + theirs.score == 100


def test_the_map_shows_every_space_unit_and_border() -> None:
    assert WORDING.picture is not None
    now, story = played(table(), "german", ATTACK, "allied", "german")
    drawn: Picture = WORDING.picture(View("german", now.position.table), story)
    assert len(drawn.spaces) == 58
    assert {counter.id for counter in drawn.counters} == {u.id for u in now.position.table.units.values() if u.space}
    assert {battle.label for battle in drawn.battles} == {"1", "2"}
    assert [move.kind for move in drawn.moves][:2] == ["move", "move"]
    empty: Picture = WORDING.picture(View("", None), None)
    assert empty.counters == ()
    assert len(empty.lines) > 50
    assert {space.id for space in empty.spaces} == {town.space for town in empty.towns} == set(the_map().spaces)


def test_the_queries_answer_in_words() -> None:
    view = View("german", table(day=17, stage="turn"))
    assert odds(view, "Vianden", ["5FJ"], {}).lines == (
        "5FJ: 4 dice at 4 (3, artillery +1)",
        "the ground takes 2; hits left: 0 in 82 %, 1 in 15 %, 2 in 3 %",
        "109/28 Inf: 2 dice at 4 (3, river +1)",
        "hits on the attack: 0 in 36 %, 1 in 48 %, 2 in 16 %",
    )
    assert odds(view, "Bastogne", [], {}).data["wrong"] == "no combat"
    assert moves(view, "26VG").lines[0] == "26VG in Dasburg"
    assert "not Houffalize" in "\n".join(moves(view, "2Pz").lines)
    assert supply(view, "2Pz").lines == ("2Pz in Dasburg: supplied by Dasburg Bitburg",)
    assert supply(view, "2Pz").trace == ("Dasburg", "Bitburg")


def test_a_unit_off_the_map_is_told_when_and_where_it_comes_and_what_it_could_do_then() -> None:
    first, *ways = moves(View("german", table()), "9SS Pz").lines
    assert first == "9SS Pz: due Dec 18 at A (WC 10.1); Gemund, Stadtkyll open as things stand"
    assert ways == ["from Gemund: Elsenborn Losheim Monschau Stadtkyll", "from Stadtkyll: Baasem Gemund Losheim Prum"]
    assert supply(View("german", table()), "9SS Pz").lines[1:] == (
        "Gemund: supplied by Gemund",
        "Stadtkyll: supplied by Stadtkyll",
    )
    taken = table()
    taken.control["Gemund"] = taken.control["Stadtkyll"] = "allied"
    told = moves(View("german", taken), "9SS Pz")
    assert told.lines == (
        "9SS Pz: due Dec 18 at A (WC 10.1); no space open as things stand, closed: Gemund, Stadtkyll",
    )
    assert told.ends == told.data["enters"] == ()
    assert "OKW reserve" in moves(View("german", table()), "9Pz").lines[0]
    assert moves(View("german", table(scenario="race")), "9Pz").lines == ("9Pz: takes no part in this scenario",)


def test_the_page_offers_moves_and_attacks() -> None:
    assert WORDING.choices is not None
    offered = WORDING.choices(View("german", table(day=17, stage="turn")))
    assert any(c.unit == "26VG" and c.space == "Clervaux" and c.kind == "attack" for c in offered)
    assert WORDING.choices(View("allied", table(day=17, stage="turn"))) == ()


def test_a_breakthrough_takes_no_condition_that_nobody_would_look_at() -> None:
    assert BreakLine(unit="2Pz", to="Bastogne").to == "Bastogne"
    with pytest.raises(ValueError, match="then: a condition cannot stand here"):
        BreakLine(unit="2Pz", to="Bastogne", if_=("Bastogne cleared",))
