"""Sheets and standing orders: from text to typed values, with everything that is wrong told at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from pbem.model.names import Reading
from pbem.model.problem import Problem, Where
from pbem.model.sheet import AS_WRITTEN, Order, Part, Plan, Sheet
from pbem.model.yamltext import Node, read
from pbem.sheets.answers import read_answers
from pbem.sheets.form import PartForm, SheetForm
from pbem.sheets.notes import Notes, fold, is_none, quoted, seen
from pbem.sheets.shapes import shapes_of
from pbem.sheets.standing import read_standing_orders
from pbem.sheets.typed import LineReader

LIMIT = 100_000  # characters; a long sheet has five thousand
HEADER = ("game", "exchange", "side")
SETTINGS = {
    "if-impossible": ("skip", "ask"),
    "if-stopped": ("go on", "ask"),
    "after-each": ("go on", "ask"),
}
STOP_IF = "stop if"


def read_sheet(text: str, form: SheetForm, file: str) -> tuple[Sheet | None, list[Problem]]:
    """What one side hands in for one exchange; no sheet if more than doubts are found."""
    others = [*SETTINGS, "ahead", "answers", "standing"]
    return _read(text, form, file, (*HEADER, *(part.name for part in form.parts), *others))


def read_standing(text: str, form: SheetForm, file: str) -> tuple[Sheet | None, list[Problem]]:
    """A document of standing orders, as a sheet that holds nothing else."""
    return _read(text, form, file, ("game", "side", "standing"))


def _read(text: str, form: SheetForm, file: str, keys: tuple[str, ...]) -> tuple[Sheet | None, list[Problem]]:
    root, problems = read(text, file, LIMIT)
    notes = Notes()
    for problem in problems:
        notes.take(problem)
    if root is None:
        return None, notes.sorted()
    if not isinstance(root.value, dict):
        notes.add(root.where, f"read {seen(root)} where a sheet should stand", "begin with game: and side:")
        return None, notes.sorted()
    paper = _Paper(form, notes, file)
    paper.sort(root, keys)
    sheet = paper.sheet() if paper.header([key for key in HEADER if key in keys]) else None
    return (None if notes.fatal else sheet), notes.sorted()


@dataclass
class _Paper:
    """A sheet on its way: its text sorted by keys, and what has been found wrong with it."""

    form: SheetForm
    notes: Notes
    file: str
    given: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Where] = field(default_factory=dict)

    def sort(self, root: Node, known: Iterable[str]) -> None:
        """What stands under each key, by the key's proper name."""
        assert isinstance(root.value, dict)
        names = {fold(name): name for name in known}
        for written, node in root.value.items():
            name, where = names.get(fold(written)), root.keys[written]
            if name is None:
                self.notes.unknown(where, "no such part of a sheet,", written, names.values())
            elif name in self.given:
                self.notes.add(where, f"{quoted(written)} a second time", "say everything about it in one place")
            else:
                self.given[name], self.keys[name] = node, where

    def header(self, wanted: Iterable[str]) -> bool:
        """Whether this is a sheet of this game and side.  If not, nothing in it can be judged."""
        said = {name: self.words(name) for name in wanted}
        return self.is_game(said["game"]) & self.is_side(said["side"]) & self.is_exchange(said.get("exchange"))

    def words(self, name: str) -> str:
        """A word of the header; empty if it is missing or no word."""
        if name not in self.given:
            self.notes.add(Where(file=self.file), f'no "{name}:" at the top of the sheet', f"add {self.own(name)}")
            return ""
        node = self.given[name]
        if isinstance(node.value, str) and node.value.strip():
            return node.value.strip()
        self.notes.add(self.keys[name], f"{name}: read {seen(node)}, wanted a word", f"write {self.own(name)}")
        return ""

    def own(self, name: str) -> str:
        return f"{name}: {getattr(self.form, name)}"

    def is_game(self, said: str) -> bool:
        if said and said != self.form.game:
            message = f"the sheet is for game {quoted(said)}, this is game {self.form.game}"
            self.notes.add(self.given["game"].where, message, "send it to its own game", kind="illegal")
        return said in ("", self.form.game)

    def is_side(self, said: str) -> bool:
        where = self.given["side"].where if said else Where()
        if said and said not in self.form.sides:
            self.notes.unknown(where, "no side", said, self.form.sides)
        elif said and said != self.form.side:
            message = f"the sheet is {said}'s, wanted is one of {self.form.side}"
            self.notes.add(where, message, f"write {self.own('side')} if it is yours", kind="illegal")
        return said in ("", self.form.side)

    def is_exchange(self, said: str | None) -> bool:
        if not said or said == str(self.form.exchange):
            return True
        where, hint = self.given["exchange"].where, "pbem draft writes the sheet that is due"
        if not re.fullmatch(r"[0-9]{1,9}", said):
            self.notes.add(
                where, f"exchange: read {quoted(said)}, wanted a whole number", f"write {self.own('exchange')}"
            )
        else:
            age = "an old sheet" if int(said) < self.form.exchange else "a sheet of a time to come"
            message = f"{age}, for exchange {int(said)}; due is exchange {self.form.exchange}"
            self.notes.add(where, message, hint, kind="illegal")
        return True

    def sheet(self) -> Sheet:
        form, given, notes = self.form, self.given, self.notes
        settings = {name: self.setting(name) for name in SETTINGS}
        lines = LineReader(form, notes, Reading(form.names))
        parts = {one.name: self.part(one, given[one.name], lines) for one in form.parts if one.name in given}
        for name, part in parts.items():
            parts[name] = self.with_settings(part, settings)
        ahead = self.ahead(given["ahead"], lines, settings) if "ahead" in given else None
        standing = read_standing_orders(given["standing"], form, notes) if "standing" in given else None
        topics = {order.topic for order in standing or ()}
        answers = read_answers(
            given.get("answers"), self.keys.get("answers", Where(file=self.file)), form, notes, topics
        )
        if not (parts or answers or ahead is not None or standing is not None):
            message = "the sheet orders nothing"
            notes.add(Where(file=self.file), message, "units without an order hold", kind="doubtful")
        exchange = form.exchange if "exchange" in given else 0
        return Sheet(form.side, form.game, exchange, parts, ahead, answers, standing)

    def part(self, form: PartForm, node: Node, reader: LineReader) -> Part:
        """The lines of one part.  A single part is one block, if need be an empty one."""
        if isinstance(node.value, str) and fold(node.value) == AS_WRITTEN:
            if not self.form.asked_again(form.name):
                message = f"nothing was asked about {form.name}, so nothing stands as written"
                self.notes.add(node.where, message, "write the lines, or none", kind="illegal")
            return Part(form.name, as_written=True)
        if not form.single:
            return Part(form.name, reader.lines(node, form.order))
        if is_none(node) and not (isinstance(node.value, list) and form.order.body and not form.order.subject):
            return Part(form.name)
        order = reader.one(shapes_of(node, form.order, self.notes), form.order, node.where)
        return Part(form.name, (order,) if order else ())

    def setting(self, name: str) -> dict[str, str]:
        """One word for all parts, or one for each; by part, `` for all."""
        if name not in self.given:
            return {}
        node = self.given[name]
        given = node.value if isinstance(node.value, dict) else {"": node}
        known = {fold(part.name): part.name for part in self.form.parts} | {"": ""}
        read = {}
        for part, choice in given.items():
            word = fold(choice.value) if isinstance(choice.value, str) else ""
            if fold(part) not in known:
                self.notes.unknown(node.keys[part], "no such part of a sheet,", part, known.values())
            elif word in SETTINGS[name]:
                read[known[fold(part)]] = word
            else:
                words = " or ".join(SETTINGS[name])
                self.notes.add(choice.where, f"{name}: read {seen(choice)}, wanted {words}")
        return read

    def with_settings(self, part: Part, settings: dict[str, dict[str, str]]) -> Part:
        said = {name.replace("-", "_"): chosen.get(part.name, chosen.get("", "")) for name, chosen in settings.items()}
        return replace(part, **cast(dict[str, Any], {name: word for name, word in said.items() if word}))

    def ahead(self, node: Node, reader: LineReader, settings: dict[str, dict[str, str]]) -> tuple[Plan, ...]:
        """Plans for later turns: lines of the one part that can be planned, and conditions to stop."""
        form = self.form.planned
        if form is None:
            self.notes.add(self.keys["ahead"], "this game has no plans ahead", "take it out")
            return ()
        if is_none(node):
            return ()
        planner = replace(reader, planning=True)
        plans = []
        for item in node.value if isinstance(node.value, list) else [node]:
            stop = _stop(item)
            line = self.stop(item, stop, planner) if stop else self.plan(item, form, planner)
            if line is not None:
                part = self.with_settings(Part(form.name, (line,)), settings)
                plans.append(Plan(part, stop=stop is not None))
        return tuple(plans)

    def plan(self, node: Node, form: PartForm, planner: LineReader) -> Order | None:
        return planner.one(shapes_of(node, form.order, self.notes), form.order, node.where)

    def stop(self, node: Node, stop: str, planner: LineReader) -> Order | None:
        """`stop-if:` with its conditions, and nothing else."""
        assert isinstance(node.value, dict)
        for other in node.value:
            if other != stop:
                self.notes.add(node.keys[other], f"{quoted(other)} beside stop-if", "give it a line of its own")
        conditions = planner.conditions(node.value[stop])
        if conditions is None:
            return None
        return Order(if_=conditions, at=Where(line=node.where.line, column=node.where.column))


def _stop(node: Node) -> str | None:
    """The key that makes a plan one to stop, as it was written."""
    if not isinstance(node.value, dict):
        return None
    return next((key for key in node.value if fold(key) == STOP_IF), None)
