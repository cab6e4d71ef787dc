"""The user's cache: what is not whole, not his or not from here is as good as missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.office.cache import Cache

BODY = b"worked out once" * 100


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    made = Cache(tmp_path / "cache")
    made.keep("pack-1", BODY)
    return made


def again(cache: Cache) -> Cache:
    """The same folder, as the next command sees it."""
    return Cache(cache.folder)


def test_what_was_kept_comes_back(cache: Cache) -> None:
    assert again(cache).recall("pack-1") == BODY
    assert again(cache).recall("pack-2") is None
    assert sorted(path.name for path in cache.folder.iterdir()) == ["key", "pack-1"]


@pytest.mark.skipif(os.name != "posix", reason="modes are of Unix")
def test_it_is_its_owners_alone(cache: Cache) -> None:
    assert {path.stat().st_mode & 0o777 for path in cache.folder.iterdir()} == {0o600}
    assert cache.folder.stat().st_mode & 0o777 == 0o700
    (cache.folder / "pack-1").chmod(0o620)
    assert again(cache).recall("pack-1") is None


@pytest.mark.parametrize("cut", [0, 1, 31, 32, 33, -1])
def test_a_half_written_file_is_as_good_as_missing(cache: Cache, cut: int) -> None:
    path = cache.folder / "pack-1"
    path.write_bytes(path.read_bytes()[:cut])
    assert again(cache).recall("pack-1") is None
    again(cache).keep("pack-1", BODY)
    assert again(cache).recall("pack-1") == BODY


@pytest.mark.parametrize("at", [0, 31, 32, 500])
def test_a_damaged_file_is_as_good_as_missing(cache: Cache, at: int) -> None:
    path = cache.folder / "pack-1"
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    assert again(cache).recall("pack-1") is None


def test_a_file_of_another_name_or_from_elsewhere_is_as_good_as_missing(cache: Cache, tmp_path: Path) -> None:
    os.replace(cache.folder / "pack-1", cache.folder / "pack-2")
    assert again(cache).recall("pack-2") is None
    other = Cache(tmp_path / "other")
    other.keep("pack-1", b"forged")
    os.replace(other.folder / "pack-1", cache.folder / "pack-1")
    assert again(cache).recall("pack-1") is None


def test_a_lost_or_broken_key_is_made_anew(cache: Cache) -> None:
    (cache.folder / "key").write_bytes(b"short")
    assert again(cache).recall("pack-1") is None
    again(cache).keep("pack-1", BODY)
    assert again(cache).recall("pack-1") == BODY


def test_a_place_that_cannot_be_written_to_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    cache = Cache(tmp_path / "file" / "cache")
    cache.keep("pack-1", BODY)
    assert cache.recall("pack-1") is None


@pytest.mark.skipif(os.name != "posix", reason="links to folders")
def test_a_folder_under_its_name_is_as_good_as_missing(cache: Cache) -> None:
    (cache.folder / "pack-3").mkdir()
    assert again(cache).recall("pack-3") is None
    cache.keep("pack-3", BODY)
    assert again(cache).recall("pack-3") is None
    assert not [path for path in cache.folder.iterdir() if path.name.endswith(".part")]
