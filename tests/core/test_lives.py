"""The film of a game, and what `why`, `log NAME` and `diff` tell of it: all of what a reader may know, and no more."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from sample_books import GAMES, Folk, whole_game

from pbem.app.deeds import deeds, marked, step_told, step_words
from pbem.app.filming import film
from pbem.app.history import NOTHING_ELSE, log, steps_told, told_diff
from pbem.app.home import Home, open_to_read
from pbem.app.lives import _of_place, life, life_in, standing
from pbem.app.readers import for_seat
from pbem.app.said_once import sentence, without_case
from pbem.model.errors import Refused
from pbem.model.film import Deed, Film, Scene, Shot
from pbem.model.picture import Counter, Move, Picture
from pbem.model.position import View
from pbem.report.screening.reels import says_no_verb, with_verb
from pbem_rules.ford import RULESET as FORD


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folk]:
    """Ford to its end, everything opened."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield whole_game(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folk]:
    """Ford after the plot: both sides have secrets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        folk = Folk(tmp_path_factory.mktemp("running"), FORD, "referee").found()
        for _ in range(3):
            folk.play_exchange()
        yield folk


def words_of(seen: Film) -> str:
    told = [f"{scene.remarks} {scene.secrets}" for scene in seen.scenes]
    return "\n".join([*told, *(f"{shot.words} {shot.card}" for scene in seen.scenes for shot in scene.shots)])


def test_a_film_ends_where_the_book_does(game: Folk) -> None:
    """Every scene begins where the last one ended, and its shots lead to what was signed."""
    seat = game.open("blue")
    seen = film(seat)
    assert [scene.number for scene in seen.scenes] == seat.folder.numbers()
    for scene, later in zip(seen.scenes, seen.scenes[1:], strict=False):
        assert later.before.counters == scene.after.counters
    for scene in seen.scenes:
        assert not scene.shots or scene.shots[-1].after.counters == scene.after.counters
        table = seat.rules.codec.read_position({"secrets": {}, "table": seat.state(scene.number)["table"]}).table
        assert FORD.wording is not None
        assert FORD.wording.picture is not None
        assert scene.after.counters == FORD.wording.picture(View("", table), None).counters


def test_every_entry_and_every_die_of_the_book_is_in_the_film(game: Folk) -> None:
    seat = game.open("red")
    for scene in film(seat).scenes:
        outcome = seat.course.outcome(scene.number)
        stretches = outcome.stretches if outcome else []
        entries = [(n, m, one["case"]) for n, stretch in enumerate(stretches) for m, one in enumerate(stretch.entries)]
        assert [(shot.stretch, shot.entry, shot.case) for shot in scene.shots] == entries
        thrown = [face for shot in scene.shots for throw in shot.throws for face in throw.faces]
        assert sorted(thrown) == sorted(die["face"] for die in (outcome.dice if outcome else []))


def test_a_units_life_tells_every_place_it_came_to(game: Folk) -> None:
    """The last place that is told of a unit is the one where it stands, or where it left the map."""
    seen = film(game.open("referee"))
    for unit in seen.units:
        now = standing(seen, unit)
        counter = next((one for one in seen.scenes[-1].after.counters if one.id == unit), None)
        told = " ".join(line.words for line in life(seen, unit))
        if counter is None:
            assert now == f"{unit}: not on the map"
            assert "leaves the map" in told
        else:
            assert counter.space in now
            assert counter.space in told


def test_a_loss_names_the_battle_and_the_die_that_it_came_of(game: Folk) -> None:
    """Who loses a step or falls in a battle: the die stands in that line, or in the one before, of the same battle."""
    seen = film(game.open("blue"))
    lives = [life(seen, unit) for unit in seen.units]
    pairs = [pair for lines in lives for pair in pairwise(lines)]
    lost = [pair for pair in pairs if pair[1].words.startswith(("loses its last step at ", "loses a step ("))]
    fought = [pair for pair in lost if pair[1].step == "combat"]
    assert fought
    for before, line in fought:
        throws = line.throws or before.throws
        assert throws
        assert throws[0].name.split("/")[1] == "combat"


def test_a_place_has_its_story_too_by_its_number_or_its_towns_name(game: Folk) -> None:
    seat = game.open("blue")
    by_name, by_number = life_in(seat, "Dunn"), life_in(seat, "0203")
    assert by_name.lines
    assert by_name == by_number


def test_a_name_that_nobody_has_is_told_with_its_near_miss(game: Folk) -> None:
    with pytest.raises(Refused, match="no piece or place") as refused:
        life_in(game.open("blue"), "Dunm")
    assert "Dunn" in str(refused.value.hint)


def test_a_way_of_many_hexes_is_one_line(game: Folk) -> None:
    seen = film(game.open("blue"))
    ways = [line.words for unit in seen.units for line in life(seen, unit)]
    assert any(words.startswith("goes from") and words.count(" to ") > 1 for words in ways)


def test_what_is_set_aside_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    seen = film(GAMES["agreed"](tmp_path).open("blue"))
    aside = [scene.number for scene in seen.scenes if scene.aside]
    assert aside == [3, 4]
    undone = next(scene for scene in seen.scenes if scene.kind == "agreement")
    assert undone.after.counters == seen.scenes[2].after.counters


# in words


def test_a_difference_is_told_in_words_and_nothing_is_nothing(game: Folk) -> None:
    seat = game.open("blue")
    last = seat.course.number
    lines = told_diff(seat, 0, last)
    assert lines[0].startswith("from: before turn 1")
    assert lines[1].startswith("to: turn ")
    assert any(line.startswith("score, now: ") for line in lines)
    gone = [line for line in lines if "loses its last step" in line or "leaves the map" in line]
    assert all(re.search(r" \(FO \d+\.\d+\)$", line) for line in gone)
    assert any("leaves the map" in line or "goes from" in line for line in lines)
    assert not told_diff(seat, last, last)


def test_a_step_that_changes_nothing_on_the_map_is_told_as_such(game: Folk) -> None:
    """Two turns' names with nothing below them would look as if something had been left out."""
    seat = game.open("blue")
    pairs = [told_diff(seat, one, one + 1) for one in range(seat.course.number)]
    bare = [lines for lines in pairs if len(lines) == 3 and lines[2] == NOTHING_ELSE]
    assert bare
    assert all(len(lines) != 2 for lines in pairs)


