"""A referee closes too early, counts what he likes, dates as he likes: intake and verifiers work it out again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from duel import RULESET
from folk import Folk
from forgery import again, broken, give, last_page, later, made, number_again, refused, says, stamp, whole

from pbem.app.absences import away, extend
from pbem.app.adjudicating import adjudicate
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.book.documents import Away, Close, Extension, Receipt
from pbem.book.layout import file_name
from pbem.model.errors import Refused
from pbem.office.overdue import effective_until
from pbem.seal.envelope import FINAL, Envelope


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    return Folk(tmp_path, RULESET, "referee", terms={"earliest": 3}).found()


def send(folk: Folk, seat: str, blank: int = 0, *, final: bool = False) -> Envelope:
    """Orders; with blank lines above them they are other orders that say the same."""
    signed = sign(folk.seats[seat], "\n" * blank + folk.sheet_of(seat), final=final)
    assert signed.mail
    folk.carry([signed.mail])
    return signed.envelope


def resolve(folk: Folk, **span: float) -> dict[str, Envelope]:
    folk.carry(adjudicate(folk.seats["referee"], later(folk, **span), missed=True).mails)
    return last_page(folk)


def with_close(folk: Folk, page: dict[str, Envelope], change: Any) -> list[Envelope]:
    """The page with a close that says something else, and the record over it."""
    said = says(page["close.pbem"])
    change(said)
    return number_again(
        folk, [*(page | {"close.pbem": again(folk.identity("referee"), page["close.pbem"], said)}).values()]
    )


# what counts


def test_receipted_orders_refused_as_superseded(folk: Folk) -> None:
    """South's orders are receipted; the close counts none and lists them as superseded."""
    send(folk, "north")
    mine = send(folk, "south")
    page = resolve(folk, hours=4)
    whole(folk, page.values())

    def drop(said: dict[str, Any]) -> None:
        said["accepted"].pop("south")
        said["missing"] = ["south"]
        said["refused"] = [{"digest": mine.header.digest().hex(), "seat": "south", "reason": "superseded"}]

    found = broken(folk, with_close(folk, page, drop))
    assert any("does not accept the highest revisions" in one for one in found), found


def test_receipted_orders_left_out_are_a_proof(folk: Folk) -> None:
    """The page is laid out as if they had never come: no verifier can see it, who holds the receipt can."""
    send(folk, "north")
    send(folk, "south")
    referee = folk.seats["referee"]
    south = next(one for one in referee.here.of_type("orders") if one.header.seat == "south")
    close = Close(
        at=stamp(later(folk, days=9)), missing=["south"], refused=[], standing={},
        accepted={"north": referee.here.of_type("orders", "north")[0].header.digest().hex()},
    )  # fmt: skip
    got = give(folk, "south", made(referee, "close", close))
    assert [proof.seat for proof in got.proofs] == ["referee"]
    assert south.header.digest() in {one.header.digest() for one in got.proofs[0].documents}


def test_receipted_orders_refused_as_doubled(folk: Folk) -> None:
    """There is no such reason: a close that gives another than `superseded` is none."""
    send(folk, "north")
    mine = send(folk, "south")
    page = resolve(folk, hours=4)
    close = says(page["close.pbem"])
    close["refused"] = [{"digest": mine.header.digest().hex(), "seat": "south", "reason": "two sheets"}]
    false = again(folk.identity("referee"), page["close.pbem"], close, exchange=2)
    false = again(folk.identity("referee"), false, after=folk.seats["north"].course.head)
    assert 'read "two sheets", wanted "superseded"' in refused(give(folk, "north", false))


def test_an_older_revision_counted(folk: Folk) -> None:
    first = send(folk, "south")
    send(folk, "south", 1)
    send(folk, "north")
    page = resolve(folk, hours=4)
    newer = says(page["close.pbem"])["accepted"]["south"]

    def older(said: dict[str, Any]) -> None:
        said["accepted"]["south"] = first.header.digest().hex()
        said["refused"][0]["digest"] = newer

    found = broken(folk, with_close(folk, page, older))
    assert any("does not accept the highest revisions" in one for one in found), found


def test_a_seat_missing_before_the_deadline(folk: Folk) -> None:
    send(folk, "north")
    referee = folk.seats["referee"]
    with pytest.raises(Refused, match="waiting for the orders of south"):
        adjudicate(referee, later(folk, hours=5), missed=True)
    until = effective_until(referee)
    assert until
    folk.now = until + timedelta(hours=48)
    page = resolve(folk, hours=1)
    assert says(page["close.pbem"])["missing"] == ["south"]
    whole(folk, page.values())
    early = stamp(until - timedelta(days=1))
    found = broken(folk, with_close(folk, page, lambda said: said.update(at=early)))
    assert any("goes on without south before deadline and grace" in one for one in found), found


