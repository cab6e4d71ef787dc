"""Values of forms written down as JSON, and put together again without being judged a second time.

What is written was judged when it was read, and whoever keeps it sees to it that it comes back as it was.  The first
line names the forms: only such as are there already in modules that are, so nothing else is imported, made or called.

    text, number, true, null, list, mapping by text   itself
    {"@": 3, field: value, ...}                       a form, by its place in the first line; less what is as usual
    {"@": "tuple", "of": [value, ...]}                a tuple; likewise a set, and the pairs of any other mapping
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from pbem.model.errors import Tampered
from pbem.model.formfields import fields_of, usual_of
from pbem.model.formwork import Form

PLAIN = frozenset((str, int, bool, float, type(None)))
CHANGING = (list, dict, set)
OTHERS: dict[str, Callable[[list[Any]], Any]] = {"tuple": tuple, "set": frozenset, "pairs": dict}
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
        if kind is tuple:
            return {"@": "tuple", "of": list(map(self.said, value))}
        if kind is list:
            return list(map(self.said, value))
        if kind is frozenset:
            return {"@": "set", "of": sorted(map(self.said, value))}
        if kind is dict and all(type(key) is str and key != "@" for key in value):
            return {key: self.said(item) for key, item in value.items()}
        if kind is dict:
            return {"@": "pairs", "of": [[self.said(key), self.said(item)] for key, item in value.items()]}
        if isinstance(value, Form):
            return self.form(value)
        raise Unkept(f"a {kind.__name__}")

    def form(self, value: Form) -> dict[str, Any]:
        kind = type(value)
        name = f"{kind.__module__}:{kind.__qualname__}"
        try:
            found = _form(name)
        except LookupError as error:
            raise Unkept(str(error)) from error
        if found is not kind:
            raise Unkept(f"{name} is another form")
        told = {
            name: each for name, field in fields_of(kind).items() if not field.is_usual(each := getattr(value, name))
        }
        return {"@": self.names.setdefault(name, len(self.names))} | {
            field: self.said(each) for field, each in told.items()
        }


def _builder(forms: list[type[Form]]) -> Callable[[dict[str, Any]], Any]:
    """What makes of each mapping, from the innermost outward, what it stands for."""
    known = [(kind, *usual_of(kind)) for kind in forms]

    def build(said: dict[str, Any]) -> Any:
        which = said.pop("@", None)
        if which is None:
            return said
        if type(which) is not int:
            return OTHERS[which](said["of"])
        kind, usual, own = known[which]
        fields = {**usual, **said}
        for name in own.keys() - said.keys():
            fields[name] = own[name].usual()
        made = kind.__new__(kind)
        _put(made, "__dict__", fields)
        return made

    return build
