"""A battle that a report has in a table or a list is one sentence in the stories of units, places and replays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.app.filming import thrown_for
from pbem.craft.sayings import Sayings
from pbem.model.entry import Entry, Roll
from pbem.model.wording import Chapter
from pbem.office.rulesets import ruleset
from pbem_rules.ardennes_offensive import events as ao
from pbem_rules.battles_for_the_ardennes import battle_events as ba
from pbem_rules.battles_for_the_ardennes import events as ba_events
from pbem_rules.battles_for_the_ardennes.sayings import SAYINGS as BA_SAYINGS
from pbem_rules.bulge import events as bu
from pbem_rules.enemy_action_ardennes import events_field as ea
from pbem_rules.enemy_action_ardennes.sayings import SAYINGS as EA_SAYINGS
from pbem_rules.ford import events as ford
from pbem_rules.ford.wording import SAYINGS as FORD_SAYINGS
from pbem_rules.wwii_commander import events as wc
from pbem_rules.wwii_commander.sayings import SAYINGS as WC_SAYINGS

FIRED = wc.Fired(
    unit="26VG", space="Bleialf", attacking=True, chance=5, parts=(("strength", 3), ("surprise", 1)),
    faces=(7, 1, 5), hits=2,
)  # fmt: skip
SENTENCES: list[tuple[str, Any, str]] = [
    (
        "ford",
        ford.Fought("0203", ("2 Horse",), ("6 Foot",), 1, 2, "1-2", 0, "1-2", 4, "AR"),
        "2 Horse attacks 6 Foot in 0203: 1 to 2, odds 1-2; die 4: AR, the attackers retreat",
    ),
    (
        "ford",
        ford.Fought("0203", ("1 Guns", "2 Horse"), ("6 Foot", "3 Foot"), 6, 2, "3-1", -1, "2-1", 1, "-"),
        "1 Guns and 2 Horse attack 6 Foot and 3 Foot in 0203: 6 to 2, odds 3-1, shift -1, column 2-1; "
        "die 1: -, nothing",
    ),
    (
        "ardennes-offensive",
        ao.Fought(("1708",), ("183/62", "190/62"), ("424/106",), 12, 4, "3-1", "3-1", "initial", 2, "Dr2"),
        "183/62 and 190/62 attack 424/106 in 1708: 12 to 4, odds 3-1; die 2: Dr2, the defenders retreat 2 hexes",
    ),
    (
        "ardennes-offensive",
        ao.Fought(("0309", "0407"), ("326 VG",), ("102 ac", "395/99"), 15, 8, "1-1", "1-2", "standard", 1, "Ar1"),
        "326 VG attacks 102 ac and 395/99 in 0309 and 0407: 15 to 8, odds 1-1, fought at 1-2; die 1: Ar1, "
        "the attackers retreat 1 hex",
    ),
    (
        "bulge",
        bu.Fought(
            "1307", ("26 VG", "2 Pz"), "110", 10, 1, (("woods", 1), ("town", 1)), 7, "secondary",
            (("surprise", 2),), 0, "+12 or more", "+12 or more", 1, "De",
        ),
        "26 VG and 2 Pz attack 110 in 1307: 10 to 3, differential +7, secondary table, surprise 2 right, "
        "column +12 or more; die 1: De, defender eliminated",
    ),
    ("wwii-commander", FIRED, "26VG attacks in Bleialf, hits with 5 (3, surprise +1); dice 1 5 7: 2 hits"),
    (
        "battles-for-the-ardennes",
        ba.AttackResolved(
            "A0826", ("2SS-PZ", "2SS-3"), (), ("3A-CCA",), 20, 9, "2-1", -1, "1-1", 6, "+1/-",
            ("2SS-PZ 8 + 2SS-3 5", "3A-CCA 9", "town 1 left"),
        ),
        "2SS-PZ and 2SS-3 attack 3A-CCA in A0826: 20 to 9, odds 2-1, town 1 left, column 1-1; die 6: +1/-, "
        "the attackers lose a step and retreat 1 hex",
    ),
    (
        "enemy-action-ardennes",
        ea.CombatResolved(
            "0706", ("12.12SS", "25.12SS"), ("394.99",), 11, 1, 1, 3, ("04",), ("A1 D1",), 0, 1
        ),
        "12.12SS and 25.12SS attack 394.99 in 0706 Bullingen: 11 to 1; 1 chit drawn, of 1 to 3: 4 A1 D1; in all D0 A1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("system", "event", "words"), SENTENCES)
def test_a_battle_is_a_sentence(system: str, event: Any, words: str) -> None:
    wording = ruleset(system).wording
    assert wording is not None
    assert wording.battle(Entry("1", event)) == words


RESULTS: dict[str, tuple[str, ...]] = {
    "ford": ("A1", "AR", "-", "EX", "D1", "D2", "DL", "DE"),
    "ardennes-offensive": ("Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De"),
    "bulge": ("Ae", "Ar", "Ct", "Ex", "Dr", "De"),
    "battles-for-the-ardennes": ("+2/-", "+1/-", "1/-", "Eng", "-/1", "-/2", "-/3", "-/+3", "-/E"),
}


@pytest.mark.parametrize("system", RESULTS)
def test_every_result_of_the_tables_has_words(system: str) -> None:
    """However the die falls."""
    wording = ruleset(system).wording
    assert wording is not None
    event = next(event for name, event, _ in SENTENCES if name == system)
    for code in RESULTS[system]:
        said = wording.battle(Entry("1", replace(event, result=code)))
        assert len(said.rpartition(f"{code}, ")[2]) > 3


def test_dice_of_two_units_at_one_place_stand_with_the_unit_that_threw_them() -> None:
    """1 5 7 are among the faces of both."""
    others = wc.Fired("560VG", "Bleialf", True, 5, (("strength", 3),), (1, 5, 7), 2)
    first = wc.Fired("26VG", "Bleialf", True, 5, (("strength", 3),), (1, 2, 5, 7), 3)
    entries = tuple(Entry("8.3", event, place=("1", "Bleialf")) for event in (first, others))
    rolls = tuple(
        Roll(exchange=3, key=("surprise", "1", "Bleialf", "8.3", event.unit), case="8.3", die=10, faces=event.faces)
        for event in (first, others)
    )
    found = thrown_for(Chapter("surprise", "surprise turns", entries, rolls))
    assert {at: [roll.faces for roll in thrown] for at, thrown in found.items()} == {0: [(1, 2, 5, 7)], 1: [(1, 5, 7)]}


WAYS = {
    ea.RegimentRetreated("394.99", ("0805", "0706")): "394.99 retreats by 0805 to 0706 Bullingen",
    ea.RegimentRetreated("394.99", ("0706",)): "394.99 retreats to 0706 Bullingen",
    ea.RegimentAdvanced("Peiper", ("0804", "0805", "0706")): "Peiper advances by 0804 and 0805 to 0706 Bullingen",
    ea.RegimentMarched("1.1SS", ("0903", "0804"), 4): "1.1SS by 0903 to 0804, 4 points",
    ea.AttackDeclared("0306", ("272",), ("102 Cav",)): "272 attacks 102 Cav in 0306 Monschau",
}


@pytest.mark.parametrize(("event", "words"), WAYS.items())
def test_a_way_of_several_hexes_is_no_row_of_numbers(event: Any, words: str) -> None:
    assert EA_SAYINGS.words(event) == words


TOLD: list[tuple[Sayings, Any, str]] = [
    (FORD_SAYINGS, ford.Marched("1 Foot", "0402", 2), "1 Foot to 0402, 2 points"),
    (FORD_SAYINGS, ford.Marched("1 Foot", "0402", 1), "1 Foot to 0402, 1 point"),
    (WC_SAYINGS, wc.Passed("german"), "the turn is passed"),
    (WC_SAYINGS, wc.Scored(1, "106 Inf"), "German points +1 for 106 Inf"),
    (
        BA_SAYINGS,
        ba_events.FormationRanDry("9", ("9-10", "9-11")),
        "formation 9 is out of supply until the next phase: 9-10, 9-11",
    ),
    (
        BA_SAYINGS,
        ba_events.FormationRanDry("150PZ", ("150PZ",)),
        "150PZ is out of supply until the next phase",
    ),
]


@pytest.mark.parametrize(("sayings", "event", "words"), TOLD)
def test_a_number_says_what_it_counts_and_whose_it_is(sayings: Sayings, event: Any, words: str) -> None:
    assert sayings.words(event) == words
