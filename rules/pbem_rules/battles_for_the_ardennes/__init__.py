"""Battles for the Ardennes: four maps, two years, and the variants 16.4 to 16.8."""

from __future__ import annotations

from pbem.craft.sayings import echoed
from pbem.ruleset import Option, PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.battles_for_the_ardennes.battle_events import (
    DumpCaptured,
    SecretShown,
    SiteSearched,
    TargetDiscovered,
    TargetStruck,
    TargetWorked,
)
from pbem_rules.battles_for_the_ardennes.board import SCENARIOS, the_scenario
from pbem_rules.battles_for_the_ardennes.echoes import echo_arrival, echo_artillery, echo_attack, echo_move, echo_secret
from pbem_rules.battles_for_the_ardennes.happenings import ALL
from pbem_rules.battles_for_the_ardennes.s04_phases import cannot_go, cannot_keep
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack, vain_in_attack
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_change_mode
from pbem_rules.battles_for_the_ardennes.s12_bridges import cannot_blow, cannot_build
from pbem_rules.battles_for_the_ardennes.s14_air import cannot_interdict
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import cannot_arrive
from pbem_rules.battles_for_the_ardennes.s17_victory import ending
from pbem_rules.battles_for_the_ardennes.sequence import hides
from pbem_rules.battles_for_the_ardennes.sheets import (
    AirOrder,
    ArrivalOrder,
    AttackOrder,
    BatteryOrder,
    BridgeOrder,
    BuildOrder,
    MoveOrder,
    SecretOrder,
)
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, Undisclosed, clear


def variant(name: str, case: str, words: str) -> Option:
    return Option(name, ("no", "yes"), case, words)


OPTIONS = (
    variant("greif", "16.41", "the German plots target hexes in secret (1944; needs a referee)"),
    variant("16.46", "16.46", "ten targets: three primary and seven secondary ones"),
    variant("16.47", "16.47", "targets work only when the commandos can have come there"),
    variant("dumps", "16.51", "the American hides fuel dumps (1944; needs a referee)"),
    variant("16.55", "16.55", "petrol points help only units with a line to their dump"),
    variant("16.56", "16.56", "the American takes dumps back and destroys them"),
    variant("16.57", "16.57", "captured dumps are counters that the German moves"),
    Option("destruction", ("own roll", "whole hex"), "16.56",
           "whether engineers and artillery change their own die only, or those of all units in the hex"),
    Option("intensive", ("no", "yes", "german", "allied"), "16.61",
           "who may use intensive fire: nobody, both, or one side"),
    variant("16.69", "16.69", "intensive fire that fails still adds the die less one"),
    variant("saturation", "16.71", "batteries may fire normal or withering saturation"),
    variant("16.78", "16.78", "a breakdown burns the tubes, the battery is not lost at once"),
    Option("ammunition", ("whole turn", "next phase"), "16.66",
           "whether ammunition comes back after a whole game-turn, or in the next supply phase"),
    Option("var_end", ("no", "better", "even", "worse"), "16.81", "the variable ending, by the German's experience"),
    Option("plans", ("secret", "historical"), "base.victory",
           "1944 campaign: one of four German plans in secret (needs a referee), or the historical one openly"),
    Option("mud", ("to GT10", "again from GT26"), "base.movement",
           "1944: whether the ground is bad again from 28 December on"),
)  # fmt: skip

RULESET = Ruleset(
    name="battles-for-the-ardennes",
    title="Battles for the Ardennes",
    mark="BA",
    version="1",
    table=BattlesTable,
    secrets={"german": Undisclosed, "allied": Undisclosed},
    events=ALL,
    first="secrets",
    ending=ending,
    scenarios=tuple(Scenario(name, the_scenario(name).title, the_scenario(name).words) for name in SCENARIOS),
    options=OPTIONS,
    parts=(
        PartSpec("secret", SecretOrder, cannot_keep, echo_secret, single=True, beforehand=True),
        PartSpec(
            "air",
            AirOrder,
            cannot_interdict,
            echoed("interdict {interdict} and the road hexes beside it, 1 and 2 disrupt"),
        ),
        PartSpec("bridges", BridgeOrder, cannot_blow, echoed("{unit}: {what}{if_:if}")),
        PartSpec("building", BuildOrder, cannot_build, echoed("{unit}: {what}{if_:if}")),
        PartSpec("artillery", BatteryOrder, cannot_change_mode, echo_artillery),
        PartSpec("reinforcements", ArrivalOrder, cannot_arrive, echo_arrival),
        PartSpec("movement", MoveOrder, cannot_go, echo_move),
        PartSpec("combat", AttackOrder, cannot_attack, echo_attack, vain=vain_in_attack),
    ),
    hides=hides,
    reveals=(TargetDiscovered, TargetStruck, TargetWorked, DumpCaptured, SiteSearched, SecretShown),
    clear=clear,
    **rooms_of(__name__),
)
