"""What is wrong with a ruleset before anything is played: names twice, words that sheets keep for themselves,
events that nobody listed.  Fast enough to be asked whenever a ruleset is loaded.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from pbem.engine.orders import NotCarriedOut
from pbem.engine.spec import PartSpec, RulesetSpec
from pbem.model.ids import BOX
from pbem.model.sheet import Order

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SHEET_WORDS = (
    *("game", "exchange", "side", "ahead", "answers", "standing"),
    *("if-impossible", "if-stopped", "after-each"),
)
"""What stands at the top of a sheet beside its parts."""
LINE_WORDS = ("at", "if", "if_", "unless", "else", "else_")
"""What every line of a sheet may hold already."""
EVENT_WORDS = ("is", "apply")
"""What the log says of every event by itself."""
GAP = re.compile(r"\{(\w*)")
"""A field in the sentence that an event is told by."""
BETWEEN = (" at ", " from ")
"""What stands between a topic and its place in a standing order."""


def unsound(spec: RulesetSpec) -> tuple[str, ...]:
    """Everything that is wrong, in so many words."""
    judges = (_identity, _sides, _events, _sequence, _scenarios, _parts, _topics, _tools)
    return tuple(fault for judge in judges for fault in judge(spec))


def _identity(spec: RulesetSpec) -> Iterator[str]:
    if not NAME.fullmatch(spec.name):
        yield f"name {spec.name!r}: small letters, digits and dashes are wanted"
    if not spec.mark or spec.mark != spec.mark.upper() or " " in spec.mark:
        yield f"mark {spec.mark!r}: one word in capitals is wanted"
    for version in (spec.version, *spec.judges):
        if not version.isdecimal() or int(version) < 1:
            yield f"version {version!r}: a whole number from 1 is wanted"
        elif spec.version.isdecimal() and version in spec.judges and int(version) >= int(spec.version):
            yield f"judges version {version}, which is none before {spec.version}"
    if spec.folder:
        for name in ("cases.yaml", "rulings.yaml"):
            if not Path(spec.folder, name).is_file():
                yield f"no {name} in {spec.folder}"


def _sides(spec: RulesetSpec) -> Iterator[str]:
    if not spec.sides:
        yield "no side"
    yield from _twice("side", spec.sides)
    for holder in spec.secrets:
        if holder not in (*spec.sides, BOX):
            yield f"secrets of {holder!r}, which is no side"
    if spec.secrets and spec.imagine is None:
        yield "things are hidden, and imagine is not there: trials could not guess at them"


def _events(spec: RulesetSpec) -> Iterator[str]:
    yield from _twice("event", (kind.__name__ for kind in (*spec.events, NotCarriedOut)))
    for kind in spec.events:
        if not callable(getattr(kind, "apply", None)):
            yield f"event {kind.__name__}: no apply"
        elif not getattr(kind, "is_event", False):
            yield f"event {kind.__name__}: not made by @event"
        else:
            taken = [field.name for field in fields(kind) if field.name in EVENT_WORDS]
            yield from (f"event {kind.__name__}: a field {name!r}, which the log needs" for name in taken)
            yield from (f"event {kind.__name__} says {{{name}}}, and has no such field" for name in _gaps(kind))
    for kind in _events_of_the_package(spec):
        if kind not in spec.events:
            yield f"event {kind.__name__} of {kind.__module__} is not among the events"
    for kind in spec.reveals:
        if kind not in spec.events:
            yield f"reveals {kind.__name__}, which is not among the events"


def _gaps(kind: type) -> list[str]:
    """What the sentences of an event name beside its fields."""
    known = {field.name for field in fields(kind)}
    return [name for words in getattr(kind, "in_words", ()) for name in GAP.findall(words) if name not in known]


def _events_of_the_package(spec: RulesetSpec) -> list[type]:
    """The events made in modules of the ruleset's own folder."""
    found: dict[str, type] = {}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if not spec.folder or not path.startswith(spec.folder) or Path(path).parent != Path(spec.folder):
            continue
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == name and vars(kind).get("is_event"):
                found[f"{name}.{kind.__name__}"] = kind
    return [kind for _, kind in sorted(found.items())]


def _sequence(spec: RulesetSpec) -> Iterator[str]:
    if spec.first not in spec.steps:
        yield f"begins with {spec.first!r}, which is no step"
    yield from (f"step {name!r} holds a slash" for name in spec.steps if "/" in name)


def _scenarios(spec: RulesetSpec) -> Iterator[str]:
    if not spec.scenarios:
        yield "no scenario"
    yield from _twice("scenario", (scenario.name for scenario in spec.scenarios))
    yield from _twice("option", (option.name for option in spec.options))
    for option in spec.options:
        if option.default not in option.choices:
            yield f"option {option.name}: the default {option.default!r} is no choice"
        yield from _twice(f"choice of option {option.name}", option.choices)


def _parts(spec: RulesetSpec) -> Iterator[str]:
    yield from _twice("part", (part.name for part in spec.parts))
    for part in spec.parts:
        if part.name in SHEET_WORDS:
            yield f"part {part.name!r}: sheets keep that word for themselves"
        if not (isinstance(part.order, type) and issubclass(part.order, Order)):
            yield f"part {part.name}: its order is no Order"
        else:
            yield from _lines(part)
        if (part.serves == "until used") != (part.answers is not None):
            yield f"part {part.name}: answers and serves='until used' belong together"


def _lines(part: PartSpec) -> Iterator[str]:
    """A field that every line has already would be overlaid, and its place in the sheet lost."""
    names = part.order.model_fields
    for kind in part.order.__mro__:
        if kind is Order:
            break
        for name in getattr(kind, "__annotations__", {}):
            alias = names[name].alias if name in names else None
            if taken := {name, alias or name} & set(LINE_WORDS):
                yield f"part {part.name}: a field {min(taken)!r}, which every line has already"
    for role in ("subject", "body", "word"):
        name = getattr(part.order, role)
        if name and name not in names:
            yield f"part {part.name}: {role} {name!r} is no field of its lines"


def _topics(spec: RulesetSpec) -> Iterator[str]:
    yield from _twice("topic", (topic.name for topic in spec.topics))
    for topic in spec.topics:
        if between := next((word for word in BETWEEN if word in f" {topic.name} "), ""):
            yield f"topic {topic.name!r}: {between.strip()!r} stands between a topic and its place"
    yield from _twice("condition", (condition.pattern for condition in spec.conditions))


def _tools(spec: RulesetSpec) -> Iterator[str]:
    """What players need beside the rules."""
    if spec.wording is None:
        yield "no wording: nothing could be told"
    if spec.propose is None:
        yield "no propose: nobody could play at random"
    for kind, tool in (*spec.queries.items(), *spec.bots.items()):
        if not callable(tool):
            yield f"{kind} cannot be called"
    if spec.mentor and spec.mentor not in spec.bots:
        yield f"the mentor {spec.mentor!r} is no bot"


def _twice(what: str, names: Iterable[Any]) -> Iterator[str]:
    yield from (f"{what} {name!r} twice" for name, times in Counter(names).items() if times > 1)
