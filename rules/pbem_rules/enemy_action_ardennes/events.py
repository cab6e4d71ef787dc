"""All that can happen, for the ruleset."""

from __future__ import annotations

from pbem.craft.cards import CARD_EVENTS
from pbem.craft.chits import CHIT_EVENTS
from pbem.ruleset import events_in
from pbem_rules.enemy_action_ardennes import events_day, events_field, events_works

ALL = (*events_in(*(kinds.__name__ for kinds in (events_day, events_field, events_works))), *CARD_EVENTS, *CHIT_EVENTS)
