"""The umpire: asks players, takes orders, rolls, draws, looks into a side's secrets, and does events.

Every verb names its rule case first; every verb that asks takes the keywords that `How` lists.  Keys are made of the
step, the places entered, the case and what it is about, never of the order of asking, so a mended rule moves no other
die.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack, cast

from pbem.engine.asked import Asked, How, put
from pbem.engine.orders import Orders
from pbem.engine.session import Session
from pbem.model.decision import Decision, Kind
from pbem.model.entry import Event
from pbem.model.errors import RulesBug
from pbem.model.ids import Key
from pbem.model.sheet import Part


class Umpire:
    """What a step may do.  `within` gives an umpire for a place inside; all share one session."""

    __slots__ = ("_place", "session")

    def __init__(self, session: Session, place: tuple[str, ...] = ()) -> None:
        self.session = session
        self._place = place

    def within(self, place: str) -> Umpire:
        """An umpire for what happens at this place; a place entered again is numbered."""
        return Umpire(self.session, self.session.enter((*self._place, place)))

    def since(self, version: str) -> bool:
        """Whether the game is played by this version of the rules or a later one."""
        docket = self.session.docket
        return int(docket.version or docket.spec.version) >= int(version)

    # asking

    def ask(self, case: str, side: str, topic: str, prompt: str, options: Sequence[str], **how: Unpack[How]) -> str:
        """One of the options, as text."""
        asked = self.question(case, side, topic, prompt, options, **how)
        return cast(str, self.session.answer_all([asked])[0])

    def choose(
        self,
        case: str,
        side: str,
        topic: str,
        prompt: str,
        options: Sequence[str],
        least: int,
        most: int,
        **how: Unpack[How],
    ) -> tuple[str, ...]:
        """Several of the options, always a tuple."""
        asked = self.question(case, side, topic, prompt, options, least, most, **how)
        return cast("tuple[str, ...]", self.session.answer_all([asked])[0])

    def orders(self, case: str, side: str, part: str) -> Orders:
        """The lines of one part, in turn."""
        pick = self.session.answer_all([self.part(case, side, part)])[0]
        orders = Orders(self, case, side, cast(Part, pick))
        self.session.lines.append(orders)
        return orders

    def ask_all(self, *asked: Asked) -> list[Any]:
        """Put independent questions together, to one side or to both, so that one round of mail answers all."""
        return list(self.session.answer_all(asked))

    def question(
        self,
        case: str,
        side: str,
        topic: str,
        prompt: str,
        options: Sequence[str],
        least: int | None = None,
        most: int | None = None,
        **how: Unpack[How],
    ) -> Asked:
        """A question for `ask_all`; with `least` and `most` it asks for several."""
        if (least is None) != (most is None):
            raise RulesBug(f"{case}: least and most belong together: {topic}")
        kind: Kind = "one" if least is None else "several"
        few, many = (1 if least is None else least), (1 if most is None else most)
        bare = Decision(self._key(case, side, topic), case, side, topic, prompt, kind, tuple(options), few, many)
        return put(bare, how)

    def part(self, case: str, side: str, part: str, prompt: str = "", **how: Unpack[How]) -> Asked:
        """A part of the sheet, for `ask_all`."""
        return put(Decision(self._key(case, side, part), case, side, part, prompt or part, "part"), how)

    # chance

    def roll(self, case: str, subject: str, die: int = 6) -> int:
        """One die."""
        return self.session.throw(self._key(case, subject), case, die, 1)[0]

    def rolls(self, case: str, subject: str, count: int, die: int = 6) -> tuple[int, ...]:
        """Several dice under one key."""
        return self.session.throw(self._key(case, subject), case, die, count) if count else ()

    def draw(self, case: str, subject: str, among: Sequence[str], only: str | None = None) -> str:
        """One of a list, blindly.  Nothing is taken out of the list: an event does that."""
        return self.session.draw(self._key(case, subject), case, list(among), only)

    # doing and looking

    def do(self, case: str, event: Event, only: str | None = None) -> None:
        """Let something happen; with `only` it happens to that side's secrets, and it alone is told."""
        self.session.do(case, event, only, self._place)

    def secret(self, side: str) -> Any:
        """A side's secrets, or the referee's BOX."""
        secrets = self.session.draft.secrets
        if side not in secrets:
            raise RulesBug(f"no secrets of {side}")
        return secrets[side]

    def _key(self, *last: str) -> Key:
        return (self.session.step_id, *self._place, *last)