def test_a_close_that_leaves_no_time_for_second_thoughts(folk: Folk) -> None:
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    early = stamp(folk.now - timedelta(hours=3))
    found = broken(folk, with_close(folk, page, lambda said: said.update(at=early)))
    assert any("leaves no time to replace a slip" in one for one in found), found


def test_final_orders_need_not_be_waited_for(folk: Folk) -> None:
    made_final = [send(folk, seat, final=True) for seat in ("north", "south")]
    assert {one.header.revision for one in made_final} == {FINAL}
    with pytest.raises(Refused, match="you have said that your orders are final"):
        sign(folk.seats["north"], "\n" + folk.sheet_of("north"))
    page = resolve(folk, hours=0)
    whole(folk, page.values())


# dates


@pytest.mark.parametrize(("year", "why"), [(1999, "run backwards"), (2099, "")])
def test_a_record_dated_1999_dated_2099(folk: Folk, year: int, why: str) -> None:
    send(folk, "north")
    send(folk, "south")
    referee = folk.seats["referee"]
    mails = adjudicate(referee, later(folk, hours=4)).mails
    page = dict(referee.course.pages[1].documents)
    at = f"{year}-01-01T00:00:00Z"
    false = number_again(folk, page.values(), lambda said: said.update(at=at))
    got = give(folk, "north", *false)
    assert folk.seats["north"].course.number == 0
    if year == 2099:
        assert "later than this clock" in " ".join(got.notes)
    else:
        assert why in " ".join(map(str, got.kept))
        folk.carry(mails)
        assert any(why in one for one in broken(folk, false)), "a book with it does not verify"


def test_a_deadline_of_1999(folk: Folk) -> None:
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    false = number_again(folk, page.values(), lambda said: said["outcome"]["next"].update(until="1999-01-01T20:00:00Z"))
    found = broken(folk, false)
    assert any("by the charter it is" in one for one in found), found


def test_a_close_and_a_receipt_dated_ahead_wait(folk: Folk) -> None:
    north, referee = folk.seats["north"], folk.seats["referee"]
    mine = sign(north, folk.sheet_of("north")).envelope
    ahead = folk.now + timedelta(days=3)
    receipt = made(referee, "receipt", Receipt(received=stamp(ahead)), after=mine.header.digest(), revision=1001)
    close = made(
        referee, "close", Close(at=stamp(ahead), accepted={}, missing=["north", "south"], refused=[], standing={})
    )
    for document in (receipt, close):
        got = give(folk, "north", document)
        assert not got.taken
        assert "later than this clock" in " ".join(got.notes)
    assert north.here.close is None


def test_no_program_signs_with_a_clock_that_runs_behind(folk: Folk) -> None:
    send(folk, "north")
    with pytest.raises(Refused, match="the clock here says"):
        away(
            folk.seats["north"],
            folk.now + timedelta(days=5),
            folk.now + timedelta(days=6),
            folk.now - timedelta(hours=1),
        )


# absences and extensions


def test_two_aways_of_one_revision(folk: Folk) -> None:
    """They stopped a game for ever: the first that came in counts, the second stands nowhere."""
    north = folk.seats["north"]
    start = folk.now + timedelta(days=5)
    spans = [Away(start=stamp(start), end=stamp(start + timedelta(days=days))) for days in (1, 2)]
    first, second = (made(north, "away", span, revision=1) for span in spans)
    assert [one.header.type for one in give(folk, "referee", first).taken] == ["away"]
    got = give(folk, "referee", second)
    assert "revision 1 is in already" in refused(got)
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    assert page["away-north-1.pbem"].header.digest() == first.header.digest()


def test_two_orders_of_one_revision_with_receipts(folk: Folk) -> None:
    north, referee = folk.seats["north"], folk.seats["referee"]
    first = send(folk, "north")
    link = north.vault.chain.link(1)
    other = made(north, "orders", b"another sheet\n", revision=1, salt=bytes(32), link=link)
    receipt = made(referee, "receipt", Receipt(received=stamp(folk.now)), after=other.header.digest(), revision=1002)
    north.desk.put(other)
    got = give(folk, "north", receipt)
    assert [proof.seat for proof in got.proofs] == ["referee"]
    assert first.header.digest() in {one.header.digest() for one in got.proofs[0].documents}


