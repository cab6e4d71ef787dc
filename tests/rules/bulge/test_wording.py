"""What reports, questions and drafts say."""

from __future__ import annotations

import pytest

from pbem.model.document import Flow, Items, Section, Table, plain
from pbem.model.entry import Entry
from pbem.model.position import View
from pbem.ruleset.telling import Chapter, Story
from pbem_rules.bulge import RULESET
from pbem_rules.bulge import events as happened
from pbem_rules.bulge.sayings import SAYINGS
from pbem_rules.bulge.wording import WORDING

BOTH = ("german", "allied")


def told(played, before):
    """The sections of a report by their titles."""
    story = Story(
        before,
        played.table,
        tuple(Chapter(one.step, one.turn, one.told.entries, one.told.rolls) for one in played.now.stretches),
    )
    return story, {section.title: section for section in WORDING.phases(story) if isinstance(section, Section)}


def rows(section):
    table = next(block for block in section.blocks if isinstance(block, Table))
    return [[plain(cell, "BU") for cell in row] for row in table.rows], [plain(note, "BU") for note in table.notes]


def test_a_combat_can_be_done_again_by_hand(play, fresh, place):
    table = fresh()
    table.weather = "overcast"
    played = play(
        table,
        "before",
        "before:\n  - {attack: 1506, with: [5 FJ, 352 VG], then: advance 352 VG}\n  - {attack: 1005, with: [116 Pz]}",
        {"1506/die": 4, "1005/die": 3},
        silent=BOTH,
    )
    _, sections = told(played, fresh())
    section = sections["GT1   GERMAN   BEFORE MOVEMENT"]
    assert section.note == "surprise 2 right"
    lines, notes = rows(section)
    assert lines[0] == ["1", "1506", "5 FJ 352 VG", "7-4", "+3", "+9 to +11", "4", "Ex  109 lost; 352 VG adv."]
    assert lines[1][:5] == ["2", "1005", "116 Pz", "6-2", "+4"]
    assert "112 to" in lines[1][7]
    assert notes[0].startswith("defence: 1 109 1 + rough 1 + town 1 + river 1; 2 112 1 + rough 1")
    assert "1: no attackers of 1 or less together, so no loss (12.2)" in notes


def test_support_mist_and_lower_columns_are_noted(play, place):
    table = place({"26 VG": "1306", "110": "1307"}, weather="mist", support={"german": 1})
    text = 'after: [{attack: 1307, with: [26 VG], support: 1, column: "0", crt: secondary}]'
    played = play(table, "after", text, {"1307/die": 3, "mist": 2})
    _, sections = told(played, place({"26 VG": "1306", "110": "1307"}))
    lines, notes = rows(sections["GT4   GERMAN   AFTER MOVEMENT"])
    assert lines[0][2] == "26 VG second."
    assert notes[1:] == [
        "1: with 1 ground support (7.3)",
        "1: mist, die 2 (6.1)",
        "1: +6 to +8 lowered to 0 (12.1)",
    ]


def test_moves_points_and_the_short_form(play, fresh):
    table = fresh()
    table.weather = "overcast"
    played = play(table, "movement", "movement:\n  - 150: enter 1101, 1102 1202\n  - 12SS: 0502 0501")
    story, sections = told(played, fresh())
    flow = next(b for b in sections["GT1   GERMAN   MOVEMENT"].blocks if isinstance(b, Flow))
    assert "150 by 1101 1202 (3/5)" in flow.items
    assert WORDING.short(story).startswith("No combat. Nobody lost a unit.")
    fought = play(fresh(), "before", "before: [{attack: 1005, with: [116 Pz, 560 VG], then: stay}]", {"1005/die": 1})
    story, sections = told(fought, fresh())
    assert sections["POINTS"].note == "0, +1 for 112, = 1"
    assert WORDING.short(story) == (
        "One combat. Lost: Allied 112. German 1 point: 12 win, 2 or fewer lose at the end of GT1."
    )


def test_towns_that_change_hands_are_named(play, fresh):
    table = fresh()
    played = play(table, "before", "before: [{attack: 0104, with: [272 VG, 326 VG], then: advance 272 VG}]",
                  {"0104/die": 1})  # fmt: skip
    story, _ = told(played, fresh())
    assert "German units take Monschau." in WORDING.short(story)


