"""All that can happen, for the ruleset."""

from __future__ import annotations

from pbem.ruleset import events_in
from pbem_rules.battles_for_the_ardennes import battle_events, events

ALL = events_in(events.__name__, battle_events.__name__)
