"""What can be read of a sheet that cannot be accepted, so that the player hears of all his mistakes at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.sheet import Sheet
from pbem.model.yamltext import Node, read
from pbem.sheets.form import SheetForm
from pbem.sheets.header import HEADER
from pbem.sheets.notes import MOST_PROBLEMS, Notes, fold
from pbem.sheets.read import LIMIT, understood
from pbem.sheets.stanzas import Stanza, block_at, blocks_of

Fault: TypeAlias = tuple[Stanza | None, range]
"""The block and the lines of an order that cannot be read."""


@frozen
class Legible:
    """The orders that can be read: good for finding more problems, never for use."""

    sheet: Sheet
    unread: int
    """How many orders could not be read."""
    sure_above: int
    """What stands above this line does not depend on any of those; zero if that cannot be said of any line."""


def read_legible(
    text: str, form: SheetForm, file: str, found: Iterable[Problem] = ()
) -> tuple[Legible | None, list[Problem]]:
    """The readable orders of a text whose lines end in LF, and all that is wrong with the others.

    `found`: what somebody has against it already.  None: it is not this game's, side's and exchange's, or all broken.
    """
    blocks, problems = blocks_of(text), list(found)
    root, notes = _mended(text, blocks, file, problems), Notes(file)
    sheet = understood(root, form, notes) if root is not None else None
    doubts_can_wait = bool(problems)
    problems += [one for one in notes.sorted() if not (doubts_can_wait and one.kind == "doubtful")]
    problems = sorted(problems, key=lambda one: (one.where.line, one.where.column))[:MOST_PROBLEMS]
    faults = _faults(blocks, problems)
    if sheet is None or any(block is None or block.name in HEADER for block, _ in faults):
        return None, problems
    answers = {} if any(block and block.name == "answers" for block, _ in faults) else sheet.answers
    orders = replace(sheet, ahead=None, answers=answers)
    lines = {one.where.line for one in problems if one.kind != "doubtful"}
    return Legible(orders, _count(faults, lines), _sure_above(blocks, faults, form)), problems


def _mended(text: str, blocks: tuple[Stanza, ...], file: str, problems: list[Problem]) -> Node | None:
    """The data of the text without the orders that have problems, or in which YAML breaks: those are problems too."""
    lines, found = text.split("\n"), list(problems)
    while not found or _left_out(lines, _faults(blocks, found)):
        root, found = read("\n".join(lines), file, LIMIT)
        problems += found
        if not found or len(problems) >= MOST_PROBLEMS:
            return None if found else root
    return None


def _left_out(lines: list[str], faults: list[Fault]) -> bool:
    """Empties the lines of these orders.  False: there are no orders there, or none any more."""
    if any(block is None or block.name in HEADER for block, _ in faults):
        return False
    numbers = [number for _, entry in faults for number in entry]
    something = any(lines[number - 1] for number in numbers)
    for number in numbers:
        lines[number - 1] = ""
    return something


def _faults(blocks: tuple[Stanza, ...], problems: Iterable[Problem]) -> list[Fault]:
    """The orders that are more than doubtful, each with its block, from the top."""
    lines = sorted({one.where.line for one in problems if one.kind != "doubtful"})
    found = ((block_at(blocks, line), line) for line in lines)
    return list(dict.fromkeys((block, block.entry(line) if block else range(0)) for block, line in found))


def _count(faults: list[Fault], lines: Iterable[int]) -> int:
    """How many orders they are: under a heading that is not understood all of them.

    `lines`: where something is wrong, for what stands under a heading without dashes.
    """
    wrong = sorted(lines)
    return sum(max(1, sum(number in entry for number in block.begins or wrong)) for block, entry in faults if block)


def _sure_above(blocks: tuple[Stanza, ...], faults: list[Fault], form: SheetForm) -> int:
    """The first line that cannot be read, if text and play have one order up to there.

    Standing orders, answers and headings that are not understood may bear upon everything.
    """
    order = {fold(part.name): number for number, part in enumerate(form.parts)}
    played = [order[block.name] for block in blocks if block.name in order]
    in_parts = all(block is not None and block.name in order for block, _ in faults)
    return min((entry.start for _, entry in faults), default=0) if in_parts and played == sorted(played) else 0
