"""Positions, entries, answers and rolls to plain data and back, typed by the ruleset."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeVar

from pbem.engine.advance import Bookmark
from pbem.engine.orders import NotCarriedOut
from pbem.engine.papers import Papers
from pbem.engine.spec import RulesetSpec
from pbem.model.decision import Answer, Decision, Fact, Pick
from pbem.model.entry import Entry, Event, Roll
from pbem.model.errors import RulesBug, Tampered
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.model.problem import Where
from pbem.model.sheet import Order, Part, Plan, StandingOrder
from pbem.model.strict import Unfit, as_plain, read_plain

Plain = dict[str, Any]
T = TypeVar("T")


class Codec:
    """Reads and writes one ruleset's records.  What is read is checked strictly; nothing extra is let in."""

    def __init__(self, spec: RulesetSpec) -> None:
        self.spec = spec
        self._events = {kind.__name__: kind for kind in (*spec.events, NotCarriedOut)}
        if len(self._events) != len(spec.events) + 1:
            raise RulesBug(f"{spec.name}: two events of one name")

    # positions

    def table(self, table: Any) -> Any:
        return as_plain(table)

    def secrets(self, position: Position) -> dict[str, Any]:
        """Each holder's secrets, by holder."""
        return {
            holder: as_plain(position.secrets[holder])
            for holder in sorted(self.spec.secrets)
            if holder in position.secrets
        }

    def position(self, position: Position) -> Plain:
        return {"secrets": self.secrets(position), "table": self.table(position.table)}

    def read_position(self, plain: Plain) -> Position:
        secrets: dict[str, Any] = {
            holder: _read(self.spec.secrets[holder], own) for holder, own in plain["secrets"].items()
        }
        return Position(_read(self.spec.table, plain["table"]), secrets)

    def read_own(self, kind: type, plain: Any) -> Any:
        """One holder's secrets."""
        return _read(kind, plain)

    # the log

    def event(self, event: Event) -> Plain:
        kind = type(event)
        if self._events.get(kind.__name__) is not kind:
            raise RulesBug(f"{self.spec.name} does not list its event {kind.__name__}")
        return {"is": kind.__name__, **as_plain(event)}

    def read_event(self, plain: Plain) -> Event:
        rest = dict(plain)
        kind = self._events.get(rest.pop("is", ""))
        if kind is None:
            raise Tampered(f"no event of this ruleset: {plain.get('is')}")
        event: Event = _read(kind, rest)
        return event

    def entry(self, entry: Entry) -> Plain:
        plain = {"case": entry.case, "event": self.event(entry.event), "place": list(entry.place)}
        return plain if entry.only is None else {**plain, "only": entry.only}

    def read_entry(self, plain: Plain) -> Entry:
        place = tuple(plain["place"])
        return Entry(plain["case"], self.read_event(plain["event"]), plain.get("only"), place)

    # questions, answers and rolls

    def decision(self, decision: Decision) -> Plain:
        plain: Plain = {
            "case": decision.case,
            "facts": {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in decision.facts.items()},
            "key": list(decision.key),
            "kind": decision.kind,
            "least": decision.least,
            "most": decision.most,
            "options": list(decision.options),
            "prompt": decision.prompt,
            "sealed": decision.sealed,
            "side": decision.side,
            "topic": decision.topic,
        }
        return plain if decision.otherwise is None else {**plain, "otherwise": self.pick(decision.otherwise)}

    def read_decision(self, plain: Plain) -> Decision:
        facts: dict[str, Fact] = {
            name: tuple(fact) if isinstance(fact, list) else fact for name, fact in plain["facts"].items()
        }
        otherwise = plain.get("otherwise")
        return Decision(
            tuple(plain["key"]), plain["case"], plain["side"], plain["topic"], plain["prompt"], plain["kind"],
            tuple(plain["options"]), plain["least"], plain["most"], facts, plain["sealed"],
            tuple(otherwise) if isinstance(otherwise, list) else otherwise,
        )  # fmt: skip

    def order(self, part: str, order: Order) -> Plain:
        """A line.  What stands after `else:` is written by itself: its type says less than it is."""
        kind = self.spec.part(part).order
        if not isinstance(order, kind):
            raise RulesBug(f"{part} holds {type(order).__name__}, not {kind.__name__}")
        plain: Plain = order.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"else_"})
        return plain if order.else_ is None else {**plain, "else": self.order(part, order.else_)}

    def read_order(self, part: str, plain: Plain) -> Order:
        rest = dict(plain)
        other = rest.pop("else", None)
        order = _read(self.spec.part(part).order, rest)
        return order if other is None else order.model_copy(update={"else_": self.read_order(part, other)})

    def part(self, part: Part) -> Plain:
        plain: Plain = {"lines": [self.order(part.name, line) for line in part.lines], "part": part.name}
        if part.if_impossible != "skip":
            plain["if-impossible"] = part.if_impossible
        if part.if_stopped != "go on":
            plain["if-stopped"] = part.if_stopped
        if part.after_each != "go on":
            plain["after-each"] = part.after_each
        if part.as_written:
            plain["as-written"] = True
        if part.later:
            plain["later"] = True
        return plain

    def read_part(self, plain: Plain) -> Part:
        return Part(
            plain["part"],
            tuple(self.read_order(plain["part"], line) for line in plain["lines"]),
            plain.get("if-impossible", "skip"),
            plain.get("if-stopped", "go on"),
            plain.get("after-each", "go on"),
            plain.get("as-written", False),
            plain.get("later", False),
        )

    def plan(self, plan: Plan) -> Plain:
        """A plan; one that only stops holds nothing but conditions."""
        if plan.stop:
            line = plan.line.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            return {"part": plan.part.name, "seen": plan.seen, "stop": line}
        return {"part": self.part(plan.part), "seen": plan.seen}

    def read_plan(self, plain: Plain) -> Plan:
        if "stop" in plain:
            return Plan(Part(plain["part"], (_read(Order, plain["stop"]),)), True, plain["seen"])
        return Plan(self.read_part(plain["part"]), False, plain["seen"])

    def standing(self, order: StandingOrder) -> Plain:
        wish = order.wish if isinstance(order.wish, str) else list(order.wish)
        return {"at": self.where(order.at), "places": list(order.places), "topic": order.topic, "wish": wish}

    def read_standing(self, plain: Plain) -> StandingOrder:
        wish = plain["wish"] if isinstance(plain["wish"], str) else tuple(plain["wish"])
        return StandingOrder(plain["topic"], wish, tuple(plain["places"]), _read(Where, plain["at"]))

    def where(self, where: Where) -> Plain:
        return {name: value for name, value in asdict(where).items() if value}

    def papers(self, papers: Papers) -> Plain:
        """One side's papers between two exchanges, when no reply is left.  Parts keep the order they came in."""
        return {
            "kept": [self.part(part) for part in papers.kept.values()],
            "parts": [self.part(part) for part in papers.parts.values()],
            "plans": [self.plan(plan) for plan in papers.plans],
            "standing": [self.standing(order) for order in papers.standing],
            "turn": papers.turn,
        }

    def read_papers(self, plain: Plain) -> Papers:
        return Papers(
            plain["turn"],
            {part.name: part for part in map(self.read_part, plain["parts"])},
            {part.name: part for part in map(self.read_part, plain["kept"])},
            [self.read_plan(plan) for plan in plain["plans"]],
            tuple(map(self.read_standing, plain["standing"])),
        )

    def pick(self, pick: Pick) -> Any:
        if isinstance(pick, Part):
            return self.part(pick)
        return pick if isinstance(pick, str) else list(pick)

    def read_pick(self, plain: Any) -> Pick:
        if isinstance(plain, dict):
            return self.read_part(plain)
        return plain if isinstance(plain, str) else tuple(plain)

    def answer(self, answer: Answer) -> Plain:
        plain: Plain = {
            "exchange": answer.exchange,
            "key": list(answer.key),
            "pick": self.pick(answer.pick),
            "source": answer.source,
        }
        return {**plain, "note": answer.note} if answer.note else plain

    def read_answer(self, plain: Plain) -> Answer:
        pick = self.read_pick(plain["pick"])
        return Answer(tuple(plain["key"]), pick, plain["source"], plain["exchange"], plain.get("note", ""))

    def roll(self, roll: Roll) -> Plain:
        plain: Plain = {
            "case": roll.case,
            "die": roll.die,
            "exchange": roll.exchange,
            "faces": list(roll.faces),
            "key": list(roll.key),
        }
        if roll.drawn is not None:
            plain["drawn"] = roll.drawn
        return plain if roll.only is None else {**plain, "only": roll.only}

    def read_roll(self, plain: Plain) -> Roll:
        return Roll(
            tuple(plain["key"]),
            plain["case"],
            plain["die"],
            tuple(plain["faces"]),
            plain["exchange"],
            plain.get("drawn"),
            plain.get("only"),
        )

    def told(self, told: Told) -> Plain:
        return {
            "answers": [self.answer(answer) for answer in told.answers],
            "entries": [self.entry(entry) for entry in told.entries],
            "rolls": [self.roll(roll) for roll in told.rolls],
        }

    def read_told(self, plain: Plain) -> Told:
        return Told(
            tuple(map(self.read_answer, plain["answers"])),
            tuple(map(self.read_roll, plain["rolls"])),
            tuple(map(self.read_entry, plain["entries"])),
        )

    # where a game stands

    def bookmark(self, bookmark: Bookmark) -> Plain:
        return {
            "entry": self.position(bookmark.entry),
            "past": list(bookmark.past),
            "step": bookmark.step or "",
            "told": self.told(bookmark.told),
            "turn": bookmark.turn,
        }

    def read_bookmark(self, plain: Plain) -> Bookmark:
        entry, told = self.read_position(plain["entry"]), self.read_told(plain["told"])
        return Bookmark(plain["step"] or None, plain["turn"], entry, told, tuple(plain["past"]))


def _read(kind: type[T], plain: Any) -> T:
    """A record; Tampered if it is none of its kind."""
    try:
        return read_plain(kind, plain)
    except Unfit as why:
        raise Tampered(f"not a {kind.__name__}: {why}") from why
