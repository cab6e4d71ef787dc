"""Low Water: two crews of salvors, three wrecks, five tides.  The rules stand in the README of this project."""

from __future__ import annotations

from low_water import bot, queries, standing, wording
from low_water.board import DATA, FOLDER, coins, lifts
from low_water.events import ALL
from low_water.s05_work import cannot_work
from low_water.sequence import STEPS, turn
from low_water.sheets import RowLine, StowLine, WatchLine, WorkLine
from low_water.table import SIDES, Box, Secrets, Table, leader
from pbem.craft.cards import CardPlayed, Discarded
from pbem.ruleset import BOX, Ending, Option, PartSpec, Position, Ruleset, Scenario, Setup


def set_up(setup: Setup) -> Position:
    """1.3 Both boats at the Barge, all chits in the cup, both decks face down."""
    table = Table(
        tides=int(setup.options.get("tides", "5")),
        tide=1,
        boats=dict.fromkeys(SIDES, "Barge"),
        works=[],
        hold=dict.fromkeys(SIDES, 0),
        hands=dict.fromkeys(SIDES, 0),
        discards={side: [] for side in SIDES},
        cup=list(coins()),
        drawn=[],
        aside=[],
    )
    hands = {side: Secrets([]) for side in SIDES}
    return Position(table, {**hands, BOX: Box({side: list(lifts()) for side in SIDES})})


def ending(table: Table) -> Ending | None:
    """7.1 After the last tide more coins win; 7.2 equal holds are a draw."""
    if not table.over:
        return None
    winner = leader(table)
    return Ending(winner, "7.1", "more coins") if winner else Ending(None, "7.2", "equal holds")


RULESET = Ruleset(
    name="low-water",
    title="Low Water",
    mark="LW",
    version="1",
    folder=str(FOLDER),
    sides=SIDES,
    table=Table,
    secrets={**dict.fromkeys(SIDES, Secrets), BOX: Box},
    events=ALL,
    steps=STEPS,
    first="drawing",
    turn=turn,
    ending=ending,
    set_up=set_up,
    scenarios=(Scenario(name="spring", title="Spring tide", words="three wrecks at low water"),),
    options=(Option(name="tides", choices=("5", "7"), default="5", case="1.4", words="how many tides are played"),),
    parts=(
        PartSpec(name="row", order=RowLine, single=True, ahead=True),
        PartSpec(name="work", order=WorkLine, cannot=cannot_work),
        PartSpec(name="stow", order=StowLine, window=True),
        PartSpec(name="watch", order=WatchLine, serves="until used", answers=standing.cut_on_watch),
    ),
    topics=standing.TOPICS,
    conditions=standing.CONDITIONS,
    imagine=bot.imagine,
    reveals=(CardPlayed, Discarded),
    propose=bot.propose,
    queries=queries.QUERIES,
    wording=wording.WORDING,
    names=standing.names,
    piece="card",
    place="wreck",
    shelf=DATA,
)
