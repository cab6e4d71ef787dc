"""Every vector of `tests/vectors/claims` holds for `pbem` and for `examples/verify.py`; its maker asks neither."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

CORE = Path(__file__).parents[1]
sys.path[:0] = [str(CORE), str(CORE.parent), str(CORE.parent / "vectors")]

import make_claims  # noqa: E402
from folder_of_lines import Laid, keys_named  # noqa: E402
from vector_form import read, stored  # noqa: E402
from verifiers import SCRIPT, module_at  # noqa: E402

from pbem.book.agreed import check_agreement  # noqa: E402
from pbem.book.charter import SeatKeys  # noqa: E402
from pbem.book.deadlines import deadline_of, until_after  # noqa: E402
from pbem.book.documents import Agreement, Silence  # noqa: E402
from pbem.book.findings import Findings  # noqa: E402
from pbem.book.folder import check_receipts  # noqa: E402
from pbem.book.listing import check_close, close_of  # noqa: E402
from pbem.book.rekeying import chains_after  # noqa: E402
from pbem.book.silence import answers_it, check_silence, result_of, ripe_from  # noqa: E402
from pbem.book.singly import check_counted_once  # noqa: E402
from pbem.book.times import read_time, say  # noqa: E402
from pbem.dice.chain import KnownLink  # noqa: E402
from pbem.model.errors import Refused, Tampered  # noqa: E402
from pbem.model.strict import read_plain  # noqa: E402

FILES = stored(CORE.parent / "vectors" / "claims")
BOTH_SAY = {  # what `pbem` and what `verify.py` says, by what a vector expects
    "away": ("an absence|has been away|has used", "no lawful absence"),
    "extension": ("extension", "gives more time than it may"),
    "too-early": ("leaves no time to replace a slip", "before its time"),
    "goes-on": ("goes on without", "before its time|two alone wait"),
    "accepted": ("does not accept the highest", "accepts other orders"),
    "missing": ("does not say who is missing", "misses others"),
    "refused": ("does not list what was superseded", "refuses others"),
    "standing": ("does not name the standing orders", "takes other standing orders"),
    "used-twice": ("has used a number twice", "uses one revision twice"),
    "numbers": ("are not numbered", "is numbered otherwise|with gaps"),
    "none": ("there is no receipt", "has no receipt"),
    "times": ("go back in time", "fall in time"),
    "for-nothing": ("is for nothing here", "is for nothing here"),
    "not-owed": ("does not owe", "claims what nobody owes"),
    "too-soon": ("has not owed", "comes too early"),
    "other-since": ("is owed since", "counts from another time"),
    "all-wait": ("nobody loses by silence", "all wait"),
    "unripe": ("unripe", "before the silence is ripe"),
    "lapses": ("does not lapse within 30 days", "lapses at no time"),
    "due": ("within a year", "is due at no time"),
}


@cache
def script() -> ModuleType:
    return module_at(SCRIPT)


def _no(wrong: list[str]) -> None:
    if wrong:
        raise Tampered("; ".join(wrong))


# by pbem


def _until(laid: Laid) -> None:
    told = laid.told
    course = laid.folder.course
    made = until_after(laid.draft, told["at"], told["asked"], course.next.seats, course.absences)
    assert made == told["made"]


def _deadline(laid: Laid) -> None:
    found = deadline_of(laid.folder, accused=laid.told.get("without", ""))
    assert found.until is not None
    assert (say(found.until), str(len(found.absences))) == (laid.told["made"], laid.told["counted"])


def _close(laid: Laid) -> None:
    close = laid.close()
    _no(check_close(laid.folder, close))
    assert close_of(laid.folder, read_time(close.at)) == close


def _counter(laid: Laid) -> None:
    findings = Findings()
    check_counted_once(laid.folder, SimpleNamespace(name="03"), findings)  # type: ignore[arg-type]
    _no([str(one) for one in findings.breaks])


def _receipts(laid: Laid) -> None:
    _no(check_receipts(laid.folder, complete=laid.told["complete"] == "yes"))


def _silence(laid: Laid) -> None:
    said = check_silence(laid.folder, laid.silence())
    assert say(ripe_from(laid.folder.charter, said)) == laid.told["ripe"]


def _said(told: dict[str, str]) -> Silence:
    at = told.get("at", "2025-11-10T20:00:00Z")
    return Silence(at=at, by=told["by"], owed=told.get("owed", "close"), since=at)  # type: ignore[arg-type]


def _end(laid: Laid) -> None:
    if read_time(laid.told["ends"]) < ripe_from(laid.folder.charter, _said(laid.told)):
        raise Tampered("unripe")


def _answer(laid: Laid) -> None:
    kind, seat = laid.told["document"].split()
    came = SimpleNamespace(header=SimpleNamespace(type=kind, seat=seat))
    answers = answers_it(laid.folder, _said(laid.told), came)  # type: ignore[arg-type]
    assert answers == (laid.told["answers"] == "yes")


def _winner(laid: Laid) -> None:
    result = result_of(laid.folder.charter, _said(laid.told))
    assert (result.winner, result.case) == (laid.told["winner"], "silence")


def _switch(laid: Laid) -> None:
    rekeys = {seat: keys_named(seat) for seat in laid.draft.seats}
    keys = {seat: SeatKeys.of(keys_named(seat, "first")) for seat in laid.draft.seats}
    begins: dict[str, int] = {}
    for number, came, links in laid.numbers():
        shown = {seat: KnownLink(number, bytes(32)) for seat in links}
        new = {seat: replace(rekeys[seat], chain=chain) for seat, chain in came.items()}
        keys = chains_after(laid.course(keys, number), shown, new)
        for seat, own in keys.items():
            if own.known == KnownLink(0, bytes.fromhex(rekeys[seat].tip)):
                begins.setdefault(seat, number + 1)
    assert begins == laid.begins()


def _lapse(laid: Laid) -> None:
    check_agreement(laid.folder.course, read_plain(Agreement, laid.agreement()))


# by verify.py


def _until_again(laid: Laid) -> None:
    book, told, seconds = laid.book(script()), laid.told, script().seconds
    hours = laid.terms["turn" if told["asked"] == "part" else "question"]
    made = book.past(book.next_clock(seconds(told["at"]) + hours * 3600), book.due, book.absences)
    assert made == seconds(told["made"])


def _deadline_again(laid: Laid) -> None:
    book = laid.book(script())
    made = book.deadline(without=laid.told.get("without"))
    assert (made, str(len(book.counted))) == (script().seconds(laid.told["made"]), laid.told["counted"])


def _close_again(laid: Laid) -> None:
    book, close = laid.book(script()), laid.close().plain()
    book.close, book.closed = SimpleNamespace(), script().seconds(close["at"])
    book.listing(close, book.deadline())


def _receipts_again(laid: Laid) -> None:
    laid.book(script()).receipts(complete=laid.told["complete"] == "yes")


def _silence_again(laid: Laid) -> None:
    book, envelope = laid.book(script()), laid.silence()
    book.silence(SimpleNamespace(seat=laid.told["accuser"], revision="1", after=envelope.header.after), laid.says)
    assert book.ripe == script().seconds(laid.told["ripe"])


def _ended(laid: Laid, at: str, ends: str) -> Any:
    book, seconds = laid.book(script()), script().seconds
    book.ripe, book.accused = seconds(at) + laid.terms["stalled"]["after"] * 86400, laid.told["by"]
    book.says = {"links": {}, "missed": []}
    book.ended(seconds(ends))
    return book.result


def _winner_again(laid: Laid) -> None:
    at, ends = "2025-11-10T20:00:00Z", "2025-11-24T20:00:00Z"
    assert _ended(laid, at, ends) == {"winner": laid.told["winner"], "case": "silence"}


def _switch_again(laid: Laid) -> None:
    book = laid.book(script())
    empty = {"key": b"", "spare": b"", "known": (0, b""), "lost": False, "waiting": None, "used": 0}
    book.keys = {seat: dict(empty) for seat in book.seats}
    begins: dict[str, int] = {}
    for book.number, came, links in laid.numbers():
        book.counting = {seat: keys_named(seat).plain() | {"chain": chain} for seat, chain in came.items()}
        for seat in links:
            book.keys[seat] |= {"known": (book.number, bytes(32)), "used": book.number}
        book.switch()
        for seat, own in book.keys.items():
            if own["known"] == (0, bytes.fromhex(keys_named(seat).tip)):
                begins.setdefault(seat, book.number + 1)
    assert begins == laid.begins()


Check = Callable[[Laid], None]
RUN: dict[str, tuple[Check, Check | None]] = {
    "until": (_until, _until_again),
    "deadline": (_deadline, _deadline_again),
    "close": (_close, _close_again),
    "counter": (_counter, lambda laid: laid.book(script(), receipted=False).counters()),
    "receipts": (_receipts, _receipts_again),
    "silence": (_silence, _silence_again),
    "end": (_end, lambda laid: _ended(laid, laid.told["at"], laid.told["ends"])),
    "answer": (_answer, None),  # no book shows what came in time: only programs ask
    "winner": (_winner, _winner_again),
    "switch": (_switch, _switch_again),
    "lapse": (_lapse, lambda laid: laid.book(script()).agreeable(laid.agreement())),
}


VERIFIERS = ("pbem", "verify.py")
WAYS = [(name, way) for name in FILES for way in (0, 1) if RUN[read(FILES[name]).kind][way]]


@pytest.mark.parametrize(("name", "way"), WAYS, ids=[f"{VERIFIERS[way]}-{name}" for name, way in WAYS])
def test_vector(name: str, way: int) -> None:
    vector = read(FILES[name])
    check = RUN[vector.kind][way]
    assert check is not None
    if vector.expect == "ok":
        check(Laid(vector))
        return
    with pytest.raises((Refused, Tampered, ValueError), match=BOTH_SAY[vector.expect][way]):
        check(Laid(vector))


def test_makers_still_make_the_same_text() -> None:
    assert make_claims.CLAIMS == FILES


def test_every_kind_and_every_finding_has_a_vector() -> None:
    vectors = [read(text) for text in FILES.values()]
    assert {one.kind for one in vectors} == RUN.keys()
    assert {one.expect for one in vectors} == {"ok", *BOTH_SAY}