def test_air_and_weather_in_words(play, place):
    table = place({"1SS": "0501", "2": "0304"}, turn=9, weather="clear")
    played = play(table, "air", "air: [cap, support]", foe="air: [interdict, support, cap]\ninterdict: [1412]")
    _, sections = told(played, table)
    items = next(b for b in sections["GT9   AIR"].blocks if isinstance(b, Items))
    words = [plain(item.text, "BU") for item in items.items]
    assert "German, 3 air points: cap, support, support (7.0)" in words
    assert "the Allied side interdicts 1412 Bastogne (7.2)" in words
    assert "patrols cancel 1 ground support of the German side (7.1)" in words


def test_turn_and_victory(fresh, place):
    assert WORDING.turn(fresh()) == "GT1, 16 December 1944, German player-turn"
    table = place({}, vp=50, winner="german", won_by="50 points, 40 win for the German side")
    assert WORDING.victory(table) == ("The German side has won: 50 points, 40 win for the German side.",)
    table = place({}, vp=20)
    assert WORDING.victory(table)[0].startswith("German 20 points: 53 win, 11 or fewer lose at the end of GT4.")


def test_the_last_report_says_in_short_who_won_and_victory_says_the_same(play, place):
    table = place({"1SS": "0501", "2": "0304"}, vp=60, side="allied", phase="after")
    story, _ = told(play(table, "victory"), place({"1SS": "0501", "2": "0304"}, vp=60, side="allied", phase="after"))
    (said,) = WORDING.victory(story.after)
    assert said == "The German side has won: 60 points, 53 win for the German side."
    assert WORDING.short(story) == f"No combat. Nobody lost a unit. {said}"


def test_british_units_look_british(place):
    drawn = WORDING.picture(View("allied", place({"GD": "0122", "82": "0118", "1SS": "0501"})), None)
    forces = {force.key: force.name for force in drawn.forces}
    looks = {counter.id: forces[counter.force] for counter in drawn.counters}
    assert looks == {"GD": "British", "82": "American", "1SS": "German"}


