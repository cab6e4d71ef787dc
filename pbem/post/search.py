"""Blocks in a text of which it can only be guessed how it is wrapped: the reading that shows most of them counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.seal.blocks import DASHES, WORD, Block, find_blocks

CROWDED_MARK = re.compile(rf"{DASHES} *(?:BEGIN|END) PBEM (?:TEXT|ENVELOPE|BOX) *{DASHES}")


def best_blocks(readings: Iterable[str]) -> list[Block]:
    """The blocks of the reading that gives most whole ones; the likelier reading wins a tie."""
    best: list[Block] = []
    crowded: list[str] = []
    for reading in readings:
        if WORD not in reading:
            continue
        found = find_blocks(reading)
        if not best or _worth(found) > _worth(best):
            best = found
        if best and _complete(best, reading):
            return best
        crowded.append(CROWDED_MARK.sub(r"\n\g<0>\n", reading))
    for reading in crowded:
        found = find_blocks(reading)
        if _worth(found)[:2] > _worth(best)[:2]:
            best = found
    return best


def merge(blocks: Iterable[Block]) -> list[Block]:
    """Each block once: told apart by base64 and by the words, not the white space, of the readable text."""
    kept: dict[tuple[str, str, str], Block] = {}
    for block in blocks:
        kept.setdefault((block.base64, "".join((block.readable or "").split()), block.damage), block)
    return list(kept.values())


def _worth(blocks: list[Block]) -> tuple[int, int, int]:
    """How good a reading is: many whole blocks, many readable texts, few damaged blocks."""
    whole = sum(block.whole for block in blocks)
    return whole, sum(block.readable is not None for block in blocks), whole - len(blocks)


def _complete(blocks: list[Block], reading: str) -> bool:
    """Whether no other reading can be better: all blocks are whole, no mark of a text was overlooked."""
    told = sum(block.readable is not None for block in blocks)
    return all(block.whole for block in blocks) and told == reading.count("BEGIN PBEM TEXT")
