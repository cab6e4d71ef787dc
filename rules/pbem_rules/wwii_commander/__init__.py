"""WWII Commander, Battle of the Bulge: an area game of December 1944 for two players."""

from __future__ import annotations

from pbem.craft.pieces import clearing
from pbem.ruleset import Option, PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.wwii_commander.board import BOARDS, SCENARIOS, the_scenario
from pbem_rules.wwii_commander.echoing import echo_day, echo_turn
from pbem_rules.wwii_commander.s04_lines import cannot_play, cannot_wish, vain_in_turn
from pbem_rules.wwii_commander.s12_victory import ending
from pbem_rules.wwii_commander.sheets import DayLine, TurnLine
from pbem_rules.wwii_commander.table import Commander

OPTIONS = (
    Option("board", BOARDS, "3.0",
           "the rebuilt values: what geography and orders of battle gave, or what games of bots asked for",
           boards=True),
    Option("start of day", ("together", "in turn"), "4.3",
           "both sides choose at once, or the side with the initiative first"),
    Option("strategic move", ("up to three", "exactly three"), "7.3", "how many spaces a strategic move has"),
    Option("emptied space", ("after a retreat", "always", "never"), "6.0",
           "whether attackers who are all lost take the space that the defenders have left or lost"),
    Option("breakthrough", ("all eliminated", "also after a retreat"), "8.10",
           "what must have become of the defenders"),
)  # fmt: skip

RULESET = Ruleset(
    name="wwii-commander",
    title="WWII Commander: Battle of the Bulge",
    mark="WC",
    version="3",
    table=Commander,
    first="surprise",
    ending=ending,
    scenarios=tuple(Scenario(name, the_scenario(name).title, the_scenario(name).words) for name in SCENARIOS),
    options=OPTIONS,
    parts=(
        PartSpec("turns", TurnLine, cannot_play, echo_turn, ahead=True, vain=vain_in_turn),
        PartSpec("day", DayLine, cannot_wish, echo_day, serves="next turn", single=True),
    ),
    place="space",
    clear=clearing(space="", fate="lost"),
    **rooms_of(__name__),
)
