"""Junk comes first, strangers enter, letters by the thousand, a package under our name, files slipped into a book."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from duel import RULESET
from folk import MORNING, Folk, entropy_of
from forgery import again, broken, give, last_page, later, made, number_again, refused, says, stamp
from known_keys import known_key
from whole_books import VERIFIER

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import audit, envelopes_in
from pbem.app.founding import join, new, new_draft, start
from pbem.app.ordering import sign
from pbem.app.receiving import receive
from pbem.book.documents import JSON_KINDS, Draft, Extension, SeatEntry, Silence, read_payload
from pbem.book.page import as_file
from pbem.book.writing import write_file
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.errors import Refused, RulesBug, Tampered
from pbem.office import offers, rulesets
from pbem.office.game import Game
from pbem.office.knowing import referee_box
from pbem.office.mails import block, box_block
from pbem.seal.blocks import find_blocks
from pbem.seal.box import Box, close_box
from pbem.seal.envelope import Envelope, Header, payload_digest
from pbem.seal.keys import Identity, fingerprint, public_line
from pbem.seal.signing import signed

NOT_WRITTEN = ("\x1b[2J", "\u202e", "\u200b", "\x07", "\x85", "\u2066", "\ufeff")
"""What clears a terminal, turns the writing, hides, rings, breaks lines."""


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    return Folk(tmp_path, RULESET, "referee", terms={"earliest": 0}).found()


# boxes


def test_a_junk_box_first(folk: Folk) -> None:
    """A box for South's orders that does not open comes before his mail does: nothing is blocked."""
    signed_orders = sign(folk.seats["south"], folk.sheet_of("south"))
    assert signed_orders.mail
    junk = box_block(Box(signed_orders.envelope.header.digest(), b"\x00" * 1200))
    early = give(folk, "referee", junk)
    assert (early.taken, early.kept) == ([], [])
    got = give(folk, "referee", junk, signed_orders.mail.text)
    assert [one.header.seat for one in got.taken] == ["south"]
    assert not got.kept


def test_who_sends_again_is_heard_again(folk: Folk) -> None:
    """The first mail lost its box on the way; the second, whole, is taken."""
    south = folk.seats["south"]
    made_orders = sign(south, folk.sheet_of("south"))
    assert made_orders.mail
    assert "the box is missing" in refused(give(folk, "referee", made_orders.envelope))
    got = give(folk, "referee", made_orders.mail.text)
    assert [one.header.seat for one in got.taken] == ["south"]


def test_a_box_that_opens_to_something_else(folk: Folk) -> None:
    south = folk.seats["south"]
    made_orders = sign(south, folk.sheet_of("south"))
    head, salt = made_orders.envelope.header, digest("s")
    promise = payload_digest(game=head.game, exchange=head.exchange, seat="south", salt=salt, payload=b"other\n")
    reader = south.course.keys["referee"].sealing
    box = box_block(close_box(replace(head, payload_digest=promise), salt=salt, payload=b"other\n", reader=reader))
    assert "the box is missing" in refused(give(folk, "referee", made_orders.envelope, box))
    false = Box.decode(find_blocks(box)[0].data())
    same = box_block(Box(head.digest(), false.closed))
    assert "a false box" in refused(give(folk, "referee", made_orders.envelope, same))
    true = box_block(referee_box(south, made_orders.envelope))
    whole = give(folk, "referee", made_orders.envelope, same, true)
    assert [one.header.seat for one in whole.taken] == ["south"]


# characters


@pytest.mark.parametrize("sign_", NOT_WRITTEN, ids=lambda sign_: f"U+{ord(sign_[0]):04X}")
def test_control_characters_in_each_text_of_a_document(folk: Folk, sign_: str) -> None:
    """Wherever a record holds a text, it is refused when it is read: nothing that acts reaches a terminal."""
    referee, text = folk.seats["referee"], f"fine{sign_}words"
    more_time = Extension(until=stamp(later(folk, days=20)), why="x").plain() | {"why": text}
    got = give(folk, "north", made(referee, "extension", more_time, revision=1))
    assert not got.taken
    assert sign_ not in " ".join(map(str, got.kept))
    for kind, model in JSON_KINDS.items():
        for name in texts_of(model):
            with pytest.raises(Tampered, match=r"U\+|no "):
                read_payload(model, canonical(with_text(kind, name, text, folk)))


