"""Vectors of what follows from a folder alone: deadlines, closes, receipts, silences, switches of chains, lapses.

Every expected value stands here as it was worked out by hand from `docs/protocol.md`; nothing here asks `pbem`.  All
days are of November 2025, whose 7th is a Friday, where nothing else is said.  The head of a vector has the charter's
`terms` and what is known before the number; its body has the documents of the folder, a line each: type, seat,
revision, then for a document with a receipt its number and time, then what the document says.  `absence` is one of an
earlier number.
"""

from __future__ import annotations

import make_closes  # noqa: F401
import make_deadlines  # noqa: F401
import make_silences  # noqa: F401
from claim_form import ALONE, DEC, MUTUAL, VECTORS, put, t
from vector_form import written

# 11.2: when a new chain begins.  A line is a number: new keys of a seat (kept or lost), and whose links were used


def _switch(name: str, what: str, begins: str, body: str, **terms: object) -> None:
    """`begins`: by seat the number whose link is the first of the new chain; `no`: not yet."""
    put(f"switch_{name}", what, "switch", "ok", body, terms, begins=begins)


KEPT, ALL = "3 rekey=german:kept shown=german,allied,referee\n", "german,allied,referee"
_switch("after_all_others", "all others show link 4: from 5 on", "german=5", KEPT + f"4 shown={ALL}\n")
_switch("not_in_its_own_number", "links of the number it came in do not count", "german=no", KEPT)
_switch(
    "waits_for_who_is_not_due",
    "allied is due in 6 again",
    "german=7",
    KEPT + f"4 shown=german,referee\n5 shown=german,referee\n6 shown={ALL}\n",
)
_switch("its_own_link_means_nothing", "german alone has shown links since", "german=no", KEPT + "4 shown=german\n")
_switch("behind_an_agreement", "an agreement shows no links", "german=6", KEPT + f"4 shown=\n5 shown={ALL}\n")
_switch(
    "of_two_kept",
    "each waits from its own number on",
    "german=5 allied=6",
    KEPT + f"4 rekey=allied:kept shown={ALL}\n5 shown={ALL}\n",
)
_switch(
    "of_two_lost",
    "neither waits for the other, who has no chain",
    "german=5 allied=5",
    "3 rekey=german:lost,allied:lost shown=referee\n4 shown=referee\n",
)
_switch(
    "of_one_kept_and_one_lost",
    "who has his chain does not wait for who has none",
    "allied=5 german=6",
    "3 rekey=german:lost,allied:kept shown=allied,referee\n4 shown=referee\n5 shown=allied,referee\n",
)
_switch("keys_again", "counted from the first of its new keys", "german=5", KEPT + f"4 rekey=german:kept shown={ALL}\n")
_switch(
    "stays_lost",
    "no link of his own is wanted for it",
    "german=5",
    "3 rekey=german:lost shown=allied,referee\n4 shown=allied,referee\n",
)
_switch(
    "of_the_referee",
    "his chain waits for all players",
    "referee=6",
    f"3 rekey=referee:kept shown={ALL}\n4 shown=german,referee\n5 shown=allied,referee\n",
)
_switch("in_mutual", "from the next number on", "german=4", KEPT, **MUTUAL)
_switch("alone", "from the next number on", "german=4", "3 rekey=german:kept shown=german,allied\n", **ALONE)

# 11.1: when a consent lapses, and until when the next number is due


def _lapse(name: str, what: str, lapses: str, until: str, expect: str = "ok") -> None:
    put(f"lapse_{name}", what, "lapse", expect, "", {}, at=t("10 20:00"), lapses=t(lapses), until=t(until))


_lapse("after_30_days", "as long as may be", DEC + "10 20:00", "20 20:00")
_lapse("after_more", "a second more", DEC + "10 20:00:01", "20 20:00", "lapses")
_lapse("at_once", "no earlier than it was said", "10 20:00", "20 20:00")
_lapse("before_it_was_said", "a second before", "10 19:59:59", "20 20:00", "lapses")
_lapse("due_within_a_year", "365 days", "20 20:00", "2026-11-10 20:00")
_lapse("due_after_more_than_a_year", "a second more", "20 20:00", "2026-11-10 20:00:01", "due")
_lapse("due_at_once", "a time after it, not with it", "20 20:00", "10 20:00", "due")

CLAIMS = {f"{name}.txt": written(vector) for name, vector in VECTORS.items()}
