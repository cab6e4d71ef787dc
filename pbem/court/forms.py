"""What a sheet may say in a given game at a given moment, boiled down from the ruleset for `pbem.sheets`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.engine.phrases import known_forms, match
from pbem.engine.spec import RulesetSpec, Topic
from pbem.model.decision import Decision
from pbem.model.problem import Problem
from pbem.sheets.form import PartForm, SheetForm, TopicForm


def form_of(spec: RulesetSpec, *, game: str, exchange: int, side: str, due: Iterable[Decision] = ()) -> SheetForm:
    """The form of one side's sheet for one exchange."""
    return SheetForm(
        game=game,
        exchange=exchange,
        side=side,
        sides=spec.sides,
        mark=spec.mark,
        parts=tuple(PartForm(part.name, part.order, part.single, part.ahead) for part in spec.parts),
        topics=tuple(topic_form(topic) for topic in spec.topics),
        read_condition=partial(misread_condition, spec),
        names=spec.names(),
        unordered=spec.unordered,
        due=labelled(decision for decision in due if decision.side == side),
    )


def topic_form(topic: Topic) -> TopicForm:
    return TopicForm(topic.name, topic.words, topic.misread, topic.place if topic.places else None)


def labelled(due: Iterable[Decision]) -> dict[str, Decision]:
    """Q1, Q2 ... for what is asked; parts of the sheet go by their own names but are counted too."""
    return {f"Q{number}": decision for number, decision in enumerate(due, 1)}


def misread_condition(spec: RulesetSpec, text: str) -> Problem | str | None:
    """What is wrong with the words of a condition, whatever the position."""
    found = match(spec, text)
    if found is None:
        return f"no condition {text!r}, they are: {', '.join(known_forms(spec))}"
    condition, caught = found
    return condition.misread(**caught) if condition.misread else None
