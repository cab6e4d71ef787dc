"""The schema beside a draft: what a sheet of this game may say at this moment, so that an editor completes it.

It offers the units, spaces and words that count now, and takes whatever `pbem check` takes; a name that is none, a
word that no part knows and a question that nobody asked it does not take.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pbem.app.bulletin import wording
from pbem.app.name_patterns import any_spelling, one_name, several_names
from pbem.app.schemas import DIALECT, SCALAR, TEXTS, Schema
from pbem.app.seats import draft_sheet, draft_standing, known_to_player
from pbem.book.writing import remove, write_file
from pbem.engine.phrases import known_forms
from pbem.engine.spec import RulesetSpec, Topic
from pbem.model.decision import Decision
from pbem.model.names import kind_of_names
from pbem.model.position import View
from pbem.model.records import mutable
from pbem.model.sheet import Order
from pbem.model.yamltext import Node, read
from pbem.office.game import Game
from pbem.office.sheetnames import sheet_name, standing_name
from pbem.sheets.form import PartForm, SheetForm, letters
from pbem.sheets.notes import fold
from pbem.sheets.shapes import key_of, keys_of, orders_within

Kind = Literal["sheet", "standing"]
SCHEMAS = ".schema"
MOST_EXAMPLES = 80
"""Of one unit; an editor's list should stay one that people read."""
LONGEST_LINE = 4_000
SETTINGS = {"if-impossible": ["skip", "ask"], "if-stopped": ["go on", "ask"], "after-each": ["go on", "ask"]}
NUMBER = {"type": "number"}
"""An editor reads 0312 as a number."""


@mutable
class Offers:
    """What draft and page offer now, line by line: for subjects their bodies, for fields their names."""

    bodies: dict[tuple[type[Order], str], dict[str, None]] = field(default_factory=dict)
    fields: dict[tuple[type[Order], str], dict[str, None]] = field(default_factory=dict)

    def take(self, kind: type[Order], text: str) -> None:
        node, _ = read(text, "offer", LONGEST_LINE)
        if node is not None and isinstance(node.value, dict):
            self._mapping(kind, node)

    def _mapping(self, kind: type[Order], node: Node) -> None:
        assert isinstance(node.value, dict)
        known = keys_of(kind)
        for written, value in node.value.items():
            key = known.get(fold(written))
            if key is None:
                if kind.subject and isinstance(value.value, str):
                    self.bodies.setdefault((kind, written), {})[value.value] = None
            elif key in orders_within(kind):
                self._inside(orders_within(kind)[key][0], value)
            else:
                said = value.value if isinstance(value.value, list) else [value]
                found = self.fields.setdefault((kind, key), {})
                found |= {one.value: None for one in said if isinstance(one.value, str)}

    def _inside(self, kind: type[Order], value: Node) -> None:
        for one in value.value if isinstance(value.value, list) else [value]:
            if isinstance(one.value, dict):
                self._mapping(kind, one)

    def subjects(self, kind: type[Order]) -> list[str]:
        return [subject for of, subject in self.bodies if of is kind]


def next_draft(game: Game) -> Path:
    """The file of the next sheet, written if none lies there."""
    path = game.folder.path / sheet_name(game)
    return path if path.exists() else lay_draft(game, "sheet")


def lay_draft(game: Game, kind: Kind) -> Path:
    """Write the next sheet, or standing orders, ready to edit, and its schema beside it; the file."""
    path = game.folder.path / (sheet_name(game) if kind == "sheet" else standing_name(game))
    schema = f"{SCHEMAS}/{path.stem}.json"
    draft = draft_sheet if kind == "sheet" else draft_standing
    text = draft(game, schema=f"./{schema}")
    if kind == "sheet":
        _drop_schemas(game)
    known = known_to_player(game)
    made = schema_of(game, known.view, known.due, kind)
    write_file(game.folder.path / schema, json.dumps(made, indent=None, ensure_ascii=False).encode("utf-8"))
    write_file(path, text.encode("utf-8"))
    return path


def _drop_schemas(game: Game) -> None:
    """Those of sheets that are history."""
    for old in (game.folder.path / SCHEMAS).glob(f"{game.seat}-*.json"):
        if old.stem != Path(standing_name(game)).stem:
            remove(old)


def schema_of(game: Game, view: View, due: tuple[Decision, ...], kind: Kind) -> Schema:
    """What the side that looks may write now."""
    spec, form = game.rules.spec, game.rules.form(game.course.open_number, view.side, due)
    if kind == "standing":
        return SheetSchema(spec, form, Offers()).standing_file()
    return SheetSchema(spec, form, offers_of(spec, form, view, due)).sheet()


