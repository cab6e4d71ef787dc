"""A question in flight: the decision, what the order line says about it, and who judges a pick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, TypedDict, cast

from pbem.model.decision import Decision, Fact, Pick
from pbem.model.errors import RulesBug
from pbem.model.records import mutable
from pbem.model.sheet import Part

FEW = 10
"""Of more options than that not all sets are tried."""

Judge = Callable[[Any], str | None]
"""A named function that says what is wrong with a pick, or None."""


class How(TypedDict, total=False):
    """What may be said of a question beside its options: the keywords of every verb that asks."""

    said: Pick | Iterable[Pick] | None
    """What the order line says, one pick or several in order of preference."""
    otherwise: str | tuple[str, ...] | None
    """What silence means, where the rules let it pass."""
    judge: Judge | None
    facts: Mapping[str, Fact] | None
    """What a standing order or the wording needs to know."""
    sealed: bool
    """It never answers itself: its options come from a secret."""


@mutable
class Asked:
    decision: Decision
    said: tuple[Pick, ...] = ()
    judge: Judge | None = None

    def __post_init__(self) -> None:
        decision = self.decision
        if decision.kind == "one" and not decision.options:
            raise RulesBug(f"{decision.case}: no options: {decision.key}")
        if decision.kind == "several" and not 0 <= decision.least <= min(decision.most, len(decision.options)):
            raise RulesBug(
                f"{decision.case}: {decision.least} to {decision.most} of {len(decision.options)}: {decision.key}"
            )
        if len(set(decision.options)) != len(decision.options):
            raise RulesBug(f"{decision.case}: an option twice: {decision.key}: {decision.options}")

    @property
    def forced(self) -> Pick | None:
        """The only lawful pick, where there is just one and it gives nothing away."""
        decision = self.decision
        if decision.sealed or decision.kind == "part":
            return None
        if decision.kind == "one":
            lawful = [option for option in decision.options if self.wrong(option) is None]
            return lawful[0] if len(lawful) == 1 else None
        if decision.most == 0:
            return ()
        if decision.least == len(decision.options):
            return decision.options
        return self._only_set() if self.judge is not None and len(decision.options) <= FEW else None

    def _only_set(self) -> Pick | None:
        """The only lawful set, of few enough options to try all."""
        decision, found = self.decision, list[tuple[str, ...]]()
        for count in range(decision.least, decision.most + 1):
            for picks in combinations(decision.options, count):
                if self.wrong(picks) is None:
                    found.append(picks)
                if len(found) > 1:
                    return None
        return found[0] if found else None

    def wrong(self, pick: Pick) -> str | None:
        """What is wrong with this pick, in the players' words."""
        decision = self.decision
        if decision.kind == "part":
            if not isinstance(pick, Part):
                return "lines are wanted"
        elif problem := _not_offered(decision, pick):
            return problem
        return self.judge(pick) if self.judge else None

    def tidy(self, pick: Pick) -> Pick:
        """Several picks in the order of the options: the same choice always has the same bytes."""
        if self.decision.kind != "several" or not isinstance(pick, tuple):
            return pick
        return tuple(option for option in self.decision.options if option in pick)


def put(bare: Decision, how: How) -> Asked:
    """A question with what is said of it."""
    if strange := sorted(how.keys() - How.__annotations__.keys()):
        raise RulesBug(f"{bare.case}: nothing that can be said of a question: {', '.join(strange)}")
    if bare.kind == "part" and not how.keys().isdisjoint(("said", "otherwise")):
        raise RulesBug(f"{bare.case}: lines of {bare.topic} are neither said beforehand nor otherwise")
    facts, sealed, otherwise = dict(how.get("facts") or {}), how.get("sealed", False), how.get("otherwise")
    decision = replace(bare, facts=facts, sealed=sealed, otherwise=otherwise)
    return Asked(decision, wishes(how.get("said"), bare.kind), how.get("judge"))


def _not_offered(decision: Decision, pick: Pick) -> str | None:
    if decision.kind == "one":
        if isinstance(pick, str) and pick in decision.options:
            return None
        return f"{pick!r} is not offered: {', '.join(decision.options)}"
    if not isinstance(pick, tuple):
        return "several are wanted, as a list"
    strange = sorted(set(pick) - set(decision.options))
    if strange:
        return f"not offered: {', '.join(strange)}"
    if len(set(pick)) != len(pick):
        return "one is named twice"
    if not decision.least <= len(pick) <= decision.most:
        return f"{len(pick)} named, from {decision.least} to {decision.most} wanted"
    return None


def wishes(said: Pick | Iterable[Pick] | None, kind: str) -> tuple[Pick, ...]:
    """What `said=` holds, as a tuple of picks in order of preference."""
    if said is None:
        return ()
    if isinstance(said, str | Part):
        return (said,)
    listed = tuple(said)
    if kind == "several" and all(isinstance(pick, str) for pick in listed):
        return (cast("tuple[str, ...]", listed),)
    return listed