def test_a_difference_is_told_forward_whichever_number_is_named_first(game: Folk) -> None:
    seat = game.open("blue")
    assert told_diff(seat, 6, 2) == told_diff(seat, 2, 6)


# what a reader may know


def test_who_has_the_book_alone_sees_what_everybody_may_know(running: Folk, tmp_path: Path) -> None:
    """Without a seat, a key or secrets: the same film, and nothing of either side."""
    shutil.copytree(running.root / "blue" / "book", tmp_path / "copy" / "book")
    for start in (tmp_path / "copy", tmp_path / "copy" / "book"):
        alone = open_to_read(start, Home(tmp_path / "home"))
        assert words_of(film(alone)) == words_of(film(running.open("blue")))
        assert [line.words for line in log(alone)] == [line.words for line in log(running.open("blue"))]
        for side in ("blue", "red"):
            with pytest.raises(Refused, match="who has no seat in the game does not know what"):
                film(alone, side)
            with pytest.raises(Refused, match="who has no seat in the game does not know what"):
                for_seat(alone, side, 2)
    with pytest.raises(Refused, match="is no game folder"):
        open_to_read(tmp_path, Home(tmp_path / "home"))
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["book"]


def test_everybody_sees_no_secret_of_a_running_game(running: Folk) -> None:
    """The film for everybody is the same whoever makes it, the referee too, and holds nothing of any hidden part."""
    films = [film(running.open(seat)) for seat in running.seats]
    assert len({words_of(seen) for seen in films}) == 1
    assert not any(shot.own for scene in films[0].scenes for shot in scene.shots)
    assert not any(scene.secrets for scene in films[0].scenes)
    assert "your mine" not in words_of(films[0])


