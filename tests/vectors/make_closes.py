"""Vectors of closes, of the counter of orders and consents, and of receipts.  By hand, as `make_claims.py` says."""

from __future__ import annotations

from claim_form import ALONE, AWAY, FINAL, LATER, ONE, away, extension, orders, orders_of_both, put, t

# 9.4: what a close says, and when it is valid


def _close(name: str, what: str, at: str, body: str, expect: str = "ok", **more: object) -> None:
    told = {key: str(more.pop(key, "")) for key in ("accepted", "missing", "refused", "standing")}
    told |= {"due": str(more.pop("due", "german allied")), "writer": str(more.pop("writer", "referee"))}
    put(f"close_{name}", what, "close", expect, body, more, until=t("10 20:00"), at=t(at), **told)


BOTH = "orders-german-1 orders-allied-1"
_close("an_hour_after_the_last", "all are in for `earliest`: 1 hour", "08 11:00", orders_of_both(), accepted=BOTH)
_close(
    "within_the_hour",
    "a second less: a slip may still be replaced",
    "08 10:59:59",
    orders_of_both(),
    "too-early",
    accepted=BOTH,
)
_close(
    "all_final",
    "all say that they are final: at once",
    "08 10:00",
    orders_of_both(FINAL, FINAL),
    accepted=f"orders-german-{FINAL} orders-allied-{FINAL}",
)
_close(
    "one_final",
    "one may still replace his",
    "08 10:59",
    orders_of_both(FINAL, 1),
    "too-early",
    accepted=f"orders-german-{FINAL} orders-allied-1",
)
_close(
    "hour_begins_anew",
    "a revision came at 18:00",
    "08 18:59:59",
    LATER,
    "too-early",
    accepted="orders-german-2 orders-allied-1",
    refused="orders-german-1",
)
_close(
    "hour_of_what_is_accepted",
    "a lower revision that came last is not waited for",
    "08 11:00",
    orders("german", 2, "08 09:00") + orders("german", 1, "08 10:30", 2) + orders("allied", 1, "08 10:00"),
    accepted="orders-german-2 orders-allied-1",
    refused="orders-german-1",
)
MISS = {"accepted": "orders-allied-1", "missing": "german"}
_close("missing_after_grace", "deadline on the 10th and 48 hours of grace", "12 20:00", ONE, **MISS)
_close("missing_within_grace", "a second less", "12 19:59:59", ONE, "goes-on", **MISS)
_close("missing_before_the_deadline", "long before", "09 20:00", ONE, "goes-on", **MISS)
_close(
    "missing_with_an_extension",
    "grace begins at the extended deadline",
    "12 20:00",
    ONE + extension("11 20:00", "09 00:00"),
    "goes-on",
    **MISS,
)
_close("all_missing", "nobody sent anything", "12 20:00", "", missing="german allied")
_close(
    "slip_after_grace",
    "after deadline and grace no slip is waited for",
    "12 20:00",
    orders("german", 1, "12 19:30") + ONE,
    accepted=BOTH,
)
_close("one_due", "who is not due is not missing", "08 11:00", ONE, due="allied", accepted="orders-allied-1")
_close(
    "two_alone_at_once",
    "between two alone no time is asked",
    "08 09:00",
    orders("german", 1) + orders("allied", 1),
    **ALONE,
    writer="german",
    accepted=BOTH,
)
_close(
    "two_alone_never_missing",
    "a year later nobody is missing yet",
    "2026-11-10 20:00",
    orders("allied", 1),
    "goes-on",
    **ALONE,
    writer="german",
    **MISS,
)
_close(
    "accepts_a_superseded",
    "the lower revision is accepted",
    "12 20:00",
    LATER,
    "accepted",
    accepted=BOTH,
    refused="orders-german-2",
)
_close(
    "leaves_orders_out", "orders that are there are called missing", "12 20:00", orders_of_both(), "accepted", **MISS
)
_close(
    "misses_nobody", "who is due and has no orders is not named", "12 20:00", ONE, "missing", accepted="orders-allied-1"
)
_close(
    "misses_in_another_order", "the missing stand in charter order", "12 20:00", "", "missing", missing="allied german"
)
_close(
    "hides_a_superseded",
    "what does not count is not listed",
    "12 20:00",
    LATER,
    "refused",
    accepted="orders-german-2 orders-allied-1",
)
MANY = (
    orders("german", 1, "08 01:00", 1)
    + orders("german", 3, "08 02:00", 2)
    + orders("german", 7, "08 03:00", 3)
    + orders("allied", 2, "08 01:00", 1)
    + orders("allied", 4, "08 02:00", 2)
    + orders("german", 1, "08 04:00", 4, "standing")
    + orders("german", 2, "08 05:00", 5, "standing")
    + orders("allied", 1, "08 06:00", 3, "standing")
)
HIGHEST = {"accepted": "orders-german-7 orders-allied-4", "standing": "standing-german-2 standing-allied-1"}
_close(
    "of_many",
    "orders, then standing orders; by charter order, then revision",
    "12 20:00",
    MANY,
    **HIGHEST,
    refused="orders-german-1 orders-german-3 orders-allied-2 standing-german-1",
)
_close(
    "refused_in_another_order",
    "standing orders come last",
    "12 20:00",
    MANY,
    "refused",
    **HIGHEST,
    refused="standing-german-1 orders-german-1 orders-german-3 orders-allied-2",
)
_close(
    "takes_old_standing_orders",
    "the lower revision of standing orders",
    "12 20:00",
    MANY,
    "standing",
    accepted=HIGHEST["accepted"],
    standing="standing-german-1 standing-allied-1",
    refused="orders-german-1 orders-german-3 orders-allied-2 standing-german-2",
)
_close(
    "standing_of_who_is_not_due",
    "they are in force from the next exchange, whoever is due",
    "12 20:00",
    ONE + orders("german", 1, "08 01:00", 1, "standing"),
    due="allied",
    accepted="orders-allied-1",
    standing="standing-german-1",
)

