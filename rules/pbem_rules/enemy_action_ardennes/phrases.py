"""The words of cards on a sheet: tactics, events, and what else a card is played as."""

from __future__ import annotations

import re

from pbem_rules.enemy_action_ardennes.board import DATA, the_map
from pbem_rules.enemy_action_ardennes.forms import ChartTables, CommandCard, CommandCards

ACTIVATE, UNIT, KAMPFGRUPPE, DEPLOY, REPLACE, NOTHING = (
    "activate", "unit", "Kampfgruppe", "deploy", "replace", "nothing",
)  # fmt: skip
REPAIR, BUILD, BLOW, POSITION = "repair", "build", "blow", "position"
WORKS = (REPAIR, BUILD, BLOW, POSITION)
"""12.2, 12.3 What Engineers do on the map."""


def _printed() -> tuple[ChartTables, list[CommandCard]]:
    """What the rules can carry out stands on the printed cards and charts; those of an owner hold no other words."""
    pack = DATA.printed()
    return pack.take(ChartTables, "tables.yaml"), list(pack.take(CommandCards, "cards.yaml").cards.values())


def _listed() -> tuple[str, ...]:
    found = {tactic for tactics in CHARTS.tactics.values() for tactic in tactics}
    found |= {tactic for card in CARDS for tactic in card.tactics}
    return tuple(sorted(found, key=_longest_first))


def _longest_first(name: str) -> tuple[int, str]:
    return -len(name), name


CHARTS, CARDS = _printed()
TACTICS = _listed()
"""9.2 The names of combat tactics."""
SPECIALS = tuple(sorted({name for card in CARDS for name in card.specials}))
COMMAND_EVENTS = tuple(
    sorted(
        {name for card in CARDS for name in card.events} | {name for names in CHARTS.events.values() for name in names}
    )
)
USES = tuple(
    sorted(
        (ACTIVATE, UNIT, KAMPFGRUPPE, DEPLOY, REPLACE, NOTHING, *WORKS, *SPECIALS, *COMMAND_EVENTS),
        key=_longest_first,
    )
)
"""What the words after `as` may begin with."""


def side_named(text: str) -> str | None:
    """A hexside by two hexes that touch, in either order."""
    found = re.fullmatch(r"\s*(\d{4})\s*-\s*(\d{4})\s*", text)
    grid = the_map().grid
    if not found or not (grid.contains(found[1]) and grid.contains(found[2])) or not grid.adjacent(found[1], found[2]):
        return None
    return grid.hexside(found[1], found[2])
