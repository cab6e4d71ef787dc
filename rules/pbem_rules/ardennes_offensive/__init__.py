"""The Ardennes Offensive: sixteen days in December, eighteen game-turns."""

from __future__ import annotations

from pbem.craft.pieces import clearing
from pbem.craft.sayings import echoed
from pbem.ruleset import Option, PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.ardennes_offensive.board import the_scenarios
from pbem_rules.ardennes_offensive.echoes import echo_attack, echo_move, echo_set_up
from pbem_rules.ardennes_offensive.s05_movement import cannot_move, cannot_move_again
from pbem_rules.ardennes_offensive.s09_combat import cannot_attack, vain_in_attack
from pbem_rules.ardennes_offensive.s14_reinforcements import cannot_arrive
from pbem_rules.ardennes_offensive.s15_paradrop import cannot_drop
from pbem_rules.ardennes_offensive.s16_victory import ending
from pbem_rules.ardennes_offensive.s17_set_up import cannot_place, set_up
from pbem_rules.ardennes_offensive.sheets import ArrivalLine, AttackLine, DropLine, MoveLine, SetUpLine
from pbem_rules.ardennes_offensive.table import Ardennes

OPTIONS = (
    Option("retreats", ("errata", "as printed"), "E10.2",
           "whether beaten units go first toward their supply, or by the printed order of ways"),
    Option("ways", ("best step first", "worst step first", "step by step"), "10.2",
           "how retreats of several hexes are ranked: by their best step, by their worst, or hex by hex"),
    Option("advance", ("each hex", "one a battle"), "9.6N",
           "how many units may advance after a battle that clears several hexes"),
)  # fmt: skip

RULESET = Ruleset(
    name="ardennes-offensive",
    title="The Ardennes Offensive",
    mark="AO",
    version="2",
    table=Ardennes,
    first="set-up",
    ending=ending,
    set_up=set_up,
    scenarios=tuple(Scenario(name, f"scenario {name}", scenario.words) for name, scenario in the_scenarios().items()),
    options=OPTIONS,
    parts=(
        PartSpec("set-up", SetUpLine, cannot_place, echo_set_up, beforehand=True),
        PartSpec("reinforcements", ArrivalLine, cannot_arrive, echoed("{unit}: arrives {where}")),
        PartSpec("drop", DropLine, cannot_drop, echoed("drop on {hex}, survives on 1 or 2"), single=True),
        PartSpec("movement", MoveLine, cannot_move, echo_move),
        PartSpec("combat", AttackLine, cannot_attack, echo_attack, vain=vain_in_attack),
        PartSpec("mechanized", MoveLine, cannot_move_again, echo_move),
    ),
    clear=clearing(hex="", entry="", due=0, lost=True),
    **rooms_of(__name__),
)
