"""Enemy Action: Ardennes, the two-player game: cards with hidden hands, chits, December 16 to 29."""

from __future__ import annotations

from pbem.craft.cards import CardPlayed, Discarded, Drew
from pbem.ruleset import BOX, PartSpec, Ruleset, Scenario
from pbem.ruleset.rooms import rooms_of
from pbem_rules.enemy_action_ardennes.board import designations, the_scenarios
from pbem_rules.enemy_action_ardennes.echoes import echo_day, echo_impulse, echo_react
from pbem_rules.enemy_action_ardennes.events_day import DepotFound, FuelLooked
from pbem_rules.enemy_action_ardennes.events_field import CommandGiven
from pbem_rules.enemy_action_ardennes.reactions import react
from pbem_rules.enemy_action_ardennes.s06_impulses import PART, cannot_order
from pbem_rules.enemy_action_ardennes.s14_victory import ending
from pbem_rules.enemy_action_ardennes.sheets import DayOrder, ImpulseLine, ReactLine
from pbem_rules.enemy_action_ardennes.table import AlliedHand, CardBox, EnemyAction, GermanHand, clear
from pbem_rules.enemy_action_ardennes.wishes import (
    cannot_wait,
    cannot_wish,
    kept_by,
    played_by,
    saved_by,
    vain_in_impulse,
)

RULESET = Ruleset(
    name="enemy-action-ardennes",
    title="Enemy Action: Ardennes",
    mark="EA",
    version="2",
    table=EnemyAction,
    secrets={"german": GermanHand, "allied": AlliedHand, BOX: CardBox},
    first="dawn",
    ending=ending,
    scenarios=tuple(Scenario(name, sheet.title, sheet.words) for name, sheet in the_scenarios().items()),
    parts=(
        PartSpec(PART, ImpulseLine, cannot_order, echo_impulse, ahead=True, vain=vain_in_impulse, takes=played_by),
        PartSpec("react", ReactLine, cannot_wait, serves="until used", answers=react, echo=echo_react, takes=kept_by),
        PartSpec(
            "day", DayOrder, cannot_wish, serves="next turn", single=True, window=True, echo=echo_day, takes=saved_by
        ),
    ),
    reveals=(CardPlayed, Discarded, Drew, CommandGiven, DepotFound, FuelLooked),
    spellings=lambda: {"unit": tuple(designations())},
    clear=clear,
    **rooms_of(__name__),
)
