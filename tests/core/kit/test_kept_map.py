"""Empty maps that were made once, and what of their drawing never changes: the same from where they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.kit import witnesses
from pbem.kit.data import Pack
from pbem.kit.keeper import nobody, use
from pbem.kit.keptmap import kept_map
from pbem.kit.mappicture import picture_of
from pbem.model.digest import unframed
from pbem.model.picture import Counter, Force, Picture, Town
from pbem.office.cache import Cache
from pbem.report.drawing import still as drawing
from pbem.report.drawing import svg
from pbem.report.drawing.svg import draw
from pbem_rules.ardennes_offensive.drawing import printed_map
from pbem_rules.bulge.board import the_map as map_of_bulge


class Shelf:
    """A place for kept maps that counts what is asked of it."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.kept: list[str] = []

    def recall(self, name: str) -> bytes | None:
        return self.held.get(name)

    def keep(self, name: str, data: bytes) -> None:
        self.held[name] = data
        self.kept += [name] if name.startswith("pack-of-a-test") else []

    def told(self, files: Sequence[str]) -> bytes:
        return Cache(Path()).told(files)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf()
    svg._drawn.cache_clear()
    use(lambda: made)
    yield made
    use(nobody)


@pytest.fixture
def pack() -> Pack:
    made = Pack({}, {})
    made.kept_as, made.stamp = "pack-of-a-test", b"1" * 32
    return made


def never() -> Picture:
    raise AssertionError("the map is made anew")


def plain(drawn: Picture) -> Picture:
    return replace(drawn, printed=None)


@pytest.mark.parametrize("make", [printed_map, lambda: picture_of(map_of_bulge())])
def test_a_kept_map_is_the_map_that_was_made(shelf: Shelf, pack: Pack, make: object) -> None:
    assert callable(make)
    made = make()
    assert plain(kept_map(pack, "map", lambda: made)) == made
    assert plain(kept_map(pack, "map", never)) == made
    assert draw(kept_map(pack, "map", never)) == draw(made)
    assert shelf.kept[0] == "pack-of-a-test-map"


def test_another_pack_makes_it_anew(shelf: Shelf, pack: Pack) -> None:
    kept_map(pack, "map", printed_map)
    pack.stamp = b"2" * 32
    assert kept_map(pack, "map", lambda: picture_of(map_of_bulge())).title == map_of_bulge().title
    assert shelf.kept == ["pack-of-a-test-map"] * 2


def test_a_map_is_known_by_the_code_that_makes_it(shelf: Shelf, pack: Pack) -> None:
    """The game's module of drawing is none of those that judge its pack."""
    kept_map(pack, "map", printed_map)
    (_, files, *_), _ = unframed(shelf.held["pack-of-a-test-map"], 5)
    assert {"drawing.py", "board.py", "keptmap.py"} <= {Path(file).name for file in files.decode().split("\n")}


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"title":3}'])
def test_a_damaged_map_is_made_anew(shelf: Shelf, pack: Pack, damage: bytes) -> None:
    made = kept_map(pack, "map", printed_map)
    whole = shelf.held["pack-of-a-test-map"]
    shelf.held["pack-of-a-test-map"] = whole[: len(whole) // 2] if not damage else whole.replace(b'{"title"', damage, 1)
    assert kept_map(pack, "map", printed_map) == made


def test_of_what_no_pack_stands_for_nothing_is_kept(shelf: Shelf, pack: Pack) -> None:
    pack.stamp = b""
    assert kept_map(pack, "map", printed_map).sheet is None
    assert not shelf.kept


def test_a_map_with_more_than_an_empty_one_has_is_not_kept(shelf: Shelf, pack: Pack) -> None:
    made = replace(printed_map(), counters=(Counter("1", "0101", "german"),))
    assert kept_map(pack, "map", lambda: made) == made
    assert not shelf.kept


def test_what_never_changes_is_drawn_once(shelf: Shelf, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """With units on it, the map is drawn as it would be without anything kept."""
    made = printed_map()
    units = (Counter("1", made.spaces[40].id, "german"), Counter("2", made.spaces[41].id, "german"))
    forces = (Force("german", "German", "field-grey"),)
    draw(kept_map(pack, "map", lambda: made))
    monkeypatch.setattr(drawing, "_drawn", None)
    later = replace(kept_map(pack, "map", never), counters=units, forces=forces)
    again = draw(later)
    monkeypatch.undo()
    assert again == draw(replace(made, counters=units, forces=forces))


@pytest.mark.parametrize("name", ["spaces", "lines", "towns"])
def test_a_country_that_was_changed_is_drawn_anew(shelf: Shelf, pack: Pack, name: str) -> None:
    """A terrain, a road or a town that is not as printed shows, whatever is kept."""
    known = kept_map(pack, "map", printed_map)
    before = draw(known)
    first = {
        "spaces": (replace(known.spaces[0], terrain="city"), *known.spaces[1:]),
        "lines": known.lines[1:],
        "towns": (Town("Nowhere", (3.0, 3.0)), *known.towns),
    }[name]
    changed = replace(known, **{name: first})  # type: ignore[arg-type]
    assert changed.sheet is None
    assert draw(changed) == draw(plain(changed)) != before


def test_drawings_of_another_program_are_not_taken(shelf: Shelf, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    known = kept_map(pack, "map", printed_map)
    draw(known, prefix="one")
    monkeypatch.setattr(witnesses, "VERSION", "9.9")
    shown = len(shelf.kept)
    draw(replace(known, title="another"), prefix="one")
    assert len(shelf.kept) == shown + 1
