"""Orders cannot be altered, dropped, replayed or put into another's mouth unseen."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk

from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, undo
from pbem.app.audits import audit, envelopes_in
from pbem.app.ordering import sign, sign_standing
from pbem.app.receiving import Received, receive
from pbem.book.documents import Close, read_payload
from pbem.model.digest import digest
from pbem.office.game import Game
from pbem.office.knowing import referee_box
from pbem.office.mails import block, box_block
from pbem.office.vault import Opened
from pbem.seal.box import close_box
from pbem.seal.envelope import Envelope, Header
from pbem.seal.signing import signed
from pbem_rules.ford import RULESET as FORD


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    return Folk(tmp_path, RULESET, "referee").found()


def orders(folk: Folk, seat: str, blank: int = 0) -> tuple[Envelope, str]:
    """Signed orders; with blank lines above them they are other orders that say the same."""
    made = sign(folk.seats[seat], "\n" * blank + folk.sheet_of(seat))
    assert made.mail
    return made.envelope, made.mail.text


def give(folk: Folk, seat: str, *texts: str, hours: int = 0) -> Received:
    return receive(folk.seats[seat], [("mail", text.encode()) for text in texts], folk.now + timedelta(hours=hours))


def close_of(game: Game, number: int) -> Close:
    return read_payload(Close, game.course.pages[number].documents["close.pbem"].body)


def test_the_highest_revision_received_before_the_close_counts(folk: Folk) -> None:
    first, text = orders(folk, "north")
    second, better = orders(folk, "north", 1)
    assert (first.header.revision, second.header.revision) == (1, 2)
    give(folk, "referee", better)
    late = give(folk, "referee", text)
    assert [one.header.revision for one in late.taken] == [1], "it is receipted too, and superseded"
    give(folk, "referee", orders(folk, "south")[1])
    folk.now += timedelta(hours=2)
    folk.carry(adjudicate(folk.seats["referee"], folk.now).mails)
    close = close_of(folk.seats["north"], 1)
    assert close.accepted["north"] == second.header.digest().hex()
    assert [one.digest for one in close.refused] == [first.header.digest().hex()]
    assert "orders-north-1.pbem" in folk.seats["south"].course.pages[1].documents


def test_signing_the_same_text_twice_gives_the_same_envelope(folk: Folk) -> None:
    assert orders(folk, "north")[0] == orders(folk, "north")[0]


def test_of_two_sheets_of_one_revision_the_first_that_came_in_counts(folk: Folk) -> None:
    north = folk.seats["north"]
    first, text = orders(folk, "north")
    salt, sheet = digest("salt"), (folk.sheet_of("north") + "# other\n").encode()
    link = north.vault.chain.link(1)
    other = north.envelope("orders", sheet, revision=1, link=link, salt=salt)
    box = close_box(other.header, salt=salt, payload=sheet, reader=north.course.keys["referee"].sealing)
    give(folk, "referee", text)
    got = give(folk, "referee", block(other) + box_block(box))
    assert "revision 1 is in already, and says something else" in str(got.kept[0])
    assert "revision 2 is free" in str(got.kept[0])
    give(folk, "referee", orders(folk, "south")[1])
    folk.now += timedelta(hours=2)
    folk.carry(adjudicate(folk.seats["referee"], folk.now).mails)
    close = close_of(folk.seats["south"], 1)
    assert close.accepted["north"] == first.header.digest().hex()
    assert close.refused == []


def test_a_revision_after_the_close_changes_nothing(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    for seat in ("north", "south"):
        give(folk, "referee", orders(folk, seat)[1])
    adjudicate(folk.seats["referee"], folk.now + timedelta(hours=2))
    got = give(folk, "referee", orders(folk, "north", 1)[1], hours=3)
    assert "closed" in str(got.kept[0])
    assert not got.taken


def test_orders_for_another_game_are_not_taken(folk: Folk, tmp_path: Path) -> None:
    other = Folk(tmp_path / "other", RULESET, "referee", seed=0, terms={"turn": 24}).found()
    got = give(folk, "referee", orders(other, "north")[1])
    assert (got.taken, got.kept, got.mails, got.passed_over) == ([], [], [], 1)
    assert not folk.seats["referee"].folder.kept.exists()


def test_orders_for_another_exchange_are_not_taken(folk: Folk) -> None:
    _, text = orders(folk, "north")
    folk.play_exchange()
    got = give(folk, "referee", text)
    assert not got.taken
    early = folk.seats["north"].envelope("orders", b"x\n", exchange=5, revision=1, salt=digest("s"))
    assert "too early" in str(give(folk, "referee", block(early)).kept[0])


def test_orders_under_anothers_name_are_not_taken(folk: Folk) -> None:
    north = folk.seats["north"]
    body = folk.sheet_of("south").encode()
    header = Header(
        type="orders", game=north.charter.game, exchange=1, seat="south", revision=1, after=north.course.head,
        link=north.vault.chain.link(1), payload_digest=digest("payload"),
    )  # fmt: skip
    got = give(folk, "referee", block(signed(folk.identity("north"), header)))
    assert "signed by another key" in str(got.kept[0])
    assert body


def test_a_stale_head_is_not_taken(folk: Folk) -> None:
    folk.play_exchange()
    old = folk.seats["south"].envelope(
        "orders", b"x\n", after=folk.seats["south"].charter.game, revision=1, salt=digest("s"),
        link=folk.seats["south"].vault.chain.link(2),
    )  # fmt: skip
    got = give(folk, "referee", block(old))
    assert "it saw" in str(got.kept[0])
    assert "the book is at" in str(got.kept[0])


def test_an_old_consent_agrees_to_nothing_later(folk: Folk) -> None:
    folk.play_exchange()
    folk.play_exchange()
    mails = undo(folk.seats["north"], 1, "please", folk.now)
    folk.carry(mails)
    consent = agree(folk.seats["south"], folk.now)  # lost in the post
    folk.play_exchange()
    got = give(folk, "referee", mails[0].text, consent[0].text)
    assert not got.taken
    assert folk.seats["referee"].course.number == 3


def test_a_copied_seal_does_not_open(folk: Folk) -> None:
    """South signs north's sealed digest as its own; north's opening does not fit it, since the seat is in it."""
    north, south = folk.seats["north"], folk.seats["south"]
    envelope, _ = orders(folk, "north")
    opened = north.vault.opening(envelope.header.digest())
    assert opened
    header = Header(
        type="orders", game=envelope.header.game, exchange=1, seat="south", revision=1, after=envelope.header.after,
        link=south.vault.chain.link(1), payload_digest=envelope.header.payload_digest,
    )  # fmt: skip
    copied = signed(folk.identity("south"), header)
    with pytest.raises(Exception, match="not what south signed"):
        close_box(header, salt=opened.salt, payload=opened.payload, reader=north.course.keys["referee"].sealing)
    mail = block(copied) + box_block(referee_box(north, envelope))
    got = give(folk, "referee", mail)
    assert not got.taken


@pytest.mark.parametrize("which", ["no box", "of other orders", "spoilt"])
def test_a_false_box_is_not_taken(folk: Folk, which: str) -> None:
    north = folk.seats["north"]
    envelope, _ = orders(folk, "north")
    other, _ = orders(folk, "north", 1)
    true = referee_box(north, envelope)
    boxes = {
        "no box": "",
        "of other orders": box_block(type(true)(envelope.header.digest(), referee_box(north, other).closed)),
        "spoilt": box_block(type(true)(true.document, true.closed[:-1] + bytes([true.closed[-1] ^ 1]))),
    }
    got = give(folk, "referee", block(envelope) + boxes[which])
    assert not got.taken
    assert "box" in str(got.kept[0])
    give(folk, "referee", block(envelope) + box_block(true))
    assert folk.seats["referee"].desk.find(1, envelope.header.digest()), "the true box is taken afterwards"


def test_dropped_orders_with_a_receipt_are_proved(folk: Folk, tmp_path: Path) -> None:
    referee, north = folk.seats["referee"], folk.seats["north"]
    got = give(folk, "referee", orders(folk, "north")[1])
    folk.carry(got.mails)
    give(folk, "referee", orders(folk, "south")[1])
    for envelope in referee.desk.envelopes(1, "orders"):
        if envelope.header.seat == "north":
            referee.desk.take_away(envelope)
    for receipt in referee.desk.envelopes(1, "receipt"):
        if receipt.header.revision // 1000 == 1:
            referee.desk.take_away(receipt)
    referee.vault.folder.signed("000001-receipt-" + "x").parent.rename(tmp_path / "forgotten")
    folk.now += timedelta(days=15)
    closed = adjudicate(referee, folk.now, missed=True)
    mail = next(mail for mail in closed.mails if "north" in mail.to)
    got = give(folk, "north", mail.text)
    assert got.proofs
    assert not got.pages
    assert "gave a receipt for the orders of north" in got.proofs[0].words
    kinds = [one.header.type for one in envelopes_in((north.folder.path / got.proofs[0].name).read_bytes(), "proof")]
    assert kinds == ["orders", "receipt", "record"]


def test_late_standing_orders_count_from_the_next_exchange(tmp_path: Path) -> None:
    folk = Folk(tmp_path, FORD, "referee").found()
    blue = folk.seats["blue"]
    made = sign_standing(blue, f"game: {blue.charter.name}\nside: blue\nstanding: {{losses: weakest first}}\n")
    assert made.mail
    folk.carry([made.mail])
    folk.play_exchange()
    whole = folk.seats["referee"].whole(1)
    assert [order.topic for order in whole.papers["blue"].standing] == ["losses"]
    assert close_of(blue, 1).standing == {"blue": made.envelope.header.digest().hex()}
    late = blue.envelope("standing", b"side: blue\n", exchange=1, after=blue.charter.game, revision=2, salt=digest("s"))
    got = give(folk, "referee", block(late))
    assert "closed" in str(got.kept[0])


def test_two_records_are_proved(folk: Folk) -> None:
    folk.play_exchange()
    referee = folk.seats["referee"]
    record = referee.course.pages[1].documents["record.pbem"]
    body = record.body.replace(b'"missed":[]', b'"missed":["north"]')
    header = referee.header("record", body, exchange=1, after=record.header.after, link=record.header.link)
    got = give(folk, "south", block(signed(folk.identity("referee"), header, body)))
    assert got.proofs
    assert "two different records" in got.proofs[0].words


def test_a_record_that_the_rules_do_not_give_is_void_and_kept_as_evidence(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee", seed=1).found()
    for seat in ("north", "south"):
        give(folk, "referee", orders(folk, seat)[1])
    referee = folk.seats["referee"]
    folk.now += timedelta(hours=2)
    made = adjudicate(referee, folk.now)
    record = referee.course.pages[1].documents["record.pbem"]
    body = record.body.replace(b'"hit":"south"', b'"hit":"north"')
    if body == record.body:
        body = record.body.replace(b'"hit":"north"', b'"hit":"south"')
    assert body != record.body
    header = referee.header("record", body, exchange=1, after=record.header.after, link=record.header.link)
    forged = block(signed(folk.identity("referee"), header, body))
    rest = [one for one in referee.course.pages[1].documents.values() if one.header.type != "record"]
    got = give(folk, "north", *(block(one) for one in rest), forged)
    assert not got.pages
    assert "does not verify" in str(got.kept[0])
    assert list((tmp_path / "north" / "kept" / "evidence").iterdir())
    assert folk.seats["north"].course.number == 0
    folk.carry(made.mails, only="south")
    assert folk.seats["south"].course.number == 1


def test_my_orders_are_what_was_used(folk: Folk) -> None:
    envelope, text = orders(folk, "north")
    folk.play_exchange()
    other = folk.seats["north"].envelope("orders", b"x\n", exchange=1, revision=3, salt=digest("s"))
    for source, holds in ((text, True), (block(envelope), True), (block(other), False), ("nothing", False)):
        found = audit(folk.root / "south", rulesets=lambda name: RULESET, own=[("mine", source.encode())])
        broken = [one for one in found.findings.breaks if one.level == "own"]
        assert (not broken) == holds


def _no(published: object) -> dict[str, bytes]:
    from folk import plain_report

    return plain_report(published)  # type: ignore[arg-type]


def test_text_that_differs_from_its_block_is_refused_with_its_line(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    while len(folk.seats["north"].course.next.seats) != 1:
        folk.play_exchange()
    (seat,) = folk.seats["north"].course.next.seats
    other = next(one for one in folk.seats if one != seat)
    made = sign(folk.seats[seat], folk.sheet_of(seat))
    assert made.mail
    edited = made.mail.text.replace(f"side: {seat}", f"side: {other}")
    got = give(folk, other, edited)
    assert not got.taken
    assert "the readable text differs, line 3" in str(got.kept[0])


def test_an_opening_in_the_vault_is_written_before_the_signature(folk: Folk) -> None:
    envelope, _ = orders(folk, "north")
    opened = folk.seats["north"].vault.opening(envelope.header.digest())
    assert isinstance(opened, Opened)
    envelope.header.check_opening(salt=opened.salt, payload=opened.payload)
