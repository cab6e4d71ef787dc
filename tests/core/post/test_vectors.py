"""Every mail in tests/vectors/mail gives exactly the blocks that its index promises."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pbem.post.folders import gathered
from pbem.post.letters import Letter, letters
from pbem.seal.armour import armour
from pbem.seal.blocks import Block, find_blocks

VECTORS = Path(__file__).parents[2] / "vectors" / "mail"
INDEX = yaml.safe_load((VECTORS / "index.yaml").read_text(encoding="utf-8"))


def sent() -> dict[str, Block]:
    """The blocks as they left, by the name of their file."""
    return {file.stem: armoured(file) for file in sorted((VECTORS / "sent").glob("*.pbem"))}


def armoured(file: Path) -> Block:
    [letter] = letters(file.read_bytes(), file.name)
    [block] = letter.blocks
    return block


def words(text: str | None) -> str:
    return "".join((text or "").replace("’", "'").split())


def described(block: Block) -> str:
    """A block in the manner of the index."""
    if not block.whole:
        return f"damaged: {block.damage}"
    name, original = next((n, b) for n, b in sent().items() if b.base64 == block.base64)
    if block.readable is None:
        return f"{name} none"
    if block.readable == original.readable:
        return f"{name} exact"
    return f"{name} words" if words(block.readable) == words(original.readable) else f"{name} changed"


def outcome(letter: Letter) -> str | list[str]:
    return f"refused: {letter.refused}" if letter.refused else [described(block) for block in letter.blocks]


@pytest.mark.parametrize("name", INDEX)
def test_vector(name: str) -> None:
    found = [one for file, source in gathered(VECTORS / name).sources for one in letters(source, file)]
    assert [outcome(letter) for letter in found] == INDEX[name]["letters"]
    if "subject" in INDEX[name]:
        assert found[0].subject == INDEX[name]["subject"]


def test_every_vector_is_in_the_index() -> None:
    others = {".gitattributes", "index.yaml", "make", "sent", "desk-letters", "desk-games"}
    assert {file.name for file in VECTORS.iterdir()} - others == set(INDEX)


@pytest.mark.parametrize("name", ["german-04", "allied-05"])
def test_what_was_found_is_what_was_sent(name: str) -> None:
    file = VECTORS / "sent" / f"{name}.pbem"
    block = armoured(file)
    assert armour(block.data(), readable=block.readable) == file.read_text(encoding="utf-8")
    assert [(one.base64, one.readable) for one in find_blocks(file.read_text(encoding="utf-8"))] == [
        (block.base64, block.readable)
    ]


def test_vectors_name_no_machine() -> None:
    hosts = {b"example.org", b"example.net"}
    for file in VECTORS.glob("*.eml"):
        for line in file.read_bytes().splitlines():
            if line.lower().startswith((b"from:", b"to:", b"message-id:")) and b"@" in line:
                assert any(host in line for host in hosts), file.name