def texts_of(model: Any) -> list[str]:
    """The fields of a record that hold free text."""
    wanted = {"why", "name", "scenario", "clock", "days"}
    return sorted(wanted & {each.name for each in fields(model)})


def with_text(kind: str, name: str, text: str, folk: Folk) -> dict[str, Any]:
    charter = folk.seats["north"].charter
    plain: dict[str, dict[str, Any]] = {
        "draft": charter.draft.plain(),
        "entry": charter.entries["north"].plain(),
        "extension": Extension(until=stamp(folk.now)).plain(),
        "agreement": {
            "at": stamp(folk.now), "kind": "undo", "exchange": 0, "lapses": stamp(folk.now), "why": "",
            "until": stamp(folk.now), "documents": {}, "outcome": None, "result": None,
        },
    }  # fmt: skip
    plain["proposal"] = plain["agreement"]
    return plain[kind] | {name: text}


def test_control_characters_stand_in_no_book(folk: Folk) -> None:
    folk.play_exchange()
    page = last_page(folk)

    def colour(said: dict[str, Any]) -> None:
        said["outcome"]["stretches"][0]["turn"] = "round\x1b[31m 1"

    with pytest.raises(Tampered):
        broken(folk, number_again(folk, page.values(), colour))


# charters


def test_a_draft_of_the_year_9999(tmp_path: Path) -> None:
    usual: dict[str, Any] = {"scenario": "salle", "mode": "referee", "entropy": bytes, "now": MORNING}
    draft = new_draft(RULESET, **usual)
    for changed in (
        {"first": "9999-12-31T20:00:00Z"}, {"first": "2099-01-01T20:00:00Z"}, {"windows": {"no such topic": "ask"}},
        {"options": {"nothing": "x"}}, {"scenario": "nowhere"}, {"turn": 0}, {"turn": 999_999}, {"language": "xx"},
        {"stalled": {"after": 0, "then": "lost"}}, {"stalled": {"after": 999, "then": "lost"}}, {"clock": "99:99"},
        {"days": "someday"}, {"misses": 0}, {"grace": 100_000},
    ):  # fmt: skip
        body = canonical(draft.plain() | changed)
        head = Header(
            type="draft", game=b"", exchange=0, seat="referee", revision=0, after=b"",
            payload_digest=payload_digest(game=b"", exchange=0, seat="referee", salt=b"", payload=body),
        )  # fmt: skip
        identity = known_key(digest("somebody"))
        offered = signed(identity, head, body)
        with pytest.raises((Refused, Tampered)):
            join(
                tmp_path / "folder", tmp_path / "home", seat="north", identity=identity, entropy=os.urandom,
                now=MORNING, draft=offered, rulesets=lambda name: RULESET,
            )  # fmt: skip
        assert not (tmp_path / "home").exists(), changed
        with pytest.raises(Refused):
            new_draft(RULESET, **(usual | changed))


def offered(tmp_path: Path, **terms: Any) -> tuple[Folk, Envelope, Draft]:
    folk = Folk(tmp_path, RULESET, "referee")
    draft = new_draft(RULESET, scenario="salle", mode="referee", entropy=entropy_of("draft"), now=MORNING, **terms)
    mail = new(tmp_path / "referee", draft, seat="referee", identity=folk.identity("referee"))
    (envelope,) = envelopes_in(mail.text.encode(), "draft")
    return folk, envelope, draft


def enter(folk: Folk, seat: str, draft: Envelope, folder: str = "", key: Identity | None = None) -> str:
    where = folder or seat
    mail = join(
        folk.root / where, folk.root / f"home-{where}", seat=seat, identity=key or folk.identity(seat), now=MORNING,
        entropy=entropy_of(where), draft=draft, rulesets=lambda name: RULESET,
    )  # fmt: skip
    return mail.text


def test_a_strangers_entry(tmp_path: Path) -> None:
    """Two have entered for North: the drafter says which, and the charter names the key."""
    folk, draft, _ = offered(tmp_path)
    stranger = known_key(digest("a stranger"))
    entries = [enter(folk, "referee", draft), enter(folk, "north", draft)]
    entries += [enter(folk, "north", draft, "elsewhere", stranger), enter(folk, "south", draft)]
    game = folk.open("referee")
    for text in entries:
        receive(game, [("mail", text.encode())], MORNING)
    assert not game.has_begun
    with pytest.raises(Refused, match="2 have entered for north"):
        start(game)
    with pytest.raises(Refused, match="no entry of north by the key"):
        start(game, {"north": "nobody"})
    mails = start(game, {"north": fingerprint(folk.identity("north").public)})
    assert fingerprint(folk.identity("north").public) in mails[0].text
    assert game.charter.entries["north"].key == public_line(folk.identity("north").public)
    north = folk.open("north")
    receive(north, [("mail", mails[0].text.encode())], MORNING)
    assert north.charter.game == game.charter.game


