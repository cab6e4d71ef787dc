"""Vectors of silences: what is owed since when, and what follows.  By hand, as `make_claims.py` says."""

from __future__ import annotations

from claim_form import ALONE, DEC, MUTUAL, away, orders_of_both, put, t

# 9.8: silences


def _silence(
    name: str, what: str, says: str, since: str, at: str, body: str = "", expect: str = "ok", **more: object
) -> None:
    """`says`: accuser, accused, what he owes.  Ripe 14 days after `at`."""
    accuser, by, owed = says.split()
    told = {"due": str(more.pop("due", "german allied")), "writer": str(more.pop("writer", "referee"))}
    ripe = {"ripe": t(str(more.pop("ripe")))} if expect == "ok" else {}
    told |= {"accuser": accuser, "by": by, "owed": owed, "since": t(since), "at": t(at), **ripe}
    put(f"silence_{name}", what, "silence", expect, body, more, until=t("10 20:00"), **told)


CLOSED = "close referee 0 at=2025-11-09T00:00:00Z\n"
_silence(
    "about_a_close",
    "deadline on the 10th, 48 hours of grace, 14 days",
    "german referee close",
    "12 20:00",
    "26 20:00",
    orders_of_both(),
    ripe=DEC + "10 20:00",
)
_silence(
    "a_second_too_soon",
    "13 days and a bit",
    "german referee close",
    "12 20:00",
    "26 19:59:59",
    orders_of_both(),
    "too-soon",
)
_silence(
    "counted_from_the_deadline",
    "a referee has his grace",
    "german referee close",
    "10 20:00",
    "26 20:00",
    orders_of_both(),
    "other-since",
)
_silence(
    "about_a_record",
    "from the close; the deadline means nothing",
    "german referee record",
    "09 00:00",
    "23 00:00",
    orders_of_both() + CLOSED,
    ripe=DEC + "07 00:00",
)
_silence(
    "about_a_close_that_is_there",
    "the close has come",
    "german referee close",
    "12 20:00",
    "26 20:00",
    orders_of_both() + CLOSED,
    "not-owed",
)
_silence(
    "of_a_player_with_a_referee",
    "whose orders are missing is passed over, not accused",
    "allied german orders",
    "10 20:00",
    "24 20:00",
    "",
    "not-owed",
)
_silence(
    "about_a_reveal",
    "the referee accuses who keeps his reveal back",
    "referee german reveal",
    "09 00:00",
    "23 00:00",
    orders_of_both() + CLOSED + "reveal allied 0\n",
    **MUTUAL,
    ripe=DEC + "07 00:00",
)
_silence(
    "about_a_reveal_that_is_there",
    "allied has revealed",
    "referee allied reveal",
    "09 00:00",
    "23 00:00",
    orders_of_both() + CLOSED + "reveal allied 0\n",
    "not-owed",
    **MUTUAL,
)
_silence(
    "by_who_owes_himself",
    "german owes a reveal, and may not accuse",
    "german referee record",
    "09 00:00",
    "23 00:00",
    orders_of_both() + CLOSED + "reveal allied 0\n",
    "not-owed",
    **MUTUAL,
)
_silence(
    "by_who_has_revealed",
    "allied has, and may",
    "allied referee record",
    "09 00:00",
    "23 00:00",
    orders_of_both() + CLOSED + "reveal allied 0\n",
    **MUTUAL,
    ripe=DEC + "07 00:00",
)
WRITER = {**ALONE, "writer": "german"}
_silence(
    "alone_about_sealed_orders",
    "german wrote last: his sealed orders come first; no grace",
    "allied german orders",
    "10 20:00",
    "24 20:00",
    **WRITER,
    ripe=DEC + "08 20:00",
)
_silence(
    "alone_sealed_orders_of_the_second",
    "allied wrote last: his come first, though german stands before him",
    "german allied orders",
    "10 20:00",
    "24 20:00",
    **ALONE,
    writer="allied",
    ripe=DEC + "08 20:00",
)
_silence(
    "alone_about_the_other_orders",
    "german's are there, now allied's",
    "german allied orders",
    "10 20:00",
    "24 20:00",
    "orders german 1\n",
    **WRITER,
    ripe=DEC + "08 20:00",
)
_silence(
    "alone_out_of_turn",
    "allied waits for german's orders first",
    "german allied orders",
    "10 20:00",
    "24 20:00",
    "",
    "not-owed",
    **WRITER,
)
_silence(
    "alone_about_a_close",
    "both orders are there",
    "german allied close",
    "10 20:00",
    "24 20:00",
    "orders german 1\norders allied 1\n",
    **WRITER,
    ripe=DEC + "08 20:00",
)
SHUT = "orders german 1\norders allied 1\nclose allied 0 at=2025-11-09T00:00:00Z\n"
_silence(
    "alone_about_a_reveal",
    "from the close",
    "allied german reveal",
    "09 00:00",
    "23 00:00",
    SHUT,
    **WRITER,
    ripe=DEC + "07 00:00",
)
_silence(
    "alone_about_a_record",
    "the writer records after his reveal, too",
    "allied german record",
    "09 00:00",
    "23 00:00",
    SHUT + "reveal german 0\n",
    **WRITER,
    ripe=DEC + "07 00:00",
)
_silence(
    "alone_one_due",
    "who is not due closes",
    "german allied close",
    "10 20:00",
    "24 20:00",
    "orders german 1\n",
    **WRITER,
    due="german",
    ripe=DEC + "08 20:00",
)
_silence(
    "absence_of_the_accused",
    "his absence gives him no time",
    "allied german orders",
    "10 20:00",
    "24 20:00",
    away("german", "10 00:00", "14 00:00", "07 12:00"),
    **WRITER,
    ripe=DEC + "08 20:00",
)
_silence(
    "absence_of_the_accuser",
    "that of the other seat that is due does move the deadline",
    "allied german orders",
    "14 20:00",
    "28 20:00",
    away("allied", "10 00:00", "14 00:00", "07 12:00"),
    **WRITER,
    ripe=DEC + "12 20:00",
)
_silence(
    "absence_counted_for_the_accused",
    "as if his absence moved it",
    "allied german orders",
    "14 20:00",
    "28 20:00",
    away("german", "10 00:00", "14 00:00", "07 12:00"),
    "other-since",
    **WRITER,
)
_silence(
    "after_three_days",
    "the charter says how many",
    "allied german orders",
    "10 20:00",
    "13 20:00",
    **WRITER,
    stalled={"after": 3, "then": "lost"},
    ripe="16 20:00",
)
_silence(
    "where_all_wait",
    "by the charter nobody loses by silence",
    "allied german orders",
    "10 20:00",
    "24 20:00",
    "",
    "all-wait",
    **WRITER,
    stalled={"after": 14, "then": "wait"},
)


