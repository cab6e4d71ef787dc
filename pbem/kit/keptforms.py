"""Values of forms written down as JSON, and put together again without being judged a second time.

What is written was judged when it was read, and whoever keeps it sees to it that it comes back as it was.  The first
line names the forms: only such as are there already in modules that are, so nothing else is imported, made or called.

    text, number, true, null, list, mapping by text   itself
    {"@": 3, field: value, ...}                       a form, by its place in the first line; less what is as usual
    {"@": "tuple", "of": [value, ...]}                a tuple; likewise a set, and the pairs of any other mapping
    {"@": "tuples", "of": [[value, ...], ...]}        a tuple of tuples
    {"@": "alike", "of": [form, ...], "by": {name: place, ...}}   forms by name of which many are the same
    {"@": "table", "form": 3, "fields": [field, ...], "rows": {name: [value, ...], ...}}    forms of one kind, by name
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from pbem.model.errors import Tampered
from pbem.model.formfields import fields_of, whole_of
from pbem.model.formwork import Form

PLAIN = frozenset((str, int, bool, float, type(None)))
OTHERS: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "tuples": lambda said: tuple(map(tuple, said)),
    "set": frozenset,
    "pairs": dict,
}
_put = object.__setattr__


class Unkept(Exception):
    """A value that has no such writing: it is made anew each time."""


def written(value: object) -> bytes:
    """A value as text, after a line with the names of its forms."""
    writer = _Writer()
    said = writer.said(value)
    return b"\n".join(json.dumps(one, separators=(",", ":")).encode() for one in (list(writer.names), said))


def put_together(text: bytes) -> Any:
    """The value of such a text; Tampered if it is none."""
    try:
        names, _, said = text.partition(b"\n")
        return json.loads(said, object_hook=_builder(list(map(_form, json.loads(names)))))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Tampered(f"no value of a form: {error}") from error


def _form(name: str) -> type[Form]:
    """The form of that name in a module that is there."""
    module, _, path = name.partition(":")
    kind = getattr(sys.modules.get(module), path, None)
    if not (isinstance(kind, type) and issubclass(kind, Form)):
        raise LookupError(f"{name} is no form")
    return kind


class _Writer:
    """Writes one value; forms go by their place in a list of names."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def said(self, value: Any) -> Any:
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is tuple and len(value) > 1 and all(type(one) is tuple for one in value):
            return {"@": "tuples", "of": [list(map(self.said, one)) for one in value]}
        if kind is tuple:
            return {"@": "tuple", "of": list(map(self.said, value))}
        if kind is list:
            return list(map(self.said, value))
        if kind is frozenset:
            return {"@": "set", "of": sorted(map(self.said, value))}
        if kind is dict and all(type(key) is str and key != "@" for key in value):
            return self.table(value) or self.alike({key: self.said(item) for key, item in value.items()})
        if kind is dict:
            return {"@": "pairs", "of": [[self.said(key), self.said(item)] for key, item in value.items()]}
        if isinstance(value, Form):
            return self.form(value)
        raise Unkept(f"a {kind.__name__}")

    def form(self, value: Form) -> dict[str, Any]:
        told = {name: self.said(getattr(value, name)) for name in _told(value)}
        return {"@": self.place(type(value)), **told}

    def table(self, value: dict[str, Any]) -> dict[str, Any] | None:
        """Forms of one kind by name, field by field; None where these are others, or say too little of the same."""
        kinds = set(map(type, value.values()))
        kind = kinds.pop() if len(kinds) == 1 and len(value) > 1 else None
        if kind is None or not issubclass(kind, Form):
            return None
        told = [_told(form) for form in value.values()]
        fields = [name for name in fields_of(kind) if any(name in said for said in told)]
        if 2 * sum(map(len, told)) < len(fields) * len(told):
            return None
        rows = {key: [self.said(getattr(form, name)) for name in fields] for key, form in value.items()}
        return {"@": "table", "form": self.place(kind), "fields": fields, "rows": rows}

    def alike(self, said: dict[str, Any]) -> dict[str, Any]:
        """Where many forms say the same few words, each of these is written once."""
        texts = {name: json.dumps(one) for name, one in said.items() if isinstance(one, dict) and "@" in one}
        places = {text: place for place, text in enumerate(dict.fromkeys(texts.values()))}
        few = all(type(word) in PLAIN for name in texts for word in said[name].values())
        if len(texts) < len(said) or 3 * len(places) > 2 * len(texts) or not few:
            return said
        return {"@": "alike", "of": list(map(json.loads, places)), "by": {name: places[texts[name]] for name in said}}

    def place(self, kind: type[Form]) -> int:
        """The place of a form's name in the list of them."""
        name = f"{kind.__module__}:{kind.__qualname__}"
        try:
            found = _form(name)
        except LookupError as error:
            raise Unkept(str(error)) from error
        if found is not kind:
            raise Unkept(f"{name} is another form")
        return self.names.setdefault(name, len(self.names))


def _told(form: Form) -> list[str]:
    """The fields in which more is said than is usual."""
    return [name for name, field in fields_of(type(form)).items() if not field.is_usual(getattr(form, name))]


def _builder(forms: list[type[Form]]) -> Callable[[dict[str, Any]], Any]:
    """What makes of each mapping, from the innermost outward, what it stands for."""
    known = [(kind.__new__, kind, whole_of(kind)) for kind in forms]

    def build(said: dict[str, Any]) -> Any:
        which = said.pop("@", None)
        if which is None:
            return said
        if type(which) is int:
            return one(which, said)
        if which == "table":
            place, fields = said["form"], said["fields"]
            return {name: one(place, dict(zip(fields, row, strict=True))) for name, row in said["rows"].items()}
        if which == "alike":
            return {name: said["of"][place] for name, place in said["by"].items()}
        return OTHERS[which](said["of"])

    def one(place: int, said: dict[str, Any]) -> Any:
        new, kind, whole = known[place]
        made = new(kind)
        _put(made, "__dict__", whole(said))
        return made

    return build
