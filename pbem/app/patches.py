"""Changes to a position, and comparisons with one, written as text: `units: {1 Foot: {hex: 0403}}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from pbem.model.errors import Refused
from pbem.model.names import did_you_mean

YES, NO = ("yes", "true"), ("no", "false")


def patched(plain: dict[str, Any], patch: Mapping[str, Any], path: str, kind: Any) -> None:
    """Put the texts of the patch in place of what is there, each as the type `kind` has for it."""
    was_empty = not plain
    for name, text in patch.items():
        where = f"{path}.{name}"
        if name not in plain and not _may_come(name, kind, was_empty):
            known = _hints(kind) if is_dataclass(kind) else plain
            raise Refused(f"{where}: there is no {name!r} here", did_you_mean(name, known))
        inner = _inner(kind, name)
        if isinstance(text, Mapping) and _names(inner):
            kept = plain.setdefault(name, {}) or {}
            patched(kept, text, where, inner)
            plain[name] = kept
        else:
            plain[name] = retyped(inner, text, where)


def _may_come(name: str, kind: Any, was_empty: bool) -> bool:
    """New names come where no names are fixed: into a mapping of plain values, and into any that is empty."""
    if is_dataclass(kind):
        return name in _hints(kind)
    return get_origin(kind) is dict and (was_empty or not is_dataclass(_inner(kind, "")))


def _names(kind: Any) -> bool:
    return is_dataclass(kind) or get_origin(kind) is dict


def _inner(kind: Any, name: str) -> Any:
    """The type of what goes by this name in a record or a mapping."""
    if is_dataclass(kind):
        return _bare(_hints(kind)[name])
    return _bare(get_args(kind)[1]) if get_origin(kind) is dict else str


def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _bare(kind: Any) -> Any:
    """A record or a mapping that may be missing is one nevertheless."""
    kinds = [one for one in get_args(kind) if one is not NoneType] if NoneType in get_args(kind) else []
    return kinds[0] if len(kinds) == 1 and _names(kinds[0]) else kind


def retyped(kind: Any, text: Any, where: str) -> Any:
    """A text as a value of that type."""
    if NoneType in get_args(kind):
        others = [one for one in get_args(kind) if one is not NoneType]
        return None if text == "none" else retyped(others[0] if len(others) == 1 else str, text, where)
    if isinstance(text, list):
        items = get_args(kind)[0] if get_args(kind) else str
        return [retyped(items, item, where) for item in text]
    if isinstance(text, Mapping):
        return {name: retyped(_inner(kind, name), item, where) for name, item in text.items()}
    if kind is bool:
        if text not in YES + NO:
            raise Refused(f"{where}: yes or no is wanted, read {text!r}")
        return text in YES
    if kind is int:
        if not text.lstrip("+-").isdecimal():
            raise Refused(f"{where}: a number is wanted, read {text!r}")
        return int(text)
    return text


def differences(plain: Any, wanted: Any, path: str) -> list[str]:
    """Where the plain data is not as the wanted texts say; what they do not name may be anything."""
    if isinstance(wanted, Mapping):
        if not isinstance(plain, dict):
            return [f"{path}: {as_text(plain)}, expected names in it"]
        found = []
        for name, text in wanted.items():
            where = f"{path}.{name}" if path else name
            found += differences(plain[name], text, where) if name in plain else [f"{where}: there is none"]
        return found
    if isinstance(wanted, list):
        return [] if as_text(plain) == as_text(wanted) else [f"{path}: {as_text(plain)}, expected {as_text(wanted)}"]
    same = as_text(plain) == wanted or (isinstance(plain, bool) and wanted in (YES if plain else NO))
    return [] if same else [f"{path}: {as_text(plain)}, expected {wanted}"]


def as_text(value: Any) -> str:
    """Plain data as a case file writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_text, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {as_text(one)}' for name, one in value.items())}}}"
    return str(value)


def typed_like(data: Mapping[str, Any]) -> dict[str, Any]:
    """An answer's data as plain dicts and lists."""
    return {
        name: typed_like(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else value
        for name, value in data.items()
    }
