"""Changes to a position, and comparisons with one, written as text: `units: {1 Foot: {hex: 0403}}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.model.errors import Refused
from pbem.model.names import did_you_mean

YES, NO = ("yes", "true"), ("no", "false")


def patched(plain: dict[str, Any], patch: Mapping[str, Any], path: str) -> None:
    """Put the texts of the patch in place of what is there, each as the type that is there."""
    for name, text in patch.items():
        where = f"{path}.{name}"
        if isinstance(text, Mapping) and isinstance(plain.get(name), dict):
            if name in plain:
                patched(plain[name], text, where)
        elif name in plain:
            plain[name] = retyped(plain[name], text, where)
        elif plain and not _open(plain):
            raise Refused(f"{where}: there is no {name!r} here", did_you_mean(name, plain))
        else:
            plain[name] = retyped(next(iter(plain.values()), None), text, where)


def _open(plain: dict[str, Any]) -> bool:
    """A mapping whose values are all of one simple type may get new names."""
    kinds = {type(value) for value in plain.values()}
    return len(kinds) == 1 and not kinds & {dict}


def retyped(model: Any, text: Any, where: str) -> Any:
    """A text as the type of what stands there now."""
    if isinstance(text, list):
        first = model[0] if isinstance(model, list) and model else None
        return [retyped(first, item, where) for item in text]
    if isinstance(text, Mapping):
        first = next(iter(model.values()), None) if isinstance(model, dict) else None
        return {name: retyped(first, item, where) for name, item in text.items()}
    if isinstance(model, bool):
        if text not in YES + NO:
            raise Refused(f"{where}: yes or no is wanted, read {text!r}")
        return text in YES
    if isinstance(model, int):
        if not text.lstrip("+-").isdecimal():
            raise Refused(f"{where}: a number is wanted, read {text!r}")
        return int(text)
    if model is None and text == "none":
        return None
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
