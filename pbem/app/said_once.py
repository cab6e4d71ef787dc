"""One sentence of what became of a piece and what was said of it, which often say the same."""

from __future__ import annotations

import re

LEFT = "leaves the map"
"""How it begins what is told of a counter that is gone, whatever became of its unit."""
LAST_STEP = "loses its last step"
STEP = "loses a step"
COMES = "comes on at"
ARRIVES = ("arrives", "enters", "comes")
IDLE = frozenset(
    ("is", "are", "was", "a", "an", "the", "at", "of", "to", "its", "in", "into", "out", "on", "no", "longer", "down")
)
"""Words that say nothing by themselves."""
WORD = re.compile(r"[^\s,;:()]+")
MUST = ("must", "may", "on", "back")
"""How a heading of names begins that is no property of theirs."""
CASES = re.compile(r" \(([^()]*)\)$")


def without_case(said: str, case: str) -> str:
    """The words without the case at their end, which is told beside them."""
    found = CASES.search(said)
    return said[: found.start()] if found and found[1] == case else said


def of_one(unit: str, said: str, others: tuple[str, ...]) -> str:
    """`isolated: 1 Foot; unsupplied: 2 Foot, 3 Foot` is `is unsupplied` of 2 Foot; other words stay as they are."""
    lists = [clause.partition(": ") for clause in said.split("; ")]
    own = [head for head, _, names in lists if unit in names.split(", ")]
    known = {unit, *others}
    if not own or not all(one in known or one.isdecimal() for _, _, names in lists for one in names.split(", ")):
        return said
    head = own[0]
    return head if head.startswith(MUST) or " is " in head else f"is {head}"


def sentence(unit: str, became: str, said: str, others: tuple[str, ...]) -> str:
    """What became of a unit in one sentence, which does not begin with its name where it says more than was said.

    `others`: units and places that are named with it, which say nothing about it.
    """
    said = of_one(unit, said, others)
    if not (became and said):
        return became or said
    about = said.removeprefix(f"{unit} ") if said.startswith(f"{unit} ") else ""
    if became.startswith(LEFT) and about:
        return _gone(became.removeprefix(LEFT), about)
    if became.startswith(COMES) and about.startswith(ARRIVES):
        return became
    names = {*WORD.findall(unit), *(word for other in others for word in WORD.findall(other))}
    short, long = _meaning(became, names), _meaning(said, names)
    if long <= short:
        return became
    if short <= long:
        return about or said
    return f"{became}: {said}"


def _gone(where: str, about: str) -> str:
    """`is lost: it cannot retreat` and ` at 0405` in one."""
    if about.startswith(STEP):
        return f"{LAST_STEP}{where}{about.removeprefix(STEP)}"
    head = re.match(r"[^:;,(]*", about)
    end = len(head[0].rstrip()) if head else 0
    return f"{about[:end]}{where}{about[end:]}"


def _meaning(words: str, names: set[str]) -> set[str]:
    return {word.lower().rstrip("+") for word in WORD.findall(words) if word not in names} - IDLE