def _end(name: str, what: str, at: str, ends: str, expect: str = "ok") -> None:
    put(f"end_{name}", what, "end", expect, "", {}, at=t(at), ends=t(ends), by="referee")


_end("when_ripe", "14 days after the silence", "10 20:00", "24 20:00")
_end("a_second_before", "an answer may still come", "10 20:00", "24 19:59:59", "unripe")


def _answer(name: str, what: str, says: str, document: str, answers: str) -> None:
    by, owed = says.split()
    put(f"answer_{name}", what, "answer", "ok", "", {}, by=by, owed=owed, document=document, answers=answers)


_answer("is_what_is_owed", "the close has come: the silence is void", "referee close", "close referee", "yes")
_answer("of_another", "orders of the other seat are none", "german orders", "orders allied", "no")
_answer("is_another_document", "new keys are no orders", "german orders", "rekey german", "no")


def _winner(name: str, what: str, by: str, winner: str, seats: str = "german allied referee", bots: str = "") -> None:
    terms: dict[str, object] = {"seats": seats.split(), "bots": dict.fromkeys(bots.split(), "house")}
    put(f"winner_{name}", what, "winner", "ok", "", terms, by=by, winner=winner)


_winner("is_the_other_side", "one of two sides is silent", "german", "allied")
_winner("is_a_bot", "a bot's side is a side", "german", "allied", "german referee", "allied")
_winner("is_nobody_without_referee", "the referee is no side", "referee", "")
_winner(
    "is_nobody_where_one_plays", "the referee is silent, and there are not two sides", "referee", "", "german referee"
)
_winner("is_nobody_of_three", "two others are left", "german", "", "german allied soviet referee")
_winner("is_nobody_of_three_with_a_bot", "a seat and a bot are left", "german", "", "german allied referee", "soviet")
