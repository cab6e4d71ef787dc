"""Whole books, honest and broken: pbem, `verify.py` and `verify.html` come to the same verdict about each.

A break is made as its maker could make it: by whoever holds the files, or by a seat that signs again.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from verifiers import ROOT, open_page, printed_by_page, printed_by_script

from pbem.app.flow.agreeing import agree, end, undo
from pbem.app.flow.auditing import audit
from pbem.app.flow.ending import open_hidden
from pbem.book.findings import Findings
from pbem.book.page import Page, as_file, files_of, from_file
from pbem.book.read import read_book
from pbem.dice.roll import roll
from pbem.dice.seed import next_seed
from pbem.model.canonical import canonical
from pbem.model.digest import framed
from pbem.seal.envelope import Envelope, payload_digest
from pbem.seal.keys import Identity
from pbem.seal.signing import signed
from rules.ford import RULESET as FORD

sys.path[:0] = [str(ROOT / "tests" / "core" / "app"), str(ROOT / "tests" / "core" / "book")]

from duel import RULESET as DUEL  # noqa: E402
from folk import Folk, plain_report  # noqa: E402


class Sample:
    """A copy of a book that may be broken, and the hands that can sign in it."""

    def __init__(self, folk: Folk, path: Path) -> None:
        self.folk, self.path = folk, path
        shutil.copytree(folk.root / next(iter(folk.seats)) / "book", path)

    def identity(self, seat: str) -> Identity:
        return self.folk.identity(seat)

    def file(self, number: int, name: str) -> Path:
        return self.path / f"{number:02}" / name

    def document(self, number: int, name: str) -> Envelope:
        return from_file(self.file(number, name).read_bytes())

    def says(self, number: int, name: str) -> Any:
        return json.loads(self.document(number, name).body)

    def sign_again(self, number: int, name: str, says: Any = None, **header: Any) -> Envelope:
        """The document of a file signed anew by its seat, with other contents or another header."""
        old = self.document(number, name)
        body = old.body if says is None else canonical(says)
        head = replace(old.header, **header)
        promise = payload_digest(game=head.game, exchange=head.exchange, seat=head.seat, salt=b"", payload=body)
        if body:
            head = replace(head, payload_digest=promise)
        made = signed(self.identity(head.seat), head, body)
        self.file(number, name).write_bytes(as_file(made))
        return made

    def record_again(self, number: int, change: Callable[[Any], None]) -> None:
        """The record of a number written again by its writer, its readable copies with it."""
        says = self.says(number, "record.pbem")
        change(says)
        self.sign_again(number, "record.pbem", says)
        self.show_again(number)

    def show_again(self, number: int) -> None:
        """The readable copies as they follow from the documents."""
        folder = self.path / f"{number:02}"
        documents = [from_file(path.read_bytes()) for path in sorted(folder.glob("*.pbem"))]
        for name, data in files_of(Page.of(number, documents)).items():
            (folder / name).write_bytes(data)

    def number_with_dice(self, at_least: int = 1) -> int:
        return next(
            number
            for number in range(at_least, 99)
            if self.file(number, "record.pbem").exists() and self.says(number, "record.pbem")["outcome"]["dice"]
        )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Folk]]:
    """A whole game of ford with a referee, opened; one in `mutual`, undone once, ended, opened; two alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        referee = Folk(tmp_path_factory.mktemp("referee"), FORD, "referee").found()
        referee.play()
        referee.carry(open_hidden(referee.seats["referee"]))
        yield {
            "referee": referee,
            "mutual": _mutual(Folk(tmp_path_factory.mktemp("mutual"), FORD, "mutual")),
            "alone": _alone(Folk(tmp_path_factory.mktemp("alone"), DUEL, "alone")),
        }


