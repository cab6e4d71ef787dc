"""Packs that were read once: the same values from where they are kept, and read anew when anything is otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kit import data, kept
from pbem.kit.data import Provenance, open_pack
from pbem.kit.fingerprint import files_behind
from pbem.kit.keeper import nobody, use
from pbem.kit.kept import kept_pack, pack_name, stamp_of
from pbem.kit.keptforms import put_together, written
from pbem.model import lateforms
from pbem.model.digest import framed, unframed
from pbem.model.errors import Refused
from pbem.model.formwork import Form
from pbem.office.cache import Cache

TEXT = """
provenance: {certainty: certain, source: counter sheet}
units:
  2 Pz: {hex: 0312, strength: 8}
  26 VG: {hex: [0410, 0411], certainty: inferred, source: two reports}
  5 FJ: {hex: 0512, strength: 5, certainty: {strength: reconstructed}}
turns: {3: one, 4: two}
"""


class Unit(Form):
    hex: str | tuple[str, ...]
    strength: int = 0


class Units(Form):
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


def test_every_way_of_writing_gives_back_what_was_written() -> None:
    """Tables, forms that are alike, tuples of tuples, pairs, sets: with the order in which they stood."""
    few = {name: Unit(hex="0101") for name in "dacb"}
    values = [
        {"table": {"b": Unit(hex="0101", strength=1), "a": Unit(hex=("0102", "0103"), strength=2)}},
        {"alike": few | {"e": Unit(hex="0102")}},
        {"mixed": {"a": Unit(hex="0101"), "b": Units(units=few, turns={3: "x"}), "c": None}},
        ((1, (2, 3)), ((), "x"), ()),
        {3: "x", 1: frozenset("ab")},
        {"@": {"of": []}},
        [{}, {"a": {}}],
    ]
    for value in values:
        again = put_together(written(value))
        assert again == value
        assert repr(again) == repr(value)


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
    """A validator that says something else judges anew, whatever the version, and what it asks of other modules too."""
    code = tmp_path / "game"
    (code / "judging").mkdir(parents=True)
    modules = {
        "__init__": "",
        "limits": "MOST = 4\ndef most(): return MOST\n",
        "words": "from judging import limits\ndef few(units): return len(units) <= limits.most()\n",
        "model": "from judging.words import few\nfrom pbem.model.formwork import Form\n"
        "class Units(Form): units: dict[str, object]\n",
        "beside": "",
    }
    for name, text in modules.items():
        (code / "judging" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(code))
    from judging.model import Units as Theirs  # type: ignore[import-not-found]

    models = {"units.yaml": Theirs}
    stamps = [stamp_of(folder, models)]
    for name in ("limits", "words", "model", "beside"):
        (code / "judging" / f"{name}.py").write_text(modules[name] + "# changed\n")
        stamps.append(stamp_of(folder, models))
    assert len(set(stamps[:4])) == 4
    assert stamps[4] == stamps[3]


def test_changed_code_that_reads_and_keeps_is_noticed(folder: Path) -> None:
    """The modules that take a file to its value, some of which are imported late."""
    behind = {path.name for path in files_behind({"pbem.kit.kept"})}
    assert {"data.py", "kept.py", "keptforms.py", "lateforms.py", "formfields.py", "marks.py", "strict.py"} <= behind


@pytest.mark.parametrize("cut", [0, 3, 40, 100, -1])
def test_a_cut_off_pack_is_read_anew(folder: Path, drawer: Drawer, cut: int) -> None:
    kept_pack(folder, MODELS)
    name = pack_name(folder, MODELS)
    whole = drawer.held[name]
    drawer.held[name] = whole[:cut]
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 8
    assert drawer.held[name] == whole


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"[]",
        b"[]\n{",
        b'["os:system"]\n{"@":0,"of":["true"]}',
        b'["builtins:dict"]\n{"@":0}',
        b'["no_such_module:Units"]\n{"@":0}',
        b'["pbem.kit.kept:KeptPack"]\n{"@":0}',
        b'["test_kept:Units"]\n{"@":1}',
        b'["test_kept:Units"]\n{"@":"eval","of":["1"]}',
        b'["test_kept:Units"]\n{"@":"pairs","of":[[[],1]]}',
        b'["test_kept:Unit"]\n{"@":"table","form":1,"fields":["hex"],"rows":{"2 Pz":["0312"]}}',
        b'["test_kept:Unit"]\n{"@":"table","form":0,"fields":["hex"],"rows":{"2 Pz":[]}}',
        b'["test_kept:Unit"]\n{"@":"alike","of":[],"by":{"2 Pz":0}}',
        b'["test_kept:Unit"]\n{"@":"tuples","of":[1]}',
        b"[]\n" + b"[" * 100_000,
    ],
)
def test_a_value_that_names_no_form_is_read_anew_and_calls_nothing(
    folder: Path, drawer: Drawer, value: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could write into the cache and seal it could still run nothing by it."""
    kept_pack(folder, MODELS)
    called: list[str] = []
    monkeypatch.setattr("os.system", called.append)
    parts, _ = unframed(drawer.held[pack_name(folder, MODELS)], 4)
    drawer.held[pack_name(folder, MODELS)] = framed(parts[0], value, *parts[2:])
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].hex == "0312"
    assert called == []


