"""Answers to questions: `Q1: a`, or `Q2: [a, c]`, or the options in their own words."""

from __future__ import annotations

from collections.abc import Collection

from pbem.model.decision import Decision
from pbem.model.ids import Key
from pbem.model.names import resolve_name
from pbem.model.problem import Problem, Where
from pbem.model.yamltext import Node
from pbem.sheets.form import SheetForm, letters, passive
from pbem.sheets.notes import Given, Notes, fold, is_none, quoted, seen

Answers = dict[Key, str | tuple[str, ...]]


def read_answers(given: Given | None, form: SheetForm, notes: Notes, topics: Collection[str]) -> Answers:
    """The answers by the keys of their questions.  A question left out is doubtful, unless `topics` cover it."""
    answers = _answers(given.node, form, notes) if given else {}
    where = given.key if given else Where(file=notes.file)
    for label, decision in form.due.items():
        if decision.kind != "part" and decision.key not in answers and decision.topic not in topics:
            message = f"{label} has no answer: {decision.prompt}"
            notes.add(where, message, f"write answers: {{{label}: {passive(decision)}}}", kind="doubtful")
    return answers


def _answers(node: Node, form: SheetForm, notes: Notes) -> Answers:
    answers: Answers = {}
    if is_none(node):
        return answers
    if not isinstance(node.value, dict):
        notes.add(node.where, f"answers: read {seen(node.value)}, wanted answers by questions", "write Q1: a")
        return answers
    labels = {fold(label): label for label in form.due}
    for written, said in node.value.items():
        label, where = labels.get(fold(written)), node.keys[written]
        if label is not None and form.due[label].key in answers:
            notes.add(where, f"{label} is answered a second time", "answer it once")
        elif label is not None:
            answers[form.due[label].key] = _answer(label, form.due[label], said, notes)
        elif form.due:
            notes.unknown(where, "no question", written, form.due)
        else:
            notes.add(where, f"no question {quoted(written)}, none is open", "take it out")
    return answers


def _answer(label: str, decision: Decision, node: Node, notes: Notes) -> str | tuple[str, ...]:
    """One option as text, or several always as a tuple."""
    if decision.kind == "part":
        message = f"{label} wants orders, not an option"
        notes.add(node.where, message, f"write lines under {decision.topic}:")
        return ""
    if decision.kind == "one":
        return _option(label, decision, node, notes) or ""
    items = node.value if isinstance(node.value, list) else [node]
    if is_none(node) and not _is_option(decision, node):
        items = []
    if len(items) > len(decision.options):
        notes.add(node.where, f"{label}: read {len(items)} options, there are {len(decision.options)}")
        return ()
    picks = [_option(label, decision, item, notes) for item in items]
    read = [pick for pick in picks if pick is not None]
    for number, pick in enumerate(picks):
        if pick is not None and pick in picks[:number]:
            notes.add(items[number].where, f"{label}: {quoted(pick)} a second time", "name each option once")
    if len(read) == len(picks) and not decision.least <= len(read) <= decision.most:
        count = f"{decision.least}" if decision.least == decision.most else f"{decision.least} to {decision.most}"
        notes.add(node.where, f"{label}: read {len(read)} options, wanted {count}")
    return tuple(read)


def _is_option(decision: Decision, node: Node) -> bool:
    return isinstance(node.value, str) and node.value.strip() in decision.options


def _option(label: str, decision: Decision, node: Node, notes: Notes) -> str | None:
    """The option that is meant: by its own words, by its letter, or by the beginning of its words."""
    if not isinstance(node.value, str) or not node.value.strip():
        notes.add(node.where, f"{label}: read {seen(node.value)}, wanted an option", _choices(decision))
        return None
    said = node.value.strip()
    if said in decision.options:
        return said
    if said.casefold() in letters(decision):
        return decision.options[letters(decision).index(said.casefold())]
    found = resolve_name(said, decision.options, "option")
    if isinstance(found, Problem):
        notes.add(node.where, f"{label}: {found.message}", _choices(decision), kind=found.kind)
        return None
    return found


def _choices(decision: Decision) -> str:
    """The options with their letters, as far as one line holds them."""
    named = [
        letter if letter == option else f"{letter} {option}"
        for letter, option in zip(letters(decision), decision.options, strict=True)
    ]
    shown = ", ".join(named[:8])
    return f"choose {shown}" + (", ..." if len(named) > 8 else "")
