"""What the staff is expected to see: roads that lead to what counts, helpers for a battle, engineers in the way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.engine.spec import Setup
from pbem.model.decision import Decision
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.enemy_action_ardennes.board import passages
from pbem_rules.enemy_action_ardennes.bot import ANSWERS
from pbem_rules.enemy_action_ardennes.bot_aims import Aims, aims_of, pull
from pbem_rules.enemy_action_ardennes.bot_approaches import LATE
from pbem_rules.enemy_action_ardennes.bot_attacks import engagement, gain, prices, worth_of_attack
from pbem_rules.enemy_action_ardennes.bot_breakout import Breakout, marches
from pbem_rules.enemy_action_ardennes.bot_events import events
from pbem_rules.enemy_action_ardennes.bot_helpers import helper, with_helpers
from pbem_rules.enemy_action_ardennes.bot_keeping import counting, needed, sparing
from pbem_rules.enemy_action_ardennes.bot_moves import deeds_of, tasked
from pbem_rules.enemy_action_ardennes.bot_plans import best_line, first_of
from pbem_rules.enemy_action_ardennes.bot_reactions import react
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme
from pbem_rules.enemy_action_ardennes.bot_temper import QUICK, VETERAN
from pbem_rules.enemy_action_ardennes.bot_travel import distance, settle, travel
from pbem_rules.enemy_action_ardennes.s07_reactions import roadblock_hexes
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import AlliedHand, EnemyAction, GermanHand, points, steps_of, sway_of
from pbem_rules.enemy_action_ardennes.worth import sure_to_come, worth

SPEC = ruleset("enemy-action-ardennes")
NEAR = QUICK["german"].near
ROAD = ("1709", "1710", "1711", "1712", "1713", "1714")
"""From Clervaux to Bastogne."""


def table_with(scenario: str = "surprised", day: int = 17, **units: str) -> EnemyAction:
    """A map with these units alone."""
    table: EnemyAction = SPEC.set_up(Setup(scenario=scenario)).table
    table.day, table.stage, table.side = day, "impulse", "allied"
    for unit in table.units.values():
        unit.hex, unit.box = "", "unused"
    for name, hex in units.items():
        table.units[name.lstrip("_").replace("_", ".")].hex = hex
    return table


def test_a_unit_on_the_road_to_bastogne_is_worth_more_than_one_beside_it():
    aims = aims_of(table_with(_2_2P="1708", _3_2P="1708"), "allied", QUICK["allied"])
    assert min(aims.in_the_way(hex, 2) for hex in ROAD) > aims.in_the_way("2016", 2)
    assert aims.in_the_way("1814", 2) > aims.in_the_way("2220", 2)


def test_who_holds_the_road_is_missed_and_who_stands_behind_it_less():
    table = table_with(_2_2P="1708", _3_2P="1708", _502_101="1712", _327_101="2121")
    aims = aims_of(table, "allied", QUICK["allied"])
    assert aims.missed(table.units["502.101"]) > aims.missed(table.units["327.101"])


def test_the_second_unit_on_its_way_to_a_place_counts_for_less():
    aims = aims_of(table_with(_2_2P="1708", _3_2P="1708"), "allied", QUICK["allied"])
    alone = aims.in_the_way("1712", 2)
    aims.sent("1713", 6)
    assert aims.in_the_way("1712", 2) < alone


def test_a_city_with_a_garrison_is_reached_later():
    bare = aims_of(table_with(Peiper="0212"), "allied", QUICK["allied"]).approaches
    held = aims_of(table_with(Peiper="0212", _16_1="0116", _18_1="0116"), "allied", QUICK["allied"]).approaches
    assert bare is not None
    assert held is not None
    assert bare.soon["0116"] < held.soon["0116"] <= LATE


def asked_for_roadblocks(hand: list[str]):
    table = table_with(_2_2P="1709", _3_2P="1709", _304_2P="1709", _502_101="1915")
    table.active = ["2.2P", "3.2P", "304.2P"]
    hexes = roadblock_hexes(table)
    facts = {"kind": "roadblock", "corps": ("XLVII",), "active": tuple(table.active)}
    decision = Decision(
        key=("7.9", "react"), case="7.9", side="allied", topic="react", kind="some", prompt="roadblocks?",
        options=(*hand, *hexes), least=0, most=3, facts=facts,
    )  # fmt: skip
    return react(View("allied", table, AlliedHand(hand)), decision, QUICK["allied"])


def test_engineers_without_a_command_block_the_road_of_a_column():
    pick = asked_for_roadblocks(["13"])
    assert "13" in pick
    assert set(pick) - {"13"} <= {*ROAD, "1715", "1814"}
    assert len(pick) == 3


def test_the_card_of_an_army_is_too_dear_for_a_roadblock():
    assert not asked_for_roadblocks(["16"])


def battle(**more: str) -> Engagement:
    table = table_with(_27_12VG="0803", _48_12VG="0803", _394_99="0804", Peiper="0902", **more)
    table.side, table.active = "german", ["27.12VG", "48.12VG"]
    return Engagement(table, "0804", ("27.12VG", "48.12VG"), ("394.99",))


def test_the_strongest_from_near_by_comes_to_a_battle():
    move = helper(battle(_5_3F="0902"))
    assert move is not None
    assert move.unit == "Peiper"


def test_an_attack_names_its_helper_if_the_hand_has_a_card_for_him():
    fight = battle()
    order = AssaultOrder.model_validate({"attack": "0804", "with": ["27.12VG", "48.12VG"]})
    scheme = Scheme(0, ImpulseLine(play="53 as activate I SS", attacks=(order,)))
    with_card = with_helpers(fight.table, "german", ["53", "38"], scheme).line.attacks[0]
    assert [move.unit for move in with_card.reinforce] == ["Peiper"]
    assert not with_helpers(fight.table, "german", ["53", "41"], scheme).line.attacks[0].reinforce


def test_whoever_stands_beside_a_coordinated_attack_joins_it():
    fight = battle()
    decision = Decision(
        key=("9.1", "join"), case="9.1", side="german", topic="join", kind="some", prompt="who?",
        options=("Peiper",), least=0, most=1, facts={},
    )  # fmt: skip
    assert ANSWERS["join"](View("german", fight.table, None), decision, QUICK["german"]) == ("Peiper",)


@pytest.mark.parametrize(
    ("day", "side", "card", "words"),
    [(16, "allied", "1", "Allies Alert"), (17, "german", "62", "Manteuffel Directs Traffic")],
)
def test_special_events_are_thought_of(day, side, card, words):
    table = table_with(day=day, _2_2P="1708", _112_28="1407")
    if words == "Allies Alert":
        table.units["CCA.7A"] = replace(table.units["CCA.7A"], box="calendar", due=17)
    found = events(table, side, [card], aims_of(table, side, QUICK[side]))
    assert any(words in scheme.line.play for scheme in found)


def deeds(table: EnemyAction, *names: str):
    table.side = "german"
    units = [table.units[name] for name in names]
    return deeds_of(tasked(table, "german", aims_of(table, "german", QUICK["german"]), units, fights=True))


def test_who_finds_no_room_beside_the_enemy_keeps_nobody_out_of_the_attack():
    crowd = {"_12_12SS": "0703", "_25_12SS": "0703", "_26_12SS": "0703", "Peiper": "0902", "_1_1SS": "0802"}
    foot = {"_27_12VG": "0803", "_48_12VG": "0803", "_89_12VG": "0803"}
    front = {"_5_3F": "0904", "_8_3F": "0904", "_9_3F": "0904"}
    table = table_with("assault", 16, _394_99="0804", **crowd, **foot, **front)
    names = [name.lstrip("_").replace("_", ".") for name in {**crowd, **foot}]
    attack = deeds(table, *names).attacks[0]
    assert attack.attack == "0804"
    assert len(attack.with_) >= 6


def test_who_can_leave_the_map_and_win_by_that_attacks_nobody():
    table = table_with("assault", 16, _423_212="2605", _320_212="2503", _12_4="2603")
    table.units["12.4"].steps = 1
    moves = deeds(table, "423.212", "320.212").moves
    assert [move.unit for move in moves if move.exit] == ["423.212"]


def test_on_the_last_day_nobody_is_drawn_by_what_he_cannot_come_to():
    far = table_with("assault", 16, _2_2P="1606")
    near = table_with("breakout", 16, _2_2P="1606")
    river = "1125"
    felt = [
        pull(river, aims_of(table, "german", QUICK["german"]).of(table.units["2.2P"]), NEAR) for table in (far, near)
    ]
    assert felt[0] < felt[1]


def test_losses_count_for_less_on_the_last_day():
    worths = []
    for scenario in ("assault", "breakout"):
        table = table_with(scenario, 16, _27_12VG="0803", _48_12VG="0803", _9_2="0804")
        worths.append(worth_of_attack(engagement(table, "0804", ("27.12VG", "48.12VG"), {}), QUICK["german"]))
    assert worths[0] > worths[1]


def test_a_german_who_guards_the_westwall_is_missed_where_the_allies_are_near():
    table = table_with("campaign", 20, _277="0604", _326="0305", _23_2="0606")
    aims = aims_of(table, "german", QUICK["german"])
    assert aims.missed(table.units["277"]) > aims.missed(table.units["326"])


def test_the_hex_is_dearer_to_the_germans_through_which_the_way_leads_on():
    table = table_with("assault", 16, _27_12VG="0803", _394_99="0804", _9_2="0505")
    aims = aims_of(table, "german", QUICK["german"])
    assert aims.way("0804") > aims.way("0505")


def test_nobody_retreats_where_a_unit_dies_if_there_is_another_way():
    table = table_with(_394_99="0804", Peiper="0803")
    decision = Decision(
        key=("9.7", "retreat"), case="9.7", side="allied", topic="retreat", kind="one", prompt="where to?",
        options=("0706", "0906"), least=1, most=1, facts={"units": ("394.99",)},
    )  # fmt: skip
    usual = ANSWERS["retreat"](View("allied", table, None), decision, QUICK["allied"])
    other = ({"0706", "0906"} - {usual}).pop()
    warned = replace(decision, facts={"units": ("394.99",), "deadly": (usual,)})
    assert ANSWERS["retreat"](View("allied", table, None), warned, QUICK["allied"]) == other


def test_the_surprise_is_the_three_impulses_that_are_worth_most_together():
    def impulse(worth: int, card: str, *corps: str) -> Scheme:
        return Scheme(worth, ImpulseLine(play=f"{card} as nothing"), corps, (card,))

    all_corps = impulse(100, "35", "I SS", "LXVI", "XLVII")
    three = [impulse(60, "53", "I SS"), impulse(50, "62", "LXVI"), impulse(40, "60", "XLVII")]
    assert first_of([all_corps, *three], 3) in three
    assert first_of([all_corps, *three], 1) == all_corps


# Bridges that lie blown


def test_a_blown_bridge_is_a_longer_way_for_the_staff():
    table = table_with("assault", 16, _2_2P="1707")
    lehr, bridge = table.units["2.2P"], ("1707-1708",)
    assert distance(lehr, "1707", "1709", bridge) > distance(lehr, "1707", "1709")
    table.bridges["1707-1708"], table.blown = "allied", ["1707-1708"]
    before = pull("1707", aims_of(table, "german", QUICK["german"]).of(lehr), NEAR)
    table.blown = []
    assert pull("1707", aims_of(table, "german", QUICK["german"]).of(lehr), NEAR) > before


@pytest.mark.parametrize("gait", ["vehicles", "foot"])
def test_ways_around_blown_bridges_are_as_if_they_were_looked_for_anew(gait):
    sides = sorted({way.side for ways in passages().values() for way in ways if way.road and way.river})
    for goal, first in (("1814", 0), ("0116", 1), ("1125", 2)):
        blown = tuple(sides[first::3])
        anew = {goal: 0}
        settle(gait, anew, [(0, goal)], blown)
        assert travel(gait, goal, blown) == anew
        assert anew != travel(gait, goal)


# The last day


def last_fight(scenario: str) -> Engagement:
    table = table_with(scenario, 16, _27_12VG="0803", _394_99="0804")
    return Engagement(table, "0804", ("27.12VG",), ("394.99",))


def test_a_unit_that_falls_is_worth_its_half_point_to_the_germans():
    fight = last_fight("assault")
    steps = steps_of(fight.defending)
    assert gain(fight, steps + 2, 0, QUICK["german"]) - gain(fight, steps + 1, 0, QUICK["german"]) >= 50


def test_only_the_allies_pay_in_points_for_steps_on_the_last_day():
    table = last_fight("assault").table
    assert prices(table, QUICK["german"]).step < prices(table, QUICK["allied"]).step
    usual = last_fight("breakout").table
    assert prices(usual, QUICK["german"]) == prices(usual, QUICK["allied"])


def test_on_foot_less_is_near_enough_for_the_last_day():
    table = table_with("assault", 16, _326="0205", _2_2P="0205")
    aims = aims_of(table, "german", QUICK["german"])
    assert pull("0205", aims.of(table.units["326"]), NEAR) < pull("0205", aims.of(table.units["2.2P"]), NEAR)


def test_a_thinker_too_spends_german_steps_on_the_last_day():
    def lost(scenario: str) -> int:
        table = last_fight(scenario).table
        before = worth(View("german", table, None))
        table.units["27.12VG"].steps -= 1
        return before - worth(View("german", table, None))

    assert 0 < lost("assault") < lost("breakout")


# The veteran, and what a thinker goes by


def test_a_veteran_fears_on_the_last_day_for_what_can_still_be_reached():
    table = table_with("assault", 16, _12_12SS="0706", _26_1="0709")
    usual, veteran = (aims_of(table, "allied", temper["allied"]).approaches for temper in (QUICK, VETERAN))
    assert usual is not None
    assert veteran is not None
    assert {"0709", "0116"} <= {*usual.goals}
    assert "0709" in veteran.goals
    assert "0116" not in veteran.goals


def test_a_veteran_sends_infantry_to_an_edge_from_further_away():
    table = table_with("assault", 16, _320_212="2302")
    usual, veteran = (aims_of(table, "german", temper["german"]) for temper in (QUICK, VETERAN))
    unit = table.units["320.212"]
    assert pull("2505", veteran.of(unit), NEAR) > pull("2505", usual.of(unit), NEAR)


def before_the_edge(*cards: str, allied: int = 0, **units: str) -> View:
    """The last day, with these German cards, so many Allied ones, and the 12th Regiment behind the Sauer."""
    table = table_with("assault", 16, **({"_12_4": "2403", "_320_212": "2302"} | units))
    table.side, table.hands = "german", {"german": len(cards), "allied": allied}
    table.piles = {"german": 0, "allied": 0}
    return View("german", table, GermanHand(hand=list(cards)))


def veteran_aims(view: View) -> Aims:
    return counting(view.table, "german", view.own.hand, aims_of(view.table, "german", VETERAN["german"]))


def test_a_way_off_the_map_leads_around_whoever_guards_the_road():
    table = before_the_edge("69").table
    assert marches(table, sway_of(table)) == {"320.212": Breakout(3, "2502", "2603")}
    table.units["8.4"].hex = "2604"
    assert marches(table, sway_of(table)) == {"320.212": Breakout(4, "2204", "2606")}
    table.units["CCA.9A"].hex = "2305"
    assert not marches(table, sway_of(table))


def test_a_way_off_the_map_is_looked_for_only_where_one_exit_decides():
    table = before_the_edge("69").table
    table.scenario = "surprised"
    assert not marches(table, sway_of(table))


def test_an_allied_veteran_brings_reserves_to_where_they_bar_the_march_and_leaves_no_post_that_does():
    table = before_the_edge("35", "39", "40", "53", "69").table
    usual, veteran = (aims_of(table, "allied", temper["allied"]) for temper in (QUICK, VETERAN))
    reserve = table.units["8.4"]
    assert veteran.bars(reserve, "2604") > veteran.bars(reserve, "2505") == 0
    assert usual.bars(reserve, "2604") == 0
    reserve.hex = "2604"
    veteran = aims_of(table, "allied", VETERAN["allied"])
    assert veteran.bars(reserve, "2505") < veteran.bars(reserve, "2504") == 0


def test_who_comes_too_late_to_leave_the_map_is_not_barred():
    table = before_the_edge("35", "39", "40", "69").table
    assert aims_of(table, "allied", VETERAN["allied"]).bars(table.units["8.4"], "2604") == 0


def test_a_veteran_marches_off_the_map_once_nobody_can_bar_his_way():
    line = best_line(before_the_edge("35", "39", "69"), VETERAN["german"])
    assert [(move.unit, move.path[-1]) for move in line.move] == [("320.212", "2502")]
    aims = veteran_aims(before_the_edge("35", "39", "69", allied=3))
    assert not aims.next_march(aims.table.units["320.212"])


def test_a_veteran_sends_the_last_unit_off_the_map_by_any_card():
    view = before_the_edge("41", _320_212="2602")
    line = best_line(view, VETERAN["german"])
    assert line.play == "41 as unit 320.212"
    assert line.move[0].exit


def test_a_veteran_keeps_the_cards_for_the_march_off_the_map():
    aims = veteran_aims(before_the_edge("35", "39", "53", "69", allied=4))
    needful, other = (
        Scheme(Fraction(90), ImpulseLine(play=f"{card} as activate I SS"), (), (card,)) for card in ("35", "53")
    )
    assert sparing(aims, needful).worth < 90
    assert sparing(aims, other).worth == 90


def test_a_veteran_spends_in_battle_no_card_that_the_march_needs():
    view = before_the_edge("35", "39", "41", "69", allied=4)
    assert needed(view.table, "german", view.own.hand, VETERAN["german"]) == {"35", "69", "39"}
    assert not needed(view.table, "german", view.own.hand, QUICK["german"])


def test_a_veteran_lets_a_guard_be_who_might_fall_back_to_the_exit():
    view = before_the_edge("35", "69", _316_212="2303", _423_212="2303")
    aims = veteran_aims(view)
    units = [view.table.units[name] for name in ("316.212", "423.212")]
    assert not deeds_of(tasked(view.table, "german", aims, units, fights=True)).attacks


def test_to_a_veteran_whoever_bars_the_only_way_is_worth_a_battle():
    view = before_the_edge("35", "69", _320_212="2405", _12_4="2505", _8_4="2612")
    before = aims_of(view.table, "german", VETERAN["german"]).way("2505")
    assert before > aims_of(view.table, "german", QUICK["german"]).way("2505")


def test_on_the_last_day_a_position_is_worse_where_somebody_stands_in_the_way():
    table = table_with("assault", 16, _320_212="2304", _8_4="2612")
    table.hands["german"] = 8
    beside = worth(View("german", table, None))
    table.units["8.4"].hex = "2404"
    assert worth(View("german", table, None)) < beside


def test_on_the_last_day_a_card_is_worth_something_to_whoever_has_it():
    table = table_with("assault", 16, _320_212="2304", _8_4="2406")
    for side in SPEC.sides:
        before = worth(View(side, table, None))
        table.hands[side] += 1
        assert worth(View(side, table, None)) > before


def test_the_first_of_two_units_that_die_counts_for_a_thinker_though_not_for_points():
    table = table_with("assault", 16, _320_212="2304", _8_4="2406")
    before = worth(View("german", table, None)), points(table)
    table.units["CCA.9A"].steps, table.units["CCA.9A"].box = 0, "eliminated"
    assert points(table) == before[1]
    assert worth(View("german", table, None)) > before[0]


def test_a_thinker_keeps_a_way_off_the_map_open_and_the_cards_for_it():
    def found(*cards: str, **units: str) -> int:
        return worth(before_the_edge(*cards, allied=3, **units))

    assert found("35", "39", "53", "60", "69") > found("36", "39", "53", "60", "61")
    assert found("35", "39", "53", "60", "69") > found("35", "69")
    assert found("35", "39", "53", "60", "69", _320_212="2502") > found("35", "39", "53", "60", "69")


def test_a_thinker_counts_on_the_cards_that_are_sure_to_come():
    view = before_the_edge("39", "53", "60", "61")
    view.table.piles["german"] = 3
    table = view.table
    assert {"35", "69"} <= {*sure_to_come(table, view.own.hand)}
    before = worth(view)
    table.discards = {"german": ["35", "69"], "allied": []}
    assert worth(view) < before