def test_a_pack_with_more_in_it_is_read_anew(folder: Path, drawer: Drawer) -> None:
    kept_pack(folder, MODELS)
    name = pack_name(folder, MODELS)
    whole = drawer.held[name]
    parts, _ = unframed(whole, 4)
    drawer.held[name] = framed(*parts, b"more")
    assert len(kept_pack(folder, MODELS).take(Units, "units.yaml").units) == 3
    assert drawer.held[name] == whole


@pytest.mark.parametrize("place", [0, 31, 32, 80, 200, -1])
def test_a_damaged_file_of_the_cache_is_read_anew(folder: Path, tmp_path: Path, place: int) -> None:
    """One bit is enough: what is not judged again must be what was written."""
    cache = Cache(tmp_path / "cache")
    use(lambda: cache)
    try:
        kept_pack(folder, MODELS)
        path = cache.folder / pack_name(folder, MODELS)
        whole = path.read_bytes()
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(bytes(damaged))
        assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 8
        assert path.read_bytes() == whole
    finally:
        use(nobody)


def test_a_pack_kept_by_another_user_is_read_anew(folder: Path, tmp_path: Path) -> None:
    """It says something else, is whole, and lies under the right name: its seal is not this user's."""
    mine, theirs = Cache(tmp_path / "mine"), Cache(tmp_path / "theirs")
    name = pack_name(folder, MODELS)
    try:
        for cache in (mine, theirs):
            use(lambda cache=cache: cache)  # type: ignore[misc]
            kept_pack(folder, MODELS)
        said = theirs.recall(name)
        assert said is not None
        theirs.keep(name, said.replace(b'"0312",8', b'"0312",9'))
        assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 9
        (mine.folder / name).write_bytes((theirs.folder / name).read_bytes())
        use(lambda: mine)
        assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].strength == 8
    finally:
        use(nobody)


def test_nothing_is_judged_twice(folder: Path, drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    read = kept_pack(folder, MODELS).take(Units, "units.yaml")
    monkeypatch.setattr(data, "typed", None)
    monkeypatch.setattr(lateforms, "_adapter", None)
    again = kept_pack(folder, MODELS).take(Units, "units.yaml")
    assert again == read
    assert again.units["26 VG"].hex == ("0410", "0411")
    assert again.model_copy(update={"turns": {}}).turns == {}


class Unwritable(Form):
    units: set[str]
    turns: dict[str, str] = {}  # noqa: RUF012


def test_a_value_that_has_no_writing_is_read_each_time(folder: Path, drawer: Drawer) -> None:
    text = "provenance: {certainty: certain, source: counter sheet}\nunits: [2 Pz, 26 VG]\n"
    (folder / "units.yaml").write_text(text, encoding="utf-8")
    for _ in range(2):
        assert kept_pack(folder, {"units.yaml": Unwritable}).take(Unwritable, "units.yaml").units == {"2 Pz", "26 VG"}
    assert drawer.held == {}


def test_a_faulty_pack_is_refused_and_not_kept(folder: Path, drawer: Drawer) -> None:
    (folder / "units.yaml").write_text("units: {}\n", encoding="utf-8")
    with pytest.raises(Refused, match="missing"):
        kept_pack(folder, MODELS)
    (folder / "units.yaml").unlink()
    with pytest.raises(Refused, match="cannot be read"):
        kept_pack(folder, MODELS)
    assert drawer.held == {}
