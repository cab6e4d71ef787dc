"""What somebody might try with a data pack: another game's, too much of it, links, another under its name."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.app.packs import check_pack, copy_pack
from pbem.court.rules import data_pinned, versions_of
from pbem.engine.spec import RulesetSpec
from pbem.kit.packfiles import LARGEST
from pbem.model.errors import Refused
from pbem.office.ownpacks import check_same, pack_folder, take_pack, with_pack
from pbem.office.rulesets import ruleset


@pytest.fixture
def ford() -> RulesetSpec:
    return ruleset("ford")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack of The Ford that differs from the printed one in one strength."""
    folder = tmp_path / "mine" / "ford"
    copy_pack("ford", folder)
    units = folder / "units.yaml"
    units.write_text(units.read_text(encoding="utf-8").replace("foot: {full: 4", "foot: {full: 5"), encoding="utf-8")
    return folder


def told(folder: Path, system: str = "ford") -> str:
    return "\n".join(line for one in check_pack(folder, system).problems for line in one.lines())


def test_the_pack_of_another_game_is_refused(tmp_path: Path) -> None:
    copy_pack("bulge", tmp_path / "bulge")
    assert '"towns" is missing' in told(tmp_path / "bulge")
    assert "scenarios/crossing.yaml: invalid: data: is missing" in told(tmp_path / "bulge")


def test_a_huge_file_is_not_read(mine: Path) -> None:
    with (mine / "map.yaml").open("ab") as file:
        file.truncate(LARGEST + 1)
    assert f"map.yaml: invalid: data: has {LARGEST + 1} bytes" in told(mine)


def test_a_map_of_millions_of_hexes_is_not_made(tmp_path: Path) -> None:
    copy_pack("bulge", tmp_path / "bulge")
    path = tmp_path / "bulge" / "map.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{rows: 01-12, columns: 01-25}", "{rows: 01-999, columns: 01-999}"), encoding="utf-8")
    assert "hexes, at most" in told(tmp_path / "bulge", "bulge")


def test_aliases_that_grow_are_refused(mine: Path) -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    (mine / "map.yaml").write_text(bomb, encoding="utf-8")
    assert "an alias, *a" in told(mine)


def test_a_tag_that_asks_for_code_is_a_text_that_is_refused(mine: Path) -> None:
    (mine / "map.yaml").write_text('grid: !!python/object/apply:os.system ["touch hacked"]\n', encoding="utf-8")
    assert "a tag, " in told(mine)
    assert not Path("hacked").exists()


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_link_out_of_the_folder_is_not_followed(mine: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    shutil.move(mine / "map.yaml", outside)
    (mine / "map.yaml").symlink_to(outside)
    assert "map.yaml: invalid: data: is a link" in told(mine)
    (mine / "map.yaml").unlink()
    shutil.move(outside, mine / "map.yaml")
    shutil.move(mine / "scenarios", tmp_path / "elsewhere")
    (mine / "scenarios").symlink_to(tmp_path / "elsewhere")
    assert "scenarios/crossing.yaml: invalid: data: is a link" in told(mine)


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_a_pipe_in_the_place_of_a_file_stops_nobody(mine: Path) -> None:
    (mine / "map.yaml").unlink()
    os.mkfifo(mine / "map.yaml")
    assert "map.yaml: invalid: data: is no file" in told(mine)


def test_a_file_that_nobody_reads_is_told_with_the_one_that_is_meant(mine: Path) -> None:
    shutil.move(mine / "units.yaml", mine / "unit.yaml")
    assert "unit.yaml: hint: did you mean units.yaml?" in told(mine)


def test_two_packs_of_one_name_are_two(mine: Path, tmp_path: Path, ford: RulesetSpec) -> None:
    other = Path(shutil.copytree(mine, tmp_path / "other" / "ford"))
    tables = other / "tables.yaml"
    tables.write_text(tables.read_text(encoding="utf-8").replace("wood: 3", "wood: 4"), encoding="utf-8")
    one, two = (take_pack(tmp_path / "home", ford, folder) for folder in (mine, other))
    assert one.digest != two.digest
    for taken, wood in ((one, 3), (two, 4), (one, 3)):
        assert taken.spec is not None
        found = with_pack(ford, versions_of(taken.spec), tmp_path / "home")
        assert data_pinned(found) == taken.digest
        assert found.pack.take(object, "tables.yaml").costs["wood"] == wood
    with pytest.raises(Refused, match=f"holds pack {two.digest[:16]}, the game is played on {one.digest[:16]}"):
        check_same(other, two, one.digest)


def test_a_pack_that_was_changed_at_home_is_noticed(mine: Path, tmp_path: Path, ford: RulesetSpec) -> None:
    """A folder that bears a digest is not what has it."""
    taken = take_pack(tmp_path / "home", ford, mine)
    assert taken.spec is not None
    pinned = versions_of(taken.spec)
    kept = pack_folder(tmp_path / "home", taken.digest) / "units.yaml"
    kept.write_text(kept.read_text(encoding="utf-8").replace("full: 5", "full: 9"), encoding="utf-8")
    with pytest.raises(Refused, match="was changed, or something of it is lost") as refused:
        with_pack(ford, pinned, tmp_path / "home")
    assert "pbem data take DIR" in refused.value.hint
    with pytest.raises(Refused, match="was changed"):
        take_pack(tmp_path / "home", ford, mine)
    shutil.rmtree(pack_folder(tmp_path / "home", taken.digest))
    with pytest.raises(Refused, match="data of ford that are not here"):
        with_pack(ford, pinned, tmp_path / "home")
    take_pack(tmp_path / "home", ford, mine)
    assert data_pinned(with_pack(ford, pinned, tmp_path / "home")) == taken.digest


def test_a_pack_that_was_not_changed_is_what_is_installed(tmp_path: Path, ford: RulesetSpec) -> None:
    copy_pack("ford", tmp_path / "ford")
    taken = take_pack(tmp_path / "home", ford, tmp_path / "ford")
    assert taken.spec is ford
    assert not (tmp_path / "home").exists()


def test_games_of_one_process_are_each_judged_on_their_own_pack(mine: Path, tmp_path: Path, ford: RulesetSpec) -> None:
    """A desk with forty games: whose rules are looked at, his data lie there."""
    taken = take_pack(tmp_path / "home", ford, mine)
    assert taken.spec is not None
    for spec, strength in ((taken.spec, 5), (ford, 4), (taken.spec, 5)):
        spec.lay_data()
        table = spec.set_up(setup_of(spec)).table
        assert table.units["1 Foot"].strength == strength
    ford.lay_data()


def setup_of(spec: RulesetSpec):  # type: ignore[no-untyped-def]
    from pbem.engine.spec import Setup

    return Setup(scenario=spec.scenarios[0].name)
