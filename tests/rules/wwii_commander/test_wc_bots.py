"""What the bots of WWII Commander go by: a veteran's answers, the end of a day, the last day of the race."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem_rules.wwii_commander.bot import best_of, best_turn, first_ideas, turn_plans
from pbem_rules.wwii_commander.bot_temper import QUICK, RACER
from pbem_rules.wwii_commander.closing import RaceDay, would_win
from pbem_rules.wwii_commander.judgement import Outlook, enough
from pbem_rules.wwii_commander.s07_movement import Journey

GAME = ruleset("wwii-commander")


def table_of(scenario, **other):
    return replace(GAME.set_up(Setup(scenario=scenario)).table, stage="turn", **other)


def alone(table, **places):
    """Only these units are on the map; who stands in a space controls it."""
    for unit in table.units.values():
        unit.space = places.get(unit.id.replace(" ", "_").replace("/", "_"), "")
        if unit.space:
            table.control[unit.space] = unit.side
    return table


def outlook(table, side, temper=None):
    return Outlook(table, side, temper or RACER[side])


@pytest.mark.parametrize("scenario", ["race", "full"])
def test_a_veteran_makes_no_mistakes(scenario):
    mistakes = []

    def veteran(view, asked, situation):
        said = GAME.bots["veteran"](view, asked.decision, Whims(view.side, *asked.decision.key))
        mistakes.extend(filter(None, [asked.wrong(said)]))
        return said

    start = begin(GAME, GAME.set_up(Setup(scenario=scenario)))
    now = advance(Terms(GAME, bots=dict.fromkeys(GAME.sides, veteran)), start, {}, Intake(), NumberedFaces(3), 1)
    assert now.ending is not None
    assert mistakes == []


def test_the_quick_bot_is_the_first_and_the_veteran_the_mentor():
    assert next(iter(GAME.bots)) == "staff"
    assert GAME.mentor == "veteran"


def test_hits_are_counted_to_the_thousandth():
    """8.2 Two dice that hit with 4 of 10: both miss in 36 of 100, both hit in 16."""
    assert enough(((2, 4),), 10, 1) == 640
    assert enough(((1, 4), (1, 4)), 10, 2) == 160
    assert enough(((2, 4),), 10, 3) == 0
    assert enough(((2, 4),), 10, 0) == 1000


def race_at_the_end(**places):
    """A German way from the east to Eupen."""
    table = alone(table_of("race", day=18), **places)
    for space in ("Gemund", "Elsenborn", "Eupen"):
        table.control[space] = "german"
    return table


def test_who_would_win_the_race_now():
    table = race_at_the_end(**{"116Pz": "Herve"})
    assert would_win(outlook(table, "german")) == "german"
    table.control["Eupen"] = "allied"
    assert would_win(outlook(table, "german")) == "allied"
    table.control["Bastogne"] = "german"
    assert would_win(outlook(table, "german")) == ""
    table.day = 17
    assert would_win(outlook(table, "german")) == ""


def test_who_would_win_by_points():
    table = table_of("full", day=20, points=12)
    assert would_win(outlook(table, "german")) == "german"
    assert would_win(outlook(replace(table, points=4), "german")) == "allied"
    assert would_win(outlook(replace(table, points=5), "german")) == ""
    assert would_win(outlook(replace(table, day=19), "german")) == ""


def test_a_german_at_the_meuse_ends_the_day_when_he_may():
    """4.9 The enemy has just passed."""
    table = race_at_the_end(**{"116Pz": "Herve", "1SS_Pz": "Elsenborn"})
    table.passed = True
    assert best_turn(outlook(table, "german")).passes
    table.control["Eupen"] = "allied"
    assert not best_turn(outlook(table, "german")).passes


def test_an_allied_veteran_does_not_pass_a_lost_race_away():
    table = race_at_the_end(**{"116Pz": "Herve", "106_Inf": "Arlon"})
    table.side, table.passed = "allied", True
    assert not best_turn(outlook(table, "allied", replace(RACER["allied"], patience=50))).passes
    table.control["Eupen"] = "allied"
    assert best_turn(outlook(table, "allied", replace(RACER["allied"], patience=50))).passes


def test_to_cut_the_way_of_who_stands_at_the_meuse_is_worth_the_race():
    """9.1, 13.0 Without a friendly way behind him he does not count."""
    table = race_at_the_end(**{"116Pz": "Herve", "7_Arm": "Verviers"})
    day = RaceDay(outlook(table, "allied", replace(RACER["allied"], reach=1000)))
    unit = table.units["7 Arm"]
    assert day.brings("Verviers", [(unit, Journey(("Eupen",)))], [], abandoned=True) == 1000
    assert day.brings("Verviers", [(unit, Journey(("Stoumont",)))], [], abandoned=True) == 0
    table.day = 17
    assert day.brings("Verviers", [(unit, Journey(("Eupen",)))], [], abandoned=True) == 0


def test_who_can_still_answer_at_the_meuse_is_not_spent_on_the_last_day():
    """Rather somebody acts who stands farther away, and does as little."""
    table = race_at_the_end(**{"7_Arm": "Verviers", "106_Inf": "Arlon", "116Pz": "Gemund"})
    day = RaceDay(outlook(table, "allied", replace(RACER["allied"], keep=10)))
    assert day.spends("Verviers", [table.units["7 Arm"]]) == 10 * table.units["7 Arm"].strength
    assert day.spends("Arlon", [table.units["106 Inf"]]) == 0
    table.side = "allied"
    assert best_turn(outlook(table, "allied", replace(RACER["allied"], keep=1000, patience=-1000))).activate == "Arlon"
    assert best_turn(outlook(table, "allied", replace(RACER["allied"], keep=0, patience=-1000))).activate == "Verviers"
    table.day = 17
    assert day.spends("Verviers", [table.units["7 Arm"]]) == 0


def test_to_come_to_the_meuse_is_worth_the_race_with_a_way_behind():
    table = race_at_the_end(**{"116Pz": "Eupen", "12VG": "Verviers"})
    table.control["Verviers"] = "allied"
    day = RaceDay(outlook(table, "german", replace(RACER["german"], reach=1000)))
    assert day.brings("Eupen", [(table.units["116Pz"], Journey(("Herve",)))], [], abandoned=True) == 1000
    table.control["Elsenborn"] = "allied"
    assert day.brings("Eupen", [(table.units["116Pz"], Journey(("Herve",)))], [], abandoned=True) == 0


def test_the_quick_bot_goes_by_the_points_of_the_map_in_the_race_too():
    table = table_of("race")
    assert outlook(table, "german", QUICK["german"]).points["Liege"] == 4
    racing = outlook(table, "german", replace(QUICK["german"], river=3, draw=2)).points
    assert (racing["Liege"], racing["Herve"], racing["Bastogne"], racing["St. Vith"]) == (3, 3, 2, 0)


def test_the_first_ideas_are_the_best_turns_and_to_wait():
    """Each of another space; the first is what the veteran would do if he had to."""
    table = race_at_the_end(**{"116Pz": "Herve", "106_Inf": "Arlon", "7_Arm": "Verviers"})
    table.side = "allied"
    seen = outlook(table, "allied")
    plans = turn_plans(seen)
    lines = first_ideas(seen, plans)
    assert lines[0] == best_of(plans).line
    assert [line.activate for line in lines] == [
        lines[0].activate,
        "",
        ({"Arlon", "Verviers"} - {lines[0].activate}).pop(),
    ]
