"""A referee who signs something false: every lie in a close or a record is found by whoever audits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from duel import RULESET
from folk import Folk

from pbem.app.audits import audit
from pbem.book.documents import Close, Record, read_payload
from pbem.book.page import Page, files_of
from pbem.model.canonical import canonical
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.signing import signed

Lie = Callable[[Any], object]
NUMBER = 4


@pytest.fixture(scope="module")
def folk(tmp_path_factory: pytest.TempPathFactory) -> Folk:
    folk = Folk(tmp_path_factory.mktemp("game"), RULESET, "referee", seed=3).found()
    folk.play(NUMBER)
    assert last_page(folk).outcome.dice, "the test wants dice to lie about"  # type: ignore[union-attr]
    return folk


def resigned(folk: Folk, envelope: Envelope, body: bytes, after: bytes | None = None) -> Envelope:
    """What the referee says instead, signed with his own key."""
    header, game = envelope.header, folk.seats["referee"]
    made = game.header(
        header.type, body, exchange=NUMBER, after=header.after if after is None else after, link=header.link
    )
    return signed(folk.identity("referee"), made, body)


def levels(folk: Folk, documents: list[Envelope]) -> set[str]:
    """Where the audit breaks when the last page holds these documents."""
    game = folk.seats["north"]
    page = Page.of(NUMBER, documents)
    folder, before = game.folder.page(NUMBER), {}
    for path in folder.iterdir():
        before[path] = path.read_bytes()
    files = {**files_of(page), "state.yaml": before[folder / "state.yaml"]}
    try:
        for path in before:
            path.unlink()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        found = audit(game.folder.path, rulesets=lambda name: RULESET)
        return {one.level for one in found.findings.breaks}
    finally:
        for path in folder.iterdir():
            path.unlink()
        for path, data in before.items():
            path.write_bytes(data)


def last_page(folk: Folk) -> Page:
    return folk.seats["north"].course.pages[NUMBER]


def with_record(folk: Folk, lie: Lie) -> set[str]:
    page = last_page(folk)
    record = page.documents["record.pbem"]
    plain = json.loads(record.body)
    lie(plain)
    rest = [one for name, one in page.documents.items() if name != "record.pbem"]
    return levels(folk, [*rest, resigned(folk, record, canonical(plain))])


def with_close(folk: Folk, lie: Lie) -> set[str]:
    """A false close, with a record that names it as it is."""
    page = last_page(folk)
    close, record = page.documents["close.pbem"], page.documents["record.pbem"]
    plain = json.loads(close.body)
    lie(plain)
    false = resigned(folk, close, canonical(plain))
    said = json.loads(record.body)
    said["documents"]["close.pbem"] = false.header.digest().hex()
    said["missed"] = plain["missing"]
    rest = [one for name, one in page.documents.items() if name not in ("record.pbem", "close.pbem")]
    return levels(folk, [*rest, false, resigned(folk, record, canonical(said), after=false.header.digest())])


def change(path: str, to: Callable[[Any], Any]) -> Lie:
    def lie(plain: Any) -> None:
        *parts, last = path.split(".")
        for part in parts:
            plain = plain[int(part)] if part.isdigit() else plain[part]
        key: Any = int(last) if last.isdigit() else last
        plain[key] = to(plain[key])

    return lie


def other_face(die: dict[str, Any]) -> dict[str, Any]:
    return {**die, "face": die["face"] % die["die"] + 1}


STRANGE = {"case": "9", "event": {"is": "RoundOver", "round": 9}, "place": []}
RESULT = {"case": "5", "winner": "north"}
VICTORY = {"decisions": [], "kind": "", "result": RESULT, "seats": [], "until": ""}


def without_receipts(named: dict[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in named.items() if not name.startswith("receipt")}


def of_exchange_2(die: dict[str, Any]) -> dict[str, Any]:
    return {**die, "exchange": 2, "name": die["name"].replace("4/", "2/", 1)}


LIES = {
    "another seed": (change("seed", lambda seed: seed[::-1]), "links"),
    "a link left out": (change("links.referee", lambda link: ""), "links"),
    "a strange link": (change("links", lambda links: {**links, "south": "00" * 32}), "links"),
    "another face": (change("outcome.dice.0", other_face), "dice"),
    "a die of another exchange": (change("outcome.dice.0", of_exchange_2), "dice"),
    "a hidden die in public": (change("outcome.dice.0", lambda die: {**die, "hidden": True}), "dice"),
    "a die twice": (change("outcome.dice", lambda dice: [*dice, dice[0]]), "dice"),
    "a die left out": (change("outcome.dice", lambda dice: dice[1:]), "rules"),
    "a document not named": (change("documents", without_receipts), "heads"),
    "a document that is not there": (change("documents", lambda named: {**named, "x.pbem": "ab" * 32}), "heads"),
    "a seat that missed nothing": (change("missed", lambda missed: ["north"]), "heads"),
    "another deadline": (change("outcome.next.until", lambda until: "2025-12-24T20:00:00Z"), "rules"),
    "another seat due": (change("outcome.next.seats", lambda seats: ["south", "north"][: 3 - len(seats)]), "rules"),
    "another version": (change("outcome.versions.version", lambda version: "2"), "rules"),
    "another state": (change("outcome.state", lambda state: state[::-1]), "states"),
    "an event more": (change("outcome.stretches.0.entries", lambda told: [*told, STRANGE]), "rules"),
    "an event nobody knows": (change("outcome.stretches.0.entries", lambda told: [{"case": "9"}]), "rules"),
    "a step of its own": (change("outcome.stretches.0.step", lambda step: "victory"), "rules"),
    "an end": (change("outcome.next", lambda due: VICTORY), "rules"),
}


def test_the_page_as_it_is_breaks_nowhere(folk: Folk) -> None:
    assert with_record(folk, lambda plain: None) == set()
    assert with_close(folk, lambda plain: None) == set()


@pytest.mark.parametrize("name", sorted(LIES))
def test_a_false_record_breaks_where_it_lies(folk: Folk, name: str) -> None:
    lie, level = LIES[name]
    assert level in with_record(folk, lie)


CLOSES = {
    "orders of nobody": change("accepted", lambda accepted: dict.fromkeys(accepted, "cd" * 32)),
    "a seat that is not due": change("accepted", lambda accepted: {**accepted, "referee": "cd" * 32}),
    "nobody": change("accepted", lambda accepted: {}),
    "a seat missing that is not": change("missing", lambda missing: ["south", "north"]),
    "standing orders of nobody": change("standing", lambda standing: {"south": "cd" * 32}),
}


@pytest.mark.parametrize("name", sorted(CLOSES))
def test_a_false_close_breaks(folk: Folk, name: str) -> None:
    assert "heads" in with_close(folk, CLOSES[name])


def test_a_record_signed_by_a_player_is_none(folk: Folk) -> None:
    page = last_page(folk)
    record = page.documents["record.pbem"]
    game = folk.seats["south"]
    header = game.header("record", record.body, exchange=NUMBER, after=record.header.after, link=record.header.link)
    rest = [one for name, one in page.documents.items() if name != "record.pbem"]
    assert "heads" in levels(folk, [*rest, signed(folk.identity("south"), header, record.body)])


def test_what_a_document_says_must_be_written_in_its_one_way(folk: Folk) -> None:
    page = last_page(folk)
    for name, kind in (("record.pbem", Record), ("close.pbem", Close)):
        plain = json.loads(page.documents[name].body)
        for body in (
            json.dumps(plain).encode(), canonical({**plain, "more": 1}),
            canonical({key: value for key, value in plain.items() if key != "at"}), canonical({**plain, "at": "today"}),
        ):  # fmt: skip
            with pytest.raises(Tampered):
                read_payload(kind, body)
