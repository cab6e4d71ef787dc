"""Games end, everything on record comes back, every question can be answered, every sheet can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.asked import FEW
from pbem.engine.codec import Codec
from pbem.engine.papers import Docket
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.errors import RulesBug
from pbem.model.sheet import Sheet, StandingOrder
from pbem.play.faces import NumberedFaces
from pbem.play.random_player import RandomPlayer
from pbem.play.selfplay import self_play
from pbem.proof.door import Door, through_json
from pbem.proof.subject import Subject, spread


def games_end(subject: Subject) -> Iterator[str]:
    """Random players finish their games, in every scenario; in every other one by the door of real players."""
    spec = subject.spec
    each = max(1, subject.games // len(spec.scenarios))
    for number, scenario in enumerate(spec.scenarios):
        tally = self_play(spec, scenario.name, each, 1, door=None if number % 2 else Door(spec))
        yield from (f"{scenario.name}, seed {failed['seed']}: {failed['failure']}" for failed in tally.failures)


def record_comes_back(subject: Subject) -> Iterator[str]:
    """Everything on record comes back from JSON as it was."""
    codec = Codec(subject.spec)
    for now in subject.watched:
        pairs = [
            (now.bookmark, codec.read_bookmark(through_json(codec.bookmark(now.bookmark)))),
            (now.position, codec.read_position(through_json(codec.position(now.position)))),
            *((s.told, codec.read_told(through_json(codec.told(s.told)))) for s in now.stretches),
            *((own, codec.read_papers(through_json(codec.papers(own)))) for own in now.papers.values()),
            *((asked, codec.read_decision(through_json(codec.decision(asked)))) for asked in now.decisions),
        ]
        for before, after in pairs:
            if before != after:
                yield f"{now.bookmark.step_id}: {type(before).__name__} became {after}"


RECORD = """
import sys
from hashlib import sha256
from pbem.office.rulesets import ruleset
from pbem.play.golden import record
spec = ruleset(sys.argv[1])
for seed, scenario in enumerate(spec.scenarios, 1):
    if scenario.name in sys.argv[2:]:
        print(scenario.name, sha256(record(spec, scenario.name, seed, most=24)).hexdigest())
