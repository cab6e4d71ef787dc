"""New chains are ground, old ones lost by choice, consents used when they bind nobody any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from duel import RULESET
from folk import Folk, entropy_of
from forgery import again, broken, broken_next, give, last_page, later, made, number_again, refused, says, stamp
from known_keys import known_key

from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end, undo
from pbem.app.audits import audit
from pbem.app.founding import make_secrets
from pbem.app.new_keys import rekey
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.book.agreed import agreed_head
from pbem.book.documents import Agreement, Rekey, read_payload
from pbem.book.layout import file_name
from pbem.dice.chain import Chain
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.office.mails import block
from pbem.seal.envelope import Envelope
from pbem.seal.keys import Identity, public_line


def game_of(root: Path, mode: str, **terms: Any) -> Folk:
    folk = Folk(root, RULESET, mode, terms={"earliest": 0, **terms}).found()
    folk.play_exchange()
    return folk


def new_key(seat: str, which: int = 1) -> Identity:
    return known_key(digest("test/new", seat, which))


def send(folk: Folk, seat: str, comment: str = "") -> Envelope:
    signed = sign(folk.seats[seat], folk.sheet_of(seat) + comment)
    assert signed.mail
    folk.carry([signed.mail])
    return signed.envelope


# chains


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "kept"])
def test_a_ground_chain_at_rekey_alone(tmp_path: Path, lost: bool) -> None:
    """A tip that was tried out until its links give good dice begins only behind links that nobody knew."""
    folk = game_of(tmp_path, "referee")
    while "south" not in folk.writers():
        folk.play_exchange()
    south = folk.seats["south"]
    if lost:
        (south.vault.folder.secrets).unlink()
        south.refresh()
    folk.carry(rekey(south, new_key("south"), lost=lost))
    south.identity = new_key("south")
    number = south.course.open_number
    own = south.vault.secrets if lost else south.vault.all_secrets()[0]
    ground = Chain(own.draft, "south", own.chain).link(number)
    false = made(south, "orders", b"ground\n", link=ground, revision=1, salt=bytes(32))
    assert "a false link" in refused(give(folk, "referee", false))
    folk.play_exchange()
    shown = folk.seats["north"].course.pages[number].record
    assert shown is not None
    assert shown.links["south"] != ground.hex()
    for _ in range(6):
        folk.play_exchange()
    assert not south.course.keys["south"].lost, "when all others have shown links, the new chain begins"
    assert south.course.keys["south"].waiting is None
    assert audit(tmp_path / "north", rulesets=lambda name: RULESET).ok


def test_a_ground_chain_at_rekey_in_league(tmp_path: Path) -> None:
    """A referee in league takes the ground link at once: no verifier does."""
    folk = game_of(tmp_path, "referee")
    south = folk.seats["south"]
    while "south" not in south.course.next.seats:
        folk.play_exchange()
    folk.carry(rekey(south, new_key("south")))
    south.identity = new_key("south")
    number = south.course.open_number
    for seat in folk.writers():
        send(folk, seat)
    folk.carry(adjudicate(folk.seats["referee"], later(folk, hours=1)).mails)
    own = south.vault.all_secrets()[0]
    page = last_page(folk)
    orders = page["orders-south-1.pbem"]
    ground = Chain(own.draft, "south", own.chain).link(number)
    assert ground != orders.header.link
    new = new_key("south")
    head = replace(orders.header, link=ground)
    false = Envelope(head, new.sign(head.encode()), b"")
    receipt = next(one for one in page.values() if one.header.after == orders.header.digest())
    referee = folk.identity("referee")
    others = {name: one for name, one in page.items() if one not in (orders, receipt)}
    close = says(others["close.pbem"])
    close["accepted"]["south"] = false.header.digest().hex()
    others["close.pbem"] = again(referee, others["close.pbem"], close)
    made_again = again(referee, receipt, says(receipt), after=false.header.digest())
    found = broken(folk, number_again(folk, [*others.values(), false, made_again]))
    assert any("does not lead to link" in one for one in found), found


def test_a_chain_lost_by_choice(tmp_path: Path) -> None:
    """In `mutual`: after the others' links are seen, `lost` would be a second throw.  The link stays owed."""
    folk = game_of(tmp_path, "mutual")
    for seat in folk.writers():
        mail = sign(folk.seats[seat], folk.sheet_of(seat)).mail
        assert mail
        folk.carry([mail])
    for mail in adjudicate(folk.seats["referee"], later(folk, hours=1)).mails:
        for seat in mail.to:
            got = receive(folk.seats[seat], [("mail", mail.text.encode())], folk.now)
            if seat == "north":
                folk.carry(got.mails)
    south = folk.seats["south"]
    own = make_secrets(south.charter.draft_digest, "south", entropy_of("ground"))
    said = Rekey(
        seat="south", chain="lost", key=public_line(new_key("south").public), sealing=digest("x").hex(),
        tip=Chain(own.draft, "south", own.chain).tip.hex(),
    )  # fmt: skip
    false = made(south, "rekey", said, revision=2)
    give(folk, "referee", false)
    done = adjudicate(folk.seats["referee"], later(folk, hours=1))
    assert done.stage == "closed"
    assert done.waiting == ("south",), "his old link is still owed"


