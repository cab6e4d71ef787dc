"""The parts of a sheet, the plans ahead, and when their owner wants to write the rest anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.model.problem import Where
from pbem.model.records import frozen
from pbem.model.sheet import AS_WRITTEN, ASK, Order, Part, Plan
from pbem.model.yamltext import Node
from pbem.sheets.form import PartForm, SheetForm
from pbem.sheets.notes import Given, Notes, fold, is_none, quoted, seen
from pbem.sheets.shapes import shapes_of
from pbem.sheets.typed import LineReader

SETTINGS = {
    "if-impossible": ("skip", "ask"),
    "if-stopped": ("go on", "ask"),
    "after-each": ("go on", "ask"),
}
STOP_IF = "stop if"


@frozen
class Settings:
    """`if-impossible`, `if-stopped` and `after-each`: the words for each part."""

    chosen: Mapping[str, Mapping[str, str]]

    def set(self, part: Part) -> Part:
        """The part with what is said about it."""
        words: dict[str, Any] = {
            name.replace("-", "_"): chosen[part.name] for name, chosen in self.chosen.items() if part.name in chosen
        }
        return replace(part, **words)


def read_settings(given: Mapping[str, Given], form: SheetForm, notes: Notes) -> Settings:
    """One word for all parts, or one for each."""
    return Settings({name: _setting(name, given[name].node, form, notes) for name in SETTINGS if name in given})


def _setting(name: str, node: Node, form: SheetForm, notes: Notes) -> dict[str, str]:
    """The words by part."""
    parts = {fold(part.name): part.name for part in form.parts}
    if not isinstance(node.value, dict):
        word = _choice(name, node, notes)
        return dict.fromkeys(parts.values(), word) if word else {}
    chosen = {}
    for written, choice in node.value.items():
        if fold(written) not in parts:
            notes.unknown(node.keys[written], "no such part of a sheet,", written, parts.values())
        elif word := _choice(name, choice, notes):
            chosen[parts[fold(written)]] = word
    return chosen


def _choice(name: str, node: Node, notes: Notes) -> str:
    word = fold(node.value) if isinstance(node.value, str) else ""
    if word in SETTINGS[name]:
        return word
    wanted = " or ".join(SETTINGS[name])
    notes.add(node.where, f"{name}: read {seen(node.value)}, wanted {wanted}")
    return ""


def read_part(node: Node, form: PartForm, reader: LineReader) -> Part:
    """The lines of one part; a single part is one block.  `ask`: they will be written later."""
    word = fold(node.value) if isinstance(node.value, str) else ""
    if word == ASK:
        return Part(form.name, later=True)
    if word == AS_WRITTEN:
        if not reader.form.asked_again(form.name):
            message = f"nothing was asked about {form.name}, so nothing stands as written"
            reader.notes.add(node.where, message, "write the lines, or none", kind="illegal")
        return Part(form.name, as_written=True)
    if not form.single:
        return Part(form.name, reader.lines(node, form.order))
    is_list_alone = isinstance(node.value, list) and form.order.body and not form.order.subject
    if is_none(node) and not is_list_alone:
        return Part(form.name)
    order = reader.one(shapes_of(node, form.order, reader.notes), form.order, node.where)
    return Part(form.name, (order,) if order else ())


def read_ahead(given: Given, settings: Settings, reader: LineReader) -> tuple[Plan, ...]:
    """Plans for later turns: lines of the one part that can be planned, and conditions to stop."""
    node, form = given.node, reader.form.planned
    if form is None:
        reader.notes.add(given.key, "this game has no plans ahead", "take it out")
        return ()
    if is_none(node):
        return ()
    planner = replace(reader, planning=True)
    plans = (_plan(item, form, planner) for item in (node.value if isinstance(node.value, list) else [node]))
    return tuple(replace(plan, part=settings.set(plan.part)) for plan in plans if plan)


def _plan(node: Node, form: PartForm, planner: LineReader) -> Plan | None:
    """One plan: an order, or `stop-if:` with its conditions."""
    keys = node.value if isinstance(node.value, dict) else {}
    stop = next((key for key in keys if fold(key) == STOP_IF), None)
    if stop is not None:
        line = _stop(node, stop, planner)
    else:
        line = planner.one(shapes_of(node, form.order, planner.notes), form.order, node.where)
    return Plan(Part(form.name, (line,)), stop=stop is not None) if line else None


def _stop(node: Node, stop: str, planner: LineReader) -> Order | None:
    assert isinstance(node.value, dict)
    for other in node.value:
        if other != stop:
            planner.notes.add(node.keys[other], f"{quoted(other)} beside stop-if", "give it a line of its own")
    conditions = planner.conditions(node.value[stop])
    if conditions is None:
        return None
    return Order(if_=conditions, at=Where(line=node.where.line, column=node.where.column))
