"""What vectors of claims are written with: the charter's terms, times, and the lines of a folder."""

from __future__ import annotations

import json

from vector_form import Vector

TERMS: dict[str, object] = {
    "mode": "referee", "seats": ["german", "allied", "referee"], "bots": {}, "clock": "20:00", "days": "mon-sun",
    "turn": 72, "question": 48, "grace": 48, "earliest": 1,
    "away": {"days": 21, "notice": 48, "times": 3}, "stalled": {"after": 14, "then": "lost"},
}  # fmt: skip
ALONE = {"mode": "alone", "seats": ["german", "allied"]}
MUTUAL = {"mode": "mutual"}
FINAL = 999_999
VECTORS: dict[str, Vector] = {}


def t(short: str) -> str:
    """`10 20:00` is the 10th of November 2025; seconds and another month may be said."""
    day, clock = short.split()
    day = day if "-" in day else f"2025-11-{day}"
    return f"{day}T{clock}{':00' if clock.count(':') == 1 else ''}Z"


def put(name: str, what: str, kind: str, expect: str, body: str, terms: dict[str, object], **fields: str) -> None:
    head = {"terms": json.dumps(TERMS | terms, sort_keys=True)}
    VECTORS[name] = Vector(kind, expect, body, head | {key.replace("_", "-"): one for key, one in fields.items()}, what)


def _span(kind: str, seat: str, start: str, end: str, came: str = "", number: int = 1) -> str:
    """An absence of an earlier number, or a document of this one that was receipted."""
    place = {"german": 1, "allied": 2}[seat]
    receipt = f" {number} receipt={1000 * place + number} received={t(came)}" if came else ""
    return f"{kind} {seat}{receipt} start={t(start)} end={t(end)}\n"


def absence(seat: str, start: str, end: str) -> str:
    return _span("absence", seat, start, end)


def away(seat: str, start: str, end: str, came: str, number: int = 1) -> str:
    return _span("away", seat, start, end, came, number)


def extension(until: str, came: str, number: int = 1) -> str:
    return f"extension referee {number} receipt={3000 + number} received={t(came)} until={t(until)}\n"


def orders(seat: str, revision: int, came: str = "", k: int = 1, kind: str = "orders") -> str:
    """A receipt has number 1,000 times the place and k; between two alone there is none."""
    place = {"german": 1, "allied": 2}[seat]
    return f"{kind} {seat} {revision}" + (f" receipt={1000 * place + k} received={t(came)}" if came else "") + "\n"


def orders_of_both(german: int = 1, allied: int = 1) -> str:
    return orders("german", german, "08 09:00") + orders("allied", allied, "08 10:00")


AWAY = away("german", "10 00:00", "14 00:00", "07 12:00")
ONE = orders("allied", 1, "08 10:00")
LATER = orders_of_both() + orders("german", 2, "08 18:00", 2)
DEC = "2025-12-"