def test_a_side_sees_its_own_secrets_and_nobody_elses(running: Folk) -> None:
    own = words_of(film(running.open("blue"), "blue"))
    assert "your " in own
    with pytest.raises(Refused, match="does not know what red knows"):
        film(running.open("blue"), "red")
    with pytest.raises(Refused, match="does not know what red knows"):
        for_seat(running.open("blue"), "red", 2)
    assert words_of(film(running.open("referee"), "blue")) == own


def test_the_referee_reads_a_sides_report_as_it_reads_it_itself(running: Folk) -> None:
    for number in range(running.open("referee").course.number + 1):
        theirs = for_seat(running.open("blue"), "blue", number)
        his = for_seat(running.open("referee"), "blue", number)
        assert his.story == theirs.story
        assert his.notes == theirs.notes


def test_after_the_opening_everybody_sees_what_each_side_knew_then(game: Folk, running: Folk) -> None:
    seen = film(game.open("blue"), "red")
    assert any(shot.own for scene in seen.scenes for shot in scene.shots)
    assert any(scene.secrets for scene in seen.scenes)
    assert words_of(seen) == words_of(film(game.open("red"), "red"))
    assert for_seat(game.open("blue"), "red", 2).own == for_seat(game.open("red"), "red", 2).own
    assert running.open("blue").course.opened is False


def shot(words: str, *told: tuple[str, str], at: str = "", where: tuple[str, ...] = ("0517",)) -> Shot:
    """An entry that names its units and places; `at` is where unit A stands after it."""
    after = Picture("T", (), 1.0, counters=(Counter("A", at, "red"),) if at else ())
    return Shot(stretch=0, entry=0, case="7.1", step="movement", turn="GT2", words=words, units=("A", "B"),
                places=where, deeds=tuple(Deed(*one) for one in told), after=after, luck={})  # fmt: skip


def test_a_move_in_a_replay_has_its_verb() -> None:
    arrow = Move("A", ((0.0, 0.0), (1.0, 1.0)))
    for said, told in {
        "A 0517 by road (6.2)": "A goes to 0517 by road (6.2)",
        "A to 0517, 1 (5.2)": "A goes to 0517, 1 (5.2)",
        "A by 0517 0618 (5)": "A goes by 0517 0618 (5)",
        "A, B 0517": "A, B go to 0517",
        "A advances to 0517": "A advances to 0517",
        "A 05178": "A 05178",
    }.items():
        assert with_verb(replace(shot(said), moves=(arrow,))) == told
        assert with_verb(shot(said)) == said


def test_the_story_of_a_place_tells_ways_through_it_and_what_happened_there_and_no_more() -> None:
    """Who loses a step in an attack on it loses none in it; who is on road mode farther on is not so there."""
    assert _of_place(shot("", ("A", "comes on at 1915"), ("A", "in road mode")), "0517", "0517 Spa") == (
        "A comes on at 1915, through 0517 Spa"
    )
    assert _of_place(shot("", ("A", "goes from 0319 to 0417 by Spa")), "0517", "0517 Spa") == (
        "A goes from 0319 to 0417 by Spa"
    )
    assert (
        _of_place(shot("A loses a step (9.6)", ("A", "loses a step"), at="0616"), "0517", "0517")
        == "A loses a step (9.6)"
    )
    assert _of_place(shot("A loses a step (9.6)", ("A", "loses a step"), at="0517"), "0517", "0517") == "A loses a step"
    assert _of_place(shot("", ("B", "goes from 0319 to 0517")), "0517", "0517") == "B goes from 0319 to 0517"
    assert _of_place(shot("", ("B", "goes from 0319 to 0417")), "0600", "0600") == ""