# 9.2: orders and consents of a seat share one counter; 9.3: numbers and times of receipts


def _folder(kind: str, name: str, what: str, body: str, expect: str = "ok", **more: object) -> None:
    told = {key: str(more.pop(key)) for key in ("complete",) if key in more}
    told |= {"due": "german allied", "writer": str(more.pop("writer", "referee")), "until": t("10 20:00")}
    put(f"{kind}_{name}", what, kind, expect, body, more, **told)


_folder("counter", "with_a_gap", "gaps say nothing", orders("german", 1) + orders("german", 4, kind="agreement"))
_folder(
    "counter",
    "used_twice",
    "orders and a consent of one revision",
    orders("german", 2) + orders("german", 2, kind="agreement"),
    "used-twice",
)
_folder("counter", "of_two_seats", "each seat has its own", orders("german", 2) + orders("allied", 2, kind="agreement"))


def _receipts(name: str, what: str, body: str, expect: str = "ok", complete: str = "yes", **more: object) -> None:
    _folder("receipts", name, what, body, expect, complete=complete, **more)


_receipts("numbered", "1,000 times the place, and k", LATER)
_receipts(
    "of_the_referee",
    "his extensions are of place 3",
    extension("13 09:00", "08 01:00") + extension("14 09:00", "08 02:00", 2),
)
_receipts(
    "of_another_place",
    "allied's orders under german's place",
    orders("allied", 1, "08 10:00").replace("2001", "1001"),
    "numbers",
)
_receipts("k_nought", "k begins with 1", ONE.replace("2001", "2000"), "numbers", complete="no")
_receipts("k_999", "the last one, in a folder that need not be complete", ONE.replace("2001", "2999"), complete="no")
_receipts("gap", "1 and 3", orders_of_both() + orders("german", 2, "08 18:00", 3), "numbers")
_receipts(
    "gap_beside_an_agreement",
    "elsewhere some may be missing",
    away("german", "10 00:00", "14 00:00", "07 00:00", 3),
    complete="no",
)
_receipts("missing", "orders without a receipt", orders("german", 1), "none")
_receipts("missing_beside_a_silence", "who is silent gives none", orders("german", 1), complete="no")
_receipts(
    "times_fall",
    "the second is earlier than the first",
    orders("german", 1, "08 10:00", 1) + orders("german", 2, "08 09:59:59", 2),
    "times",
)
_receipts("times_of_two_seats", "each signer's receipts are counted by themselves", LATER)
_receipts("alone_of_an_absence", "between two alone the other gives it", AWAY, **ALONE, writer="german")
_receipts(
    "alone_of_orders",
    "between two alone the close receipts orders",
    orders("german", 1, "08 10:00"),
    "for-nothing",
    **ALONE,
    writer="german",
)