"""
HASH_SEEDS = ("0", "1", "2")


def same_bytes(subject: Subject) -> Iterator[str]:
    """The same inputs give the same bytes under any hash seed: a scenario under two of three, a lone one under all.

    A game is recorded for two dozen exchanges: what has no order shows early, and golden games are whole.
    """
    names = [scenario.name for scenario in subject.spec.scenarios]
    found: dict[str, set[str]] = {name: set() for name in names}
    for place, seed in enumerate(HASH_SEEDS):
        mine = [name for number, name in enumerate(names) if len(names) == 1 or (number + place) % 3 != 0]
        for line in _recorded(subject.spec.name, seed, mine):
            name, _, bytes_ = line.rpartition(" ")
            found[name].add(bytes_)
    for name, ways in found.items():
        if len(ways) != 1:
            yield f"{name} comes out otherwise under another PYTHONHASHSEED: something has no order"


def _recorded(system: str, hash_seed: str, scenarios: list[str]) -> list[str]:
    """A line for each of these scenarios, of the digest of a game."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", RECORD, system, *scenarios], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RulesBug(f"{system} cannot be recorded: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout.splitlines()


def confirming_plays_no_turn(subject: Subject) -> Iterator[str]:
    """The exchange that confirms the charter plays no turn; standing orders count from then on."""
    spec = subject.spec
    for scenario in spec.scenarios:
        start = begin(spec, spec.set_up(Setup(scenario=scenario.name)))
        orders = {side: _first_words(spec, side) for side in spec.sides}
        intake = Intake(orders, frozenset(spec.sides), settling=True)
        now = advance(Terms(spec), start, {}, intake, NumberedFaces(1), 1)
        for stretch in now.stretches:
            for answer in stretch.told.answers:
                played = Decision(answer.key, "", answer.key[-2], answer.key[-1], "", _kind(spec, answer.key[-1]))
                if answer.source != "otherwise" and not spec.settles(played):
                    yield f"{scenario.name}: {answer.key[-2]} {answer.key[-1]} is answered from {answer.source}"
        if not now.decisions:
            yield f"{scenario.name}: nobody is asked anything when the charter is confirmed"
        for side, sheet in orders.items():
            if now.papers[side].standing != sheet.standing:
                yield f"{scenario.name}: the standing orders of {side} are not in force"


def _kind(spec: RulesetSpec, topic: str) -> Literal["one", "part"]:
    return "part" if topic in {part.name for part in spec.parts} else "one"


def _first_words(spec: RulesetSpec, side: str) -> Sheet:
    """Standing orders of words that name nothing."""
    said = [(topic.name, words) for topic in spec.topics for words in topic.words[:1] if words == words.lower()]
    return Sheet(side, standing=tuple(StandingOrder(name, words) for name, words in said))


# Questions


def questions_are_declared(subject: Subject) -> Iterator[str]:
    """Every question is of a side, and about a topic or a part; it has a prompt and no empty option."""
    spec = subject.spec
    topics, parts = {topic.name for topic in spec.topics}, {part.name for part in spec.parts}
    for asked, _ in subject.questions():
        decision = asked.decision
        if decision.side not in spec.sides:
            yield f"{decision.case}: {decision.side!r} is asked, and is no side"
        if decision.topic not in (parts if decision.kind == "part" else topics):
            yield f"{decision.case}: {decision.topic!r} is asked about, and is no {decision.kind} topic"
        if not decision.prompt or not all(decision.options):
            yield f"{decision.case}: {decision.topic}: no prompt, or an empty option"


def defaults_are_lawful(subject: Subject) -> Iterator[str]:
    """The default of every topic is lawful wherever it is asked."""
    for asked, view in subject.questions():
        pick = Docket(subject.spec, {}).default(asked.decision, view)
        if wrong := asked.wrong(pick):
            yield f"{asked.decision.topic}: {pick}: {wrong}"


def parts_are_proposed(subject: Subject) -> Iterator[str]:
    """For every part that is asked for, propose has a line now and then."""
    spec = subject.spec
    wanted = {asked.decision.topic for asked, _ in subject.questions() if asked.decision.kind == "part"}
    for number, (asked, view) in enumerate(subject.questions()):
        proposes = spec.propose is not None and asked.decision.kind == "part" and asked.decision.topic in wanted
        if proposes and spec.propose and spec.propose(view, asked.decision, Whims("wanted", number)):
            wanted.discard(asked.decision.topic)
    yield from (f"no line is ever proposed for {name}" for name in sorted(wanted))


def bots_are_lawful(subject: Subject) -> Iterator[str]:
    """Bots give lawful answers."""
    for name, bot in subject.spec.bots.items():
        for number, (asked, view) in enumerate(subject.questions()):
            pick = bot(view, asked.decision, Whims(name, number))
            if wrong := asked.wrong(pick):
                yield f"{name}: {asked.decision.topic}: {pick}: {wrong}"


def one_answer_is_not_asked(subject: Subject) -> Iterator[str]:
    """Nobody is asked where there is one lawful answer, unless the question is sealed."""
    for asked, _ in subject.questions():
        decision = asked.decision
        if decision.kind == "part" or decision.sealed or len(decision.options) > FEW:
            continue
        sizes = range(decision.least, decision.most + 1)
        sets = [picks for size in sizes for picks in combinations(decision.options, size)]
        picks = decision.options if decision.kind == "one" else sets
        lawful = [pick for pick in picks if asked.wrong(pick) is None]
        if len(lawful) == 1:
            yield f"{decision.case}: {decision.topic}: {lawful[0]} is the only lawful answer"


def sheets_are_read_back(subject: Subject) -> Iterator[str]:
    """A sheet that is printed is read back as it was meant."""
    door = Door(subject.spec)
    for now in spread(subject.watched):
        for side in sorted({decision.side for decision in now.decisions}):
            asked = tuple(one for one in now.asked if one.decision.side == side)
            player = RandomPlayer(subject.spec, side, Whims("printed", now.bookmark.step_id))
            door.sheet(player.sheet(asked, now.position), now)
    yield from ()