def offers_of(spec: RulesetSpec, form: SheetForm, view: View, due: tuple[Decision, ...]) -> Offers:
    """What the draft and the page offer for the parts of this sheet."""
    found, words = Offers(), wording(spec)
    parts = {part.name: part.order for part in form.parts}
    for name, lines in (words.draft(view, due) if words.draft else {}).items():
        for line in lines:
            if name in parts and line.text:
                found.take(parts[name], line.text)
    for choice in words.choices(view) if words.choices else ():
        if choice.part in parts and (kind := _kind_within(parts[choice.part], choice.into)) is not None:
            found.take(kind, choice.line.replace("[UNIT]", f"[{choice.unit}]"))
    return found


def _kind_within(kind: type[Order], into: str) -> type[Order] | None:
    """What a choice's line is: an order of the part, or one in a list of it; what is a name alone is no order."""
    if not into:
        return kind
    inner = orders_within(kind).get(into.removesuffix("[]"))
    return inner[0] if inner else None


@mutable
class SheetSchema:
    """One schema in the making."""

    spec: RulesetSpec
    form: SheetForm
    offers: Offers
    definitions: Schema = field(default_factory=dict)

    def sheet(self) -> Schema:
        form = self.form
        properties: Schema = {
            "game": {**SCALAR, "enum": [form.game]},
            "exchange": {"enum": [form.exchange, str(form.exchange), f"{form.exchange:02}"]},
            "side": {"enum": [form.side]},
        }
        properties |= {part.name: self.part(part) for part in form.parts}
        if (planned := form.planned) is not None:
            stop = {"type": "object", "patternProperties": {any_spelling("stop-if"): self.conditions()}}
            plan = {"anyOf": [self.line(planned.order), {**stop, "additionalProperties": False}]}
            properties["ahead"] = {"anyOf": [_several(plan), plan, {"enum": ["none", "", None]}]}
        for name, words in SETTINGS.items():
            said = {"anyOf": [{"enum": words}, {"type": "string", "pattern": _any_spelling_of(words)}]}
            names = {any_spelling(part.name): said for part in form.parts}
            by_part = {"type": "object", "patternProperties": names, "additionalProperties": False}
            properties[name] = {"anyOf": [said, by_part]}
        properties["answers"] = {"anyOf": [self.answers(), {"enum": ["none", "", None]}]}
        properties["standing"] = self.standing()
        made = _closed(properties)
        return {
            "$schema": DIALECT, "title": f"{self.spec.title}: {form.side}, exchange {form.exchange}", **made,
            "required": ["game", "exchange", "side"], "$defs": self.definitions,
        }  # fmt: skip

    def standing_file(self) -> Schema:
        properties = {"game": {**SCALAR, "enum": [self.form.game]}, "side": {"enum": [self.form.side]}}
        made = _closed({**properties, "standing": self.standing()})
        title = f"{self.spec.title}: standing orders of {self.form.side}"
        return {"$schema": DIALECT, "title": title, **made, "required": ["game", "side"], "$defs": self.definitions}

    # parts and lines

    def part(self, part: PartForm) -> Schema:
        words = {"enum": ["none", "ask", "as written", "", None]}
        said = {"type": "string", "pattern": _any_spelling_of(["none", "ask", "as written"])}
        line = self.line(part.order)
        return {"anyOf": [_several(line), line, words, said]}

    def line(self, kind: type[Order]) -> Schema:
        """A line in full, written short, or as words; each kind of line is said once."""
        name = f"line {kind.__name__}"
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = {"anyOf": [*self._forms(kind)], "description": _first_line(kind)}
        return {"$ref": f"#/$defs/{name}"}

    def _forms(self, kind: type[Order]) -> Iterator[Schema]:
        fields = dict(self._fields(kind))
        yield _closed(fields)
        if kind.subject and kind.body:
            yield self._short(kind, fields)
        if kind.word or (kind.body and not kind.subject):
            yield TEXTS
        yield {"type": "string", "pattern": "|".join(any_spelling(name)[:-1] + r"\s+\S" for name in keys_of(kind))}

    def _short(self, kind: type[Order], fields: Schema) -> Schema:
        """`1 Foot: 0403 0503`: the units that may be given something, and every name that can be one."""
        others = {name: one for name, one in fields.items() if name not in _keys(kind, kind.subject, kind.body)}
        short, body = _closed(others), {**TEXTS, "description": f"{kind.subject}: {fold(kind.body)}"}
        for subject in self.offers.subjects(kind):
            examples = list(self.offers.bodies[kind, subject])[:MOST_EXAMPLES]
            short["properties"].setdefault(subject, {**body, "examples": examples})
        names = self._names(_kind_of_field(kind, kind.subject))
        if names:
            short["patternProperties"][several_names(names)] = body
        else:
            short["additionalProperties"] = body
        return short

    def _fields(self, kind: type[Order]) -> Iterator[tuple[str, Schema]]:
        yield from (("if", self.conditions()), ("unless", self.conditions()), ("else", {}))
        for name, info in kind.model_fields.items():
            key = info.alias or name
            if name in ("at", "if_", "unless", "else_"):
                continue
            if key in orders_within(kind):
                inner, _ = orders_within(kind)[key]
                line = self.line(inner)
                yield key, {"anyOf": [_several(line), line, {"enum": ["none", "", None]}]}
            else:
                offered = [*self.offers.fields.get((kind, key), ())]
                yield key, self._value(info.annotation, info.metadata, offered)

    def _value(self, annotation: Any, metadata: Iterable[Any], offered: list[str]) -> Schema:
        """What a field may hold: names of its kind, if it holds names; else anything."""
        if kind := kind_of_names(metadata):
            return self.name(kind, offered)
        if get_origin(annotation) is tuple:
            inner = next((self._named_in(one) for one in get_args(annotation) if self._named_in(one)), "")
            if inner:
                one = self.name(inner, offered)
                words = {"type": "string", "pattern": r",|\s|^(?:none|any|all|)$"}
                return {"anyOf": [_several(one), one, words, {"type": "null"}]}
        return {"examples": offered[:MOST_EXAMPLES]} if offered else {}

    def _named_in(self, annotation: Any) -> str:
        found = kind_of_names(getattr(annotation, "__metadata__", ()))
        return found if found in self.form.names else ""

    # names and words

    def name(self, kind: str, offered: list[str]) -> Schema:
        """A name of a kind: what is offered now for the editor's list, any other as people write it."""
        names = self._names(kind)
        if not names:
            return {"examples": offered[:MOST_EXAMPLES]} if offered else {}
        ref = f"name {kind}"
        self.definitions.setdefault(ref, {"anyOf": [{"type": "string", "pattern": one_name(names)}, NUMBER]})
        known = {"$ref": f"#/$defs/{ref}"}
        listed = [one for one in offered if one in {*names}]
        return {"anyOf": [{"enum": listed}, known]} if listed else known

    def _names(self, kind: str) -> tuple[str, ...]:
        known = self.form.names.get(kind, ())
        return (*known, *self.spec.spellings().get(kind, ())) if known else ()

    def conditions(self) -> Schema:
        words = [*known_forms(self.spec)]
        self.definitions.setdefault("conditions", {**TEXTS, "description": "; ".join(words), "examples": words})
        return {"$ref": "#/$defs/conditions"}

    def answers(self) -> Schema:
        found = {}
        for label, asked in self.form.due.items():
            if asked.kind != "part":
                words = [*letters(asked), *asked.options]
                found[label] = {"anyOf": [{"enum": words}, TEXTS], "description": asked.prompt}
        return _closed(found)

    def standing(self) -> Schema:
        """Topics with their words; each may be followed by a place."""
        topics = {topic.name: self._wish(topic) for topic in self.spec.topics}
        made = _closed(topics)
        for name, wish in topics.items():
            made["patternProperties"][any_spelling(name)[:-1] + " (?:at|from|AT|FROM) .+$"] = wish
        return {"anyOf": [made, {"enum": ["none", [], "", None]}]}

    def _wish(self, topic: Topic) -> Schema:
        known = [*topic.words, "ask"]
        anything = topic.misread is not None or any("{" in word or word.isupper() for word in topic.words)
        free = TEXTS if anything or not topic.words else {"type": "array", "items": SCALAR}
        return {"anyOf": [{"enum": known}, free], "description": "; ".join(known)}


def _closed(properties: Mapping[str, Any]) -> Schema:
    """An object with these keys, however they are written, and no others."""
    patterns = {any_spelling(name): one for name, one in properties.items()}
    return {
        "type": "object", "properties": dict(properties), "patternProperties": patterns, "additionalProperties": False,
    }  # fmt: skip


def _several(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _any_spelling_of(words: Iterable[str]) -> str:
    return "|".join(map(any_spelling, words))


def _keys(kind: type[Order], *names: str) -> set[str]:
    return {key_of(kind, name) for name in names}


def _kind_of_field(kind: type[Order], name: str) -> str:
    return kind_of_names(kind.model_fields[name].metadata)


def _first_line(kind: type[Order]) -> str:
    return next(iter((kind.__doc__ or "").strip().splitlines()), kind.__name__)
