"""Lines of drafts, and what is offered for a click, that are the same in many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from pbem.craft.pieces import Piece
from pbem.kit.odds import OddsColumns
from pbem.model.counting import many
from pbem.model.decision import Decision
from pbem.model.detail import Extra
from pbem.model.wording import Choice, DraftLine

Lines = Mapping[str, tuple[DraftLine, ...]]
"""What a draft offers, part by part."""


P = TypeVar("P", bound=Piece)


def asked_parts(due: Iterable[Decision]) -> dict[str, Decision]:
    """The parts that are asked for, by their names."""
    return {decision.topic: decision for decision in due if decision.kind == "part"}


def asked_again(asked: Mapping[str, Decision]) -> Decision | None:
    """The part that is asked for in the middle of it: one more line, or the rest anew.  It is drafted alone."""
    return next((decision for decision in asked.values() if "again" in decision.facts), None)


def needed(decision: Decision) -> bool:
    """Whether one more line is asked for, since the rules demand it."""
    return decision.facts.get("again") == "need"


def as_written(decision: Decision) -> DraftLine:
    """The remark that a part which is asked for again may stay as it is."""
    left = decision.facts.get("left", ())
    count = len(left) if isinstance(left, tuple) else 0
    kept = f"keeps the {many(count, 'line')} left of your sheet" if count else "orders nothing more"
    return DraftLine(comment=f'or "{decision.topic}: as written", which {kept}')


def offered(lines: Iterable[DraftLine]) -> tuple[DraftLine, ...]:
    """The same lines, none of them live."""
    return tuple(DraftLine(line.text, line.comment) for line in lines)


# Attacks


def attack_text(targets: Sequence[str], units: Sequence[str], more: str = "") -> str:
    """`{attack: 0503, with: [1 Foot, 2 Foot]}`; `more` is what else the line says."""
    target = targets[0] if len(targets) == 1 else f"[{', '.join(targets)}]"
    return f"{{attack: {target}, with: [{', '.join(units)}]{more}}}"


def who_can_attack(units: Iterable[P], targets: Callable[[P], Iterable[str]]) -> dict[str, tuple[P, ...]]:
    """Every target, in order, with all who could attack it."""
    found: dict[str, tuple[P, ...]] = {}
    for unit in units:
        for target in targets(unit):
            found[target] = (*found.get(target, ()), unit)
    return dict(sorted(found.items()))


def attack_choice(part: str, unit: str, target: str, note: str, at: str, weight: int) -> Choice:
    """An attack for a click: every unit that chooses it joins the same line.  It is offered from where it stands."""
    return Choice(part, unit, target, f"{{attack: {target}, with: [UNIT]}}", note, "attack", at, weight=weight)


def odds_in_reach(columns: OddsColumns, defences: Mapping[str, int], times: int = 1) -> tuple[Extra, ...]:
    """The odds that an attack can ask for: at each place what those who take part must weigh together, in so many
    parts of a point.  The lowest column needs nothing."""
    return tuple(
        Extra(text=label, least={place: times * columns.least(label, points) for place, points in defences.items()})
        for label in columns.labels
    )
