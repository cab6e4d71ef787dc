"""The program as it is installed: what the wheel holds, and that what it points to is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from pbem import VERSION

ROOT = Path(__file__).parents[2]
POINTED_TO = re.compile(r"\b(?:docs|examples|schemas)/[\w.-]+")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = into.glob("*.whl")
    return built


def test_the_wheel_claims_no_name_but_its_own(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        tops = {name.split("/")[0] for name in held.namelist()}
    assert tops == {"pbem", "pbem_rules", f"pbem-{VERSION}.dist-info"}


def test_the_wheel_holds_what_is_pointed_to(wheel: Path) -> None:
    """Every document, every schema, rules and data of every game; no pictures, to which nobody is sent."""
    wanted = {f"pbem/share/{path.relative_to(ROOT)}" for path in (ROOT / "docs").glob("*.md")}
    wanted |= {f"pbem/share/{path.relative_to(ROOT)}" for path in (ROOT / "schemas").glob("*.json")}
    wanted |= {f"pbem/share/{path.relative_to(ROOT)}" for path in (ROOT / "examples").glob("verify.*")}
    rules = ROOT / "rules"
    wanted |= {str(path.relative_to(rules)) for path in rules.rglob("*.yaml")}
    wanted |= {str(path.relative_to(ROOT)) for path in (ROOT / "pbem").rglob("*.py")}
    with ZipFile(wheel) as held:
        names = set(held.namelist())
    assert not wanted - names
    assert "pbem/share/GLOSSARY.md" in names
    assert not [name for name in names if name.endswith((".png", ".pyc"))]


def test_the_version_is_kept_once(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        told = message_from_string(held.read(f"pbem-{VERSION}.dist-info/METADATA").decode())
    assert told["Version"] == VERSION
    kept = [path for path in (ROOT / "pyproject.toml", *(ROOT / "pbem").rglob("*.py")) if VERSION in path.read_text()]
    assert kept == [ROOT / "pbem" / "__init__.py"]


def test_the_program_points_to_no_file_that_only_the_project_has() -> None:
    """Hints name a verb that works wherever the program is installed: pbem guide."""
    strings = [path.read_text(encoding="utf-8").split('"""', 2)[-1] for path in (ROOT / "pbem").rglob("*.py")]
    assert not [found for text in strings for found in POINTED_TO.findall(text) if "guides.py" not in text]


@pytest.mark.slow
def test_it_works_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    """Installed into an environment of its own, far from the project, with what it needs from this one."""
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", str(wheel)], check=True, cwd=tmp_path)

    def pbem(*words: str) -> str:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PBEM"))}
        done = subprocess.run(
            [programs / "pbem", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env=clean | {"HOME": str(tmp_path), "PBEM_HOME": str(tmp_path / "home")},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert pbem("--version").split()[-1] == VERSION
    assert "retreats hex by hex" in pbem("rule", "ford", "7.1")
    assert "ardennes-offensive" in pbem("games")
    assert "# The protocol" in pbem("guide", "protocol")
    shown = Path(pbem("guide", "verify.html").strip())
    assert shown.is_file()
    assert place in shown.parents
    said = pbem("demo", "--into", "try", "--system", "ford")
    assert "audit     ok" in said
    assert "ends with exit 4" in said
    pbem("data", "schemas", "--into", "schemas")
    assert (tmp_path / "schemas" / "sheet-ford.json").is_file()
    assert "<svg" in pbem("map", "bulge", "--blank", "--format", "svg")
