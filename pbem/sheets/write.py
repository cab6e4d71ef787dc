"""A sheet printed back: what was read, in one form, which read again gives the same sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.model.errors import RulesBug
from pbem.model.ids import Key
from pbem.model.problem import Where
from pbem.model.sheet import AS_WRITTEN, ASK, Order, Part, Plan, Sheet, StandingOrder
from pbem.model.yamltext import Node
from pbem.sheets.form import SheetForm
from pbem.sheets.notes import Notes
from pbem.sheets.shapes import key_of, shapes_of
from pbem.sheets.spacing import Plain, flow, listing, mapping

NONE = "none"
LONGEST_SUBJECT = 100  # a key can be no text of any length
USUAL = {"if-impossible": "skip", "if-stopped": "go on", "after-each": "go on"}


def print_sheet(sheet: Sheet, form: SheetForm) -> str:
    """The whole sheet, its parts in the order of the sequence of play."""
    exchange: dict[str, Plain] = {"exchange": str(sheet.exchange)} if sheet.exchange else {}
    lines = [*mapping({"game": sheet.game, **exchange, "side": sheet.side})]
    for part in form.parts:
        if part.name in sheet.parts:
            lines += _part(sheet.parts[part.name], part.single)
    lines += mapping(_settings(sheet, form))
    if sheet.ahead is not None:
        lines += _section("ahead", listing([_plan(plan) for plan in sheet.ahead], 2))
    if sheet.answers:
        lines += mapping({"answers": {_label(key, form): _pick(pick) for key, pick in sheet.answers.items()}})
    if sheet.standing is not None:
        topics = {_topic(order): _pick(order.wish) for order in sheet.standing}
        lines += _section("standing", mapping(topics, 2))
    return "".join(f"{line}\n" for line in lines)


def _section(name: str, lines: Iterable[str]) -> list[str]:
    """A heading and what stands under it, each thing on a line of its own."""
    below = [*lines]
    return [f"{name}:", *below] if below else [f"{name}: {NONE}"]


def print_line(order: Order) -> str:
    """One order on one line, as it may stand after a dash."""
    said = order_as_written(order)
    if isinstance(said, dict) and len(said) == 1 and isinstance(next(iter(said.values())), str):
        return next(mapping(said))
    return flow(said)


def print_lines(part: Part, single: bool) -> tuple[str, ...]:
    """The lines of a part, each on one line as a draft has it; so is a part that is one block."""
    return tuple(flow(_block(line)) if single else print_line(line) for line in part.lines)


def order_as_written(order: Order) -> Plain:
    """A line as plain data: a word, a short line or its long form, the first that reads back the same."""
    kind, fields = type(order), dict(_fields(order))
    word = fields.get(key_of(kind, kind.word)) if kind.word and order.else_ is None else None
    if word is not None and _reads_as(word, fields, kind):
        return word
    short = _short(kind, fields)
    is_short = short is not None and _reads_as(short, fields, kind)
    said = short if short is not None and is_short else _long(fields)
    if order.else_ is not None:
        said["else"] = _alternative(order, order.else_, is_short)
    return said


def _alternative(order: Order, other: Order, is_short: bool) -> Plain:
    """What stands after `else:`; for a short line the body alone, if nothing else is different."""
    said = order_as_written(other)
    if not is_short:
        return said
    fields, kind = dict(_fields(other)), type(other)
    subject, body = key_of(kind, kind.subject), key_of(kind, kind.body)
    alike = fields.get(subject) == dict(_fields(order)).get(subject) and other.else_ is None
    if alike and fields.keys() == {subject, body} and not isinstance(fields[body], dict):
        return fields[body]
    return said if isinstance(said, dict) else _long(fields)


def _fields(order: Order) -> Iterator[tuple[str, Plain]]:
    """What is in an order, by the names its type knows; not its place, and not its alternative."""
    kind = type(order)
    names = [name for name in kind.model_fields if name not in ("at", "else_")]
    dumped = order.model_dump(mode="json", exclude_defaults=True, include={*names})
    for name in names:
        value = getattr(order, name)
        if isinstance(value, Order):
            yield key_of(kind, name), order_as_written(value)
        elif value and isinstance(value, tuple) and isinstance(value[0], Order):
            yield key_of(kind, name), [order_as_written(inner) for inner in value]
        elif name in ("if_", "unless") and len(value) == 1:
            yield key_of(kind, name), value[0]
        elif name in dumped:
            yield key_of(kind, name), _texts(dumped[name])


def _texts(value: object) -> Plain:
    """Dumped data as texts, the only scalars that a sheet knows."""
    if isinstance(value, dict):
        return {str(key): _texts(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(item) for item in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _long(fields: dict[str, Plain]) -> dict[str, Plain]:
    return {_sheet_name(key): value for key, value in fields.items()}


def _short(kind: type[Order], fields: dict[str, Plain]) -> dict[str, Plain] | None:
    """`subject: body`, with the conditions before and the other words after it."""
    if not (kind.subject and kind.body):
        return None
    subject, body = key_of(kind, kind.subject), key_of(kind, kind.body)
    name = fields.get(subject)
    if body not in fields or not isinstance(name, str) or len(name) > LONGEST_SUBJECT:
        return None
    called = {key: _sheet_name(key) for key in fields} | {subject: name}
    return {called[key]: fields[body] if key == subject else value for key, value in fields.items() if key != body}


def _sheet_name(key: str) -> str:
    return key.replace("_", " ")


def _reads_as(said: Plain, fields: dict[str, Plain], kind: type[Order]) -> bool:
    shapes = shapes_of(_node(said), kind, Notes())
    return len(shapes) == 1 and shapes[0].fields == {key: _node(value) for key, value in fields.items()}


def _node(value: Plain) -> Node:
    if isinstance(value, dict):
        return Node({key: _node(item) for key, item in value.items()}, Where(), dict.fromkeys(value, Where()))
    return Node([_node(item) for item in value] if isinstance(value, list) else value, Where())


def _part(part: Part, single: bool) -> Iterable[str]:
    if part.as_written or part.later:
        return [f"{part.name}: {AS_WRITTEN if part.as_written else ASK}"]
    if single and part.lines:
        return mapping({part.name: _block(part.lines[0])})
    return _section(part.name, listing([order_as_written(line) for line in part.lines], 2))


def _block(order: Order) -> Plain:
    """A part that is one block: a mapping, or the list that is all there is to it."""
    kind, fields = type(order), dict(_fields(order))
    if kind.body and not kind.subject and order.else_ is None and fields.keys() <= {key_of(kind, kind.body)}:
        body = _texts(order.model_dump(mode="json", include={kind.body})[kind.body])
        if isinstance(body, list):
            return body
    said = order_as_written(order)
    return said if isinstance(said, dict) else _long(fields)


def _settings(sheet: Sheet, form: SheetForm) -> dict[str, Plain]:
    """What the parts say about writing the rest anew: one word if all say the same, nothing if it is the usual."""
    settled = {plan.part.name: plan.part for plan in sheet.ahead or ()} | dict(sheet.parts)
    parts = [settled[part.name] for part in form.parts if part.name in settled]
    written: dict[str, Plain] = {}
    for name, usual in USUAL.items():
        said = {part.name: str(getattr(part, name.replace("-", "_"))) for part in parts}
        unusual: dict[str, Plain] = {part: word for part, word in said.items() if word != usual}
        if unusual:
            written[name] = next(iter(said.values())) if len({*said.values()}) == 1 else unusual
    return written


def _plan(plan: Plan) -> Plain:
    if not plan.stop:
        return order_as_written(plan.line)
    conditions = list(plan.line.if_)
    return {"stop-if": conditions[0] if len(conditions) == 1 else [*conditions]}


def _label(key: Key, form: SheetForm) -> str:
    label = next((label for label, decision in form.due.items() if decision.key == key), None)
    if label is None:
        raise RulesBug(f"an answer to {'/'.join(key)}, which is not due")
    return label


def _topic(order: StandingOrder) -> str:
    return f"{order.topic} at {', '.join(order.places)}" if order.places else order.topic


def _pick(pick: str | tuple[str, ...]) -> Plain:
    return pick if isinstance(pick, str) else [*pick]
