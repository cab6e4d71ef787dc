"""What packages offer is found in their folders as the standard library finds it, and of each package once."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from pbem.office import entrypoints
from pbem.office.entrypoints import Offered, offered

OFFERS = """
# games of ours
[console_scripts]
quay = quay:main

[pbem.rulesets]
quay = quay.game:RULES.first [extra]
pier=pier
"""


def installed(place: Path, name: str, version: str, offers: str = OFFERS) -> None:
    about = place / f"{name}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "entry_points.txt").write_text(offers, encoding="utf-8")
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nName: other\nVersion: 9\n"
    (about / "METADATA").write_text(text, encoding="utf-8")


def test_folders_are_read_as_the_library_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "quay_games", "1.2")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = offered("pbem.rulesets")
    assert found == sorted(entrypoints._by_metadata("pbem.rulesets"), key=lambda one: (one.name, one.value))
    assert Offered("quay", "quay.game:RULES.first [extra]", "quay_games 1.2") in found
    assert "pbem_rules.ford:RULESET" in [one.value for one in found]


def test_of_a_package_found_twice_the_first_on_the_path_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path / "late", "Quay.Games", "1.2")
    installed(tmp_path / "early", "quay_games", "1.3")
    for place in ("late", "early"):
        monkeypatch.syspath_prepend(str(tmp_path / place))
    assert [one.package for one in offered("pbem.rulesets") if one.name == "quay"] == ["quay_games 1.3"]


def test_what_is_offered_is_loaded_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quayside.py").write_text("class RULES:\n    first = 5\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert Offered("quay", "quayside:RULES.first [extra]").load() == 5
    assert Offered("quay", "quayside").load() is sys.modules.pop("quayside")


def test_an_archive_on_the_path_is_left_to_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        packed.writestr("packed-1.0.dist-info/entry_points.txt", "[pbem.rulesets]\nboxed = boxed:R\n")
        packed.writestr("packed-1.0.dist-info/METADATA", "Name: packed\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path / "packed.zip"))
    assert Offered("boxed", "boxed:R", "packed 1.0") in offered("pbem.rulesets")


def test_a_package_that_says_nothing_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "quay", "1.0")
    (tmp_path / "quay-1.0.dist-info" / "METADATA").unlink()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [one.package for one in offered("pbem.rulesets") if one.name == "pier"] == [""]
