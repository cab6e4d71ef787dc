"""Lines that wait until they are used: each answers one question of its owner's, in its own time.

They are no plans, which are played in turn, and no standing orders, which hold for ever: `blow the bridge with this
card, if he comes to it` is said once and done once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pbem.engine.asked import Asked
from pbem.engine.phrases import met
from pbem.engine.spec import RulesetSpec
from pbem.model.decision import Pick
from pbem.model.position import View
from pbem.model.problem import Where
from pbem.model.sheet import Order, Part

Kept = Mapping[str, Part]


def waiting(spec: RulesetSpec, kept: Kept) -> Iterator[tuple[str, Order]]:
    """The lines that still wait, part by part in the order of the sheet."""
    for part in spec.parts:
        if part.serves == "until used" and part.name in kept:
            yield from ((part.name, line) for line in kept[part.name].lines)


def answering(spec: RulesetSpec, kept: Kept, asked: Asked, view: View) -> tuple[str, Order, Pick] | None:
    """The first line whose conditions hold and which has a lawful answer, with its part and that answer."""
    for name, line in waiting(spec, kept):
        answers = spec.part(name).answers
        if answers is None or not met(spec, view, line):
            continue
        pick = answers(view, asked.decision, line)
        if pick is not None and asked.wrong(pick) is None:
            return name, line, pick
    return None


def without(part: Part, used: Order) -> Part:
    """The part when one of its lines has been used."""
    return replace(part, lines=tuple(line for line in part.lines if line is not used))


def replaced(spec: RulesetSpec, kept: Kept, new: Kept) -> list[str]:
    """What the owner of a new sheet is told: lines that were never used, and that it does not hold any more."""
    anew = {name: [_said(line) for line in part.lines] for name, part in new.items()}
    return [
        f"{name}: line {line.at.line} of an earlier sheet was never used, and is replaced"
        for name, line in waiting(spec, kept)
        if name in new and _said(line) not in anew[name]
    ]


def never_used(spec: RulesetSpec, kept: Kept) -> list[str]:
    """What their owner is told when the game is over."""
    return [f"{name}: line {line.at.line} of an earlier sheet was never used" for name, line in waiting(spec, kept)]


def _said(line: Order) -> Order:
    """A line as it reads, wherever it stands."""
    return line.model_copy(update={"at": Where()})