def _mutual(folk: Folk) -> Folk:
    folk.found()
    for _ in range(4):
        folk.play_exchange()
    folk.carry(undo(folk.seats["red"], 2, "the wrong file", folk.now))
    folk.carry(agree(folk.seats["blue"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    for _ in range(3):
        folk.play_exchange()
    folk.carry(end(folk.seats["red"], "blue", "red gives up", folk.now))
    folk.carry(agree(folk.seats["blue"], folk.now))
    folk.carry(agree(folk.seats["referee"], folk.now))
    folk.carry(open_hidden(folk.seats["referee"]))
    return folk


def _alone(folk: Folk) -> Folk:
    folk.found()
    folk.play()
    return folk


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with open_page() as opened:
        yield opened


# honest books


@pytest.mark.parametrize("mode", ["referee", "mutual", "alone"])
def test_an_honest_book_verifies(played: dict[str, Folk], tmp_path: Path, mode: str) -> None:
    sample = Sample(played[mode], tmp_path / "book")
    findings = Findings()
    book = read_book(sample.path, findings)
    assert findings.ok
    assert book is not None
    *levels, last = printed_by_script(sample.path)
    assert last == f"ok     head {book.course.head.hex()}"
    assert [line.split()[0] for line in levels] == ["envelopes", "heads", "links", "dice", "hidden"]
    assert all(int(line.split()[1]) > 0 and line.endswith("pass") for line in levels)
    assert "0 not yet open" in levels[-1]


@pytest.mark.parametrize("mode", ["referee", "mutual", "alone"])
def test_the_page_finds_the_same(page: Any, played: dict[str, Folk], tmp_path: Path, mode: str) -> None:
    sample = Sample(played[mode], tmp_path / "book")
    said = printed_by_script(sample.path)
    assert printed_by_page(page, sample.path) == said
    assert printed_by_page(page, sample.path, own=True) == said


def test_what_is_sealed_is_counted_as_not_yet_open(played: dict[str, Folk], tmp_path: Path) -> None:
    sample = Sample(played["referee"], tmp_path / "book")
    shutil.rmtree(max(sample.path.iterdir()))
    *_levels, hidden, last = printed_by_script(sample.path)
    assert re.fullmatch(r"hidden +0 checked +[1-9][0-9]* not yet open +pass", hidden)
    assert last.startswith("ok")


# broken books: what is done to the book, and what the script says first


def _write(sample: Sample, number: int, name: str, data: bytes) -> None:
    """An envelope of any bytes, in armour as it is written."""
    text = base64.b64encode(data).decode()
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    whole = ["-----BEGIN PBEM ENVELOPE-----", *lines, "-----END PBEM ENVELOPE-----", ""]
    sample.file(number, name).write_bytes("\n".join(whole).encode())


def byte_in_a_file(sample: Sample) -> str:
    path = sample.file(2, "close.pbem")
    data = bytearray(path.read_bytes())
    data[200] = ord("B") if data[200] == ord("A") else ord("A")
    path.write_bytes(data)
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: "


def mark_of_the_armour(sample: Sample) -> str:
    path = sample.file(2, "close.pbem")
    path.write_bytes(path.read_bytes().replace(b"-----END", b"----=END"))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: is not in armour as it is written"


def contents_changed_after_signing(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    body = made.body.replace(b'"at":"2025', b'"at":"2024')
    assert body != made.body
    _write(sample, 2, "close.pbem", framed(made.header.encode(), made.signature, body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: holds what referee did not sign"


def header_changed_after_signing(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    head = replace(made.header, revision=7)
    _write(sample, 2, "close.pbem", framed(head.encode(), made.signature, made.body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: has a signature that does not fit"


def signed_by_another_seat(sample: Sample) -> str:
    made = sample.document(2, "close.pbem")
    forged = sample.identity("red").sign(made.header.encode())
    _write(sample, 2, "close.pbem", framed(made.header.encode(), forged, made.body))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: has a signature that does not fit"


def document_of_another_game(sample: Sample) -> str:
    sample.sign_again(2, "close.pbem", game=bytes(32))
    return r"envelopes .* 1 BREAK\n  book/02/close.pbem: belongs to another game or exchange"


def die_turned_in_the_readable_log(sample: Sample) -> str:
    number = sample.number_with_dice()
    path = sample.file(number, "dice.yaml")
    face = re.search(r"(?m)^  face: ([0-9]+)$", path.read_text())
    assert face
    turned = int(face[1]) % 6 + 1
    path.write_text(path.read_text().replace(face[0], f"  face: {turned}", 1))
    name = sample.says(number, "record.pbem")["outcome"]["dice"][0]["name"]
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml:3: {re.escape(name)} says {turned}, signed {face[1]}"


def die_taken_out_of_the_readable_log(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.file(number, "dice.yaml").write_text("[]\n")
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: shows more or fewer dice than were signed"


def die_turned_by_the_referee(sample: Sample) -> str:
    number = sample.number_with_dice()

    def turn(says: Any) -> None:
        die = says["outcome"]["dice"][0]
        die["face"] = die["face"] % die["die"] + 1

    sample.record_again(number, turn)
    die = sample.says(number, "record.pbem")["outcome"]["dice"][0]
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: {re.escape(die['name'])} says {die['face']}, computed "


def die_of_an_earlier_seed(sample: Sample) -> str:
    """Whoever writes the record knows the seeds before: a die under one of them would be of his choice."""
    number = sample.number_with_dice(at_least=2)

    def choose(says: Any) -> None:
        die = says["outcome"]["dice"][0]
        seed = bytes.fromhex(sample.says(number - 1, "record.pbem")["seed"])
        die["exchange"] = number - 1
        die["face"] = roll(seed, tuple(die["key"]), index=die["index"], faces=die["die"])
        die["name"] = "/".join([str(number - 1), *die["key"]])

    sample.record_again(number, choose)
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: .* belongs to an exchange without a seed"


def die_entered_twice(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.record_again(number, lambda says: says["outcome"]["dice"].append(says["outcome"]["dice"][0]))
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: throws a die twice"


def hidden_die_in_public(sample: Sample) -> str:
    number = sample.number_with_dice()
    sample.record_again(number, lambda says: says["outcome"]["dice"][0].update(hidden=True))
    return rf"dice .* 1 BREAK\n  book/{number:02}/dice.yaml: .* belongs to an exchange without a seed"


def forked_record(sample: Sample) -> str:
    sample.record_again(2, lambda says: says.update(at="2025-11-04T23:59:00Z"))
    return r"heads .* 1 BREAK\n  book/03/.*\.pbem: answers another document"


def record_by_a_player(sample: Sample) -> str:
    sample.sign_again(2, "record.pbem", seat="red")
    return r"heads .* 1 BREAK\n  book/02/record.pbem: is not for red to write"


def page_missing(sample: Sample) -> str:
    shutil.rmtree(sample.path / "03")
    return r"heads .* 1 BREAK\n  book/03/: has not one record, agreement or opening"


def document_missing(sample: Sample) -> str:
    sample.file(2, "close.pbem").unlink()
    return r"heads .* 1 BREAK\n  book/02/close.pbem: is missing"


def document_too_many(sample: Sample) -> str:
    shutil.copy(sample.file(2, "close.pbem"), sample.file(2, "close-2.pbem"))
    return r"heads .* 1 BREAK\n  book/02/close-2.pbem: is not what record.pbem names"


def link_left_out(sample: Sample) -> str:
    """The referee has seen a player's link, likes the dice better without it, and says it never came."""
    name = next(path.name for path in sorted((sample.path / "02").glob("reveal-*.pbem")))
    seat = sample.document(2, name).header.seat
    sample.file(2, name).unlink()

    def leave_out(says: Any) -> None:
        del says["documents"][name]
        says["links"][seat] = ""
        _seed_again(sample, 2, says)

    sample.record_again(2, leave_out)
    return r"links .* 1 BREAK\n  book/02/record.pbem: lacks a link"


def link_of_another_position(sample: Sample) -> str:
    link = sample.document(2, "close.pbem").header.link
    shown = sample.sign_again(3, "close.pbem", link=link)
    for path in sorted((sample.path / "03").glob("reveal-*.pbem")):
        sample.sign_again(3, path.name, after=shown.header.digest())

    def name_it(says: Any) -> None:
        says["documents"] = {
            path.name: sample.document(3, path.name).header.digest().hex()
            for path in sorted((sample.path / "03").glob("*.pbem"))
            if path.name != "record.pbem"
        }
        says["links"]["referee"] = link.hex()
        _seed_again(sample, 3, says)

    sample.record_again(3, name_it)
    sample.sign_again(3, "record.pbem", after=shown.header.digest())
    return r"links .* 1 BREAK\n  book/03/close.pbem: shows a link of referee that does not lead to link 2"


def seed_of_choice(sample: Sample) -> str:
    sample.record_again(2, lambda says: says.update(seed="00" * 32))
    return r"links .* 1 BREAK\n  book/02/record.pbem: names another seed than its links make"


def _seed_again(sample: Sample, number: int, says: Any) -> None:
    before = bytes.fromhex(sample.says(number - 1, "record.pbem")["seed"])
    links = {seat: bytes.fromhex(link) for seat, link in says["links"].items() if link}
    order = ("blue", "red", "referee")
    says["seed"] = next_seed(before, number, order, links).hex()


def agreement_of_some(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    path.unlink()
    return rf"heads .* 1 BREAK\n  book/{path.parent.name}/.*: is not signed by all seats"


def agreement_to_different_things(sample: Sample) -> str:
    path = next(sample.path.glob("*/agreement-blue*.pbem"))
    number = int(path.parent.name)
    says = sample.says(number, path.name)
    sample.sign_again(number, path.name, {**says, "why": "something else"})
    return rf"heads .* 1 BREAK\n  book/{number:02}/: has not one record, agreement or opening"


def _opening(sample: Sample) -> tuple[int, Any]:
    number = max(int(path.name) for path in sample.path.iterdir())
    return number, sample.says(number, "opening-referee.pbem")


def another_hidden_key(sample: Sample) -> str:
    number, says = _opening(sample)
    sample.sign_again(number, "opening-referee.pbem", {**says, "hidden": "11" * 32})
    return rf"hidden .* 1 BREAK\n  book/{number:02}/.*: has another hidden key"


def another_hidden_part(sample: Sample) -> str:
    number, says = _opening(sample)
    says["parts"]["2"]["blue"]["notes"] = [{"where": {}, "words": "never"}]
    sample.sign_again(number, "opening-referee.pbem", says)
    return rf"hidden .* 1 BREAK\n  book/{number:02}/2/blue: is another part than was promised"


def another_sheet_than_was_sealed(sample: Sample) -> str:
    number, says = _opening(sample)
    first = sorted(says["sheets"])[0]
    says["sheets"][first]["sheet"] += "# more\n"
    sample.sign_again(number, "opening-referee.pbem", says)
    return rf"hidden .* 1 BREAK\n  book/{number:02}/orders: holds what .* did not sign"


def sheet_changed_between_seal_and_reveal(sample: Sample) -> str:
    """Two alone: the first to order learns what the other ordered before he opens his own orders."""
    path = next(path for path in sorted(sample.path.glob("*/reveal-*.pbem")) if path.read_bytes() != b"")
    number = int(path.parent.name)
    says = sample.says(number, path.name)
    shown = sample.sign_again(number, path.name, {**says, "sheet": says["sheet"] + "# more\n"})
    sample.record_again(number, lambda record: record["documents"].update({path.name: shown.header.digest().hex()}))
    return rf"hidden .* 1 BREAK\n  book/{number:02}/orders: holds what .* did not sign"


BREAKS: dict[Callable[[Sample], str], str] = {
    byte_in_a_file: "mutual",
    mark_of_the_armour: "mutual",
    contents_changed_after_signing: "mutual",
    header_changed_after_signing: "mutual",
    signed_by_another_seat: "mutual",
    document_of_another_game: "mutual",
    die_turned_in_the_readable_log: "mutual",
    die_taken_out_of_the_readable_log: "mutual",
    die_turned_by_the_referee: "mutual",
    die_of_an_earlier_seed: "mutual",
    die_entered_twice: "mutual",
    hidden_die_in_public: "mutual",
    forked_record: "mutual",
    record_by_a_player: "mutual",
    page_missing: "mutual",
    document_missing: "mutual",
    document_too_many: "mutual",
    link_left_out: "mutual",
    link_of_another_position: "mutual",
    seed_of_choice: "mutual",
    agreement_of_some: "mutual",
    agreement_to_different_things: "mutual",
    another_hidden_key: "mutual",
    another_hidden_part: "mutual",
    another_sheet_than_was_sealed: "mutual",
    sheet_changed_between_seal_and_reveal: "alone",
}


@pytest.fixture(scope="module")
def broken(played: dict[str, Folk], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Sample, str]]:
    """Every broken book, with what the script should say of it."""
    made = {}
    for do, mode in BREAKS.items():
        sample = Sample(played[mode], tmp_path_factory.mktemp(do.__name__) / "book")
        made[do.__name__] = (sample, do(sample))
    return made


NAMES = [do.__name__ for do in BREAKS]


@pytest.mark.parametrize("name", NAMES)
def test_a_break_is_found_and_named(broken: dict[str, tuple[Sample, str]], name: str) -> None:
    sample, wanted = broken[name]
    printed = "\n".join(printed_by_script(sample.path))
    assert re.search(wanted, printed), printed
    assert printed.endswith("NOT ok")


@pytest.mark.parametrize("name", NAMES)
def test_pbem_finds_it_too(broken: dict[str, tuple[Sample, str]], name: str) -> None:
    sample, _wanted = broken[name]
    found = audit(sample.path, rulesets=lambda name: sample.folk.spec, reports=plain_report)
    assert not found.ok


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_the_same(page: Any, broken: dict[str, tuple[Sample, str]], name: str) -> None:
    sample, _wanted = broken[name]
    assert printed_by_page(page, sample.path) == printed_by_script(sample.path)
