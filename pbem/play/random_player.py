"""A player who does something lawful at random, with all the means that a sheet offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.engine.asked import Asked
from pbem.engine.phrases import QUIET
from pbem.engine.spec import PartSpec, RulesetSpec
from pbem.model.chooser import Chooser
from pbem.model.decision import Decision, Pick
from pbem.model.errors import RulesBug
from pbem.model.position import Position, View
from pbem.model.records import frozen
from pbem.model.sheet import ASK, Part, Plan, Sheet, StandingOrder

TRIES = 8


@frozen
class RandomPlayer:
    """Fills in a sheet for whatever he is asked."""

    spec: RulesetSpec
    side: str
    chooser: Chooser

    def sheet(self, asked: tuple[Asked, ...], position: Position) -> Sheet:
        view = View(self.side, position.table, position.secrets.get(self.side))
        parts: dict[str, Part] = {}
        answers: dict[tuple[str, ...], str | tuple[str, ...]] = {}
        for question in asked:
            pick = self.pick(view, question)
            if isinstance(pick, Part):
                parts[pick.name] = pick
            else:
                answers[question.decision.key] = pick
        if parts and not any("again" in question.decision.facts for question in asked):
            parts |= self._other_parts(view, parts)
        return Sheet(self.side, parts=parts, answers=answers, ahead=self._ahead(view, parts), standing=self._standing())

    def pick(self, view: View, asked: Asked) -> Pick:
        """Something lawful.  On the way the topic's default is looked at: it must be lawful wherever it is asked."""
        decision = asked.decision
        if decision.kind == "part":
            return self._part(view, asked)
        default_pick(self.spec, view, asked)
        if decision.kind == "one":
            return self.chooser.one([option for option in decision.options if asked.wrong(option) is None])
        return self._several(view, asked)

    def _several(self, view: View, asked: Asked) -> Pick:
        """Random sets until one is lawful; else the topic's default, which the ruleset promises to be."""
        decision = asked.decision
        for _ in range(TRIES):
            most = min(decision.most, len(decision.options))
            count = decision.least + self.chooser.number(most - decision.least + 1)
            pick = self.chooser.some(decision.options, count)
            if asked.wrong(pick) is None:
                return pick
        return default_pick(self.spec, view, asked)

    def _part(self, view: View, asked: Asked) -> Part:
        decision = asked.decision
        if decision.facts.get("again") == "rest" and not self.chooser.number(3):
            return Part(decision.topic, as_written=True)
        part = Part(decision.topic, self._lines(view, decision))
        part = replace(
            part,
            if_impossible=self.chooser.one(("skip", "skip", "ask")),
            if_stopped=self.chooser.one(("go on", "ask")),
            after_each=self.chooser.one(("go on", "go on", "go on", "ask")),
        )
        if asked.wrong(part) is None:
            return part
        default = default_pick(self.spec, view, asked)
        if not isinstance(default, Part):
            raise RulesBug(f"{decision.case}: the default for {decision.topic} is no part")
        return default

    def _lines(self, view: View, decision: Decision) -> tuple:  # type: ignore[type-arg]
        return self.spec.propose(view, decision, self.chooser) if self.spec.propose else ()

    def _other_parts(self, view: View, parts: dict[str, Part]) -> dict[str, Part]:
        """Parts that come later: sometimes `ask`, sometimes written now, on what may have changed by then."""
        more = {}
        for spec in self.spec.parts:
            if spec.name in parts or (spec.serves != "this turn" and self.chooser.number(2)):
                continue
            if spec.serves == "this turn" and self.chooser.number(3):
                more[spec.name] = Part(spec.name, later=True)
            else:
                more[spec.name] = Part(spec.name, self._lines(view, self._imagined(spec)))
        return {name: part for name, part in more.items() if part.lines or part.later}

    def _imagined(self, spec: PartSpec) -> Decision:
        return Decision((), "", self.side, spec.name, spec.name, "part")

    def _ahead(self, view: View, parts: Mapping[str, Part]) -> tuple[Plan, ...] | None:
        """Now and then a plan for the next turn, as long as things stay quiet; a sheet has one word for a part."""
        part = next((part for part in self.spec.parts if part.ahead), None)
        if part is None or self.spec.mentions is None or self.chooser.number(4):
            return None
        like, plans = replace(parts.get(part.name, Part(part.name)), as_written=False, later=False), []
        for line in self._lines(view, self._imagined(part))[:2]:
            bare = line.model_copy(update={"if_": (QUIET,)})
            plans.append(Plan(replace(like, lines=(bare,)), seen=self.spec.mentions(view, bare)))
        return tuple(plans)

    def _standing(self) -> tuple[StandingOrder, ...] | None:
        """Now and then new standing orders, of words that name nothing."""
        if self.chooser.number(4):
            return None
        orders = []
        for topic in self.spec.topics:
            plain = [words for words in topic.words if words == words.lower()]
            if plain and self.chooser.number(2):
                orders.append(StandingOrder(topic.name, self.chooser.one([*plain, ASK])))
        return tuple(orders)


def default_pick(spec: RulesetSpec, view: View, asked: Asked) -> Pick:
    """What the topic's default says; the ruleset promises that it is lawful."""
    pick = spec.topic(asked.decision.topic).default(view, asked.decision)
    if wrong := asked.wrong(pick):
        raise RulesBug(f"{asked.decision.case}: the default for {asked.decision.topic} is unlawful: {wrong}")
    return pick
