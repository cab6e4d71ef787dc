"""Nobody chooses dice, rolls them again, or foresees them from what is public."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk
from known_keys import known_key

from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, undo
from pbem.app.audits import audit, envelopes_in
from pbem.app.dicework import all_dice, explain_die
from pbem.app.new_keys import rekey
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.book.charter import Charter
from pbem.book.documents import Reveal, SeatEntry, read_payload
from pbem.book.page import from_file
from pbem.dice.chain import KnownLink, check_link
from pbem.dice.log import Die
from pbem.dice.roll import roll
from pbem.dice.seed import next_seed
from pbem.model.digest import digest
from pbem.model.errors import Refused, Tampered
from pbem.office.mails import block
from pbem.office.revealing import reveal_link
from pbem.seal.envelope import Header, payload_digest
from pbem.seal.signing import signed


def played(root: Path, folk: Folk, name: str, change: Callable[[str], str], hours: int, extra: int) -> dict[str, int]:
    """The dice of exchange 2 when a sheet is written otherwise, sent later, and revised more often."""
    copy = Folk(root / name, RULESET, "referee", seed=folk.seed, now=folk.now + timedelta(hours=hours))
    shutil.copytree(folk.root, root / name)
    copy.seats = {seat: copy.open(seat) for seat in folk.seats}
    for seat in copy.writers():
        sheets = ["\n" * number + copy.sheet_of(seat) for number in range(extra)]
        for sheet in [*sheets, change(copy.sheet_of(seat))]:
            mail = sign(copy.seats[seat], sheet).mail
            assert mail
            copy.carry([mail])
    copy.now += timedelta(hours=3)
    copy.carry(adjudicate(copy.seats["referee"], copy.now).mails)
    return {die.name: die.face for die in all_dice(copy.seats["north"].course)}


def test_comments_blanks_order_times_and_refused_lists_move_no_die(tmp_path: Path) -> None:
    folk = Folk(tmp_path / "first", RULESET, "referee", seed=3).found()
    folk.play_exchange()
    plain = played(tmp_path, folk, "plain", lambda sheet: sheet, 0, 0)
    assert plain
    assert (
        played(tmp_path, folk, "comments", lambda sheet: f"# the gods are with us\n\n{sheet}\n# amen\n", 0, 0) == plain
    )
    assert played(tmp_path, folk, "late", lambda sheet: sheet, 9, 0) == plain
    assert played(tmp_path, folk, "revised", lambda sheet: sheet, 0, 3) == plain


def forged_entry(folk: Folk, seat: str, of: SeatEntry, **change: str) -> tuple[Header, bytes]:
    entry = replace(of, **change)
    draft = folk.seats[seat].charter.draft_digest
    body = entry.to_bytes()
    payload = payload_digest(game=b"", exchange=0, seat=seat, salt=b"", payload=body)
    return Header(type="entry", game=b"", exchange=0, seat=seat, revision=0, after=draft, payload_digest=payload), body


@pytest.mark.parametrize("what", ["tip", "sealing"])
def test_anothers_tip_is_not_taken_as_ones_own(tmp_path: Path, what: str) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    charter = folk.seats["north"].charter
    header, body = forged_entry(
        folk, "south", charter.entries["south"], **{what: getattr(charter.entries["north"], what)}
    )
    entries = {**charter.entry_envelopes, "south": signed(folk.identity("south"), header, body)}
    with pytest.raises(Refused, match="the same key or tip"):
        Charter.of(charter.draft_envelope, entries)


def test_one_key_has_one_seat(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    charter = folk.seats["north"].charter
    header, body = forged_entry(folk, "south", charter.entries["south"], key=charter.entries["north"].key)
    entries = {**charter.entry_envelopes, "south": signed(folk.identity("north"), header, body)}
    with pytest.raises(Refused, match="the same key or tip"):
        Charter.of(charter.draft_envelope, entries)


@pytest.mark.parametrize("which", ["another position", "another seat", "no link", "random"])
def test_a_link_of_another_position_or_seat_is_not_taken(tmp_path: Path, which: str) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    north, referee = folk.seats["north"], folk.seats["referee"]
    link = {
        "another position": north.vault.chain.link(2),
        "another seat": folk.seats["south"].vault.chain.link(1),
        "no link": b"",
        "random": digest("a link"),
    }[which]
    envelope = north.envelope("orders", folk.sheet_of("north").encode(), revision=1, link=link, salt=digest("salt"))
    got = receive(referee, [("mail", block(envelope).encode())], folk.now)
    assert not got.taken
    assert "link" in str(got.kept[0])
    if link:
        with pytest.raises(Tampered):
            check_link(north.charter.draft_digest, "north", KnownLink(1, link), known=north.course.keys["north"].known)


def public_values(root: Path) -> set[bytes]:
    """Every value of 32 bytes that a book shows: digests, links, seeds, tips, and what headers hold."""
    values: set[bytes] = set()
    for path in root.rglob("*.pbem"):
        envelope = from_file(path.read_bytes())
        header = envelope.header
        values |= {header.game, header.after, header.link, header.payload_digest, header.digest()}
        text = envelope.body.decode("utf-8", "replace")
        for word in text.replace('"', " ").replace(",", " ").split():
            if len(word) == 64 and all(sign in "0123456789abcdef" for sign in word):
                values.add(bytes.fromhex(word))
    return {value for value in values if len(value) == 32}


@pytest.mark.parametrize("how", ["undo", "rekey"])
def test_a_seed_after_undo_or_rekey_does_not_follow_from_public_links(tmp_path: Path, how: str) -> None:
    folk = Folk(tmp_path, RULESET, "referee").found()
    for _ in range(3):
        folk.play_exchange()
    north = folk.seats["north"]
    if how == "undo":
        folk.carry(undo(north, 1, "a slip", folk.now))
        folk.carry(agree(folk.seats["south"], folk.now))
        folk.carry(agree(folk.seats["referee"], folk.now))
    else:
        new = known_key(digest("new key"))
        folk.carry(rekey(north, new))
        north.identity = new
        folk.play_exchange()
    before, number, public = north.course.seed, north.course.open_number, public_values(tmp_path / "north" / "book")
    seats = tuple(north.course.procedure.link_in)
    links = sorted({b"", *(link for page in north.course.pages.values() for link in _links(page.documents))})
    folk.play_exchange()
    seed = north.course.seeds[number]
    assert seed not in public
    for guess in itertools.product(links, repeat=len(seats)):
        assert next_seed(before, number, seats, dict(zip(seats, guess, strict=True))) != seed


def _links(documents: object) -> list[bytes]:
    return [one.header.link for one in documents.values() if one.header.link]  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", ["referee", "mutual", "alone"])
def test_no_published_value_is_the_key_of_dice_to_come(tmp_path: Path, mode: str) -> None:
    folk = Folk(tmp_path, RULESET, mode, seed=2).found()
    north, thrown = folk.seats["north"], 0
    for _ in range(4):
        public = public_values(tmp_path / "north" / "book")
        folk.play_exchange()
        seed = north.course.seed
        assert seed not in public
        for die in [one for one in all_dice(north.course) if one.exchange == north.course.number]:
            thrown += 1
            assert roll(seed, die.key, index=die.index, faces=die.die) == die.face
    assert thrown


def test_a_record_that_leaves_a_seat_out_is_no_record(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    folk.play_exchange()
    page = folk.seats["referee"].course.pages[1]
    record = page.record
    assert record is not None
    left_out = replace(record, links={**record.links, "south": ""})
    game = folk.seats["referee"]
    close = page.documents["close.pbem"].header.digest()
    forged = signed(
        folk.identity("referee"),
        game.header("record", left_out.to_bytes(), exchange=1, after=close),
        left_out.to_bytes(),
    )
    got = receive(folk.seats["north"], [("mail", block(forged).encode())], folk.now)
    assert got.proofs, "a second record of one exchange is proof"
    path = tmp_path / "north" / "book" / "01" / "reveal-south.pbem"
    path.unlink()
    found = audit(tmp_path / "north", rulesets=lambda name: RULESET)
    assert any("reveal-south" in str(one) for one in found.findings.breaks)


def test_two_closes_to_two_seats_give_no_record(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    for seat in folk.writers():
        mail = sign(folk.seats[seat], folk.sheet_of(seat)).mail
        assert mail
        folk.carry([mail])
    referee, north, south = (folk.seats[seat] for seat in ("referee", "north", "south"))
    folk.now += timedelta(hours=3)
    closed = adjudicate(referee, folk.now)
    (one,) = [found for found in envelopes_in(closed.mails[0].text.encode(), "mail") if found.header.type == "close"]
    body = one.body.replace(b"2025-11-04T12", b"2025-11-04T11")
    assert body != one.body
    header = referee.header("close", body, link=one.header.link)
    other = signed(folk.identity("referee"), header, body)
    first = receive(north, [("mail", block(one).encode())], folk.now).mails
    second = receive(south, [("mail", block(other).encode())], folk.now).mails
    assert first
    assert second
    got = receive(referee, [(mail.name, mail.text.encode()) for mail in (*first, *second)], folk.now)
    assert any("another close" in str(kept) for kept in got.kept)
    with pytest.raises(AssertionError):
        folk.play_exchange()
    caught = receive(north, [("mail", block(other).encode())], folk.now)
    assert caught.proofs
    assert (north.folder.path / caught.proofs[0].name).exists()


def test_a_seat_reveals_only_for_a_close_that_lists_its_orders(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    north, referee = folk.seats["north"], folk.seats["referee"]
    mail = sign(folk.seats["south"], folk.sheet_of("south")).mail
    assert mail
    folk.carry([mail])
    assert sign(north, folk.sheet_of("north")).mail, "never sent"
    folk.now += timedelta(days=30)
    closed = adjudicate(referee, folk.now, missed=True)
    got = receive(north, [("mail", closed.mails[0].text.encode())], folk.now)
    assert not got.mails
    assert "does not name the orders of north" in got.notes[0]
    with pytest.raises(Refused):
        reveal_link(north)


def test_every_die_is_explained_from_links(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "mutual").found()
    folk.play()
    game = folk.seats["south"]
    for die in all_dice(game.course):
        (*_, face) = explain_die(game, die.name)[die.index].facts
        assert face.value.endswith(f"= {die.face}")
        assert isinstance(die, Die)


def test_a_false_public_opening_is_not_taken(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "alone").found()
    writer, closer = ("north", "south") if folk.seats["north"].course.writer == "north" else ("south", "north")
    w, v = folk.seats[writer], folk.seats[closer]
    mail = sign(w, folk.sheet_of(writer)).mail
    assert mail
    folk.carry([mail])
    sign(v, folk.sheet_of(closer))
    closed = adjudicate(v, folk.now)
    receive(w, [("mail", closed.mails[0].text.encode())], folk.now)
    (close,) = [one for one in envelopes_in(closed.mails[0].text.encode(), "m") if one.header.type == "close"]
    said = Reveal(salt=digest("other").hex(), sheet=folk.sheet_of(writer))
    header = w.header("reveal", said.to_bytes(), after=close.header.digest(), link=w.vault.chain.link(1))
    forged = signed(folk.identity(writer), header, said.to_bytes())
    got = receive(v, [("mail", block(forged).encode())], folk.now)
    assert "a false opening" in str(got.kept[0])
    assert read_payload(Reveal, forged.body) == said
