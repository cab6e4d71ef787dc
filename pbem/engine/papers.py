"""What the sides have handed in, and the order in which the umpire looks for an answer in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial

from pbem.engine.asked import Asked
from pbem.engine.phrases import met
from pbem.engine.situation import Situation
from pbem.engine.spec import RulesetSpec
from pbem.engine.waiting import answering, replaced, without
from pbem.model.decision import Decision, Pick, Source
from pbem.model.errors import RulesBug
from pbem.model.ids import Key
from pbem.model.position import View
from pbem.model.problem import Where
from pbem.model.records import frozen, mutable
from pbem.model.sheet import ASK, Order, Part, Plan, Sheet, StandingOrder

Bot = Callable[[View, Asked, Callable[[], Situation]], Pick]
"""Who answers for a side at once.  The situation is worked out only for a bot that thinks ahead."""


@mutable
class Papers:
    """One side's papers.  Parts serve one turn; plans wait for theirs; replies die with their exchange."""

    turn: str = ""
    """The turn that the handed-in sheet serves; parts left out of it are empty."""
    parts: dict[str, Part] = field(default_factory=dict)
    kept: dict[str, Part] = field(default_factory=dict)
    """Parts that wait for the next turn, or until they are used."""
    plans: list[Plan] = field(default_factory=list)
    standing: tuple[StandingOrder, ...] = ()
    replies: dict[Key, Pick] = field(default_factory=dict)

    def copy(self) -> Papers:
        return Papers(self.turn, dict(self.parts), dict(self.kept), list(self.plans), self.standing, dict(self.replies))

    def hand_in(self, sheet: Sheet, turn: str, spec: RulesetSpec, due: tuple[Decision, ...]) -> list[Note]:
        """Take in a sheet.  Its parts answer what is due, then serve the turn that is being played.

        In mid-turn they replace the parts of their names; others that were handed in for this turn stay in force.
        What its owner is told of that is in the notes.
        """
        self.replies = dict(sheet.answers)
        parts = dict(sheet.parts)
        for decision in due:
            if decision.side == sheet.side and "again" in decision.facts and decision.topic in parts:
                self.replies[decision.key] = parts.pop(decision.topic)
        later = {name: part for name, part in parts.items() if spec.part(name).serves != "this turn"}
        notes = [Note(sheet.side, words) for words in replaced(spec, self.kept, later)]
        self.kept |= later
        now = {name: part for name, part in parts.items() if spec.part(name).serves == "this turn"}
        if now:
            self.turn, self.parts = turn, (self.parts if self.turn == turn else {}) | now
        if sheet.ahead is not None:
            self.plans = list(sheet.ahead)
        return notes


def sighted(sheet: Sheet, spec: RulesetSpec, view: View) -> Sheet:
    """The sheet with what the names in its plans look like to its side now, for `if: quiet`."""
    if sheet.ahead is None or spec.mentions is None:
        return sheet
    plans = (plan if plan.stop else replace(plan, seen=spec.mentions(view, plan.line)) for plan in sheet.ahead)
    return replace(sheet, ahead=tuple(plans))


@frozen
class Note:
    """Something about his papers that their owner is told, and nobody else."""

    side: str
    words: str
    where: Where = Where()
    unlawful: bool = False
    """An answer or a part that was not taken, since it is against the rules."""


