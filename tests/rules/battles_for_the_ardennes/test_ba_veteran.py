"""What the veteran goes by: traps, towns for the taking, danger; and that what it says is lawful."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.craft.moods import EVEN
from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.play.faces import NumberedFaces
from pbem.ruleset import Decision, Setup
from pbem_rules.battles_for_the_ardennes import RULESET
from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.bot import MENTOR, strikes, veteran
from pbem_rules.battles_for_the_ardennes.bot_assaults import council_of
from pbem_rules.battles_for_the_ardennes.bot_ideas import ideas
from pbem_rules.battles_for_the_ardennes.bot_meuse import MEUSE, beyond, bridgeheads, crossings
from pbem_rules.battles_for_the_ardennes.bot_moves import Muster1944, bot_arrivals, bot_moves, without
from pbem_rules.battles_for_the_ardennes.bot_plans import in_season, stakes
from pbem_rules.battles_for_the_ardennes.bot_prospects import Prospects, blows, closing
from pbem_rules.battles_for_the_ardennes.bot_risks import risks_of
from pbem_rules.battles_for_the_ardennes.bot_strikes import ahead
from pbem_rules.battles_for_the_ardennes.bot_sums import Sums
from pbem_rules.battles_for_the_ardennes.bot_temper import NEUTRAL, VETERAN, Temper, plans_of_temper
from pbem_rules.battles_for_the_ardennes.bot_views import in_mood, look_out
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s09_combat import reckon
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_in, units_of

IN_THE_OPEN, ROCHEFORT = "A0313", "A0215"


def celles(keep: dict[str, str] | None = None, side: str = "german") -> BattlesTable:
    """The beginning; or these units alone, where it says."""
    table: BattlesTable = RULESET.set_up(Setup(scenario="celles")).table
    table.side = side
    for unit in table.units.values() if keep is not None else ():
        unit.hex = keep.get(unit.id, "")
    return table


def played(scenario: str, options: dict[str, str]) -> list[str]:
    """What a veteran of either side said against the rules in a whole game."""
    wrong: list[str] = []

    def pick(view, asked, situation):
        said = veteran(view, asked.decision, Whims("lawful", *asked.decision.key))
        problem = asked.wrong(said)
        wrong.extend([f"{asked.decision.topic}: {problem}"] if problem is not None else [])
        return said

    start = begin(RULESET, RULESET.set_up(Setup(scenario=scenario, options=options)))
    terms = Terms(RULESET, bots=dict.fromkeys(RULESET.sides, pick))
    assert advance(terms, start, {}, Intake(), NumberedFaces(3), 1).ending is not None
    return wrong


@pytest.mark.parametrize("options", [{}, {"intensive": "yes", "saturation": "yes", "var_end": "even"}])
def test_what_the_veteran_says_is_lawful_in_a_whole_game(options) -> None:
    assert MENTOR in RULESET.bots
    assert played("celles", options) == []


@pytest.mark.parametrize("side", ["german", "allied"])
def test_sums_come_to_what_the_rules_reckon(side) -> None:
    table = celles(side=side)
    units, sums, seen = units_of(table, side), Sums(table, side), 0
    for target in sorted({unit.hex for unit in units_of(table, FOE[side])}):
        near = [replace(unit, hex=hex) for unit, hex in zip(units, table.here.neighbours[target], strict=False)]
        near = [unit for unit in near if not unit.guns]
        guns = [unit for unit in units if unit.in_battery][:2]
        foes, there = batteries_in_range(table, FOE[side], target), units_in(table, target)
        for support in (0, 1):
            found = sums.column(target, there, near, guns, foes, support)
            assert found == reckon(table, target, near, guns, foes, {}, support=support).column
            seen += 1
    assert seen > 10


def test_who_cannot_get_away_is_worth_an_attack_that_would_only_drive_him_off() -> None:
    table = celles({"84-334": IN_THE_OPEN})
    foe, temper = table.units["84-334"], Temper(kill=10, push=1)
    around = table.here.neighbours[IN_THE_OPEN]
    opposite = next((one, other) for one in around for other in around if set(around) <= closing(table, (one, other)))
    side_by_side = next((one, other) for one in around for other in around if table.here.distance(one, other) == 1)
    gains = []
    for hexes in (side_by_side, opposite):
        attackers = [replace(table.units[name], hex=hex) for name, hex in zip(("2-2", "2-304"), hexes, strict=True)]
        prospects = Prospects(table, "german", contact_of(table), temper, {})
        gains.append(prospects.gain(IN_THE_OPEN, "3-1", [foe], attackers, closing(table, hexes)))
    driven = sum(theirs.back > 0 for _, theirs in blows("3-1"))
    assert gains == [driven, 10 * foe.worth * driven]


def test_a_town_is_a_prize_and_a_stake() -> None:
    table = celles({"84-335-3": ROCHEFORT, "2-2": "A0216"})
    one, other = table.units["2-2"], table.units["84-335-3"]
    temper = Temper(town=100)
    for_town = Prospects(table, "german", contact_of(table), temper, stakes(table))
    assert for_town.gain(ROCHEFORT, "6-1", [other], [one], frozenset()) > 0
    assert for_town.gain(ROCHEFORT, "6-1", [other], [], frozenset()) == 0, "nobody who could go in"
    from_town = Prospects(table, "allied", contact_of(table), temper, stakes(table))
    assert from_town.gain("A0216", "1-3", [one], [other], frozenset()) < 0


def test_the_veteran_shuns_danger_and_grabs_what_is_empty() -> None:
    table = celles({"2-2": IN_THE_OPEN, "2A-CCA": "A0315", "2A-CCB": "A0315", "84-335": ROCHEFORT})
    unit, contact = table.units["2-2"], contact_of(table)
    careful = risks_of(table, "german", Temper(danger=4), contact)
    assert careful is not None
    assert careful.liking(unit, IN_THE_OPEN) < 0
    stack = celles({"2-2": IN_THE_OPEN, "2-304": IN_THE_OPEN, "2SS-PZ": IN_THE_OPEN, "2A-CCA": "A0315"})
    together = risks_of(stack, "german", Temper(danger=4), contact_of(stack))
    assert together is not None
    assert together.liking(stack.units["2-2"], IN_THE_OPEN) == 0
    greedy = risks_of(table, "german", Temper(grab=30), contact)
    assert greedy is not None
    town = table.here.towns["Celles"][0]
    assert greedy.liking(unit, town) == 30
    table.towns[town] = "german"
    assert greedy.liking(unit, town) == 0
    assert risks_of(table, "german", NEUTRAL, contact) is None


def test_nothing_is_attacked_that_does_not_promise_enough() -> None:
    table = celles({"2-2": "A0216", "2A-CCA": ROCHEFORT, "2A-CCB": ROCHEFORT})
    assert council_of(table, "german", VETERAN["german"]).lines() == []
    table = celles({"2-2": "A0216", "2-304": "A0214", "84-335-3": ROCHEFORT})
    (line,) = council_of(table, "german", VETERAN["german"]).lines()
    assert line.attack == ROCHEFORT


def test_ideas_begin_with_other_plans() -> None:
    table = celles()
    muse = ideas(View("german", table), asked_for("movement"))
    assert muse is not None
    found = [repr(muse(Whims("same"))) for _ in plans_of_temper("german")[1:]]
    assert len(set(found)) > 2
    assert ideas(View("german", table), asked_for("artillery")) is None


def asked_for(topic: str) -> Decision:
    return Decision(("GT15",), "base.sequence", "german", topic, topic, "part")


def test_in_the_last_game_turn_nothing_counts_but_towns() -> None:
    table, temper = celles(), VETERAN["allied"]
    assert in_season(table, "allied", temper) == temper
    table.turn = table.form.length.last
    assert in_season(table, "allied", temper).town > temper.town
    assert in_season(table, "german", NEUTRAL) == NEUTRAL, "the quick bot plays on as it did"
    sedan: BattlesTable = RULESET.set_up(Setup(scenario="sedan-1940")).table
    assert in_season(sedan, "allied", temper) == temper
    assert in_season(sedan, "german", temper).loss > temper.loss, (
        "the German of Sedan may lose so many tanks and no more"
    )


def test_who_watches_less_guards_towns_that_nobody_is_near_to() -> None:
    table = celles(side="allied")
    sent = {}
    for watch in (0, 9):
        seen = look_out(View("allied", table), temper=replace(VETERAN["allied"], watch=watch))
        sent[watch] = sum(min(seen.fronts.get(hex, 9) for hex in seen.errands[errand]) for errand in seen.sent.values())
    assert sent[0] > sent[9]


def test_who_comes_on_the_map_goes_on_at_once_also_past_those_who_fill_the_first_hex() -> None:
    table = celles(side="allied")
    table.turn, table.british_called, table.phase = 18, 18, "movement"
    view, temper = View("allied", table), VETERAN["allied"]
    lines = {line.unit: line.way for line in bot_arrivals(view, temper)}
    assert {"33A", "53-71", "53-158", "53-160"} <= set(lines)
    assert all(", to " in lines[name] for name in ("33A", "53-71"))
    quick = {line.unit: line.way for line in bot_arrivals(view, NEUTRAL)}
    assert not any(", to " in way for way in quick.values())
    assert "53-71" not in quick, "the hex is full"


def test_in_the_last_game_turn_the_allies_take_what_is_empty_before_they_fight_and_nobody_stays_behind() -> None:
    keep = {"29A": "A0609", "4CAV": "A0812", "PL-130": "A0508"}
    table = celles(keep, side="allied")
    table.turn, table.british_called, table.towns["A0510"] = table.form.length.last, 18, "german"
    (town,) = table.here.towns["Celles"]
    moves = {line.unit: line.way for line in bot_moves(View("allied", table), temper=VETERAN["allied"])}
    assert moves["4CAV"] == f"to {town}", "the weakest who gets there"
    assert in_season(table, "allied", VETERAN["allied"]).guards == 0
    assert in_season(table, "german", VETERAN["german"]).guards == VETERAN["german"].guards


def test_in_the_last_game_turn_all_air_points_are_kept_for_attacks() -> None:
    table = celles(side="allied")
    table.air = 2
    assert len(strikes(table, VETERAN["allied"])) == 1
    table.turn = table.form.length.last
    assert strikes(table, VETERAN["allied"]) == []
    assert len(strikes(table, NEUTRAL)) == 1, "the quick bot plays on as it did"


def test_before_the_end_the_allies_fight_only_on_the_way_to_what_they_want() -> None:
    table = celles(side="allied")
    assert in_season(table, "allied", VETERAN["allied"]).keeps == 0
    table.turn = table.form.length.last - VETERAN["allied"].closing
    late = in_season(table, "allied", VETERAN["allied"])
    assert late.keeps
    assert late.retake > VETERAN["allied"].retake
    seen = look_out(View("allied", table), temper=VETERAN["allied"])
    unit = table.units["2A-CCA"]
    way = seen.way_from(unit)
    behind = max((hex for hex in way if way[hex] < 900), key=lambda hex: (way[hex], hex))
    assert not ahead(seen, unit, behind)
    assert ahead(replace(seen, temper=replace(late, keeps=0)), unit, behind)


def test_at_last_tanks_in_supply_go_over_the_meuse() -> None:
    table = celles({"PL-130": "A0109", "PL-901": "A0110", "PL-902": "A0109", "84-335": "A1215"})
    table.turn, table.units["PL-902"].supplied = table.form.length.last, False
    view = View("german", table)
    moves = {line.unit: line.way.removeprefix("to ") for line in bot_moves(view, temper=VETERAN["german"])}
    far = table.here.beyond_meuse
    assert moves["PL-130"] in far
    assert moves["PL-901"] in far
    assert moves.get("PL-902") not in far, "who is out of supply does not count there"
    others = {line.unit: line.way.removeprefix("to ") for line in bot_moves(view, temper=NEUTRAL)}
    assert not far & set(others.values())


def test_some_game_turns_before_the_end_a_formation_is_sent_to_the_bridges_of_the_meuse() -> None:
    table = celles()
    view, temper = View("german", table), VETERAN["german"]
    assert MEUSE not in look_out(view, temper=temper).ways
    table.turn = table.form.length.last - temper.closing
    seen = look_out(view, temper=temper)
    assert MEUSE in seen.sent.values()
    assert MEUSE not in look_out(view, temper=NEUTRAL).ways
    assert any(not seen.supplied(hex) for hex in table.here.beyond_meuse)
    table.blown = sorted({side for side, _ in bridges_to(table, table.here.beyond_meuse)})
    assert crossings(table, contact_of(table)) == {}


def test_a_game_turn_before_they_cross_the_meuse_they_wait_for_it_and_fight_no_more() -> None:
    table = celles({"PL-130": "A0411", "PL-901": "A0411", "PL-902": "A0411", "84-335-3": "A0511", "2-2": ROCHEFORT})
    view, temper, last = View("german", table), VETERAN["german"], table.form.length.last
    struck = []
    for turn in (last - 3, last - 1):
        table.turn = turn
        muster = Muster1944(view, temper)
        struck.append(muster.struck(in_mood(muster.seen, EVEN), without(muster.reaches, muster.waiting())))
    assert struck[0]
    assert not struck[1]


def test_before_the_end_the_allies_guard_the_bridges_that_tanks_may_come_to() -> None:
    table = celles({"PL-130": "A0112", "29A": "A0707"}, side="allied")
    (town,) = table.here.towns["Celles"]
    table.turn, table.british_called, table.towns[town] = table.form.length.last - 1, 18, "allied"
    view, temper = View("allied", table), VETERAN["allied"]
    assert {("A0106",), ("A0607",)} < set(bridgeheads(table).values())
    assert MEUSE in look_out(view, temper=temper).sent["29A"]
    table.units["PL-130"].supplied = False
    assert bridgeheads(table) == {}


def test_tanks_beyond_the_meuse_are_worth_their_points_to_whoever_destroys_them() -> None:
    table = celles({"PL-130": "A0106", "29A": "A0205"}, side="allied")
    assert beyond(table) == {"PL-130": table.form.victory.beyond_meuse}
    unit, attacker = table.units["PL-130"], table.units["29A"]
    gains = [
        Prospects(table, "allied", contact_of(table), Temper(kill=10, town=50), {}, counted).gain(
            "A0106", "8-1", [unit], [attacker], frozenset()
        )
        for counted in ({}, beyond(table))
    ]
    gone = sum(theirs.gone for _, theirs in blows("8-1"))
    assert gains[1] - gains[0] == 50 * table.form.victory.beyond_meuse * gone


def bridges_to(table: BattlesTable, far: frozenset[str]) -> list[tuple[str, str]]:
    return [
        (way.side, way.to)
        for hex, ways in table.here.sides.items()
        for way in ways
        if hex not in far and way.to in far and way.bridge
    ]