def test_an_absence_that_the_charter_does_not_give(folk: Folk) -> None:
    """A referee in league receipts forty days of absence, said an hour ahead."""
    north, referee = folk.seats["north"], folk.seats["referee"]
    start = folk.now + timedelta(hours=1)
    span = Away(start=stamp(start), end=stamp(start + timedelta(days=40)))
    absence = made(north, "away", span, revision=1)
    receipt = made(referee, "receipt", Receipt(received=stamp(folk.now)), after=absence.header.digest(), revision=1001)
    got = give(folk, "south", absence, receipt)
    assert [one.header.type for one in got.taken] == ["away"]
    assert "does not give" in str(got.kept[0])
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    first = next(one for name, one in page.items() if name.startswith("receipt-referee-1"))
    before = again(folk.identity("referee"), first, revision=1002)
    others = [one for one in page.values() if one is not first]
    false = number_again(folk, [*others, before, absence, receipt])
    assert any("48 hours ahead" in one for one in broken(folk, false))


def test_an_extension_without_end(folk: Folk) -> None:
    referee = folk.seats["referee"]
    with pytest.raises(Refused, match="30 days at most"):
        extend(referee, 31 * 24, "for ever", folk.now)
    for _ in range(3):
        folk.carry(extend(referee, 9 * 24, "more", folk.now))
    with pytest.raises(Refused, match="30 days at most"):
        extend(referee, 9 * 24, "and more", folk.now)
    until = effective_until(referee)
    assert until
    said = Extension(until=stamp(until + timedelta(days=90)), why="still more")
    got = give(folk, "north", made(referee, "extension", said, revision=9))
    assert "30 days at most" in refused(got)


def test_an_extension_without_end_stands_in_no_book(folk: Folk) -> None:
    referee = folk.seats["referee"]
    folk.carry(extend(referee, 24, "a storm", folk.now))
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    whole(folk, page.values())
    given = page["extension-referee-1.pbem"]
    longer = says(given) | {"until": "2026-11-01T20:00:00Z"}
    false = again(folk.identity("referee"), given, longer)
    receipt = next(one for one in page.values() if one.header.after == given.header.digest())
    others = [one for one in page.values() if one not in (given, receipt)]
    made_again = again(folk.identity("referee"), receipt, says(receipt), after=false.header.digest())
    found = broken(folk, number_again(folk, [*others, false, made_again]))
    assert any("30 days at most" in one for one in found), found


def test_an_extension_after_the_deadline_moves_nothing(folk: Folk) -> None:
    until = effective_until(folk.seats["referee"])
    assert until
    with pytest.raises(Refused, match="the deadline was"):
        extend(folk.seats["referee"], 24, "too late", until + timedelta(hours=1))


# backups


def test_a_backup_that_signs_again(folk: Folk, tmp_path: Path) -> None:
    """The second computer meets its own signature in a mail, and signs no other in its place."""
    north = folk.seats["north"]
    mine = sign(north, folk.sheet_of("north"))
    assert mine.mail
    laptop = Folk(tmp_path / "laptop", RULESET, "referee", terms={"earliest": 3}).found().seats["north"]
    got = receive(laptop, [("mail", mine.mail.text.encode())], folk.now)
    assert [one.header.seat for one in got.taken] == ["north"]
    other = sign(laptop, "\n" + folk.sheet_of("north"))
    assert other.envelope.header.revision == 2


def test_a_receipt_names_what_no_other_may_be(folk: Folk) -> None:
    """Receipts of one seat's documents are numbered without gaps: none can be taken out of a book unseen."""
    send(folk, "north")
    send(folk, "north", 2)
    send(folk, "south")
    page = resolve(folk, hours=4)
    gone = page["orders-north-1.pbem"]
    receipt = next(one for one in page.values() if one.header.after == gone.header.digest())
    others = {file_name(one): one for one in page.values() if one not in (gone, receipt)}
    found = broken(folk, with_close(folk, others, lambda said: said.update(refused=[])))
    assert any("are not numbered" in one for one in found), found


def test_times_never_fall(folk: Folk) -> None:
    send(folk, "north")
    send(folk, "south")
    page = resolve(folk, hours=4)
    receipt = next(one for name, one in page.items() if name.startswith("receipt-referee-1"))
    late = again(folk.identity("referee"), receipt, {"received": stamp(folk.now + timedelta(days=1))})
    others = [one for one in page.values() if one is not receipt]
    found = broken(folk, number_again(folk, [*others, late]))
    assert any("run backwards" in one for one in found), found
