"""A tiny game without secrets, for tests: two sides fence with open cards, both due at every round's start.

1. Both name a guard, together.  2. The dice fall.  3. The one who was hit retreats or stands, as he says.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from pbem.ruleset import (
    Chooser,
    Condition,
    Decision,
    Ending,
    Option,
    Order,
    Part,
    PartSpec,
    Pick,
    Position,
    Ruleset,
    Scenario,
    Setup,
    Topic,
    Umpire,
    View,
    event,
    first_option,
    no_lines,
    record,
)  # fmt: skip
from pbem.ruleset.telling import Story, Wording

SIDES = ("north", "south")
FOE = {"north": "south", "south": "north"}
GUARDS = ("high", "low", "middle")


@record
class Piste:
    rounds: int
    round: int = 1
    place: int = 0
    """Above zero the south has been driven back."""
    hits: dict[str, int] = field(default_factory=dict)
    drill: dict[str, int] = field(default_factory=dict)


@event
class Guarded:
    north: str
    south: str

    def apply(self, piste: Piste) -> None:
        pass


@event
class Crossed:
    faces: tuple[int, ...]
    hit: str

    def apply(self, piste: Piste) -> None:
        if self.hit:
            piste.hits[self.hit] += 1


@event
class Gave:
    side: str
    ground: int

    def apply(self, piste: Piste) -> None:
        piste.place += self.ground if self.side == "south" else -self.ground


@event
class Drilled:
    side: str
    steps: int

    def apply(self, piste: Piste) -> None:
        piste.drill[self.side] += self.steps


@event
class RoundOver:
    round: int

    def apply(self, piste: Piste) -> None:
        piste.round = self.round


class Step(Order, word="steps"):
    """`- 2` or `- {steps: 2}`"""

    steps: str


def bout(piste: Piste, umpire: Umpire) -> str | None:
    guards = umpire.ask_all(
        *[umpire.question("1", side, "guard", f"guard of {side}?", GUARDS, sealed=True) for side in SIDES]
    )
    umpire.do("1", Guarded(*guards))
    faces = umpire.rolls("2", "blades", 2)
    north, south = (face + (guard == "high") for face, guard in zip(faces, guards, strict=True))
    hit = "" if north == south else "south" if north > south else "north"
    umpire.do("2", Crossed(faces, hit))
    if hit:
        word = umpire.ask("3", hit, "ground", "give ground?", ("stand", "give"))
        umpire.do("3", Gave(hit, 2 if word == "give" else 1))
        umpire.within("after").roll("3", "echo", 10)
    return "drill"


def drill(piste: Piste, umpire: Umpire) -> str | None:
    side = SIDES[piste.round % 2]
    lines = umpire.orders("4", side, "drill")
    for line in lines:
        if line.steps not in ("1", "2", "3"):
            lines.refuse("4", f"{line.steps} steps are too many")
            continue
        umpire.do("4", Drilled(side, int(line.steps)))
    if piste.round == piste.rounds:
        umpire.do("5", RoundOver(piste.round + 1))
        return None
    umpire.do("5", RoundOver(piste.round + 1))
    return "bout"


def ending(piste: Piste) -> Ending | None:
    if piste.round <= piste.rounds:
        return None
    won = "north" if piste.place > 0 else "south" if piste.place < 0 else None
    return Ending(won, "5", f"place {piste.place}")


def set_up(setup: Setup) -> Position:
    rounds = int(setup.options.get("rounds", "4"))
    return Position(Piste(rounds=rounds, hits=dict.fromkeys(SIDES, 0), drill=dict.fromkeys(SIDES, 0)))


def propose(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    return tuple(Step(steps=chooser.one(("1", "2", "9"))) for _ in range(chooser.number(3)))


def bold(view: View, decision: Decision, chooser: Chooser) -> Pick:
    if decision.kind == "part":
        return Part(decision.topic, (Step(steps=chooser.one(("1", "2"))),))
    return chooser.one(decision.options)


def hit(view: View, side: str) -> bool:
    return bool(view.table.hits[side])


def told(story: Story) -> tuple[Any, ...]:
    return tuple(str(entry.event) for entry in story.entries())


RULESET = Ruleset(
    name="duel",
    title="The Duel",
    mark="DU",
    version="1",
    folder="",
    sides=SIDES,
    table=Piste,
    events=(Guarded, Crossed, Gave, Drilled, RoundOver),
    steps={"bout": bout, "drill": drill},
    first="bout",
    turn=lambda piste: f"round {piste.round}",
    ending=ending,
    set_up=set_up,
    scenarios=(Scenario(name="salle", title="In the salle", words="four rounds"),),
    options=(Option(name="rounds", choices=("2", "4", "9"), default="4", case="5", words="how long it lasts"),),
    parts=(PartSpec(name="drill", order=Step, ahead=True, beforehand=True),),
    topics=(
        Topic(name="guard", default=first_option, beforehand=True),
        Topic(name="ground", default=first_option, beforehand=True),
        Topic(name="drill", default=no_lines, beforehand=True),
    ),
    conditions=(Condition("{side} hit", hit),),
    mentions=lambda view, line: str(view.table.round),
    propose=propose,
    bots={"bold": bold},
    wording=Wording(
        turn=lambda piste: f"round {piste.round}",
        short=lambda story: "steel",
        phases=told,
        victory=lambda piste: (f"place {piste.place}",),
    ),
)