def test_options_in_words(play, place):
    at = {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    played = play(place(at, turn=2), "before", "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 2},
                  silent=("german",))  # fmt: skip
    (decision,) = played.now.decisions
    words = [WORDING.option(decision, option, played.table) for option in decision.options]
    assert "1308 Clervaux: rough, road, supplied" in words
    assert decision.prompt == "retreat 110 from 1307 where?"


def test_the_draft_of_the_first_morning(fresh):
    table = fresh()
    table.weather = "overcast"
    from pbem.engine.advance import Bookmark, Intake, Terms, advance
    from pbem.model.position import Position
    from pbem.play.faces import NumberedFaces

    now = advance(
        Terms(RULESET), Bookmark("air", RULESET.turn(table), Position(table)), {}, Intake(), NumberedFaces(1), 1
    )
    draft = WORDING.draft(View("german", now.position.table), now.decisions)
    assert draft["air"][0].text == "missions: [support]"
    assert draft["air"][0].comment == "overcast, 1 air point: cap, support or interdict"
    attacks = {line.text: line.comment for line in draft["before"]}
    assert attacks["{attack: 1307, with: [2 Pz, 26 VG]}"] == "110: 10-3 = +7, surprise 2: column +12 or more"
    moves = [(line.text, line.comment) for line in draft["movement"]]
    assert ("", "277 VG 0303, CF 3, supplied, in EZOC: cannot move unless combat frees it") in moves
    assert ("150: enter 0201", "CF 2, from the east: 0201 0601 0901 1101 1401") in moves
    assert draft["after"][0].live
    assert draft["after"][0].text == "rest: secondary"


def test_the_draft_of_an_attack_that_must_be_made(play, place):
    table = place({"26 VG": "1306", "110": "1307"})
    played = play(table, "after", "after: none")
    draft = WORDING.draft(View("german", played.table), played.now.decisions)
    assert draft["after"][0].live
    assert draft["after"][0].text == "{attack: 1307, with: [26 VG], crt: secondary}"


def test_the_draft_for_the_rest_of_a_part_holds_that_part_alone(play, place):
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", **ring}, side="allied")
    played = play(table, "movement", "if-stopped: ask\nmovement: [{101: 0516 0416}]", {"101/supply": 1})
    draft = WORDING.draft(View("allied", played.table), played.now.decisions)
    assert list(draft) == ["movement"]


def test_the_allied_draft_looks_a_day_ahead(play, place):
    table = place({"1SS": "0501", "2": "0407", "101": "1412"}, side="allied", turn=7, weather="overcast")
    played = play(table, "before")
    draft = WORDING.draft(View("allied", played.table), played.now.decisions)
    assert [line.text for line in draft["air"]] == ["clear: [" + ", ".join(["support"] * 7) + "]"]
    table.scenario = "variable"
    played = play(table, "before")
    draft = WORDING.draft(View("allied", played.table), played.now.decisions)
    assert [line.text.split(":")[0] for line in draft["air"]] == ["overcast", "mist", "clear"]


def test_lines_as_understood(fresh):
    table = fresh()
    table.weather = "overcast"
    parts = {part.name: part for part in RULESET.parts}

    def echo(part, **line):
        return parts[part].echo(table, parts[part].order.model_validate(line))

    assert echo("movement", unit="1SS", way="0601 0602") == "1SS to 0601 0602, 3 of 5 points"
    assert echo("movement", unit="150", way="enter 1101, 1102") == "150 to 1101 1102, 2/5 of 5 points"
    assert echo("movement", unit="1SS", way="hold") == "1SS holds"
    for gone in ("106", "112", "14"):
        table.units[gone].hex, table.units[gone].lost = "", True
    table.units["62 VG"].hex = "0804"
    crossing = echo("movement", unit="62 VG", way="0705 0706")
    assert crossing == "62 VG to 0705 0706, 4 of 5 points (99 and 9B interdict 0705-0706)"
    later = echo("movement", unit="3 FJ", way="0504", **{"if": ["0503 cleared"]})
    assert later == "3 FJ: judged when its turn comes, if 0503 cleared"
    early = echo("after", attack="1308", **{"with": ["2 Pz"], "if": ["1308 held by allied"]})
    assert early == "attack 1308 with 2 Pz: judged when its turn comes, if 1308 held by allied"
    assert echo("movement", rest="hold") == "all others hold"
    assert echo("movement", **{"hold back": ["150"]}) == "held back: 150"
    assert echo("before", attack="1307", **{"with": ["2 Pz"]}).startswith("attack 1307 with 2 Pz: 110: 6-3 = +3")
    assert echo("after", rest="secondary") == "whoever must still attack: secondary"
    assert echo("air", missions=["support"]) == "support"
    assert echo("air", clear=["cap"], overcast=[]) == "overcast: none; clear: cap"
    assert echo("interdict", hex="0406") == "interdict 0406, if 9B leaves it"
    assert echo("interdict", hex="0405") == "interdict 0405"


def test_the_page_offers_moves_and_attacks(fresh):
    table = fresh()
    offered = WORDING.choices(View("german", table))
    assert WORDING.choices(View("allied", table)) == ()
    lines = {(choice.part, choice.unit, choice.space): choice for choice in offered}
    assert lines["movement", "1SS", "0602"].line == "1SS: to 0602"
    assert lines["movement", "150", "0202"].line == "150: enter 0201 0202"
    assert lines["before", "2 Pz", "1307"].line == "{attack: 1307, with: [UNIT]}"
    assert ("movement", "277 VG", "0302") not in lines


def test_the_picture_shows_every_unit_and_marker(place):
    table = place({"1SS": "0501", "2": "0304"}, markers={"german": ["1412"], "allied": []})
    picture = WORDING.picture(View("german", table), None)
    assert {counter.id: counter.space for counter in picture.counters} == {
        "1SS": "0501",
        "2": "0304",
        "german interdiction 1412": "1412",
    }
    empty = WORDING.picture(View("german", None), None)
    assert empty.counters == ()
    assert len(empty.spaces) == 426
    assert "reconstructed" not in empty.title
    assert empty.rebuilt


def test_luck_is_a_whole_distribution(play, place):
    table = place({"26 VG": "1306", "110": "1307"}, turn=2)
    played = play(table, "before", "before: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    found = [luck for entry in played.entries for luck in WORDING.luck(entry)]
    assert [luck.side for luck in found] == ["german", "allied"]
    for luck in found:
        assert sum(chance for _, chance in luck.chances) == 1
        assert sum(score * chance for score, chance in luck.chances) == 50
    assert found[0].score + found[1].score == 100


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (happened.WeatherSet("mist", 1, 2), "weather: die 1, modifier +2: mist"),
        (happened.Mechanized(("101", "82")), "on lorries: 101, 82"),
        (happened.Resupplied("101"), "101 is resupplied from the air"),
        (happened.OutOfSupply("101", 3, 3), "101 is out of supply: die 3, 3 points"),
        (happened.OutOfSupply("101", 6, 0), "101 is out of supply: die 6, no move"),
        (happened.Exited("1SS", ("0118",), 6, "0118"), "1SS leaves the map at 0118 Huy (factor 4), 6/5"),
        (happened.BritishReleased("2SS", "53"), "2SS and 53 are within two hexes: the British are free"),
        (happened.Dropped("vDH", "0306", 4), "vDH drops on 0306: die 4, lost"),
        (happened.Dropped("vDH", "0306", 1, 1, 0, "0306"), "vDH drops on 0306: dice 1, 1: 0306"),
        (happened.Dropped("vDH", "0306", 1, 5, 2, ""), "vDH drops on 0306: dice 1, 5, scatter 2 (SE): lost"),
        (happened.ExitsCounted("0118", ("1SS",), 4, 28), "+28: 1SS left by 0118 Huy, factor 4"),
        (happened.ExitsReversed("0118", ("1SS",), 4, 28), "-28: 0118 Huy is out of supply, 1SS count no more"),
        (happened.VictoryJudged(8, 12, 2, ""), "German 8 points: 12 win, 2 or fewer lose"),
        (happened.Eliminated("18 VG", -4), "18 VG is lost, points -4"),
        (happened.Retreated("110", "1308"), "110 retreats to 1308 Clervaux"),
        (happened.Advanced("2 Pz", "1307"), "2 Pz advances to 1307"),
    ],
)
def test_every_event_has_words(event, words):
    assert plain(SAYINGS.say(Entry("3.0", event)), "BU") == f"{words} (3.0)"


