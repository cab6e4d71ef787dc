"""Pieces of YAML text: flow mappings, wrapped lists, quoted words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

WIDTH = 118


def quoted(text: str) -> str:
    """A text as YAML takes it: bare where that is safe."""
    safe = bool(text) and all(letter.isalnum() or letter in " .-()&/" for letter in text)
    if safe and text[0].isalnum() and text == text.strip():
        return text
    return '"' + text.replace('"', '\\"') + '"'


def flow(words: Mapping[str, str]) -> str:
    """A mapping on one line."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in words.items()) + "}"


def listed(key: str, items: Iterable[str]) -> str:
    """A key with a list, wrapped at the width of the page."""
    indent = " " * (len(key) - len(key.lstrip()) + 2)
    pieces = [f"{item}, " for item in items]
    lines, line = [], f"{key}: ["
    for piece in pieces[:-1]:
        if len(line) + len(piece) > WIDTH:
            lines.append(line.rstrip())
            line = indent
        line += piece
    last = (pieces[-1].removesuffix(", ") if pieces else "") + "]"
    if len(line) + len(last) > WIDTH:
        lines.append(line.rstrip())
        line = indent
    return "\n".join([*lines, line + last]) + "\n"


def section(name: str, entries: Mapping[str, str]) -> str:
    """A part of a file with one line for each entry; nothing if there is none."""
    if not entries:
        return ""
    return f"{name}:\n" + "".join(f"  {key}: {value}\n" for key, value in entries.items())


def stretches(hexes: Iterable[str]) -> list[str]:
    """Sorted hexes, with those in a row written as "0105-0125"."""
    runs: list[list[str]] = []
    for hex in hexes:
        if runs and hex[:-2] == runs[-1][-1][:-2] and int(hex[-2:]) == int(runs[-1][-1][-2:]) + 1:
            runs[-1].append(hex)
        else:
            runs.append([hex])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
