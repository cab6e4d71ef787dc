"""Packs that were read once: the same values from where they are kept, and read anew when anything is otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from pbem.kit import kept
from pbem.kit.data import Provenance, open_pack
from pbem.kit.keeper import nobody, use
from pbem.kit.kept import kept_pack, pack_name, stamp_of
from pbem.model.digest import framed
from pbem.model.errors import Refused

TEXT = """
provenance: {certainty: certain, source: counter sheet}
units:
  2 Pz: {hex: 0312, strength: 8}
  26 VG: {hex: [0410, 0411], certainty: inferred, source: two reports}
  5 FJ: {hex: 0512, strength: 5, certainty: {strength: reconstructed}}
turns: {3: one, 4: two}
"""


class Unit(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    hex: str | tuple[str, ...]
    strength: int = 0


class Units(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    units: dict[str, Unit]
    turns: dict[int, str]


class Drawer:
    """A place for kept packs that counts what is asked of it."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.kept = 0

    def recall(self, name: str) -> bytes | None:
        return self.held.get(name)

    def keep(self, name: str, data: bytes) -> None:
        self.held[name] = data
        self.kept += 1


MODELS = {"units.yaml": Units}


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    made = Drawer()
    use(lambda: made)
    yield made
    use(nobody)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "units.yaml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_what_was_kept_is_what_was_read(folder: Path, drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    read = kept_pack(folder, MODELS)
    monkeypatch.setattr(kept, "open_pack", None)
    again = kept_pack(folder, MODELS)
    assert drawer.kept == 1
    assert again is not read
    assert (
        again.take(Units, "units.yaml")
        == read.take(Units, "units.yaml")
        == open_pack(folder, MODELS).take(Units, "units.yaml")
    )
    assert again.shares() == read.shares() == {"certain": 5, "inferred": 2, "reconstructed": 1}
    data = again.data["units.yaml"]
    assert data.provenance("units", "26 VG", "hex", 1) == Provenance("inferred", "two reports")
    assert data.provenance("units", "5 FJ", "strength") == Provenance("reconstructed", "counter sheet")
    assert again.changed("units.yaml", None).shares() == {"certain": 0, "inferred": 0, "reconstructed": 0}


def test_without_a_place_packs_are_read_from_their_files(folder: Path) -> None:
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 8


def test_another_file_is_another_pack(folder: Path, drawer: Drawer) -> None:
    kept_pack(folder, MODELS)
    (folder / "units.yaml").write_text(TEXT.replace("strength: 8", "strength: 9"), encoding="utf-8")
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 9
    assert drawer.kept == 2
    assert len(drawer.held) == 1


def test_another_program_reads_anew(folder: Path, drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamp_of(folder, MODELS)
    monkeypatch.setattr(kept, "VERSION", "9.9")
    assert stamp_of(folder, MODELS) != before


def test_changed_code_of_the_models_reads_anew(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A validator that says something else judges anew, whatever the version."""
    code = tmp_path / "game"
    code.mkdir()
    (code / "its_model.py").write_text(
        "from pydantic import BaseModel\nclass Units(BaseModel):\n    units: dict[str, object]\n"
    )
    monkeypatch.syspath_prepend(str(code))
    from its_model import Units as Theirs  # type: ignore[import-not-found]

    before = stamp_of(folder, {"units.yaml": Theirs})
    (code / "rules.py").write_text("LIMIT = 4\n")
    assert stamp_of(folder, {"units.yaml": Theirs}) != before


@pytest.mark.parametrize("cut", [0, 3, 40, 100, -1])
def test_a_cut_off_pack_is_read_anew(folder: Path, drawer: Drawer, cut: int) -> None:
    kept_pack(folder, MODELS)
    name = pack_name(folder, MODELS)
    whole = drawer.held[name]
    drawer.held[name] = whole[:cut]
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 8
    assert drawer.held[name] == whole


def test_what_is_kept_is_judged_again(folder: Path, drawer: Drawer) -> None:
    """Even a whole pack under the right name and stamp is data that the models must accept."""
    kept_pack(folder, MODELS)
    stamp = stamp_of(folder, MODELS)
    drawer.held[pack_name(folder, MODELS)] = framed(stamp, b'{"units": {"2 Pz": {"hex": 1, "strength": []}}}', b"[]")
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].hex == "0312"
    drawer.held[pack_name(folder, MODELS)] = framed(stamp, b'{"units": {}, "turns": {}}', b"[]", b"more")
    assert len(kept_pack(folder, MODELS).take(Units, "units.yaml").units) == 3


def test_a_faulty_pack_is_refused_and_not_kept(folder: Path, drawer: Drawer) -> None:
    (folder / "units.yaml").write_text("units: {}\n", encoding="utf-8")
    with pytest.raises(Refused, match="missing"):
        kept_pack(folder, MODELS)
    (folder / "units.yaml").unlink()
    with pytest.raises(Refused, match="cannot be read"):
        kept_pack(folder, MODELS)
    assert drawer.held == {}