def test_a_seat_that_is_kept_for_a_key(tmp_path: Path) -> None:
    folk = Folk(tmp_path, RULESET, "referee")
    kept = public_line(folk.identity("north").public)
    folk, draft, _ = offered(tmp_path, invited={"north": kept})
    stranger = known_key(digest("a stranger"))
    with pytest.raises(Refused, match="keeps the seat of north for another key"):
        enter(folk, "north", draft, "elsewhere", stranger)
    for seat in ("north", "south", "referee"):
        enter(folk, seat, draft)
    game = folk.open("referee")
    false = json.loads(game.desk.envelopes(0, "entry")[0].body) | {"key": public_line(stranger.public), "hidden": ""}
    body = canonical(false)
    head = Header(
        type="entry", game=b"", exchange=0, seat="north", revision=0, after=draft.header.digest(),
        payload_digest=payload_digest(game=b"", exchange=0, seat="north", salt=b"", payload=body),
    )  # fmt: skip
    got = receive(game, [("mail", block(signed(stranger, head, body)).encode())], MORNING)
    assert "keeps the seat of north for another key" in str(got.kept[0])
    assert read_payload(SeatEntry, body).key != kept


# post


def test_a_bounce_for_a_forged_signature(folk: Folk) -> None:
    """South would be told that he is refused, who never wrote: unverified bytes get no answer."""
    forged = made(folk.seats["south"], "orders", b"x\n", revision=1, salt=bytes(32), by=folk.identity("north"))
    got = give(folk, "referee", forged)
    assert "signed by another key" in refused(got)
    assert got.mails == []
    assert not list(folk.seats["referee"].folder.sent.glob("bounce-*"))


def test_a_thousand_unmarked_letters(folk: Folk) -> None:
    letter = b"From: a@b\nSubject: news %d\n\nNothing of ours.\n"
    sources = [(f"{number}.eml", letter % number) for number in range(1000)]
    got = receive(folk.seats["referee"], sources, folk.now)
    assert (got.taken, got.kept, got.mails) == ([], [], [])
    assert len(got.notes) == 1
    assert "1000 letters" in got.notes[0]
    assert not folk.seats["referee"].folder.kept.exists()


def test_another_games_mail(folk: Folk, tmp_path: Path) -> None:
    other = Folk(tmp_path / "other", RULESET, "referee", terms={"turn": 24}).found()
    text = sign(other.seats["south"], other.sheet_of("south")).mail
    assert text
    got = give(folk, "referee", text.text)
    assert (got.taken, got.kept, got.mails, got.passed_over) == ([], [], [], 1)
    assert not folk.seats["referee"].folder.kept.exists()


# packages


class Point:
    """What an installed package offers."""

    def __init__(self, name: str, value: str, dist: str, load: Any) -> None:
        self.name, self.value, self.package, self.load = name, value, f"{dist} 6.6", load


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> list[Point]:
    points: list[Point] = []
    monkeypatch.setattr(offers, "offered", lambda group: points)
    offers.offers.cache_clear()
    rulesets.ruleset.cache_clear()
    yield points  # type: ignore[misc]
    offers.offers.cache_clear()
    rulesets.ruleset.cache_clear()


def test_a_shadowing_package(packages: list[Point]) -> None:
    """Another package offers a ruleset under a known name, with a rule more: nobody plays by chance."""
    packages += [Point("duel", "a:R", "honest", lambda: RULESET), Point("duel", "b:R", "shadow", lambda: RULESET)]
    with pytest.raises(Refused, match=r"two packages offer duel: honest 6\.6 and shadow 6\.6"):
        rulesets.ruleset("duel")


def test_a_ruleset_under_anothers_name(packages: list[Point]) -> None:
    packages.append(Point("ford", "b:R", "shadow", lambda: RULESET))
    with pytest.raises(RulesBug, match=r"shadow 6\.6 offers duel under the name ford"):
        rulesets.ruleset("ford")


