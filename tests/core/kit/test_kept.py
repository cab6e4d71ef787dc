"""Packs that were read once: the same values from where they are kept, and read anew when anything is otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pbem.kit import data, kept, witnesses
from pbem.kit.data import Provenance, open_pack
from pbem.kit.keeper import nobody, use
from pbem.kit.kept import kept_pack, pack_name
from pbem.kit.keptforms import put_together, written
from pbem.kit.witnesses import Worked, keep, recalled
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
        self.kept += not name.endswith("-sources")

    def told(self, files: Sequence[str]) -> bytes:
        return Cache(Path()).told(files)


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
    assert len(drawer.held) == 2  # its values and its sources, in the place of those before


def test_another_program_reads_anew(folder: Path, drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_pack(folder, MODELS)
    monkeypatch.setattr(witnesses, "VERSION", "9.9")
    kept_pack(folder, MODELS)
    assert drawer.kept == 2


JUDGES = {
    "__init__": "",
    "limits": "MOST = 4\n",
    "words": "def few(strength):\n    from judging.limits import MOST\n    return min(strength, MOST)\n",
    "model": "from pbem.model.formwork import Form, field_validator\n"
    "class Unit(Form):\n"
    "    hex: object\n"
    "    strength: int = 0\n"
    "    @field_validator('strength')\n"
    "    def judge(cls, strength):\n"
    "        from judging.words import few\n"
    "        return few(strength)\n"
    "class Units(Form):\n"
    "    units: dict[str, Unit]\n"
    "    turns: dict[str, str]\n",
}
ONE_PROCESS = """
import sys
from pathlib import Path
from judging.model import Units
from pbem.kit import kept
from pbem.kit.keeper import use
from pbem.office.cache import Cache
judged, usual = [], kept.open_pack
kept.open_pack = lambda *named: judged.append(1) or usual(*named)
cache = Cache(Path(sys.argv[2]))
use(lambda: cache)
pack = kept.kept_pack(Path(sys.argv[1]), {"units.yaml": Units})
print(pack.take(Units, "units.yaml").units["2 Pz"].strength, len(judged))
"""


def test_a_judge_changed_behind_a_function_s_back_is_not_believed(folder: Path, tmp_path: Path) -> None:
    """Imported inside a function, or a number out of another module, of the same length and with its old time: each
    process is one of its own, as a player's commands are.  A file that was only written again changes nothing."""
    code, limits = tmp_path / "judging", tmp_path / "judging" / "limits.py"
    code.mkdir()
    for name, text in JUDGES.items():
        (code / f"{name}.py").write_text(text)

    def process() -> str:
        paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path[1:])])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        line = [sys.executable, "-c", ONE_PROCESS, str(folder), str(tmp_path / "cache")]
        return subprocess.run(line, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert [process(), process()] == ["4 1", "4 0"]
    (code / "words.py").write_text(JUDGES["words"].replace("MOST)", "MOST) - 1"))
    assert [process(), process()] == ["3 1", "3 0"]
    limits.write_bytes(limits.read_bytes())
    assert process() == "3 0"
    before = limits.stat()
    limits.write_text("MOST = 7\n")
    os.utime(limits, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert process() == "6 1"


def test_what_only_looks_rewritten_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a fresh checkout: the bytes are compared, and what the disk says now is written down."""
    place, read = Drawer(), list[object]()
    stamp = keep(place, "one", b"own", (), b"body")
    usual = witnesses.digest_of
    monkeypatch.setattr(place, "told", lambda files: b"other" + Cache(tmp_path).told(files))
    monkeypatch.setattr(witnesses, "digest_of", lambda files: read.append(files) or usual(files))
    assert [recalled(place, "one", b"own") for _ in range(3)] == [Worked(stamp, b"body")] * 3
    assert len(read) == 1
    assert recalled(place, "one", b"another's") is None


def test_all_code_that_judges_and_keeps_is_there_when_it_is_done(folder: Path, drawer: Drawer) -> None:
    """The modules that take a file to its value and back, some of which are imported late."""
    kept_pack(folder, MODELS)
    behind = {Path(file).name for file in witnesses.loaded({"pbem", "test_kept"})}
    assert {"data.py", "kept.py", "keptforms.py", "lateforms.py", "formfields.py", "strict.py", "yamltree.py"} <= behind
    assert {"version.py", "test_kept.py"} <= behind


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
    parts, _ = unframed(drawer.held[pack_name(folder, MODELS)], 5)
    drawer.held[pack_name(folder, MODELS)] = framed(*parts[:4], framed(value))
    assert kept_pack(folder, MODELS).take(Units, "units.yaml").units["2 Pz"].hex == "0312"
    assert called == []


def test_a_pack_with_more_in_it_is_read_anew(folder: Path, drawer: Drawer) -> None:
    kept_pack(folder, MODELS)
    name = pack_name(folder, MODELS)
    whole = drawer.held[name]
    parts, _ = unframed(whole, 5)
    for more in (framed(*parts, b"more"), framed(*parts[:4], parts[4] + framed(b"more"))):
        drawer.held[name] = more
        assert len(kept_pack(folder, MODELS).take(Units, "units.yaml").units) == 3
        assert drawer.held[name] == whole


@pytest.mark.parametrize("damage", [None, b"", b"1"])
def test_sources_that_are_lost_are_read_anew_and_kept(folder: Path, drawer: Drawer, damage: bytes | None) -> None:
    kept_pack(folder, MODELS)
    name = f"{pack_name(folder, MODELS)}-sources"
    whole = drawer.held.pop(name)
    if damage is not None:
        drawer.held[name] = damage + whole[:-1]
    again = kept_pack(folder, MODELS)
    assert name not in drawer.held or drawer.held[name] != whole
    assert again.shares() == {"certain": 5, "inferred": 2, "reconstructed": 1}
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
