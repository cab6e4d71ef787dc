"""JSON Schemas for the files that people write, made from the models, so that editors complete and check.

Editors read 0312 as a number and `no` as a truth value, which our own reader never does; so wherever a text is
wanted these schemas take any scalar.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pbem.app.datafiles import data_models
from pbem.engine.spec import PartSpec, RulesetSpec, Topic
from pbem.kit.data import CERTAINTIES
from pbem.model.sheet import Order

if TYPE_CHECKING:
    from pydantic import BaseModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCALAR = {"type": ["string", "number", "boolean", "null"]}
TEXTS = {"anyOf": [SCALAR, {"type": "array", "items": SCALAR}]}
Schema = dict[str, Any]


def sheet_schema(spec: RulesetSpec) -> Schema:
    """A side's sheet."""
    properties: Schema = {
        "game": {**SCALAR, "description": "the game's short name"},
        "exchange": {**SCALAR, "description": "the exchange this sheet answers"},
        "side": {"enum": list(spec.sides)},
    }
    definitions: Schema = {}
    for part in spec.parts:
        definitions[part.name] = line_schema(spec, part)
        properties[part.name] = part_schema(part)
    planned = next((part for part in spec.parts if part.ahead), None)
    if planned is not None:
        stop = {"type": "object", "properties": {"stop-if": TEXTS}, "required": ["stop-if"]}
        properties["ahead"] = _list({"anyOf": [_ref(planned.name), stop]})
    for name, words in (
        ("if-impossible", ["skip", "ask"]),
        ("if-stopped", ["go on", "ask"]),
        ("after-each", ["go on", "ask"]),
    ):
        by_part = {"type": "object", "additionalProperties": {"enum": words}}
        properties[name] = {"anyOf": [{"enum": words}, by_part]}
    properties["answers"] = {"type": "object", "patternProperties": {"^Q[0-9]+$": TEXTS}, "additionalProperties": False}
    properties["standing"] = standing_schema(spec)
    return {
        "$schema": DIALECT,
        "title": f"{spec.title}: a sheet",
        "type": "object",
        "properties": properties,
        "required": ["game", "exchange", "side"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def standing_file_schema(spec: RulesetSpec) -> Schema:
    """Standing orders as a document of their own."""
    return {
        "$schema": DIALECT,
        "title": f"{spec.title}: standing orders",
        "type": "object",
        "properties": {"game": SCALAR, "side": {"enum": list(spec.sides)}, "standing": standing_schema(spec)},
        "required": ["game", "side", "standing"],
        "additionalProperties": False,
    }


def standing_schema(spec: RulesetSpec) -> Schema:
    """Topics with their words; each may be followed by a place."""
    topics = [topic for topic in spec.topics if topic.settle or topic.words or topic.misread]
    plain = {topic.name: _wishes(topic) for topic in spec.topics}
    placed = {f"^{topic.name} (at|from) .+$": _wishes(topic) for topic in topics}
    return {"type": "object", "properties": plain, "patternProperties": placed, "additionalProperties": False}


def _wishes(topic: Topic) -> Schema:
    words = [*topic.words, "ask"]
    wish: Schema = {"anyOf": [SCALAR, {"type": "array", "items": SCALAR}], "description": f"words: {'; '.join(words)}"}
    return {**wish, "examples": words}


def part_schema(part: PartSpec) -> Schema:
    words = {"enum": ["none", "ask", "as written"]}
    if part.single:
        return {"anyOf": [_ref(part.name), words]}
    return {"anyOf": [_list(_ref(part.name)), _ref(part.name), words, {"type": "null"}]}


def line_schema(spec: RulesetSpec, part: PartSpec) -> Schema:
    """A line in full, written short, or as a word."""
    kind = part.order
    full = order_schema(kind)
    forms = [full]
    if kind.subject and kind.body:
        short = {name: schema for name, schema in full["properties"].items() if name not in (kind.subject, kind.body)}
        described = f"{kind.subject}: {kind.body}"
        forms.append(
            {
                "type": "object",
                "properties": short,
                "propertyNames": {"not": {"enum": [kind.subject.replace("_", " ")]}},
                "additionalProperties": {**TEXTS, "description": described},
            }
        )
    if kind.word:
        forms.append(SCALAR)
    if kind.body and not kind.subject:
        forms.append(TEXTS)
    doc = (kind.__doc__ or "").strip().splitlines()
    return {"anyOf": forms, "description": doc[0] if doc else part.name}


def order_schema(kind: type[Order]) -> Schema:
    """The fields of an order by the names that sheets use."""
    properties: Schema = {"if": TEXTS, "unless": TEXTS, "else": {}}
    required = []
    for name, info in kind.model_fields.items():
        if name in ("at", "if_", "unless", "else_"):
            continue
        key = info.alias or name.replace("_", " ")
        properties[key] = {}
        if info.is_required():
            required.append(key)
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def model_schema(model: type[BaseModel], title: str) -> Schema:
    """A schema as pydantic writes it, texts widened to what editors make of them."""
    made = model.model_json_schema(mode="validation")
    return {"$schema": DIALECT, **_widened(made), "title": title}


def _widened(schema: Any) -> Any:
    if isinstance(schema, dict):
        if schema.get("type") in ("string", "integer", "number", "boolean") and "enum" not in schema:
            rest = {key: value for key, value in schema.items() if key != "type"}
            return {**rest, "type": SCALAR["type"]}
        return {key: _widened(value) for key, value in schema.items()}
    return [_widened(item) for item in schema] if isinstance(schema, list) else schema


def data_schema(model: type[BaseModel], title: str) -> Schema:
    """A file of a data pack: what its model says, and everywhere the words of provenance."""
    schema: Schema = _with_provenance(model_schema(model, title))
    texts = {"type": "object", "properties": dict.fromkeys(("certainty", "source"), SCALAR)}
    provenance = {**texts, "description": "what holds for the whole file"}
    schema["properties"] = {"provenance": provenance} | schema["properties"]
    return schema


def _with_provenance(schema: Any) -> Any:
    """Any mapping of a data file may say for itself where it comes from."""
    if isinstance(schema, list):
        return [_with_provenance(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _with_provenance(value) for key, value in schema.items()}
    if made.get("type") != "object":
        return made
    certainty = {"anyOf": [{"enum": list(CERTAINTIES)}, {"type": "object", "additionalProperties": SCALAR}]}
    source = {"anyOf": [SCALAR, {"type": "object", "additionalProperties": SCALAR}]}
    return {**made, "properties": {"certainty": certainty, "source": source} | made.get("properties", {})}


def schemas(specs: list[RulesetSpec]) -> dict[str, str]:
    """Every schema by its file name."""
    from pbem.app.caseform import CaseFile  # the forms of cases are made when they are imported

    found: dict[str, Schema] = {"cases.json": model_schema(CaseFile, "Written cases")}
    for spec in specs:
        found[f"sheet-{spec.name}.json"] = sheet_schema(spec)
        found[f"standing-{spec.name}.json"] = standing_file_schema(spec)
        for name, model in data_models(spec).items():
            found[f"{name}-{spec.name}.json"] = data_schema(model, f"{spec.title}: {name}")
    return {name: as_file(schema) for name, schema in sorted(found.items())}


def as_file(schema: Schema) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
