"""Whole books, honest and broken: pbem, `verify.py` and `verify.html` come to the same verdict about each."""

from __future__ import annotations

import copy
import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from broken_books import BREAKS
from sample_books import GAMES, Folk, Sample
from verifiers import SCRIPT, module_at, open_page, printed_by_page, printed_by_script

from pbem.app.audits import audit
from pbem.book.findings import Findings
from pbem.book.reading import read_book


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Folk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        return {name: play(tmp_path_factory.mktemp(name)) for name, play in GAMES.items()}


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with open_page() as opened:
        yield opened


# honest books


@pytest.mark.parametrize("name", GAMES)
def test_an_honest_book_verifies(played: dict[str, Folk], tmp_path: Path, name: str) -> None:
    sample = Sample(played[name], tmp_path / "book")
    findings = Findings()
    book = read_book(sample.path, findings)
    assert findings.ok
    assert book is not None
    *levels, unread, last = printed_by_script(sample.path)
    assert last == f"ok     head {book.course.head.hex()}"
    assert unread.startswith("not looked at: the rules")
    assert [line.split()[0] for line in levels] == ["envelopes", "heads", "claims", "links", "dice", "hidden", "shown"]
    assert all(int(line.split()[1]) > 0 or line.startswith("hidden") for line in levels)
    assert all(line.endswith("pass") for line in levels)
    assert ("0 not yet open" in levels[-2]) == (name != "waiting"), "its referee has vanished"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_finds_the_same(page: Any, played: dict[str, Folk], tmp_path: Path, name: str) -> None:
    sample = Sample(played[name], tmp_path / "book")
    said = printed_by_script(sample.path)
    assert printed_by_page(page, sample.path) == said
    assert printed_by_page(page, sample.path, own=True) == said


def test_what_is_sealed_is_counted_as_not_yet_open(played: dict[str, Folk], tmp_path: Path) -> None:
    sample = Sample(played["whole"], tmp_path / "book")
    shutil.rmtree(max(sample.path.iterdir()))
    *_levels, hidden, _shown, _unread, last = printed_by_script(sample.path)
    assert re.fullmatch(r"hidden +0 checked +[1-9][0-9]* not yet open +pass", hidden)
    assert last.startswith("ok")


@pytest.fixture(scope="module")
def broken(played: dict[str, Folk], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Sample, str]]:
    """Every broken book, with what the script should say of it."""
    made = {}
    for do, game in BREAKS.items():
        sample = Sample(played[game], tmp_path_factory.mktemp(do.__name__) / "book")
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
    found = audit(sample.path, rulesets=lambda name: sample.folk.spec)
    assert not found.ok


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_the_same(page: Any, broken: dict[str, tuple[Sample, str]], name: str) -> None:
    sample, _wanted = broken[name]
    assert printed_by_page(page, sample.path) == printed_by_script(sample.path)


# every byte


def test_no_flipped_byte_of_a_document_goes_unseen(
    page: Any, played: dict[str, Folk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bit turned in one byte of each document, at places spread over its length; script and page, each alone."""
    verify = module_at(SCRIPT)
    monkeypatch.setattr(verify, "fits", cache(verify.fits))
    sample = Sample(played["alone"], tmp_path / "book")
    files = {f"{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(sample.path.glob("*/*"))}
    page.reload()
    page.evaluate(KEEP, {name: data.hex() for name, data in files.items()})
    documents = [
        name for name in files if name.endswith(".pbem") or (name.endswith("dice.yaml") and b"face" in files[name])
    ]
    for turn, name in enumerate(documents):
        data = bytearray(files[name])
        at = turn * 7919 % len(data) if name.endswith(".pbem") else data.index(b"face") + 6
        data[at] ^= 1 << turn % 3
        spoilt = verify.Book({**files, name: bytes(data)})
        assert spoilt.breaks, (name, at)
        first = next(iter(spoilt.breaks.values()))[0]
        assert first.startswith(f"book/{name}"), first
        assert page.evaluate(READ, [name, data.hex()]) == spoilt.breaks, (name, at)


KEEP = "(files) => { window.kept = new Map(Object.entries(files).map(([name, data]) => [name, unhex(data)])); }"
READ = """
async ([name, data]) => (await new Book(new Map([...window.kept, [name, unhex(data)]])).read()).breaks
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_flipped_byte_anywhere_goes_unseen(
    played: dict[str, Folk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Every byte of every file that a verifier without rules reads, one bit turned; PBEM_EVERY=97 tries each 97th."""
    verify = module_at(SCRIPT)
    for slow in ("fits", "point"):
        monkeypatch.setattr(verify, slow, cache(getattr(verify, slow)))
    files, strays = verify.found_in(Sample(played[name], tmp_path / "book").path)
    assert not strays
    before = before_each_number(verify, files)
    places = [(path, at) for path in files for at in range(len(files[path])) if not path.endswith("state.yaml")]
    for path, at in places[:: int(os.environ.get("PBEM_EVERY", "1"))]:
        data = bytearray(files[path])
        data[at] ^= 1 << at % 8
        spoilt = verify.Book.__new__(verify.Book)
        vars(spoilt).update(copy.deepcopy(before[int(path.split("/")[0])]), files={**files, path: bytes(data)})
        spoilt.carries()
        first = next((breaks[0] for breaks in spoilt.breaks.values()), "nothing")
        assert first.startswith(f"book/{path[:3]}"), (path, at, first)


def before_each_number(verify: Any, files: dict[str, bytes]) -> dict[int, dict[str, Any]]:
    """What the script knows before it reads each number of a whole book."""
    known = {}

    class Watched(verify.Book):  # type: ignore[misc]
        def carries(self) -> bool:
            known[self.number] = copy.deepcopy({name: one for name, one in vars(self).items() if name != "files"})
            return bool(super().carries())

    assert not Watched(files).breaks
    return known