def test_a_second_tip_before_the_switch(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "referee")
    south = folk.seats["south"]
    folk.carry(rekey(south, new_key("south")))
    south.identity = new_key("south")
    first = south.vault.waiting_secrets
    assert first
    folk.play_exchange()
    assert south.course.keys["south"].waiting is not None
    own = make_secrets(south.charter.draft_digest, "south", entropy_of("another"))
    said = Rekey(
        seat="south", chain="kept", key=public_line(new_key("south", 2).public), sealing=digest("y").hex(),
        tip=Chain(own.draft, "south", own.chain).tip.hex(),
    )  # fmt: skip
    got = give(folk, "referee", made(south, "rekey", said, revision=2))
    assert "the new chain of south has not begun yet" in refused(got)
    folk.carry(rekey(south, new_key("south", 2)))
    south.identity = new_key("south", 2)
    folk.play_exchange()
    assert folk.seats["north"].course.keys["south"].key == new_key("south", 2).public


@pytest.mark.parametrize("mode", ["mutual", "referee"])
def test_a_rekey_in_an_agreed_number(tmp_path: Path, mode: str) -> None:
    """New keys stand beside an agreement, and are in force after it; the agreed number uses no link."""
    folk = game_of(tmp_path, mode)
    south = folk.seats["south"]
    folk.carry(rekey(south, new_key("south")))
    south.identity = new_key("south")
    folk.carry(undo(folk.seats["referee"], 1, "new keys", folk.now))
    for seat in ("north", "south", "referee"):
        folk.carry(agree(folk.seats[seat], folk.now))
    page = folk.seats["north"].course.pages[2]
    assert page.agreement is not None
    assert any(name.startswith("rekey-south") for name in page.documents)
    assert folk.seats["north"].course.keys["south"].key == new_key("south").public
    folk.play_exchange()
    folk.play_exchange()
    assert audit(tmp_path / "north", rulesets=lambda name: RULESET).ok


# consents


def proposed(folk: Folk, seat: str = "north", to: int = 0) -> list[Any]:
    return list(undo(folk.seats[seat], to, "a slip", folk.now))


def test_a_consent_used_after_it_lapsed(tmp_path: Path) -> None:
    """Of two alone North's consent lapses and he plays on; South completes it then, knowing what he has ordered."""
    folk = game_of(tmp_path, "alone")
    while folk.writers() != ["north"]:
        folk.play_exchange()
    north, south = folk.seats["north"], folk.seats["south"]
    for mail in proposed(folk):
        give(folk, "south", mail.text)
    later(folk, days=6, hours=1)
    with pytest.raises(Refused, match="too soon for all to learn of it"):
        agree(south, folk.now)
    later(folk, days=2)
    sign(north, folk.sheet_of("north"), clock=folk.now)
    number = north.course.open_number
    body = north.vault.all_signed("agreement", number)[0].body
    late = made(south, "agreement", body, revision=1)
    got = give(folk, "north", late)
    assert north.course.open_number == number
    assert "you have signed since" in " ".join(got.notes)
    receive(north, [("mail", block(late).encode())], folk.now, late=True)
    assert north.course.number == number, "unless its owner says so"


def test_a_consent_used_after_it_was_revoked(tmp_path: Path) -> None:
    """North takes his consent back by new orders and has their receipt: the referee's signature is then a proof."""
    folk = Folk(tmp_path, RULESET, "referee", terms={"earliest": 0}).found()
    for mail in proposed(folk):
        for seat in mail.to:
            give(folk, seat, mail.text)
    folk.carry(agree(folk.seats["south"], folk.now))
    send(folk, "north")
    referee = folk.seats["referee"]
    with pytest.raises(Refused, match="waiting for north"):
        agree(referee, folk.now)
    body = folk.seats["north"].vault.all_signed("agreement", 1)[0].body
    got = give(folk, "north", made(referee, "agreement", body, revision=1))
    assert folk.seats["north"].course.number == 0
    assert [proof.seat for proof in got.proofs] == ["referee"]


