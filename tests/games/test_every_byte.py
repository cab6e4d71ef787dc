"""Every byte of every public file is covered: one changed byte anywhere, and the audit fails and names the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from duel import RULESET as DUEL
from folk import Folk
from sample_books import GAMES

from pbem.app.agreements import agree, end
from pbem.app.audits import Audited, audit
from pbem.app.ending import open_hidden
from pbem.engine.spec import RulesetSpec
from pbem.model.digest import digest
from pbem_rules.ford import RULESET as FORD

EVERY = int(os.environ.get("PBEM_EVERY", "1"))
"""With 97 every 97th byte is tried."""

BOOKS = {
    "two alone": (DUEL, "alone", 4),
    "referee without secrets": (DUEL, "referee", 2),
    "mutual": (DUEL, "mutual", 2),
    "ford, not yet open": (FORD, "referee", 2),
    "ford, mutual, ended and open": (FORD, "mutual", 3),
}


@pytest.fixture(scope="module", params=sorted(BOOKS))
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RulesetSpec]:
    spec, mode, most = BOOKS[request.param]
    sync, os.fsync = os.fsync, lambda handle: None
    terms = {"options": {"rounds": "2"}} if spec is DUEL else {"options": {"turns": "4"}}
    folk = Folk(tmp_path_factory.mktemp("book"), spec, mode, seed=7, terms=terms).found()
    folk.play(most)
    if most == 3:
        folk.carry(end(folk.seats["blue"], "red", "enough", folk.now))
        folk.carry(agree(folk.seats["red"], folk.now))
        folk.carry(agree(folk.seats["referee"], folk.now))
        folk.carry(open_hidden(folk.seats["referee"]))
    os.fsync = sync
    return folk.root / folk.spec.sides[0] / "book", spec


def audited(path: Path, spec: RulesetSpec) -> Audited:
    return audit(path, rulesets=lambda name: spec)


def names_it(found: Audited, path: Path) -> bool:
    """A missing consent is named by its seat: nothing else names its revision."""
    place = f"book/{path.parent.name}/{path.name}"
    if path.name.startswith("agreement-") and not path.exists():
        place = place.rpartition("-")[0]
    return any(
        one.place == place or one.place.startswith(f"{place}:") or place in one.message for one in found.findings.breaks
    )


def flipped(path: Path, at: int, spec: RulesetSpec) -> Audited:
    data = path.read_bytes()
    mask = 1 << digest("test/flip", path.name, at)[0] % 8
    try:
        path.write_bytes(data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :])
        return audited(path.parents[1], spec)
    finally:
        path.write_bytes(data)


def files(book: Path) -> list[Path]:
    return sorted(path for path in book.rglob("*") if path.is_file())


def sample(found: list[Path]) -> list[Path]:
    """Of every kind of file three: the first, one between, the last."""
    kinds: dict[str, list[Path]] = {}
    for path in found:
        kinds.setdefault(path.name.split("-")[0], []).append(path)
    return [path for kind in kinds.values() for path in dict.fromkeys((kind[0], kind[len(kind) // 2], kind[-1]))]


def test_a_changed_byte_is_noticed_and_named(book: tuple[Path, RulesetSpec]) -> None:
    path, spec = book
    assert audited(path, spec).ok
    for file in sample(files(path)):
        at = int.from_bytes(digest("test/place", file.parent.name, file.name)[:4], "big") % file.stat().st_size
        found = flipped(file, at, spec)
        assert not found.ok, (file, at)
        assert names_it(found, file), (file, at, [str(one) for one in found.findings.breaks])


@pytest.mark.slow
def test_every_changed_byte_is_noticed(book: tuple[Path, RulesetSpec]) -> None:
    path, spec = book
    for file in sample(files(path)):
        for at in range(0, file.stat().st_size, EVERY):
            found = flipped(file, at, spec)
            assert names_it(found, file), (file, at, [str(one) for one in found.findings.breaks])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["silent", "waiting"])
def test_every_changed_byte_is_noticed_where_somebody_waited(tmp_path: Path, name: str) -> None:
    """Absences, more time, standing orders, new keys, silences: what the books above do not hold."""
    folk = GAMES[name](tmp_path)
    path = next(iter(folk.seats.values())).folder.book
    assert audited(path, folk.spec).ok
    for file in files(path):
        for at in range(0, file.stat().st_size, EVERY):
            found = flipped(file, at, folk.spec)
            assert not found.ok, (file, at)


def test_a_missing_file_is_noticed_and_named(book: tuple[Path, RulesetSpec]) -> None:
    path, spec = book
    for file in sample(files(path)):
        data = file.read_bytes()
        file.unlink()
        found = audited(path, spec)
        named = names_it(found, file)
        file.write_bytes(data)
        assert not found.ok, file
        assert named, (file, found.lines())


def test_an_added_file_is_noticed_and_named(book: tuple[Path, RulesetSpec]) -> None:
    path, spec = book
    some = next(one for one in files(path) if one.name == "close.pbem")
    places = (
        path / "note.txt", path / "00" / "note.txt", path / "01" / "note.yaml", path / "01" / "orders-x-1.pbem",
        path / "99" / "close.pbem", path / "02" / "away-north-1.pbem",
    )  # fmt: skip
    for place in places:
        made = not place.parent.exists()
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(some.read_bytes())
        found = audited(path, spec)
        place.unlink()
        if made:
            place.parent.rmdir()
        assert not found.ok, place
        assert place.name in str(found.lines()) or place.parent.name in str(found.lines())


def test_a_page_that_is_cut_off_or_left_out_is_noticed(book: tuple[Path, RulesetSpec], tmp_path: Path) -> None:
    path, spec = book
    (path / "01").rename(tmp_path / "01")
    found = audited(path, spec)
    (tmp_path / "01").rename(path / "01")
    assert not found.ok
    assert any("book/01" in str(one) for one in found.findings.breaks)