def test_marks_that_are_lost_are_told_without_a_double_no() -> None:
    before, after = (
        Picture("T", (), 1.0, counters=(Counter("A", "0517", "red", marks=marks),))
        for marks in (("unsupplied", "in road mode"), ())
    )
    assert [deed.words for deed in marked(before, after)] == ["is supplied again", "is no longer in road mode"]


def test_a_marker_is_laid_and_taken_and_its_name_is_not_told_twice() -> None:
    roadblock = Counter("roadblock 0517", "0517", "red", "marker", marks=("roadblock",))
    none, there = (Picture("T", (), 1.0, counters=counters) for counters in ((), (roadblock,)))
    assert [deed.words for deed in deeds(none, there, {"0517": "Dunn"})] == ["is laid at 0517 Dunn"]
    assert [deed.words for deed in deeds(there, none, {"0517": "Dunn"})] == ["is taken from 0517 Dunn"]
    assert not marked(none, there)


def test_who_comes_on_and_moves_comes_on_where_it_did() -> None:
    names = {"1401": "", "1303": "Wiltz", "0516": "Dunn"}
    none, there = (Picture("T", (), 1.0, counters=c) for c in ((), (Counter("A", "0516", "red"),)))
    found = deeds(none, there, names, way=("1401", "1303", "0516"))
    assert [deed.words for deed in found] == ["comes on at 1401, goes to 0516 Dunn by Wiltz"]
    later = deeds(none, there, names, comes="comes on, now at")
    assert [deed.words for deed in later] == ["comes on, now at 0516 Dunn"]


def test_steps_are_told_in_words() -> None:
    assert step_words("0530 german turn", ("german", "allied")) == "0530 German turn"
    sides = ("german", "allied")
    assert step_told("GT1 german", "before", {"before": "combat before movement"}, sides) == "combat before movement"
    assert step_told("GT1 german", "movement", {}, sides) == "movement"
    assert step_told("Dec 16 impulse 4 german", "impulse", {}, sides) == ""
    assert step_told("surprise turns", "surprise", {}, sides) == ""


def test_places_are_named_as_on_the_map_once_and_units_keep_their_names() -> None:
    after = Picture("T", (), 1.0, counters=(Counter("1111 e", "0517", "red"),))
    scene = Scene(number=0, kind="charter", turn="", at="", label="", remarks=(), secrets=(), before=after, after=after,
                  shots=(), aside=False, base=0, state=None)  # fmt: skip
    places = {"1111": "Vielsalm", "0517": "Spa", "0203": ""}
    seen = Film(title="", mark="", game="", scenario="", reader="", empty=after, places=places, scenes=(scene,))
    assert (
        seen.with_towns("1111 e goes from 1111 to 0517 by 0203") == "1111 e goes from 1111 Vielsalm to 0517 Spa by 0203"
    )
    assert (
        seen.with_towns("1111 e stands in 0517 Spa, not at 0517-0203") == "1111 e stands in 0517 Spa, not at 0517-0203"
    )


