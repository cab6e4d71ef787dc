"""The specification names what the code does: domains, types, fields, files."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from pbem.book.documents import JSON_KINDS, Outcome
from pbem.seal.envelope import TYPES

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
PRIVATE = {
    "pbem/cache/1", "pbem/checkpoint/1", "pbem/checkpoint/2", "pbem/decision/1", "pbem/kept/1", "pbem/message/1",
    "pbem/sample/1", "pbem/secrets/1", "pbem/table/1", "pbem/trial/1",
}  # fmt: skip
"""Digests that stand in no public file."""


def test_every_domain_is_specified() -> None:
    used = set()
    rooms = ("book", "dice", "seal", "model", "court", "office")
    for path in [path for room in rooms for path in (ROOT / "pbem" / room).glob("*.py")]:
        used |= set(re.findall(r'"(pbem/[a-z]+/[0-9])"', path.read_text(encoding="utf-8")))
    assert used - PRIVATE - set(re.findall(r"`(pbem/[a-z]+/[0-9])`", TEXT)) == set()


def test_every_type_and_every_field_is_specified() -> None:
    assert not [kind for kind in JSON_KINDS if f"`{kind}`" not in TEXT and f"**{kind}**" not in TEXT]
    named = {each.name for kind in (*JSON_KINDS.values(), Outcome) for each in fields(kind)}
    assert not [name for name in sorted(named) if f"`{name}`" not in TEXT and f'"{name}"' not in TEXT]
    assert set(JSON_KINDS) <= TYPES