def test_a_broken_package_stops_no_other(packages: list[Point]) -> None:
    def fails() -> None:
        raise ImportError("no such thing")

    packages += [Point("duel", "a:R", "honest", lambda: RULESET), Point("broken", "b:R", "sloppy", fails)]
    assert rulesets.ruleset("duel") is RULESET
    with pytest.raises(RulesBug, match=r"broken, of sloppy 6\.6, cannot be loaded: ImportError: no such thing"):
        rulesets.ruleset("broken")


# the book's folder


@pytest.mark.parametrize(
    "what", ["a file", "a file in a number", "a folder", "a link", "a link in a number", "a large file"]
)
def test_stray_files_and_links_in_the_book(folk: Folk, what: str) -> None:
    folk.play_exchange()
    book = folk.seats["north"].folder.book
    match what:
        case "a file":
            (book / "notes.txt").write_text("mine\n")
        case "a file in a number":
            (book / "01" / "notes.txt").write_text("mine\n")
        case "a folder":
            (book / "01" / "more").mkdir()
        case "a link":
            (book / "02").symlink_to(book / "01")
        case "a link in a number":
            (book / "01" / "close-copy.pbem").symlink_to(book / "01" / "close.pbem")
        case "a large file":
            (book / "01" / "close.pbem").write_bytes(b"A" * (24 * 1024 * 1024 + 1))
    assert not audit(folk.root / "north", rulesets=lambda name: RULESET).ok
    done = subprocess.run([sys.executable, "-I", str(VERIFIER), str(book)], capture_output=True, text=True, check=False)
    assert done.returncode == 4, done.stdout


# a full disk


@pytest.mark.parametrize("verb", ["sign", "receive", "adjudicate"])
def test_a_full_disk_leaves_nothing_behind(folk: Folk, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """Whichever write fails, nothing half-written stays, and said again the verb comes to the same end."""
    for seat in ("north", "south"):
        mail = sign(folk.seats[seat], folk.sheet_of(seat)).mail
        if verb == "adjudicate":
            assert mail
            folk.carry([mail])
    text = (folk.seats["south"].folder.sent / "01-orders-south-1.txt").read_bytes()
    doing: dict[str, Any] = {
        "sign": lambda: sign(folk.seats["north"], "\n" + folk.sheet_of("north")),
        "receive": lambda: receive(folk.seats["referee"], [("mail", text)], folk.now),
        "adjudicate": lambda: adjudicate(folk.seats["referee"], folk.now),
    }
    from pbem.book import writing

    real, left = writing._write, [0]

    def full(path: Path, data: bytes, mode: int) -> None:
        if left[0] == 0:
            path.write_bytes(data[: len(data) // 2])
            raise OSError(28, "No space left on device", str(path))
        left[0] -= 1
        real(path, data, mode)

    monkeypatch.setattr(writing, "_write", full)
    failures = 0
    for count in range(60):
        left[0] = count
        for game in folk.seats.values():
            game.refresh()
        try:
            doing[verb]()
        except OSError:
            failures += 1
            litter = [path for path in folk.root.rglob("*") if path.name.endswith(".part") or path.name == ".scratch"]
            assert litter == []
        else:
            break
    assert failures
    monkeypatch.setattr(writing, "_write", real)
    assert folk.seats["north"].course.number == 0


def test_folders_are_their_owners_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folk = Folk(tmp_path, RULESET, "referee", terms={"earliest": 0}).found()
        folk.play_exchange()
        write_file(tmp_path / "new" / "deep" / "file", b"x")
    finally:
        os.umask(before)
    made_by_us = [path for path in tmp_path.rglob("*") if path.is_dir()]
    assert made_by_us
    assert {path.stat().st_mode & 0o777 for path in made_by_us} == {0o700}


def test_a_silence_is_signed_by_its_author(folk: Folk) -> None:
    said = Silence(at=stamp(folk.now), by="south", owed="orders", since=stamp(folk.now))
    forged = made(folk.seats["referee"], "silence", said, revision=1, by=folk.identity("north"))
    assert "signed by another key" in refused(give(folk, "south", forged))


def test_the_book_takes_no_document_twice(folk: Folk) -> None:
    folk.play_exchange()
    page = last_page(folk)
    receipt = next(one for name, one in page.items() if name.startswith("receipt"))
    twin = again(folk.identity("referee"), receipt, says(receipt), revision=receipt.header.revision + 1)
    assert broken(folk, number_again(folk, [*page.values(), twin]))
    assert as_file(twin) != as_file(receipt)
    assert replace(twin.header, revision=receipt.header.revision) == receipt.header
    assert isinstance(folk.seats["north"], Game)
