"""Enemy Action: Ardennes, the two-player game: cards with hidden hands, chits, December 16 to 29."""

from __future__ import annotations

from pathlib import Path

from pbem.craft.cards import CardPlayed, Discarded, Drew
from pbem.ruleset import BOX, PartSpec, Ruleset, Scenario
from pbem_rules.enemy_action_ardennes.board import DATA, SIDES, designations, ground, names, the_scenarios
from pbem_rules.enemy_action_ardennes.bot import staff
from pbem_rules.enemy_action_ardennes.conditions import CONDITIONS
from pbem_rules.enemy_action_ardennes.echoes import echo_day, echo_impulse, echo_react
from pbem_rules.enemy_action_ardennes.events import ALL
from pbem_rules.enemy_action_ardennes.events_day import DepotFound, FuelLooked
from pbem_rules.enemy_action_ardennes.events_field import CommandGiven
from pbem_rules.enemy_action_ardennes.proposals import imagine, propose, quiet
from pbem_rules.enemy_action_ardennes.queries import QUERIES
from pbem_rules.enemy_action_ardennes.reactions import react
from pbem_rules.enemy_action_ardennes.s06_impulses import PART, cannot_order
from pbem_rules.enemy_action_ardennes.s14_victory import ending
from pbem_rules.enemy_action_ardennes.sequence import STEPS, set_up, turn
from pbem_rules.enemy_action_ardennes.sheets import DayOrder, ImpulseLine, ReactLine
from pbem_rules.enemy_action_ardennes.standing import TOPICS
from pbem_rules.enemy_action_ardennes.table import AlliedHand, CardBox, EnemyAction, GermanHand, clear
from pbem_rules.enemy_action_ardennes.wording import WORDING
from pbem_rules.enemy_action_ardennes.worth import worth

RULESET = Ruleset(
    name="enemy-action-ardennes",
    title="Enemy Action: Ardennes",
    mark="EA",
    version="1",
    folder=str(Path(__file__).parent),
    sides=SIDES,
    table=EnemyAction,
    secrets={"german": GermanHand, "allied": AlliedHand, BOX: CardBox},
    events=ALL,
    steps=STEPS,
    first="dawn",
    turn=turn,
    ending=ending,
    set_up=set_up,
    scenarios=tuple(Scenario(name, sheet.title, sheet.words) for name, sheet in the_scenarios().items()),
    parts=(
        PartSpec(PART, ImpulseLine, cannot_order, echo_impulse, ahead=True),
        PartSpec("react", ReactLine, serves="until used", answers=react, echo=echo_react),
        PartSpec("day", DayOrder, serves="next turn", single=True, window=True, echo=echo_day),
    ),
    topics=TOPICS,
    conditions=CONDITIONS,
    mentions=quiet,
    imagine=imagine,
    reveals=(CardPlayed, Discarded, Drew, CommandGiven, DepotFound, FuelLooked),
    propose=propose,
    queries=QUERIES,
    bots={"staff": staff},
    value=worth,
    wording=WORDING,
    names=names,
    spellings=lambda: {"unit": tuple(designations())},
    ground=ground,
    clear=clear,
    shelf=DATA,
)