@pytest.mark.parametrize(
    "event", [happened.PhaseBegan("before"), happened.PlayerTurnBegan("allied"), happened.ResupplyUsed(("101",))]
)
def test_some_events_go_without_saying(event):
    assert SAYINGS.say(Entry("5.0", event)) == ""


def test_units_that_left_are_told_and_remembered(place, play):
    table = place({"1SS": "0118", "2": "1902"}, vp=20)
    played = play(table, "movement", "movement: [{1SS: exit 0118}]")
    story, _ = told(played, table)
    assert "Off the map: 1SS." in WORDING.short(story)
    assert WORDING.victory(played.table)[1] == "Off the map: 1SS by 0118."
    draw = place({}, won_by="65 points after the last game-turn")
    assert WORDING.victory(draw) == ("A draw: 65 points after the last game-turn.",)


def test_what_a_forecast_counts():
    fought = happened.Fought(
        "1307", ("26 VG",), "110", 4, 1, (), 3, "primary", (), 0, "+3 to +5", "+3 to +5", 4, "Ex"
    )  # fmt: skip
    assert WORDING.counts(Entry("12.1b", fought)) == "1307: Ex (exchange)"
    assert WORDING.counts(Entry("12.3", happened.Eliminated("110", 1))) == "110 is lost"
    assert WORDING.counts(Entry("14.1m", happened.OutOfSupply("101", 3, 3))) == "101 may spend 3"
    assert WORDING.counts(Entry("5.0", happened.PhaseBegan("before"))) == ""


def test_the_picture_of_a_story_has_arrows_and_battles(play, fresh):
    table = fresh()
    text = "before: [{attack: 1307, with: [2 Pz, 26 VG], then: advance 2 Pz}]"
    played = play(table, "before", text, {"1307/die": 5}, silent=BOTH)
    story, _ = told(played, fresh())
    picture = WORDING.picture(View("german", played.table), story)
    assert [(move.note, move.kind) for move in picture.moves] == [("110", "retreat"), ("2 Pz", "advance")]
    assert [battle.label for battle in picture.battles] == ["1"]