@mutable
class Docket:
    """All papers, with what the charter says about silence.  Answers are looked for in one fixed order."""

    spec: RulesetSpec
    papers: Mapping[str, Papers]
    windows: Mapping[str, str] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    bots: Mapping[str, Bot] = field(default_factory=dict)
    turn: str = ""
    notes: list[Note] = field(default_factory=list)
    version: str = ""
    """The version of the rules that the game is played by; empty: the newest."""
    settling: bool = False
    """Only what is settled beforehand is answered; the first question of play stops the run, whoever is silent."""
    situation: Callable[[str], Situation] | None = field(default=None, repr=False, compare=False)
    """The step that runs now, as a side knows it."""

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        """The pick, where it came from, and a note for its owner.  None: somebody must be asked."""
        decision, note = asked.decision, ""
        self.spec.knows(decision)
        if self.settling and not self.spec.settles(decision):
            return self._before_play(asked, view)
        papers = self.papers.get(decision.side) or Papers()
        if decision.key in papers.replies:
            pick = papers.replies.pop(decision.key)
            if (wrong := asked.wrong(pick)) is None:
                return pick, "reply", note
            self.notes.append(Note(decision.side, f"{decision.prompt}: {wrong}", unlawful=True))
            if decision.side not in self.absent:
                return None
        for pick in asked.said:
            if asked.wrong(pick) is None:
                return pick, "sheet", note
        if asked.said:
            note = f"{decision.topic}: what the sheet says is not possible"
        if decision.kind == "part" and (found := self._part(decision, papers, asked, view)):
            return (*found, note)
        return self._without_a_line(asked, papers, view, note)

    def _before_play(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        decision = asked.decision
        if (bot := self.bots.get(decision.side)) is not None:
            return self._bot(bot, asked, view), "bot", ""
        if not self._passes(decision.topic, decision.side):
            return None
        if decision.kind == "part" and self.spec.part(decision.topic).window:
            return Part(decision.topic), "otherwise", ""
        return None if decision.otherwise is None else (decision.otherwise, "otherwise", "")

    def _without_a_line(self, asked: Asked, papers: Papers, view: View, note: str) -> tuple[Pick, Source, str] | None:
        decision = asked.decision
        if (found := answering(self.spec, papers.kept, asked, view)) is not None:
            name, line, pick = found
            papers.kept[name] = without(papers.kept[name], line)
            self.used(view, name, line)
            return pick, "sheet", note
        settled = settle(self.spec, papers.standing, asked, view)
        if settled == ASK and decision.side not in self.absent:
            return None
        if settled is not None and settled != ASK:
            return settled, "standing", note
        if (bot := self.bots.get(decision.side)) is not None:
            return self._bot(bot, asked, view), "bot", note
        if decision.otherwise is not None and self._passes(decision.topic, decision.side):
            return decision.otherwise, "otherwise", note
        if decision.side in self.absent:
            return self.default(decision, view), "default", note
        return None

    def _bot(self, bot: Bot, asked: Asked, view: View) -> Pick:
        if self.situation is None:
            raise RulesBug(f"{asked.decision.case}: a bot was asked outside of a step")
        return bot(view, asked, partial(self.situation, view.side))

    def default(self, decision: Decision, view: View) -> Pick:
        """What silence does once a deadline has passed."""
        if decision.otherwise is not None:
            return decision.otherwise
        if decision.kind == "part" and decision.facts.get("again") == "rest":
            return Part(decision.topic, as_written=True)
        topic = self.spec.find_topic(decision.topic)
        if topic is None and decision.kind == "part":
            return Part(decision.topic)
        return self.spec.topic(decision.topic).default(view, decision)

    def leaning(self, key: Key, pool: list[str]) -> tuple[int, ...]:
        """What a draw should turn up, by its place in the pool.  Only guesses lean."""
        return ()

    def took(self, view: View, part: str, line: Order) -> None:
        """A line's turn has come.  Only trials keep count."""

    def used(self, view: View, part: str, line: Order) -> None:
        """A line that waited has given an answer.  Only trials keep count."""

    def refused(self, side: str, part: str, line: Order, case: str, why: str, hint: str) -> None:
        """A line was not allowed when its turn came.  The log tells its owner; a trial collects it too."""

    def _part(self, decision: Decision, papers: Papers, asked: Asked, view: View) -> tuple[Pick, Source] | None:
        name = decision.topic
        if name in papers.kept and self.spec.part(name).serves == "next turn":
            part = papers.kept.pop(name)
            return None if part.later else self._judged(part, "sheet", asked)
        here = papers.turn == self.turn or (self.settling and name in papers.parts)
        if here and "again" not in decision.facts:
            part = papers.parts.pop(name, Part(name))
            return None if part.later else self._judged(part, "sheet", asked)
        if (planned := self._planned(papers, asked, view)) is not None:
            return planned
        silent = self.spec.part(name).window and self._passes(name, decision.side)
        if silent and settle(self.spec, papers.standing, asked, view) is None:
            return Part(name), "otherwise"
        return None

    def _passes(self, name: str, side: str) -> bool:
        """Whether silence passes here: what the charter says for this side (`cards@red`) goes before the rest."""
        return self.windows.get(f"{name}@{side}", self.windows.get(name, "pass")) == "pass"

    def _judged(self, part: Part, source: Source, asked: Asked) -> tuple[Pick, Source] | None:
        if (wrong := asked.wrong(part)) is None:
            return part, source
        where = part.lines[0].at if part.lines else Where()
        self.notes.append(Note(asked.decision.side, f"{part.name}: {wrong}", where, unlawful=True))
        return None

    def _planned(self, papers: Papers, asked: Asked, view: View) -> tuple[Pick, Source] | None:
        """The next plan ahead, if its conditions hold; else all plans are set aside and the player asked."""
        name = asked.decision.topic
        if "again" in asked.decision.facts or not papers.plans or papers.plans[0].part.name != name:
            return None
        plan = papers.plans.pop(0)
        line = plan.line
        holds = met(self.spec, view, line, plan.seen)
        if plan.stop:
            if holds:
                self._set_aside(papers, view, plan, "its stop-if holds")
            return self._planned(papers, asked, view)
        chosen = line.model_copy(update={"if_": (), "unless": (), "else_": None}) if holds else line.else_
        if chosen is None:
            self._set_aside(papers, view, plan, "its conditions do not hold")
            return None
        return self._judged(replace(plan.part, lines=(chosen, *plan.part.lines[1:])), "plan", asked)

    def _set_aside(self, papers: Papers, view: View, plan: Plan, why: str) -> None:
        papers.plans.clear()
        self.notes.append(Note(view.side, f"plans ahead set aside: {why}", plan.line.at))


class BareDocket(Docket):
    """No papers, and silence says nothing: a step runs on what is on record and stops where that ends."""

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        return None


def settle(spec: RulesetSpec, standing: tuple[StandingOrder, ...], asked: Asked, view: View) -> Pick | None:
    """What standing orders say: a lawful pick, ASK, or None.  Orders for this place come before the general one."""
    decision = asked.decision
    for order in _applying(spec, standing, decision):
        if order.wish == ASK:
            return ASK
        pick = _wished(spec, order, asked, view)
        if pick is not None and asked.wrong(pick) is None:
            return pick
    return None


def _applying(spec: RulesetSpec, standing: tuple[StandingOrder, ...], decision: Decision) -> list[StandingOrder]:
    mine = [order for order in standing if order.topic == decision.topic]
    if not mine:
        return []
    topic = spec.find_topic(decision.topic)
    places = topic.places(decision) if topic and topic.places else ()
    here = [order for order in mine if set(order.places) & set(places)]
    return here + [order for order in mine if not order.places]


def _wished(spec: RulesetSpec, order: StandingOrder, asked: Asked, view: View) -> Pick | None:
    if isinstance(order.wish, tuple) and asked.decision.kind != "part":
        return by_preference(asked, order.wish)
    words = order.wish if isinstance(order.wish, str) else ", ".join(order.wish)
    topic = spec.find_topic(order.topic)
    return topic.settle(view, asked.decision, words) if topic and topic.settle else None


def by_preference(asked: Asked, wish: tuple[str, ...]) -> Pick | None:
    """A list of picks in order of preference.  A sealed question ends in the passive answer: running dry would tell."""
    decision = asked.decision
    ranked = tuple(pick for pick in wish if pick in decision.options)
    if decision.kind == "one":
        lawful = [pick for pick in ranked if asked.wrong(pick) is None]
        return lawful[0] if lawful else (decision.options[0] if decision.sealed else None)
    if decision.kind == "several":
        for count in range(decision.least, decision.most + 1):
            pick = ranked[:count]
            if len(pick) == count and asked.wrong(pick) is None and (pick or not ranked):
                return pick
        return () if decision.sealed and decision.least == 0 else None
    return None
