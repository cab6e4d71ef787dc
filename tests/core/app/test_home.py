"""The home folder: which files a key has, and which of them signs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.app.home import Home
from pbem.model.errors import Refused


def names(home: Home) -> list[str]:
    return sorted(path.name for path in home.keys.iterdir())


def test_the_public_line_is_called_by_the_whole_name_of_its_key(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for name in ("a.b", "a.c", "a"):
        home.make_key(name)
    assert names(home) == ["a", "a.b", "a.b.pub", "a.c", "a.c.pub", "a.pub"]
    path, line = home.make_key("anna")
    assert path.with_name("anna.pub").read_text() == f"{line}\n"


def test_the_only_key_is_found_among_what_else_lies_there(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with pytest.raises(Refused, match="no key to sign with"):
        home.key_path()
    home.make_key("a.b")
    (home.keys / ".DS_Store").write_bytes(b"")
    (home.keys / "old").mkdir()
    assert home.key_path().name == "a.b"
    home.make_key("c")
    with pytest.raises(Refused, match="there are 2 keys"):
        home.key_path()


@pytest.mark.parametrize("name", ["a.pub", "", ".a", "..", "a b", "a/b", "a\\b"])
def test_names_that_no_key_can_have(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path)
    with pytest.raises(Refused) as refused:
        home.make_key(name)
    assert refused.value.hint.startswith("pbem keygen a")
    assert not home.keys.exists()
