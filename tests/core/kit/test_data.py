"""Data packs: every value with its provenance, every fault with its place."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict

from pbem.kit.data import Provenance, load, load_pack, open_pack, read_data
from pbem.kit.tables import ResultTable
from pbem.model.errors import Refused


class Unit(BaseModel):
    model_config = ConfigDict(extra="forbid")

    hex: str
    strength: int = 0
    kind: Literal["armour", "infantry"] = "infantry"


class Units(BaseModel):
    model_config = ConfigDict(extra="forbid")

    units: dict[str, Unit]


HEADER = "provenance: {certainty: certain, source: counter sheet}\n"
GOOD = HEADER + dedent("""\
    units:
      2 Pz: {hex: 0312, strength: 8, kind: armour}
      26 VG:
        certainty: inferred
        source: two reports
        hex: 1412
        strength: 6
      5 FJ:
        certainty: {strength: reconstructed}
        source: {strength: made up to fit}
        hex: 1506
        strength: 5
    """)


def faults(text: str) -> list[str]:
    return [f"{p.where.line}:{p.where.column}: {p.message}" for p in load(Units, text, "units.yaml")[1]]


def test_a_file_is_read_into_its_type_without_the_words_of_the_loader() -> None:
    value, problems = load(Units, GOOD, "units.yaml")
    assert problems == []
    assert value is not None
    assert value.units["2 Pz"] == Unit(hex="0312", strength=8, kind="armour")
    assert value.units["5 FJ"] == Unit(hex="1506", strength=5)


def test_every_value_knows_where_it_comes_from() -> None:
    data, _ = read_data(GOOD, "units.yaml")
    assert data is not None
    assert data.provenance("units", "2 Pz", "hex") == Provenance("certain", "counter sheet")
    assert data.provenance("units", "26 VG", "hex") == Provenance("inferred", "two reports")
    assert data.provenance("units", "5 FJ", "hex") == Provenance("certain", "counter sheet")
    assert data.provenance("units", "5 FJ", "strength") == Provenance("reconstructed", "made up to fit")
    assert data.provenance("units", "26 VG") == Provenance("inferred", "two reports")
    assert data.provenance("units").certainty == "reconstructed"  # as weak as the weakest


def test_shares_count_values_by_certainty() -> None:
    data, _ = read_data(GOOD, "units.yaml")
    assert data is not None
    assert data.shares() == {"certain": 4, "inferred": 2, "reconstructed": 1}


def test_lists_and_a_part_of_the_file_may_have_their_own() -> None:
    text = HEADER + "a: [1, 2]\nb:\n  certainty: reconstructed\n  rows: [3, {x: 4}]\n"
    data, problems = read_data(text, "a.yaml")
    assert data is not None
    assert problems == []
    assert data.shares() == {"certain": 2, "inferred": 0, "reconstructed": 2}
    assert data.provenance("b", "rows", 1, "x") == Provenance("reconstructed", "counter sheet")


def test_a_value_without_provenance_is_refused_section_by_section() -> None:
    text = "units:\n  2 Pz: {hex: 0312}\ntowns:\n  certainty: certain\n  Spa: 0209\n  Huy: 0118\n"
    data, problems = read_data(text, "a.yaml")
    assert data is not None
    assert [f"{p.where.line}: {p.message}" for p in problems] == [
        "2: units: 1 value without certainty and source",
        "5: towns: 2 values without certainty and source",
    ]
    assert load(Units, "units: {2 Pz: {hex: 0312}}\n", "a.yaml")[0] is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEADER + "units: {2 Pz: {hex: 0312, strength: x}}\n", '2:37: "x" is no whole number'),
        (HEADER + "units: {2 Pz: {strength: 8}}\n", '2:15: "hex" is missing'),
        (HEADER + "units: {2 Pz: {hex: 0312, power: 8}}\n", '2:27: "power" is not known here'),
        (
            HEADER + "units: {2 Pz: {hex: 0312, kind: naval}}\n",
            "2:33: \"naval\" is none of 'armour' or 'infantry'",
        ),
        (HEADER + "units: {2 Pz: {hex: 0312, certainty: sure}}\n", None),
        ("provenance: certain\nunits: {}\n", "1:13: provenance must name certainty and source"),
        (HEADER.replace("source:", "from:") + "units: {}\n", '1:34: "from" is no word of a provenance'),
        (
            HEADER + "units: {2 Pz: {hex: 0312, source: {strength: x}}}\n",
            '2:46: source of "strength", which is not here',
        ),
        (
            HEADER + "units: {2 Pz: {hex: 0312, source: [x]}}\n",
            "2:35: source must be one text, or a text for each name",
        ),
    ],
)
def test_a_fault_has_its_place(text: str, fault: str | None) -> None:
    assert faults(text) == [fault or '2:38: certainty "sure" is none of certain, inferred, reconstructed']


def test_all_faults_of_a_file_are_told_at_once() -> None:
    text = "units:\n  a: {hex: 0101, strength: many}\n  a: {hex: 0101}\n  b: {power: 1, certainty: sure}\n"
    assert set(faults(text)) == {
        "2:12: units: 3 values without certainty and source",
        '2:28: "many" is no whole number',
        '3:3: "a" a second time, first in line 2',
        '4:28: certainty "sure" is none of certain, inferred, reconstructed',
        '4:6: "hex" is missing',
        '4:7: "power" is not known here',
    }


def test_a_results_table_is_data() -> None:
    text = HEADER + "columns: [1-1, 2-1]\nrows:\n  1-3: [De, De]\n  4-6: [Ae, De]\n"
    table, problems = load(ResultTable, text, "tables.yaml")
    assert problems == []
    assert table is not None
    assert table.lookup("1-1", 5) == "Ae"
    missing = load(ResultTable, text.replace("4-6", "4-5"), "tables.yaml")[1]
    assert [(p.message, p.where.line) for p in missing] == [("no row for face 6", 1)]


def test_a_pack_reads_its_files_and_counts_them_together(tmp_path: Path) -> None:
    (tmp_path / "units.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "more.yaml").write_text(HEADER + "units: {9 Pz: {hex: 0101}}\n", encoding="utf-8")
    pack = open_pack(tmp_path, {"units.yaml": Units, "more.yaml": Units})
    assert pack.take(Units, "more.yaml").units["9 Pz"].hex == "0101"
    assert pack.shares() == {"certain": 5, "inferred": 2, "reconstructed": 1}


def test_a_pack_tells_the_faults_of_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("units: {9 Pz: {hex: 0101}}\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_bytes(b"units: \xff\n")
    models = {"a.yaml": Units, "b.yaml": Units, "c.yaml": Units}
    pack, problems = load_pack(tmp_path, models)
    assert pack is None
    assert [p.where.file for p in problems] == ["a.yaml", "b.yaml", "c.yaml"]
    with pytest.raises(Refused, match=r"c\.yaml"):
        open_pack(tmp_path, models)