SENTENCES = {
    ("14 Cav", "leaves the map at 0706 Bullingen", "14 Cav loses a step"): "loses its last step at 0706 Bullingen",
    ("18CAV", "leaves the map at B1022", "18CAV is lost: it cannot retreat 3"): "is lost at B1022: it cannot retreat 3",
    ("1 Guns", "leaves the map at 0503", "1 Guns surrenders"): "surrenders at 0503",
    ("2 Pz", "leaves the map at 1007", "points 3, +4 by 1007, = 7"): (
        "leaves the map at 1007: points 3, +4 by 1007, = 7"
    ),
    ("Peiper", "loses a step (8-6, now 6-6)", "Peiper loses a step"): "loses a step (8-6, now 6-6)",
    ("12SS Pz", "is activated", "Baasem is activated"): "is activated",
    ("394.99", "is dispersed", "dispersed: 394.99"): "is dispersed",
    (
        "150PZ",
        "is out of supply",
        "150PZ is out of supply until the next phase",
    ): "is out of supply until the next phase",
    ("1 Foot", "goes from 0303 to 0402", ""): "goes from 0303 to 0402",
    ("1 Foot", "", "1 Foot holds the bridge"): "1 Foot holds the bridge",
    ("1 Foot", "is out of supply", "the mine goes off"): "is out of supply: the mine goes off",
    ("2 a", "", "unsupplied: 1 a, 2 a; isolated: 3 a"): "is unsupplied",
    ("3 a", "", "unsupplied: 1 a, 2 a; isolated: 3 a"): "is isolated",
    ("9R", "", "must attack: 2, 9R"): "must attack",
    ("9-10", "is out of supply", "formation 9 is out of supply until the next phase: 9-10, 9-11"): (
        "formation 9 is out of supply until the next phase"
    ),
    ("F-1", "is disrupted", "interdiction at A0418: A0418 die 3; disrupted: F-1"): (
        "interdiction at A0418: A0418 die 3; disrupted: F-1"
    ),
    ("6 Foot", "comes on at 0103", "6 Foot arrives at 0103"): "comes on at 0103",
    ("1111 e", "is no longer in road mode", "1111 e leaves road mode"): "leaves road mode",
    ("2Pz", "loses a step (4+ (5/4), now 3+ (5/4))", "2Pz is down to 3"): "loses a step (4+ (5/4), now 3+ (5/4))",
}


@pytest.mark.parametrize(("told", "whole"), SENTENCES.items())
def test_what_became_of_a_unit_and_what_was_said_of_it_are_one_sentence(told: tuple[str, str, str], whole: str) -> None:
    unit, became, said = told
    others = ("0503", "Baasem", "1 a", "2 a", "3 a", "9-11")
    assert sentence(unit, became, said, others) == whole


def test_the_case_that_stands_beside_a_line_does_not_stand_in_it() -> None:
    assert without_case("Peiper loses a step (9.6)", "9.6") == "Peiper loses a step"
    assert without_case("hits with 3 (2, river +1)", "8.3") == "hits with 3 (2, river +1)"
    assert without_case("", "9.6") == ""


def test_no_line_of_a_life_names_its_unit_twice_or_says_its_case_in_it(game: Folk) -> None:
    seen = film(game.open("blue"))
    for unit in seen.units:
        for line in life(seen, unit):
            assert not line.words.endswith(f"({line.case.removeprefix('FO ')})")
            assert not re.search(rf"{unit}[^;]*: {unit}", line.words)


def test_the_steps_of_a_turn_are_told_together_in_the_log(game: Folk) -> None:
    played = [("GT4 allied", "bridges"), ("GT4 allied", "combat"), ("GT5 supply", "supply"), ("GT5 german", "air")]
    words = "GT4 Allied bridges, battles; GT5 supply; GT5 German air"
    assert steps_told(played, {"combat": "battles"}, ("german", "allied")) == words
    assert steps_told([], {}, ("german", "allied")) == ""
    records = [line.words for line in log(game.open("blue")) if line.kind == "record"]
    assert any("turn 2 Blue march, combat" in words for words in records)
    assert not any("blue" in words.partition(";")[0] for words in records)


def test_a_move_that_a_report_has_in_a_row_of_many_is_told_with_its_verb_in_a_replay() -> None:
    alone = replace(shot("12 VG 1006", ("12 VG", "goes from 1007 to 1006"), where=("1006",)), units=("12 VG",))
    assert says_no_verb(alone)
    assert not says_no_verb(replace(alone, words="12 VG advances to 1006"))
    assert not says_no_verb(replace(alone, words="12 VG 1006 by road"))