def test_a_consent_used_after_the_close(tmp_path: Path) -> None:
    """In `mutual` the referee closes, and then completes an undo that was signed before: known dice."""
    folk = game_of(tmp_path, "mutual")
    for mail in proposed(folk):
        for seat in mail.to:
            give(folk, seat, mail.text)
    folk.carry(agree(folk.seats["south"], folk.now))
    referee, north = folk.seats["referee"], folk.seats["north"]
    for seat in folk.writers():
        send(folk, seat)
    mails = adjudicate(referee, later(folk, hours=1)).mails
    with pytest.raises(Refused):
        agree(referee, folk.now)
    body = north.vault.all_signed("agreement", 2)[0].body
    for mail in mails:
        if "north" in mail.to:
            give(folk, "north", mail.text)
    got = give(folk, "north", made(referee, "agreement", body, revision=1, after=north.course.head))
    assert north.course.number == 1
    assert "from before the close" in " ".join(map(str, got.kept)) or [one.seat for one in got.proofs] == ["referee"]


def test_a_consent_from_before_the_close_stands_in_no_book(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "mutual")
    north, referee = folk.seats["north"], folk.seats["referee"]
    proposed(folk)
    for seat in folk.writers():
        send(folk, seat)
    adjudicate(referee, later(folk, hours=1))
    close = referee.here.close
    assert close
    said = says(north.vault.all_signed("agreement", 2)[0])
    named = {file_name(close): close.header.digest().hex()}
    at = {"at": stamp(folk.now), "lapses": stamp(folk.now + timedelta(days=3)), "documents": named}
    consents = [made(game, "agreement", {**said, **at}, revision=9) for game in folk.seats.values()]
    found = broken_next(folk, [*consents, close])
    assert any("is from before the close" in one for one in found), found


def test_a_consent_that_crosses_orders(tmp_path: Path) -> None:
    """Both are on their way: the higher revision says what North meant last, in whatever order they come."""
    folk = Folk(tmp_path, RULESET, "referee", terms={"earliest": 0}).found()
    north = folk.seats["north"]
    orders = sign(north, folk.sheet_of("north"))
    assert orders.mail
    mails = [one for one in proposed(folk) if "referee" in one.to]
    consent = north.vault.all_signed("agreement", 1)[0]
    assert (orders.envelope.header.revision, consent.header.revision) == (1, 2)
    for mail in mails:
        give(folk, "referee", mail.text)
        give(folk, "south", mail.text)
    folk.carry([orders.mail])
    folk.carry(agree(folk.seats["south"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    assert {game.course.number for game in folk.seats.values()} == {1}
    assert north.course.pages[1].agreement is not None, "the consent came after the orders: it stands"


def test_between_two_alone_nobody_signs_both(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "alone")
    folk.carry(proposed(folk))
    for seat in folk.writers():
        if seat == "north":
            with pytest.raises(Refused, match="you have signed an agreement"):
                sign(folk.seats["north"], folk.sheet_of("north"), clock=folk.now)


def test_an_agreement_that_never_lapses_is_none(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "referee")
    north = folk.seats["north"]
    said = Agreement(
        at=stamp(folk.now), kind="undo", exchange=0, lapses=stamp(folk.now + timedelta(days=400)), why="",
        until=stamp(folk.now + timedelta(days=3)),
    )  # fmt: skip
    got = give(folk, "referee", made(north, "agreement", said, revision=1))
    assert "does not lapse within 30 days" in refused(got)


def test_an_agreement_that_never_lapses_stands_in_no_book(tmp_path: Path) -> None:
    folk = game_of(tmp_path, "referee")
    folk.carry(end(folk.seats["north"], "south", "enough", folk.now))
    folk.carry(agree(folk.seats["south"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    page = last_page(folk)
    one = next(page[name] for name in page if name.startswith("agreement"))
    said = says(one) | {"lapses": stamp(folk.now + timedelta(days=400))}
    false = [again(folk.identity(doc.header.seat), doc, said) for doc in page.values()]
    course = folk.seats["north"].course
    assert agreed_head(course, false) != course.head
    assert any("does not lapse within 30 days" in line for line in broken(folk, false))
    assert {file_name(doc) for doc in false} == set(page)


def test_a_lost_chain_shows_no_link_and_is_no_second_throw(tmp_path: Path) -> None:
    """In `referee` the place is empty from the number after; what was shown with the loss counts."""
    folk = game_of(tmp_path, "referee")
    while folk.writers() != ["north", "south"]:
        folk.play_exchange()
    south = folk.seats["south"]
    orders = send(folk, "south")
    (south.vault.folder.secrets).unlink()
    south.refresh()
    folk.carry(rekey(south, new_key("south"), lost=True))
    south.identity = new_key("south")
    send(folk, "north")
    folk.carry(adjudicate(folk.seats["referee"], later(folk, hours=1)).mails)
    record = folk.seats["north"].course.pages[folk.seats["north"].course.number].record
    assert record is not None
    assert record.links["south"] == orders.header.link.hex()
    assert read_payload(Rekey, next(iter(folk.seats["north"].course.pages[record_number(folk)].of_type("rekey"))).body)


def record_number(folk: Folk) -> int:
    return folk.seats["north"].course.number
